"""Label selectors, as `-l` of kubectl takes them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

_KEY = r"(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?/)?[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?"
_VALUE = r"(?:[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?)?"
_EQUALITY = re.compile(rf"({_KEY})(==|=|!=)({_VALUE})")
_SET = re.compile(rf"({_KEY}) (in|notin) ?\(({_VALUE}(?:, ?{_VALUE})*)\)")
_EXISTS = re.compile(rf"(!?)({_KEY})")
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class Requirement:
    """One condition on a label."""

    key: str
    operator: Literal["in", "notin", "exists", "absent"]
    values: frozenset[str] = frozenset()

    def holds(self, labels: Mapping[str, object]) -> bool:
        """Whether the labels of an object meet it; as in Kubernetes, `notin` holds where the label is absent."""
        present = self.key in labels
        if self.operator in ("exists", "absent"):
            return present == (self.operator == "exists")
        among = present and str(labels[self.key]) in self.values
        return among == (self.operator == "in")


def parse_labels(text: str) -> tuple[Requirement, ...] | None:
    """The requirements of a selector, or None where it is not one: `app=web,tier in (a, b),!canary`."""
    if not text or len(text) > _LONGEST:
        return None
    requirements = []
    for part in re.split(r",(?![^(]*\)) ?", text):
        requirement = _requirement(part)
        if requirement is None:
            return None
        requirements.append(requirement)
    return tuple(requirements)


def _requirement(part: str) -> Requirement | None:
    found = _EQUALITY.fullmatch(part)
    if found:
        return Requirement(found[1], "notin" if found[2] == "!=" else "in", frozenset((found[3],)))
    found = _SET.fullmatch(part)
    if found:
        values = frozenset(value.strip() for value in found[3].split(","))
        return Requirement(found[1], "in" if found[2] == "in" else "notin", values)
    found = _EXISTS.fullmatch(part)
    if found:
        return Requirement(found[2], "absent" if found[1] else "exists")
    return None
