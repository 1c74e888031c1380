"""`llms.txt`: where a language model that reads the site begins."""

from __future__ import annotations

from collections.abc import Iterator

from generator.outputs.api.records import Editions
from generator.outputs.fingerprints import Fingerprints
from generator.outputs.markdown import plain
from generator.outputs.output import Output
from generator.render.compose.edition import LANGUAGE_NAMES, Edition
from generator.render.machine_urls import (
    CHANGES_PATH,
    INDEX_PATH,
    NDJSON_PATH,
    OPENAPI_PATH,
    SQLITE_PATH,
    VOCAB_PATH,
    feed_path,
    has_api,
    has_feeds,
    summaries_path,
    term_file,
)
from generator.render.urls import browse_path, term_path
from generator.text.digest import digest

Entry = tuple[str, str, str]
"""Label, path from the site's root and what stands there."""


def plan_llms(editions: Editions, prints: Fingerprints, *, dumps: bool) -> Iterator[Output]:
    """`llms.txt`."""
    members = next(iter(editions.values())).relations.members["topics"]
    counts = [(identifier, len(incidents)) for identifier, incidents in sorted(members.items())]
    yield Output("llms.txt", digest(prints.base, counts, dumps), lambda: llms(editions, dumps=dumps).encode())


def llms(editions: Editions, *, dumps: bool) -> str:
    """The guide, in English as far as the site speaks it; links are absolute where the site's address is known."""
    edition = editions.get("en") or next(iter(editions.values()))
    site = edition.site
    example = f"{edition.language}/incidents/{site.id_prefix}-0001.md"
    blocks = [
        f"# {plain(edition.say(site.name))}",
        f"> {plain(edition.say(site.description))}",
        f"Every incident has an id such as `{site.id_prefix}-0001`, a page, a record in JSON and Markdown beside the"
        f" page (`{example}`: the language, then the id). What a source does not say is null in JSON and a dash in"
        " Markdown. Texts retell public reports; quote them as such and name the source.",
        _section("Incidents by language", [_languages(entry) for entry in editions.values()], site.base_url),
        _section("Data", _data(dumps=dumps), site.base_url) if has_api(site) else "",
        _section("Topics", list(_topics(edition)), site.base_url),
        _section("Optional", _feeds(editions), site.base_url) if has_feeds(site) else "",
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _section(title: str, entries: list[Entry], base_url: str | None) -> str:
    base = base_url or "/"
    lines = "\n".join(f"- [{plain(label)}]({base}{path}): {text}" for label, path, text in entries)
    return f"## {title}\n\n{lines}" if lines else ""


def _languages(edition: Edition) -> Entry:
    language, name = edition.language, LANGUAGE_NAMES[edition.language]
    if has_api(edition.site):
        return name, summaries_path(language, 1), "summaries as JSON, a hundred a page; `next` leads on"
    return name, browse_path(language), "all incidents, newest first"


def _data(*, dumps: bool) -> list[Entry]:
    entries = [
        ("Index", INDEX_PATH, "counts, revision, addresses of everything else"),
        ("Vocabulary", VOCAB_PATH, "every term with definitions and synonyms"),
        ("Changes", CHANGES_PATH, "every incident with its last change; withdrawn ones stay"),
        ("OpenAPI", OPENAPI_PATH, "description of the static API; it needs no key"),
    ]
    if dumps:
        entries += [
            ("NDJSON", NDJSON_PATH, "every record, one a line, gzip"),
            ("SQLite", SQLITE_PATH, "the same as a database with a full-text index, gzip"),
        ]
    return entries


def _topics(edition: Edition) -> Iterator[Entry]:
    library, site = edition.library, edition.site
    for term in library.vocabulary.terms("topics"):
        if term.replaced_by is None:
            path = term_file("topics", term.id) if has_api(site) else term_path(edition.language, "topics", term.id)
            count = len(edition.relations.of("topics", term.id))
            definition = f"; {edition.say(term.definition)}" if term.definition is not None else ""
            yield edition.say(term.label), path, f"{count} incidents{definition}"


def _feeds(editions: Editions) -> list[Entry]:
    return [
        (f"Feed, {LANGUAGE_NAMES[language]}", feed_path(language, "atom"), "the entries that changed last")
        for language in editions
    ]
