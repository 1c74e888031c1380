"""Calls against a context: a recorder stands in for kubectl, so that every program that runs is seen."""

from __future__ import annotations

import json
import os
import stat
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cluster_shapes import node, secret
from test_evaluate import probe

from generator.checks.calls import Call, read_call
from generator.cluster.evaluate import evaluate_probe
from generator.cluster.kubectl import Kubectl, RefusedCallError

NOW = datetime(2026, 12, 1, tzinfo=UTC)

RECORDER = """#!{python}
import json, os, sys, time
with open({record!r}, "a") as file:
    file.write(json.dumps(sys.argv[1:]) + "\\n")
answer = json.loads(open({answer!r}).read())
time.sleep(answer.get("seconds", 0))
sys.stderr.write(answer.get("error", ""))
sys.stdout.write(answer["text"])
sys.exit(answer.get("status", 0))
"""


class Recorder:
    def __init__(self, folder: Path) -> None:
        self.record, self.answer = folder / "record", folder / "answer"
        program = folder / "kubectl"
        text = RECORDER.format(python=sys.executable, record=str(self.record), answer=str(self.answer))
        program.write_text(text, encoding="utf-8")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        self.gives({})

    def gives(self, value: object, **rest: object) -> None:
        text = value if isinstance(value, str) else json.dumps(value)
        self.answer.write_text(json.dumps({"text": text, **rest}), encoding="utf-8")

    @property
    def calls(self) -> list[list[str]]:
        if not self.record.exists():
            return []
        return [json.loads(line) for line in self.record.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def recorder(tmp_path, monkeypatch):
    found = Recorder(tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    return found


@pytest.fixture
def told():
    return []


@pytest.fixture
def kubectl(recorder, told):
    def tell(command):
        told.append((command, len(recorder.calls)))

    return Kubectl("staging", tell)


def ask(kubectl, line):
    call, faults = read_call(line.split())
    assert call is not None, faults
    return kubectl.ask(call)


def test_a_call_is_told_before_it_runs_and_made_once(kubectl, recorder, told):
    recorder.gives({"kind": "List", "apiVersion": "v1", "items": [node("a"), node("b")]})
    first = ask(kubectl, "get nodes -o json")
    assert [item["metadata"]["name"] for item in first.objects] == ["a", "b"]
    assert ask(kubectl, "get nodes -o json") is first
    expected = ["--context=staging", "--request-timeout=30s", "get", "nodes", "-o", "json"]
    assert recorder.calls == [expected]
    assert told == [(("kubectl", *expected), 0)]


def test_a_context_cannot_be_taken_for_a_flag(recorder):
    recorder.gives(node("a"))
    ask(Kubectl("--kubeconfig=/x", [].append), "get node a -o json")
    assert recorder.calls[0][0] == "--context=--kubeconfig=/x"


@pytest.mark.parametrize(
    "arguments",
    [
        ("delete", "pods", "-A", "-o", "json"),
        ("get", "secrets", "-A", "-o", "json"),
        ("get", "pods,secrets", "-A", "-o", "json"),
        ("get", "pods", "-A", "--raw=/", "-o", "json"),
        ("get", "pods; touch owned", "-A", "-o", "json"),
    ],
)
def test_nothing_else_can_be_made_to_run(kubectl, recorder, told, arguments):
    with pytest.raises(RefusedCallError):
        kubectl.ask(Call(arguments, "get"))
    assert recorder.calls == []
    assert told == []


def test_hostile_checks_never_run(kubectl, recorder):
    for command in ("exec web -- sh", "get secret x -n a -o json", "get all -A -o json", "get pods -A -f x -o json"):
        verdict = evaluate_probe("IL-0001", probe(command, "x", nonempty=True), kubectl, NOW)
        assert verdict.reason == "refused"
    assert recorder.calls == []


def test_what_can_go_wrong(kubectl, recorder):
    recorder.gives("", status=1, error='Error from server (NotFound): nodes "a" not found')
    assert ask(kubectl, "get node a -o json").unknown == "not-found"
    recorder.gives("", status=1, error="Error from server (Forbidden): \x1b[31mno")
    answer = ask(kubectl, "get node b -o json")
    assert answer.unknown == "failed"
    assert answer.detail == "Error from server (Forbidden): [31mno"
    recorder.gives("not json")
    assert ask(kubectl, "get node c -o json").unknown == "not-json"


def test_the_time_limit(recorder):
    recorder.gives("{}", seconds=60)
    quick = Kubectl("staging", [].append, time_limit=1)
    assert ask(quick, "get nodes -o json").unknown == "time-limit"


def test_an_answer_that_is_too_large(kubectl, recorder, monkeypatch):
    monkeypatch.setattr("generator.cluster.kubectl.MAX_ANSWER", 100)
    recorder.gives("x" * 200_000)
    assert ask(kubectl, "get nodes -o json").unknown == "too-large"


def test_an_empty_list_is_an_answer(kubectl, recorder):
    recorder.gives({"kind": "List", "apiVersion": "v1", "items": []})
    verdict = evaluate_probe("IL-0001", probe("get pdb -A -o json", "length(items)", lt="1"), kubectl, NOW)
    assert verdict.outcome == "present"


def test_a_secret_in_an_answer_is_dropped(kubectl, recorder):
    recorder.gives({"kind": "List", "apiVersion": "v1", "items": [secret(), node("a")]})
    assert [item["kind"] for item in ask(kubectl, "get nodes -o json").objects] == ["Node"]


def test_version(kubectl, recorder):
    recorder.gives({"clientVersion": {"gitVersion": "v1.34.1"}, "serverVersion": {"gitVersion": "v1.28.4"}})
    check = probe("version -o json", "serverVersion.gitVersion", lt="v1.29")
    assert evaluate_probe("IL-0001", check, kubectl, NOW).outcome == "present"
