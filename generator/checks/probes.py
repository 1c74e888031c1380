"""Checks of one's own cluster: nothing but the allowed reads, expressions that compile, evidence that exists.

A check is data that somebody else may run with the rights of an operator. What is not plainly allowed is refused here,
and refused again before anything runs (`generator.cluster.kubectl`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.checks.calls import JSON_VERBS, VERBS, read_call
from generator.checks.expressions import expression_fault
from generator.checks.measures import read_operand
from generator.checks.signatures import pattern_fault
from generator.content.incidents import ParsedIncident
from generator.model.incident import Incident, Probe
from generator.problems import Problem

_LONGEST_QUERY = 1000
"""Characters that a PromQL query may have."""


@dataclass(frozen=True, slots=True)
class ProbeFault:
    """What is wrong with a probe, and where in it."""

    where: tuple[str | int, ...]
    """A key, and the number of an argument."""
    code: str
    values: Mapping[str, str]


def check_probes(parsed: ParsedIncident, incident: Incident) -> Iterator[Problem]:
    """Checks of an incident that cannot be used."""
    for probe in incident.checks:
        yield from _check_probe(parsed, incident, probe)


def _check_probe(parsed: ParsedIncident, incident: Incident, probe: Probe) -> Iterator[Problem]:
    faults = list(probe_faults(probe))
    if not _has_evidence(incident, probe.evidence):
        faults.append(ProbeFault(("evidence",), "E234", {"section": probe.evidence}))
    for fault in faults:
        line, column = _place(parsed, probe, fault)
        yield Problem(parsed.original_path, line, column, fault.code, fault.values)


def _place(parsed: ParsedIncident, probe: Probe, fault: ProbeFault) -> tuple[int, int]:
    whole = parsed.marks.get(("checks", probe.id, fault.where[0]), (1, 1))
    return parsed.marks.get(("checks", probe.id, *fault.where), whole)


def _has_evidence(incident: Incident, section: str) -> bool:
    text = incident.texts[incident.original]
    if section == "summary":
        return bool(text.summary.prose)
    return section in text.sections and bool(text.sections[section].source.strip())


def probe_faults(probe: Probe) -> Iterator[ProbeFault]:
    """What is wrong with a probe by itself; one with a fault must never run."""
    if probe.method == "kubectl":
        _, faults = read_call(probe.command)
        yield from (ProbeFault(("kubectl", fault.index), fault.code, fault.values) for fault in faults)
        verb = probe.command[0] if probe.command and probe.command[0] in VERBS else "get"
        is_json = verb in JSON_VERBS
        operators = () if is_json else ("empty", "nonempty", "matches")
        yield from _select_faults(probe, f"kubectl {verb}", allowed=is_json)
        yield from _condition_faults(probe, f"kubectl {verb}", operators)
    elif probe.method == "promql":
        if len(probe.command[0]) > _LONGEST_QUERY:
            yield ProbeFault(("promql",), "E229", {"argument": f"{probe.command[0][:40]}…"})
        yield from _select_faults(probe, "promql", allowed=False)
        yield from _condition_faults(probe, "promql", ("empty", "nonempty", "gt", "lt", "eq"))
    else:
        yield from _select_faults(probe, "manual", allowed=False)
        if probe.present_when is not None:
            yield ProbeFault(("present_when",), "E233", {"key": "present_when", "method": "manual"})


def _select_faults(probe: Probe, method: str, *, allowed: bool) -> Iterator[ProbeFault]:
    """A selection where there is none to make, or none where there must be one, or one that does not compile."""
    if not allowed:
        if probe.select is not None:
            yield ProbeFault(("select",), "E233", {"key": "select", "method": method})
    elif probe.select is None:
        yield ProbeFault(("kubectl",), "E231", {"needed": "select"})
    else:
        reason = expression_fault(probe.select)
        if reason is not None:
            yield ProbeFault(("select",), "E232", {"reason": reason})


def _condition_faults(probe: Probe, method: str, operators: tuple[str, ...]) -> Iterator[ProbeFault]:
    """A condition that does not go with the method, or that nothing can be compared with."""
    if probe.present_when is None:
        return
    operator, operand = probe.present_when
    if operators and operator not in operators:
        yield ProbeFault(("present_when",), "E233", {"key": operator, "method": method})
    elif operator in ("empty", "nonempty"):
        if operand is not True:
            yield ProbeFault(("present_when",), "E235", {"operator": operator, "operand": str(operand).lower()})
    elif operator == "matches":
        reason = pattern_fault(str(operand))
        if reason is not None:
            yield ProbeFault(("present_when",), "E224", {"reason": reason})
    elif operator in ("gt", "lt") and read_operand(str(operand)) is None:
        yield ProbeFault(("present_when",), "E235", {"operator": operator, "operand": str(operand)})
