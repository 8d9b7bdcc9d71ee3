"""Time limits in seconds, on the monotonic clock."""

from __future__ import annotations

import math
import threading
import time


class Deadline:
    """The moment ``timeout`` seconds from now; ``None`` and infinity never come."""

    def __init__(self, timeout: float | None) -> None:
        self._at = None if timeout is None or math.isinf(timeout) else time.monotonic() + timeout

    def remaining(self) -> float | None:
        """Seconds left, never negative and never more than a lock can wait; ``None`` without a limit."""
        if self._at is None:
            return None
        return min(max(self._at - time.monotonic(), 0.0), threading.TIMEOUT_MAX)


def check_timeout(name: str, seconds: float | None) -> float | None:
    """Return ``seconds`` if it is ``None`` (no limit) or a positive number, infinity included.

    Raises:
        ValueError: it is zero, negative or no number.
    """
    if seconds is None or seconds > 0:
        return seconds
    raise ValueError(f"{name} must be a positive number of seconds or None for no limit, not {seconds!r}")


def check_grace(name: str, seconds: float) -> float:
    """Return ``seconds`` if it is zero or positive; zero does not wait.

    Raises:
        ValueError: it is negative or no number.
    """
    if seconds >= 0:
        return seconds
    raise ValueError(f"{name} must be zero or a positive number of seconds, not {seconds!r}")
