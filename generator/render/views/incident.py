"""The page of one incident."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from generator.render.views.parts import DateView, Frame, Link, SeverityView, TagView


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A row of the fact box."""

    id: str
    """`severity`, `impact`, `affected-users`, `region`, `time-to-detect` or `time-to-recover`."""
    label: str
    value: str | None
    """None where the source does not say: shown as an en dash."""
    note: str | None = None
    """How the value came about: an editor's estimate, taken from the timeline."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MomentView:
    """An item of the timeline."""

    date: str | None
    """Shown where it differs from the item above."""
    clock: str | None
    """`15:39`, `~15:39` or `15:39–16:00` with its zone."""
    iso: str | None
    """For `datetime`, where it is exact."""
    html: Markup


@dataclass(frozen=True, slots=True, kw_only=True)
class TagGroupView:
    """The tags of one group under a section."""

    id: str
    label: str
    tags: tuple[TagView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionView:
    """A section of the report."""

    id: str
    label: str
    html: Markup | None
    """None where the report has no text: shown as an en dash."""
    moments: tuple[MomentView, ...]
    tag_groups: tuple[TagGroupView, ...]
    trigger: str | None
    """Only in the cause; with `shows_trigger`, None is shown as an en dash."""
    shows_trigger: bool
    changed: bool
    """Whether the original changed since the translation was made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceView:
    """A source or a reference."""

    number: int
    title: str
    language: str | None
    href: str
    kind: str
    publisher: str | None
    published: str | None
    accessed: str | None
    archive: str | None
    confidence: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RelatedView:
    """A related incident, with the reason."""

    id: str
    href: str
    title: str
    language: str | None
    organization: str
    date: str | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbeView:
    """A read-only check of one's own cluster."""

    id: str
    title: str
    method: str
    command: str
    """What to copy, or the text of a manual check."""
    condition: str | None
    means: str
    cannot_tell: str
    evidence: Link


@dataclass(frozen=True, slots=True, kw_only=True)
class TranslationBanner:
    """What a reader must know about the translation."""

    state: str
    """`missing` (the page shows the original) or `behind`."""
    language_name: str
    """The language of the original."""
    original: Link
    changed: tuple[Link, ...]
    """The parts that changed since, when behind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawnView:
    """When and why the report was withdrawn."""

    date: str
    reason: str
    superseded_by: Link | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationView:
    """Ways to cite the report."""

    text: str
    bibtex: str
    csl: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentPage:
    """Everything that the page of one incident shows, in its order."""

    frame: Frame
    id: str
    text_language: str
    """The real language of the text; differs from the frame's when the translation is missing."""
    organizations: tuple[Link, ...]
    dates: tuple[DateView, ...]
    topics: tuple[TagView, ...]
    title: str
    banner: TranslationBanner | None
    withdrawn: WithdrawnView | None
    summary: Markup
    severity: SeverityView | None
    facts: tuple[Fact, ...]
    sections: tuple[SectionView, ...]
    sources: tuple[SourceView, ...]
    references: tuple[SourceView, ...]
    related: tuple[RelatedView, ...]
    components: tuple[TagView, ...]
    probes: tuple[ProbeView, ...]
    signatures: tuple[tuple[str, str], ...]
    """Kind in the reader's language and pattern."""
    alerts: tuple[str, ...]
    citation: CitationView
    api: str | None
    """Address of the record in the static API, where the site has one."""
    guide: str | None
    """Address of the API guide."""
    edit: str | None
    short: str
    """The short address for tickets."""
    added: str
    modified: str | None
    """When it was last changed, where that is later than `added`."""
