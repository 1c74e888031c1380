"""The guide to what programs and agents read, made from the addresses and terms that the files are made from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.model.incident import Incident
from generator.render.compose.edition import Edition
from generator.render.compose.frames import CHECKS_PAGE, compose_frame
from generator.render.compose.guide_mcp import ADDRESS, brief_json, guide_clients, guide_starts, guide_tools
from generator.render.compose.labels import group_labels
from generator.render.machine_urls import (
    API_GROUPS,
    CHANGES_PATH,
    FEED_GROUPS,
    FEED_TYPES,
    INDEX_PATH,
    NDJSON_PATH,
    OPENAPI_PATH,
    SQLITE_PATH,
    VOCAB_PATH,
    feed_path,
    group_file,
    guide_path,
    has_feeds,
    has_markdown,
    markdown_path,
    record_path,
    schema_path,
    summaries_path,
    term_feed_path,
    term_file,
)
from generator.render.urls import href
from generator.render.views.guide import GuideChecks, GuideCode, GuideFile, GuidePage
from generator.render.views.parts import Link

EXAMPLE_BASE = "https://incidents.example.com/"
"""Stands for the address of a site that does not know its own."""

SKILL = "skills/incident-cluster-check/"
PLUGIN = "skills/incident-library-plugin.zip"
"""Where the agent skill stands; `outputs.skill` makes it."""

_CHANGES = """import json
import sys
from urllib.request import urlopen

base, since = sys.argv[1:]
for change in json.load(urlopen(f"{base}api/v1/changes.json"))["data"]["changes"]:
    if change["modified"] >= since:
        print(change["id"], change["status"], change["modified"])
        with open(f"{change['id']}.json", "wb") as file:
            file.write(urlopen(base + change["record"]["path"]).read())
"""

_DUMP = """import hashlib
import json
import sys
from urllib.request import urlopen

base = sys.argv[1]
dump = json.load(urlopen(f"{base}api/v1/index.json"))["data"]["dumps"]["ndjson"]
content = urlopen(base + dump["path"]).read()
if hashlib.sha256(content).hexdigest() != dump["sha256"]:
    sys.exit("SHA-256 differs: download again")
with open("incidents.ndjson.gz", "wb") as file:
    file.write(content)
"""


def guide_example(edition: Edition) -> Incident | None:
    """The incident that the examples show: the first one whose severity and time to recover are known."""
    listed = sorted(edition.relations.newest, key=lambda incident: incident.number)
    telling = (one for one in listed if one.severity is not None and one.time_to_recover is not None)
    return next(telling, listed[0] if listed else None)


def guide_subjects(edition: Edition) -> tuple[object, ...]:
    """Everything of the library that the guide shows."""
    example = guide_example(edition)
    groups = {*API_GROUPS, *FEED_GROUPS}
    terms = [(group, _first_term(edition, group)) for group in sorted(groups)]
    shown = brief_json(_record(edition, example)) if example else None
    return (shown, terms, _has_checks(edition))


def compose_guide(edition: Edition) -> GuidePage:
    """The guide in one language."""
    gettext = edition.catalogue.gettext
    site = edition.site
    base = site.base_url or EXAMPLE_BASE
    example = guide_example(edition)
    title = gettext("API and MCP guide")
    lead = gettext(
        "Scripts and agents read the same library as you: as files, without a key, or through an MCP server."
    )
    since = example.modified.iso if example else "2026-01-01"
    return GuidePage(
        frame=compose_frame(edition, path=guide_path(edition.language), title=title, description=lead),
        title=title,
        lead=lead,
        base=base,
        base_is_real=site.base_url is not None,
        files=tuple(_files(edition, example)),
        shapes=tuple(_shapes(edition, example)) if example else (),
        requests=_requests(edition, base, example) if example else None,
        changes=GuideCode(id="changes-script", title="changes.py", code=_CHANGES),
        changes_command=_command(edition, "changes-command", f"python3 changes.py {base} {since}"),
        feeds=tuple(_feeds(edition)) if has_feeds(site) else (),
        texts=tuple(_texts(edition, example)) if has_markdown(site) else (),
        dumps=tuple(_dumps(edition)),
        dump_check=GuideCode(id="dump-script", title="dump.py", code=_DUMP),
        dump_command=_command(edition, "dump-command", f"python3 dump.py {base}"),
        start=_command(edition, "mcp-start", guide_starts(base)),
        address=ADDRESS,
        tools=guide_tools(edition.catalogue),
        clients=tuple(guide_clients(edition.catalogue, base)),
        checks=_checks(edition) if _has_checks(edition) else None,
    )


def _command(edition: Edition, identifier: str, code: str) -> GuideCode:
    return GuideCode(id=identifier, title=edition.catalogue.gettext("Command"), code=code)


def _file(pattern: str, text: str, *paths: str) -> GuideFile:
    return GuideFile(
        pattern=pattern,
        text=text,
        examples=tuple(Link(label=path, href=href(path)) for path in paths or (pattern,)),
    )


def _first_term(edition: Edition, group: str) -> str | None:
    counts = edition.relations.counts(group)
    return counts[0][0] if counts else None


def _files(edition: Edition, example: Incident | None) -> Iterator[GuideFile]:
    gettext = edition.catalogue.gettext
    yield _file(INDEX_PATH, gettext("Where everything is, counts, revision, size and SHA-256 of the dumps"))
    if example is not None:
        text = gettext("The whole record of an incident in every language")
        yield _file(record_path("<id>"), text, record_path(example.id))
    text = gettext("Summaries in one language by ascending id, 100 a page; next leads on")
    pages = (summaries_path(code, 1) for code in edition.site.languages)
    yield _file(summaries_path("<language>", 1).replace("page-1", "page-<n>"), text, *pages)
    for group in API_GROUPS:
        yield _group_file(edition, group)
    yield _file(VOCAB_PATH, gettext("Every term: names, definitions, synonyms, broader term, counts"))
    yield _file(CHANGES_PATH, gettext("Every incident with its last change; withdrawn ones stay"))
    yield _file(schema_path("<kind>"), gettext("JSON Schema 2020-12 of each kind of file"), schema_path("incident"))
    yield _file(OPENAPI_PATH, gettext("The same for tools: OpenAPI 3.1"))


def _group_file(edition: Edition, group: str) -> GuideFile:
    text = edition.catalogue.gettext("%(group)s: all with counts, and each with its incidents")
    text %= {"group": group_labels(edition.catalogue)[group]}
    identifier = _first_term(edition, group)
    if identifier is None:
        return _file(group_file(group), text)
    return _file(term_file(group, "<id>"), text, group_file(group), term_file(group, identifier))


def _feeds(edition: Edition) -> Iterator[GuideFile]:
    gettext = edition.catalogue.gettext
    names = {"atom": "Atom", "json": "JSON Feed 1.1"}
    for form in FEED_TYPES:
        text = gettext("%(format)s of the whole library, a feed a language") % {"format": names[form]}
        yield _file(feed_path("<language>", form), text, *(feed_path(code, form) for code in edition.site.languages))
    for group in FEED_GROUPS:
        identifier = _first_term(edition, group)
        if identifier is not None:
            text = gettext("%(group)s: one feed each") % {"group": group_labels(edition.catalogue)[group]}
            paths = (term_feed_path(edition.language, group, identifier, form) for form in FEED_TYPES)
            yield _file(term_feed_path("<language>", group, "<id>", "atom"), text, *paths)


def _texts(edition: Edition, example: Incident | None) -> Iterator[GuideFile]:
    gettext = edition.catalogue.gettext
    if example is not None:
        paths = (markdown_path(language, example.id) for language in example.texts)
        yield _file(markdown_path("<language>", "<id>"), gettext("An incident as Markdown, beside its page"), *paths)
    yield _file("llms.txt", gettext("Where a language model begins"))


def _dumps(edition: Edition) -> Iterator[GuideFile]:
    gettext = edition.catalogue.gettext
    yield _file(NDJSON_PATH, gettext("Every record, one a line"))
    yield _file(SQLITE_PATH, gettext("A SQLite database with a full-text index; the MCP server reads it"))


def _shapes(edition: Edition, example: Incident) -> Iterator[GuideCode]:
    yield _shape("shape-record", record_path(example.id), _record(edition, example))
    change = {
        "id": example.id,
        "status": example.status,
        "modified": example.modified.iso,
        "record": _address(edition, record_path(example.id)),
        "sha256": "…",
    }
    yield _shape("shape-changes", CHANGES_PATH, {"changes": [change]})
    language = edition.language
    page = {"language": language, "page": 1, "per_page": 100, "incidents": ["…"], "next": "…"}
    yield _shape("shape-summaries", summaries_path(language, 1), page)


def _shape(identifier: str, title: str, data: dict[str, Any]) -> GuideCode:
    return GuideCode(id=identifier, title=title, code=brief_json({"schema_version": "1.0", "data": data}))


def _address(edition: Edition, path: str) -> dict[str, str | None]:
    return {"path": path, "url": edition.absolute(path)}


def _record(edition: Edition, example: Incident) -> dict[str, Any]:
    """The parts of a record that show how all of it is written."""
    texts = {language: example.texts.get(language) for language in edition.site.languages}
    severity, recover = example.severity, example.time_to_recover
    piece = {"markdown": "…", "html": "…", "text": "…"}
    return {
        "id": example.id,
        "status": example.status,
        "title": {language: text.title if text else None for language, text in texts.items()},
        "severity": _severity(edition, example) if severity is not None else None,
        "time_to_recover": {
            "text": recover.text,
            "seconds": recover.seconds,
            "basis": recover.basis,
            "approximate": recover.approximate,
        }
        if recover is not None
        else None,
        "topics": [
            {"id": tag.id, "label": _labels(edition, "topics", tag.id), "certainty": tag.certainty}
            for tag in example.tags.get("topics", ())[:1]
        ],
        "sections": {
            "cause": {
                language: piece if text and "cause" in text.sections else None for language, text in texts.items()
            }
        },
        "modified": example.modified.iso,
    }


def _severity(edition: Edition, example: Incident) -> dict[str, Any]:
    identifier = str(example.severity)
    return {
        "id": identifier,
        "label": _labels(edition, "severities", identifier),
        "rank": list(edition.library.vocabulary.groups["severities"]).index(identifier) + 1,
        "basis": example.severity_basis,
    }


def _labels(edition: Edition, group: str, identifier: str) -> dict[str, str | None]:
    label = edition.library.vocabulary.term(group, identifier).label
    return {language: label.get(language) for language in edition.site.languages}


def _requests(edition: Edition, base: str, example: Incident) -> GuideCode:
    gettext = edition.catalogue.gettext
    paths = [record_path(example.id), VOCAB_PATH, summaries_path(edition.language, 1)]
    if has_markdown(edition.site):
        paths.append(markdown_path(example.text(edition.language).language, example.id))
    code = "\n".join(f"curl -sS --compressed {base}{path}" for path in paths)
    return GuideCode(id="curl", title=gettext("Requests"), code=code)


def _has_checks(edition: Edition) -> bool:
    return any(incident.brief.has_checks for incident in edition.relations.newest)


def _checks(edition: Edition) -> GuideChecks:
    gettext = edition.catalogue.gettext
    page = None
    if CHECKS_PAGE in edition.library.pages:
        page = Link(label=gettext("Cluster checks"), href=href(f"{edition.language}/{CHECKS_PAGE}/"))
    skill = (
        _file(f"{SKILL}SKILL.md", gettext("The skill: rules for the agent and the incidents with checks")),
        _file(f"{SKILL}cluster-role.yaml", gettext("The rights that all checks need together: reading, no secrets")),
        _file(PLUGIN, gettext("All of it as a plugin for common coding agents, with the entry of the MCP server")),
    )
    command = "kubectl get deployments,nodes -A -o json > dump.json\nincidents cluster-check --manifests dump.json"
    return GuideChecks(page=page, skill=skill, command=_command(edition, "checks-command", command))
