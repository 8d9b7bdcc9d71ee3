"""The shared byte-level cases: over streams in memory with every cut, and once each through a real process."""

from __future__ import annotations

import importlib.util
import json
import sys
import threading
import unittest
from collections.abc import Sequence
from typing import Any, cast

from theopen_harness import (
    HarnessClient,
    HarnessError,
    HarnessNotification,
    JsonObject,
    JsonRpcLineTransport,
    JsonRpcResponseError,
    JsonValue,
    RequestContext,
)

from .expected import expanded, matches
from .streams import Feed, Sink
from .support import FIXTURES, LIMIT, LeftoverTestCase, Running

CASES = FIXTURES / "cases"
CASES_FILE = CASES / "transport-open.json"
CLIENT_KINDS = {
    "utf8-split",
    "invalid-utf8",
    "line-separator",
    "line-ending",
    "bom",
    "eof",
    "pollution",
    "large-frame",
    "chunking",
    "response",
    "ordering",
}
MORE_KINDS = CLIENT_KINDS | {"id", "batch", "surrogate"}
IN_MEMORY_ONLY = {
    "T-073": "closes in the middle of the input",
    "T-075": "closes in the middle of the input",
    "T-031": "there is no process behind the end",
}


def _play_case() -> Any:
    spec = importlib.util.spec_from_file_location("play_case", CASES / "play_case.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


play_case = _play_case()
all_cases: list[dict[str, Any]] = json.loads(CASES_FILE.read_text(encoding="utf-8"))


class Record:
    """What reached the handlers, and a way to wait for it."""

    def __init__(self, handlers: Any) -> None:
        self.changed = threading.Condition()
        self.requests: list[JsonValue] = []
        self.notifications: list[JsonValue] = []
        self._rules = handlers or "echo"

    def on_request(self, method: str, params: JsonObject, context: RequestContext) -> object:
        with self.changed:
            self.requests.append({"method": method, "params": params, "id": context.id})
            self.changed.notify_all()
        rule = self._rules
        if isinstance(rule, dict) and "by_method" in rule:
            rule = cast("dict[str, Any]", rule)["by_method"][method]
        if isinstance(rule, dict) and "delay_ms" in rule:
            delay = cast("dict[str, Any]", rule)["delay_ms"] / 1000
            context.closed.wait(delay)
        return {"echo": params}

    def on_notification(self, notification: HarnessNotification) -> None:
        with self.changed:
            self.notifications.append({"method": notification.method, "params": notification.params})
            self.changed.notify_all()

    def outcome(self, expectation: dict[str, Any]) -> list[str]:
        """Name what differs. Handlers run at the same time, so requests have no order among themselves."""
        wrong: list[str] = []
        if not matches(_sorted(expectation["requests"]), _sorted(self.requests)):
            wrong.append(f"requests {self.requests!r:.300}")
        if not matches(expectation["notifications"], self.notifications):
            wrong.append(f"notifications {self.notifications!r:.300}")
        return wrong


def _sorted(frames: Sequence[Any]) -> list[Any]:
    return sorted(frames, key=lambda frame: json.dumps(frame["id"]))


def expectations(case: dict[str, Any]) -> list[dict[str, Any]]:
    """The preferred expectation and those that are tolerated."""
    others: list[dict[str, Any]] = [{}, *case.get("alternatives", [])]
    return [cast("dict[str, Any]", expanded({**case["expect"], **other}, play_case.part)) for other in others]


def settled(want: Any, call: Running) -> bool:
    """Whether a call of ours ended as wanted."""
    try:
        result = call.result()
    except HarnessError as error:
        if want == "settled":
            return True
        if "rejected" not in want:
            return False
        wanted = want["rejected"]
        code_is_right = "code" not in wanted or (
            isinstance(error, JsonRpcResponseError) and error.code == wanted["code"]
        )
        return wanted.get("message_contains", "") in str(error) and code_is_right
    return want == "settled" or ("resolved" in want and matches(want["resolved"], cast("JsonValue", result)))


class InMemoryTest(LeftoverTestCase):
    """Every case, and each of its cuts, on the transport alone."""

    def play(self, case: dict[str, Any], label: str, chunks: list[bytes] | None) -> None:
        feed, sink, record = Feed(), Sink(), Record(case.get("handlers"))
        transport = JsonRpcLineTransport(feed, sink, on_ignored_line=lambda _: None)
        if case.get("handlers") != "none":
            transport.on_request(record.on_request)
        transport.on_notification(record.on_notification)
        transport.start()
        if case.get("starts") == 2:
            transport.start()
        calls: list[Running] = []
        for out in case.get("outgoing", []):
            calls.append(Running(lambda out=out: transport.request(out["method"], out["params"], timeout=LIMIT)))
            sink.frames(len(calls))  # one after the other, so that the ids have the order of the calls
        if chunks is None:
            chunks = play_case.expand_chunks(case["chunks"], [frame["id"] for frame in sink.frames(len(calls))])
        for number, chunk in enumerate(chunks or [], 1):
            if chunk:
                feed.push(chunk)
            if number == case.get("close_after_chunk"):
                self.drain(feed, record)
                transport.close()
        if case.get("end") != "eof" and "close_after_chunk" not in case:
            self.drain(feed, record)
        feed.push(b"")
        problems: list[list[str]] = []
        for expectation in expectations(case):
            wrong = record.outcome(expectation)
            if not wrong:
                wrong = self.written(sink, expectation)
            if not wrong and not all(map(settled, expectation.get("outgoing", []), calls)):
                wrong = ["outgoing"]
            problems.append(wrong)
            if not wrong:
                break
        transport.join(LIMIT)
        if case.get("end") == "eof" and problems[-1]:
            # Without a frame behind the last chunk only the end of reading says that all of it was read.
            problems = [record.outcome(expectation) for expectation in expectations(case)]
        transport.close()
        self.assertIn([], problems, f"{case['id']} {label}: {case['title']}: {problems}")

    def drain(self, feed: Feed, record: Record) -> None:
        """Wait until all that was fed has been handled: a notification goes last."""
        last: JsonValue = {"method": "$test/drained", "params": {}}
        feed.push(b'\n{"method":"$test/drained"}\n')
        with record.changed:
            if not record.changed.wait_for(lambda: last in record.notifications, LIMIT):
                raise AssertionError("not drained")
            record.notifications.remove(last)

    def written(self, sink: Sink, expectation: dict[str, Any]) -> list[str]:
        wanted = expectation["responses_written"]
        try:
            sink.wait_for(lambda frames: len([f for f in frames if "method" not in f]) >= len(wanted))
        except AssertionError as error:
            return [str(error)[:300]]
        answers = [frame for frame in sink.frames(0) if "method" not in frame]
        if expectation.get("responses_order") != "strict":
            wanted, answers = _sorted(wanted), cast("list[JsonObject]", _sorted(answers))
        return [] if matches(wanted, cast("JsonValue", answers)) else [f"written {answers!r:.300}"]

    def test_each_case_of_the_kinds_for_clients_has_its_expected_outcome(self) -> None:
        played = 0
        for case in all_cases:
            if case["kind"] not in MORE_KINDS:
                continue
            with self.subTest(case["id"]):
                runs = play_case.expand_runs(case) if "matrix" in case else [("", None)]
                for label, chunks in runs:
                    self.play(case, label, chunks)
                    played += 1
        self.assertGreater(played, 500)


class ProcessTest(LeftoverTestCase):
    """The cases of the kinds for clients, played by a process to the client."""

    def play(self, case: dict[str, Any]) -> None:
        record, expected = Record(case.get("handlers")), expectations(case)
        with HarnessClient(
            command=sys.executable,
            args=["-S", "-E", str(CASES / "play_case.py"), str(CASES_FILE), case["id"], "--init"],
            shutdown_timeout=0.01,  # what plays a case answers nothing behind it
            on_request=record.on_request,
        ) as client:
            subscription = client.subscribe()
            self.assertEqual(client.request("initialize", timeout=LIMIT), {})
            reading = Running(lambda: [record.on_notification(notification) for notification in subscription])
            calls = [
                Running(lambda out=out: client.request(out["method"], out["params"], timeout=LIMIT))
                for out in case.get("outgoing", [])
            ]
            with record.changed:
                record.changed.wait_for(lambda: any(not record.outcome(e) for e in expected), LIMIT)
            problems = [
                [*record.outcome(e), *([] if all(map(settled, e.get("outgoing", []), calls)) else ["outgoing"])]
                for e in expected
            ]
            subscription.close()
            reading.thread.join(LIMIT)
            self.assertIn([], problems, f"{case['id']}: {case['title']}")

    def test_each_case_of_the_kinds_for_clients_has_its_expected_outcome(self) -> None:
        for case in all_cases:
            if case["kind"] in CLIENT_KINDS and case["id"] not in IN_MEMORY_ONLY and not _needs_order(case):
                with self.subTest(case["id"]):
                    self.play(case)


def _needs_order(case: dict[str, Any]) -> bool:
    # A case with several calls refers to them by their order, which calls on several threads do not have.
    return len(case.get("outgoing", [])) > 1


if __name__ == "__main__":
    unittest.main()
