"""The types of the wire, for annotations: ``from theopen_harness.wire import ContentBlock, SessionEvent``.

At run time a value is a plain dict, as it came. Unions are open: pass on what you do not know.
"""

from __future__ import annotations

from ._wire import *  # noqa: F403  # generated, with its list of names
from ._wire import __all__ as __all__
