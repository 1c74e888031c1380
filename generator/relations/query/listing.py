"""Lists of incidents, newest first or in another order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from generator.relations.query.errors import QueryError, quoted
from generator.relations.query.filters import Filters, checked, selected
from generator.relations.query.store import Store
from generator.relations.query.summaries import Summary, summarize

ORDERS: Mapping[str, str] = {
    "newest": "place",
    "oldest": "place DESC",
    "modified": "modified DESC, place",
    "longest": "recover_seconds IS NULL, recover_seconds DESC, place",
    "id": "number",
}
"""Orders of a list; `longest` is by time to recover, unknown last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A part of a list."""

    total: int
    """Incidents in the whole list."""
    start: int
    incidents: tuple[Summary, ...]


def list_incidents(
    store: Store, filters: Filters, *, language: str, sort: str = "newest", start: int = 0, limit: int = 20
) -> Listing:
    """Incidents that pass the filters, from `start` on; QueryError for what is not there."""
    if sort not in ORDERS:
        raise QueryError("unknown-sort", value=quoted(sort), known=", ".join(ORDERS))
    chosen = set(selected(store, checked(store, filters)))
    order = f"SELECT number FROM incident WHERE place IS NOT NULL ORDER BY {ORDERS[sort]}"  # noqa: S608
    numbers = [number for (number,) in store.rows(order) if number in chosen]
    return Listing(
        total=len(numbers),
        start=start,
        incidents=tuple(summarize(store, numbers[start : start + limit], language)),
    )
