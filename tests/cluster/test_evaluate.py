"""Verdicts: what is present, what was not seen, what cannot be told."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from cluster_shapes import container, make, node, pod, secret, workload
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.cluster import evaluate as module
from generator.cluster.evaluate import Verdict, check_manifests, evaluate_probe
from generator.cluster.manifests import ManifestError, parse_manifests
from generator.cluster.sources import Answer, Dump
from generator.content.dates import parse_date
from generator.model.incident import Incident, IncidentText, Probe, Section, Source
from generator.model.localized import Localized
from generator.model.prose import NOTHING
from generator.model.vocabulary import TAG_GROUPS

NOW = datetime(2026, 12, 1, tzinfo=UTC)
BOTH = Localized({"ko": "가", "en": "a"})
LIMITS = {"longest": 100_000, "most": 100}


def probe(command: str, select: str | None, **when: object) -> Probe:
    (condition,) = when.items()
    return Probe(
        id="x",
        title=BOTH,
        evidence="cause",
        method="kubectl",
        command=tuple(command.split()),
        select=select,
        present_when=condition,  # type: ignore[arg-type]
        means=BOTH,
        cannot_tell=BOTH,
    )


def judge(check: Probe, *objects: object, complete: bool = False) -> Verdict:
    manifests = parse_manifests(json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}))
    return evaluate_probe("IL-0001", check, Dump(manifests, complete), NOW)


def test_each_object_is_looked_at_and_those_that_show_it_are_named():
    check = probe("get deployments -A -o json", "spec.replicas", lt="2")
    many = [workload("Deployment", f"d{number}", spec={"replicas": 1}) for number in range(30)]
    verdict = judge(check, *many, workload("Deployment", "fine"))
    assert verdict.outcome == "present"
    assert (verdict.count, verdict.looked_at, len(verdict.findings)) == (30, 31, module.MAX_FINDINGS)
    assert verdict.findings[0].name == "d0"
    assert verdict.findings[0].values == ("1",)
    assert verdict.path == "spec.replicas"


def test_a_list_is_read_as_a_whole_where_the_expression_reads_items():
    check = probe("get nodes -o json", "length(items)", lt="2")
    verdict = judge(check, node("a"))
    assert verdict.outcome == "present"
    assert verdict.looked_at == 1
    assert verdict.findings[0].name is None
    assert judge(check, node("a"), node("b")).outcome == "not-seen"


def test_a_count_over_several_kinds_needs_all_of_them():
    check = probe("get deployments,pdb -A -o json", "length(items[?kind=='PodDisruptionBudget'])", lt="1")
    assert judge(check, workload("Deployment", "web")).outcome == "cannot-tell"
    assert judge(check, workload("Deployment", "web"), complete=True).outcome == "present"


def test_a_value_that_cannot_be_compared_is_not_passed_over():
    check = probe("get deployments -A -o json", "spec.template.spec.containers[].resources.limits.memory", lt="1Gi")
    strange = workload("Deployment", "a", container("a", resources={"limits": {"memory": "${MEMORY}"}}))
    low = workload("Deployment", "b", container("b", resources={"limits": {"memory": "1Mi"}}))
    unknown = judge(check, strange)
    assert (unknown.outcome, unknown.reason) == ("cannot-tell", "unreadable")
    assert unknown.findings[0].name == "a"
    assert judge(check, strange, low).outcome == "present"


def test_an_expression_that_does_not_fit_is_not_passed_over():
    check = probe("get pods -A -o json", "length(spec.nodeName.x)", gt="1")
    assert judge(check, pod("a")).reason == "unreadable"


@pytest.mark.parametrize(
    ("value", "empty"),
    [(None, True), ("", True), ([], True), ({}, True), (False, True), ([None], True), (0, False), ("x", False)],
)
def test_nothing_is_what_jmespath_calls_false(value, empty):
    item = make("ConfigMap", "a", data={"x": value})
    check = probe("get configmap a -n shop -o json", "data.x", empty=True)
    assert (judge(check, item).outcome == "present") == empty
    opposite = probe("get configmap a -n shop -o json", "data.x", nonempty=True)
    assert (judge(opposite, item).outcome == "present") != empty


@pytest.mark.parametrize(
    ("value", "operand", "outcome"),
    [
        (True, "true", "present"),
        ("true", "true", "present"),
        (True, "false", "not-seen"),
        (1, "1", "present"),
        ("1000m", "1", "present"),
        ("OnDelete", "OnDelete", "present"),
        ("onDelete", "OnDelete", "not-seen"),
        ("100%", "100%", "present"),
    ],
)
def test_equal(value, operand, outcome):
    check = probe("get configmap a -n shop -o json", "data.x", eq=operand)
    assert judge(check, make("ConfigMap", "a", data={"x": value})).outcome == outcome


def test_secrets_are_never_looked_at_or_shown():
    hidden = secret(value="c3VwZXItaGlkZGVu")
    check = probe("get configmaps -A -o json", "data", nonempty=True)
    verdict = judge(check, hidden, {**hidden, "kind": "SECRET"}, make("ConfigMap", "a", data={"x": "y"}))
    assert verdict.looked_at == 1
    assert "c3VwZXItaGlkZGVu" not in repr(verdict)


def test_a_check_with_a_fault_never_asks():
    class Trap:
        def ask(self, call):
            raise AssertionError(call)

    for command in ("get secrets -A -o json", "delete pods -A -o json", "get pods -A --raw / -o json"):
        verdict = evaluate_probe("IL-0001", probe(command, "x", nonempty=True), Trap(), NOW)
        assert (verdict.outcome, verdict.reason) == ("cannot-tell", "refused")


def test_shown_values_are_short_and_plain():
    long, lines = "x" * 200, "a\nb"
    address, escape = "https://user:hunter2@example.org/x", "\x1b[31mred"
    data = {"a": long, "b": lines, "c": address, "d": escape, "e": {"f": 1}}
    verdict = judge(probe("get configmaps -A -o json", "data.*", nonempty=True), make("ConfigMap", "a", data=data))
    assert verdict.findings[0].values == ("… (200)", "… (3)", "https://…@example.org/x", "�[31mred", "{…}")


def test_text_answers():
    class Text:
        def ask(self, call):
            assert call.verb == "api-resources"
            return Answer(text="NAME APIVERSION\ningresses extensions/v1beta1\n")

    check = probe("api-resources", None, matches="extensions/v1beta1")
    assert evaluate_probe("IL-0001", check, Text(), NOW).outcome == "present"


def incident(*probes: Probe) -> Incident:
    summary = Section(id="summary", source="x", prose=NOTHING)
    text = IncidentText(language="en", path="en.md", title="T", summary=summary, sections={})
    day = parse_date("2026-11-30")
    assert day is not None
    return Incident(
        id="IL-0001",
        number=1,
        original="en",
        texts=Localized({"en": text}),
        organizations=("x",),
        added=day,
        modified=day,
        tags=dict.fromkeys(TAG_GROUPS, ()),
        sources=(Source(url="https://example.org", title="x", kind="press"),),
        checks=probes,
    )


def test_manifests_as_text():
    one = incident(probe("get nodes -o json", "spec.unschedulable", eq="true"))
    text = f"{json.dumps(secret())}\n---\nhello\n---\n{json.dumps(node('a'))}"
    found = check_manifests(text, [one], **LIMITS)
    (verdict,) = found.verdicts
    assert (verdict.incident, verdict.outcome) == ("IL-0001", "not-seen")
    assert (found.objects, found.secrets, found.unreadable) == (1, 1, 1)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("hello", "no-objects"),
        ("", "no-objects"),
        ("x" * 100_001, "too-much"),
        (json.dumps([{"kind": "Pod"}] * 101), "too-many"),
    ],
)
def test_a_text_that_cannot_be_checked_is_refused(text, fault):
    with pytest.raises(ManifestError, match=fault):
        check_manifests(text, [], **LIMITS)


def test_only_a_complete_text_says_that_what_it_lacks_does_not_exist():
    one = incident(probe("get pods -A -o json", "items[0]", empty=True))
    for complete, outcome in ((False, "cannot-tell"), (True, "present")):
        found = check_manifests(json.dumps(node("a")), [one], **LIMITS, complete=complete)
        assert [verdict.outcome for verdict in found.verdicts] == [outcome]


@pytest.mark.parametrize(
    "value", ["0x" + "f" * 50_000, "0" + "7" * 50_000, "9" * 4_000, "1e999", "-.5", "1e-99", ".inf", "08"]
)
@pytest.mark.parametrize("condition", [{"lt": "2"}, {"eq": "3"}, {"matches": "^1"}, {"nonempty": True}])
def test_a_number_of_any_size_is_judged(value, condition):
    one = incident(probe("get pods -A -o json", "spec.x", **condition))
    found = check_manifests(f"kind: Pod\nspec: {{x: {value}}}", [one], **LIMITS)
    assert found.objects == 1
    assert found.verdicts[0].reason != "not-found"


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=400))
def test_any_text_as_manifests(text):
    one = incident(probe("get pods -A -o json", "spec.x", nonempty=True))
    try:
        found = check_manifests(text, [one], **LIMITS)
    except ManifestError:
        return
    assert {verdict.outcome for verdict in found.verdicts} <= {"present", "not-seen", "cannot-tell"}
