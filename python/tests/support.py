"""What the tests share: fake runtimes of a few lines, and the check that nothing is left behind."""

from __future__ import annotations

import os
import select
import sys
import tempfile
import textwrap
import threading
import unittest
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from theopen_harness import HarnessClientOptions, JsonValue

REPOSITORY = Path(__file__).parents[2]
FIXTURES = REPOSITORY / "spec" / "fixtures"
SOURCES = Path(__file__).parents[1] / "src"

LIMIT = 15.0
"""Seconds after which a step that hangs has failed."""

_PRELUDE = """
import json, os, select, signal, sys
out, inp = sys.stdout.buffer, sys.stdin.buffer
def read():
    line = inp.readline()
    return json.loads(line) if line else None
def write(raw):
    out.write(raw); out.flush()
def say(frame):
    write((frame if isinstance(frame, bytes) else json.dumps(frame).encode()) + b"\\n")
def answer(request, result):
    say({"jsonrpc": "2.0", "id": request["id"], "result": result})
def note(method, **params):
    say({"jsonrpc": "2.0", "method": method, "params": params})
def init(**extra):
    request = read()
    answer(request, {"serverInfo": {"name": "fake", "version": "0"}, **extra})
    return request
def receive(prompt):
    event = {"type": "agent/inbox/spliced", "seq": 0, "data": {"inserted": [{"id": "m"}]}}
    note("session.event", sessionId="s", event=event)
    answer(prompt, {"messageId": "m"})
def wait(seconds):
    select.select([], [], [], seconds)
def leave_at_eof():
    while (request := read()):
        if "id" in request:
            answer(request, {})
        if request.get("method") == "shutdown":
            return
"""

T = TypeVar("T")


class LeftoverTestCase(unittest.TestCase):
    """A test ends with the threads, descriptors and children it began with; a zombie counts as left over."""

    def setUp(self) -> None:
        super().setUp()
        self.folder = Path(self.enterContext_(tempfile.TemporaryDirectory()))
        threads, descriptors, children = set(threading.enumerate()), _descriptors(), _children()

        def check() -> None:
            for thread in set(threading.enumerate()) - threads:
                thread.join(LIMIT)
            self.assertEqual(set(threading.enumerate()) - threads, set(), "threads left over")
            self.assertEqual(_children() - children, set(), "processes left over")
            self.assertEqual(_descriptors() - descriptors, set(), "descriptors left over")

        self.addCleanup(check)

    def enterContext_(self, manager: tempfile.TemporaryDirectory[str]) -> str:
        self.addCleanup(manager.cleanup)
        return manager.name

    def fake(self, body: str, *args: str) -> list[str]:
        """Write a fake runtime and return the command that starts it."""
        script = self.folder / f"fake{len(list(self.folder.iterdir()))}.py"
        script.write_text(_PRELUDE + textwrap.dedent(body), encoding="utf-8")
        return [sys.executable, "-u", "-S", "-E", str(script), *args]

    def options(
        self,
        body: str,
        *args: str,
        cwd: str | None = None,
        env: Mapping[str, str | None] | None = None,
        request_timeout: float | None = None,
        shutdown_timeout: float = 1.0,
        eof_grace: float = 3.0,
        term_grace: float = 3.0,
        on_listener_error: Callable[[BaseException], None] | None = None,
    ) -> HarnessClientOptions:
        """The options that start such a fake runtime."""
        command, *rest = self.fake(body, *args)
        return HarnessClientOptions(
            command=command,
            args=rest,
            cwd=cwd,
            env=env,
            request_timeout=request_timeout,
            shutdown_timeout=shutdown_timeout,
            eof_grace=eof_grace,
            term_grace=term_grace,
            on_listener_error=on_listener_error,
        )


class Running:
    """Runs something on a thread of its own; ``result`` returns what it returned or raises what it raised."""

    def __init__(self, work: Callable[[], object]) -> None:
        self._work = work
        self._result: object = None
        self._error: BaseException | None = None
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def result(self, limit: float = LIMIT) -> object:
        self.thread.join(limit)
        if self.thread.is_alive():
            raise AssertionError(f"still running after {limit} s")
        if self._error is not None:
            raise self._error
        return self._result

    def error(self, limit: float = LIMIT) -> BaseException:
        try:
            result = self.result(limit)
        except AssertionError:
            raise
        except BaseException as error:
            return error
        raise AssertionError(f"it returned {result!r}")

    def _run(self) -> None:
        try:
            self._result = self._work()
        except BaseException as error:
            self._error = error


def wait_until_dead(pid: int, limit: float = LIMIT) -> bool:
    """Wait for the end of any process; a zombie has ended."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([descriptor], [], [], limit)[0])
    finally:
        os.close(descriptor)


def as_int(value: JsonValue) -> int:
    assert isinstance(value, int)
    return value


def as_object(value: JsonValue) -> dict[str, JsonValue]:
    assert isinstance(value, dict)
    return value


def _descriptors() -> set[str]:
    open_now: set[str] = set()
    for name in os.listdir("/proc/self/fd"):
        try:
            open_now.add(f"{name}: {os.readlink(f'/proc/self/fd/{name}')}")
        except FileNotFoundError:
            pass  # the descriptor of the listing itself
    return open_now


def _children() -> set[int]:
    children: set[int] = set()
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                stat = Path("/proc", entry, "stat").read_text(encoding="utf-8", errors="replace")
            except (FileNotFoundError, ProcessLookupError):
                continue  # it ended while the list was read
            if int(stat.rpartition(")")[2].split()[1]) == os.getpid():
                children.add(int(entry))
    return children
