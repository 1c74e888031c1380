"""What the rest of the library needs to know of an incident, without its texts."""

from __future__ import annotations

from typing import NamedTuple

from generator.model.dates import DateSpan, PartialDate
from generator.model.vocabulary import TAG_GROUPS
from generator.text.digest import digest

PlainDate = tuple[int, int | None, int | None, str | None, str | None]
"""Year, month, day, time and zone of a partial date."""


class Brief(NamedTuple):
    """The few values by which an incident is ordered, counted, grouped and known as unchanged.

    A build reads the brief of every incident and the whole of those alone that it shows anew. All values are plain, so
    that thousands are read in a moment.
    """

    id: str
    number: int
    original: str
    status: str
    digest: str
    """`Incident.digest`."""
    aliases: tuple[str, ...]
    organizations: tuple[str, ...]
    severity: str | None
    related: tuple[str, ...]
    """Incidents that an editor named as related."""
    superseded_by: str | None
    tags: tuple[tuple[str, ...], ...]
    """Ids of the tags of each of `TAG_GROUPS`."""
    span: tuple[PlainDate, PlainDate | None] | None
    """The first and the last day of the date that orders it; None without one."""
    date_kind: str | None
    """Which date that is (`Incident.date_kind`)."""
    date_certainty: str | None
    """How sure the date of the incident is, where it is not as written."""
    detect: int | None
    """Seconds until it was detected."""
    recover: int | None
    """Seconds until it was over."""
    year: str
    """Four digits or `unknown`."""
    added: str
    modified: str
    changed: str
    """The day of the last change: when it was modified or withdrawn."""
    languages: tuple[str, ...]
    """Languages of its texts."""
    titles: tuple[str, ...]
    """Titles of its texts, in the order of `languages`."""
    parts: tuple[str, ...]
    """Digests of the parts of each text (`IncidentText.digests`), `part=digest` with blanks between, as `languages`."""
    words: tuple[str, ...]
    """Telling words of its titles and summaries."""
    kin: str
    """A digest of all by which it is related to others."""
    lists: str
    """A digest of the lists in which it stands."""
    card: str
    """A digest of what lists, short addresses and neighbours show of it."""
    row: str
    """A digest of what a row of the search and its filters hold."""
    indexed: str
    """A digest of all that the search index reads."""
    has_checks: bool
    has_pictures: bool

    @property
    def date(self) -> DateSpan | None:
        """The date that orders it."""
        if self.span is None:
            return None
        start, end = self.span
        return DateSpan(start=_date(start), end=_date(end) if end is not None else None)

    @property
    def iso(self) -> str:
        """That date as ISO 8601 writes it, or empty."""
        date = self.date
        return date.iso if date is not None else ""

    @property
    def sort_key(self) -> tuple[int, int, int, str] | None:
        """Orders by date; None without one."""
        if self.span is None:
            return None
        (year, month, day, time, _), _ = self.span
        return (year, month or 0, day or 0, time or "")

    def nearest(self, language: str) -> str:
        """The language in which a reader of this one is shown its text."""
        return language if language in self.languages else self.original

    def title(self, language: str) -> str:
        """The title that a reader of this language is shown."""
        return self.titles[self.languages.index(self.nearest(language))]

    def tag_ids(self, group: str) -> tuple[str, ...]:
        """Ids of the tags of one of `TAG_GROUPS`."""
        return self.tags[TAG_GROUPS.index(group)]

    def with_tags(self, tags: tuple[tuple[str, ...], ...]) -> Brief:
        """The brief of the same incident with other tags."""
        return self._replace(
            tags=tags,
            kin=digest(self.kin, tags),
            lists=digest(self.lists, tags),
            card=digest(self.card, tags),
            row=digest(self.row, tags),
            indexed=digest(self.indexed, tags),
        )

    def part_digests(self, language: str) -> dict[str, str]:
        """Digests of the parts of the text in a language that it has."""
        parts = self.parts[self.languages.index(language)].split()
        return {name: known for name, _, known in (part.partition("=") for part in parts)}


def plain_date(date: PartialDate) -> PlainDate:
    """A date as a plain value."""
    return (date.year, date.month, date.day, date.time, date.zone)


def _date(plain: PlainDate) -> PartialDate:
    year, month, day, time, zone = plain
    return PartialDate(year=year, month=month, day=day, time=time, zone=zone)
