"""A runtime process with the transport to it, from its start to its end, also to that of the interpreter."""

from __future__ import annotations

import atexit
import os
import threading

from ._deadline import Deadline
from ._errors import TransportClosedError
from ._options import HarnessClientOptions
from ._process import CloseReport, CloseStep, RuntimeProcess
from ._subscription import SubscriptionHub
from ._transport import JsonRpcLineTransport

_JOIN_SECONDS = 2.0
_IGNORED_LINES_KEPT = 20


class Connection:
    """A running process with its transport. Its threads hold this, never the client: a client can be forgotten."""

    def __init__(self, options: HarnessClientOptions, hub: SubscriptionHub) -> None:
        self.process = RuntimeProcess(options.command, options.args, options.cwd, options.env)
        self.transport = JsonRpcLineTransport(
            self.process.stdout,
            self.process.stdin,
            on_ignored_line=self._note_ignored_line,
            on_dropped_frame=self._note_dropped_frame,
            on_listener_error=options.on_listener_error,
            on_closed=self._on_closed,
            describe_end=self._describe_end,
        )
        self.is_closing = False
        self._options = options
        self._hub = hub
        self._close_lock = threading.Lock()
        self._step: CloseStep | None = None
        self._owner_pid = os.getpid()
        self.transport.on_request(options.on_request)
        self.transport.on_notification(hub.deliver)
        _open_connections.add(self)
        self.transport.start()

    @property
    def report(self) -> CloseReport | None:
        """How the process ended; ``None`` until it has, and all that it wrote has been read."""
        end, process = self.transport.end, self.process
        if end is None or not (process.exited.is_set() or self._step == "survived"):
            return None
        if self._step is None and self.is_closing:
            return None  # on its way down the ladder
        step = self._step or process.end(None, eof_grace=0, term_grace=0)
        return CloseReport(step, process.exit_code, process.signal, process.stderr.text(), end.calls_in_flight)

    @property
    def is_ours(self) -> bool:
        return self._owner_pid == os.getpid()  # a forked copy of the host must not end its parent's runtime

    def close(self) -> CloseReport:
        if not self.is_ours:
            return CloseReport("not-started")
        with self._close_lock:
            self.is_closing = True
            if self._step is None:
                options = self._options
                ask = self._ask_to_shut_down if options.shutdown_timeout > 0 else None
                self._step = self.process.end(ask, eof_grace=options.eof_grace, term_grace=options.term_grace)
                self.transport.join(_JOIN_SECONDS)  # what had been written is still delivered
                self.transport.close(self._describe_end(""))
                if self.transport.join(_JOIN_SECONDS):
                    self.process.stdout.close()  # not read to its end, if it was writing that failed
                self.process.join(_JOIN_SECONDS)
                _open_connections.discard(self)
        report = self.report
        if report is None or report.step == "survived":
            raise self.process.closed_error(f"runtime process {self.process.pid} lives on after SIGKILL", by_us=True)
        return report

    def abandon(self) -> None:
        """End the runtime of a client that nobody refers to any more, without holding up the collector."""
        if self._step is not None or not self.is_ours:
            return
        self.process.stdin.close()
        try:
            threading.Thread(target=self.close, name="theopen-harness closing", daemon=True).start()
        except RuntimeError:
            pass  # the interpreter is ending and starts no thread; _end_all has seen to this runtime

    def _ask_to_shut_down(self) -> object:
        return self.transport.request("shutdown", {}, timeout=self._options.shutdown_timeout)

    def _describe_end(self, reason: str) -> TransportClosedError:
        if self.is_closing:
            return self.process.closed_error("client was closed", by_us=True)
        return self.process.closed_error(reason)

    def _on_closed(self, error: TransportClosedError) -> None:
        self._hub.fail(error, closed_here=self.is_closing)
        if self.process.exited.is_set():
            self.transport.close(error)  # nobody is left to read what is still on its way out
            _open_connections.discard(self)

    def _note_ignored_line(self, line: str) -> None:
        # Many programs tell of their trouble on stdout. The first such lines go where people will look for it.
        if line.strip() and self.transport.ignored_lines <= _IGNORED_LINES_KEPT:
            self.process.stderr.note(f"stdout: {line}")

    def _note_dropped_frame(self, frame_bytes: int, method: str | None) -> None:
        self.process.stderr.note(f"skipped the notification {method}: its {frame_bytes} bytes cannot be read")


_open_connections: set[Connection] = set()


@atexit.register
def _end_all() -> None:
    """End the runtimes that were left open when the interpreter ends, all at once and within three seconds."""
    left = [connection for connection in list(_open_connections) if connection.is_ours]
    for connection in left:
        connection.process.stdin.close()
    _wait_for_all(left, 1.25)
    for connection in left:
        connection.process.terminate()
    _wait_for_all(left, 0.75)
    for connection in left:
        connection.process.kill()
    _wait_for_all(left, 0.5)


def _wait_for_all(connections: list[Connection], seconds: float) -> None:
    deadline = Deadline(seconds)
    for connection in connections:
        connection.process.exited.wait(deadline.remaining())
