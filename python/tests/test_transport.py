"""The transport (spec §0.1, §0.2, §1.9), over streams in memory."""

from __future__ import annotations

import json
import threading
import unittest
from collections.abc import Callable

from theopen_harness import (
    FrameTooLargeError,
    HarnessNotification,
    JsonObject,
    JsonRpcLineTransport,
    JsonRpcResponseError,
    RequestContext,
    RequestTimeoutError,
    SdkProtocolError,
    TransportClosedError,
)

from .streams import Feed, Sink
from .support import LIMIT, LeftoverTestCase, Running, as_int


class TransportTestCase(LeftoverTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.feed, self.sink = Feed(), Sink()
        self.reported: list[BaseException] = []
        self.ignored: list[str] = []
        self.dropped: list[tuple[int, str | None]] = []

    def start(
        self,
        *,
        max_frame_bytes: int = 1024,
        max_queued_bytes: int = 64 * 1024,
        on_request: Callable[[str, JsonObject, RequestContext], object] | None = None,
        on_notification: Callable[[HarnessNotification], None] | None = None,
    ) -> JsonRpcLineTransport:
        transport = JsonRpcLineTransport(
            self.feed,
            self.sink,
            max_frame_bytes=max_frame_bytes,
            max_queued_bytes=max_queued_bytes,
            on_ignored_line=self.ignored.append,
            on_dropped_frame=lambda size, method: self.dropped.append((size, method)),
            on_listener_error=self.reported.append,
        )
        transport.on_request(on_request)
        transport.on_notification(on_notification)
        transport.start()

        def end() -> None:
            transport.close()
            self.sink.open.set()
            self.feed.push(b"")

        self.addCleanup(end)
        return transport

    def call(self, transport: JsonRpcLineTransport, method: str = "ask", nth: int = 1) -> tuple[Running, str]:
        """Make a call on another thread and return it with the id that it was given."""
        call = Running(lambda: transport.request(method, {}, timeout=LIMIT))
        call_id = self.sink.frames(nth)[nth - 1]["id"]
        assert isinstance(call_id, str)
        return call, call_id

    def answer(self, call_id: object, member: str, value: object) -> None:
        self.feed.push(json.dumps({"jsonrpc": "2.0", "id": call_id, member: value}).encode() + b"\n")


class RequestTest(TransportTestCase):
    def test_a_call_has_a_string_id_of_its_own_and_gets_its_result(self) -> None:
        call, call_id = self.call(self.start())
        self.assertRegex(call_id, r"\Areq_[0-9a-f]{32}\Z")
        self.assertEqual(
            self.sink.raw, b'{"jsonrpc":"2.0","id":"' + call_id.encode() + b'","method":"ask","params":{}}\n'
        )
        self.answer(call_id, "result", {"a": ["é"]})
        self.assertEqual(call.result(), {"a": ["é"]})

    def test_an_answer_with_neither_result_nor_error_is_none(self) -> None:
        call, call_id = self.call(self.start())
        self.feed.push(b'{"id":"' + call_id.encode() + b'"}\n')
        self.assertIsNone(call.result())

    def test_an_error_answer_keeps_code_message_and_data(self) -> None:
        cases: list[tuple[object, str, int | None, object, str]] = [
            ({"code": -32011, "message": "m", "data": {"kind": "k", "x": 1}}, "m", -32011, {"kind": "k", "x": 1}, "k"),
            ({"code": "7", "message": 9}, "JSON-RPC error", None, None, "response"),
            ({"code": True}, "JSON-RPC error", None, None, "response"),
            ("text", "text", None, None, "response"),
            (True, "JSON-RPC error", None, None, "response"),
            (0, "JSON-RPC error", None, None, "response"),
        ]
        transport = self.start()
        for nth, (sent, message, code, data, kind) in enumerate(cases, 1):
            call, call_id = self.call(transport, nth=nth)
            self.answer(call_id, "error", sent)
            error = call.error()
            assert isinstance(error, JsonRpcResponseError)
            self.assertEqual((str(error), error.code, error.data, error.kind), (message, code, data, kind))

    def test_only_the_very_same_string_matches_an_id(self) -> None:
        call, call_id = self.call(self.start())
        for wrong in (True, 1, 1.0, None, call_id.upper(), call_id + " ", "constructor"):
            self.answer(wrong, "result", "wrong")
        self.answer(call_id, "result", "right")
        self.answer(call_id, "result", "second")
        self.assertEqual(call.result(), "right")

    def test_answers_may_come_in_another_order(self) -> None:
        transport = self.start()
        calls = [self.call(transport, nth=nth) for nth in (1, 2, 3)]
        for _, call_id in reversed(calls):
            self.answer(call_id, "result", call_id)
        self.assertEqual([call.result() for call, _ in calls], [call_id for _, call_id in calls])

    def test_a_call_without_answer_ends_at_its_time_limit_and_its_late_answer_is_ignored(self) -> None:
        transport = self.start()
        with self.assertRaises(RequestTimeoutError) as caught:
            transport.request("slow", timeout=0.02)
        self.assertIsInstance(caught.exception, TimeoutError)
        self.assertEqual(str(caught.exception), "slow was not answered within 0.02 s")
        self.answer(self.sink.frames(1)[0]["id"], "result", "late")
        call, call_id = self.call(transport, nth=2)
        self.answer(call_id, "result", "second")
        self.assertEqual(call.result(), "second")

    def test_a_time_limit_that_is_no_positive_number_is_refused_before_anything_is_sent(self) -> None:
        transport = self.start()
        for timeout in (0, -1, float("nan"), -float("inf")):
            with self.assertRaises(ValueError):
                transport.request("m", timeout=timeout)
        self.assertEqual(self.sink.raw, b"")

    def test_params_that_are_no_json_raise_and_leave_nothing_behind(self) -> None:
        transport = self.start()
        for value in ({1}, b"x", float("nan")):
            with self.assertRaises(TypeError):
                transport.request("m", {"v": value})
            with self.assertRaises(TypeError):
                transport.notify("m", {"v": value})
        self.assertEqual(self.sink.raw, b"")
        call, call_id = self.call(transport)
        self.answer(call_id, "result", 1)
        self.assertEqual(call.result(), 1)

    def test_a_call_from_the_reading_thread_is_refused_instead_of_waiting_for_itself(self) -> None:
        refused = threading.Event()

        def handle(notification: HarnessNotification) -> None:
            try:
                transport.request("m")
            except RuntimeError:
                refused.set()

        transport = self.start(on_notification=handle)
        self.feed.push(b'{"method":"n"}\n')
        self.assertTrue(refused.wait(LIMIT))

    def test_the_time_limit_also_bounds_the_wait_for_room_to_write(self) -> None:
        transport = self.start(max_queued_bytes=100)
        self.sink.open.clear()
        transport.notify("first")
        self.assertTrue(self.sink.entered.wait(LIMIT))
        transport.notify("second", {"t": "x" * 100})
        with self.assertRaises(RequestTimeoutError):
            transport.request("third", {"t": "x" * 100}, timeout=0.02)
        self.sink.open.set()
        transport.notify("fourth")
        self.assertEqual([frame["method"] for frame in self.sink.frames(3)], ["first", "second", "fourth"])


class NotificationTest(TransportTestCase):
    def test_notifications_reach_their_handler_in_wire_order_and_before_a_later_answer(self) -> None:
        seen: list[object] = []
        transport = self.start(on_notification=lambda notification: seen.append(notification.params["i"]))
        call, call_id = self.call(transport)
        frames = [b'{"method":"n","params":{"i":%d}}\n' % i for i in range(2000)]
        self.feed.push(b"".join(frames) + b'{"id":"' + call_id.encode() + b'","result":1}\n')
        call.result()
        self.assertEqual(seen, list(range(2000)))

    def test_a_handler_that_raises_is_reported_and_the_next_notification_arrives(self) -> None:
        arrived = threading.Event()

        def handle(notification: HarnessNotification) -> None:
            if notification.method == "bad":
                raise SystemExit("of the handler")
            arrived.set()

        self.start(on_notification=handle)
        self.feed.push(b'{"method":"bad"}\n{"method":"good"}\n')
        self.assertTrue(arrived.wait(LIMIT))
        self.assertEqual([str(error) for error in self.reported], ["of the handler"])

    def test_notify_leaves_params_out_when_there_are_none(self) -> None:
        transport = self.start()
        transport.notify("n")
        transport.notify("n", {})
        self.assertTrue(transport.flush(LIMIT))
        self.assertEqual(self.sink.raw, b'{"jsonrpc":"2.0","method":"n"}\n{"jsonrpc":"2.0","method":"n","params":{}}\n')

    def test_frames_that_wait_leave_in_one_write(self) -> None:
        transport = self.start()
        self.sink.open.clear()
        transport.notify("first")
        self.assertTrue(self.sink.entered.wait(LIMIT))
        for _ in range(10):
            transport.notify("more")
        self.sink.open.set()
        self.sink.frames(11)
        self.assertEqual(self.sink.writes, 2)


class ServeTest(TransportTestCase):
    def test_without_a_handler_a_request_is_answered_with_method_not_found(self) -> None:
        self.start()
        self.feed.push(b'{"id":0,"method":"approval/request"}\n')
        self.assertEqual(
            self.sink.frames(1),
            [{"jsonrpc": "2.0", "id": 0, "error": {"code": -32601, "message": "method not found: approval/request"}}],
        )

    def test_what_a_handler_returns_or_raises_is_the_answer(self) -> None:
        def handle(method: str, params: JsonObject, context: RequestContext) -> object:
            if method == "own":
                raise JsonRpcResponseError("own", code=-32014, data={"kind": "k"})
            if method == "plain":
                raise KeyError("inner")
            if method == "exit":
                raise SystemExit("no")
            if method == "set":
                return {1}
            if method == "odd":
                raise JsonRpcResponseError("odd", code=-1, data={1})
            return None if method == "none" else [params, context.id]

        self.start(on_request=handle)
        answers: dict[str, object] = {}
        for nth, method in enumerate(("own", "plain", "exit", "set", "odd", "none", "echo"), 1):
            self.feed.push(json.dumps({"id": method, "method": method, "params": {"a": 1}}).encode() + b"\n")
            frame = self.sink.frames(nth)[-1]
            answers[method] = frame.get("error", frame.get("result"))
        self.assertEqual(answers["own"], {"code": -32014, "message": "own", "data": {"kind": "k"}})
        self.assertEqual(answers["plain"], {"code": -32603, "message": "'inner'"})
        self.assertEqual(answers["exit"], {"code": -32603, "message": "no"})
        self.assertEqual(answers["odd"], {"code": -1, "message": "odd"})
        self.assertIsNone(answers["none"])
        self.assertEqual(answers["echo"], [{"a": 1}, "echo"])
        assert isinstance(answers["set"], dict)
        self.assertEqual(answers["set"]["code"], -32603)

    def test_a_handler_may_make_calls_and_holds_up_nobody(self) -> None:
        def handle(method: str, params: JsonObject, context: RequestContext) -> object:
            return transport.request("back", timeout=LIMIT) if method == "slow" else "fast"

        transport = self.start(on_request=handle)
        self.feed.push(b'{"id":1,"method":"slow"}\n')
        back = self.sink.frames(1)[0]
        self.feed.push(b'{"id":2,"method":"quick"}\n')
        self.assertEqual(self.sink.frames(2)[1], {"jsonrpc": "2.0", "id": 2, "result": "fast"})
        self.answer(back["id"], "result", "from the peer")
        self.assertEqual(self.sink.frames(3)[2], {"jsonrpc": "2.0", "id": 1, "result": "from the peer"})

    def test_beyond_64_requests_at_once_the_answer_is_overloaded(self) -> None:
        go = threading.Event()

        def handle(method: str, params: JsonObject, context: RequestContext) -> object:
            return go.wait(LIMIT)

        self.start(on_request=handle)
        self.feed.push(*(b'{"id":%d,"method":"m"}\n' % i for i in range(65)))
        self.assertEqual(self.sink.frames(1)[0]["error"], {"code": -32016, "message": "too many requests at once"})
        go.set()
        self.assertEqual(sorted(as_int(frame["id"]) for frame in self.sink.frames(65)), list(range(65)))

    def test_an_answer_that_comes_after_close_is_dropped_in_silence(self) -> None:
        entered, go = threading.Event(), threading.Event()
        closed: list[bool] = []

        def handle(method: str, params: JsonObject, context: RequestContext) -> object:
            entered.set()
            closed.append(context.closed.wait(LIMIT))
            return go.wait(LIMIT)

        transport = self.start(on_request=handle)
        self.feed.push(b'{"id":1,"method":"m"}\n')
        self.assertTrue(entered.wait(LIMIT))
        transport.close()
        go.set()
        for thread in threading.enumerate():
            if thread.name == "theopen-harness request":
                thread.join(LIMIT)
        self.assertEqual((self.sink.raw, closed, self.reported), (b"", [True], []))

    def test_reading_goes_on_while_writing_is_stuck(self) -> None:
        arrived = threading.Event()
        transport = self.start(on_notification=lambda _: arrived.set())
        self.sink.open.clear()
        transport.notify("stuck")
        self.assertTrue(self.sink.entered.wait(LIMIT))
        self.feed.push(b'{"id":1,"method":"m"}\n{"method":"n"}\n')
        self.assertTrue(arrived.wait(LIMIT))


class BadFrameTest(TransportTestCase):
    def test_a_line_that_is_no_frame_is_counted_shown_and_otherwise_ignored(self) -> None:
        arrived = threading.Event()
        transport = self.start(on_notification=lambda _: arrived.set())
        self.feed.push(b"npm warn \xff\n[]\n\n{}\nnull\n" + b"x" * 900 + b'\n{"method":"n"}\n')
        self.assertTrue(arrived.wait(LIMIT))
        self.assertEqual(transport.ignored_lines, 6)
        self.assertEqual(self.ignored, ["npm warn \ufffd", "[]", "", "{}", "null", "x" * 200])
        self.assertEqual(self.sink.raw, b"")

    def test_an_answer_over_the_limit_rejects_its_call_and_the_connection_lives(self) -> None:
        transport = self.start()
        call, call_id = self.call(transport)
        frame = b'{"jsonrpc":"2.0","result":"' + b"x" * 2000 + b'","id":"' + call_id.encode() + b'"}'
        self.feed.push(frame + b"\n")
        error = call.error()
        assert isinstance(error, FrameTooLargeError)
        self.assertEqual(
            (error.kind, error.code, error.method, error.max_frame_bytes, str(error)),
            ("frame-too-large", -32011, "ask", 1024, "answer to ask is longer than 1024 bytes"),
        )
        second, call_id = self.call(transport, nth=2)
        self.answer(call_id, "result", 1)
        self.assertEqual(second.result(), 1)

    def test_a_request_over_the_limit_is_answered_and_a_notification_reported(self) -> None:
        self.start()
        filler = b'"params":{"t":"' + b"x" * 2000 + b'"}'
        self.feed.push(
            b'{"method":"n",' + filler + b"}\n" + b"{" + filler + b',"method":"m","id":5}\n' + b"x" * 2000 + b"\n"
        )
        self.assertEqual(
            self.sink.frames(1),
            [{"jsonrpc": "2.0", "id": 5, "error": {"code": -32011, "message": "frame is longer than 1024 bytes"}}],
        )
        self.assertEqual(self.dropped, [(len(filler) + 15, "n")])

    def test_a_frame_of_exactly_the_limit_passes(self) -> None:
        seen: list[HarnessNotification] = []
        arrived = threading.Event()

        def handle(notification: HarnessNotification) -> None:
            seen.append(notification)
            arrived.set()

        self.start(on_notification=handle)
        frame = b'{"method":"n","params":{"t":"' + b"x" * (1024 - 32) + b'"}}'
        self.assertEqual(len(frame), 1024)
        self.feed.push(frame + b"\n")
        self.assertTrue(arrived.wait(LIMIT))
        self.assertEqual(seen[0].frame_bytes, 1024)

    def test_an_answer_that_cannot_be_decoded_rejects_its_call(self) -> None:
        transport = self.start(max_frame_bytes=1024 * 1024)
        call, call_id = self.call(transport)
        deep = b"[" * 100_000 + b"]" * 100_000
        self.feed.push(
            b'{"method":"n","params":{"d":' + deep + b'}}\n{"id":"' + call_id.encode() + b'","result":' + deep + b"}\n"
        )
        error = call.error()
        assert isinstance(error, SdkProtocolError)
        self.assertEqual((error.kind, error.method, error.field), ("bad-message", "ask", "result"))
        self.assertEqual(self.dropped, [(len(deep) + 30, "n")])


class EndTest(TransportTestCase):
    def test_the_end_of_the_input_rejects_every_call_pending_or_new(self) -> None:
        transport = self.start()
        calls = [self.call(transport, f"m{nth}", nth)[0] for nth in (1, 2)]
        self.feed.push(b"")
        for call in calls:
            error = call.error()
            assert isinstance(error, TransportClosedError)
            self.assertEqual((str(error), error.calls_in_flight), ("JSON-RPC input closed", ("m1", "m2")))
        with self.assertRaises(TransportClosedError):
            transport.request("new")
        with self.assertRaises(TransportClosedError):
            transport.notify("new")

    def test_a_whole_frame_without_line_feed_counts_at_the_end_of_the_input(self) -> None:
        call, call_id = self.call(self.start())
        self.feed.push(b'{"id":"' + call_id.encode() + b'","result":"last"}', b"")
        self.assertEqual(call.result(), "last")

    def test_a_failing_input_rejects_every_call(self) -> None:
        call, _ = self.call(self.start())
        self.feed.push(OSError(5, "Input/output error"))
        self.assertIn("Input/output error", str(call.error()))

    def test_a_failing_output_rejects_every_call_pending_or_new(self) -> None:
        transport = self.start()
        call, _ = self.call(transport)
        self.sink.failure = BrokenPipeError("gone")
        self.assertIsInstance(Running(lambda: transport.request("second")).error(), TransportClosedError)
        self.assertIn("gone", str(call.error()))
        with self.assertRaises(TransportClosedError):
            transport.request("third")
        self.assertFalse(transport.flush(0.01))

    def test_an_answer_behind_a_failed_write_still_arrives(self) -> None:
        transport = self.start()
        call, call_id = self.call(transport)
        self.sink.failure = BrokenPipeError("gone")
        transport.notify("fails")
        self.answer(call_id, "result", "in the pipe")
        self.feed.push(b"")
        self.assertEqual(call.result(), "in the pipe")

    def test_close_rejects_open_calls_and_calls_no_handler_any_more(self) -> None:
        seen: list[HarnessNotification] = []
        transport = self.start(on_notification=seen.append)
        call, _ = self.call(transport)
        transport.close()
        transport.close()
        self.assertEqual(str(call.error()), "JSON-RPC transport closed")
        self.feed.push(b'{"method":"n"}\n', b"")
        transport.join(LIMIT)
        self.assertEqual(seen, [])

    def test_close_before_start_is_safe_and_start_after_it_has_no_effect(self) -> None:
        transport = JsonRpcLineTransport(self.feed, self.sink)
        transport.close()
        transport.start()
        with self.assertRaises(TransportClosedError):
            transport.request("m")

    def test_start_twice_reads_once(self) -> None:
        seen: list[HarnessNotification] = []
        transport = self.start(on_notification=seen.append)
        transport.start()
        self.feed.push(b'{"method":"n"}\n', b"")
        transport.join(LIMIT)
        self.assertEqual(len(seen), 1)


if __name__ == "__main__":
    unittest.main()
