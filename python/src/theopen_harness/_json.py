"""JSON as this wire has it: standard values only, decoded and encoded without surprises."""

from __future__ import annotations

import json
from typing import NoReturn, Union

JsonValue = Union[str, int, float, bool, None, "list[JsonValue]", "dict[str, JsonValue]"]
"""Any value that JSON can carry."""

JsonObject = dict[str, JsonValue]
"""A JSON object."""


def decode_json(text: str) -> JsonValue:
    """Return the value of ``text``.

    Raises:
        json.JSONDecodeError: the text is no JSON; ``NaN`` and ``Infinity`` are none.
        ValueError: it has an integer of more digits than the interpreter converts.
        RecursionError: it is nested too deeply.
    """
    return _DECODER.decode(text)


def encode_json(value: object) -> bytes:
    """Return ``value`` as one compact line of ASCII, without a line feed.

    Everything beyond ASCII leaves as an escape, so half a surrogate pair does too, and no peer can mistake a
    character for the end of a line.

    Raises:
        TypeError: the value cannot be written as JSON.
    """
    try:
        return _ENCODER.encode(value).encode("ascii")
    except (ValueError, RecursionError) as error:  # NaN, a cycle, an endless integer, too deep
        raise TypeError(f"value cannot be written as JSON: {error}") from error


def _refuse_constant(name: str) -> NoReturn:
    raise json.JSONDecodeError(f"{name} is no JSON value", name, 0)


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)
_ENCODER = json.JSONEncoder(ensure_ascii=True, allow_nan=False, separators=(",", ":"))
