"""Addresses of what machines read: the static API, feeds, Markdown, the description of the search."""

from __future__ import annotations

from typing import Literal

from generator.model.site import Site
from generator.render.urls import GROUP_ADDRESSES, group_path, home_path, incident_path, term_path

API_ROOT = "api/v1/"
"""Folder of the first version of the API."""

API_GROUPS = ("topics", "symptoms", "causes", "contributing_factors", "components", "organizations")
"""Groups whose terms have files of their own in the API."""

FEED_GROUPS = ("topics", "organizations")
"""Groups whose terms have feeds of their own."""

FeedFormat = Literal["atom", "json"]

FEED_TYPES: dict[FeedFormat, str] = {"atom": "application/atom+xml", "json": "application/feed+json"}
"""Media types of the two kinds of feeds, in the order in which pages name them."""

_FEED_FILES: dict[FeedFormat, str] = {"atom": "feed.xml", "json": "feed.json"}


def has_api(site: Site) -> bool:
    """Whether the site has a static API."""
    return "api" in site.outputs


def has_feeds(site: Site) -> bool:
    """Whether the site has feeds; they need absolute addresses."""
    return "feeds" in site.outputs and site.base_url is not None


def has_markdown(site: Site) -> bool:
    """Whether Markdown stands beside every incident."""
    return "markdown" in site.outputs


def has_search_description(site: Site) -> bool:
    """Whether browsers can take the search in as one of their own; that needs absolute addresses."""
    return "search" in site.outputs and site.base_url is not None


def record_path(identifier: str) -> str:
    """The whole record of an incident."""
    return f"{API_ROOT}incidents/{identifier}.json"


def summaries_path(language: str, number: int) -> str:
    """A page of summaries in a language."""
    return f"{API_ROOT}{language}/incidents/page-{number}.json"


def group_file(group: str) -> str:
    """The terms of a group."""
    return f"{API_ROOT}{GROUP_ADDRESSES[group]}.json"


def term_file(group: str, identifier: str) -> str:
    """A term, or an organization, with its incidents."""
    return f"{API_ROOT}{GROUP_ADDRESSES[group]}/{identifier}.json"


def schema_path(kind: str) -> str:
    """The JSON Schema of a kind of file."""
    return f"{API_ROOT}schema/{kind}.json"


INDEX_PATH = f"{API_ROOT}index.json"
VOCAB_PATH = f"{API_ROOT}vocab.json"
CHANGES_PATH = f"{API_ROOT}changes.json"
OPENAPI_PATH = f"{API_ROOT}openapi.json"
NDJSON_PATH = f"{API_ROOT}dump/incidents.ndjson.gz"
SQLITE_PATH = f"{API_ROOT}dump/library.sqlite.gz"


def markdown_path(language: str, identifier: str) -> str:
    """The Markdown beside the page of an incident."""
    return f"{incident_path(language, identifier).rstrip('/')}.md"


def feed_path(language: str, form: FeedFormat) -> str:
    """The feed of a language."""
    return home_path(language) + _FEED_FILES[form]


def term_feed_path(language: str, group: str, identifier: str, form: FeedFormat) -> str:
    """The feed of a topic or an organization in a language."""
    return term_path(language, group, identifier) + _FEED_FILES[form]


def search_description_path(language: str) -> str:
    """The OpenSearch description of a language."""
    return f"{home_path(language)}opensearch.xml"


def guide_path(language: str) -> str:
    """The page that explains the API and the MCP server."""
    return f"{language}/api/"


def page_paths(site: Site, group: str, identifier: str | None = None) -> dict[str, str]:
    """The pages of a group, or of one of its terms, by language."""
    return {
        language: group_path(language, group) if identifier is None else term_path(language, group, identifier)
        for language in site.languages
    }
