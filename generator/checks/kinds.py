"""Kinds of Kubernetes objects as a kubectl call names them: by kind, plural, short name, with or without the group."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Kind:
    """A built-in kind."""

    name: str
    """As `kind` of an object says: `Deployment`."""
    plural: str
    group: str
    """API group; empty for the core."""
    namespaced: bool = True
    short: tuple[str, ...] = ()
    former: tuple[str, ...] = ()
    """Groups under which older clusters serve it."""


_APPS_FORMER = ("extensions",)
_EVENTS = ("events.k8s.io",)
_ADMISSION = "admissionregistration.k8s.io"

KINDS = (
    Kind("Pod", "pods", "", short=("po",)),
    Kind("Service", "services", "", short=("svc",)),
    Kind("Endpoints", "endpoints", "", short=("ep",)),
    Kind("ConfigMap", "configmaps", "", short=("cm",)),
    Kind("Event", "events", "", short=("ev",), former=_EVENTS),
    Kind("LimitRange", "limitranges", "", short=("limits",)),
    Kind("ResourceQuota", "resourcequotas", "", short=("quota",)),
    Kind("PersistentVolumeClaim", "persistentvolumeclaims", "", short=("pvc",)),
    Kind("PersistentVolume", "persistentvolumes", "", namespaced=False, short=("pv",)),
    Kind("ReplicationController", "replicationcontrollers", "", short=("rc",)),
    Kind("ServiceAccount", "serviceaccounts", "", short=("sa",)),
    Kind("Namespace", "namespaces", "", namespaced=False, short=("ns",)),
    Kind("Node", "nodes", "", namespaced=False, short=("no",)),
    Kind("Deployment", "deployments", "apps", short=("deploy",), former=_APPS_FORMER),
    Kind("StatefulSet", "statefulsets", "apps", short=("sts",)),
    Kind("DaemonSet", "daemonsets", "apps", short=("ds",), former=_APPS_FORMER),
    Kind("ReplicaSet", "replicasets", "apps", short=("rs",), former=_APPS_FORMER),
    Kind("Job", "jobs", "batch"),
    Kind("CronJob", "cronjobs", "batch", short=("cj",)),
    Kind("HorizontalPodAutoscaler", "horizontalpodautoscalers", "autoscaling", short=("hpa",)),
    Kind("PodDisruptionBudget", "poddisruptionbudgets", "policy", short=("pdb",)),
    Kind("PriorityClass", "priorityclasses", "scheduling.k8s.io", namespaced=False, short=("pc",)),
    Kind("RuntimeClass", "runtimeclasses", "node.k8s.io", namespaced=False),
    Kind("Ingress", "ingresses", "networking.k8s.io", short=("ing",), former=("extensions",)),
    Kind("IngressClass", "ingressclasses", "networking.k8s.io", namespaced=False),
    Kind("NetworkPolicy", "networkpolicies", "networking.k8s.io", short=("netpol",), former=("extensions",)),
    Kind("EndpointSlice", "endpointslices", "discovery.k8s.io"),
    Kind("StorageClass", "storageclasses", "storage.k8s.io", namespaced=False, short=("sc",)),
    Kind("CSIDriver", "csidrivers", "storage.k8s.io", namespaced=False),
    Kind("CSINode", "csinodes", "storage.k8s.io", namespaced=False),
    Kind("VolumeAttachment", "volumeattachments", "storage.k8s.io", namespaced=False),
    Kind("ValidatingWebhookConfiguration", "validatingwebhookconfigurations", _ADMISSION, namespaced=False),
    Kind("MutatingWebhookConfiguration", "mutatingwebhookconfigurations", _ADMISSION, namespaced=False),
    Kind("APIService", "apiservices", "apiregistration.k8s.io", namespaced=False),
    Kind(
        "CustomResourceDefinition",
        "customresourcedefinitions",
        "apiextensions.k8s.io",
        namespaced=False,
        short=("crd", "crds"),
    ),
    Kind("FlowSchema", "flowschemas", "flowcontrol.apiserver.k8s.io", namespaced=False),
    Kind("PriorityLevelConfiguration", "prioritylevelconfigurations", "flowcontrol.apiserver.k8s.io", namespaced=False),
    Kind("Lease", "leases", "coordination.k8s.io"),
)
"""Kinds that a check can name without their group; secrets are not among them."""

_BY_WORD: Mapping[str, Kind] = {word: kind for kind in KINDS for word in (kind.name.lower(), kind.plural, *kind.short)}
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,62}(?:\.[A-Za-z0-9-]{1,62}){0,8}\.?")
_VERSION = re.compile(r"v\d+(?:(?:alpha|beta)\d+)?")


@dataclass(frozen=True, slots=True)
class KindReference:
    """A kind as a call names it."""

    plural: str
    group: str
    known: Kind | None

    def matches(self, item: Mapping[str, Any]) -> bool:
        """Whether an object, by its `kind` and `apiVersion`, is of this kind."""
        kind, version = str(item.get("kind", "")), str(item.get("apiVersion", ""))
        group = version.rpartition("/")[0]
        if self.known is not None:
            return kind == self.known.name and group in (self.known.group, *self.known.former)
        return group == self.group and self.plural in (kind.lower(), plural_of(kind))


def plural_of(kind: str) -> str:
    """The plural that a kind's definition usually has: `PriorityClass` gives `priorityclasses`."""
    word = kind.lower()
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return f"{word}es"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}s"


def find_kind(word: str) -> KindReference | None:
    """The kind that a word names: `deploy`, `Deployment.v1.apps`, `certificates.cert-manager.io`; None if unknown.

    A kind that is not built in needs its group, so that the rights that it takes are known.
    """
    if not _WORD.fullmatch(word):
        return None
    head, _, tail = word.rstrip(".").lower().partition(".")
    first, _, rest = tail.partition(".")
    has_version = bool(_VERSION.fullmatch(first))
    group = rest if has_version else tail
    known = _BY_WORD.get(head)
    if known is not None and (not group or group == known.group):
        return KindReference(known.plural, known.group, known)
    return KindReference(head, group, None) if "." in group else None


def names_secrets(word: str) -> bool:
    """Whether a word names secrets in any spelling: plural, kind, version, group, in a list or before a name."""
    return any("secret" in part.split(".")[0].casefold() for part in word.replace("/", ",").split(","))
