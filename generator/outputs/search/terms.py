"""The terms under which a word of the text stands in the index.

A word stands there whole, in lower case and without its signs, and, where it is made of several, by its parts as well:
`HTTP2Server` as `http2server`, `http` and `server`. These are the rules of the program that asks the index (Pagefind
1.5), but for two: a part holds no sign, and signs of any writing part words, not those of ASCII alone.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from generator.outputs.search.pagefind import JOINERS
from generator.text.hangul import BASE, LONE

VARIANT = "\0"
"""Parts a term from its spelling with diacritics, where it has some: `cafe`, a null, `café`."""

_PAIR = re.compile(f"[{chr(BASE)}-{LONE}]{{2}}")
"""Two syllables of Hangul, or one alone, as they are spelled: most words of a Korean text."""

_SHORTEST_PART = 2
"""Bytes of UTF-8 of the shortest part."""

_ASCII_SIGNS = re.compile(r"[^0-9A-Za-z_]+")
_ASCII_BORDER = re.compile(
    r"[^0-9A-Za-z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])"
)
_BORDER = re.compile(r"s+|(?<=l)(?=u)|(?<=u)(?=ul)|(?<=[lu])(?=d)|(?<=d)(?=[lu])")
"""Where the parts of a word meet, in the classes of its characters (`_class`)."""


class Terms(NamedTuple):
    """The terms of one word."""

    whole: str
    """Empty for a word of signs alone."""
    parts: tuple[str, ...]


def terms(word: str) -> Terms:
    """The terms of a word of the text as it is spelled for the index; no space stands in it."""
    if word.isascii():
        return _ascii_terms(word)
    return Terms(word, ()) if _PAIR.fullmatch(word) else _any_terms(word)


def _ascii_terms(word: str) -> Terms:
    whole = _ASCII_SIGNS.sub("", word).lower()
    if word.isalnum() and word[1:] == word[1:].lower():
        return Terms(whole, ())
    return Terms(whole, _parts(whole, _ASCII_BORDER.split(word)))


def _any_terms(word: str) -> Terms:
    classes = "".join(map(_class, word))
    kept = [sign for sign, kind in zip(word, classes, strict=True) if kind != "s" or sign in JOINERS]
    whole = "".join(map(str.lower, kept))
    if "s" not in classes and "u" not in classes[1:]:
        return Terms(_plain(whole), ())
    cuts = [0, *(place for found in _BORDER.finditer(classes) for place in found.span()), len(word)]
    pieces = [word[start:end] for start, end in zip(cuts[::2], cuts[1::2], strict=True)]
    return Terms(_plain(whole), tuple(map(_plain, _parts(whole, pieces))))


def _parts(whole: str, pieces: list[str]) -> tuple[str, ...]:
    """The pieces of a word that are terms of their own; none where there is but the word itself."""
    parts = [piece.lower() for piece in pieces if piece]
    if not whole or parts == [whole]:
        return ()
    return tuple(part for part in parts if len(part.encode()) >= _SHORTEST_PART)


def _class(character: str) -> str:
    """`u` upper case, `l` lower case, `d` digit of ASCII, `o` another letter or number, `s` sign."""
    if character.isalpha():
        return "u" if character.isupper() else "l" if character.islower() else "o"
    if character.isascii() and character.isdigit():
        return "d"
    return "o" if character.isnumeric() or unicodedata.category(character)[0] == "M" else "s"


def _plain(term: str) -> str:
    """The term without diacritics, and behind it, if it had some, the term as it was."""
    if term.isascii():
        return term
    split = unicodedata.normalize("NFD", term)
    plain = "".join(sign for sign in split if unicodedata.category(sign)[0] != "M")
    return term if plain == term or not plain else f"{plain}{VARIANT}{term}"
