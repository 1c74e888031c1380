"""Addresses of the site.

While a page is made, an address inside the site begins with `ROOT`; when the page is whole, `close_links` turns each
into a relative one, so that a page works under any base path and from disk.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from generator.model.prose import INCIDENT_CLOSE, INCIDENT_OPEN, ROOT

GROUP_ADDRESSES: Mapping[str, str] = {
    "topics": "topics",
    "symptoms": "symptoms",
    "causes": "causes",
    "contributing_factors": "contributing-factors",
    "components": "components",
    "severities": "severities",
    "organizations": "organizations",
    "years": "years",
}
"""The part of an address that names a group."""

_INCIDENT = re.compile(f"{INCIDENT_OPEN}([A-Z0-9-]+){INCIDENT_CLOSE}")
_PAGE_ADDRESS = re.compile(rf"{ROOT}([^\"'#?\s<>&]*/)?(?=[\"'#?])")


def home_path(language: str) -> str:
    """The home of a language."""
    return f"{language}/"


def incident_path(language: str, identifier: str) -> str:
    """The page of an incident."""
    return f"{language}/incidents/{identifier}/"


def browse_path(language: str, number: int = 1) -> str:
    """A page of the list of all incidents."""
    return numbered(f"{language}/incidents/", number)


def group_path(language: str, group: str) -> str:
    """The list of the terms of a group."""
    return f"{language}/{GROUP_ADDRESSES[group]}/"


def term_path(language: str, group: str, identifier: str, number: int = 1) -> str:
    """A page of the list of a term, an organization or a year."""
    return numbered(f"{group_path(language, group)}{identifier}/", number)


def numbered(path: str, number: int) -> str:
    """The path of a page of a long list; the first has no number."""
    return path if number == 1 else f"{path}page/{number}/"


def href(path: str) -> str:
    """A path as a link in a page that is being made."""
    return ROOT + path


def close_incident_links(html: str, language: str) -> str:
    """Links by id as links to the pages of this language."""
    if INCIDENT_OPEN not in html:
        return html
    return _INCIDENT.sub(lambda found: incident_path(language, found[1]), html)


def way_up(path: str) -> str:
    """The relative way from a page at this path to the root of the site."""
    return "../" * path.count("/") or "./"


def close_links(html: str, way: str) -> str:
    """The page with `way` (relative, or an absolute base) in place of every `ROOT`."""
    return html.replace(ROOT, way)


def close_links_on_disk(html: str, way: str) -> str:
    """Like `close_links`, with every page named by its file, as a reader without a server needs it."""
    return _PAGE_ADDRESS.sub(lambda found: f"{way}{found[1] or ''}index.html", html).replace(ROOT, way)


def output_file(path: str) -> str:
    """The file of a page: `ko/incidents/` is `ko/incidents/index.html`."""
    return f"{path}index.html" if path == "" or path.endswith("/") else path
