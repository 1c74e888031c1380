"""OpenSearch descriptions, by which browsers offer the search of the site as one of their own."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from generator.outputs.output import Output
from generator.outputs.xml import escape, quoteattr
from generator.render.compose.edition import Edition
from generator.render.machine_urls import search_description_path
from generator.text.forms import excerpt

_SHORT, _LONG = 16, 1024
"""Most characters of `ShortName` and `Description` that the format allows."""


def plan_search_description(edition: Edition) -> Iterator[Output]:
    """The description of one language; the site's address must be known."""
    content = search_description(edition).encode()
    yield Output(search_description_path(edition.language), hashlib.sha256(content).hexdigest(), lambda: content)


def search_description(edition: Edition) -> str:
    """The description as XML."""
    site, language = edition.site, edition.language
    base = site.base_url or ""
    name = edition.say(site.name)
    own = base + search_description_path(language)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">\n'
        f"<ShortName>{escape(excerpt(name, _SHORT))}</ShortName>\n"
        f"<LongName>{escape(excerpt(name, 48))}</LongName>\n"
        f"<Description>{escape(excerpt(edition.say(site.description), _LONG))}</Description>\n"
        f'<Image type="image/svg+xml">{escape(base + edition.assets.icon)}</Image>\n'
        f'<Url type="text/html" template={quoteattr(f"{base}{language}/search/?q={{searchTerms}}")}/>\n'
        f'<Url type="application/opensearchdescription+xml" rel="self" template={quoteattr(own)}/>\n'
        f"<Language>{language}</Language>\n"
        "<InputEncoding>UTF-8</InputEncoding>\n"
        "<OutputEncoding>UTF-8</OutputEncoding>\n"
        "</OpenSearchDescription>\n"
    )
