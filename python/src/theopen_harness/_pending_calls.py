"""Calls that wait for their answers."""

from __future__ import annotations

import threading
import uuid

from ._deadline import Deadline
from ._errors import (
    FrameTooLargeError,
    HarnessError,
    JsonRpcResponseError,
    SdkProtocolError,
    TransportClosedError,
)
from ._frames import FrameId, Response, UnreadableFrame
from ._json import JsonValue


class PendingCall:
    """One call on its way: settled once, by its answer or by the end."""

    def __init__(self, method: str) -> None:
        self.id = f"req_{uuid.uuid4().hex}"
        self.method = method
        self._done = threading.Event()
        self._result: JsonValue = None
        self._error: HarnessError | None = None

    @property
    def is_settled(self) -> bool:
        return self._done.is_set()

    def wait(self, deadline: Deadline) -> bool:
        return self._done.wait(deadline.remaining())

    def outcome(self) -> JsonValue:
        """Return the result of a settled call, or raise its error."""
        if self._error is not None:
            raise self._error
        return self._result

    def resolve(self, result: JsonValue) -> None:
        self._result = result
        self._done.set()

    def reject(self, error: HarnessError) -> None:
        self._error = error
        self._done.set()


class PendingCalls:
    """All calls that are open, by id. Ours are strings and match exactly: a number or ``true`` matches none."""

    def __init__(self, max_frame_bytes: int) -> None:
        self._max_frame_bytes = max_frame_bytes
        self._lock = threading.Lock()
        self._calls: dict[str, PendingCall] = {}
        self._end: TransportClosedError | None = None
        self._ended = threading.Event()

    @property
    def end(self) -> TransportClosedError | None:
        return self._end

    def wait_for_end(self) -> TransportClosedError:
        """Return the reason of an ending that has begun and is about to be told with all its facts."""
        self._ended.wait()
        assert self._end is not None
        return self._end

    def open(self, method: str) -> PendingCall:
        """Raise the reason when nothing is answered any more."""
        call = PendingCall(method)
        with self._lock:
            if self._end is not None:
                raise self._end.again()
            self._calls[call.id] = call
        return call

    def forget(self, call: PendingCall) -> None:
        """An answer that comes later is ignored."""
        with self._lock:
            self._calls.pop(call.id, None)

    def settle(self, answer_id: FrameId, answer: Response | UnreadableFrame) -> None:
        with self._lock:
            call = self._calls.pop(answer_id, None) if isinstance(answer_id, str) else None
        if call is None:
            return
        if isinstance(answer, UnreadableFrame):
            call.reject(self._unreadable(call.method, answer))
        elif answer.error is not None:
            call.reject(_response_error(answer.error))
        else:
            call.resolve(answer.result)

    def fail(self, error: TransportClosedError) -> bool:
        """Reject every call, open or to come; ``False``: that has been done before."""
        with self._lock:
            if self._end is not None:
                return False
            self._end = error
            calls = list(self._calls.values())
            self._calls.clear()
            error.calls_in_flight = tuple(call.method for call in calls)
        self._ended.set()
        for call in calls:
            call.reject(error.again())
        return True

    def _unreadable(self, method: str, answer: UnreadableFrame) -> SdkProtocolError:
        message = f"answer to {method} {answer.reason}"
        if answer.frame_bytes > self._max_frame_bytes:
            return FrameTooLargeError(message, method=method, max_frame_bytes=self._max_frame_bytes)
        return SdkProtocolError(message, method=method, field="result")


def _response_error(error: JsonValue) -> JsonRpcResponseError:
    if not isinstance(error, dict):
        return JsonRpcResponseError(error if isinstance(error, str) else "JSON-RPC error")
    message, code = error.get("message"), error.get("code")
    return JsonRpcResponseError(
        message if isinstance(message, str) else "JSON-RPC error",
        code=code if isinstance(code, int) and not isinstance(code, bool) else None,
        data=error.get("data"),
    )
