"""The text of an incident as the index keeps it, for the script that shows a result."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import orjson

MARK = b"pagefind_dcd"
"""Stands before whatever Pagefind's program unpacks; with it the program knows that a server has not unpacked it."""

_LEVEL = 5
"""Of compression: the next one takes twice as long for two hundredths less."""


def fragment(address: str, words: Sequence[str]) -> bytes:
    """The file with the text; `address` is that of the page, `words` are those of the postings."""
    text = {
        "url": address,
        "content": " ".join(words),
        "word_count": len(words),
        "filters": {},
        "meta": {},
        "anchors": [],
    }
    return packed(orjson.dumps(text))


def packed(content: bytes) -> bytes:
    """A file of the index: what Pagefind's program reads, compressed; the same bytes for the same content."""
    return zlib.compress(MARK + content, _LEVEL, wbits=31)
