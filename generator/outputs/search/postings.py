"""Where the terms of an incident stand in its text, as the index writes it down.

The places of a term are numbers in CBOR: how far each is from the one before, those of ordinary weight first, then the
others by weight, with the negative weight less one, and the place counted anew, where it changes. So Pagefind reads
them (its `pagefind_web/src/index.rs`).
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from itertools import compress, count
from operator import itemgetter, sub
from typing import NamedTuple

from generator.outputs.search.documents import BODY, REGION, Region
from generator.outputs.search.terms import terms
from generator.text.cbor import array, number
from generator.text.known import Known

_WEIGHT = 24
"""Bits of a place; its weight stands above them."""

_MOST = (1 << _WEIGHT) - 1

_WHOLE, _PARTS = itemgetter(0), itemgetter(1)

_NO_META = array(0)
"""No place in a field of its own, as Pagefind has them beside the text."""


class Postings(NamedTuple):
    """What the index holds of one incident in one language."""

    words: tuple[str, ...]
    """The words of the text, in their order: a place is a number of these."""
    terms: tuple[str, ...]
    places: tuple[bytes, ...]
    """Of each of the terms, as it follows the number of the incident in the index."""


def postings(regions: Iterable[Region]) -> Postings:
    """The terms of a text with their places."""
    words: list[str] = []
    held: defaultdict[str, list[int]] = defaultdict(list)
    for weight, region in regions:
        _note(held, region, len(words), weight)
        words += region
        words.append(REGION)
    held.pop("", None)  # what words of signs alone have for a term
    places = [_alone[weighed[0]] if len(weighed) == 1 else _several(sorted(weighed)) for weighed in held.values()]
    return Postings(tuple(words), tuple(held), tuple(places))


def _note(held: defaultdict[str, list[int]], words: list[str], start: int, weight: int) -> None:
    """Notes the places of the terms of a region, the first word of which stands at `start`, below their weights."""
    found = list(map(_terms.__getitem__, words))
    rows = map(held.__getitem__, map(_WHOLE, found))
    deque(map(list.append, rows, count(_high(weight) | start)), maxlen=0)  # most of the work: no loop of Python
    split = list(map(_PARTS, found))
    for place, parts in compress(enumerate(split, start), split):
        part_place = _high(weight // len(parts) or 1) | place
        for part in parts:
            held[part].append(part_place)


def _high(weight: int) -> int:
    """A weight above the bits of places, so that ordinary text sorts first."""
    return 0 if weight == BODY else weight << _WEIGHT


def _several(weighed: list[int]) -> bytes:
    is_ordinary = weighed[-1] <= _MOST
    numbers = [weighed[0], *map(sub, weighed[1:], weighed)] if is_ordinary else list(_by_weight(weighed))
    return b"".join((_arrays[len(numbers)], *map(_numbers.__getitem__, numbers), _NO_META))


def _by_weight(weighed: Iterable[int]) -> Iterator[int]:
    high = before = 0
    for one in weighed:
        place = one & _MOST
        if one - place != high:
            high = one - place
            yield -(high >> _WEIGHT) - 1
            yield place
        else:
            yield place - before
        before = place


def _single(weighed: int) -> bytes:
    place = weighed & _MOST
    if weighed == place:
        return array(1) + number(place) + _NO_META
    return array(2) + number(-(weighed >> _WEIGHT) - 1) + number(place) + _NO_META


_terms = Known(terms, 1 << 17)
_alone = Known(_single, 1 << 15)
_numbers = Known(number, 1 << 14)
_arrays = Known(array, 1 << 12)
