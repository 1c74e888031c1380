"""Which incidents belong to which term, organization and year."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.model.incident import Incident
from generator.model.library import Library
from generator.model.vocabulary import TAG_GROUPS
from generator.relations.related import Related, related_incidents

LIST_GROUPS = (*TAG_GROUPS, "severities", "organizations", "years")
"""Groups of pages that list incidents, in the order of the navigation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Relations:
    """Everything that one incident knows of the others."""

    newest: tuple[Incident, ...]
    """Published incidents, newest first, those without a date last."""
    members: Mapping[str, Mapping[str, tuple[Incident, ...]]]
    """Published incidents of each id of each of `LIST_GROUPS`, newest first."""
    related: Mapping[str, tuple[Related, ...]]
    """Related incidents by id, for published ones."""

    def of(self, group: str, identifier: str) -> tuple[Incident, ...]:
        """The incidents of one term, newest first."""
        return self.members[group].get(identifier, ())


def relate(library: Library) -> Relations:
    """Orders, groups and relates the published incidents."""
    newest = tuple(sorted(library.listed(), key=_newest_first, reverse=True))
    return Relations(
        newest=newest,
        members=_members(newest),
        related=related_incidents(newest[::-1]),
    )


def _newest_first(incident: Incident) -> tuple[bool, tuple[int, int, int, str], int]:
    date = incident.date
    return (date is not None, date.start.sort_key if date else (0, 0, 0, ""), incident.number)


def _members(newest: Iterable[Incident]) -> dict[str, dict[str, tuple[Incident, ...]]]:
    members: dict[str, defaultdict[str, list[Incident]]] = {group: defaultdict(list) for group in LIST_GROUPS}
    for incident in newest:
        for group, identifier in memberships(incident):
            members[group][identifier].append(incident)
    return {
        group: {identifier: tuple(incidents) for identifier, incidents in terms.items()}
        for group, terms in members.items()
    }


def tag_counts(incidents: Sequence[Incident], group: str) -> list[tuple[str, int]]:
    """Ids of a group by how many of these incidents carry them, most frequent first, then by id."""
    counts = Counter(identifier for incident in incidents for identifier in _ids(incident, group))
    return sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))


def _ids(incident: Incident, group: str) -> Iterator[str]:
    """The ids of one group that the incident carries."""
    if group in incident.tags:
        yield from (tag.id for tag in incident.tags[group])
    elif group == "organizations":
        yield from incident.organizations
    elif group == "years":
        yield incident.year
    elif incident.severity is not None:
        yield incident.severity


def memberships(incident: Incident) -> Iterator[tuple[str, str]]:
    """Group and id of every list that the incident stands in."""
    return ((group, identifier) for group in LIST_GROUPS for identifier in _ids(incident, group))
