"""Where a cut answer goes on: a short text that only the same question to the same library understands."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping

from generator.relations.query.errors import QueryError

_LONGEST = 64
_FARTHEST = 10_000_000
_MARK = 12
"""Hex digits that bind a cursor to its question."""


def question_mark(digest: str, question: str, arguments: Mapping[str, object]) -> str:
    """What binds a cursor: the library, the kind of question and its arguments."""
    asked = json.dumps([digest, question, arguments], sort_keys=True).encode()
    return hashlib.sha256(asked).hexdigest()[:_MARK]


def make_cursor(mark: str, place: int) -> str:
    """A cursor for the item at this place, from 0."""
    return base64.urlsafe_b64encode(f"{mark}:{place}".encode()).decode().rstrip("=")


def read_cursor(mark: str, cursor: str | None) -> int:
    """The place that a cursor names, 0 without one; QueryError when it is not of this question."""
    if cursor is None:
        return 0
    try:
        text = base64.urlsafe_b64decode(cursor[:_LONGEST] + "=" * (-len(cursor[:_LONGEST]) % 4)).decode("ascii")
    except ValueError:
        raise QueryError("bad-cursor") from None
    own, _, place = text.partition(":")
    if len(cursor) > _LONGEST or own != mark or not (place.isascii() and place.isdecimal()) or int(place) > _FARTHEST:
        raise QueryError("bad-cursor")
    return int(place)
