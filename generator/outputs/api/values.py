"""Pieces of the model as data for JSON: every key always there, unknown is None, languages are those of the site."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import orjson

from generator.model.dates import DateSpan, Duration
from generator.model.incident import Incident, Source
from generator.model.library import Library
from generator.model.localized import Localized
from generator.model.site import Site
from generator.render.machine_urls import record_path
from generator.render.urls import incident_path

SCHEMA_VERSION = "1.0"
"""Version of the format; within 1 fields are only added."""

T = TypeVar("T")
Json = dict[str, Any]


def dump(data: Any) -> bytes:
    """JSON with sorted keys, without spaces."""
    return orjson.dumps(data, option=orjson.OPT_SORT_KEYS)


def envelope(data: Any) -> bytes:
    """A file of the API: the data beside the version of its format."""
    return orjson.dumps(
        {"schema_version": SCHEMA_VERSION, "data": data}, option=orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE
    )


def link(site: Site, path: str) -> Json:
    """An address inside the site: relative to its root, and absolute where that is known."""
    return {"path": path, "url": None if site.base_url is None else site.base_url + path}


def by_language(site: Site, values: Localized[T] | None, form: Callable[[T], Any] | None = None) -> Json:
    """A value for each language of the site, None where it has none."""
    found: Json = {}
    for language in site.languages:
        value = values.get(language) if values is not None else None
        found[language] = value if value is None or form is None else form(value)
    return found


def links(site: Site, paths: Mapping[str, str]) -> Json:
    """An address for each language of the site, None where there is none."""
    return {language: link(site, paths[language]) if language in paths else None for language in site.languages}


def date_span(span: DateSpan | None, certainty: str | None = None) -> Json | None:
    """A date, or a span of two, at the precision of the source."""
    if span is None:
        return None
    return {
        "text": span.iso,
        "start": span.start.iso,
        "end": span.end.iso if span.end is not None else None,
        "precision": span.start.precision,
        "certainty": certainty,
    }


def main_date(incident: Incident) -> Json | None:
    """The date that orders an incident, with its kind."""
    certainty = incident.date_certainty if incident.date_kind == "occurred" else None
    date = date_span(incident.date, certainty)
    return None if date is None else {"kind": incident.date_kind, **date}


def duration(value: Duration | None) -> Json | None:
    """A length of time: as written, and in seconds."""
    if value is None:
        return None
    return {"text": value.text, "seconds": value.seconds, "basis": value.basis, "approximate": value.approximate}


def source(number: int, value: Source) -> Json:
    """A source or a reference; `number` counts from 1."""
    return {
        "number": number,
        "url": value.url,
        "title": value.title,
        "kind": value.kind,
        "publisher": value.publisher,
        "published": value.published.iso if value.published else None,
        "accessed": value.accessed.iso if value.accessed else None,
        "archive_url": value.archive_url,
        "language": value.language,
        "confidence": value.confidence,
    }


def severity(library: Library, incident: Incident) -> Json | None:
    """The severity of an incident with its rank, 1 being the worst."""
    if incident.severity is None:
        return None
    return {
        "id": incident.severity,
        "label": label(library, "severities", incident.severity),
        "rank": list(library.vocabulary.groups["severities"]).index(incident.severity) + 1,
        "basis": incident.severity_basis,
    }


def label(library: Library, group: str, identifier: str) -> Json:
    """The label of a term, or the name of an organization, by language."""
    if group == "organizations":
        return by_language(library.site, library.organizations[identifier].name)
    return by_language(library.site, library.vocabulary.term(group, identifier).label)


def license_terms(site: Site) -> Json | None:
    """The licence of the reports."""
    return None if site.license is None else {"name": site.license.name, "url": site.license.url}


def card(library: Library, incident: Incident) -> Json:
    """What lists say of an incident; it depends on no more than its fingerprint as a card."""
    site = library.site
    return {
        "id": incident.id,
        **link(site, f"{incident.id}/"),
        "record": link(site, record_path(incident.id)),
        "pages": links(site, {language: incident_path(language, incident.id) for language in incident.texts}),
        "title": by_language(site, incident.texts, lambda text: text.title),
        "organizations": list(incident.organizations),
        "date": main_date(incident),
        "severity": incident.severity,
    }
