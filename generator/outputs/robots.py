"""Files for crawlers: `robots.txt` and `sitemap.xml`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.content.cache import code_version
from generator.model.incident import Incident
from generator.model.library import Library
from generator.outputs.output import Output, ready
from generator.outputs.xml import escape, quoteattr
from generator.relations.membership import LIST_GROUPS, memberships
from generator.render.urls import browse_path, group_path, home_path, incident_path, term_path
from generator.text.digest import digest

_NAMESPACES = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

MOST_ADDRESSES = 40_000
"""Addresses in one file; the format allows 50,000 and 50 MB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A page in all its languages."""

    paths: Mapping[str, str]
    """From the site's root, by language."""
    neutral: str | None = None
    """The page that speaks all languages, where there is one."""
    modified: str | None = None
    """The day of the last change of what it shows."""


def plan_robots(library: Library, standing: Sequence[str] = ()) -> Iterator[Output]:
    """`robots.txt` always; `sitemap.xml` where the address of the site is known.

    `standing` are further pages of every language, from the home of the language: `triage/`.
    """
    yield ready("robots.txt", robots(library).encode())
    if has_sitemap(library):
        yield from _plan_sitemap(library, standing)


def has_sitemap(library: Library) -> bool:
    """Whether the site tells crawlers its addresses."""
    site = library.site
    return site.base_url is not None and "sitemap" in site.outputs and not site.private


def robots(library: Library) -> str:
    """What crawlers may read: everything, or nothing of a private site."""
    if library.site.private:
        return "User-agent: *\nDisallow: /\n"
    lines = "User-agent: *\nAllow: /\n"
    if has_sitemap(library):
        lines += f"Sitemap: {library.site.base_url}sitemap.xml\n"
    return lines


def _plan_sitemap(library: Library, standing: Sequence[str]) -> Iterator[Output]:
    """One file, or, for very many addresses, an index and its parts."""
    base = library.site.base_url or ""
    inputs = _inputs(library, standing)
    whole = Output("sitemap.xml", inputs, lambda: sitemap(base, list(sitemap_entries(library, standing))).encode())
    if _most_addresses(library, standing) <= MOST_ADDRESSES:
        yield whole
        return
    parts = list(_parts(list(sitemap_entries(library, standing))))
    if len(parts) == 1:
        yield whole
        return
    names = [f"sitemap-{number}.xml" for number in range(1, len(parts) + 1)]
    yield ready("sitemap.xml", sitemap_index(base, names).encode())
    for name, part in zip(names, parts, strict=True):
        yield Output(name, inputs, lambda part=part: sitemap(base, part).encode())  # type: ignore[misc]


def _inputs(library: Library, standing: Sequence[str]) -> str:
    """A digest of all that the sitemap depends on."""
    briefs = (incident.brief for incident in library.listed())
    listed = " ".join([f"{brief.id} {brief.modified} {brief.languages} {brief.lists}" for brief in briefs])
    pages = [(page.id, list(page.texts)) for page in library.pages.values()]
    return digest(code_version(), library.site, pages, standing, listed)


def _most_addresses(library: Library, standing: Sequence[str]) -> int:
    """No fewer than the addresses of the sitemap."""
    terms = sum(len(terms) for terms in library.vocabulary.groups.values()) + len(library.organizations)
    years = len({incident.brief.year for incident in library.listed()})
    pages = 2 + len(standing) + len(LIST_GROUPS) + len(library.pages) + len(library.incidents)
    return len(library.site.languages) * (terms + years + pages)


def _parts(entries: Sequence[Entry]) -> Iterator[Sequence[Entry]]:
    start = count = 0
    for position, entry in enumerate(entries):
        if count + len(entry.paths) > MOST_ADDRESSES:
            yield entries[start:position]
            start, count = position, 0
        count += len(entry.paths)
    yield entries[start:]


def sitemap_index(base: str, names: Sequence[str]) -> str:
    """The index of a sitemap in parts."""
    entries = "".join(f"<sitemap><loc>{escape(base + name)}</loc></sitemap>\n" for name in names)
    namespace = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return f'{_DECLARATION}<sitemapindex xmlns="{namespace}">\n{entries}</sitemapindex>\n'


def sitemap(base: str, entries: Sequence[Entry]) -> str:
    """Pages, each with the addresses of its languages and the day of its last change."""
    pages = "".join(_page(base, path, entry) for entry in entries for path in entry.paths.values())
    return f"{_DECLARATION}<urlset {_NAMESPACES}>\n{pages}</urlset>\n"


def _page(base: str, path: str, entry: Entry) -> str:
    languages = dict(entry.paths) if len(entry.paths) > 1 else {}
    if languages and entry.neutral is not None:
        languages["x-default"] = entry.neutral
    links = "".join(
        f'<xhtml:link rel="alternate" hreflang="{language}" href={quoteattr(base + target)}/>'
        for language, target in languages.items()
    )
    day = f"<lastmod>{entry.modified}</lastmod>" if entry.modified else ""
    return f"<url><loc>{escape(base + path)}</loc>{day}{links}</url>\n"


def sitemap_entries(library: Library, standing: Sequence[str] = ()) -> Iterator[Entry]:
    """Homes, lists, terms that have incidents, ordinary pages and incidents, without fallbacks and withdrawn ones."""
    languages = library.site.languages
    newest = max((incident.brief.modified for incident in library.listed()), default=None)
    yield Entry(paths={language: home_path(language) for language in languages}, neutral="", modified=newest)
    yield Entry(paths={language: browse_path(language) for language in languages}, modified=newest)
    for page in standing:
        yield Entry(paths={language: home_path(language) + page for language in languages}, modified=newest)
    yield from _term_entries(library, newest)
    for ordinary in library.pages.values():
        yield Entry(
            paths={language: f"{language}/{ordinary.id}/" for language in languages if language in ordinary.texts}
        )
    for incident in library.listed():
        yield Entry(paths=_incident_paths(incident), neutral=f"{incident.id}/", modified=incident.brief.modified)


def _term_entries(library: Library, newest: str | None) -> Iterator[Entry]:
    languages = library.site.languages
    changed: dict[str, dict[str, str]] = {group: defaultdict(str) for group in LIST_GROUPS}
    for incident in library.listed():
        day = incident.brief.modified
        for group, identifier in memberships(incident):
            changed[group][identifier] = max(changed[group][identifier], day)
    for group, terms in changed.items():
        yield Entry(paths={language: group_path(language, group) for language in languages}, modified=newest)
        for identifier, day in sorted(terms.items()):
            paths = {language: term_path(language, group, identifier) for language in languages}
            yield Entry(paths=paths, modified=day)


def _incident_paths(incident: Incident) -> dict[str, str]:
    return {language: incident_path(language, incident.id) for language in incident.brief.languages}
