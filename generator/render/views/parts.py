"""Pieces that several page types show.

Every `href` to a page of this site begins with `ROOT` (model.prose); `render.urls.close_links` turns it into a relative
address when the page is whole. Fields of type `Markup` are safe HTML; every other string is escaped by the template.
"""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A link, or, without an address, the place where the reader is."""

    label: str
    href: str | None
    language: str | None = None
    """Language of the label where it is not that of the page."""
    current: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """A term with the number of incidents that carry it."""

    label: str
    href: str
    count: int
    id: str = ""
    share: int = 0
    """The count as a whole percentage of the largest count beside it, for bars."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facet:
    """A group of terms with counts, most frequent first."""

    id: str
    label: str
    entries: tuple[Count, ...]
    more: Link | None = None
    """The way to the whole group, where entries were left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TagView:
    """A tag of an incident."""

    label: str
    href: str
    definition: str | None
    certainty: str
    """`known` or `likely`."""
    source: int | None
    """Number of the source that says so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeverityView:
    """A severity, with its rank from 1 (worst)."""

    id: str
    label: str
    rank: int
    href: str
    editorial: bool
    """Whether it is an editor's estimate and not the source's label."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DateView:
    """A known date of an incident with its kind."""

    kind: str
    """`occurred` or `published`."""
    label: str
    """The kind in the reader's language."""
    text: str
    iso: str
    """For `datetime`; empty where HTML has no form for it (a span)."""
    certainty: str | None
    """`approximate` or `inferred` in the reader's language, or None."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowView:
    """An incident in a list."""

    id: str
    href: str
    title: str
    language: str | None
    """The real language of the title where it is not that of the page, with `language_name`."""
    language_name: str | None
    date: DateView | None
    organization: str
    severity: SeverityView | None
    topics: tuple[str, ...]
    summary: str
    """The first sentences of the summary as plain text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """Incidents in a list, already rendered by `partials/row.html`."""

    html: Markup
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pagination:
    """The pages of a long list."""

    current: int
    pages: tuple[Link | None, ...]
    """Links to pages, None for a gap."""
    previous: str | None
    next: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """The way to this page in another language."""

    language: str
    name: str
    """Name of the language in that language."""
    href: str
    available: bool
    """False where the page has no counterpart: `href` is then the nearest parent in that language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternate:
    """An absolute address of this page in a language (`ko`, `en`, `x-default`)."""

    language: str
    href: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Feed:
    """A feed that the head of the page names."""

    title: str
    href: str
    type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What stands around the content of every page."""

    language: str
    path: str
    """The page's address from the root, without a leading slash: `ko/incidents/IL-0585/`."""
    title: str
    """For `<title>` and `og:title`, without the name of the site."""
    description: str
    site_name: str
    home: str
    nav: tuple[Link, ...]
    breadcrumbs: tuple[Link, ...]
    """From home to here; the last has no address."""
    switches: tuple[Switch, ...]
    canonical: str | None
    alternates: tuple[Alternate, ...]
    noindex: bool
    feeds: tuple[Feed, ...]
    json_ld: tuple[Markup, ...]
    """JSON-LD blocks, safe inside `<script>`."""
    correction: str | None
    """Address to report a correction."""
    license: Link | None
    stylesheet: str
    theme_script: str
    """The small script of the head that sets the theme."""
    script: str
    """The deferred script of the page."""
    search_script: str | None
    """The deferred script that searches, or None when the site has no search."""
    icon: str
    search: str
    """Address of the search page."""
    search_description: str | None = None
    """Address of the description by which a browser takes the search in."""
    markdown: str | None = None
    """Address of the Markdown beside the page."""
    guide: str | None = None
    """Address of the guide to the API and the MCP server."""
    pages: tuple[Link, ...] = ()
    """Ordinary pages that every page leads to."""
