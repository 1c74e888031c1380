"""Which incidents a question is about: terms, years, and what must be known of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from generator.model.vocabulary import TAG_GROUPS
from generator.relations.query.errors import QueryError, quoted
from generator.relations.query.store import Store

FILTER_GROUPS = (*TAG_GROUPS, "severities", "organizations")
"""Groups whose terms filter."""

FACTS: Mapping[str, str] = {
    "date": "date IS NOT NULL",
    "severity": "severity IS NOT NULL",
    "time_to_detect": "detect_seconds IS NOT NULL",
    "time_to_recover": "recover_seconds IS NOT NULL",
    "signatures": "number IN (SELECT number FROM signature)",
    "checks": "checks > 0",
}
"""What a filter can ask to be known, and how the database says so."""

_CARRIED = "number IN (SELECT number FROM tag WHERE group_id = ? AND term IN (SELECT value FROM json_each(?)))"

MOST_VALUES = 50
"""Terms of one group in a filter."""

FIRST_YEAR, LAST_YEAR = 1, 9999


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """Conditions that all hold; of the terms of one group any will do."""

    terms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Ids by group of `FILTER_GROUPS`."""
    year_from: int | None = None
    year_to: int | None = None
    has: tuple[str, ...] = ()
    """Keys of `FACTS`."""
    text_in: str | None = None
    """A language in which the report must be written."""

    def __bool__(self) -> bool:
        return any((*self.terms.values(), self.has, self.text_in, self.year_from, self.year_to))


def checked(store: Store, filters: Filters) -> Filters:
    """The filters with retired terms followed; QueryError where one names what is not there."""
    terms = {group: _checked_terms(store, group, values) for group, values in filters.terms.items() if values}
    for fact in filters.has:
        if fact not in FACTS:
            raise QueryError("unknown-fact", value=quoted(fact), known=", ".join(FACTS))
    if filters.text_in is not None:
        store.language(filters.text_in)
    for name, year in (("year_from", filters.year_from), ("year_to", filters.year_to)):
        if year is not None and not FIRST_YEAR <= year <= LAST_YEAR:
            raise QueryError("out-of-range", name=name, value=quoted(year), least=FIRST_YEAR, most=LAST_YEAR)
    if filters.year_from is not None and filters.year_to is not None and filters.year_from > filters.year_to:
        raise QueryError("years-reversed", first=filters.year_from, last=filters.year_to)
    return Filters(
        terms=terms,
        year_from=filters.year_from,
        year_to=filters.year_to,
        has=tuple(dict.fromkeys(filters.has)),
        text_in=filters.text_in,
    )


def _checked_terms(store: Store, group: str, values: Sequence[str]) -> tuple[str, ...]:
    if group not in FILTER_GROUPS:
        raise QueryError("unknown-group", value=quoted(group), known=", ".join(FILTER_GROUPS))
    if len(values) > MOST_VALUES:
        raise QueryError("too-many", name=group, most=MOST_VALUES)
    return tuple(dict.fromkeys(store.term(group, value) for value in values))


def selected(store: Store, filters: Filters) -> list[int]:
    """Numbers of the published incidents that pass these checked filters, newest first."""
    conditions, values = ["place IS NOT NULL"], []
    for condition, taken in _conditions(filters):
        conditions.append(condition)
        values += taken
    statement = f"SELECT number FROM incident WHERE {' AND '.join(conditions)} ORDER BY place"  # noqa: S608
    return [row[0] for row in store.rows(statement, values)]


def _conditions(filters: Filters) -> Iterator[tuple[str, list[object]]]:
    """SQL with places for values; nothing from outside stands in the SQL itself."""
    for group, terms in filters.terms.items():
        yield _CARRIED, [group, json.dumps(terms)]
    if filters.year_from is not None:
        yield "year >= ?", [filters.year_from]
    if filters.year_to is not None:
        yield "year <= ?", [filters.year_to]
    for fact in filters.has:
        yield FACTS[fact], []
    if filters.text_in is not None:
        yield "number IN (SELECT number FROM text WHERE language = ?)", [filters.text_in]
