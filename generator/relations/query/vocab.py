"""The terms that filters take, with what they mean and how many incidents carry them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from generator.relations.membership import LIST_GROUPS
from generator.relations.query.errors import QueryError, quoted
from generator.relations.query.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class TermView:
    """One term, organization or year in one language."""

    group: str
    id: str
    label: str
    incidents: int
    definition: str | None = None
    synonyms: tuple[str, ...] = ()
    """Of every language, without the label."""
    parent: str | None = None
    replaced_by: str | None = None
    url: str | None = None
    """Home page of an organization."""

    def data(self) -> dict[str, Any]:
        """The same for JSON."""
        return {
            "group": self.group,
            "id": self.id,
            "label": self.label,
            "incidents": self.incidents,
            "definition": self.definition,
            "synonyms": list(self.synonyms),
            "parent": self.parent,
            "replaced_by": self.replaced_by,
            "homepage": self.url,
        }


@dataclass(slots=True)
class _Names:
    """What one term is called."""

    labels: dict[str, str] = field(default_factory=dict)
    definitions: dict[str, str] = field(default_factory=dict)
    synonyms: list[str] = field(default_factory=list)


def vocab(store: Store, group: str | None = None, *, language: str) -> list[TermView]:
    """Every term of a group, or of all groups, in their order; QueryError for a group that there is not."""
    if group is not None and group not in LIST_GROUPS:
        raise QueryError("unknown-group", value=quoted(group), known=", ".join(LIST_GROUPS))
    return [term for name in ([group] if group is not None else LIST_GROUPS) for term in _terms(store, name, language)]


def _terms(store: Store, group: str, language: str) -> list[TermView]:
    names = _names(store, group)
    rows = store.rows(
        "SELECT term, incidents, parent, replaced_by, url FROM term WHERE group_id = ? ORDER BY position", (group,)
    )
    return [_view(group, row, names.get(row[0], _Names()), (language, *store.languages)) for row in rows]


def _view(group: str, row: tuple[Any, ...], names: _Names, languages: tuple[str, ...]) -> TermView:
    term, incidents, parent, replaced_by, url = row
    label = _first(names.labels, languages) or term
    return TermView(
        group=group,
        id=term,
        label=label,
        incidents=incidents,
        definition=_first(names.definitions, languages),
        synonyms=tuple(name for name in dict.fromkeys((*names.labels.values(), *names.synonyms)) if name != label),
        parent=parent,
        replaced_by=replaced_by,
        url=url,
    )


def _first(values: dict[str, str], languages: tuple[str, ...]) -> str | None:
    return next((values[language] for language in languages if language in values), None)


def _names(store: Store, group: str) -> dict[str, _Names]:
    found: dict[str, _Names] = {}
    for term, language, position, text in store.rows(
        "SELECT term, language, position, text FROM name WHERE group_id = ? ORDER BY language, position", (group,)
    ):
        names = found.setdefault(term, _Names())
        if position == 0:
            names.labels[language] = text
        elif position < 0:
            names.definitions[language] = text
        else:
            names.synonyms.append(text)
    return found
