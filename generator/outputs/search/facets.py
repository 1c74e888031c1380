"""What browse and search filter by, in columns, and the short text of rows in blocks.

`facets.json` of a language holds every incident that is listed in it, ascending by number, without their text; a
column has one value an incident. `rows/<n>.json` holds the text of `BLOCK` incidents. So a filter reads one small
file, and a page of results the blocks in which its rows stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import orjson

from generator.model.brief import Brief
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
    briefs = [incident.brief for incident in library.listed()]
    severities = [[term.id, term.label.nearest(language)] for term in library.vocabulary.terms("severities")]
    ranks = {identifier: rank for rank, (identifier, _) in enumerate(severities)}
    groups = {name: list(terms) for name, terms in _groups(library, language, briefs)}
    organizations = {identifier: place for place, (identifier, _, _) in enumerate(groups["organizations"])}
    table = {
        "block": BLOCK,
        "ids": [brief.id for brief in briefs],
        "dates": [brief.iso for brief in briefs],
        "published": _distances(place for place, brief in enumerate(briefs) if brief.date_kind == "published"),
        "certainties": {str(place): brief.date_certainty for place, brief in enumerate(briefs) if _is_unsure(brief)},
        "severities": severities,
        "severity": [ranks.get(brief.severity or "", NONE) for brief in briefs],
        "detect": [_known(brief.detect) for brief in briefs],
        "recover": [_known(brief.recover) for brief in briefs],
        "organization": [organizations[brief.organizations[0]] for brief in briefs],
        "groups": [_group(name, terms) for name, terms in groups.items()],
        "foreign": {
            str(place): brief.original for place, brief in enumerate(briefs) if language not in brief.languages
        },
    }
    return orjson.dumps(table)


def rows(incidents: Iterable[Incident], language: str) -> bytes:
    """A block of rows of a language, JSON: `[[title, summary]]`, in the order of the facet file."""
    return orjson.dumps([_row(incident, language) for incident in incidents])


def _row(incident: Incident, language: str) -> list[str]:
    text = incident.text(language)
    return [text.title, excerpt(text.summary.prose.text, SUMMARY)]


def _is_unsure(brief: Brief) -> bool:
    """Whether the date that a row shows is marked as approximate or inferred."""
    return brief.date_kind == "occurred" and brief.date_certainty is not None


def _known(number: int | None) -> int:
    return number if number is not None else NONE


def _groups(library: Library, language: str, briefs: Sequence[Brief]) -> Iterator[tuple[str, list[_Held]]]:
    for name in TAG_GROUPS:
        places = _places([brief.tag_ids(name) for brief in briefs])
        merged: dict[str, list[int]] = {}
        for identifier, found in places.items():
            merged.setdefault(library.vocabulary.term(name, identifier).id, []).extend(found)
        terms = library.vocabulary.terms(name)
        yield name, [(t.id, t.label.nearest(language), sorted(set(merged[t.id]))) for t in terms if t.id in merged]
    places = _places([brief.organizations for brief in briefs])
    names = {identifier: library.organizations[identifier].name.nearest(language) for identifier in places}
    order = sorted(places, key=lambda identifier: (names[identifier].casefold(), identifier))
    yield "organizations", [(identifier, names[identifier], places[identifier]) for identifier in order]
    years = _places([(brief.year,) for brief in briefs])
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
