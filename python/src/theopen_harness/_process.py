"""The runtime as a process: start, stderr, and the ladder that ends it. The one file that knows of processes."""

from __future__ import annotations

import os
import signal as signals
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Union

from ._deadline import Deadline
from ._errors import HarnessError, TransportClosedError
from ._pipes import ChildGone, PipeReader, PipeWriter
from ._stderr_tail import StderrTail, last_line

_SETTLE_SECONDS = 0.5
_SHOWN_CHARACTERS = 200
_WINDOWS = sys.platform == "win32"

PathLike = Union[str, "os.PathLike[str]"]


CloseStep = Literal["not-started", "spawn-failed", "exited", "shutdown", "eof", "sigterm", "sigkill", "survived"]
"""What ended a runtime: it answered ``shutdown`` and left, left when its stdin ended (``eof``), had to be signalled,
or went by itself (``exited``). One that ``survived`` lives on after SIGKILL."""


@dataclass(frozen=True)
class CloseReport:
    """How a runtime ended. ``step`` and ``exit_code`` are facts of their own: it may need SIGTERM and exit with 0.

    ``exit_code`` is ``None`` when a signal ended it, or it never ran. ``stderr_tail`` is the last 64 KiB of its
    stderr, ``calls_in_flight`` names the methods that were left without an answer.
    """

    step: CloseStep
    exit_code: int | None = None
    signal: str | None = None
    stderr_tail: str = ""
    calls_in_flight: tuple[str, ...] = ()


class RuntimeProcess:
    """A started runtime in a process group of its own, so that Ctrl-C in a terminal reaches the host alone.

    What is left of its group when it has exited is killed: nothing that a runtime started outlives it, unless it left
    the group on purpose.
    """

    def __init__(
        self, command: PathLike, args: Sequence[str], cwd: PathLike | None, env: Mapping[str, str | None] | None
    ) -> None:
        child = _spawn(command, args, cwd, env)
        assert child.stdin is not None and child.stdout is not None and child.stderr is not None
        self._child = child
        self._gone = ChildGone(holders=2)
        self.stdin = PipeWriter(_detached(child.stdin.fileno(), child.stdin.close))
        self.stdout = PipeReader(_detached(child.stdout.fileno(), child.stdout.close), self._gone)
        stderr = PipeReader(_detached(child.stderr.fileno(), child.stderr.close), self._gone)
        self.stderr = StderrTail(stderr)
        self.exited = threading.Event()
        self._signal_lock = threading.Lock()
        self._was_killed = False
        self._watcher = threading.Thread(target=self._watch, name="theopen-harness watcher", daemon=True)
        try:
            self._watcher.start()
        except RuntimeError as error:  # the interpreter is ending, or the system has no thread left
            child.kill()
            child.wait()
            for pipe in (self.stdin, self.stdout, stderr):
                pipe.close()
            self._gone.set()
            raise TransportClosedError(f"runtime cannot be started: {error}") from error
        self.stderr.start()

    @property
    def pid(self) -> int:
        return self._child.pid

    @property
    def exit_code(self) -> int | None:
        """The code it exited with; ``None`` while it runs or when a signal ended it."""
        code = self._child.returncode
        return code if self.exited.is_set() and code is not None and code >= 0 else None

    @property
    def signal(self) -> str | None:
        """The name of the signal that ended it."""
        code = self._child.returncode
        return _signal_name(-code) if self.exited.is_set() and code is not None and code < 0 else None

    def closed_error(self, reason: str, *, by_us: bool = False) -> TransportClosedError:
        """Return the error of its ending, waiting a moment for exit code and the last of stderr.

        ``reason`` is what is said when this side ended it ``by_us``, or while the process lives on.
        """
        deadline = Deadline(_SETTLE_SECONDS)
        self.exited.wait(deadline.remaining())
        self.stderr.ended.wait(deadline.remaining())
        tail = self.stderr.text()
        if by_us:
            return TransportClosedError(reason, exit_code=self.exit_code, signal=self.signal, stderr_tail=tail)
        if self.signal is not None:
            reason = f"runtime was ended by {self.signal}"
        elif self.exit_code is not None:
            reason = f"runtime exited with code {self.exit_code}"
        said = last_line(tail)
        return TransportClosedError(
            f"{reason}; its stderr: {said}" if said else reason,
            exit_code=self.exit_code,
            signal=self.signal,
            stderr_tail=tail,
        )

    def end(self, ask: Callable[[], object] | None, *, eof_grace: float, term_grace: float) -> CloseStep:
        """Go down the ladder: ``ask`` (the shutdown request), EOF, SIGTERM, SIGKILL, each awaited, until it is gone.

        ``ask`` returns when it was answered and raises when it was not, which the stderr tail tells. Signals go to
        the whole process group. The result is the step after which it was gone.
        """
        if self.exited.is_set():
            return self._step("exited")
        answered = ask is not None and self._is_answered(ask)
        if self.exited.is_set():
            return self._step("shutdown" if answered else "exited")
        self.stdin.close()
        if self.exited.wait(_waitable(eof_grace)):
            return self._step("shutdown" if answered else "eof")
        self.terminate()
        if self.exited.wait(_waitable(term_grace)):
            return self._step("sigterm")
        self.kill()
        if self.exited.wait(_waitable(term_grace)):
            return "sigkill"
        self._gone.set()  # let go of its pipes
        return "survived"

    def terminate(self) -> None:
        """Send SIGTERM to its process group, unless the process has gone."""
        self._send(signals.SIGTERM)

    def kill(self) -> None:
        """Send SIGKILL to its process group, unless the process has gone."""
        self._send(_KILL)

    def _is_answered(self, ask: Callable[[], object]) -> bool:
        try:
            ask()
        except (HarnessError, RuntimeError) as error:  # RuntimeError: closed from the thread that reads
            self.stderr.note(f"shutdown failed: {error}")
            return False
        return True

    def _step(self, step: CloseStep) -> CloseStep:
        return "sigkill" if self._was_killed else step

    def _send(self, signal: signals.Signals) -> None:
        with self._signal_lock:
            if not self.exited.is_set():
                self._was_killed = self._was_killed or signal == _KILL
                self._signal_group(signal)

    def join(self, timeout: float) -> None:
        """Wait for the threads of an ended process."""
        deadline = Deadline(timeout)
        self._watcher.join(deadline.remaining())
        self.stderr.ended.wait(deadline.remaining())

    def _watch(self) -> None:
        # Where it can be done, the zombie stays until the lock is held: its number cannot be given to another
        # process between the check and the signal.
        if not _wait_for_zombie(self.pid):
            self._child.wait()
        with self._signal_lock:
            self._signal_group(_KILL)  # what it has left behind
            self._child.wait()
            self.exited.set()
        self.stdin.close()
        self._gone.set()

    def _signal_group(self, signal: signals.Signals) -> None:
        try:
            if _WINDOWS:
                self._child.terminate()
            else:
                os.killpg(self.pid, signal)
        except (ProcessLookupError, PermissionError):
            pass  # the group is empty but for the zombie, which macOS reports as PermissionError


_KILL = signals.SIGTERM if sys.platform == "win32" else signals.SIGKILL


def _spawn(
    command: PathLike, args: Sequence[str], cwd: PathLike | None, env: Mapping[str, str | None] | None
) -> subprocess.Popen[bytes]:
    if cwd is not None and not os.path.isdir(cwd):
        raise TransportClosedError(f"runtime cannot be started: working directory {os.fspath(cwd)!r} does not exist")
    given = None if env is None else {name: value for name, value in env.items() if value is not None}
    try:
        return subprocess.Popen(
            [os.fspath(command), *args],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            env=given,
            start_new_session=not _WINDOWS,
        )
    except OSError as error:
        shown = os.fspath(command)[:_SHOWN_CHARACTERS]
        raise TransportClosedError(f"runtime {shown!r} cannot be started: {type(error).__name__}: {error}") from error


def _wait_for_zombie(pid: int) -> bool:
    """Wait for the end of the process without taking it off the process table; ``False`` where that cannot be done."""
    if not hasattr(os, "waitid"):
        return False
    try:
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    except ChildProcessError:  # the host ignores SIGCHLD, so nothing is kept for us
        return False
    return True


def _detached(fd: int, close: Callable[[], None]) -> int:
    """Return the pipe under a descriptor of our own, closing the file object that Popen made for it."""
    own = os.dup(fd)
    close()
    return own


def _waitable(seconds: float) -> float:
    return min(seconds, threading.TIMEOUT_MAX)


def _signal_name(number: int) -> str:
    try:
        return signals.Signals(number).name
    except ValueError:
        return f"signal {number}"
