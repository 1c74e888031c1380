"""Files for crawlers: `robots.txt` and `sitemap.xml`."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from generator.model.incident import Incident
from generator.model.library import Library
from generator.outputs.output import Output
from generator.render.urls import home_path, incident_path

_NAMESPACES = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'


def plan_robots(library: Library) -> Iterator[Output]:
    """`robots.txt` always; `sitemap.xml` where the address of the site is known."""
    yield _ready("robots.txt", robots(library))
    if library.site.base_url is not None and "sitemap" in library.site.outputs and not library.site.private:
        yield _ready("sitemap.xml", sitemap(library))


def _ready(path: str, text: str) -> Output:
    content = text.encode()
    return Output(path, hashlib.sha256(content).hexdigest(), lambda: content)


def robots(library: Library) -> str:
    """What crawlers may read: everything, or nothing of a private site."""
    if library.site.private:
        return "User-agent: *\nDisallow: /\n"
    lines = "User-agent: *\nAllow: /\n"
    if library.site.base_url is not None and "sitemap" in library.site.outputs:
        lines += f"Sitemap: {library.site.base_url}sitemap.xml\n"
    return lines


def sitemap(library: Library) -> str:
    """Homes and incidents, each with the addresses of its languages and the day of its last change."""
    site = library.site
    newest = max((incident.modified.iso for incident in library.listed()), default=None)
    entries = [
        _entry(library, home_path(language), {other: home_path(other) for other in site.languages}, newest)
        for language in site.languages
    ]
    entries += [
        _entry(library, path, paths, incident.modified.iso)
        for incident in library.listed()
        for paths in [_incident_paths(incident)]
        for path in paths.values()
    ]
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset {_NAMESPACES}>\n{"".join(entries)}</urlset>\n'


def _incident_paths(incident: Incident) -> dict[str, str]:
    return {language: incident_path(language, incident.id) for language in incident.texts}


def _entry(library: Library, path: str, paths: dict[str, str], modified: str | None) -> str:
    base = library.site.base_url or ""
    links = "".join(
        f'<xhtml:link rel="alternate" hreflang="{language}" href={quoteattr(base + target)}/>'
        for language, target in paths.items()
        if len(paths) > 1
    )
    day = f"<lastmod>{modified}</lastmod>" if modified else ""
    return f"<url><loc>{escape(base + path)}</loc>{day}{links}</url>\n"
