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
_LEAST_SCORE = 6.0
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
    features = [_features(incident) for incident in incidents]
    postings = _postings(features)
    total = len(incidents)
    weights = {
        feature: _WEIGHTS[feature[0]] * math.log(1 + total / len(members)) for feature, members in postings.items()
    }
    by_id = {incident.id: index for index, incident in enumerate(incidents)}
    return {
        incident.id: _related(index, incident, incidents, features, postings, weights, by_id)
        for index, incident in enumerate(incidents)
    }


def _features(incident: Incident) -> dict[Feature, None]:
    """What an incident carries, in a fixed order."""
    found: dict[Feature, None] = {}
    for group in TAG_GROUPS:
        for tag in incident.tags[group]:
            found[group, tag.id] = None
    for organization in incident.organizations:
        found["organizations", organization] = None
    for word in _words(incident):
        found["words", word] = None
    return found


def _words(incident: Incident) -> Iterable[str]:
    for text in incident.texts.values.values():
        yield from dict.fromkeys(_WORD.findall(f"{text.title} {text.summary.prose.text}".casefold()))


def _postings(features: Sequence[Mapping[Feature, None]]) -> dict[Feature, list[int]]:
    postings: defaultdict[Feature, list[int]] = defaultdict(list)
    for index, found in enumerate(features):
        for feature in found:
            postings[feature].append(index)
    return {
        feature: members
        for feature, members in postings.items()
        if len(members) > 1 and (feature[0] != "words" or len(members) <= _RARE)
    }


def _related(  # noqa: PLR0917  # the index is passed whole
    index: int,
    incident: Incident,
    incidents: Sequence[Incident],
    features: Sequence[Mapping[Feature, None]],
    postings: Mapping[Feature, list[int]],
    weights: Mapping[Feature, float],
    by_id: Mapping[str, int],
) -> tuple[Related, ...]:
    own = features[index]
    chosen = [by_id[identifier] for identifier in incident.related if identifier in by_id]
    scores = {
        candidate: sum(weights[feature] for feature in own if feature in weights and feature in features[candidate])
        for candidate in _candidates(index, own, postings, weights)
    }
    ranked = sorted(
        (candidate for candidate, score in scores.items() if score >= _LEAST_SCORE and candidate not in chosen),
        key=lambda candidate: (-round(scores[candidate], 6), abs(candidate - index), candidate),
    )
    return tuple(
        Related(id=incidents[other].id, chosen=other in chosen, shared=_shared(own, features[other]))
        for other in (*chosen, *ranked)[:LIMIT]
    )


def _candidates(
    index: int,
    own: Mapping[Feature, None],
    postings: Mapping[Feature, list[int]],
    weights: Mapping[Feature, float],
) -> list[int]:
    scores: defaultdict[int, float] = defaultdict(float)
    for feature in own:
        members = postings.get(feature)
        if members is None:
            continue
        weight = weights[feature]
        for other in _near(members, index):
            scores[other] += weight
    scores.pop(index, None)
    return sorted(scores, key=lambda other: (-round(scores[other], 6), other))[:_CANDIDATES]


def _near(members: list[int], index: int) -> list[int]:
    if len(members) <= 2 * _NEIGHBOURS:
        return members
    place = bisect_left(members, index)
    return members[max(0, place - _NEIGHBOURS) : place + _NEIGHBOURS + 1]


def _shared(own: Mapping[Feature, None], other: Mapping[Feature, None]) -> tuple[Feature, ...]:
    shared = [feature for feature in own if feature[0] != "words" and feature in other]
    order = list(_WEIGHTS)
    return tuple(sorted(shared, key=lambda feature: order.index(feature[0])))
