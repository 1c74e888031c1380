"""Every file of the API is what its schema says, and holds nothing else."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import jsonschema
import pytest
from machine_files import SHARED, Machine

from generator.outputs.api.schema_parts import KINDS
from generator.outputs.api.schemas import closed

pytestmark = pytest.mark.xdist_group("machine-files")

PATHS = {
    r"index\.json": "index",
    r"incidents/IL-\d+\.json": "incident",
    r"(ko|en)/incidents/page-\d+\.json": "incidents",
    r"(topics|symptoms|causes|contributing-factors|components|organizations)\.json": "group",
    r"(topics|symptoms|causes|contributing-factors|components|organizations)/[a-z0-9-]+\.json": "term",
    r"vocab\.json": "vocab",
    r"changes\.json": "changes",
}
DESCRIPTIONS = re.compile(r"schema/[a-z]+\.json|openapi\.json|dump/.+\.gz")


def kind_of(path: str) -> str | None:
    rest = path.removeprefix("api/v1/")
    if DESCRIPTIONS.fullmatch(rest):
        return None
    kinds = [kind for pattern, kind in PATHS.items() if re.fullmatch(pattern, rest)]
    assert len(kinds) == 1, f"{path} is of no known kind"
    return kinds[0]


@cache
def validators(name: str) -> dict[str, jsonschema.Draft202012Validator]:
    site = SHARED[name]()
    return {
        kind: jsonschema.Draft202012Validator(
            closed(json.loads(site.read(f"api/v1/schema/{kind}.json"))), format_checker=jsonschema.FormatChecker()
        )
        for kind in KINDS
    }


def api_paths(site: Machine) -> list[str]:
    return [path for path in site.outputs if path.startswith("api/")]


@pytest.mark.parametrize("name", SHARED)
def test_every_file_holds_what_its_schema_says_and_no_more(name: str) -> None:
    site, seen = SHARED[name](), set()
    for path in api_paths(site):
        kind = kind_of(path)
        if kind is not None:
            error = jsonschema.exceptions.best_match(validators(name)[kind].iter_errors(json.loads(site.read(path))))
            assert error is None, f"{path}: {error.json_path}: {error.message}"
            seen.add(kind)
    assert seen == set(KINDS)


@pytest.mark.parametrize("name", SHARED)
@pytest.mark.parametrize("kind", KINDS)
def test_the_schemas_are_schemas(name: str, kind: str) -> None:
    schema = json.loads(SHARED[name]().read(f"api/v1/schema/{kind}.json"))
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    if SHARED[name]().library.site.base_url:
        assert schema["$id"].endswith(f"/api/v1/schema/{kind}.json")
    assert "additionalProperties" not in json.dumps(schema), "a later field must not break a reader"


def unions(schema: Any, path: str = "") -> list[str]:
    """Places at which more than one type may stand."""
    found = []
    if isinstance(schema, dict):
        if isinstance(schema.get("type"), list) or "oneOf" in schema:
            found.append(path)
        choices = schema.get("anyOf")
        if isinstance(choices, list) and (len(choices) != 2 or choices[1] != {"type": "null"}):
            found.append(path)
        found += [place for key, value in schema.items() for place in unions(value, f"{path}/{key}")]
    elif isinstance(schema, list):
        found += [place for index, value in enumerate(schema) for place in unions(value, f"{path}/{index}")]
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_null_is_the_only_union_and_every_key_is_needed(kind: str) -> None:
    schema = json.loads(SHARED["full"]().read(f"api/v1/schema/{kind}.json"))
    assert unions(schema) == []

    def walk(part: Any) -> None:
        if isinstance(part, dict):
            if "properties" in part:
                assert part["required"] == sorted(part["properties"])
            for value in part.values():
                walk(value)
        elif isinstance(part, list):
            for value in part:
                walk(value)

    walk(schema)


def test_the_closed_schema_catches_a_field_too_many_and_one_too_few() -> None:
    site = SHARED["full"]()
    validator = validators("full")["incident"]
    file = json.loads(site.read("api/v1/incidents/IL-0001.json"))
    assert validator.is_valid(file)
    assert not validator.is_valid({**file, "data": {**file["data"], "surplus": 1}})
    assert not validator.is_valid({**file, "data": {key: file["data"][key] for key in file["data"] if key != "date"}})
    file["data"]["severity"]["surplus"] = 1
    assert not validator.is_valid(file)


@pytest.mark.parametrize("name", SHARED)
def test_files_are_json_with_sorted_keys_and_without_marks(name: str) -> None:
    site = SHARED[name]()
    for path in api_paths(site):
        if path.endswith(".json"):
            text = site.text(path)
            assert not re.search(r"\\u000[0-8]|[\x00-\x08]", text), path
            assert json.dumps(json.loads(text), ensure_ascii=False, sort_keys=True, separators=(",", ":")) == (
                text.rstrip("\n")
            ), path
