"""Whole frames over two byte streams: calls with their answers, notifications, requests of the peer (spec §0.2)."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from typing import Protocol

from ._deadline import Deadline, check_timeout
from ._errors import RequestTimeoutError, TransportClosedError
from ._frames import (
    HarnessNotification,
    Request,
    Response,
    UnreadableFrame,
    decode_frame,
    encode_error,
    encode_notification,
    encode_request,
    usable_id,
)
from ._json import JsonValue
from ._lines import DEFAULT_MAX_FRAME_BYTES, LineSplitter, SkippedLine
from ._outbox import ByteWriter, Outbox, OutboxClosed
from ._pending_calls import PendingCall, PendingCalls
from ._requests_in_work import FRAME_TOO_LARGE, INTERNAL, RequestHandler, RequestsInWork

DEFAULT_MAX_QUEUED_BYTES = 8 * 1024 * 1024
_READ_BYTES = 64 * 1024
_SHOWN_CHARACTERS = 200
_log = logging.getLogger("theopen_harness")


class ByteReader(Protocol):
    """What the transport reads from: ``b""`` is the end."""

    def read1(self, size: int, /) -> bytes: ...


NotificationHandler = Callable[[HarnessNotification], None]


class JsonRpcLineTransport:
    """Carries whole frames over two binary streams, which the caller owns and which it never closes.

    One thread reads and one writes; both are daemons. Notifications are handled on the reading thread, in wire
    order; each request of the peer runs on a thread of its own, at most 64 at once. A handler that raises is
    reported to ``on_listener_error``, or logged, and disturbs nothing else.

    ``max_frame_bytes`` (32 MiB) bounds a received frame (spec §1.9), ``max_queued_bytes`` (8 MiB) what waits to be
    written. ``on_ignored_line`` gets the beginning of a line that is no frame, ``on_dropped_frame`` the length and
    method of a notification that could not be read. ``describe_end`` turns the reason of an ending into its error
    and may wait a moment for the facts.
    """

    def __init__(
        self,
        input: ByteReader,
        output: ByteWriter,
        *,
        max_frame_bytes: int = DEFAULT_MAX_FRAME_BYTES,
        max_queued_bytes: int = DEFAULT_MAX_QUEUED_BYTES,
        on_ignored_line: Callable[[str], None] | None = None,
        on_dropped_frame: Callable[[int, str | None], None] | None = None,
        on_listener_error: Callable[[BaseException], None] | None = None,
        on_closed: Callable[[TransportClosedError], None] | None = None,
        describe_end: Callable[[str], TransportClosedError] = TransportClosedError,
    ) -> None:
        self._input = input
        self._max_frame_bytes = max_frame_bytes
        self._on_ignored_line = on_ignored_line
        self._on_dropped_frame = on_dropped_frame
        self._on_listener_error = on_listener_error
        self._on_closed = on_closed
        self._describe_end = describe_end
        self._notification_handler: NotificationHandler | None = None
        self._lock = threading.Lock()
        self._started = False
        self._closed = threading.Event()  # nothing is handled or written any more
        self._calls = PendingCalls(max_frame_bytes)
        self._requests = RequestsInWork(self._answer, self._closed)
        self._input_ended = threading.Event()
        self._outbox = Outbox(output, max_queued_bytes, self._output_failed)
        self._reader = threading.Thread(target=self._read_all, name="theopen-harness reader", daemon=True)
        self.ignored_lines = 0
        """How many lines were no frames."""

    @property
    def end(self) -> TransportClosedError | None:
        """The error that every call raises from now on; ``None`` while there is a connection."""
        return self._calls.end

    def start(self) -> None:
        """Begin to read and write; again: no effect."""
        with self._lock:
            if self._started or self._calls.end is not None:
                return
            self._started = True
        self._outbox.start()
        self._reader.start()

    def close(self, error: TransportClosedError | None = None) -> None:
        """End here: open calls are rejected with ``error``, no handler is called any more. Again: no effect."""
        self._finish(error or TransportClosedError("JSON-RPC transport closed"))

    def join(self, timeout: float) -> bool:
        """Wait until reading and writing have stopped, which needs the end of the input; ``False``: not in time."""
        deadline = Deadline(timeout)
        self._outbox.join(deadline.remaining() or 0)
        if self._reader.is_alive() and self._reader is not threading.current_thread():
            self._reader.join(deadline.remaining())
        return not self._reader.is_alive()

    def on_request(self, handler: RequestHandler | None) -> None:
        """Answer the peer's requests with ``handler``; the later one replaces, without one they get -32601."""
        self._requests.handler = handler

    def on_notification(self, handler: NotificationHandler | None) -> None:
        """Hand every notification to ``handler`` on the reading thread; the later one replaces."""
        self._notification_handler = handler

    def request(
        self, method: str, params: Mapping[str, object] | None = None, *, timeout: float | None = None
    ) -> JsonValue:
        """Call ``method`` and wait for its result, at most ``timeout`` seconds; ``None`` waits without a limit.

        Raises:
            TypeError: ``params`` cannot be written as JSON; nothing was sent.
            JsonRpcResponseError: the peer answered with an error.
            RequestTimeoutError: no answer in time; the work may still have happened.
            SdkProtocolError: the answer could not be decoded; ``FrameTooLargeError`` if for its length.
            TransportClosedError: there is no connection, or it ended first.
        """
        if threading.current_thread() is self._reader:
            raise RuntimeError(f"{method} called on the thread that would read its answer: from a filter or listener")
        deadline = Deadline(check_timeout("timeout", timeout))
        call = self._calls.open(method)
        try:
            frame = encode_request(call.id, method, params)
            if self._put(frame, call, deadline) and call.wait(deadline):
                return call.outcome()
        finally:
            self._calls.forget(call)
        if call.is_settled:  # the answer came between the end of the wait and here: it wins
            return call.outcome()
        raise RequestTimeoutError(f"{method} was not answered within {timeout} s", method=method, timeout=timeout)

    def notify(self, method: str, params: Mapping[str, object] | None = None) -> None:
        """Send a notification; waits only while more than ``max_queued_bytes`` wait to be written.

        Raises:
            TypeError: ``params`` cannot be written as JSON; nothing was sent.
            TransportClosedError: there is no connection.
        """
        frame = encode_notification(method, params)
        end = self._calls.end
        if end is not None:
            raise end.again()
        try:
            self._outbox.put(frame, Deadline(None))
        except OutboxClosed:
            raise self._calls.wait_for_end().again() from None

    def flush(self, timeout: float | None = None) -> bool:
        """Wait until all earlier frames have been handed to the operating system; ``False``: not in time."""
        return self._outbox.flush(Deadline(timeout))

    def _put(self, frame: bytes, call: PendingCall, deadline: Deadline) -> bool:
        try:
            return self._outbox.put(frame, deadline)
        except OutboxClosed:
            # The ending that closed the outbox is about to reject this call too, with all the facts.
            return call.wait(Deadline(None))

    def _read_all(self) -> None:
        splitter = LineSplitter(self._max_frame_bytes)
        reason = "JSON-RPC input closed"
        try:
            while chunk := self._input.read1(_READ_BYTES):
                for line in splitter.push(chunk):
                    self._receive(line)
                if self._closed.is_set():
                    return
            last = splitter.end()
            if last is not None:
                self._receive(last)
        except Exception as error:  # a failing stream, or no memory for a line: the connection cannot go on
            reason = f"JSON-RPC input failed: {error!r}"
        finally:
            self._input_ended.set()
            if self._calls.end is None:
                self._finish(self._describe_end(reason), input_ended=True)

    def _receive(self, line: bytes | SkippedLine) -> None:
        if self._closed.is_set():
            return
        frame = decode_frame(line) if isinstance(line, bytes) else self._too_large(line)
        if isinstance(frame, HarnessNotification):
            handler = self._notification_handler
            if handler is not None:
                self._guarded(lambda: handler(frame))
        elif isinstance(frame, Response):
            self._calls.settle(frame.id, frame)
        elif isinstance(frame, Request):
            self._requests.serve(frame)
        elif isinstance(frame, UnreadableFrame):
            self._receive_unreadable(frame)
        else:
            self._ignore(line)

    def _receive_unreadable(self, frame: UnreadableFrame) -> None:
        if frame.id is None and frame.method is None:
            self._ignore(f"a line of {frame.frame_bytes} bytes that {frame.reason}".encode())
        elif frame.id is None:
            dropped, method = self._on_dropped_frame, frame.method
            if dropped is None:
                _log.warning("dropped the notification %s: its frame %s", method, frame.reason)
            else:
                self._guarded(lambda: dropped(frame.frame_bytes, method))
        elif frame.method is None:
            self._calls.settle(frame.id, frame)
        else:
            too_large = frame.frame_bytes > self._max_frame_bytes
            code = FRAME_TOO_LARGE if too_large else INTERNAL
            self._answer(encode_error(frame.id, code, f"frame {frame.reason}"))

    def _too_large(self, line: SkippedLine) -> UnreadableFrame:
        method = line.method if isinstance(line.method, str) else None
        reason = f"is longer than {self._max_frame_bytes} bytes"
        return UnreadableFrame(usable_id(line.id), method, line.line_bytes, reason)

    def _ignore(self, line: bytes | SkippedLine) -> None:
        self.ignored_lines += 1
        hook = self._on_ignored_line
        if hook is not None and isinstance(line, bytes):
            # Cut in bytes first: the line may be long, and a character takes four bytes at most.
            shown = line[: _SHOWN_CHARACTERS * 4].decode("utf-8", "replace")[:_SHOWN_CHARACTERS]
            self._guarded(lambda: hook(shown))

    def _guarded(self, listener: Callable[[], object]) -> None:
        try:
            listener()
        except BaseException as error:  # also SystemExit: a listener does not end the connection
            self.report(error)

    def report(self, error: BaseException) -> None:
        """Tell of an error that a listener raised and that nobody else hears of."""
        try:
            if self._on_listener_error is not None:
                self._on_listener_error(error)
                return
        except BaseException as second:
            error = second
        _log.error("a listener raised", exc_info=error)

    def _answer(self, frame: bytes) -> None:
        try:
            self._outbox.put(frame, Deadline(None))
        except OutboxClosed:
            pass  # nobody is left to read the answer: dropped, as every late one

    def _output_failed(self, error: Exception) -> None:
        # Answers may still be in the input, and its end knows more about the cause: it has a moment to come first.
        if not self._input_ended.wait(1.0):
            self._finish(self._describe_end(f"JSON-RPC output failed: {error!r}"))

    def _finish(self, error: TransportClosedError, *, input_ended: bool = False) -> None:
        """End once, by whatever comes first; requests read before the input ended are still answered (spec §0.2)."""
        is_first = self._calls.fail(error)
        if input_ended:
            self._requests.when_idle(self._outbox.finish)
        else:
            self._closed.set()
            self._outbox.close()
        on_closed = self._on_closed
        if is_first and on_closed is not None:
            self._guarded(lambda: on_closed(error))
