"""Verdicts: whether the condition of a check is present, was not seen, or cannot be told."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal, Protocol

from generator.checks.calls import Call, read_call
from generator.checks.expressions import ExpressionError, reads_list, search
from generator.checks.measures import compare, read_operand
from generator.checks.probes import probe_faults
from generator.cluster.manifests import ManifestError, Object, parse_manifests
from generator.cluster.sources import Answer, Dump, Source, mapping
from generator.model.incident import Probe

Outcome = Literal["present", "not-seen", "cannot-tell"]
"""Never "safe": a condition that was not seen may still exist where the check does not look."""

MAX_FINDINGS = 20
"""Objects that a verdict names; it counts all."""

_SHOWN = 64
"""Characters of a value that a verdict shows; a longer one, or one of several lines, is told by its length."""

_MATCHED = 200_000
"""Characters of a value in which a pattern is looked for."""

_CREDENTIALS = re.compile(r"(?<=://)[^/@\s]+@")


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """An object that decided a verdict."""

    kind: str
    namespace: str | None
    name: str | None
    """None for a list as a whole."""
    values: tuple[str, ...]
    """What was selected there, for people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What came of one check."""

    incident: str
    probe: Probe
    outcome: Outcome
    reason: str
    """`condition`, `no-condition`, or why nothing can be told."""
    findings: tuple[Finding, ...] = ()
    count: int = 0
    """Objects that decided; `findings` names the first of them."""
    looked_at: int = 0
    """Objects that were looked at."""
    detail: str | None = None

    @property
    def path(self) -> str | None:
        """The expression that decided."""
        return self.probe.select


class Checked(Protocol):
    """An incident as far as its checks go."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def checks(self) -> tuple[Probe, ...]:
        """Its checks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcomes:
    """What came of checks on a text, and what that text held."""

    verdicts: list[Verdict]
    objects: int
    secrets: int
    """Secrets that were dropped unread."""
    unreadable: int
    """Documents that are no manifests and were left out."""


def check_manifests(
    text: str, incidents: Iterable[Checked], *, longest: int, most: int, complete: bool = False
) -> Outcomes:
    """What the checks of these incidents find in manifests as text, JSON or YAML.

    Raises ManifestError where the text has more than `longest` characters or `most` documents and objects, or holds no
    object.
    """
    if len(text) > longest:
        raise ManifestError("too-much", limit=f"{longest:,}")
    manifests = parse_manifests(text, most)
    if not manifests.count and not manifests.secrets:
        raise ManifestError("no-objects")
    return Outcomes(
        verdicts=evaluate(incidents, Dump(manifests, complete)),
        objects=manifests.count,
        secrets=manifests.secrets,
        unreadable=len(manifests.unreadable),
    )


def evaluate(incidents: Iterable[Checked], source: Source, *, now: datetime | None = None) -> list[Verdict]:
    """A verdict for each check of each incident, in their order."""
    moment = now or datetime.now(UTC)
    return [evaluate_probe(incident.id, probe, source, moment) for incident in incidents for probe in incident.checks]


def evaluate_probe(incident: str, probe: Probe, source: Source, now: datetime) -> Verdict:
    """The verdict of one check; a check with a fault is never run."""
    if next(probe_faults(probe), None) is not None:
        return _cannot_tell(incident, probe, "refused")
    if probe.method != "kubectl" or probe.present_when is None:
        return _cannot_tell(incident, probe, probe.method)
    call, _ = read_call(probe.command)
    if call is None:
        return _cannot_tell(incident, probe, "refused")
    answer = source.ask(call)
    if answer.unknown is not None:
        return _cannot_tell(incident, probe, answer.unknown, answer.detail)
    parts = list(_parts(call, probe, answer))
    if not parts:
        return _cannot_tell(incident, probe, "not-found")
    return _judge(incident, probe, parts, now)


def _cannot_tell(incident: str, probe: Probe, reason: str, detail: str | None = None) -> Verdict:
    return Verdict(incident=incident, probe=probe, outcome="cannot-tell", reason=reason, detail=detail)


def _parts(call: Call, probe: Probe, answer: Answer) -> Iterator[tuple[Object, Any]]:
    """What the expression is applied to, one by one, each with the object that it stands for."""
    if answer.text is not None:
        yield {"kind": call.verb}, answer.text
    elif call.verb != "get":
        yield {"kind": call.verb}, answer.value
    elif call.is_list and probe.select is not None and reads_list(probe.select):
        if answer.lacks_kind:
            return
        kinds = ",".join(kind.plural for kind in call.kinds)
        yield {"kind": f"{kinds} ({len(answer.objects)})"}, {"kind": "List", "items": list(answer.objects)}
    else:
        yield from ((item, item) for item in answer.objects)


def _judge(incident: str, probe: Probe, parts: Sequence[tuple[Object, Any]], now: datetime) -> Verdict:
    """Present where one object shows the condition; cannot tell where none does and one could not be read."""
    present: list[Finding] = []
    unreadable: list[Finding] = []
    count = 0
    for item, value in parts:
        selected, held = _look(probe, value, now)
        if held is None and len(unreadable) < MAX_FINDINGS:
            unreadable.append(_finding(item, selected))
        elif held:
            count += 1
            if len(present) < MAX_FINDINGS:
                present.append(_finding(item, selected))
    outcome: Outcome = "present" if present else "cannot-tell" if unreadable else "not-seen"
    return Verdict(
        incident=incident,
        probe=probe,
        outcome=outcome,
        reason={"present": "condition", "cannot-tell": "unreadable", "not-seen": "no-condition"}[outcome],
        findings=tuple(present or unreadable),
        count=count or len(unreadable),
        looked_at=len(parts),
    )


def _look(probe: Probe, value: Any, now: datetime) -> tuple[list[Any], bool | None]:
    """What is selected, and whether the condition holds for it; None where that cannot be read."""
    if probe.present_when is None:
        return [], None
    try:
        selected = _flat(search(probe.select, value) if probe.select is not None else value)
    except ExpressionError:
        return [], None
    operator, operand = probe.present_when
    if operator in ("empty", "nonempty"):
        something = [one for one in selected if one is not False and one not in ("", {})]
        return selected, bool(something) == (operator == "nonempty")
    if operator == "matches":
        pattern = re.compile(str(operand))
        found = [one for one in selected if pattern.search(_text(one)[:_MATCHED])]
        return found or selected, bool(found)
    return _compared(selected, operator, str(operand), now)


def _compared(selected: list[Any], operator: str, operand: str, now: datetime) -> tuple[list[Any], bool | None]:
    measure = read_operand(operand)
    wanted = {"gt": 1, "lt": -1, "eq": 0}[operator]
    found, unread = [], []
    for one in selected:
        order = compare(one, measure, now) if measure is not None else None
        if order is None and operator == "eq":
            order = 0 if _text(one) == operand else 1
        if order is None:
            unread.append(one)
        elif order == wanted:
            found.append(one)
    if found:
        return found, True
    return (unread, None) if unread else (selected, False)


def _flat(value: Any) -> list[Any]:
    """A selection as a list: nothing as an empty one, lists in lists opened, null left out."""
    if value is None:
        return []
    if isinstance(value, list):
        return [one for item in value for one in _flat(item)]
    return [value]


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else str(value)


def _finding(item: Object, selected: list[Any]) -> Finding:
    metadata = mapping(item.get("metadata"))
    namespace, name = metadata.get("namespace"), metadata.get("name")
    return Finding(
        kind=_shown(item.get("kind", "")),
        namespace=_shown(namespace) if namespace else None,
        name=_shown(name) if name else None,
        values=tuple(_shown(one) for one in selected[:MAX_FINDINGS]),
    )


def _shown(value: Any) -> str:
    """A value for people: short texts alone, without credentials and control characters."""
    if isinstance(value, dict | list):
        return "{…}" if isinstance(value, dict) else "[…]"
    text = _text(value)
    if len(text) > _SHOWN or "\n" in text:
        return f"… ({len(text)})"
    return _CREDENTIALS.sub("…@", "".join(character if character.isprintable() else "�" for character in text))
