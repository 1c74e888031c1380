"""Figures out of the raw results: medians, and ratios taken inside a repetition."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from statistics import median
from typing import Any

from results import Results

Runs = dict[int, dict[str, Any]]
"""Runs of one peer, size and kind by repetition."""


class Figures:
    """The builds of a run."""

    def __init__(self, results: Results) -> None:
        self.results = results
        self.sizes = sorted({run["size"] for run in results.runs})
        self.peers = list(results.versions)
        self._runs: dict[tuple[str, int, str], Runs] = {}
        self.memory: dict[tuple[str, int], dict[str, Any]] = {}
        self.left_out: dict[str, None] = {}
        """Why builds do not count, each reason once."""
        failed = {(check["peer"], check["size"]) for check in results.checks if not check["passed"]}
        for run in results.runs:
            reason = _fault(run, failed)
            if reason is not None:
                self.left_out[f"{run['peer']} at {run['size']:,}: {reason}"] = None
            elif run["kind"] == "memory":
                self.memory[run["peer"], run["size"]] = run
            else:
                self._runs.setdefault((run["peer"], run["size"], run["kind"]), {})[run["repetition"]] = run

    def runs(self, peer: str, size: int, kind: str) -> Runs:
        """Builds that ended well."""
        return self._runs.get((peer, size, kind), {})

    def wall(self, peer: str, size: int, kind: str) -> float | None:
        """Median of the wall seconds."""
        return _median(run["wall"] for run in self.runs(peer, size, kind).values())

    def cpu(self, peer: str, size: int, kind: str) -> float | None:
        """Median of the processor seconds."""
        return _median(_cpu(run) for run in self.runs(peer, size, kind).values())

    def wall_ratio(self, peer: str, other: str | None, size: int, kind: str) -> float | None:
        """Median over the repetitions of the wall time as a part of the other's; None where one was not measured."""
        return _median(first["wall"] / second["wall"] for first, second in self._pairs(peer, other, size, kind))

    def cpu_ratio(self, peer: str, other: str | None, size: int, kind: str) -> float | None:
        """The same of the processor time."""
        return _median(_cpu(first) / _cpu(second) for first, second in self._pairs(peer, other, size, kind))

    def steps(self, peer: str, size: int, kind: str) -> dict[str, float]:
        """Median seconds of each step of our own builds, and of what comes before and after them (`rest`)."""
        runs = [run for run in self.runs(peer, size, kind).values() if run.get("steps")]
        names = list(runs[0]["steps"]) if runs else []
        found = {name: median(run["steps"][name] for run in runs) for name in names}
        return found | {"rest": median(run["wall"] - sum(run["steps"].values()) for run in runs)} if runs else {}

    def growth(self, peer: str, small: int, large: int) -> float | None:
        """Wall seconds an incident of a clean build at one size as a part of those at another, by repetition."""
        first, second = self.runs(peer, small, "clean"), self.runs(peer, large, "clean")
        shared = first.keys() & second.keys()
        return _median((second[number]["wall"] / large) / (first[number]["wall"] / small) for number in shared)

    def _pairs(self, peer: str, other: str | None, size: int, kind: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
        if other is None:
            return []
        first, second = self.runs(peer, size, kind), self.runs(other, size, kind)
        return [(first[number], second[number]) for number in sorted(first.keys() & second.keys())]


def _fault(run: dict[str, Any], failed: Collection[tuple[str, int]]) -> str | None:
    """Why a build does not count; None if it does."""
    if run["status"]:
        return f"the build ({run['kind']}) ended with status {run['status']}"
    if (run["peer"], run["size"]) in failed:
        return "the check of the site failed"
    if run.get("pages_shown", 2) < 2:
        return f"an edit ({run['kind']}) did not reach both pages"
    if run["kind"] == "text" and run.get("index_changed") is False:
        return "an edit of the text did not reach the search index"
    return None


def _cpu(run: dict[str, Any]) -> float:
    return float(run["user"] + run["system"])


def _median(values: Iterable[float]) -> float | None:
    found = list(values)
    return median(found) if found else None
