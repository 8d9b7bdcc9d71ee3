"""One line <-> one frame: what a line is, decided as spec §0.1 says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Union

from ._json import JsonObject, JsonValue, decode_json, encode_json
from ._lines import FrameScan

FrameId = Union[str, int, float]


@dataclass(frozen=True)
class Request:
    """A call of the peer, to be answered once."""

    id: FrameId
    method: str
    params: JsonObject


@dataclass(frozen=True)
class Response:
    """An answer of the peer. ``error`` is ``None`` when it sent none; then ``result`` counts, ``None`` if absent."""

    id: FrameId
    result: JsonValue
    error: JsonValue


@dataclass(frozen=True)
class HarnessNotification:
    """One notification as it came. Every subscription gets the same ``params``: read them, do not change them."""

    method: str
    params: JsonObject
    frame_bytes: int = field(default=0, repr=False, compare=False)
    """Length of its frame in UTF-8, which is what bounds count."""


@dataclass(frozen=True)
class UnreadableFrame:
    """A frame that cannot be decoded although it may be one: too large, too deep, an endless integer."""

    id: FrameId | None
    method: str | None
    frame_bytes: int
    reason: str


Frame = Union[Request, Response, HarnessNotification, UnreadableFrame]


def decode_frame(line: bytes) -> Frame | None:
    """Return the frame of a whole line, or ``None`` for a line that is none and has to be ignored."""
    text = line.decode("utf-8", "replace").strip().lstrip("\ufeff").strip()
    if not text.startswith("{"):
        return None
    try:
        value = decode_json(text)
    except RecursionError:
        return _unreadable(line, "is nested too deeply")
    except ValueError as error:
        # JSONDecodeError says that the line is no JSON; the bare class that an integer is too long to convert.
        return _unreadable(line, "has a number that is too long") if type(error) is ValueError else None
    return _classify(value, len(line)) if isinstance(value, dict) else None


def encode_request(call_id: str, method: str, params: Mapping[str, object] | None) -> bytes:
    """Return the line of a call, or raise TypeError."""
    return _line({"jsonrpc": "2.0", "id": call_id, "method": method}, params)


def encode_notification(method: str, params: Mapping[str, object] | None) -> bytes:
    """Return the line of a notification, or raise TypeError."""
    return _line({"jsonrpc": "2.0", "method": method}, params)


def encode_result(call_id: FrameId, result: object) -> bytes:
    """Return the line of an answer, or raise TypeError."""
    return encode_json({"jsonrpc": "2.0", "id": call_id, "result": result}) + b"\n"


def encode_error(call_id: FrameId, code: int, message: str, data: object = None) -> bytes:
    """Return the line of an answer that is an error, or raise TypeError."""
    error: dict[str, object] = {"code": code, "message": message}
    if data is not None:
        error["data"] = data
    return encode_json({"jsonrpc": "2.0", "id": call_id, "error": error}) + b"\n"


def usable_id(value: JsonValue) -> FrameId | None:
    """Return the id if it is one: a string or a number; ``true`` is none, though Python counts it as an integer."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return None
    return value


def _classify(frame: JsonObject, frame_bytes: int) -> Frame | None:
    call_id, method = usable_id(frame.get("id")), frame.get("method")
    if not isinstance(method, str):
        return None if call_id is None else Response(call_id, frame.get("result"), frame.get("error"))
    given = frame.get("params")
    params: JsonObject = given if isinstance(given, dict) else {}
    if call_id is None:
        return HarnessNotification(method, params, frame_bytes)
    return Request(call_id, method, params)


def _unreadable(line: bytes, reason: str) -> UnreadableFrame:
    scan = FrameScan()
    scan.feed(line)
    method = scan.method
    return UnreadableFrame(usable_id(scan.id), method if isinstance(method, str) else None, len(line), reason)


def _line(head: dict[str, object], params: Mapping[str, object] | None) -> bytes:
    if params is not None:
        head["params"] = dict(params)
    return encode_json(head) + b"\n"
