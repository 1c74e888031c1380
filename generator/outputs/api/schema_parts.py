"""Pieces of JSON Schemas: plain types, and what several kinds of files share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.model.site import Site
from generator.model.vocabulary import GROUPS
from generator.outputs.api.values import Json
from generator.render.machine_urls import FEED_TYPES

KINDS = ("index", "incident", "incidents", "group", "term", "vocab", "changes")
"""Kinds of files, as their schemas are named."""

TEXT: Json = {"type": "string"}
COUNT: Json = {"type": "integer", "minimum": 0}
FLAG: Json = {"type": "boolean"}
DAY: Json = {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"}
SHA256: Json = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
TERM_ID: Json = {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"}
DATE: Json = {
    "type": "string",
    "description": "A year, a month, a day, or a minute with its zone; as exact as the source.",
    "pattern": r"^\d{4}(-\d{2}(-\d{2}(T\d{2}:\d{2}(Z|[+-]\d{2}:\d{2}))?)?)?$",
}


def record_of(properties: Mapping[str, Json], description: str | None = None) -> Json:
    """An object whose keys are all there."""
    found: Json = {"type": "object", "properties": dict(properties), "required": sorted(properties)}
    return found if description is None else {"description": description, **found}


def nullable(schema: Json) -> Json:
    """This, or null where it is unknown."""
    return {"anyOf": [schema, {"type": "null"}]}


def array(items: Json) -> Json:
    """Any number of these."""
    return {"type": "array", "items": items}


def one_of(values: Sequence[str]) -> Json:
    """One word of a list."""
    return {"type": "string", "enum": list(values)}


def ref(name: str) -> Json:
    """A shared definition."""
    return {"$ref": f"#/$defs/{name}"}


def definitions(site: Site) -> dict[str, Json]:
    """What several kinds of files share."""
    languages = site.languages

    def each(schema: Json) -> Json:
        return record_of(dict.fromkeys(languages, schema))

    identifier: Json = {"type": "string", "pattern": f"^{site.id_prefix}-\\d{{4,}}$"}
    address = {"path": TEXT, "url": nullable(TEXT)}
    span = {
        "text": TEXT,
        "start": DATE,
        "end": nullable(DATE),
        "precision": one_of(("year", "month", "day", "minute")),
        "certainty": nullable(one_of(("approximate", "inferred"))),
    }
    return {
        "language": one_of(languages),
        "incident_id": identifier,
        "link": record_of(address, "An address: relative to the site's root, and absolute where that is known."),
        "links": each(nullable(ref("link"))),
        "text": each(nullable(TEXT)),
        "date": record_of(span),
        "main_date": record_of({"kind": one_of(("occurred", "published")), **span}),
        "duration": record_of(
            {"text": TEXT, "seconds": COUNT, "basis": one_of(("source", "computed")), "approximate": FLAG}
        ),
        "license": record_of({"name": TEXT, "url": nullable(TEXT)}),
        "feeds": record_of({form: ref("link") for form in FEED_TYPES}),
        "term": record_of(term_properties(site)),
        "group_data": record_of(
            {
                "group": one_of((*GROUPS, "organizations")),
                "label": ref("text"),
                "pages": ref("links"),
                "total": COUNT,
                "terms": array(ref("term")),
            }
        ),
        "card": record_of(card_properties()),
        "occurrence": record_of({"id": TERM_ID, "label": ref("text"), "count": COUNT}),
    }


def card_properties() -> dict[str, Json]:
    """What lists say of an incident."""
    return {
        "id": ref("incident_id"),
        "path": TEXT,
        "url": nullable(TEXT),
        "record": ref("link"),
        "pages": ref("links"),
        "title": ref("text"),
        "organizations": array(TERM_ID),
        "date": nullable(ref("main_date")),
        "severity": nullable(TERM_ID),
    }


def term_properties(site: Site) -> dict[str, Json]:
    """A term or an organization."""
    return {
        "group": one_of((*GROUPS, "organizations")),
        "id": TERM_ID,
        "label": ref("text"),
        "definition": ref("text"),
        "synonyms": record_of({language: array(TEXT) for language in site.languages}),
        "parent": nullable(TERM_ID),
        "children": array(TERM_ID),
        "replaced_by": nullable(TERM_ID),
        "homepage": nullable(TEXT),
        "pages": ref("links"),
        "record": nullable(ref("link")),
        "count": COUNT,
        "counts": record_of(dict.fromkeys(site.languages, COUNT)),
    }
