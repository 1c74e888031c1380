"""What lists, results and matches say of an incident."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from generator.model.vocabulary import TAG_GROUPS
from generator.relations.query.store import Store

_COLUMNS = (
    "id, original, date, date_kind, date_certainty, severity, detect_text, detect_seconds, recover_text"
    ", recover_seconds"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """An incident in one language, without its text."""

    number: int
    id: str
    language: str
    """Of its title: the wanted one, else that of the original."""
    title: str
    path: str
    """Of its page, from the root of the site."""
    url: str | None
    date: str | None
    date_kind: str | None
    date_certainty: str | None
    severity: tuple[str, str] | None
    """Id and label."""
    organizations: tuple[tuple[str, str], ...]
    """Ids and names, the first being the one named in lists."""
    tags: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Ids of terms by tag group."""
    time_to_detect: tuple[str, int] | None = None
    """As written, and in seconds."""
    time_to_recover: tuple[str, int] | None = None

    def data(self) -> dict[str, Any]:
        """The same for JSON."""
        date = {"text": self.date, "kind": self.date_kind, "certainty": self.date_certainty} if self.date else None
        return {
            "id": self.id,
            "title": self.title,
            "language": self.language,
            "path": self.path,
            "url": self.url,
            "date": date,
            "severity": _named(self.severity),
            "organizations": [_named(organization) for organization in self.organizations],
            **{group: list(self.tags[group]) for group in TAG_GROUPS},
            "time_to_detect": _lasting(self.time_to_detect),
            "time_to_recover": _lasting(self.time_to_recover),
        }


def _named(pair: tuple[str, str] | None) -> dict[str, str] | None:
    return {"id": pair[0], "label": pair[1]} if pair is not None else None


def _lasting(pair: tuple[str, int] | None) -> dict[str, Any] | None:
    return {"text": pair[0], "seconds": pair[1]} if pair is not None else None


def summarize(store: Store, numbers: Sequence[int], language: str) -> list[Summary]:
    """Incidents by number, in this order, in this language where they have a text in it."""
    return [_summary(store, number, language) for number in numbers]


def _summary(store: Store, number: int, language: str) -> Summary:
    (row,) = store.rows(f"SELECT {_COLUMNS} FROM incident WHERE number = ?", (number,))  # noqa: S608
    identifier, original, date, kind, certainty, severity, *times = row
    texts = {
        code: (title, path)
        for code, title, path in store.rows("SELECT language, title, path FROM text WHERE number = ?", (number,))
    }
    used = language if language in texts else original
    title, path = texts[used]
    tags = store.rows("SELECT group_id, term FROM tag WHERE number = ? ORDER BY position", (number,))
    named = store.labels([tag for tag in tags if tag[0] in {"organizations", "severities"}], language)
    return Summary(
        number=number,
        id=identifier,
        language=used,
        title=title,
        path=path,
        url=store.base_url + path if store.base_url is not None else None,
        date=date,
        date_kind=kind,
        date_certainty=certainty,
        severity=(severity, named.get(("severities", severity), severity)) if severity else None,
        organizations=tuple((term, label) for (group, term), label in named.items() if group == "organizations"),
        tags={group: tuple(term for other, term in tags if other == group) for group in TAG_GROUPS},
        time_to_detect=(times[0], times[1]) if times[0] else None,
        time_to_recover=(times[2], times[3]) if times[2] else None,
    )
