"""What a check may hold: every case of `tests/cases/probes`, and whatever else somebody may write."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.checks.calls import FLAGS, VERBS, read_call
from generator.checks.probes import probe_faults
from generator.content.decoder import Decoder
from generator.content.probes import decode_probes
from generator.content.yamlnodes import Items, Table, parse_yaml
from generator.problems import MESSAGE_LANGUAGES, Problem, hint, message

CASES = Path(__file__).resolve().parents[1] / "cases" / "probes"
REST = """
id: case
evidence: cause
title: {ko: 제목, en: title}
means: {ko: 뜻, en: meaning}
cannot_tell: {ko: 한계, en: limits}
"""


def cases(name: str) -> list[tuple[str, list[str], Table]]:
    root, problems = parse_yaml((CASES / name).read_text(encoding="utf-8"), path=name)
    assert not problems
    assert isinstance(root, Items)
    return [_case(node) for node in root.nodes]


def _case(node) -> tuple[str, list[str], Table]:
    expect = node.get("expect")
    codes = [item.text for item in expect.nodes] if isinstance(expect, Items) else []
    check = node.get("check")
    rest, _ = parse_yaml(REST, path="rest")
    for key, pair in rest.pairs.items():
        check.pairs.setdefault(key, pair)
    return node.get("title").text, codes, check


def problems_of(check: Table) -> list[Problem]:
    decoder = Decoder("case.md")
    probes = decode_probes(decoder, Items(1, 1, [check]), ("ko", "en"))
    faults = [Problem("case.md", 1, 1, fault.code, fault.values) for probe in probes for fault in probe_faults(probe)]
    return [*decoder.problems, *faults]


@pytest.mark.parametrize(("title", "codes", "check"), cases("allowed.yaml"))
def test_allowed(title, codes, check):
    assert (title, problems_of(check)) == (title, [])
    assert codes == []


@pytest.mark.parametrize(("title", "codes", "check"), cases("refused.yaml"))
def test_refused(title, codes, check):
    found = problems_of(check)
    assert (title, sorted(problem.code for problem in found)) == (title, sorted(codes))
    for problem in found:
        for language in MESSAGE_LANGUAGES:
            for text in (message(problem, language), hint(problem, language)):
                assert text.isprintable()
                assert len(text) < 400


def test_there_are_many_cases():
    assert len(cases("allowed.yaml")) + len(cases("refused.yaml")) >= 60


WORDS = st.one_of(
    st.sampled_from([*VERBS, "-n", "-A", "-l", "-o", "json", "pods", "nodes", "deploy", "kube-system", "secrets"]),
    st.sampled_from(["--raw", "--as=x", "-f", "all", "pods,secrets", "secret/x", "$(id)", "kubectl", "-o=json"]),
    st.text(max_size=12),
)


@settings(max_examples=400, deadline=None)
@given(st.lists(WORDS, max_size=10))
def test_whatever_is_allowed_only_reads(arguments):
    call, faults = read_call(arguments)
    assert (call is None) == bool(faults)
    if call is None:
        return
    assert call.arguments == tuple(arguments)
    assert call.verb in VERBS
    assert not any("secret" in kind.plural for kind in call.kinds)
    flags = [argument for argument in arguments if argument.startswith("-")]
    assert all(flag in FLAGS[call.verb] for flag in flags)
    assert all(argument.isascii() and argument.isprintable() for argument in arguments)


def test_the_place_of_a_fault_is_its_argument():
    check = """
- id: a
  title: {ko: 가, en: a}
  evidence: cause
  kubectl: [get, pods, -A,
    --raw, -o, json]
  select: spec
  present_when: {nonempty: true}
  means: {ko: 가, en: a}
  cannot_tell: {ko: 가, en: a}
"""
    root, _ = parse_yaml(check, path="x.md")
    decoder = Decoder("x.md")
    (probe,) = decode_probes(decoder, root, ("ko", "en"))
    (fault,) = probe_faults(probe)
    assert fault.where == ("kubectl", 3)
    assert decoder.marks["checks", "a", "kubectl", 3] == (6, 5)
    assert decoder.marks["checks", "a", "select"] == (7, 11)
