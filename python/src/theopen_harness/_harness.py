"""The upper layer: a runtime that is started when it is needed, and sessions in it."""

from __future__ import annotations

import dataclasses
import os
import threading
import uuid
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Union

from ._client import HarnessClient
from ._command_line import find_runtime, parse_command
from ._errors import TransportClosedError
from ._frames import HarnessNotification
from ._options import HarnessClientOptions
from ._process import CloseReport, PathLike
from ._session import HarnessSession, RunInput
from ._turn import RunResult

DEFAULT_PROVIDER = "deepseek-official"
DEFAULT_MODEL = "deepseek-v4-flash"

Launch = Union[HarnessClientOptions, str, "Sequence[str]"]
"""What to start: all options, a command as text, or a command and its arguments."""


class Harness:
    """Drives one runtime and its sessions; may be used from several threads. Starts nothing before it is needed.

    ``launch`` says what to start; left out, it is the command in ``TOH_RUNTIME``, else ``toh-runtime`` on the PATH.
    ``cwd`` is the folder of new sessions, by default that of ``launch``, else the current one. ``provider``
    (``deepseek-official``) and ``model`` (``deepseek-v4-flash``) choose the route, ``max_tokens`` is the ceiling of
    each model call, by default the provider's own. The others stand before those of ``launch``, see
    HarnessClientOptions, where they are explained.
    A context manager: leaving closes it.

    Raises:
        RuntimeNotFoundError: no ``launch`` is given and no runtime is found.
    """

    def __init__(
        self,
        *,
        launch: Launch | None = None,
        cwd: PathLike | None = None,
        provider: str | None = None,
        model: str | None = None,
        max_tokens: int | None = None,
        env: Mapping[str, str | None] | None = None,
        request_timeout: float | None = None,
        shutdown_timeout: float | None = None,
        eof_grace: float | None = None,
        term_grace: float | None = None,
        max_queued_bytes: int | None = None,
    ) -> None:
        given = {
            "env": env,
            "request_timeout": request_timeout,
            "shutdown_timeout": shutdown_timeout,
            "eof_grace": eof_grace,
            "term_grace": term_grace,
            "max_queued_bytes": max_queued_bytes,
        }
        overrides: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
        self._launch = dataclasses.replace(_launch_options(launch), **overrides)
        self._cwd = os.path.abspath(cwd or self._launch.cwd or os.getcwd())
        self._provider = DEFAULT_PROVIDER if provider is None else provider
        self._model = DEFAULT_MODEL if model is None else model
        self._max_tokens = max_tokens
        self._client = HarnessClient.of(self._launch)
        self._state = threading.Lock()  # held for moments, so that close() gets through while a start is waiting
        self._starting = threading.Lock()
        self._started = False
        self._closed = False

    @property
    def client(self) -> HarnessClient:
        """The client below; another one after a handshake that failed."""
        return self._client

    def start(self) -> None:
        """Start the runtime and shake hands, once; every caller waits for the same handshake.

        When it fails that runtime is closed and the error raised; a later call tries again with a new one.

        Raises:
            JsonRpcResponseError: the runtime refused, for instance an unknown provider.
            RequestTimeoutError: no answer within ``request_timeout``.
            SdkProtocolError: the answer breaks its contract.
            TransportClosedError: it could not be started, ended first, or this harness was closed.
        """
        with self._starting:
            if self._closed:
                raise TransportClosedError("harness is closed")
            if self._started:
                return
            client = self._client
            try:
                client.initialize(
                    cwd=self._cwd, provider=self._provider, model=self._model, max_tokens=self._max_tokens
                )
                self._started = True
            except BaseException:
                self._replace(client)
                raise

    def session(self, id: str | None = None) -> HarnessSession:
        """Return the session of this id, by default of a new one: ``session-`` and 32 hex digits. Sends nothing."""
        return HarnessSession(self, f"session-{uuid.uuid4().hex}" if id is None else id)

    def run(
        self,
        input: RunInput,
        *,
        session_id: str | None = None,
        on_notification: Callable[[HarnessNotification], object] | None = None,
    ) -> RunResult:
        """Run one prompt in the session of this id, by default in a new one; see HarnessSession.run."""
        return self.session(session_id).run(input, on_notification=on_notification)

    def close(self) -> CloseReport:
        """End the runtime in order, for good, and return how it ended; every caller waits for the same ending."""
        with self._state:
            self._closed = True
            client = self._client
        return client.close()

    def __enter__(self) -> Harness:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _replace(self, failed: HarnessClient) -> None:
        try:
            failed.close()
        except TransportClosedError:
            pass  # it cannot be ended, as its report says; why the handshake failed is what the caller must hear
        with self._state:
            if not self._closed:
                self._client = HarnessClient.of(self._launch)


def _launch_options(launch: Launch | None) -> HarnessClientOptions:
    if launch is None:
        return find_runtime()
    if isinstance(launch, HarnessClientOptions):
        return launch
    if isinstance(launch, str):
        return parse_command(launch)
    if not launch:
        raise ValueError("the command of the runtime is empty")
    return HarnessClientOptions(command=launch[0], args=tuple(launch[1:]))
