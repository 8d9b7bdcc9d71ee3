"""Byte streams in memory, for a transport without a process."""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable

from theopen_harness import JsonObject

from .support import LIMIT


class Feed:
    """An input that a test feeds chunk by chunk."""

    def __init__(self) -> None:
        self._chunks: queue.SimpleQueue[bytes | Exception] = queue.SimpleQueue()

    def push(self, *chunks: bytes | Exception) -> None:
        """Give the chunks; ``b""`` is the end, an exception a failure."""
        for chunk in chunks:
            self._chunks.put(chunk)

    def read1(self, size: int, /) -> bytes:
        chunk = self._chunks.get()
        if isinstance(chunk, Exception):
            raise chunk
        return chunk


class Sink:
    """An output that keeps the frames written to it, and may be told to stall or to fail."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._frames: list[JsonObject] = []
        self.raw = b""
        self.writes = 0
        self.failure: Exception | None = None
        self.open = threading.Event()
        self.open.set()
        self.entered = threading.Event()

    def write(self, data: bytes, /) -> None:
        self.entered.set()
        if not self.open.wait(LIMIT):
            raise AssertionError("nobody opened the sink")
        if self.failure is not None:
            raise self.failure
        with self._changed:
            self.writes += 1
            self.raw += data
            self._frames = [json.loads(line) for line in self.raw.split(b"\n")[:-1]]
            self._changed.notify_all()

    def flush(self) -> None:
        pass

    def frames(self, count: int) -> list[JsonObject]:
        """Wait for so many frames and return all there are."""
        self.wait_for(lambda frames: len(frames) >= count)
        return list(self._frames)

    def wait_for(self, holds: Callable[[list[JsonObject]], bool]) -> None:
        with self._changed:
            if not self._changed.wait_for(lambda: holds(self._frames), LIMIT):
                raise AssertionError(f"not written within {LIMIT} s; written: {self._frames}")
