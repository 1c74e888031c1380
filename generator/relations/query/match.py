"""Incidents whose signatures or alert names stand in a pasted log."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from itertools import islice
from typing import Any

from generator.relations.query.errors import QueryError
from generator.relations.query.patterns import Budget, Lines, Pattern
from generator.relations.query.store import Store
from generator.relations.query.summaries import Summary, summarize
from generator.text.forms import nfc, one_line

LONGEST = 64 * 1024 * 1024
"""Characters of a text."""

_MOST_LINES = 10_000
"""Lines on which one pattern is counted."""

_SHOWN = 200
"""Characters of a line that a trace shows."""

_BEFORE = 60

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
"""Characters that could steer a terminal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """A signature or an alert name that was found."""

    kind: str
    """`log`, `metric`, `event` or `alert`."""
    pattern: str
    regex: bool
    line: int
    """The first line on which it stands, from 1."""
    lines: int
    """On how many lines it stands."""
    text: str
    """What stands around it on the first line."""

    def data(self) -> dict[str, Any]:
        """The same for JSON."""
        return {
            "kind": self.kind,
            "pattern": self.pattern,
            "regex": self.regex,
            "line": self.line,
            "lines": self.lines,
            "text": self.text,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """An incident of which the text shows traces."""

    summary: Summary
    traces: tuple[Trace, ...]

    def data(self) -> dict[str, Any]:
        """The same for JSON."""
        return {**self.summary.data(), "traces": [trace.data() for trace in self.traces]}


@dataclass(frozen=True, slots=True, kw_only=True)
class Matches:
    """What was found in a text, the most telling first."""

    matches: tuple[Match, ...]
    lines: int
    """Lines of the text."""
    skipped: int
    """Lines that were too costly to try against a regular expression."""

    def data(self) -> dict[str, Any]:
        """The same for JSON."""
        incidents = [match.data() for match in self.matches]
        return {"total": len(incidents), "lines": self.lines, "skipped": self.skipped, "incidents": incidents}


def match(store: Store, text: str, *, language: str, longest: int = LONGEST) -> Matches:
    """Incidents whose signatures or alert names stand in the text; letters count as written.

    An incident with more of them comes first, then one whose patterns fewer others share. QueryError for an empty
    or overlong text.
    """
    if not text.strip():
        raise QueryError("empty-query")
    if len(text) > longest:
        raise QueryError("text-too-long", length=len(text), most=longest)
    text = nfc(text.replace("\r\n", "\n").replace("\r", "\n"))
    lines, budget = Lines(text), Budget()
    traces: defaultdict[int, list[Trace]] = defaultdict(list)
    telling: defaultdict[int, float] = defaultdict(float)
    for pattern, numbers in _patterns(store).items():
        trace = _trace(pattern, text, lines, budget)
        if trace is not None:
            for number in numbers:
                traces[number].append(trace)
                telling[number] += 1 + 1 / len(numbers) + len(pattern.text) / 10_000
    order = sorted(traces, key=lambda number: (-round(telling[number], 6), -number))
    return Matches(
        matches=tuple(
            Match(summary=summary, traces=tuple(traces[summary.number]))
            for summary in summarize(store, order, language)
        ),
        lines=len(lines.starts()),
        skipped=budget.skipped,
    )


def _patterns(store: Store) -> dict[Pattern, list[int]]:
    """Every pattern once, with the incidents that it shows."""
    found: dict[Pattern, list[int]] = {}
    for number, kind, text, regex in store.rows(
        "SELECT number, kind, pattern, regex FROM signature ORDER BY number, position"
    ):
        numbers = found.setdefault(Pattern(kind=kind, text=nfc(text), regex=bool(regex)), [])
        if number not in numbers:
            numbers.append(number)
    return found


def _trace(pattern: Pattern, text: str, lines: Lines, budget: Budget) -> Trace | None:
    places = list(islice(pattern.places(text, lines, budget), _MOST_LINES))
    if not places:
        return None
    number, start, end = lines.bounds(places[0])
    begin = max(start, places[0] - _BEFORE)
    return Trace(
        kind=pattern.kind,
        pattern=pattern.text,
        regex=pattern.regex,
        line=number,
        lines=len(places),
        text=_CONTROL.sub("\N{REPLACEMENT CHARACTER}", one_line(text[begin : min(end, begin + _SHOWN)])),
    )
