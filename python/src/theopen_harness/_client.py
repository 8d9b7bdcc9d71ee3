"""The lower layer: one runtime process and the calls and notifications of the protocol, for adapters."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Union

from ._connection import Connection
from ._errors import SdkProtocolError, TransportClosedError
from ._json import JsonValue
from ._options import HarnessClientOptions
from ._process import CloseReport, PathLike
from ._requests_in_work import RequestHandler
from ._subscription import DEFAULT_MAX_QUEUED_BYTES, NotificationFilter, NotificationSubscription, SubscriptionHub

if TYPE_CHECKING:
    from typing import TypeGuard

    from ._wire import ContentBlock, InitializeResult

ContentBlocks = Iterable[Union["ContentBlock", Mapping[str, object]]]
"""The blocks of a prompt; a block of a type that is unknown here is sent as it is."""


class HarnessClient:
    """Starts one runtime and speaks the protocol with it; may be used from several threads.

    Nothing is started before the first call needs it. It is used for one process: once that has gone, make a new
    client. A context manager: leaving closes it. The options are those of HarnessClientOptions, explained there.
    """

    def __init__(
        self,
        *,
        command: PathLike,
        args: Sequence[str] = (),
        cwd: PathLike | None = None,
        env: Mapping[str, str | None] | None = None,
        request_timeout: float | None = None,
        shutdown_timeout: float = 1.0,
        eof_grace: float = 6.0,
        term_grace: float = 3.0,
        max_queued_bytes: int = DEFAULT_MAX_QUEUED_BYTES,
        on_request: RequestHandler | None = None,
        on_listener_error: Callable[[BaseException], None] | None = None,
    ) -> None:
        self.options = HarnessClientOptions(
            command=command,
            args=args if isinstance(args, str) else tuple(args),
            cwd=cwd,
            env=None if env is None else dict(env),
            request_timeout=request_timeout,
            shutdown_timeout=shutdown_timeout,
            eof_grace=eof_grace,
            term_grace=term_grace,
            max_queued_bytes=max_queued_bytes,
            on_request=on_request,
            on_listener_error=on_listener_error,
        )
        self._hub = SubscriptionHub()
        self._lock = threading.Lock()
        self._connection: Connection | None = None
        self._failure: TransportClosedError | None = None  # why there will be no connection
        self._report: CloseReport | None = None  # of a client that has none

    @classmethod
    def of(cls, options: HarnessClientOptions) -> HarnessClient:
        """Return a client with these options."""
        return cls(**vars(options))

    @property
    def pid(self) -> int | None:
        """The process id of the runtime, on POSIX that of its group too; ``None`` before it was started."""
        return None if self._connection is None else self._connection.process.pid

    @property
    def stderr_tail(self) -> str:
        """The end of what the runtime has written to stderr so far, at most 64 KiB."""
        return "" if self._connection is None else self._connection.process.stderr.text()

    @property
    def closed(self) -> CloseReport | None:
        """How the runtime ended, once it has ended, by ``close()`` or by itself."""
        return self._report if self._connection is None else self._connection.report

    def start(self) -> None:
        """Start the runtime process; again: no effect. It shakes no hands: ``initialize`` does.

        Raises:
            TransportClosedError: it cannot be started, has ended, or this client was closed.
        """
        end = self._connected().transport.end
        if end is not None:
            raise end.again()

    def initialize(
        self, *, cwd: PathLike, provider: str, model: str, max_tokens: int | None = None
    ) -> InitializeResult:
        """Shake hands (spec §0.3) and return the result, ``{"serverInfo": {"name": …, "version": …}}``.

        Raises what ``request`` raises, and SdkProtocolError for a result of another shape.
        """
        params: dict[str, object] = {"cwd": os.fspath(cwd), "provider": provider, "model": model}
        if max_tokens is not None:
            params["maxTokens"] = max_tokens
        result = self.request("initialize", params)
        if not _is_initialize_result(result):
            raise _unexpected("initialize", "serverInfo", "an object")
        return result

    def prompt(self, session_id: str, content_blocks: ContentBlocks) -> str:
        """Queue a user message for good and return its message id; what comes of it comes as notifications.

        Subscribe before: the receipt may arrive ahead of the answer (spec §0.4). Raises what ``request`` raises, and
        SdkProtocolError for a result of another shape.
        """
        blocks = [dict(block) for block in content_blocks]
        result = self.request("session/prompt", {"sessionId": session_id, "contentBlocks": blocks})
        message_id = result.get("messageId") if isinstance(result, dict) else None
        if not isinstance(message_id, str):
            raise _unexpected("session/prompt", "messageId", "a string")
        return message_id

    def request(
        self, method: str, params: Mapping[str, object] | None = None, *, timeout: float | None = None
    ) -> JsonValue:
        """Call any method, starting the runtime if need be, and return its result, unchecked.

        ``timeout`` takes precedence over the option ``request_timeout``; infinity waits without limit. An interrupt
        ends the wait alone: the call has been sent, its answer is then ignored.

        Raises:
            TypeError: ``params`` cannot be written as JSON; nothing was sent.
            ValueError: ``timeout`` is no positive number; nothing was sent.
            JsonRpcResponseError: the runtime answered with an error.
            RequestTimeoutError: no answer in time; the work may still have happened.
            SdkProtocolError: the answer could not be decoded; FrameTooLargeError if for its length.
            TransportClosedError: the runtime is not there, or ended first.
        """
        if timeout is None:
            timeout = self.options.request_timeout
        return self._connected().transport.request(method, params if params is not None else {}, timeout=timeout)

    def notify(self, method: str, params: Mapping[str, object] | None = None) -> None:
        """Send a notification, starting the runtime if need be. Raises TypeError and TransportClosedError."""
        self._connected().transport.notify(method, params)

    def subscribe(self, filter: NotificationFilter | None = None) -> NotificationSubscription:
        """Queue, from now on, every notification that passes ``filter``; of a runtime that has ended, none.

        The filter runs on the reading thread: it decides and returns, it makes no call.
        """
        return self._hub.subscribe(filter, self.options.max_queued_bytes, self)

    def subscribe_session_tree(self, session_id: str) -> NotificationSubscription:
        """Queue what concerns this session and those that it, or they, delegated to."""
        return self.subscribe(self._hub.tree_filter(session_id))

    def report_listener_error(self, error: BaseException) -> None:
        """Tell of an error of a listener: to ``on_listener_error``, else to the log."""
        if self._connection is not None:
            self._connection.transport.report(error)

    def kill(self) -> None:
        """Send SIGKILL to the runtime and its process group, now. It waits for nothing: ``close`` does."""
        if self._connection is not None:
            self._connection.process.kill()

    def close(self) -> CloseReport:
        """End the runtime in order and return how it ended; every caller waits for the same ending.

        Calls that are open may still be answered until the runtime has gone, then they raise TransportClosedError.
        Interrupted, it can be called again and goes on.

        Raises:
            TransportClosedError: the process lives on after SIGKILL.
        """
        with self._lock:
            connection = self._connection
            if connection is None:
                self._report = self._report or CloseReport("not-started")
                self._fail(TransportClosedError("client was closed"), closed_here=True)
                return self._report
            connection.is_closing = True
            self._failure = self._failure or TransportClosedError("client was closed")
        return connection.close()

    def __enter__(self) -> HarnessClient:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _connected(self) -> Connection:
        with self._lock:
            if self._failure is not None:
                raise self._failure.again()
            if self._connection is None:
                try:
                    self._connection = Connection(self.options, self._hub)
                except TransportClosedError as error:
                    self._report = CloseReport("spawn-failed")
                    self._fail(error, closed_here=False)
                    raise
                weakref.finalize(self, self._connection.abandon).atexit = False
            return self._connection

    def _fail(self, error: TransportClosedError, *, closed_here: bool) -> None:
        self._failure = self._failure or error
        self._hub.fail(error, closed_here=closed_here)


def _is_initialize_result(result: JsonValue) -> TypeGuard[InitializeResult]:
    info = result.get("serverInfo") if isinstance(result, dict) else None
    if not isinstance(info, dict):
        return False
    for name in ("name", "version"):
        if not isinstance(info.get(name), str):
            raise _unexpected("initialize", f"serverInfo.{name}", "a string")
    return True


def _unexpected(method: str, field: str, wanted: str) -> SdkProtocolError:
    return SdkProtocolError(
        f"the result of {method} must have {wanted} as {field}", method=method, field=f"result.{field}"
    )
