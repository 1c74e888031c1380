"""What can be wrong with a question to the library, as a code with values; each front end has its own wording."""

from __future__ import annotations

from difflib import get_close_matches

CODES = (
    "empty-query",
    "query-too-long",
    "text-too-long",
    "unknown-id",
    "unknown-term",
    "unknown-group",
    "unknown-language",
    "unknown-section",
    "unknown-fact",
    "unknown-sort",
    "unknown-argument",
    "missing-argument",
    "wrong-type",
    "too-many",
    "out-of-range",
    "years-reversed",
    "bad-cursor",
)
"""Every code that a `QueryError` can have."""


class QueryError(Exception):
    """A question that cannot be answered as it was put."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values = {name: str(value) for name, value in values.items()}
        """What the wording names; what came from outside is shortened by `quoted`."""


def quoted(value: object) -> str:
    """A value from outside, short and on one line, for a message."""
    text = " ".join(str(value).split())
    return text if len(text) <= 60 else f"{text[:57]}…"


def nearest(value: str, known: list[str], most: int = 3) -> str:
    """Known values that look like this one, separated by commas; without one, the first of all."""
    close = get_close_matches(value[:100], known, n=most, cutoff=0.5)
    return ", ".join(close or known[:8])
