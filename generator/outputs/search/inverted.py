"""The index of a language in the form that Pagefind's program for browsers reads: terms, and where each stands.

It comes in parts, each a range of terms in their order, so that a query fetches a few of them; a table names the parts
and the pages. A part ends, where it can, between terms that do not begin alike: the program looks for words that begin
with one of the query in a single part.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, repeat
from operator import add, attrgetter, iadd, sub
from typing import NamedTuple

from generator.outputs.search.terms import VARIANT
from generator.text.cbor import array, number, text
from generator.text.hangul import BASE, LONE

ENOUGH = 16 << 10
"""Bytes after which a part ends before the next term that begins otherwise."""

MOST = 4 * ENOUGH
"""Bytes after which it ends before any term."""

_BEGINNING = 4
"""Characters in which two terms that begin alike are the same; of Hangul, one syllable."""


class Page(NamedTuple):
    """An incident in the index."""

    name: str
    """Of its text (`fragments`)."""
    words: int
    """How many words its text has."""


class Entry(NamedTuple):
    """A term with all its places."""

    term: str
    content: bytes


class Part(NamedTuple):
    """A range of terms."""

    first: str
    last: str
    content: bytes


class Inverted:
    """Gathers the terms of incidents, in ascending order of their numbers."""

    def __init__(self) -> None:
        self._pages = 0
        self._held: defaultdict[str, bytearray] = defaultdict(bytearray)
        """Of each term the pages that have it, each as its distance from the one before, and its places."""
        self._counts: Counter[str] = Counter()
        self._last: dict[str, int] = {}
        """The last page that has a term."""
        self._heads = _Heads()

    def add(self, terms: Sequence[str], places: Iterable[bytes]) -> None:
        """Takes the terms of the next incident with the places of each."""
        page = self._pages
        distances = map(sub, repeat(page), map(self._last.get, terms, repeat(0)))
        pieces = map(add, map(self._heads.__getitem__, distances), places)
        deque(map(iadd, map(self._held.__getitem__, terms), pieces), maxlen=0)  # millions of times: no loop of Python
        self._last.update(zip(terms, repeat(page)))
        self._counts.update(terms)
        self._pages += 1

    def entries(self) -> Iterator[Entry]:
        """Every term in its order, with its spellings with diacritics."""
        for term, spellings in groupby(sorted(self._held), key=_without_diacritics):
            own, variants = array(0), []
            for spelling in spellings:
                held = array(self._counts[spelling]) + self._held[spelling]
                if spelling == term:
                    own = held
                else:
                    variants.append(array(2) + text(spelling.partition(VARIANT)[2]) + held)
            yield Entry(term, b"".join((array(3), text(term), own, array(len(variants)), *variants)))


def parts(entries: Iterable[Entry]) -> Iterator[Part]:
    """The index in parts."""
    held: list[Entry] = []
    size = 0
    for entry in entries:
        if size >= MOST or (size >= ENOUGH and _beginning(entry.term) != _beginning(held[-1].term)):
            yield _part(held)
            held, size = [], 0
        held.append(entry)
        size += len(entry.content)
    if held:
        yield _part(held)


def table(version: str, pages: Sequence[Page], named: Sequence[tuple[str, Part]]) -> bytes:
    """The table of an index: its pages, and its parts by their names; `version` is Pagefind's."""
    ranges = _ranges([part for _, part in named])
    return b"".join(
        (
            array(6),
            text(version),
            array(len(pages)),
            *(array(2) + text(page.name) + number(page.words) for page in pages),
            array(len(named)),
            *(
                array(3) + text(first) + text(last) + text(name)
                for (first, last), (name, _) in zip(ranges, named, strict=True)
            ),
            array(0) * 3,  # neither filters nor orders nor fields
        )
    )


class _Heads(dict[int, bytes]):
    """What stands before the places of a term on a page, by the distance of the page from the one before."""

    def __missing__(self, distance: int) -> bytes:
        head = self[distance] = array(3) + number(distance)
        return head


def _without_diacritics(spelling: str) -> str:
    return spelling.partition(VARIANT)[0]


def _beginning(term: str) -> str:
    return term[0] if BASE <= ord(term[0]) <= ord(LONE) else term[:_BEGINNING]


def _part(entries: Sequence[Entry]) -> Part:
    content = b"".join((array(1), array(len(entries)), *map(attrgetter("content"), entries)))
    return Part(entries[0].term, entries[-1].term, content)


def _ranges(parts: Sequence[Part]) -> list[tuple[str, str]]:
    """First and last term of each part, cut to what tells it from its neighbours."""
    firsts, lasts = [part.first for part in parts], [part.last for part in parts]
    for at in range(1, len(parts)):
        last, first = lasts[at - 1], firsts[at]
        told = next((n for n, (a, b) in enumerate(zip(last, first, strict=False)) if a != b), len(last)) + 1
        if last[:told] >= firsts[at - 1]:
            lasts[at - 1] = last[:told]
        firsts[at] = first[:told]
    return list(zip(firsts, lasts, strict=True))
