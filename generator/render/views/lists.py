"""Pages that list incidents: browse, terms, groups of terms, home."""

from __future__ import annotations

from dataclasses import dataclass

from generator.render.views.parts import Count, Facet, Frame, Link, Pagination, Rows


@dataclass(frozen=True, slots=True, kw_only=True)
class BrowsePage:
    """One page of the list of all incidents."""

    frame: Frame
    total: int
    rows: Rows
    pagination: Pagination | None
    facets: tuple[Facet, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TermPage:
    """A term (topic, symptom, cause, factor, component), an organization or a year, with its incidents."""

    frame: Frame
    group: Link
    label: str
    definition: str | None
    synonyms: tuple[str, ...]
    retired: Link | None
    """The successor of a retired term."""
    broader: Link | None
    narrower: tuple[Count, ...]
    address: Link | None
    """Home page of an organization."""
    total: int
    rows: Rows
    pagination: Pagination | None
    occurs_with: tuple[Facet, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TermEntry:
    """A term in the list of its group."""

    count: Count
    definition: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupPage:
    """All terms of a group."""

    frame: Frame
    label: str
    lead: str
    entries: tuple[TermEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HomePage:
    """The home of one language."""

    frame: Frame
    lead: str
    """What this is, in one sentence."""
    counts: tuple[Count, ...]
    """Incidents, organizations, years and so on; `label` is the noun."""
    newest: Rows
    topics: tuple[Count, ...]
    severities: tuple[Count, ...]
    years: tuple[Count, ...]
    """For a small chart; `share` is the height of the bar."""
    causes: tuple[Count, ...]
