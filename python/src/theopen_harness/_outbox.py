"""Frames on their way out: one thread writes them, in order, so that nobody who reads ever waits for a write."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Protocol

from ._deadline import Deadline


class ByteWriter(Protocol):
    """What the transport writes to: a binary file, or the pipe of a runtime."""

    def write(self, data: bytes, /) -> object: ...

    def flush(self) -> object: ...


class OutboxClosed(Exception):
    """Nothing more is written."""


class Outbox:
    """A queue bounded in bytes with a writer thread behind it. Frames that wait leave in one write."""

    def __init__(self, output: ByteWriter, max_queued_bytes: int, on_failure: Callable[[Exception], None]) -> None:
        self._output = output
        self._max_queued_bytes = max_queued_bytes
        self._on_failure = on_failure
        self._changed = threading.Condition()
        self._frames: deque[bytes] = deque()
        self._queued_bytes = 0
        self._writing = False
        self._closed = False
        self._lost = False
        self._thread = threading.Thread(target=self._write_all, name="theopen-harness writer", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def put(self, frame: bytes, deadline: Deadline) -> bool:
        """Queue one whole frame once there is room for it; ``False``: there was none in time.

        Raises:
            OutboxClosed: the output has failed or was closed.
        """
        with self._changed:
            has_room = self._changed.wait_for(lambda: self._closed or self._has_room(frame), deadline.remaining())
            if self._closed:
                raise OutboxClosed
            if has_room:
                self._frames.append(frame)
                self._queued_bytes += len(frame)
                self._changed.notify_all()
            return has_room

    def flush(self, deadline: Deadline) -> bool:
        """Wait until all earlier frames have been written; ``False``: not in time, or the output has failed."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._idle(), deadline.remaining())
            return self._idle() and not self._lost

    def finish(self) -> None:
        """Take no more frames, write those that wait, then let the thread end."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def close(self) -> None:
        """Drop what still waits and let the thread end."""
        with self._changed:
            self._closed = True
            self._lost = self._lost or not self._idle()
            self._frames.clear()
            self._changed.notify_all()

    def join(self, timeout: float) -> None:
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(timeout)

    def _has_room(self, frame: bytes) -> bool:
        # A frame that is larger than the whole bound may pass alone.
        return not self._frames or self._queued_bytes + len(frame) <= self._max_queued_bytes

    def _idle(self) -> bool:
        return not self._frames and not self._writing

    def _write_all(self) -> None:
        try:
            while frames := self._next_frames():
                self._output.write(frames)
                self._output.flush()
        except Exception as error:  # a broken pipe, a closed file: whatever it is, nothing more can be written
            self.close()
            self._on_failure(error)

    def _next_frames(self) -> bytes:
        with self._changed:
            self._writing = False
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._closed or bool(self._frames))
            frames = b"".join(self._frames)
            self._frames.clear()
            self._queued_bytes = 0
            self._writing = bool(frames)
            return frames
