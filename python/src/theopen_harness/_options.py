"""How a runtime is started, spoken with and ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ._deadline import check_grace, check_timeout
from ._process import PathLike
from ._requests_in_work import RequestHandler
from ._subscription import DEFAULT_MAX_QUEUED_BYTES


@dataclass(frozen=True, kw_only=True)
class HarnessClientOptions:
    """How a runtime is started, spoken with and ended. Times are in seconds.

    ``command`` is started by no shell, in the folder ``cwd``. ``env`` replaces the whole environment when given; a
    name with the value ``None`` is left out. ``request_timeout`` bounds each single call; ``None`` waits without limit.
    Closing sends ``shutdown`` and waits ``shutdown_timeout`` for its answer, closes stdin and waits ``eof_grace``, then
    sends SIGTERM and SIGKILL to the process group and waits ``term_grace`` for each; 0 skips a wait.
    ``max_queued_bytes`` bounds what may wait in one subscription. ``on_request`` answers the requests of the runtime,
    each on a thread of its own; without it they get -32601. ``on_listener_error`` hears of errors that listeners raise;
    without it they are logged.
    """

    command: PathLike
    args: Sequence[str] = ()
    cwd: PathLike | None = None
    env: Mapping[str, str | None] | None = field(default=None, repr=False)
    request_timeout: float | None = None
    shutdown_timeout: float = 1.0
    eof_grace: float = 6.0
    term_grace: float = 3.0
    max_queued_bytes: int = DEFAULT_MAX_QUEUED_BYTES
    on_request: RequestHandler | None = None
    on_listener_error: Callable[[BaseException], None] | None = None

    def __post_init__(self) -> None:
        if isinstance(self.args, str):
            raise TypeError("args must be a sequence of strings, not one string")
        check_timeout("request_timeout", self.request_timeout)
        for name in ("shutdown_timeout", "eof_grace", "term_grace"):
            check_grace(name, getattr(self, name))
        if self.max_queued_bytes <= 0:
            raise ValueError(f"max_queued_bytes must be a positive number of bytes, not {self.max_queued_bytes}")
