"""One incident by its id, however it is written, or by a former name."""

from __future__ import annotations

import re
from dataclasses import dataclass

from generator.relations.query.errors import QueryError, quoted
from generator.relations.query.store import Store

_LONGEST = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An incident as the database keeps it."""

    number: int
    id: str
    status: str
    original: str
    superseded_by: str | None
    record: bytes | None
    """JSON of the whole incident, where the database holds it."""


def number_of(store: Store, text: str) -> int | None:
    """The number that an id names, existing or not: `IL-0585`, `il 585`, `585`; None for anything else."""
    found = re.fullmatch(
        rf"\s*(?:{re.escape(store.prefix)}[\s_#-]*)?#?0*([0-9]{{1,9}})\s*", text[:_LONGEST], re.IGNORECASE
    )
    return int(found[1]) if found else None


def names_incident(store: Store, text: str) -> str | None:
    """The id of the incident that a text names with the prefix of the library; a bare number may mean anything."""
    number = None if text.strip().isdigit() else number_of(store, text)
    found = store.rows("SELECT id FROM incident WHERE number = ?", (number,)) if number is not None else []
    return str(found[0][0]) if found else None


def find(store: Store, text: str) -> int | None:
    """The number of the published or withdrawn incident of this id or former name, or None."""
    number = number_of(store, text)
    if number is not None and store.rows("SELECT 1 FROM incident WHERE number = ?", (number,)):
        return number
    alias = store.rows("SELECT number FROM alias WHERE alias = ? COLLATE NOCASE", (text.strip()[:_LONGEST],))
    return int(alias[0][0]) if alias else None


def get(store: Store, text: str) -> Entry:
    """The incident of this id or former name, withdrawn ones included; QueryError if there is none."""
    number = find(store, text)
    if number is None:
        first = store.rows("SELECT id FROM incident ORDER BY number LIMIT 1")
        raise QueryError("unknown-id", value=quoted(text), example=first[0][0] if first else f"{store.prefix}-0001")
    (row,) = store.rows(
        "SELECT number, id, status, original, superseded_by, record FROM incident WHERE number = ?", (number,)
    )
    return Entry(number=row[0], id=row[1], status=row[2], original=row[3], superseded_by=row[4], record=row[5])
