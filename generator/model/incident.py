"""One incident: facts once, text once a language."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from generator.model.brief import Brief, plain_date
from generator.model.dates import DateSpan, Duration, PartialDate
from generator.model.localized import Localized
from generator.model.prose import Prose, Reference
from generator.model.vocabulary import TAG_GROUPS
from generator.text.digest import digest
from generator.text.words import telling_words

SECTIONS = ("symptoms", "cause", "timeline", "detection", "remediation", "follow-ups", "lessons")
"""Ids of the sections of a report, in the order of the page."""

Certainty = Literal["known", "likely"]
Status = Literal["draft", "published", "withdrawn"]
DateKind = Literal["occurred", "published"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """A term of the vocabulary, with how sure the source is of it."""

    id: str
    certainty: Certainty = "known"
    source: int | None = None
    """Which of the incident's sources says so, from 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where the facts of an incident were read."""

    url: str
    title: str
    kind: str
    publisher: str | None = None
    published: PartialDate | None = None
    accessed: PartialDate | None = None
    archive_url: str | None = None
    language: str | None = None
    confidence: Literal["primary", "secondary"] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """A line by which a log, a metric or an event shows the incident."""

    kind: Literal["log", "metric", "event"]
    pattern: str
    sample: str
    regex: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """A read-only check of one's own cluster; data, never code."""

    id: str
    title: Localized[str]
    evidence: str
    """Id of the section that grounds it."""
    method: Literal["kubectl", "promql", "manual"]
    command: tuple[str, ...]
    """Arguments of kubectl, or the one query or text."""
    select: str | None
    """A JMESPath expression over the output."""
    present_when: tuple[str, str | float | bool] | None
    """Operator and operand by which the condition is present; None for manual."""
    means: Localized[str]
    cannot_tell: Localized[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """One item of a timeline."""

    date: str | None
    """`YYYY-MM-DD`, its own or carried over from the item above."""
    time: str | None
    """`HH:MM`, or None for a whole day."""
    end_time: str | None
    zone: str | None
    """As written: `UTC`, `KST`, `+09:00`."""
    approximate: bool
    event: Prose


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One section of a report: its text as written and as parsed."""

    id: str
    source: str
    """The Markdown below the heading, as the author wrote it."""
    prose: Prose
    moments: tuple[Moment, ...] = ()
    """The items of a timeline; empty in other sections."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentText:
    """The report in one language."""

    language: str
    path: str
    """The file it stands in, from the project's folder."""
    title: str
    summary: Section
    sections: Mapping[str, Section]
    impact: str | None = None
    affected_users: str | None = None
    region: str | None = None
    trigger: str | None = None
    withdrawn_reason: str | None = None
    references: tuple[Reference, ...] = ()
    """What the summary and the sections point at."""
    anchors: frozenset[str] = frozenset()
    """Ids that the HTML of the summary and the sections defines."""
    digests: Mapping[str, str] = field(default_factory=dict)
    """First 12 hex digits of SHA-256 of each part, as `translations.lock` records them."""
    words: str = ""
    """A digest of all its words, as the search reads them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawal:
    """When a report was withdrawn, and what took its place."""

    date: PartialDate
    superseded_by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """One incident of the library."""

    id: str
    number: int
    original: str
    """Language of the file that holds the facts."""
    texts: Localized[IncidentText]
    organizations: tuple[str, ...]
    added: PartialDate
    modified: PartialDate
    tags: Mapping[str, tuple[Tag, ...]]
    """Tags by group (`TAG_GROUPS`), in the author's order."""
    sources: tuple[Source, ...]
    occurred: DateSpan | None = None
    published: DateSpan | None = None
    date_certainty: Literal["approximate", "inferred"] | None = None
    """How sure `occurred` is, where it is not as written."""
    severity: str | None = None
    severity_basis: Literal["source", "editor"] | None = None
    time_to_detect: Duration | None = None
    time_to_recover: Duration | None = None
    references: tuple[Source, ...] = ()
    related: tuple[str, ...] = ()
    signatures: tuple[Signature, ...] = ()
    alerts: tuple[str, ...] = ()
    checks: tuple[Probe, ...] = ()
    status: Status = "published"
    withdrawn: Withdrawal | None = None
    aliases: tuple[str, ...] = ()
    pictures: Mapping[str, str] = field(default_factory=dict)
    """SHA-256 of each picture file of its folder by name."""
    digest: str = ""
    """SHA-256 over its id and all files of its folder."""

    @property
    def date(self) -> DateSpan | None:
        """The date that orders it: when it occurred, else when it was published."""
        return self.occurred or self.published

    @property
    def date_kind(self) -> DateKind | None:
        """Which date `date` is."""
        if self.occurred is not None:
            return "occurred"
        return "published" if self.published is not None else None

    @property
    def year(self) -> str:
        """Its year as four digits, or `unknown`."""
        return f"{self.date.start.year:04d}" if self.date is not None else "unknown"

    @property
    def brief(self) -> Brief:
        """What others need to know of it."""
        return _brief(self)

    def text(self, language: str) -> IncidentText:
        """Its text in this language, else the original."""
        return self.texts.get(language) or self.texts[self.original]


def _brief(incident: Incident) -> Brief:
    texts = incident.texts.values
    date = incident.date
    card = _card(incident)
    words = telling_words("\n".join(f"{text.title} {text.summary.prose.text}" for text in texts.values()))
    tags = tuple(_shared(tag.id for tag in incident.tags.get(group, ())) for group in TAG_GROUPS)
    return Brief(
        id=incident.id,
        number=incident.number,
        original=incident.original,
        status=incident.status,
        digest=incident.digest,
        aliases=incident.aliases,
        organizations=_shared(incident.organizations),
        severity=incident.severity,
        related=incident.related,
        superseded_by=incident.withdrawn.superseded_by if incident.withdrawn is not None else None,
        tags=tags,
        span=(plain_date(date.start), plain_date(date.end) if date.end else None) if date is not None else None,
        date_kind=incident.date_kind,
        date_certainty=incident.date_certainty,
        detect=incident.time_to_detect.seconds if incident.time_to_detect is not None else None,
        recover=incident.time_to_recover.seconds if incident.time_to_recover is not None else None,
        year=incident.year,
        added=incident.added.iso,
        modified=incident.modified.iso,
        changed=max(incident.modified.iso, incident.withdrawn.date.iso if incident.withdrawn is not None else ""),
        languages=_shared(texts),
        titles=tuple(text.title for text in texts.values()),
        parts=tuple(" ".join(f"{part}={known}" for part, known in text.digests.items()) for text in texts.values()),
        words=_shared(words),
        kin=digest(tags, incident.organizations, words, incident.related),
        lists=digest(tags, incident.organizations, incident.severity, incident.year),
        card=card,
        row=digest(card, incident.tags, incident.time_to_detect, incident.time_to_recover),
        indexed=_indexed(incident),
        has_checks=bool(incident.checks),
        has_pictures=bool(incident.pictures),
    )


def _shared(words: Iterable[str]) -> tuple[str, ...]:
    """Words as the same objects wherever they are equal, so that they are stored once."""
    return tuple(map(sys.intern, words))


def _card(incident: Incident) -> str:
    return digest(
        incident.id,
        incident.original,
        [(text.language, text.title, text.summary.prose.text) for text in incident.texts.values.values()],
        [text.withdrawn_reason for text in incident.texts.values.values()],
        incident.occurred,
        incident.published,
        incident.date_certainty,
        incident.organizations,
        incident.severity,
        incident.severity_basis,
        incident.tags["topics"],
        incident.aliases,
        incident.status,
    )


def _indexed(incident: Incident) -> str:
    return digest(
        incident.id,
        [(text.language, text.title, text.words) for text in incident.texts.values.values()],
        incident.date,
        incident.severity,
        incident.organizations,
        [[tag.id for tag in tags] for tags in incident.tags.values()],
        [signature.sample for signature in incident.signatures],
        incident.alerts,
    )
