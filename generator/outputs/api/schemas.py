"""JSON Schema 2020-12 of each kind of file, made for the languages of the site.

The schemas let further keys pass, since within version 1 fields are only added; `closed` gives the same without that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.content.facts import SOURCE_KINDS
from generator.content.probes import METHODS, OPERATORS
from generator.model.incident import SECTIONS
from generator.model.site import Site
from generator.model.vocabulary import GROUPS, TAG_GROUPS
from generator.outputs.api.schema_parts import (
    COUNT,
    DATE,
    DAY,
    FLAG,
    KINDS,
    SHA256,
    TERM_ID,
    TEXT,
    array,
    card_properties,
    definitions,
    nullable,
    one_of,
    record_of,
    ref,
    term_properties,
)
from generator.outputs.api.values import SCHEMA_VERSION, Json
from generator.render.machine_urls import API_GROUPS, schema_path

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schemas(site: Site) -> dict[str, Json]:
    """The schema of each kind of file, each whole in itself."""
    shared = definitions(site)
    return {kind: _schema(site, kind, data, shared) for kind, data in bodies(site).items()}


def _schema(site: Site, kind: str, data: Json, shared: Mapping[str, Json]) -> Json:
    found: Json = {"$schema": DIALECT}
    if site.base_url is not None:
        found["$id"] = site.base_url + schema_path(kind)
    whole = {**found, "title": kind, **envelope_of(data)}
    return {**whole, "$defs": {name: shared[name] for name in sorted(used_definitions(data, shared))}}


def envelope_of(data: Json) -> Json:
    """A file: its data beside the version of the format."""
    version: Json = {"type": "string", "const": SCHEMA_VERSION}
    return record_of({"schema_version": version, "data": data})


def used_definitions(schema: Any, shared: Mapping[str, Json]) -> set[str]:
    """Names of the shared definitions that a schema leads to."""
    found: set[str] = set()
    waiting = [schema]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            name = str(part.get("$ref", "")).removeprefix("#/$defs/")
            if name in shared and name not in found:
                found.add(name)
                waiting.append(shared[name])
            waiting.extend(part.values())
        elif isinstance(part, list):
            waiting.extend(part)
    return found


def closed(schema: Any) -> Any:
    """The same schema, which lets no further key pass."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: closed(value) for key, value in schema.items()}
    return {**found, "additionalProperties": False} if "properties" in schema else found


def bodies(site: Site) -> dict[str, Json]:
    """The data of each kind of file."""
    made = {
        "index": _index(site),
        "incident": _incident(site),
        "incidents": _summaries(),
        "group": ref("group_data"),
        "term": _term(site),
        "vocab": record_of({"groups": record_of(dict.fromkeys(GROUPS, ref("group_data")))}),
        "changes": record_of({"total": COUNT, "changes": array(record_of(_change()))}),
    }
    return {kind: made[kind] for kind in KINDS}


def _index(site: Site) -> Json:
    dump = record_of({"path": TEXT, "url": nullable(TEXT), "sha256": SHA256, "bytes": COUNT, "unpacked_bytes": COUNT})
    each = dict.fromkeys
    counts = {"by_language": record_of(each(site.languages, COUNT))}
    return record_of(
        {
            "path": TEXT,
            "url": nullable(TEXT),
            "name": ref("text"),
            "description": ref("text"),
            "languages": array(ref("language")),
            "id_prefix": TEXT,
            "license": nullable(ref("license")),
            "generated_at": nullable({"type": "string", "format": "date-time"}),
            "revision": {"type": "string", "pattern": "^[0-9a-f]{12}$"},
            "counts": record_of({**each(("incidents", "withdrawn", "organizations", *GROUPS), COUNT), **counts}),
            "links": record_of(
                {
                    "incidents": record_of(each(site.languages, ref("link"))),
                    "groups": record_of(each(API_GROUPS, ref("link"))),
                    **each(("vocab", "changes", "openapi"), ref("link")),
                    "schemas": record_of(each(KINDS, ref("link"))),
                    "feeds": record_of(each(site.languages, nullable(ref("feeds")))),
                }
            ),
            "dumps": record_of({"ndjson": nullable(dump), "sqlite": nullable(dump)}),
        }
    )


def _incident(site: Site) -> Json:
    languages = site.languages

    def each(schema: Json) -> Json:
        return record_of(dict.fromkeys(languages, schema))

    section = record_of({"markdown": TEXT, "html": TEXT, "text": TEXT})
    return record_of(
        {
            **_identity(each),
            **_facts(),
            "title": ref("text"),
            "impact": ref("text"),
            "affected_users": ref("text"),
            "region": ref("text"),
            "trigger": ref("text"),
            "summary": each(nullable(section)),
            "sections": record_of(dict.fromkeys(SECTIONS, each(nullable(section)))),
            "timeline": each(nullable(array(_moment()))),
            **dict.fromkeys(TAG_GROUPS, array(_tag())),
            "sources": array(_source()),
            "references": array(_source()),
            "related": array(_related()),
            "signatures": array(_signature()),
            "alerts": array(TEXT),
            "checks": array(_check()),
            "pictures": array(record_of({"name": TEXT, "path": TEXT, "url": nullable(TEXT), "sha256": SHA256})),
            "citation": each(nullable(_citation())),
            "license": nullable(ref("license")),
        }
    )


def _identity(each: Any) -> dict[str, Json]:
    withdrawn = record_of({"date": DATE, "reason": ref("text"), "superseded_by": nullable(ref("card"))})
    states = ("original", "current", "behind", "unrecorded", "missing")
    return {
        "id": ref("incident_id"),
        "number": COUNT,
        "status": one_of(("published", "withdrawn")),
        "original": ref("language"),
        "path": TEXT,
        "url": nullable(TEXT),
        "pages": ref("links"),
        "markdown": ref("links"),
        "aliases": array(TEXT),
        "added": DAY,
        "modified": DAY,
        "withdrawn": nullable(withdrawn),
        "translations": each(record_of({"state": one_of(states), "behind": array(TEXT)})),
    }


def _facts() -> dict[str, Json]:
    severity = record_of(
        {
            "id": TERM_ID,
            "label": ref("text"),
            "rank": {"type": "integer", "minimum": 1},
            "basis": nullable(one_of(("source", "editor"))),
        }
    )
    return {
        "organizations": array(record_of({"id": TERM_ID, "label": ref("text")})),
        "date": nullable(ref("main_date")),
        "occurred": nullable(ref("date")),
        "published": nullable(ref("date")),
        "year": nullable({"type": "integer"}),
        "severity": nullable(severity),
        "time_to_detect": nullable(ref("duration")),
        "time_to_recover": nullable(ref("duration")),
    }


def _moment() -> Json:
    return record_of(
        {
            **dict.fromkeys(("date", "time", "end_time", "zone"), nullable(TEXT)),
            "approximate": FLAG,
            "html": TEXT,
            "text": TEXT,
        }
    )


def _tag() -> Json:
    return record_of(
        {
            "id": TERM_ID,
            "label": ref("text"),
            "certainty": one_of(("known", "likely")),
            "source": nullable({"type": "integer", "minimum": 1, "description": "Number of the source that says so."}),
        }
    )


def _source() -> Json:
    return record_of(
        {
            "number": {"type": "integer", "minimum": 1},
            "url": TEXT,
            "title": TEXT,
            "kind": one_of(SOURCE_KINDS),
            "publisher": nullable(TEXT),
            "published": nullable(DATE),
            "accessed": nullable(DATE),
            "archive_url": nullable(TEXT),
            "language": nullable(TEXT),
            "confidence": nullable(one_of(("primary", "secondary"))),
        }
    )


def _related() -> Json:
    shared = record_of({"group": one_of((*TAG_GROUPS, "organizations")), "id": TERM_ID, "label": ref("text")})
    return record_of({**card_properties(), "chosen": FLAG, "shared": array(shared)})


def _signature() -> Json:
    return record_of({"kind": one_of(("log", "metric", "event")), "pattern": TEXT, "regex": FLAG, "sample": TEXT})


def _check() -> Json:
    condition = record_of({"operator": one_of(OPERATORS), "operand": nullable(TEXT), "expected": FLAG})
    return record_of(
        {
            "id": TERM_ID,
            "title": ref("text"),
            "evidence": one_of(("summary", *SECTIONS)),
            "method": one_of(METHODS),
            "command": array(TEXT),
            "select": nullable(TEXT),
            "present_when": nullable(condition),
            "means": ref("text"),
            "cannot_tell": ref("text"),
        }
    )


def _citation() -> Json:
    return record_of({"text": TEXT, "bibtex": TEXT, "csl": array({"type": "object"})})


def _summaries() -> Json:
    summary = record_of(
        {
            "id": ref("incident_id"),
            "path": TEXT,
            "url": nullable(TEXT),
            "record": ref("link"),
            "title": TEXT,
            "summary": TEXT,
            "organizations": array(TERM_ID),
            "date": nullable(ref("main_date")),
            "severity": nullable(TERM_ID),
            "time_to_detect": nullable(ref("duration")),
            "time_to_recover": nullable(ref("duration")),
            **dict.fromkeys(TAG_GROUPS, array(TERM_ID)),
            "added": DAY,
            "modified": DAY,
        }
    )
    return record_of(
        {
            "language": ref("language"),
            **dict.fromkeys(("total", "page", "pages", "per_page"), COUNT),
            "previous": nullable(ref("link")),
            "next": nullable(ref("link")),
            "incidents": array(summary),
        }
    )


def _term(site: Site) -> Json:
    return record_of(
        {
            **term_properties(site),
            "occurs_with": record_of(dict.fromkeys(TAG_GROUPS, array(ref("occurrence")))),
            "feeds": record_of(dict.fromkeys(site.languages, nullable(ref("feeds")))),
            "incidents": array(ref("card")),
        }
    )


def _change() -> dict[str, Json]:
    return {
        "id": ref("incident_id"),
        "status": one_of(("published", "withdrawn")),
        "added": DAY,
        "modified": {"type": "string", "description": "The last change, a withdrawal included."},
        "sha256": SHA256,
        "superseded_by": nullable(ref("incident_id")),
        "record": ref("link"),
    }
