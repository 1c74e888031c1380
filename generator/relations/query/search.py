"""Full-text search over every language at once: an exact id first, then BM25 with title and tags above the text.

Three ways are gone until there are results enough: the words as written, the words or their synonyms from the
vocabulary, and last the incidents that hold at least half of what the query asks, weighted by how rare it is.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from generator.relations.query.errors import QueryError
from generator.relations.query.excerpts import Excerpt, excerpt_of
from generator.relations.query.filters import Filters, checked, selected
from generator.relations.query.lookup import find, names_incident
from generator.relations.query.phrases import Query, loose, parse_query, strict, surfaces, units, widened
from generator.relations.query.schema import SEARCH_COLUMNS
from generator.relations.query.store import Store
from generator.relations.query.summaries import Summary, summarize
from generator.relations.query.tokens import is_hangul

How = Literal["id", "words", "synonyms", "part"]
"""By what an incident was found."""

WEIGHTS = {"title": 8.0, "labels": 4.0, "keywords": 0.6, "summary": 2.0, "body": 1.0}
"""What a word counts by where it stands."""

_ENOUGH = 5
"""Results from which nothing looser is tried."""

_LEAST_SHARE = 0.5
"""Of what a query asks, by weight, that an incident must hold to be found by parts of it."""

_LATIN = 2
"""Pairs of Hangul that a Latin word counts for."""

_HANGUL = re.compile("[가-힣]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One result."""

    summary: Summary
    how: How
    excerpt: Excerpt
    """Where the words stand in the text, else its beginning."""

    def data(self) -> dict[str, Any]:
        """The same for JSON."""
        excerpt = {"section": self.excerpt.section, "text": self.excerpt.text}
        return {**self.summary.data(), "found_by": self.how, "excerpt": excerpt}


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """A part of the results."""

    total: int
    start: int
    language: str
    hits: tuple[Hit, ...]


def search(
    store: Store,
    text: str,
    filters: Filters | None = None,
    *,
    language: str | None = None,
    start: int = 0,
    limit: int = 10,
) -> Results:
    """Results of a query, best first, from `start` on; without `language` they are in that of the query.

    Raises QueryError for an empty or overlong query and for filters that name what is not there.
    """
    language = query_language(store, text) if language is None else store.language(language)
    allowed = selected(store, checked(store, filters or Filters()))
    ranked = list(_ranked(store, text, frozenset(allowed)))
    page = ranked[start : start + limit]
    words = _shown(store, text)
    summaries = summarize(store, [number for number, _ in page], language)
    return Results(
        total=len(ranked),
        start=start,
        language=language,
        hits=tuple(
            Hit(summary=summary, how=how, excerpt=excerpt_of(store, summary.number, summary.language, words))
            for summary, (_, how) in zip(summaries, page, strict=True)
        ),
    )


def query_language(store: Store, text: str) -> str:
    """The language that a query is written in, as its letters tell."""
    wanted = "ko" if _HANGUL.search(text) else "en"
    return wanted if wanted in store.languages else store.languages[0]


def _ranked(store: Store, text: str, allowed: frozenset[int]) -> Iterator[tuple[int, How]]:
    """Numbers of incidents, best first, each once, with how it was found."""
    found: dict[int, How] = {}
    query = parse_query(text)
    exact = find(store, text)
    if exact is not None and exact in allowed:
        found[exact] = "id"
    for how, numbers in _ways(store, query, allowed):
        if how != "words" and len(found) >= _ENOUGH:
            break
        for number in numbers:
            if number in allowed:
                found.setdefault(number, how)
    yield from found.items()


def _ways(store: Store, query: Query, allowed: frozenset[int]) -> Iterator[tuple[How, Iterable[int]]]:
    identifier = names_incident(store, query.text)
    if identifier is not None:
        yield "words", _match(store, strict(parse_query(f'"{identifier}"')))
        return
    yield "words", _match(store, strict(query))
    yield "synonyms", _match(store, widened(store, query))
    yield "part", _by_parts(store, query, allowed)


def _match(store: Store, expression: str) -> list[int]:
    """Numbers that an expression of the index finds, best first."""
    weights = ", ".join(str(WEIGHTS[column]) for column in SEARCH_COLUMNS)
    statement = f"SELECT rowid FROM search WHERE search MATCH ? ORDER BY bm25(search, {weights}), rowid DESC"  # noqa: S608
    return [row[0] for row in store.rows(statement, (expression,))]


def _by_parts(store: Store, query: Query, allowed: frozenset[int]) -> list[int]:
    """Incidents that hold half of the query or more, by the share of what they hold and how rare it is.

    A word counts by the part of its pairs that an incident holds, if that is half or more, and by how many pairs it
    has; one that no incident holds is left out.
    """
    shares: dict[int, float] = {}
    total = 0.0
    for word, expressions in units(query):
        found = [frozenset(_holding(store, expression)) for expression in expressions]
        if not any(found):
            continue
        weight = _rarity(store.count, found) * (len(found) if is_hangul(word) else _LATIN)
        total += weight
        for number in allowed.intersection(frozenset[int]().union(*found)):
            share = sum(number in numbers for numbers in found) / len(found)
            if share >= _LEAST_SHARE:
                shares[number] = shares.get(number, 0.0) + weight * share
    kept = [number for number in _match(store, loose(query)) if shares.get(number, 0.0) >= total * _LEAST_SHARE]
    return sorted(kept, key=lambda number: -round(shares[number] / total, 1))


def _holding(store: Store, expression: str) -> Iterable[int]:
    return (row[0] for row in store.rows("SELECT rowid FROM search WHERE search MATCH ?", (expression,)))


def _rarity(count: int, found: Sequence[frozenset[int]]) -> float:
    """How much a word tells, by the rarer half of its parts, some of which must be held."""
    numbers = sorted(len(part) for part in found if part)
    return math.log(1 + count / numbers[(len(numbers) - 1) // 2])


def _shown(store: Store, text: str) -> list[str]:
    try:
        return surfaces(store, parse_query(text))
    except QueryError:
        return []
