"""The pipes to a child process, read and written so that no thread is ever stuck behind a process that has gone.

A grandchild that inherited a pipe keeps it open after the child's end. So the ends here follow the child: once it
has gone, what it had written is still read, to the last byte, and then the pipe counts as ended.
"""

from __future__ import annotations

import os
import select
import sys
import threading

_FULL_PIPE_WAIT_MS = 50
_UNKNOWN_REST_BYTES = 1024 * 1024


class ChildGone:
    """Set once, when the child has ended; wakes whoever polls a pipe. Its descriptors go with the last holder."""

    def __init__(self, holders: int) -> None:
        self._lock = threading.Lock()
        self._holders = holders
        self._read_fd, self._write_fd = os.pipe()

    @property
    def fd(self) -> int:
        return self._read_fd

    def set(self) -> None:
        with self._lock:
            if self._write_fd >= 0:
                os.close(self._write_fd)  # the other end now polls as ready, for ever
                self._write_fd = -1

    def release(self) -> None:
        with self._lock:
            self._holders -= 1
            if self._holders == 0:
                os.close(self._read_fd)


class PipeReader:
    """The reading end of a child's stdout or stderr, for one thread; closes itself at its end."""

    def __init__(self, fd: int, gone: ChildGone) -> None:
        self._fd = fd
        self._gone = gone
        self._rest_bytes: int | None = None  # what was left in the pipe when the child had gone
        self._open = True
        if sys.platform != "win32":
            self._poll = select.poll()
            self._poll.register(fd, select.POLLIN)
            self._poll.register(gone.fd, select.POLLIN)

    def read1(self, size: int) -> bytes:
        """Return what is there, waiting for the first byte; ``b""`` at the end."""
        if not self._open:
            return b""
        data = self._read(size)
        if not data:
            self.close()
        return data

    def close(self) -> None:
        """Give the pipe up; for the thread that reads, or when no thread does."""
        if self._open:
            self._open = False
            os.close(self._fd)
            self._gone.release()

    def _read(self, size: int) -> bytes:
        if sys.platform == "win32":  # no poll on pipes there: a grandchild that holds the pipe holds the thread
            return os.read(self._fd, size)
        if self._rest_bytes is None:
            ready = {fd for fd, _ in self._poll.poll()}
            if self._gone.fd in ready:
                self._rest_bytes = _waiting_bytes(self._fd)
        if self._rest_bytes is None:
            return os.read(self._fd, size)
        if self._rest_bytes == 0:
            return b""
        data = os.read(self._fd, min(size, self._rest_bytes))
        self._rest_bytes -= len(data)
        return data


class PipeWriter:
    """The writing end of a child's stdin. One thread writes; ``close`` may come from any and ends a stuck write."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._lock = threading.Lock()
        self._open = True
        if sys.platform != "win32":
            os.set_blocking(fd, False)

    def write(self, data: bytes) -> None:
        """Write all of ``data``.

        Raises:
            BrokenPipeError: nobody reads any more, or the pipe was closed here.
        """
        rest = memoryview(data)
        while rest:
            rest = rest[self._write_some(rest) :]

    def flush(self) -> None:
        """Nothing waits here."""

    def close(self) -> None:
        """End the child's input; again: no effect."""
        with self._lock:
            if self._open:
                self._open = False
                os.close(self._fd)

    def _write_some(self, data: memoryview) -> int:
        with self._lock:  # so that the descriptor is not closed, and given to another file, before the write
            if not self._open:
                raise BrokenPipeError("stdin of the runtime is closed")
            try:
                return os.write(self._fd, data)
            except BlockingIOError:
                pass  # the pipe is full
        if sys.platform != "win32":
            poll = select.poll()
            poll.register(self._fd, select.POLLOUT)
            poll.poll(_FULL_PIPE_WAIT_MS)  # short, so that close() is noticed; only while the pipe is full
        return 0


def _waiting_bytes(fd: int) -> int:
    if sys.platform == "win32":
        return _UNKNOWN_REST_BYTES
    import fcntl
    import termios

    waiting = bytearray(4)
    fcntl.ioctl(fd, termios.FIONREAD, waiting)
    return int.from_bytes(waiting, sys.byteorder)
