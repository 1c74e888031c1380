"""Kubernetes objects as clusters and common charts have them, for the tests of the cluster checks."""

from __future__ import annotations

import copy
import zlib
from typing import Any

Object = dict[str, Any]


def make(kind: str, name: str, *, version: str = "v1", namespace: str | None = "shop", **rest: Any) -> Object:
    """An object with the metadata that a server adds; `labels` and `annotations` go into the metadata."""
    metadata: Object = {
        "name": name,
        "uid": f"00000000-0000-4000-8000-{zlib.crc32((kind + name).encode()):012d}",
        "resourceVersion": "1042",
        "creationTimestamp": "2026-11-01T08:00:00Z",
        "labels": rest.pop("labels", {}),
        "annotations": rest.pop("annotations", {}),
    }
    if namespace is not None:
        metadata["namespace"] = namespace
    return {"apiVersion": version, "kind": kind, "metadata": metadata, **rest}


def container(name: str, image: str = "registry.example.org/team/app:4.2.1", **rest: Any) -> Object:
    resources = {"requests": {"cpu": "100m", "memory": "128Mi"}, "limits": {"memory": "512Mi"}}
    return {"name": name, "image": image, "resources": resources, "terminationMessagePath": "/dev/log", **rest}


def workload(kind: str, name: str, *containers: Object, pod: Object | None = None, **rest: Any) -> Object:
    """A Deployment, StatefulSet, DaemonSet or Job with a pod template."""
    version = "batch/v1" if kind in ("Job", "CronJob") else "apps/v1"
    labels = rest.pop("labels", {"app": name})
    namespace = rest.pop("namespace", "shop")
    template_metadata = {"labels": labels, "annotations": rest.pop("pod_annotations", {})}
    spec = {
        "template": {
            "metadata": template_metadata,
            "spec": {
                "containers": list(containers) or [container("app")],
                "restartPolicy": "Always",
                "dnsPolicy": "ClusterFirst",
                **(pod or {}),
            },
        },
        **rest.pop("spec", {}),
    }
    if kind in ("Deployment", "StatefulSet"):
        spec.setdefault("replicas", 3)
    return make(kind, name, version=version, namespace=namespace, labels=labels, spec=spec, **rest)


def pod(name: str, *containers: Object, namespace: str = "shop", status: Object | None = None, **rest: Any) -> Object:
    spec = {"containers": list(containers) or [container("app")], "nodeName": "node-a"}
    return make(
        "Pod",
        name,
        namespace=namespace,
        labels=rest.pop("labels", {}),
        spec=spec,
        status={"phase": "Running", **(status or {})},
        **rest,
    )


def node(name: str, zone: str = "eu-west-1a", **changes: Any) -> Object:
    labels = {
        "kubernetes.io/hostname": name,
        "topology.kubernetes.io/zone": zone,
        "node.kubernetes.io/instance-type": changes.pop("instance", "m6i.xlarge"),
        **changes.pop("labels", {}),
    }
    status = {
        "addresses": [{"type": "InternalIP", "address": "10.0.1.7"}, {"type": "Hostname", "address": name}],
        "capacity": {"cpu": "4", "memory": "16107132Ki", "ephemeral-storage": "104845292Ki", "pods": "58"},
        "conditions": [{"type": "MemoryPressure", "status": "False"}, {"type": "Ready", "status": "True"}],
        "nodeInfo": {"kubeletVersion": "v1.33.4", "containerRuntimeVersion": "containerd://1.7.27"},
    }
    return make("Node", name, namespace=None, labels=labels, spec={"podCIDR": "10.2.0.0/24"}, status=status)


def webhook(name: str, resources: list[str], *, kind: str = "Validating", **changes: Any) -> Object:
    entry = {
        "name": name,
        "clientConfig": {
            "service": {"name": "hook", "namespace": "hooks", "port": 443},
            "caBundle": "LS0tLS1CRUdJTg==",
        },
        "failurePolicy": "Fail",
        "timeoutSeconds": 10,
        "sideEffects": "None",
        "admissionReviewVersions": ["v1"],
        "namespaceSelector": {
            "matchExpressions": [{"key": "kubernetes.io/metadata.name", "operator": "NotIn", "values": ["kube-system"]}]
        },
        "rules": [{"apiGroups": ["*"], "apiVersions": ["*"], "operations": ["CREATE"], "resources": resources}],
        **changes,
    }
    version = "admissionregistration.k8s.io/v1"
    return make(f"{kind}WebhookConfiguration", name, version=version, namespace=None, webhooks=[entry])


def config_map(name: str, data: dict[str, str], **rest: Any) -> Object:
    return make("ConfigMap", name, data=data, **rest)


def secret(name: str = "database", value: str = "aHVudGVyMg==") -> Object:
    return make("Secret", name, type="Opaque", data={"password": value})


DROP = object()


def put(objects: list[Object], index: int, path: str, value: Any) -> list[Object]:
    """Copies of the objects with one field set, or left out for DROP; a step of digits is an index.

    Slashes part the steps, so that names with dots can stand in a path; `~` stands for a slash in a name.
    """
    changed = copy.deepcopy(objects)
    at: Any = changed[index]
    *steps, last = [step.replace("~", "/") for step in path.split("/")]
    for step in steps:
        at = at[int(step)] if isinstance(at, list) else at.setdefault(step, {})
    if isinstance(at, list):
        at[int(last)] = value
    elif value is DROP:
        del at[last]
    else:
        at[last] = value
    return changed
