"""What this library raises: one tree, told apart by class or by ``kind``, never by text."""

from __future__ import annotations

import copy
from collections.abc import Mapping


class HarnessError(Exception):
    """Base of all errors of this library.

    ``kind`` is stable across releases and made for branching; the message is for people and may change.
    """

    kind: str = "error"


class JsonRpcResponseError(HarnessError):
    """The peer answered a call with an error.

    ``code`` and ``data`` are kept as sent; ``code`` is ``None`` when the peer sent none that is an integer.
    ``kind`` is ``data["kind"]`` when the peer sent one, else ``"response"``. A request handler may raise this
    class to answer with a code and data of its own.
    """

    def __init__(self, message: str, *, code: int | None = None, data: object = None) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.data = data
        self.kind = _kind_of(data)


class TransportClosedError(HarnessError):
    """The runtime could not be started, has ended, or was closed by this side.

    ``exit_code`` and ``signal`` (a name such as ``"SIGKILL"``) are ``None`` while they are unknown; of the two at
    most one is set. ``stderr_tail`` is the end of what the runtime wrote there, at most 64 KiB.
    ``calls_in_flight`` names the methods that were waiting for an answer: their work may have happened.
    """

    kind = "closed"

    def __init__(
        self,
        message: str,
        *,
        exit_code: int | None = None,
        signal: str | None = None,
        stderr_tail: str = "",
        calls_in_flight: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self.exit_code = exit_code
        self.signal = signal
        self.stderr_tail = stderr_tail
        self.calls_in_flight = calls_in_flight

    def again(self) -> TransportClosedError:
        """Return the same error anew: raised in several threads, one object would mix up their tracebacks."""
        twin = copy.copy(self)
        twin.__cause__ = self.__cause__
        return twin


class RequestTimeoutError(HarnessError, TimeoutError):
    """No answer within the time limit; the work may still have happened. A late answer is ignored."""

    kind = "timeout"

    def __init__(self, message: str, *, method: str | None = None, timeout: float | None = None) -> None:
        super().__init__(message)
        self.method = method
        self.timeout = timeout


class CapabilityError(HarnessError):
    """The peer did not agree to this feature; refused before anything was written."""

    kind = "not-agreed"

    def __init__(self, message: str, *, capability: str | None = None) -> None:
        super().__init__(message)
        self.capability = capability


class SdkProtocolError(HarnessError):
    """A message breaks its contract; ``method`` and ``field`` name the place, as in ``result.messageId``."""

    kind = "bad-message"

    def __init__(self, message: str, *, method: str | None = None, field: str | None = None) -> None:
        super().__init__(message)
        self.method = method
        self.field = field


class FrameTooLargeError(SdkProtocolError):
    """A frame was received that is longer than the limit, and was skipped (spec §1.9)."""

    kind = "frame-too-large"
    code: int = -32011

    def __init__(self, message: str, *, method: str | None = None, max_frame_bytes: int = 0) -> None:
        super().__init__(message, method=method)
        self.max_frame_bytes = max_frame_bytes


class SubscriptionOverflowError(HarnessError):
    """A subscription was read too slowly and outgrew its bound (spec §1.10); nothing after it was queued.

    What was queued before can still be read. ``last_seqs`` maps the id of each session to the last ``seq`` that this
    subscription took: from there on, events are missing.
    """

    kind = "subscription-overflow"

    def __init__(self, message: str, *, max_queued_bytes: int = 0, last_seqs: Mapping[str, int] | None = None) -> None:
        super().__init__(message)
        self.max_queued_bytes = max_queued_bytes
        self.last_seqs: Mapping[str, int] = dict(last_seqs or {})


class RuntimeNotFoundError(HarnessError):
    """No runtime was found to start; the message says what was looked for."""

    kind = "runtime-not-found"


def _kind_of(data: object) -> str:
    if isinstance(data, Mapping):
        kind: object = data.get("kind")  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
        if isinstance(kind, str):
            return kind
    return "response"
