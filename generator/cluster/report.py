"""Verdicts as a report: for a terminal, and as JSON."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

from generator.cluster.evaluate import Finding, Outcome, Verdict
from generator.cluster.words import say
from generator.model.incident import Probe
from generator.model.library import Library
from generator.render.urls import incident_path

_COLOURS: Mapping[Outcome, str] = {"present": "red", "not-seen": "green", "cannot-tell": "yellow"}


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition with the verdicts of all incidents that ask for it in the same way."""

    verdicts: tuple[Verdict, ...]

    @property
    def first(self) -> Verdict:
        """The verdict that stands for all: they asked the same question."""
        return self.verdicts[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Readings:
    """What a reader of verdicts is sent to, in one language."""

    language: str
    titles: Mapping[str, str]
    """Titles of incidents by id."""
    base_url: str | None

    def path(self, verdict: Verdict) -> str:
        """The section that grounds the check, from the root of the site."""
        return f"{incident_path(self.language, verdict.incident)}#{verdict.probe.evidence}"

    def url(self, verdict: Verdict) -> str | None:
        """The address of that section, where the site's own is known."""
        if self.base_url is None:
            return None
        anchor = "" if verdict.probe.evidence == "summary" else f"#{verdict.probe.evidence}"
        return f"{self.base_url}{incident_path(self.language, verdict.incident)}{anchor}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What one run found."""

    library: Library
    verdicts: Sequence[Verdict]
    language: str
    objects: int | None = None
    """Objects that were read; None where a cluster was asked."""
    secrets: int = 0
    unreadable: Sequence[str] = ()

    @property
    def counts(self) -> Counter[Outcome]:
        """How many conditions have each outcome."""
        return count_outcomes(group(self.verdicts))

    @property
    def readings(self) -> Readings:
        """How the incidents of the verdicts are called, and where they stand."""
        names = {verdict.incident for verdict in self.verdicts}
        titles = {name: self.library.incidents[name].text(self.language).title for name in names}
        return Readings(language=self.language, titles=titles, base_url=self.library.site.base_url)

    @property
    def status(self) -> int:
        """Exit status: 1 where a condition is present."""
        return 1 if self.counts["present"] else 0


def group(verdicts: Sequence[Verdict]) -> list[Condition]:
    """Verdicts by condition: the same question asked by several incidents is told once, with all of them."""
    groups: dict[tuple[object, ...], list[Verdict]] = {}
    for verdict in verdicts:
        probe = verdict.probe
        groups.setdefault((probe.method, probe.command, probe.select, probe.present_when), []).append(verdict)
    return [Condition(tuple(found)) for found in groups.values()]


def count_outcomes(conditions: Iterable[Condition]) -> Counter[Outcome]:
    """How many conditions have each outcome."""
    return Counter(condition.first.outcome for condition in conditions)


def command_line(probe: Probe) -> str:
    """What a reader can copy."""
    return shlex.join(("kubectl", *probe.command)) if probe.method == "kubectl" else "".join(probe.command)


def condition_text(probe: Probe) -> str | None:
    """The condition as one line: `spec.replicas lt 2`."""
    return " ".join(part for part in (probe.select, _operator_text(probe)) if part) or None


def lines(report: Report, *, everything: bool) -> Iterator[str]:
    """The report for a terminal: conditions that are present, then, where asked for, the others; counts last."""
    language = report.language
    order: tuple[Outcome, ...] = ("present", "cannot-tell", "not-seen") if everything else ("present",)
    conditions, readings = group(report.verdicts), report.readings
    for outcome in order:
        for condition in conditions:
            if condition.first.outcome == outcome:
                yield from _condition_lines(condition, readings)
                yield ""
    yield from _footer(report, language)


def _condition_lines(condition: Condition, readings: Readings) -> Iterator[str]:
    language, verdict = readings.language, condition.first
    mark = click.style(say(language, verdict.outcome), fg=_COLOURS[verdict.outcome], bold=True)
    yield f"{mark}  {verdict.probe.title.nearest(language)}"
    if verdict.outcome != "present":
        detail = f" ({verdict.detail})" if verdict.detail else ""
        yield f"  {say(language, f'reason.{verdict.reason}')}{detail}"
    for finding in verdict.findings:
        yield f"  {say(language, 'object')}: {_object(finding)}"
        yield f"    {say(language, 'value')}: {', '.join(finding.values) or say(language, 'nothing')}"
    if verdict.count > len(verdict.findings):
        yield f"  {say(language, 'and-more', count=verdict.count - len(verdict.findings))}"
    if verdict.path:
        yield f"  {say(language, 'path')}: {verdict.path}"
    if verdict.outcome == "cannot-tell" and verdict.reason in ("promql", "manual", "offline"):
        yield f"  {say(language, 'run')}: {command_line(verdict.probe)}"
    operator = _operator_text(verdict.probe)
    if operator:
        yield f"  {say(language, 'when')}: {operator}"
    yield f"  {say(language, 'limits')}: {verdict.probe.cannot_tell.nearest(language)}"
    for other in condition.verdicts:
        yield f"  {say(language, 'read')}: {_reading(readings, other)}"
        if verdict.outcome != "not-seen":
            yield f"    {say(language, 'means')}: {other.probe.means.nearest(language)}"


def _operator_text(probe: Probe) -> str | None:
    """The condition without the path: `lt 2`."""
    if probe.present_when is None:
        return None
    operator, operand = probe.present_when
    return operator if operator in ("empty", "nonempty") else f"{operator} {operand}"


def _object(finding: Finding) -> str:
    name = f"{finding.namespace}/{finding.name}" if finding.namespace else finding.name
    return f"{finding.kind} {name}" if name else finding.kind


def _reading(readings: Readings, verdict: Verdict) -> str:
    address = readings.url(verdict)
    return f"{verdict.incident} {readings.titles[verdict.incident]}" + (f" <{address}>" if address else "")


def _footer(report: Report, language: str) -> Iterator[str]:
    counts = report.counts
    if report.objects is not None:
        yield say(language, "objects", objects=report.objects)
    if report.secrets:
        yield say(language, "secrets", count=report.secrets)
    if report.unreadable:
        yield say(language, "unreadable-count", count=len(report.unreadable), place=report.unreadable[0])
    yield say(
        language,
        "summary",
        present=counts["present"],
        not_seen=counts["not-seen"],
        cannot_tell=counts["cannot-tell"],
    )
    yield say(language, "not-safe")


def as_json(report: Report) -> dict[str, Any]:
    """The report for programs; every key is always there."""
    conditions, readings = group(report.verdicts), report.readings
    return {
        "schema_version": "1.0",
        "data": {
            "counts": counts_json(conditions),
            "input": {"objects": report.objects, "secrets_dropped": report.secrets, "unreadable": [*report.unreadable]},
            "conditions": [condition_json(condition, readings) for condition in conditions],
        },
    }


def counts_json(conditions: Iterable[Condition]) -> dict[str, int]:
    """How many conditions have each verdict."""
    counts = count_outcomes(conditions)
    outcomes: tuple[Outcome, ...] = ("present", "not-seen", "cannot-tell")
    return {_key(outcome): counts[outcome] for outcome in outcomes}


def condition_json(condition: Condition, readings: Readings) -> dict[str, Any]:
    """One condition with the checks that ask for it."""
    verdict = condition.first
    return {
        "verdict": _key(verdict.outcome),
        "reason": _key(verdict.reason),
        "detail": verdict.detail,
        "method": verdict.probe.method,
        "command": command_line(verdict.probe),
        "path": verdict.path,
        "condition": condition_text(verdict.probe),
        "objects": [
            {"kind": finding.kind, "namespace": finding.namespace, "name": finding.name, "values": [*finding.values]}
            for finding in verdict.findings
        ],
        "count": verdict.count,
        "looked_at": verdict.looked_at,
        "checks": [_check_json(other, readings) for other in condition.verdicts],
    }


def _check_json(verdict: Verdict, readings: Readings) -> dict[str, Any]:
    probe, language = verdict.probe, readings.language
    return {
        "incident": verdict.incident,
        "incident_title": readings.titles[verdict.incident],
        "check": probe.id,
        "title": probe.title.nearest(language),
        "means": probe.means.nearest(language),
        "cannot_tell": probe.cannot_tell.nearest(language),
        "evidence": probe.evidence,
        "path": readings.path(verdict),
        "url": readings.url(verdict),
    }


def _key(word: str) -> str:
    return word.replace("-", "_")
