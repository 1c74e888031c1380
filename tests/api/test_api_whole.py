"""Index, changes, dumps and OpenAPI: what speaks of all files at once."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from conftest import copy_site
from machine_files import SHARED, SITES, Machine, machine

from generator.outputs.api.index import generated_at
from generator.outputs.machine import MachineOptions, source_date_epoch
from generator.render.machine_urls import API_GROUPS, GROUP_ADDRESSES

pytestmark = pytest.mark.xdist_group("machine-files")

NDJSON, SQLITE = "api/v1/dump/incidents.ndjson.gz", "api/v1/dump/library.sqlite.gz"


def links(data: Any) -> list[dict[str, Any]]:
    """Every address in some data."""
    if isinstance(data, list):
        return [found for part in data for found in links(part)]
    if not isinstance(data, dict):
        return []
    own = [data] if {"path", "url"} <= data.keys() else []
    return own + [found for part in data.values() for found in links(part)]


@pytest.mark.parametrize("name", SHARED)
def test_the_index_leads_to_files_that_exist(name: str) -> None:
    site = SHARED[name]()
    index = site.data("api/v1/index.json")
    for link in links(index):
        assert link["path"] in site.outputs
        base = site.library.site.base_url
        assert link["url"] == (base + link["path"] if base else None)


@pytest.mark.parametrize("name", ["full", "untranslated", "unplaced"])
def test_every_address_in_the_api_is_a_file_or_a_page(name: str) -> None:
    site = SHARED[name]()
    pages = re.compile(r"(ko|en)/([a-z-]+/)*([A-Za-z0-9-]+/)?|IL-\d+/|media/IL-\d+/[\w.-]+")
    for path in site.outputs:
        if path.startswith("api/") and path.endswith(".json") and "schema/" not in path and "openapi" not in path:
            for link in links(site.data(path)):
                assert link["path"] in site.outputs or pages.fullmatch(link["path"]), (path, link)


@pytest.mark.parametrize("name", SHARED)
def test_counts_are_those_of_the_library(name: str) -> None:
    site = SHARED[name]()
    counts = site.data("api/v1/index.json")["counts"]
    listed = list(site.library.listed())
    assert counts["incidents"] == len(listed)
    assert counts["withdrawn"] == len(site.library.incidents) - len(listed)
    for language in site.library.site.languages:
        pages, total, path = [], 0, f"api/v1/{language}/incidents/page-1.json"
        while path:
            page = site.data(path)
            pages.append(page)
            total += len(page["incidents"])
            path = page["next"]["path"] if page["next"] else ""
        assert total == counts["by_language"][language] == pages[0]["total"]
        assert len(pages) == pages[0]["pages"]
        ids = [entry["id"] for page in pages for entry in page["incidents"]]
        assert ids == sorted(ids, key=lambda identifier: int(identifier.rpartition("-")[2]))
    for group in API_GROUPS:
        for term in site.data(f"api/v1/{GROUP_ADDRESSES[group]}.json")["terms"]:
            whole = site.data(term["record"]["path"])
            assert whole["count"] == len(whole["incidents"])
            assert {key: whole[key] for key in term} == term


@pytest.mark.parametrize("name", SHARED)
def test_changes_name_the_digest_of_each_record(name: str) -> None:
    site = SHARED[name]()
    changes = site.data("api/v1/changes.json")["changes"]
    assert {entry["id"] for entry in changes} == set(site.library.incidents)
    for entry in changes:
        assert entry["sha256"] == hashlib.sha256(site.read(entry["record"]["path"])).hexdigest()
    days = [entry["modified"] for entry in changes]
    assert days == sorted(days, reverse=True)


def test_a_withdrawn_incident_stays_as_a_tombstone() -> None:
    site = SHARED["full"]()
    (entry,) = [entry for entry in site.data("api/v1/changes.json")["changes"] if entry["id"] == "IL-0004"]
    assert (entry["status"], entry["modified"], entry["superseded_by"]) == ("withdrawn", "2026-02-10", "IL-0001")
    record = site.data("api/v1/incidents/IL-0004.json")
    assert record["withdrawn"]["reason"]["en"].startswith("WithdrawnReasonMark")
    for path in ("api/v1/ko/incidents/page-1.json", "api/v1/topics/network.json"):
        assert "IL-0004" not in [incident["id"] for incident in site.data(path)["incidents"]]
    assert not [
        path for path in site.outputs if path.endswith(("feed.xml", "feed.json")) and b"IL-0004" in site.read(path)
    ]


@pytest.mark.parametrize("name", ["full", "unplaced"])
def test_the_dump_holds_every_record(name: str) -> None:
    site = SHARED[name]()
    lines = gzip.decompress(site.read(NDJSON)).splitlines()
    records = [site.data(f"api/v1/incidents/{identifier}.json") for identifier in site.library.incidents]
    assert [json.loads(line) for line in lines] == records


@pytest.mark.parametrize("path", [NDJSON, SQLITE])
def test_the_index_tells_size_and_digest_of_the_dumps(path: str) -> None:
    site = SHARED["full"]()
    dumps = site.data("api/v1/index.json")["dumps"]
    (dump,) = [entry for entry in dumps.values() if entry["path"] == path]
    content = site.read(path)
    assert dump["sha256"] == hashlib.sha256(content).hexdigest()
    assert dump["bytes"] == len(content)
    assert dump["unpacked_bytes"] == len(gzip.decompress(content))
    assert content[4:8] == b"\0\0\0\0", "gzip without a time"
    assert not content[3] & 0b1000, "gzip without a name"


def test_the_database_opens_and_holds_the_records(tmp_path: Path) -> None:
    site = SHARED["full"]()
    file = tmp_path / "library.sqlite"
    file.write_bytes(gzip.decompress(site.read(SQLITE)))
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        stored = dict(connection.execute("SELECT id, record FROM incident").fetchall())
    assert {identifier: json.loads(record) for identifier, record in stored.items()} == {
        identifier: site.data(f"api/v1/incidents/{identifier}.json") for identifier in site.library.incidents
    }


def test_a_preview_writes_no_dumps() -> None:
    site = machine(SITES / "full", options=MachineOptions(dumps=False, epoch=None))
    assert not [path for path in site.outputs if "/dump/" in path]
    assert site.data("api/v1/index.json")["dumps"] == {"ndjson": None, "sqlite": None}
    assert "/dump/" not in site.text("api/v1/openapi.json")
    assert "/dump/" not in site.text("llms.txt")


def test_times_and_revision_stand_in_the_index_alone() -> None:
    site = SHARED["public"]()
    index = site.data("api/v1/index.json")
    newest = max(incident.modified.iso for incident in site.library.incidents.values())
    assert index["generated_at"] == f"{newest}T00:00:00Z"
    assert re.fullmatch("[0-9a-f]{12}", index["revision"])
    for path in site.outputs:
        if path.endswith(".json") and path != "api/v1/index.json" and "/schema/" not in path and "openapi" not in path:
            assert '"generated_at":' not in site.text(path)
            assert index["revision"] not in site.text(path)


def test_source_date_epoch_is_obeyed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert generated_at(SHARED["full"]().library, 1_700_000_000) == "2023-11-14T22:13:20Z"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert source_date_epoch() == 86_400
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    assert source_date_epoch() is None


def test_the_revision_goes_with_the_content(tmp_path: Path) -> None:
    first = copy_site("full", tmp_path / "site")
    before = machine(first).data("api/v1/index.json")["revision"]
    assert before == SHARED["full"]().data("api/v1/index.json")["revision"]
    seen = {before}
    for path in ("content/incidents/IL-0005/ko.md", "content/pages/about/en.md", "content/vocabulary.yaml"):
        file = first / path
        file.write_text(file.read_text(encoding="utf-8").rstrip("\n") + "\n# changed\n", encoding="utf-8")
        if path.endswith(".yaml"):
            text = file.read_text(encoding="utf-8")
            file.write_text(text.replace("en: Networking", "en: Networks"), encoding="utf-8")
        seen.add(machine(first).data("api/v1/index.json")["revision"])
    assert len(seen) == 4


def templates(description: dict[str, Any]) -> dict[str, re.Pattern[str]]:
    """Patterns of the paths that OpenAPI names."""
    found = {}
    for template in description["paths"]:
        pattern = re.escape(template).replace(r"\{", "{").replace(r"\}", "}")
        found[template] = re.compile(re.sub(r"{\w+}", "[A-Za-z0-9-]+", pattern))
    return found


def described(site: Machine) -> list[str]:
    beside = ("feed.xml", "feed.json", ".md", "llms.txt")
    return [path for path in site.outputs if path.startswith("api/") or path.endswith(beside)]


@pytest.mark.parametrize("name", SHARED)
def test_openapi_names_every_path_and_none_that_does_not_exist(name: str) -> None:
    site = SHARED[name]()
    patterns = templates(json.loads(site.read("api/v1/openapi.json")))
    used = set()
    for path in described(site):
        matching = [template for template, pattern in patterns.items() if pattern.fullmatch(f"/{path}")]
        assert len(matching) == 1, (path, matching)
        used.update(matching)
    assert used <= set(patterns)
    if name != "untranslated":
        assert used == set(patterns), "that site leaves whole groups empty; the others have something of each kind"


def test_openapi_is_whole_in_itself() -> None:
    description = json.loads(SHARED["full"]().read("api/v1/openapi.json"))
    assert description["openapi"].startswith("3.1.")
    assert {"title", "version"} <= description["info"].keys()
    assert description["servers"] == [{"url": "https://example.org/library"}]
    operations = [operation["get"] for operation in description["paths"].values()]
    names = [operation["operationId"] for operation in operations]
    assert len(set(names)) == len(names)
    for template, path in description["paths"].items():
        parameters = [
            description["components"]["parameters"][entry["$ref"].rpartition("/")[2]]["name"]
            for entry in path["get"].get("parameters", ())
        ]
        assert parameters == re.findall(r"{(\w+)}", template)
        assert path["get"]["responses"]["200"]["description"]

    def walk(part: Any) -> None:
        if isinstance(part, dict):
            if "$ref" in part:
                _, section, kind, name = part["$ref"].split("/")
                assert name in description[section][kind]
            for value in part.values():
                walk(value)
        elif isinstance(part, list):
            for value in part:
                walk(value)

    walk(description)
    assert "#/$defs/" not in json.dumps(description)


def test_openapi_and_schemas_say_the_same() -> None:
    site = SHARED["full"]()
    components = json.loads(site.read("api/v1/openapi.json"))["components"]["schemas"]
    for kind in ("index", "incident", "incidents", "group", "term", "vocab", "changes"):
        text = site.text(f"api/v1/schema/{kind}.json").replace("#/$defs/", "#/components/schemas/")
        schema = json.loads(text)
        assert components[f"{kind}_file"]["properties"] == schema["properties"]
        assert all(components[name] == value for name, value in schema.get("$defs", {}).items())


def test_the_api_can_be_switched_off() -> None:
    site = machine(SITES / "full", kinds=("pages", "feeds", "markdown"))
    assert not [path for path in site.outputs if path.startswith("api/")]
    assert "api/v1" not in site.text("_headers")
    assert "api/v1" not in site.text("llms.txt")
    assert "api/v1" not in site.text("ko/incidents/IL-0001.md")
    bare = machine(SITES / "full", kinds=("pages",))
    assert set(bare.outputs) == {"_headers", "_redirects", "robots.txt"}


def test_a_library_of_nothing_still_has_its_files(tmp_path: Path) -> None:
    root = copy_site("full", tmp_path / "site")
    for file in (root / "content" / "incidents").glob("*/*"):
        file.unlink()
    site = machine(root)
    assert site.data("api/v1/index.json")["generated_at"] is None
    assert site.data("api/v1/ko/incidents/page-1.json")["pages"] == 1
    assert site.data("api/v1/changes.json") == {"total": 0, "changes": []}
    assert gzip.decompress(site.read(NDJSON)) == b""
    assert json.loads(site.read("ko/feed.json"))["items"] == []
