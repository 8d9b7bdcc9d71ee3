"""Requests of the peer, each answered on a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from ._errors import JsonRpcResponseError
from ._frames import FrameId, Request, encode_error, encode_result
from ._json import JsonObject

MAX_REQUESTS_IN_WORK = 64
METHOD_NOT_FOUND, INTERNAL, FRAME_TOO_LARGE, OVERLOADED = -32601, -32603, -32011, -32016


@dataclass(frozen=True)
class RequestContext:
    """What a request handler may want to know beside method and params."""

    id: FrameId
    closed: threading.Event
    """Set when the transport is closed: the answer will no longer be read."""


RequestHandler = Callable[[str, JsonObject, RequestContext], object]
"""Gets method, params and context; what it returns, or raises, is the answer."""


class RequestsInWork:
    """Runs the handler for each request, at most 64 at once, and hands on the encoded answers."""

    def __init__(self, answer: Callable[[bytes], None], closed: threading.Event) -> None:
        self.handler: RequestHandler | None = None
        self._answer = answer
        self._closed = closed
        self._lock = threading.Lock()
        self._count = 0
        self._on_idle: Callable[[], None] | None = None

    def serve(self, request: Request) -> None:
        """Begin to answer, or answer at once that it cannot be done."""
        handler = self.handler
        if handler is None:
            self._answer(encode_error(request.id, METHOD_NOT_FOUND, f"method not found: {request.method}"))
        elif not self._begin(handler, request):
            self._answer(encode_error(request.id, OVERLOADED, "too many requests at once"))

    def when_idle(self, action: Callable[[], None]) -> None:
        """Do ``action`` once the last request in work has been answered: now, if there is none."""
        with self._lock:
            if self._count > 0:
                self._on_idle = action
                return
        action()

    def _begin(self, handler: RequestHandler, request: Request) -> bool:
        with self._lock:
            if self._count >= MAX_REQUESTS_IN_WORK:
                return False
            self._count += 1
        try:
            threading.Thread(
                target=self._run, args=(handler, request), name="theopen-harness request", daemon=True
            ).start()
        except RuntimeError:  # the system has no thread left
            self._end_one()
            return False
        return True

    def _run(self, handler: RequestHandler, request: Request) -> None:
        try:
            result = handler(request.method, request.params, RequestContext(request.id, self._closed))
            answer = encode_result(request.id, result)
        except JsonRpcResponseError as error:
            answer = _encoded(request.id, INTERNAL if error.code is None else error.code, error.message, error.data)
        except BaseException as error:  # also SystemExit: a handler that fails fails its own request alone
            answer = _encoded(request.id, INTERNAL, str(error) or type(error).__name__)
        self._answer(answer)
        self._end_one()

    def _end_one(self) -> None:
        with self._lock:
            self._count -= 1
            on_idle = self._on_idle if self._count == 0 else None
        if on_idle is not None:
            on_idle()


def _encoded(request_id: FrameId, code: int, message: str, data: object = None) -> bytes:
    try:
        return encode_error(request_id, code, message, data)
    except TypeError:  # data that is no JSON: the error itself still has to arrive
        return encode_error(request_id, code, message)
