"""One topic, cause, organization or other term: what it means and which incidents show it best."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.model.vocabulary import TAG_GROUPS
from generator.relations.query.errors import QueryError, nearest, quoted
from generator.relations.query.store import Store
from generator.relations.query.summaries import Summary, summarize
from generator.relations.query.vocab import TermView, vocab

_NEWEST, _ALIKE, _OCCURS_WITH = 10, 5, 8

Tag = tuple[str, str]
"""Group and id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """How many incidents of a topic carry another term."""

    id: str
    label: str
    incidents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """A term with what it stands together with."""

    term: TermView
    successor: TermView | None
    """The term that took its place, when it is retired."""
    narrower: tuple[TermView, ...]
    occurs_with: Mapping[str, tuple[Count, ...]]
    """By tag group, the most frequent first."""
    newest: tuple[Summary, ...]
    most_alike: tuple[Summary, ...]
    """Incidents that share most of their other tags with the rest, the most typical first."""


def topic(store: Store, identifier: str, group: str = "topics", *, language: str) -> Topic:
    """A term of a group; QueryError where there is none."""
    terms = {term.id: term for term in vocab(store, group, language=language)}
    if identifier not in terms:
        raise QueryError("unknown-term", value=quoted(identifier), group=group, known=nearest(identifier, list(terms)))
    term = terms[identifier]
    tags = _tags(store, group, identifier)
    counts = Counter(tag for others in tags.values() for tag in others)
    typical = sorted(tags, key=lambda number: (-_typicality(tags[number], counts), -number))
    return Topic(
        term=term,
        successor=terms.get(term.replaced_by) if term.replaced_by else None,
        narrower=tuple(other for other in terms.values() if other.parent == identifier),
        occurs_with=_occurs_with(store, counts, (group, identifier), language),
        newest=tuple(summarize(store, list(tags)[:_NEWEST], language)),
        most_alike=tuple(summarize(store, typical[:_ALIKE], language)),
    )


def _tags(store: Store, group: str, identifier: str) -> Mapping[int, Sequence[Tag]]:
    """The tags of the incidents that carry a term, by number, newest first."""
    tags: dict[int, list[Tag]] = defaultdict(list)
    for number, other, term in store.rows(
        "SELECT tag.number, tag.group_id, tag.term FROM tag JOIN incident USING (number)"
        " WHERE place IS NOT NULL AND number IN (SELECT number FROM tag WHERE group_id = ? AND term = ?)"
        " ORDER BY place, tag.position",
        (group, identifier),
    ):
        tags[number].append((other, term))
    return tags


def _typicality(own: Sequence[Tag], counts: Mapping[Tag, int]) -> float:
    """How often the tags of an incident occur among the others, on average."""
    shared = [counts[tag] - 1 for tag in own if tag[0] in TAG_GROUPS]
    return round(sum(shared) / (len(shared) + 1), 6)


def _occurs_with(store: Store, counts: Mapping[Tag, int], own: Tag, language: str) -> dict[str, tuple[Count, ...]]:
    found: dict[str, tuple[Count, ...]] = {}
    for group in TAG_GROUPS:
        best = sorted(
            ((term, count) for (other, term), count in counts.items() if other == group and (other, term) != own),
            key=lambda entry: (-entry[1], entry[0]),
        )[:_OCCURS_WITH]
        labels = store.labels([(group, term) for term, _ in best], language)
        found[group] = tuple(Count(id=term, label=labels[group, term], incidents=count) for term, count in best)
    return found
