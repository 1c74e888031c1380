"""OpenAPI 3.1: every address of the API, with feeds and Markdown beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.model.library import Library
from generator.outputs.api.schema_parts import definitions
from generator.outputs.api.schemas import bodies, envelope_of
from generator.outputs.api.values import Json
from generator.render.machine_urls import (
    API_GROUPS,
    API_ROOT,
    FEED_GROUPS,
    FEED_TYPES,
    has_feeds,
    has_markdown,
)
from generator.render.urls import GROUP_ADDRESSES

_SUMMARIES = {
    "index": "Where everything is, how much there is, and of which state of the library",
    "incident": "The whole record of an incident",
    "incidents": "Summaries by ascending id, a hundred a page",
    "group": "The terms of a group",
    "term": "A term with its incidents, newest first",
    "vocab": "The whole vocabulary",
    "changes": "Every incident with its last change, the newest first; withdrawn ones stay",
}


def openapi(library: Library, *, dumps: bool) -> Json:
    """The description of the API as data."""
    site = library.site
    server = site.base_url.rstrip("/") if site.base_url is not None else "../.."
    found: Json = {
        "openapi": "3.1.0",
        "info": {
            "title": site.name.nearest("en"),
            "summary": "Static files: no key, no server, no limit but the host's.",
            "description": site.description.nearest("en"),
            "version": "1.0",
        },
        "servers": [{"url": server}],
        "paths": {**_json_paths(), **(_dump_paths() if dumps else {}), **_paths_beside(library)},
        "components": {"schemas": _components(library), "parameters": _parameters(library)},
    }
    if site.license is not None:
        terms = {"name": site.license.name}
        found["info"]["license"] = terms if site.license.url is None else {**terms, "url": site.license.url}
    return found


def _components(library: Library) -> Json:
    site = library.site
    files = {f"{kind}_file": envelope_of(data) for kind, data in bodies(site).items()}
    return {name: _moved(schema) for name, schema in sorted({**definitions(site), **files}.items())}


def _moved(schema: Any) -> Any:
    """The schema with its references led to the components."""
    if isinstance(schema, list):
        return [_moved(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: value.replace("#/$defs/", "#/components/schemas/") if key == "$ref" else _moved(value)
        for key, value in schema.items()
    }


def _parameters(library: Library) -> Json:
    site = library.site

    def parameter(name: str, schema: Json, description: str) -> Json:
        return {"name": name, "in": "path", "required": True, "schema": schema, "description": description}

    incident_id = {"type": "string", "pattern": f"^{site.id_prefix}-\\d{{4,}}$"}
    term_id = {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"}
    languages = {"type": "string", "enum": list(site.languages)}
    kinds = {"type": "string", "enum": list(_SUMMARIES)}
    return {
        "language": parameter("language", languages, "A language of the site"),
        "id": parameter("id", incident_id, "Id of an incident"),
        "term": parameter("term", term_id, "Id of a term or an organization"),
        "page": parameter("page", {"type": "integer", "minimum": 1}, "Number of a page, from 1"),
        "kind": parameter("kind", kinds, "Kind of a file"),
    }


def _operation(
    name: str, summary: str, media: str, *, schema: str | None = None, parameters: tuple[str, ...] = ()
) -> Json:
    """A path that is read; what does not exist is answered by the host's 404."""
    content: Json = {media: {"schema": {"$ref": f"#/components/schemas/{schema}"}} if schema is not None else {}}
    operation: Json = {
        "operationId": name,
        "summary": summary,
        "responses": {"200": {"description": summary, "content": content}},
    }
    if parameters:
        operation["parameters"] = [{"$ref": f"#/components/parameters/{parameter}"} for parameter in parameters]
        operation["responses"]["404"] = {"description": "There is nothing at this address"}
    return {"get": operation}


def _json_paths() -> Json:
    root = f"/{API_ROOT}"

    def file(kind: str, name: str, *parameters: str) -> Json:
        return _operation(name, _SUMMARIES[kind], "application/json", schema=f"{kind}_file", parameters=parameters)

    paths = {
        f"{root}index.json": file("index", "getIndex"),
        f"{root}incidents/{{id}}.json": file("incident", "getIncident", "id"),
        f"{root}{{language}}/incidents/page-{{page}}.json": file("incidents", "listIncidents", "language", "page"),
        f"{root}vocab.json": file("vocab", "getVocabulary"),
        f"{root}changes.json": file("changes", "getChanges"),
        f"{root}schema/{{kind}}.json": _operation(
            "getSchema", "JSON Schema 2020-12 of a kind of file", "application/schema+json", parameters=("kind",)
        ),
        f"{root}openapi.json": _operation("getDescription", "This description", "application/json"),
    }
    for group in API_GROUPS:
        address, name = GROUP_ADDRESSES[group], _camel(group)
        paths[f"{root}{address}.json"] = file("group", f"list{name}")
        paths[f"{root}{address}/{{term}}.json"] = file("term", f"get{name}Entry", "term")
    return paths


def _camel(group: str) -> str:
    return "".join(word.capitalize() for word in group.split("_"))


def _dump_paths() -> Mapping[str, Json]:
    return {
        f"/{API_ROOT}dump/incidents.ndjson.gz": _operation(
            "downloadNdjson", "Every record, one a line, compressed", "application/gzip"
        ),
        f"/{API_ROOT}dump/library.sqlite.gz": _operation(
            "downloadSqlite", "The library as a SQLite database with a full-text index, compressed", "application/gzip"
        ),
    }


def _paths_beside(library: Library) -> Json:
    """What stands beside the pages."""
    paths: Json = {}
    if has_markdown(library.site):
        paths["/{language}/incidents/{id}.md"] = _operation(
            "getMarkdown", "An incident as Markdown", "text/markdown", parameters=("language", "id")
        )
        paths["/llms.txt"] = _operation("getGuideForModels", "Where to begin, for language models", "text/plain")
    if not has_feeds(library.site):
        return paths
    for form, media in FEED_TYPES.items():
        name = "feed.xml" if form == "atom" else "feed.json"
        paths[f"/{{language}}/{name}"] = _operation(
            f"get{form.capitalize()}Feed", "The entries that changed last", media, parameters=("language",)
        )
        for group in FEED_GROUPS:
            paths[f"/{{language}}/{GROUP_ADDRESSES[group]}/{{term}}/{name}"] = _operation(
                f"get{_camel(group)}{form.capitalize()}Feed",
                "The entries of one term that changed last",
                media,
                parameters=("language", "term"),
            )
    return paths
