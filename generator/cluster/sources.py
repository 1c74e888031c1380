"""Where the answers to calls come from: manifests that were loaded, or a cluster."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from generator.checks.calls import Call
from generator.cluster.manifests import Manifests, Object

Unknown = Literal["not-found", "offline", "failed", "time-limit", "too-large", "not-json"]
"""Why there is no answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a call gave."""

    objects: tuple[Object, ...] = ()
    """Of `get`: the one object, or the objects of the list."""
    lacks_kind: bool = False
    """Whether a kind of the call has no object at all in a dump that may hold only a part."""
    value: Any = None
    """Of another verb that answers with JSON."""
    text: str | None = None
    """Of a verb that answers with plain text."""
    unknown: Unknown | None = None
    detail: str | None = None
    """What kubectl said, shortened."""


class Source(Protocol):
    """Answers allowed calls."""

    def ask(self, call: Call) -> Answer:
        """The answer to a call."""


@dataclass(frozen=True, slots=True)
class Dump:
    """Manifests as a source.

    A dump may hold a part of a cluster. Where it has no object of the kind, nothing is known, unless it is `complete`.
    """

    manifests: Manifests
    complete: bool = False

    def ask(self, call: Call) -> Answer:
        """The objects that the call selects; only `get` can be answered offline."""
        if call.verb != "get":
            return Answer(unknown="offline")
        found = tuple(
            item
            for kind in call.kinds
            for item in self._of_kind(kind.known.name.lower() if kind.known else None, kind.plural)
            if kind.matches(item) and _is_selected(call, item)
        )
        if call.name is not None:
            found = found[:1]
        if not found and not (self.complete and call.is_list):
            return Answer(unknown="not-found")
        lacks = any(not any(kind.matches(item) for item in found) for kind in call.kinds)
        return Answer(objects=found, lacks_kind=lacks and not self.complete)

    def _of_kind(self, name: str | None, plural: str) -> list[Object]:
        by_kind = self.manifests.by_kind
        if name is not None:
            return by_kind.get(name, [])
        return [item for kind, items in by_kind.items() if plural.startswith(kind[:-1]) for item in items]


def _is_selected(call: Call, item: Object) -> bool:
    metadata = mapping(item.get("metadata"))
    if call.name is not None and metadata.get("name") != call.name:
        return False
    namespace = metadata.get("namespace")
    if call.namespace is not None and namespace and namespace != call.namespace and _is_namespaced(call, item):
        return False
    labels = mapping(metadata.get("labels"))
    return all(requirement.holds(labels) for requirement in call.labels)


def _is_namespaced(call: Call, item: Object) -> bool:
    kind = next((kind for kind in call.kinds if kind.matches(item)), None)
    return kind is None or kind.known is None or kind.known.namespaced


def mapping(value: Any) -> Mapping[str, Any]:
    """The value if it is a mapping, else an empty one: manifests may hold anything."""
    return value if isinstance(value, dict) else {}
