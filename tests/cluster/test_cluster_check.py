"""`incidents cluster-check` on a made-up cluster with ten planted conditions."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from cluster_shapes import node
from test_kubectl import Recorder

from generator.cli.cluster_check import cluster_check

ROOT = Path(__file__).resolve().parents[2]
PLANTED = Path(__file__).parent / "manifests" / "planted.yaml"

EXPECTED = {
    ("coredns-memory-limit", "IL-0040"): "kube-system/coredns",
    ("statefulset-on-delete", "IL-0047"): "ci/boskos",
    ("cordoned-nodes", "IL-0049"): "worker-b",
    ("daemonset-without-priority", "IL-0060", "IL-0062"): "kube-system/log-shipper",
    ("certificate-expires-soon", "IL-0065", "IL-0257", "IL-0298"): "shop/shop-tls",
    ("ingress-webhook-fails-closed", "IL-0076"): "validate.nginx.ingress.kubernetes.io",
    ("traefik-before-2-5", "IL-0100"): "traefik/traefik",
    ("prometheus-without-memory-limit", "IL-0117"): "monitoring/prometheus-main",
    ("etcd-3-5-corruption", "IL-0123"): "kube-system/etcd-cp-1",
    ("docker-hub-images", "IL-0145", "IL-0249"): "shop/cart",
}
"""What is planted: the check, the incidents that it leads to, the object."""


def run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(cluster_check, ["--site", str(ROOT), *arguments], input=text)


@cache
def planted(*arguments: str) -> Result:
    return run("--manifests", str(PLANTED), *arguments)


def found(result: Result) -> dict[tuple[str, ...], str]:
    conditions = {}
    for condition in json.loads(result.stdout)["data"]["conditions"]:
        if condition["verdict"] == "present":
            checks = condition["checks"]
            key = (checks[0]["check"], *(check["incident"] for check in checks))
            (item,) = condition["objects"]
            conditions[key] = "/".join(part for part in (item["namespace"], item["name"]) if part)
    return conditions


@pytest.mark.parametrize("language", ["ko", "en"])
def test_exactly_the_ten_planted_conditions(language):
    result = planted("--json", "--lang", language)
    assert result.exit_code == 1
    assert found(result) == EXPECTED
    data = json.loads(result.stdout)["data"]
    assert data["counts"]["present"] == 10
    assert data["input"] == {"objects": 21, "secrets_dropped": 1, "unreadable": []}
    assert "aHVudGVyMg" not in result.output
    first = data["conditions"][0]
    assert set(first) == {
        *("verdict", "reason", "detail", "method", "command", "path", "condition"),
        *("objects", "count", "looked_at", "checks"),
    }
    for condition in data["conditions"]:
        for check in condition["checks"]:
            assert check["path"] == f"{language}/incidents/{check['incident']}/#{check['evidence']}"


@pytest.mark.parametrize(
    ("language", "mark", "title"), [("ko", "조건 있음", "낮다"), ("en", "condition present", "low")]
)
def test_the_report_for_a_terminal(language, mark, title):
    result = planted("--lang", language)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert sum(line.startswith(f"{mark}  ") for line in lines) == 10
    assert any(title in line for line in lines if line.startswith(mark))
    for incidents in EXPECTED:
        assert all(f" {incident} " in result.stdout for incident in incidents[1:])
    assert "aHVudGVyMg" not in result.output
    everything = planted("--lang", language, "--all").stdout
    assert len(everything.splitlines()) > len(lines)


def test_a_cluster_in_order(tmp_path):
    dump = tmp_path / "dump.json"
    dump.write_text(json.dumps({"kind": "List", "items": [node("a"), node("b", "eu-west-1b")]}), encoding="utf-8")
    result = run("--manifests", str(dump), "--lang", "en", "--all")
    assert result.exit_code == 0
    assert "0 conditions present" in result.stdout
    assert "may still exist" in result.stdout


def test_standard_input_and_one_incident():
    result = run("--manifests", "-", "--incident", "IL-0049", "--json", text=PLANTED.read_text(encoding="utf-8"))
    assert [key[0] for key in found(result)] == ["cordoned-nodes"]
    assert result.exit_code == 1


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--manifests", str(PLANTED), "--context", "x"),
        ("--manifests", "/nowhere/at/all"),
        ("--manifests", str(Path(__file__))),
        ("--context", ""),
        ("--manifests", str(PLANTED), "--time-limit", "0"),
    ],
)
def test_wrong_use(arguments):
    result = run(*arguments)
    assert result.exit_code == 2
    assert not result.stdout


def test_an_unknown_id():
    result = run("--manifests", str(PLANTED), "--incident", "IL-9999")
    assert result.exit_code == 1
    assert not result.stdout


def test_a_context_runs_only_reads_and_tells_each_first(tmp_path, monkeypatch):
    recorder = Recorder(tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    recorder.gives({"kind": "List", "apiVersion": "v1", "items": []})
    result = run("--context", "staging", "--json", "--lang", "en")
    assert result.exit_code in (0, 1)
    assert recorder.calls
    for call in recorder.calls:
        assert call[:2] == ["--context=staging", "--request-timeout=30s"]
        assert call[2] in ("get", "version")
        assert "secret" not in " ".join(call)
    told = [line for line in result.stderr.splitlines() if line.startswith("runs: kubectl --context=staging")]
    assert len(told) == len(recorder.calls)
    json.loads(result.stdout)


def test_a_site_without_checks(tmp_path):
    (tmp_path / "site.toml").write_text(
        '[site]\nname = { ko = "가", en = "a" }\ndescription = { ko = "가", en = "a" }\nlanguages = ["ko", "en"]\n'
        'id_prefix = "IL"\n',
        encoding="utf-8",
    )
    result = CliRunner().invoke(cluster_check, ["--site", str(tmp_path), "--manifests", str(PLANTED)])
    assert result.exit_code == 2
