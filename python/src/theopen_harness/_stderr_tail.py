"""The end of what a runtime writes to stderr, in memory that does not grow."""

from __future__ import annotations

import codecs
import re
import threading

from ._pipes import PipeReader

STDERR_TAIL_BYTES = 64 * 1024
_SHOWN_CHARACTERS = 200
_LOOKED_AT_LINES = 40
_TELLING = re.compile(r"(?:error|exception|fatal|panic)\b", re.IGNORECASE)


class StderrTail:
    """Reads stderr to its end on a thread of its own and keeps the last 64 KiB."""

    def __init__(self, pipe: PipeReader) -> None:
        self._pipe = pipe
        self._lock = threading.Lock()
        self._tail = bytearray()
        self._cut = False
        self.ended = threading.Event()

    def start(self) -> None:
        threading.Thread(target=self._drain, name="theopen-harness stderr", daemon=True).start()

    def text(self) -> str:
        """What is kept, in whole characters; what is no UTF-8 reads as U+FFFD."""
        with self._lock:
            tail, cut = bytes(self._tail), self._cut
        if cut:  # it may begin in the middle of a character, whose rest is at most three bytes
            start = next((i for i in range(min(4, len(tail))) if tail[i] & 0xC0 != 0x80), 0)
            tail = tail[start:]
        # Not the final call, so that a character that is still incomplete is left out.
        return codecs.getincrementaldecoder("utf-8")("replace").decode(tail)

    def note(self, text: str) -> None:
        """Put a line of this side where people look for what went wrong."""
        self._keep(f"[client] {text}\n".encode("utf-8", "replace"))

    def _drain(self) -> None:
        try:
            while chunk := self._pipe.read1(STDERR_TAIL_BYTES):
                self._keep(chunk)
        except OSError:
            self._pipe.close()  # stderr is a courtesy: without it the runtime still works
        finally:
            self.ended.set()

    def _keep(self, chunk: bytes) -> None:
        with self._lock:
            self._tail += chunk
            if len(self._tail) > STDERR_TAIL_BYTES:
                self._cut = True
                del self._tail[:-STDERR_TAIL_BYTES]


def last_line(text: str) -> str:
    """Return the last line that speaks of an error, else the last one, shortened and without control characters."""
    lines = [line for line in text.splitlines()[-_LOOKED_AT_LINES:] if line.strip()]
    # What a crashed interpreter prints last need not be what it died of: Node ends with its version.
    telling = [line for line in lines if _TELLING.search(line)] or lines
    if not telling:
        return ""
    return "".join(c if c.isprintable() else " " for c in telling[-1][:_SHOWN_CHARACTERS]).strip()
