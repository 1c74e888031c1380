"""How much one answer, one request and one second may hold."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

ANSWER = 20_000
"""Characters of one result as JSON, its text and its structured content together."""

TOOLS = 8_000
"""Bytes of `tools/list` as JSON."""

BODY = 1_048_576
"""Bytes of the body of one HTTP request."""

BODY_SECONDS = 20.0
"""Within which the body of a request must have come."""

CONNECTIONS = 256
"""Connections to one process at a time."""

DRAIN_SECONDS = 5
"""That running calls get to end in after a signal to stop."""

LOG = 200_000
"""Characters of a text that `match_text` and `check_manifests` take."""

OBJECTS = 2_000
"""Kubernetes objects of such a text, secrets and unreadable documents included."""

RATE, BURST = 100.0, 500
"""Calls a second of one process, and how many may come at once."""

PAGE, MOST = 10, 50
"""Incidents of one answer: unless asked, and at most."""


class RateLimit:
    """A bucket of calls that fills at a steady rate."""

    def __init__(self, rate: float = RATE, burst: int = BURST, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._left, self._at = float(burst), clock()
        self._lock = threading.Lock()

    def wait(self) -> float:
        """Takes one call: 0, or the seconds after which there will be one."""
        with self._lock:
            now = self._clock()
            self._left = min(float(self._burst), self._left + (now - self._at) * self._rate)
            self._at = now
            if self._left < 1:
                return (1 - self._left) / self._rate
            self._left -= 1
            return 0.0
