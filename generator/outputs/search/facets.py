"""What browse and search filter by, in columns, and the short text of rows in blocks.

`facets.json` of a language holds every incident that is listed in it, ascending by number, without their text; a
column has one value an incident. `rows/<n>.json` holds the text of `BLOCK` incidents. So a filter reads one small
file, and a page of results the blocks in which its rows stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import orjson

from generator.model.dates import Duration
from generator.model.incident import Incident
from generator.model.library import Library
from generator.model.vocabulary import TAG_GROUPS
from generator.text.forms import excerpt

BLOCK = 100
"""Incidents in a block of rows."""

SUMMARY = 120
"""Characters of a summary in a row."""

NONE = -1
"""Stands in a column of numbers for what is not known."""

_Held = tuple[str, str, list[int]]
"""Id and label of a term, and the places of the incidents that have it."""


def facets(library: Library, language: str) -> bytes:
    """The facet file of a language, JSON.

    - `ids`: the incidents' ids; `dates`: ISO 8601 or empty; `severity`: place in `severities`; `detect`, `recover`:
      seconds; `organization`: place of the first organization in its group. -1 is unknown.
    - `published`: where the date is that of the publication; `certainties`: by place, where it is not sure.
    - `severities`: `[id, label]` in rank order.
    - `groups`: `{id, terms: [[id, label, incidents]]}` for tags, organizations and years; `incidents` are places in
      the columns, each as its distance from the one before.
    - `foreign`: language by place, for incidents that have no text in this language.
    """
    incidents = list(library.listed())
    severities = [[term.id, term.label.nearest(language)] for term in library.vocabulary.terms("severities")]
    ranks = {identifier: rank for rank, (identifier, _) in enumerate(severities)}
    groups = {name: list(terms) for name, terms in _groups(library, language, incidents)}
    organizations = {identifier: place for place, (identifier, _, _) in enumerate(groups["organizations"])}
    table = {
        "block": BLOCK,
        "ids": [incident.id for incident in incidents],
        "dates": [incident.date.iso if incident.date is not None else "" for incident in incidents],
        "published": _distances(place for place, one in enumerate(incidents) if one.date_kind == "published"),
        "certainties": {str(place): one.date_certainty for place, one in enumerate(incidents) if _is_unsure(one)},
        "severities": severities,
        "severity": [ranks.get(incident.severity or "", NONE) for incident in incidents],
        "detect": [_seconds(incident.time_to_detect) for incident in incidents],
        "recover": [_seconds(incident.time_to_recover) for incident in incidents],
        "organization": [organizations[incident.organizations[0]] for incident in incidents],
        "groups": [_group(name, terms) for name, terms in groups.items()],
        "foreign": {
            str(place): incident.original
            for place, incident in enumerate(incidents)
            if language not in incident.brief.languages
        },
    }
    return orjson.dumps(table)


def rows(library: Library, language: str) -> Iterator[bytes]:
    """The blocks of rows of a language, JSON: `[[title, summary]]`, in the order of the facet file."""
    incidents = list(library.listed())
    for start in range(0, len(incidents), BLOCK):
        yield orjson.dumps([_row(incident, language) for incident in incidents[start : start + BLOCK]])


def _row(incident: Incident, language: str) -> list[str]:
    text = incident.text(language)
    return [text.title, excerpt(text.summary.prose.text, SUMMARY)]


def _is_unsure(incident: Incident) -> bool:
    """Whether the date that a row shows is marked as approximate or inferred."""
    return incident.date_kind == "occurred" and incident.date_certainty is not None


def _seconds(duration: Duration | None) -> int:
    return duration.seconds if duration is not None else NONE


def _groups(library: Library, language: str, incidents: Sequence[Incident]) -> Iterator[tuple[str, list[_Held]]]:
    for name in TAG_GROUPS:
        places = _places([[tag.id for tag in incident.tags.get(name, ())] for incident in incidents])
        merged: dict[str, list[int]] = {}
        for identifier, found in places.items():
            merged.setdefault(library.vocabulary.term(name, identifier).id, []).extend(found)
        terms = library.vocabulary.terms(name)
        yield name, [(t.id, t.label.nearest(language), sorted(set(merged[t.id]))) for t in terms if t.id in merged]
    places = _places([incident.organizations for incident in incidents])
    names = {identifier: library.organizations[identifier].name.nearest(language) for identifier in places}
    order = sorted(places, key=lambda identifier: (names[identifier].casefold(), identifier))
    yield "organizations", [(identifier, names[identifier], places[identifier]) for identifier in order]
    years = _places([[incident.year] for incident in incidents])
    yield "years", [(year, year, years[year]) for year in sorted(years, reverse=True)]


def _places(values: Iterable[Iterable[str]]) -> dict[str, list[int]]:
    """Where each value stands."""
    places: dict[str, list[int]] = {}
    for place, held in enumerate(values):
        for value in dict.fromkeys(held):
            places.setdefault(value, []).append(place)
    return places


def _group(name: str, terms: Iterable[_Held]) -> dict[str, object]:
    return {"id": name, "terms": [[identifier, label, _distances(places)] for identifier, label, places in terms]}


def _distances(places: Iterable[int]) -> list[int]:
    before, distances = 0, []
    for place in places:
        distances.append(place - before)
        before = place
    return distances
