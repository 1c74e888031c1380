"""The index of the API: where everything is, how much there is, and of which state of the library."""

from __future__ import annotations

import datetime
import hashlib

from generator.model.library import Library
from generator.model.vocabulary import GROUPS
from generator.outputs.api.dumps import Dump, Dumps
from generator.outputs.api.schema_parts import KINDS
from generator.outputs.api.values import Json, by_language, dump, license_terms, link
from generator.render.machine_urls import (
    API_GROUPS,
    CHANGES_PATH,
    FEED_TYPES,
    INDEX_PATH,
    NDJSON_PATH,
    OPENAPI_PATH,
    SQLITE_PATH,
    VOCAB_PATH,
    feed_path,
    group_file,
    has_feeds,
    schema_path,
    summaries_path,
)
from generator.text.forms import nfc


def index(library: Library, dumps: Dumps | None, source_date_epoch: int | None) -> Json:
    """The index; without dumps their places are None."""
    site = library.site
    return {
        **link(site, INDEX_PATH),
        "name": by_language(site, site.name),
        "description": by_language(site, site.description),
        "languages": list(site.languages),
        "id_prefix": site.id_prefix,
        "license": license_terms(site),
        "generated_at": generated_at(library, source_date_epoch),
        "revision": revision(library),
        "counts": _counts(library),
        "links": _links(library),
        "dumps": {
            "ndjson": _dump(library, NDJSON_PATH, dumps.ndjson()) if dumps is not None else None,
            "sqlite": _dump(library, SQLITE_PATH, dumps.sqlite()) if dumps is not None else None,
        },
    }


def generated_at(library: Library, source_date_epoch: int | None) -> str | None:
    """`SOURCE_DATE_EPOCH`, else the newest change of an entry at midnight UTC; None for an empty library."""
    if source_date_epoch is not None:
        moment = datetime.datetime.fromtimestamp(source_date_epoch, datetime.UTC)
        return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
    newest = max((incident.brief.modified for incident in library.incidents.values()), default=None)
    return None if newest is None else f"{newest}T00:00:00Z"


def revision(library: Library) -> str:
    """First 12 hex digits of SHA-256 over all inputs: settings, vocabulary, organizations, pages and incidents."""
    hashed = hashlib.sha256(dump(_settings(library)))
    for group in GROUPS:
        for term in library.vocabulary.terms(group):
            hashed.update(repr(term).encode())
    for organization in library.organizations.values():
        hashed.update(repr(organization).encode())
    for page in library.pages.values():
        for text in page.texts.values.values():
            hashed.update(dump([page.id, text.language, text.title, text.description, text.body.source]))
    for incident in library.incidents.values():
        states = [repr(library.translations.get((incident.id, language))) for language in library.site.languages]
        hashed.update(dump([incident.id, incident.digest, states]))
    return hashed.hexdigest()[:12]


def _settings(library: Library) -> Json:
    site = library.site
    return {
        "name": {language: nfc(site.name[language]) for language in site.name},
        "description": {language: nfc(site.description[language]) for language in site.description},
        "languages": list(site.languages),
        "id_prefix": site.id_prefix,
        "base_url": site.base_url,
        "edit_url": site.edit_url,
        "correction_url": site.correction_url,
        "license": license_terms(site),
        "private": site.private,
        "outputs": sorted(site.outputs),
    }


def _counts(library: Library) -> Json:
    listed = list(library.listed())
    return {
        "incidents": len(listed),
        "withdrawn": len(library.incidents) - len(listed),
        "by_language": {
            language: sum(language in incident.brief.languages for incident in listed)
            for language in library.site.languages
        },
        "organizations": len(library.organizations),
        **{group: sum(term.replaced_by is None for term in library.vocabulary.terms(group)) for group in GROUPS},
    }


def _links(library: Library) -> Json:
    site = library.site
    languages = site.languages
    feeds = {
        language: {form: link(site, feed_path(language, form)) for form in FEED_TYPES} if has_feeds(site) else None
        for language in languages
    }
    return {
        "incidents": {language: link(site, summaries_path(language, 1)) for language in languages},
        "groups": {group: link(site, group_file(group)) for group in API_GROUPS},
        "vocab": link(site, VOCAB_PATH),
        "changes": link(site, CHANGES_PATH),
        "openapi": link(site, OPENAPI_PATH),
        "schemas": {kind: link(site, schema_path(kind)) for kind in KINDS},
        "feeds": feeds,
    }


def _dump(library: Library, path: str, made: Dump) -> Json:
    return {
        **link(library.site, path),
        "sha256": made.sha256,
        "bytes": len(made.content),
        "unpacked_bytes": made.unpacked,
    }
