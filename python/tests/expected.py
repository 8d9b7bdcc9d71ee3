"""The expectation mini-format of the transport cases: generators are expanded, matchers compared."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, cast

from theopen_harness import JsonValue

Expand = Callable[[Any], bytes]


def expanded(value: JsonValue, text_of: Expand) -> JsonValue:
    """Return ``value`` with its generators ($str, $seq, $nest) replaced by what they generate."""
    if isinstance(value, list):
        items: list[JsonValue] = []
        for item in value:
            if isinstance(item, dict) and "$seq" in item:
                items += _sequence(cast("dict[str, Any]", item["$seq"]), text_of)
            else:
                items.append(expanded(item, text_of))
        return items
    if isinstance(value, dict):
        if "$str" in value:
            return text_of(value["$str"]).decode("utf-8", "surrogatepass")
        if "$nest" in value:
            return _nested(cast("dict[str, Any]", value["$nest"]))
        return {name: expanded(item, text_of) for name, item in value.items()}
    return value


def matches(wanted: JsonValue, got: JsonValue) -> bool:
    """Whether ``got`` is what ``wanted`` says, $any and $oneOf included. ``1`` and ``True`` differ."""
    if isinstance(wanted, dict):
        if "$any" in wanted:
            return _is_any(str(wanted["$any"]), got)
        if "$oneOf" in wanted:
            return any(matches(choice, got) for choice in cast("list[JsonValue]", wanted["$oneOf"]))
        return (
            isinstance(got, dict)
            and wanted.keys() == got.keys()
            and all(matches(item, got[name]) for name, item in wanted.items())
        )
    if isinstance(wanted, list):
        return isinstance(got, list) and len(wanted) == len(got) and all(map(matches, wanted, got))
    return isinstance(wanted, bool) == isinstance(got, bool) and wanted == got


def _is_any(kind: str, got: JsonValue) -> bool:
    number = isinstance(got, (int, float)) and not isinstance(got, bool)
    return {
        "json": True,
        "string": isinstance(got, str),
        "number": number,
        "integer": number and got == int(cast("float", got)),
        "object": isinstance(got, dict),
    }[kind]


def _sequence(given: dict[str, Any], text_of: Expand) -> list[JsonValue]:
    start, text = given.get("from", 0), json.dumps(given["item"])
    return [
        expanded(json.loads(text.replace('"{i}"', str(number)).replace("{i}", str(number))), text_of)
        for number in range(start, start + given["count"])
    ]


def _nested(given: dict[str, Any]) -> JsonValue:
    value = given["inner"]
    for _ in range(given["depth"]):
        value = [value] if given["key"] is None else {given["key"]: value}
    return value
