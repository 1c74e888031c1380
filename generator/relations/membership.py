"""Which incidents belong to which term, organization and year."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.model.brief import Brief
from generator.model.incident import Incident
from generator.model.library import Library
from generator.model.vocabulary import TAG_GROUPS
from generator.relations.kept import load_former, save_former
from generator.relations.related import RelatedIncidents, relate_incidents

LIST_GROUPS = (*TAG_GROUPS, "severities", "organizations", "years")
"""Groups of pages that list incidents, in the order of the navigation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Relations:
    """Everything that one incident knows of the others."""

    newest: tuple[Incident, ...]
    """Published incidents, newest first, those without a date last."""
    members: Mapping[str, Mapping[str, tuple[Incident, ...]]]
    """Published incidents of each id of each of `LIST_GROUPS`, newest first."""
    related: RelatedIncidents
    """Related incidents by id, for published ones."""

    def of(self, group: str, identifier: str) -> tuple[Incident, ...]:
        """The incidents of one term, newest first."""
        return self.members[group].get(identifier, ())

    def counts(self, group: str) -> list[tuple[str, int]]:
        """Ids of a group by how many published incidents carry them, most frequent first, then by id."""
        return _by_frequency({identifier: len(found) for identifier, found in self.members[group].items()})


def relate(library: Library, cache: Path | None = None, jobs: int = 1) -> Relations:
    """Orders, groups and relates the published incidents.

    `cache` is the folder in which the work is kept, `jobs` the number of processes.
    """
    newest = tuple(sorted(library.listed(), key=_newest_first, reverse=True))
    return Relations(newest=newest, members=_members(newest), related=_related(newest, cache, jobs))


def _newest_first(incident: Incident) -> tuple[bool, tuple[int, int, int, str], int]:
    brief = incident.brief
    return (brief.sort_key is not None, brief.sort_key or (0, 0, 0, ""), brief.number)


def _related(newest: Sequence[Incident], cache: Path | None, jobs: int) -> RelatedIncidents:
    briefs = [incident.brief for incident in reversed(newest)]
    former = load_former(cache) if cache is not None else None
    related = relate_incidents(briefs, former, jobs)
    if cache is not None and related is not former:
        save_former(cache, related)
    return RelatedIncidents.of(related)


def _members(newest: Sequence[Incident]) -> dict[str, dict[str, tuple[Incident, ...]]]:
    return {group: _members_of(group, newest) for group in LIST_GROUPS}


def _members_of(group: str, newest: Sequence[Incident]) -> dict[str, tuple[Incident, ...]]:
    members: defaultdict[str, list[Incident]] = defaultdict(list)
    if group in TAG_GROUPS:
        place = TAG_GROUPS.index(group)
        carried = [incident.brief.tags[place] for incident in newest]
    else:
        carried = [_ids(incident.brief, group) for incident in newest]
    for incident, identifiers in zip(newest, carried, strict=True):
        for identifier in identifiers:
            members[identifier].append(incident)
    return {identifier: tuple(incidents) for identifier, incidents in members.items()}


def tag_counts(incidents: Sequence[Incident], group: str) -> list[tuple[str, int]]:
    """Ids of a group by how many of these incidents carry them, most frequent first, then by id."""
    counts = Counter(identifier for incident in incidents for identifier in _ids(incident.brief, group))
    return _by_frequency(counts)


def _by_frequency(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))


def _ids(brief: Brief, group: str) -> tuple[str, ...]:
    """The ids of one group that the incident carries."""
    if group in TAG_GROUPS:
        return brief.tag_ids(group)
    if group == "organizations":
        return brief.organizations
    if group == "years":
        return (brief.year,)
    return (brief.severity,) if brief.severity is not None else ()


def memberships(incident: Incident) -> Iterator[tuple[str, str]]:
    """Group and id of every list that the incident stands in."""
    brief = incident.brief
    return ((group, identifier) for group in LIST_GROUPS for identifier in _ids(brief, group))
