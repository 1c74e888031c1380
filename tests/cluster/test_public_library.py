"""The checks of the public library on objects that show each condition, and on the same objects with one change."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest
from cluster_shapes import Object
from cluster_table import Row, rows

from generator.build import Options, load
from generator.checks.probes import check_probes, probe_faults
from generator.cluster.evaluate import Verdict, evaluate, evaluate_probe
from generator.cluster.manifests import parse_manifests
from generator.cluster.sources import Dump
from generator.content.load import Content
from generator.model.incident import Probe

ROOT = Path(__file__).resolve().parents[2]
NOW = datetime(2026, 12, 1, tzinfo=UTC)
ROWS = list(rows())


@cache
def content() -> Content:
    loaded, problems = load(ROOT, Options(jobs=1))
    assert loaded is not None
    assert not problems
    return loaded


@cache
def probes() -> dict[tuple[str, str], Probe]:
    library = content().library
    return {(incident.id, probe.id): probe for incident in library.listed() for probe in incident.checks}


def judge(row: Row, objects: list[Object], *, complete: bool = False) -> Verdict:
    dump = Dump(parse_manifests(json.dumps({"kind": "List", "apiVersion": "v1", "items": objects})), complete)
    return evaluate_probe(row.incident, probes()[row.incident, row.check], dump, NOW)


def test_every_check_of_the_library_is_in_order():
    checked = [(parsed, parsed.incident) for parsed in content().parsed if parsed.incident is not None]
    assert [problem for parsed, incident in checked for problem in check_probes(parsed, incident)] == []
    assert not any(list(probe_faults(probe)) for probe in probes().values())


def test_many_incidents_have_checks():
    incidents = {incident for incident, _ in probes()}
    with_objects = {incident for (incident, _), probe in probes().items() if probe.method == "kubectl"}
    assert len(incidents) >= 40
    assert len(with_objects) >= 40


def test_the_table_covers_every_check_of_objects():
    of_objects = {key for key, probe in probes().items() if probe.method == "kubectl" and probe.command[0] == "get"}
    assert {(row.incident, row.check) for row in ROWS} == of_objects


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.incident}-{row.check}")
def test_the_condition_is_seen_and_one_change_ends_it(row):
    present = judge(row, row.bad, complete=row.complete)
    assert present.outcome == "present"
    assert present.findings
    assert present.path
    assert judge(row, row.good, complete=row.complete).outcome == "not-seen"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.incident}-{row.check}")
def test_without_the_object_nothing_is_told(row):
    unrelated = [{"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "default", "namespace": "shop"}}]
    verdict = judge(row, unrelated)
    assert verdict.outcome == "cannot-tell"
    assert verdict.reason == "not-found"


def test_queries_and_hand_work_cannot_be_told_from_manifests():
    dump = Dump(parse_manifests(json.dumps(ROWS[0].bad[0])))
    verdicts = [v for v in evaluate(content().library.listed(), dump, now=NOW) if v.probe.method != "kubectl"]
    assert len(verdicts) >= 15
    assert {verdict.outcome for verdict in verdicts} == {"cannot-tell"}


def test_no_text_of_a_check_calls_a_cluster_safe():
    for probe in probes().values():
        words = " ".join((*probe.title.values.values(), *probe.means.values.values()))
        assert "안전하다" not in words
        assert " is safe" not in words
