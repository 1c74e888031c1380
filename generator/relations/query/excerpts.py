"""The piece of a report that shows why it was found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from generator.relations.query.store import Store
from generator.text.forms import one_line

LENGTH = 180
"""Characters of an excerpt."""

_BEFORE = 60
"""Characters of an excerpt before the first word that is looked for."""

_MOST_PLACES = 400
"""Places of words that are looked at in one section."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """A piece of plain text."""

    section: str
    """`summary`, `facts`, or the id of a section."""
    text: str
    found: bool
    """Whether words of the query stand in it; else it is the beginning of the summary."""


def excerpt_of(store: Store, number: int, language: str, words: Sequence[str]) -> Excerpt:
    """The piece of a report that holds most of these words."""
    passages = [
        (section, one_line(text))
        for section, text in store.rows(
            "SELECT section, text FROM passage WHERE number = ? AND language = ? ORDER BY position", (number, language)
        )
    ]
    if not passages:
        return Excerpt(section="summary", text="", found=False)
    best, at, place = 0, 0, 0
    pattern = _pattern(words)
    for index, (_, text) in enumerate(passages):
        count, start = _densest(pattern, text) if pattern is not None else (0, 0)
        if count > best:
            best, at, place = count, start, index
    section, text = passages[place]
    return Excerpt(section=section, text=_cut(text, at if best else 0), found=best > 0)


def _pattern(words: Sequence[str]) -> re.Pattern[str] | None:
    """Any of the words, the longest first; words of letters and digits begin a word of the text."""
    wanted = sorted({word for word in words if word}, key=lambda word: (-len(word), word))
    if not wanted:
        return None
    parts = [rf"\b{re.escape(word)}" if word[0].isascii() and word[0].isalnum() else re.escape(word) for word in wanted]
    return re.compile("|".join(parts), re.IGNORECASE)


def _densest(pattern: re.Pattern[str], text: str) -> tuple[int, int]:
    """How many different words stand within an excerpt's length, at most, and where the first of them begins."""
    places = []
    for found in pattern.finditer(text):
        places.append((found.start(), found[0].casefold()))
        if len(places) == _MOST_PLACES:
            break
    best, at = 0, 0
    for index, (start, _) in enumerate(places):
        end = start + LENGTH - _BEFORE
        count = len({word for place, word in places[index : index + 40] if place < end})
        if count > best:
            best, at = count, start
    return best, at


def _cut(text: str, at: int) -> str:
    """An excerpt around a place, cut between words, with ellipses where text is left out."""
    start = 0
    if at > _BEFORE:
        start = text.find(" ", at - _BEFORE, at) + 1 or at
    end = min(len(text), start + LENGTH)
    if end < len(text):
        end = max(text.rfind(" ", start + LENGTH // 2, end), start + LENGTH // 2)
    return ("…" if start else "") + text[start:end].strip() + ("…" if end < len(text) else "")
