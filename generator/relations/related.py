"""Related incidents: those that an editor chose, then those that share the most telling tags and words.

Each incident looks only at its neighbours by date in the list of every tag that it carries, and at the whole list of
rare words; so the cost grows with the number of incidents, not with the number of pairs.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest

from generator.model.incident import Incident
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
_NEIGHBOURS = 16
"""How far an incident looks to each side in the list of a tag."""
_RARE = 12
"""A word on more incidents than this tells nothing."""
_CANDIDATES = 24
_LEAST_SCORE = 6000
"""Thousandths below which a likeness is none."""
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{2,}|[가-힣]{2,}")

Feature = tuple[str, str]
"""A group (a tag group, `organizations` or `words`) and an id or word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Related:
    """One related incident."""

    id: str
    chosen: bool
    """Whether an editor named it."""
    shared: tuple[Feature, ...]
    """The tags and organizations that both carry, most telling group first."""


def related_incidents(incidents: Sequence[Incident]) -> dict[str, tuple[Related, ...]]:
    """Up to six related incidents by id, for published incidents in order of date."""
    index = _Index(incidents)
    return {incident.id: index.related(place, incident) for place, incident in enumerate(incidents)}


class _Index:
    """Which incidents carry which feature; features and incidents are numbers here."""

    def __init__(self, incidents: Sequence[Incident]) -> None:
        self.incidents = incidents
        self.places = {incident.id: place for place, incident in enumerate(incidents)}
        carried = [_features(incident) for incident in incidents]
        postings: defaultdict[Feature, list[int]] = defaultdict(list)
        for place, features in enumerate(carried):
            for feature in features:
                postings[feature].append(place)
        telling = {feature: members for feature, members in postings.items() if _tells(feature, members)}
        numbers = {feature: number for number, feature in enumerate(telling)}
        self.names = list(telling)
        self.members = list(telling.values())
        self.weights = [_weight(feature, len(members), len(incidents)) for feature, members in telling.items()]
        self.features = [
            frozenset(numbers[feature] for feature in features if feature in numbers) for features in carried
        ]

    def related(self, place: int, incident: Incident) -> tuple[Related, ...]:
        """The related incidents of one: those that an editor chose, then the nearest."""
        chosen = [self.places[identifier] for identifier in incident.related if identifier in self.places]
        own = self.features[place]
        scores = {other: self._score(own & self.features[other]) for other in self._candidates(place)}
        ranked = sorted(
            (other for other, score in scores.items() if score >= _LEAST_SCORE and other not in chosen),
            key=lambda other: (-scores[other], abs(other - place), other),
        )
        return tuple(
            Related(id=self.incidents[other].id, chosen=other in chosen, shared=self._shared(place, other))
            for other in (*chosen, *ranked)[:LIMIT]
        )

    def _score(self, shared: Iterable[int]) -> int:
        """How much features tell together."""
        return sum(map(self.weights.__getitem__, shared))

    def _candidates(self, place: int) -> list[int]:
        """The incidents that meet this one most often where it looks, those of a lower place first among equals."""
        scores: defaultdict[int, int] = defaultdict(int)
        for feature in self.features[place]:
            weight = self.weights[feature]
            for other in _near(self.members[feature], place):
                scores[other] += weight
        scores.pop(place, None)
        total = len(self.incidents)
        ranks = nlargest(_CANDIDATES, [score * total - other for other, score in scores.items()])
        return [-rank % total for rank in ranks]

    def _shared(self, place: int, other: int) -> tuple[Feature, ...]:
        """The tags and organizations that both carry, in the order of their groups."""
        shared = [self.names[feature] for feature in self.features[place] & self.features[other]]
        order = list(_WEIGHTS)
        tags = (feature for feature in shared if feature[0] != "words")
        return tuple(sorted(tags, key=lambda feature: (order.index(feature[0]), feature[1])))


def _features(incident: Incident) -> dict[Feature, None]:
    """What an incident carries, in a fixed order."""
    found: dict[Feature, None] = {}
    for group in TAG_GROUPS:
        for tag in incident.tags[group]:
            found[group, tag.id] = None
    for organization in incident.organizations:
        found["organizations", organization] = None
    for text in incident.texts.values.values():
        for word in _WORD.findall(f"{text.title} {text.summary.prose.text}".casefold()):
            found["words", word] = None
    return found


def _tells(feature: Feature, members: list[int]) -> bool:
    return len(members) > 1 and (feature[0] != "words" or len(members) <= _RARE)


def _weight(feature: Feature, members: int, total: int) -> int:
    """In thousandths: sums of whole numbers do not depend on their order."""
    return round(1000 * _WEIGHTS[feature[0]] * math.log(1 + total / members))


def _near(members: list[int], place: int) -> list[int]:
    """The members next to a place by date; all of them where they are few."""
    if len(members) <= 2 * _NEIGHBOURS:
        return members
    middle = bisect_left(members, place)
    return members[max(0, middle - _NEIGHBOURS) : middle + _NEIGHBOURS + 1]
