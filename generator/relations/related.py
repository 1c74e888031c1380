"""Related incidents: those that an editor chose, then those that share the most telling tags and words.

Each incident looks only at its neighbours by date in the list of every tag that it carries, and at the whole list of
rare words; so the cost grows with the number of incidents, not with the number of pairs. Where the incidents and their
order are those of an earlier build, only those are related anew that carry a tag or word which one incident has gained
or lost.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import nlargest
from itertools import chain
from typing import NamedTuple, TypeVar

import orjson

from generator.content.workers import map_forked, portions
from generator.model.brief import Brief
from generator.model.vocabulary import TAG_GROUPS

LIMIT = 6
"""Related incidents shown on a page."""

_WEIGHTS: Mapping[str, float] = {
    "causes": 3.0,
    "symptoms": 2.0,
    "components": 2.0,
    "contributing_factors": 1.5,
    "topics": 1.0,
    "organizations": 1.0,
    "words": 0.7,
}
_ORDER = {group: place for place, group in enumerate(_WEIGHTS)}
_NEIGHBOURS = 16
"""How far an incident looks to each side in the list of a tag."""
_RARE = 12
"""A word on more incidents than this tells nothing."""
_CANDIDATES = 24
_PARALLEL_FROM, _PORTION = 500, 128
"""Incidents from which they are related on all cores, and how many at a time."""
_LEAST_SCORE = 6000
"""Thousandths below which a likeness is none."""

T = TypeVar("T")

Feature = tuple[str, str]
"""A group (a tag group or `organizations`) and an id."""

_SEPARATOR = "\t"
"""Between group and id of a feature; no word holds it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Related:
    """One related incident."""

    id: str
    chosen: bool
    """Whether an editor named it."""
    shared: tuple[Feature, ...]
    """The tags and organizations that both carry, most telling group first."""


class Kin(NamedTuple):
    """The related incidents of one, as they are kept."""

    ids: tuple[str, ...]
    """Nearest first."""
    packed: bytes
    """All of them as JSON: id, whether chosen, shared features."""


class RelatedIncidents(Mapping[str, tuple[Related, ...]]):
    """Up to six related incidents by id."""

    def __init__(self, kin: Mapping[str, Kin]) -> None:
        self.kin = kin

    @classmethod
    def of(cls, related: Former) -> RelatedIncidents:
        """Those that a build has related."""
        return cls(dict(zip(related.ids, related.kin, strict=True)))

    def __getitem__(self, identifier: str) -> tuple[Related, ...]:
        return tuple(
            Related(id=other, chosen=chosen, shared=tuple((group, name) for group, name in shared))
            for other, chosen, shared in orjson.loads(self.kin[identifier].packed)
        )

    def __iter__(self) -> Iterator[str]:
        return iter(self.kin)

    def __len__(self) -> int:
        return len(self.kin)


class Former(NamedTuple):
    """What an earlier build related, in its order of dates."""

    ids: tuple[str, ...]
    marks: tuple[str, ...]
    """`Brief.kin` of each."""
    features: Callable[[], tuple[bytes, ...]]
    """Gives the features of each as JSON; they are wanted only where one has changed."""
    kin: tuple[Kin, ...]


def relate_incidents(briefs: Sequence[Brief], former: Former | None = None, jobs: int = 1) -> Former:
    """Relates published incidents in order of date; of an earlier build is taken over what still holds."""
    ids = tuple([brief.id for brief in briefs])
    marks = tuple([brief.kin for brief in briefs])
    if former is None or former.ids != ids:
        index = _Index(briefs)
        kin = tuple(index.all_kin(range(len(briefs)), jobs))
        features = tuple([_packed_features(brief) for brief in briefs])
        return Former(ids, marks, lambda: features, kin)
    if former.marks == marks:
        return former
    changed = [place for place, mark in enumerate(marks) if mark != former.marks[place]]
    before, index = former.features(), _Index(briefs)
    touched = index.touched({place: before[place] for place in changed})
    after = _replaced(before, {place: _packed_features(briefs[place]) for place in changed})
    found = dict(zip(touched, index.all_kin(touched, jobs), strict=True))
    return Former(ids, marks, lambda: after, _replaced(former.kin, found))


def _replaced(values: tuple[T, ...], changes: Mapping[int, T]) -> tuple[T, ...]:
    return tuple(changes.get(place, value) for place, value in enumerate(values))


def _packed_features(brief: Brief) -> bytes:
    return orjson.dumps(_features(brief))


class _Index:
    """Which incidents, known by their places, carry which feature."""

    def __init__(self, briefs: Sequence[Brief]) -> None:
        self.briefs = briefs
        self.places = {brief.id: place for place, brief in enumerate(briefs)}
        self.members: defaultdict[str, list[int]] = defaultdict(list)
        self._weights: dict[str, int] = {}
        self._telling: dict[int, frozenset[str]] = {}
        members = self.members
        for place, brief in enumerate(briefs):
            for feature in _features(brief):
                members[feature].append(place)

    def touched(self, changed: Mapping[int, bytes]) -> list[int]:
        """The incidents whose related ones may be others since those in these places had these features."""
        touched = set(changed)
        for place, before in changed.items():
            for feature in set(orjson.loads(before)).symmetric_difference(_features(self.briefs[place])):
                touched.update(self.members.get(feature, ()))
        return sorted(touched)

    def all_kin(self, places: Sequence[int], jobs: int) -> Iterator[Kin]:
        """The related incidents of those in these places; of many, on all cores."""
        found = map_forked(
            lambda portion: [self.kin(place) for place in portion],
            portions(places, _PORTION),
            jobs if len(places) >= _PARALLEL_FROM else 1,
        )
        return chain.from_iterable(found)

    def kin(self, place: int) -> Kin:
        """The related incidents of one: those that an editor chose, then the nearest."""
        chosen = [self.places[identifier] for identifier in self.briefs[place].related if identifier in self.places]
        own = self.telling(place)
        scores = {other: self._score(own & self.telling(other)) for other in self._candidates(place)}
        ranked = sorted(
            (other for other, score in scores.items() if score >= _LEAST_SCORE and other not in chosen),
            key=lambda other: (-scores[other], abs(other - place), other),
        )
        found = (*chosen, *ranked)[:LIMIT]
        packed = orjson.dumps([(self.briefs[other].id, other in chosen, self._shared(place, other)) for other in found])
        return Kin(tuple(self.briefs[other].id for other in found), packed)

    def telling(self, place: int) -> frozenset[str]:
        """Features of one that tell something: another carries them, and words few."""
        found = self._telling.get(place)
        if found is None:
            features = _features(self.briefs[place])
            found = frozenset([feature for feature in features if _tells(feature, self.members[feature])])
            self._telling[place] = found
        return found

    def _weight(self, feature: str) -> int:
        """In thousandths: sums of whole numbers do not depend on their order."""
        weight = self._weights.get(feature)
        if weight is None:
            share = len(self.briefs) / len(self.members[feature])
            weight = self._weights[feature] = round(1000 * _WEIGHTS[_group(feature)] * math.log(1 + share))
        return weight

    def _score(self, shared: Iterable[str]) -> int:
        """How much features tell together."""
        return sum(map(self._weight, shared))

    def _candidates(self, place: int) -> list[int]:
        """The incidents that meet this one most often where it looks, those of a lower place first among equals."""
        scores: defaultdict[int, int] = defaultdict(int)
        for feature in self.telling(place):
            weight = self._weight(feature)
            for other in _near(self.members[feature], place):
                scores[other] += weight
        scores.pop(place, None)
        total = len(self.briefs)
        ranks = nlargest(_CANDIDATES, [score * total - other for other, score in scores.items()])
        return [-rank % total for rank in ranks]

    def _shared(self, place: int, other: int) -> list[Feature]:
        """The tags and organizations that both carry, in the order of their groups."""
        shared = self.telling(place) & self.telling(other)
        tags = [(_group(feature), feature.partition(_SEPARATOR)[2]) for feature in shared if _SEPARATOR in feature]
        return sorted(tags, key=lambda feature: (_ORDER[feature[0]], feature[1]))


def _features(brief: Brief) -> list[str]:
    """What an incident carries, in a fixed order: tags and organizations with their group, words as they are."""
    features = [_feature(group, name) for group, names in zip(TAG_GROUPS, brief.tags, strict=True) for name in names]
    features += [_feature("organizations", name) for name in brief.organizations]
    return [*dict.fromkeys(features), *brief.words]


@cache
def _feature(group: str, name: str) -> str:
    return f"{group}{_SEPARATOR}{name}"


def _group(feature: str) -> str:
    return feature.partition(_SEPARATOR)[0] if _SEPARATOR in feature else "words"


def _tells(feature: str, members: list[int]) -> bool:
    return len(members) > 1 and (len(members) <= _RARE or _SEPARATOR in feature)


def _near(members: list[int], place: int) -> list[int]:
    """The members next to a place by date; all of them where they are few."""
    if len(members) <= 2 * _NEIGHBOURS:
        return members
    middle = bisect_left(members, place)
    return members[max(0, middle - _NEIGHBOURS) : middle + _NEIGHBOURS + 1]
