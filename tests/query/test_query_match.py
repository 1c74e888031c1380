"""Signatures and alert names in a pasted log."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.checks.signatures import pattern_fault
from generator.relations.query.match import match
from generator.relations.query.patterns import (
    BUDGET,
    LONGEST_LINE,
    Budget,
    Lines,
    Pattern,
    needed_text,
    open_quantifiers,
)

pytest_plugins = ("public_library",)

LOG = """2024-01-01T00:00:00Z node-7 kubelet: starting
2024-01-01T00:00:01Z node-7 containerd: write /var/lib/x: no space left on device
2024-01-01T00:00:02Z node-7 hub: pod a did not disappear in 300 seconds!
[31mAlertmanager[0m firing: KubernetesAPILatency, NotProbeDownAtAll
2024-01-01T00:00:03Z node-7 containerd: write /var/lib/y: no space left on device
"""


def places(pattern, text, budget=None):
    return list(pattern.places(text, Lines(text), budget or Budget()))


def test_signatures_expressions_and_alerts_are_found(store):
    found = match(store, LOG, language="en")
    by_pattern = {trace.pattern: (trace, entry) for entry in found.matches for trace in entry.traces}
    plain, entry = by_pattern["no space left on device"]
    assert (plain.line, plain.lines) == (2, 2)
    assert entry.summary.language == "en"
    assert by_pattern[r"did not disappear in \d+ seconds"][0].line == 3
    assert by_pattern["KubernetesAPILatency"][0].kind == "alert"
    assert "ProbeDown" not in by_pattern, "an alert's name is no part of a longer word"
    assert found.lines == 6
    assert found.skipped == 0


def test_nothing_of_a_log_can_steer_a_terminal(store):
    for entry in match(store, LOG, language="en").matches:
        for trace in entry.traces:
            assert not re.search(r"[\x00-\x1f\x7f-\x9f]", trace.text)
            assert len(trace.text) <= 200


def test_every_sample_of_the_library_is_matched_by_its_own_incident(store):
    for number, pattern, regex in store.rows("SELECT number, pattern, regex FROM signature WHERE kind != 'alert'"):
        if not regex:
            found = match(store, f"x\r\n{pattern}\r\n", language="en")
            assert number in [entry.summary.number for entry in found.matches]


def test_more_traces_come_first(store):
    ((best, _),) = store.rows(
        "SELECT number, count(*) FROM signature WHERE NOT regex GROUP BY number ORDER BY count(*) DESC, number LIMIT 1"
    )
    patterns = [row[0] for row in store.rows("SELECT pattern FROM signature WHERE number = ? AND NOT regex", (best,))]
    found = match(store, "\n".join([*patterns, "no space left on device"]), language="en")
    assert found.matches[0].summary.number == best


@pytest.mark.parametrize(
    ("pattern", "needed"),
    [
        (r"did not disappear in \d+ seconds", "did not disappear in "),
        (r"[Nn]o space left on device", "o space left on device"),
        (r"(app|machine) not found", " not found"),
        (r"a|b", ""),
        (r"abc*d", "ab"),
        (r"x{3}yz", "yz"),
        (r"a\.b\tc", "a.b\tc"),
        (r"\d+", ""),
        (r"^err: .*$", "err: "),
        (r"(?:GET|POST) /api", " /api"),
        (r"cost \$\(x\)", "cost $"),
    ],
)
def test_text_that_every_match_holds(pattern, needed):
    assert needed_text(pattern) == needed


PIECES = st.sampled_from(
    [
        "error",
        "timed out",
        r"\d+",
        r"\d{3}",
        ".*",
        "[a-c]+",
        r"\s",
        r"\.",
        "(x|y)",
        "(?:ab)?",
        "z*",
        "q{2}",
        "^",
        "$",
        r"\b",
    ]
)


@settings(deadline=None)
@given(pattern=st.lists(PIECES, min_size=1, max_size=6).map("".join), data=st.data())
def test_an_expression_finds_what_re_finds(pattern, data):
    if pattern_fault(pattern) is not None:
        return
    line = data.draw(st.from_regex(pattern, fullmatch=False) | st.text("errotimdu 01239abcxyzq.", max_size=60))
    line = line.replace("\n", " ")[:LONGEST_LINE]
    expected = re.search(pattern, line) is not None
    text, budget = f"first\n{line}\nlast", Budget()
    found = list(Pattern("log", pattern, regex=True).places(text, Lines(text), budget))
    assert found or not expected or budget.skipped
    if expected:
        assert needed_text(pattern) in line


@settings(deadline=None)
@given(st.text("ab\n", max_size=200))
def test_places_are_one_a_line(text):
    found = places(Pattern("log", "a", regex=False), text)
    assert len(found) == sum("a" in line for line in text.split("\n"))
    assert found == sorted(found)


def test_quantifiers_are_counted():
    assert open_quantifiers(r"a.*b\d+c{2,}d?[+*]\*") == 3
    assert open_quantifiers(r"a{3}") == 0


def test_a_hostile_line_costs_a_bounded_number_of_steps():
    costly = Pattern("log", r"a.*b.*c.*d.*e.*f", regex=True)
    budget = Budget()
    text = "\n".join(["ab" * 2_000] * 50)
    assert places(costly, text, budget) == []
    assert budget.skipped == 50
    assert budget.left == BUDGET


def test_what_is_skipped_is_said(store):
    assert match(store, "x" * 100_000, language="en").skipped == 0


def test_a_pattern_outside_the_subset_is_not_run():
    assert places(Pattern("log", r"(a+)+$", regex=True), "a" * 40 + "!") == []
    assert places(Pattern("log", r"(?=a)", regex=True), "a") == []


def test_alert_names_are_whole_words():
    alert = Pattern("alert", "NodeDown", regex=False)
    assert places(alert, 'alertname="NodeDown"') == [11]
    assert places(alert, "NodeDown") == [0]
    assert places(alert, "KubeNodeDown NodeDown2 NodeDown-x my_NodeDown") == []


def test_a_pattern_at_the_head_of_a_line_begins_once():
    line = f"error{'0' * 5}{'z' * 60}000"
    budget = Budget()
    assert list(Pattern("log", r"^error\d+z*\d+\d+", regex=True).places(line, Lines(line), budget)) == [0]
    assert budget.skipped == 0
