"""The skill, its least rights and the plugin."""

from __future__ import annotations

import io
import json
import zipfile
from functools import cache
from pathlib import Path

import yaml

from generator.build import Options, load, open_editions
from generator.checks.calls import read_call
from generator.outputs import assets
from generator.outputs.fingerprints import take_fingerprints
from generator.outputs.skill import FOLDER, PLUGIN, plan_skill
from generator.relations.membership import relate
from generator.render.theme import find_theme

ROOT = Path(__file__).resolve().parents[2]


@cache
def planned():
    content, problems = load(ROOT, Options(jobs=1))
    assert content is not None
    assert not problems
    relations, theme = relate(content.library), find_theme(ROOT)
    static, _ = assets.plan_assets(theme, search=False)
    editions, _ = open_editions(content.library, relations, theme, static)
    prints = take_fingerprints(content.library, relations, theme, static)
    return content.library, {output.path: output for output in plan_skill(content.library, editions, prints)}


def made(path: str) -> bytes:
    return planned()[1][path].make()


def calls():
    library, _ = planned()
    for incident in library.listed():
        for probe in incident.checks:
            if probe.method == "kubectl":
                call, _ = read_call(probe.command)
                assert call is not None
                yield call


def test_a_file_for_each_incident_with_checks():
    library, outputs = planned()
    expected = {f"{FOLDER}/references/{entry.id}.md" for entry in library.listed() if entry.checks}
    assert set(outputs) == {*expected, f"{FOLDER}/SKILL.md", f"{FOLDER}/cluster-role.yaml", PLUGIN}
    skill = made(f"{FOLDER}/SKILL.md").decode()
    _, front, body = skill.split("---\n", 2)
    assert set(yaml.safe_load(front)) == {"name", "description"}
    assert yaml.safe_load(front)["name"] == "incident-cluster-check"
    assert all(f"(references/{path.rsplit('/', 1)[1]})" in body for path in expected)


def test_a_reference_holds_the_checks_in_both_languages():
    library, _ = planned()
    for incident in library.listed():
        if not incident.checks:
            continue
        text = made(f"{FOLDER}/references/{incident.id}.md").decode()
        for probe in incident.checks:
            assert all(value in text for value in (*probe.title.values.values(), *probe.cannot_tell.values.values()))


def test_the_rights_are_those_of_the_calls_and_no_more():
    role = yaml.safe_load(made(f"{FOLDER}/cluster-role.yaml"))
    granted = {
        (group, resource, verb, name)
        for rule in role["rules"]
        for group in rule["apiGroups"]
        for resource in rule["resources"]
        for verb in rule["verbs"]
        for name in rule.get("resourceNames", [None])
    }
    needed = {
        (kind.group, kind.plural, "get" if call.name else "list", call.name) for call in calls() for kind in call.kinds
    }
    assert granted == needed
    assert not any("secret" in resource or resource == "*" for _, resource, _, _ in granted)
    assert {verb for _, _, verb, _ in granted} <= {"get", "list"}
    assert not any(set(rule) - {"apiGroups", "resources", "resourceNames", "verbs"} for rule in role["rules"])


def test_the_plugin_holds_the_same_files_and_the_manifests():
    archive = zipfile.ZipFile(io.BytesIO(made(PLUGIN)))
    names = set(archive.namelist())
    _, outputs = planned()
    assert {f"skills/{path.removeprefix('skills/')}" for path in outputs if path != PLUGIN} <= names
    for path in (".claude-plugin/plugin.json", ".codex-plugin/plugin.json", "gemini-extension.json", ".mcp.json"):
        assert "mcpServers" in json.loads(archive.read(path))
    servers = json.loads(archive.read(".mcp.json"))["mcpServers"]
    assert servers["incident-library"]["command"] == "incidents"
    assert servers["incident-library"]["args"][0] == "mcp"
    assert archive.read(f"{FOLDER}/SKILL.md") == made(f"{FOLDER}/SKILL.md")


def test_the_same_bytes_each_time():
    assert made(PLUGIN) == made(PLUGIN)
