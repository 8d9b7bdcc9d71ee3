"""Bytes to lines: only 0x0A ends one, and one that is too long is skipped in constant memory (spec §0.1, §1.9)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ._json import JsonValue, decode_json

DEFAULT_MAX_FRAME_BYTES = 32 * 1024 * 1024
"""The longest line that is received, in bytes without its line feed."""

_MAX_CAPTURED_BYTES = 4096
"""A member name, id or method longer than this is not kept while its frame is being skipped."""


@dataclass(frozen=True)
class SkippedLine:
    """A line that outgrew the limit: its length, and the top-level ``id`` and ``method`` if it had them."""

    line_bytes: int
    id: JsonValue = None
    method: JsonValue = None


class LineSplitter:
    """Cuts a stream of chunks, however they fall, into lines without their line feed.

    Its cost is linear in the bytes read. A line of more than ``max_line_bytes`` is never held whole.
    """

    def __init__(self, max_line_bytes: int = DEFAULT_MAX_FRAME_BYTES) -> None:
        self._max_line_bytes = max_line_bytes
        self._held: list[bytes] = []
        self._held_bytes = 0
        self._skipping: FrameScan | None = None

    def push(self, chunk: bytes) -> Iterator[bytes | SkippedLine]:
        """Yield what ``chunk`` completes, oldest first. Take all of it before the next push."""
        *complete, rest = chunk.split(b"\n")
        for part in complete:
            self._hold(part)
            yield self._take()
        self._hold(rest)

    def end(self) -> bytes | SkippedLine | None:
        """Return the last line when the input ended without a line feed behind it."""
        return self._take() if self._held_bytes else None

    def _hold(self, part: bytes) -> None:
        if not part:
            return
        self._held_bytes += len(part)
        if self._skipping is None:
            self._held.append(part)
            if self._held_bytes <= self._max_line_bytes:
                return
            self._skipping = FrameScan()
            for held in self._held:
                self._skipping.feed(held)
            self._held.clear()
        else:
            self._skipping.feed(part)

    def _take(self) -> bytes | SkippedLine:
        skipping, line_bytes = self._skipping, self._held_bytes
        self._skipping, self._held_bytes = None, 0
        if skipping is not None:
            return SkippedLine(line_bytes, skipping.id, skipping.method)
        line = self._held[0] if len(self._held) == 1 else b"".join(self._held)
        self._held.clear()
        return line


class FrameScan:
    """Finds the top-level ``id`` and ``method`` of a frame, wherever they stand, without building its value.

    It follows depth and strings alone, in constant memory, so it also reads frames too large or too deep to decode.
    """

    def __init__(self) -> None:
        self._id: JsonValue = None
        self._method: JsonValue = None
        self._depth = 0
        self._foreign = False  # something else than a frame stands on this line
        self._in_string = False
        self._escaped = False
        self._name: bytes | None = None  # of the member whose value is being read
        self._captured = bytearray()  # the raw text since the last structural byte at depth 1
        self._whole = True  # false once that text outgrew its bound or held a nested value

    @property
    def id(self) -> JsonValue:
        return None if self._foreign else self._id

    @property
    def method(self) -> JsonValue:
        return None if self._foreign else self._method

    def feed(self, chunk: bytes) -> None:
        position, end = 0, len(chunk)
        while position < end:
            if self._in_string:
                position = self._feed_string(chunk, position)
                continue
            found = _STRUCTURAL.search(chunk, position)
            stop = found.start() if found else end
            if self._depth == 1:
                self._capture(chunk, position, stop)
            elif self._depth == 0 and chunk[position:stop].strip(_AROUND_A_FRAME):
                self._foreign = True
            if not found:
                return
            self._structural(chunk[stop])
            position = stop + 1

    def _feed_string(self, chunk: bytes, position: int) -> int:
        """Read within a string from ``position``; return where reading goes on."""
        start = position
        if self._escaped:
            self._escaped = False
            position += 1
        found = _IN_STRING.search(chunk, position)
        stop = found.end() if found else len(chunk)
        if self._depth == 1:
            self._capture(chunk, start, stop)
        if found:
            if found.group() == b"\\":
                self._escaped = True
            else:
                self._in_string = False
        return stop

    def _capture(self, chunk: bytes, start: int, stop: int) -> None:
        if self._whole and len(self._captured) + stop - start <= _MAX_CAPTURED_BYTES:
            self._captured += chunk[start:stop]
        else:
            self._whole = False

    def _structural(self, byte: int) -> None:
        if byte == 0x22:  # a quote opens a string
            self._in_string = True
            self._foreign = self._foreign or self._depth == 0
            if self._depth == 1:
                self._captured += b'"'
        elif byte in b"{[":
            self._foreign = self._foreign or (self._depth == 0 and byte == 0x5B)
            self._depth += 1
            self._start_text(whole=self._depth == 1)
        elif byte in b"}]":
            if self._depth == 1:
                self._end_member()
            self._depth -= 1
        elif self._depth == 1 and byte == 0x3A:  # a colon ends a name
            self._name = bytes(self._captured) if self._whole else None
            self._start_text(whole=True)
        elif self._depth == 1:  # a comma ends a member
            self._end_member()

    def _end_member(self) -> None:
        if self._name is not None and self._whole:
            name = _decoded(self._name)
            if name == "id":
                self._id = _decoded(bytes(self._captured))
            elif name == "method":
                self._method = _decoded(bytes(self._captured))
        self._name = None
        self._start_text(whole=True)

    def _start_text(self, *, whole: bool) -> None:
        self._captured.clear()
        self._whole = whole


_AROUND_A_FRAME = b" \t\r\n\xef\xbb\xbf"  # white space and a byte order mark
_STRUCTURAL = re.compile(rb'["{}\[\],:]')
_IN_STRING = re.compile(rb'["\\]')


def _decoded(raw: bytes) -> JsonValue:
    try:
        return decode_json(raw.decode("utf-8", "replace").strip())
    except ValueError:
        return None  # no JSON: the member counts as absent, as it would in an ignored line
