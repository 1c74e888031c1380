"""The text of an incident as the index keeps it, for the script that shows a result."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import orjson

from generator.text.digest import digest_text

MARK = b"pagefind_dcd"
"""Stands before whatever Pagefind's program unpacks; with it the program knows that a server has not unpacked it."""

_LEVEL = 5
"""Of compression: the next one takes twice as long for two hundredths less."""

_NAME = 6
"""Hex digits of a name that change with the text, so that no browser shows an old one."""


def fragment_name(identifier: str, inputs: str) -> str:
    """The name of the text of an incident, given a digest of what it is made from: its id, a hyphen, hex digits."""
    return f"{identifier}-{digest_text(inputs)[:_NAME]}"


def fragment_path(language: str, name: str) -> str:
    """Where the text of this name stands, from the site's root."""
    return f"pagefind/{language}/fragment/{name}.pf_fragment"


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
