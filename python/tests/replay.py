"""A fake runtime that replays a recorded transcript: ``python replay.py TRANSCRIPT.ndjson``.

It waits for what the client sent in the recording, where ids may be others, and frames that were sent together may
come in any order; then it says what the runtime said next. Session ids of the client replace the recorded ones.
"""

from __future__ import annotations

import itertools
import json
import sys
from typing import Any


def main(path: str) -> int:
    with open(path, encoding="utf-8") as file:
        steps: list[dict[str, Any]] = [json.loads(line) for line in file]
    ids: dict[str, object] = {}  # recorded id, as JSON -> the id of this client
    sessions: dict[str, str] = {}  # recorded session id -> the one of this client
    for direction, group in itertools.groupby(steps, lambda step: step["dir"]):
        frames = [step["frame"] for step in group if "frame" in step]
        if direction == "c2s":
            complaint = read(frames, ids, sessions)
            if complaint:
                sys.stderr.write(complaint + "\n")
                return 4
        else:
            for frame in frames:
                say(frame, ids, sessions)
    return int(steps[-1].get("code") or 0)


def read(expected: list[dict[str, Any]], ids: dict[str, object], sessions: dict[str, str]) -> str:
    """Read as many frames as were sent together; return what is wrong with them."""
    left = list(expected)
    while left:
        line = sys.stdin.buffer.readline()
        if not line:
            return "the client ended too early"
        got: dict[str, Any] = json.loads(line)
        match = next((frame for frame in left if meaning_of(frame) == meaning_of(got)), None)
        if match is None:
            return f"unexpected {got['method']}"
        left.remove(match)
        ids[json.dumps(match["id"])] = got["id"]
        if got["method"] == "session/prompt":
            sessions[match["params"]["sessionId"]] = got["params"]["sessionId"]
    return ""


def meaning_of(frame: dict[str, Any]) -> tuple[str, object]:
    params: dict[str, Any] = frame.get("params", {})
    return frame["method"], params.get("contentBlocks")


def say(frame: dict[str, Any], ids: dict[str, object], sessions: dict[str, str]) -> None:
    if "id" in frame:
        frame["id"] = ids[json.dumps(frame["id"])]
    params = frame.get("params", {})
    for name in ("sessionId", "parentSessionId", "childSessionId"):
        if name in params:
            params[name] = sessions.get(params[name], params[name])
    line = json.dumps(frame, ensure_ascii=False, separators=(",", ":"))
    sys.stdout.buffer.write(line.encode("utf-8", "surrogatepass") + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
