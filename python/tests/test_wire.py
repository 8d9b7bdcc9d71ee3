"""The generated types against the frames of version 1 that the tests of both languages read."""

from __future__ import annotations

import json
import sys
import types
import typing
import unittest
from typing import Any, Literal, Union, cast

from theopen_harness import _wire

from .support import FIXTURES, REPOSITORY

FRAMES: list[dict[str, Any]] = json.loads((FIXTURES / "v1" / "frames.json").read_text("utf-8"))["frames"]
DEFS: dict[str, Any] = json.loads((REPOSITORY / "packages" / "protocol" / "schema.json").read_text("utf-8"))["$defs"]
TYPE_FAULTS = ("is missing", "must be a string", "must be an object", "must be an array", "must be an integer, got a")
"""How the texts of faults begin that a type can tell; what is too small or twice there, it cannot."""

NAMES: dict[str, Any] = dict(vars(_wire))
NOT_REQUIRED: Any = getattr(typing, "NotRequired", None)


def payload(case: dict[str, Any]) -> tuple[Any, Any] | None:
    """The value in a frame with its type; ``None`` for params of methods that are not defined or take none."""
    frame = json.loads(case["line"])
    sender = case["from"].title()
    if "error" in frame:
        return frame["error"]["data"], _wire.ErrorData
    if "answers" in case:
        asker = {"Client": "Server", "Server": "Client"}[sender]
        entry = DEFS[f"{asker}RequestMapV1"]["properties"][case["answers"]]["properties"]["result"]
        return frame["result"], named(entry)
    if "id" not in frame:
        return frame["params"], named(DEFS[f"{sender}NotificationMapV1"]["properties"][frame["method"]])
    request = DEFS[f"{sender}RequestMapV1"]["properties"].get(frame["method"], {"properties": {}})
    entry = request["properties"].get("params")
    return None if entry is None else (frame.get("params"), named(entry))


def named(entry: dict[str, str]) -> Any:
    return NAMES[entry["$ref"].removeprefix("#/$defs/")]


def fault(value: Any, kind: Any, path: str = "") -> str | None:
    """Where a value is not of its type, by what the type says at run time; ``None`` where it is."""
    if isinstance(kind, typing.ForwardRef):
        kind = NAMES[kind.__forward_arg__]
    origin = typing.get_origin(kind)
    members = typing.get_args(kind)
    if kind is Any:
        return None
    if origin in (Union, types.UnionType):
        return fault_in_union(value, members, path)
    if origin is Literal:
        return None if value in members else path
    if origin is list:
        if not isinstance(value, list):
            return path
        items = cast("list[Any]", value)
        return first(fault(item, members[0], f"{path}[{index}]") for index, item in enumerate(items))
    if origin is dict:
        return None if isinstance(value, dict) else path
    if typing.is_typeddict(kind):
        return fault_in_dict(value, kind, path)
    if kind is float:
        return None if isinstance(value, (int, float)) and not isinstance(value, bool) else path
    if kind is int:
        return None if isinstance(value, int) and not isinstance(value, bool) else path
    return None if isinstance(value, kind) else path


def fault_in_dict(value: Any, kind: Any, path: str) -> str | None:
    if not isinstance(value, dict):
        return path
    members = cast("dict[str, Any]", value)
    hints = typing.get_type_hints(kind, NAMES, include_extras=True)
    for key, hint in hints.items():
        optional = typing.get_origin(hint) is NOT_REQUIRED
        if key not in members:
            if optional:
                continue
            return f"{path}.{key}"
        found = fault(members[key], typing.get_args(hint)[0] if optional else hint, f"{path}.{key}")
        if found is not None:
            return found
    return None


def fault_in_union(value: Any, members: tuple[Any, ...], path: str) -> str | None:
    """The fault in the member whose tag the value has; a value of no member's tag is right, since unions are open."""
    tagged = [member for member in members if typing.is_typeddict(member)]
    if not tagged:
        return None if any(fault(value, member, path) is None for member in members) else path
    if not isinstance(value, dict):
        return path
    for member in tagged:
        hints = typing.get_type_hints(member, NAMES)
        tags = [key for key in ("type", "kind") if typing.get_origin(hints.get(key)) is Literal]
        if any(cast("dict[str, Any]", value).get(tag) in typing.get_args(hints[tag]) for tag in tags):
            return fault(value, member, path)
    return None


def first(faults: typing.Iterator[str | None]) -> str | None:
    return next((one for one in faults if one is not None), None)


@unittest.skipIf(sys.version_info < (3, 11), "before 3.11 no type says at run time which members may be missing")
class TheTypes(unittest.TestCase):
    def test_fit_every_good_frame_of_version_1(self) -> None:
        seen = 0
        for case in FRAMES:
            found = payload(case)
            if case["issue"] is None and found is not None:
                seen += 1
                with self.subTest(case["title"]):
                    self.assertIsNone(fault(*found))
        self.assertGreater(seen, 60)

    def test_have_the_fault_where_the_checks_have_it(self) -> None:
        seen = 0
        for case in FRAMES:
            found = payload(case)
            issue = case["issue"]
            if issue is None or found is None or not issue["message"].startswith(TYPE_FAULTS):
                continue
            seen += 1
            with self.subTest(case["title"]):
                root = issue["path"].split(".")[0]
                self.assertEqual(issue["path"], f"{root}{fault(*found)}")
        self.assertGreater(seen, 30)


if __name__ == "__main__":
    unittest.main()
