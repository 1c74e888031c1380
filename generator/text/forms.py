"""Normal forms of text and names."""

from __future__ import annotations

import re
import unicodedata

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def nfc(text: str) -> str:
    """The text in normalization form C, in which content is compared and published."""
    return text if text.isascii() or unicodedata.is_normalized("NFC", text) else unicodedata.normalize("NFC", text)


def fold(name: str) -> str:
    """A name as case-insensitive file systems compare it."""
    return nfc(name.casefold())


def control_character(text: str) -> int | None:
    """Index of the first control character other than tab and line ends, or None."""
    found = _CONTROL.search(text)
    return found.start() if found else None


def line_and_column(text: str, index: int) -> tuple[int, int]:
    """Line and column of an index into the text, both from 1, the column in code points."""
    line_start = text.rfind("\n", 0, index) + 1
    return text.count("\n", 0, index) + 1, index - line_start + 1


def one_line(text: str) -> str:
    """The text with every run of white space made one space."""
    return " ".join(text.split())


def excerpt(text: str, limit: int) -> str:
    """The beginning of the text, at most `limit` characters, cut between words and closed by an ellipsis."""
    text = one_line(text)
    if len(text) <= limit:
        return text
    cut = text.rfind(" ", limit // 2, limit)
    return text[: cut if cut > 0 else limit - 1].rstrip(" ,;:·") + "…"
