"""`_headers` and `_redirects`, for hosts that read them.

No two rules of `_headers` that match one address set the same header, since hosts would join the values by a comma.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import jinja2

from generator.model.library import Library
from generator.outputs.api.records import Editions
from generator.outputs.output import Output, ready
from generator.render.machine_urls import (
    API_ROOT,
    FEED_GROUPS,
    FEED_TYPES,
    feed_path,
    has_api,
    has_feeds,
    has_markdown,
    has_search_description,
    search_description_path,
)
from generator.render.urls import GROUP_ADDRESSES, incident_path

Rule = tuple[str, dict[str, str]]
"""An address, in which a star stands for anything, and the headers of what it matches."""

_POLICY = re.compile(r'http-equiv="Content-Security-Policy"\s+content="([^"]*)"')
_POLICY_TEMPLATE = "partials/policy.html"
_YEAR, _SHORTLY = "public, max-age=31536000, immutable", "public, max-age=300"


def plan_hosting(editions: Editions) -> Iterator[Output]:
    """Both files."""
    edition = next(iter(editions.values()))
    policy = content_policy(edition.row_template.environment)
    yield ready("_headers", headers(edition.library, policy).encode())
    yield ready("_redirects", redirects(edition.library).encode())


def content_policy(environment: jinja2.Environment) -> str | None:
    """The policy that the pages state themselves, so that header and page never disagree."""
    found = _POLICY.search(environment.get_template(_POLICY_TEMPLATE).render())
    return html.unescape(found[1]) if found else None


def headers(library: Library, policy: str | None) -> str:
    """`_headers`."""
    base = library.site.base_path
    return "\n".join(
        f"{base}{path}\n" + "".join(f"  {name}: {value}\n" for name, value in values.items())
        for path, values in _rules(library, policy)
    )


def _rules(library: Library, policy: str | None) -> Iterator[Rule]:
    site = library.site
    common = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "strict-origin-when-cross-origin"}
    if policy is not None:
        common["Content-Security-Policy"] = f"{policy}; frame-ancestors 'none'"
    if site.private:
        common["X-Robots-Tag"] = "noindex"
    else:
        common["Access-Control-Allow-Origin"] = "*"
    yield "*", common
    yield "assets/*", {"Cache-Control": _YEAR}
    if has_api(site):
        yield f"{API_ROOT}*", {"Cache-Control": _SHORTLY}
        yield f"{API_ROOT}schema/*", {"Content-Type": "application/schema+json"}
        yield f"{API_ROOT}dump/*", {"Content-Type": "application/gzip"}
    for language in site.languages:
        yield from _language_rules(library, language)


def _language_rules(library: Library, language: str) -> Iterator[Rule]:
    site = library.site
    if has_markdown(site):
        yield f"{language}/incidents/*.md", {"Content-Type": "text/markdown; charset=utf-8"}
    if has_search_description(site):
        media = "application/opensearchdescription+xml; charset=utf-8"
        yield search_description_path(language), {"Content-Type": media}
    if not has_feeds(site):
        return
    for form, media in FEED_TYPES.items():
        values = {"Content-Type": f"{media}; charset=utf-8", "Cache-Control": _SHORTLY}
        name = feed_path(language, form)
        yield name, values
        for group in FEED_GROUPS:
            yield f"{language}/{GROUP_ADDRESSES[group]}/*/{name.rpartition('/')[2]}", values


def redirects(library: Library) -> str:
    """`_redirects`: former addresses, and the page for an address of nothing in its language."""
    site = library.site
    base = site.base_path
    lines = []
    for incident in library.incidents.values():
        for alias in incident.aliases:
            lines.append(f"{base}{alias}/ {base}{incident.id}/ 301")
            lines += [
                f"{base}{incident_path(language, alias)} {base}{incident_path(language, incident.id)} 301"
                for language in site.languages
            ]
    lines += [f"{base}{language}/* {base}{language}/404.html 404" for language in site.languages]
    return "\n".join([*lines, ""])
