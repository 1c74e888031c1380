"""Reading manifests: every form in which they come, and what must never happen."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from cluster_shapes import make, node, pod, secret, workload
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.checks.calls import read_call
from generator.cluster import manifests as module
from generator.cluster.manifests import ManifestError, Manifests, load_manifests, parse_manifests
from generator.cluster.sources import Dump

FILES = Path(__file__).parent / "manifests"


def ask(manifests: Manifests, line: str, *, complete: bool = False):
    call, faults = read_call(line.split())
    assert call is not None, faults
    return Dump(manifests, complete).ask(call)


def names(answer) -> list[str]:
    return [item["metadata"]["name"] for item in answer.objects]


def as_list(*items) -> str:
    return json.dumps({"apiVersion": "v1", "kind": "List", "items": items})


def test_a_list_of_a_kind_gives_its_items_their_kind():
    items = [{"metadata": {"name": "a", "namespace": "x"}}, {"metadata": {"name": "b", "namespace": "y"}}]
    text = json.dumps({"apiVersion": "apps/v1", "kind": "DeploymentList", "items": items})
    assert names(ask(parse_manifests(text), "get deploy -A -o json")) == ["a", "b"]
    assert names(ask(parse_manifests(text), "get deploy -n y -o json")) == ["b"]


def test_lists_in_lists_and_values_in_a_row():
    inner = {"apiVersion": "v1", "kind": "List", "items": [pod("a")]}
    assert names(ask(parse_manifests(as_list(inner, pod("b"))), "get pods -A -o json")) == ["a", "b"]
    row = json.dumps(pod("a")) + "\n" + json.dumps(pod("b")) + "\n"
    assert names(ask(parse_manifests(row), "get pods -A -o json")) == ["a", "b"]
    assert names(ask(parse_manifests(json.dumps([pod("a"), pod("b")])), "get pods -A -o json")) == ["a", "b"]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("get deployment web -n shop -o json", ["web"]),
        ("get Deployment.v1.apps web -n shop -o json", ["web"]),
        ("get deploy -A -l app=web -o json", ["web"]),
        ("get deploy -A -l app!=web -o json", ["api"]),
        ("get deploy,no -A -o json", ["web", "api", "n1"]),
        ("get nodes -l topology.kubernetes.io/zone -o json", ["n1"]),
        ("get nodes n1 -o json", ["n1"]),
        ("get certificates.cert-manager.io -A -o json", ["tls"]),
        ("get Certificate.v1.cert-manager.io tls -n shop -o json", ["tls"]),
        ("get ingressroutes.traefik.io -A -o json", ["route"]),
    ],
)
def test_selection(line, found):
    text = as_list(
        workload("Deployment", "web"),
        workload("Deployment", "api"),
        node("n1"),
        make("Certificate", "tls", version="cert-manager.io/v1"),
        make("IngressRoute", "route", version="traefik.io/v1alpha1"),
        make("Deployment", "stranger", version="example.org/v1"),
    )
    assert names(ask(parse_manifests(text), line)) == found


def test_nothing_of_a_kind_is_unknown_unless_the_dump_is_complete():
    manifests = parse_manifests(as_list(node("n1")))
    assert ask(manifests, "get pdb -A -o json").unknown == "not-found"
    complete = ask(manifests, "get pdb -A -o json", complete=True)
    assert complete.unknown is None
    assert complete.objects == ()
    assert ask(manifests, "get pdb web -n shop -o json", complete=True).unknown == "not-found"


def test_verbs_other_than_get_need_the_cluster():
    manifests = parse_manifests(as_list(node("n1")))
    for line in ("version -o json", "top nodes", "api-resources", "explain pods.spec"):
        assert ask(manifests, line).unknown == "offline"


def test_helm_output_has_no_namespaces():
    manifests = load_manifests(FILES / "helm")
    assert names(ask(manifests, "get deployments -A -l app.kubernetes.io/name=ingress-nginx -o json"))
    assert names(ask(manifests, "get deployment coredns -n kube-system -o json")) == ["coredns"]
    assert not manifests.unreadable


def test_a_folder_is_read_in_order_without_hidden_parts_and_links(tmp_path):
    (tmp_path / "b.yaml").write_text("kind: Node\napiVersion: v1\nmetadata: {name: b}\n", encoding="utf-8")
    (tmp_path / "a.json").write_text(json.dumps(node("a")), encoding="utf-8")
    (tmp_path / "notes.txt").write_text("kind: Node", encoding="utf-8")
    hidden = tmp_path / ".git"
    hidden.mkdir()
    (hidden / "c.yaml").write_text("kind: Node\napiVersion: v1\nmetadata: {name: c}\n", encoding="utf-8")
    outside = tmp_path.parent / "outside.yaml"
    outside.write_text("kind: Node\napiVersion: v1\nmetadata: {name: d}\n", encoding="utf-8")
    (tmp_path / "d.yaml").symlink_to(outside)
    os.mkfifo(tmp_path / "e.yaml")
    assert names(ask(load_manifests(tmp_path), "get nodes -o json")) == ["a", "b"]


def test_a_broken_document_does_not_take_the_others_with_it():
    text = "kind: Node\napiVersion: v1\nmetadata: {name: a}\n---\nkind: [\n---\n{{ .Values.x }}\n---\n# nothing\n"
    manifests = parse_manifests(text + "---\nkind: Node\napiVersion: v1\nmetadata: {name: b}\n...\n")
    assert names(ask(manifests, "get nodes -o json")) == ["a", "b"]
    assert manifests.unreadable == ["-#2", "-#3"]


def test_scalars_are_read_as_kubectl_reads_them():
    text = """kind: ConfigMap
apiVersion: v1
metadata: {name: a, creationTimestamp: 2026-11-01T08:00:00Z, annotations: {on: yes, at: 1:30, mode: 0644, big: 1e3}}
spec: {on: true, off: False, none: ~, empty: , number: 12, share: 0.5}
"""
    (found,) = ask(parse_manifests(text), "get cm -A -o json").objects
    assert found["metadata"]["creationTimestamp"] == "2026-11-01T08:00:00Z"
    assert found["metadata"]["annotations"] == {"on": "yes", "at": "1:30", "mode": 420, "big": 1000.0}
    assert found["spec"] == {"on": True, "off": False, "none": None, "empty": None, "number": 12, "share": 0.5}


@pytest.mark.parametrize(
    "text",
    [
        "kind: !!python/object/apply:os.system [touch /tmp/owned]\n",
        "!!python/object/new:type {kind: Node}\n",
        "kind: Node\nspec: !!python/name:os.system\n",
        "a: &a [x]\nkind: Node\nspec: [*a, *a]\n",
        "kind: Node\nbase: &b {x: 1}\nspec: {<<: *b}\n",
        "&a [*a]\n",
        "[" * 5000,
        "kind: Node\nspec: " + "[" * 3000 + "]" * 3000 + "\n",
        "kind: Node\nspec: " + "9" * 5000 + "\n",
        "? [a]\n: kind\n",
        "kind: Node\nspec: !!timestamp x\n",
        "kind: Node\nspec: !!bool perhaps\n",
        "kind: Node\nspec: !!int ''\n",
        "kind: Node\nspec: !!int {a: b}\n",
        "kind: Node\nspec: !!float x\n",
        "kind: Node\nspec: !!binary '%'\n",
        "kind: Node\nspec: !!set {a: }\n",
        "kind: Node\nspec: !!omap [a: b]\n",
        "\x00",
        "kind: Node\n\tname: x\n",
    ],
)
def test_dangerous_or_broken_yaml_is_left_out(text):
    manifests = parse_manifests(text)
    assert manifests.count == 0
    assert manifests.unreadable == ["-"]


def test_types_of_json_may_be_written_out():
    (found,) = parse_manifests("kind: !!str Node\nspec: {a: !!int '5', b: !!str 5, c: !!null ''}\n").by_kind["node"]
    assert found["spec"] == {"a": 5, "b": "5", "c": None}


def test_deep_json_is_left_out():
    manifests = parse_manifests('{"kind": "Node", "spec": ' + "[" * 100_000 + "]" * 100_000 + "}")
    assert manifests.count == 0
    assert manifests.unreadable


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(secret()),
        json.dumps({"apiVersion": "v1", "kind": "SecretList", "items": [{"data": {"password": "aHVudGVyMg=="}}]}),
        json.dumps({"apiVersion": "v1", "kind": "List", "items": [secret(), {**secret(), "kind": "sEcReT"}]}),
        "kind: Secret\napiVersion: v1\nmetadata: {name: x}\ndata: {password: aHVudGVyMg==}\n",
    ],
)
def test_secrets_are_dropped_before_anything_sees_them(text):
    manifests = parse_manifests(text)
    assert manifests.count == 0
    assert manifests.secrets >= 1
    assert "aHVudGVyMg" not in repr(manifests)


def test_limits(monkeypatch, tmp_path):
    assert parse_manifests(as_list(*(node(f"n{number}") for number in range(3))), most=3).count == 3
    for text in (as_list(*(node(f"n{number}") for number in range(4))), as_list(*[secret()] * 4), "hello\n---\n" * 4):
        with pytest.raises(ManifestError, match="too-many"):
            parse_manifests(text, most=3)
    monkeypatch.setattr(module, "MAX_BYTES", 100)
    with pytest.raises(ManifestError, match="too-much"):
        parse_manifests("x" * 101)
    (tmp_path / "big.yaml").write_text("x" * 101, encoding="utf-8")
    with pytest.raises(ManifestError, match="too-much"):
        load_manifests(tmp_path)
    with pytest.raises(ManifestError, match="no-manifests"):
        load_manifests(tmp_path / "missing")


def test_thousands_of_objects():
    pods = [pod(f"web-{number}", labels={"app": f"a{number % 7}"}) for number in range(5000)]
    assert len(ask(parse_manifests(as_list(*pods)), "get pods -A -l app=a3 -o json").objects) == 714


@settings(max_examples=150, deadline=None)
@given(st.text())
def test_any_text_is_read_without_a_traceback(text):
    manifests = parse_manifests(text)
    assert manifests.count >= 0


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["kind", "apiVersion", "metadata", "items", "name", "labels"]), inner, max_size=4
        )
    ),
    max_leaves=20,
)


@settings(max_examples=200, deadline=None)
@given(JSON_VALUES)
def test_any_value_can_be_asked(value):
    manifests = parse_manifests(json.dumps(value))
    for line in ("get pods -A -l app=x -o json", "get nodes a -o json", "get a.example.org -A -o json"):
        ask(manifests, line)
