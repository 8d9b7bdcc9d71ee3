"""Commands as people write them, and the runtime that was not named."""

from __future__ import annotations

import os
import shlex
import shutil
import sys

from ._errors import RuntimeNotFoundError
from ._options import HarnessClientOptions

_VARIABLE = "TOH_RUNTIME"
_PROGRAM = "toh-runtime"


def parse_command(text: str) -> HarnessClientOptions:
    """Return how to start the command in ``text``: words, held together by quotes. No shell is involved.

    A text that is the path of a file is that program, spaces and all. A script runs with its interpreter: ``.js``,
    ``.mjs`` and ``.cjs`` with ``node``, ``.py`` with this Python.

    Raises:
        ValueError: there is no word, or a quote is left open.
    """
    words = [text] if os.path.isfile(text) else shlex.split(text, posix=os.name == "posix")
    if not words or not words[0]:
        raise ValueError("the command of the runtime is empty")
    ending = os.path.splitext(words[0])[1]
    if ending in (".js", ".mjs", ".cjs"):
        words.insert(0, "node")
    elif ending == ".py":
        words.insert(0, sys.executable)
    return HarnessClientOptions(command=words[0], args=tuple(words[1:]))


def find_runtime() -> HarnessClientOptions:
    """Return how to start the runtime: the command in ``TOH_RUNTIME``, else ``toh-runtime`` on the PATH.

    Raises:
        RuntimeNotFoundError: there is none; the message says what was looked for.
    """
    named = os.environ.get(_VARIABLE, "")
    if named.strip():
        try:
            return parse_command(named)
        except ValueError as error:
            raise RuntimeNotFoundError(f"{_VARIABLE} is no command: {error}") from error
    found = shutil.which(_PROGRAM)
    if found is not None:
        return HarnessClientOptions(command=found)
    raise RuntimeNotFoundError(
        f"no runtime found: {_VARIABLE} is not set and there is no {_PROGRAM} on the PATH; "
        "run `npm install -g @buckeyestudio/toh-runtime`, set the variable, or give the option launch"
    )
