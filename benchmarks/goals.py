"""The figures that the project set itself, held against what was measured."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from figures import Figures
from results import Results


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """One figure: it is to be at most the limit."""

    text: str
    limit: float
    unit: str
    """What stands after the figures: nothing, ` MB` or ` s`."""
    value: float | None
    """None where it was not measured."""

    @property
    def verdict(self) -> str:
        """Whether it was reached, in a word or two."""
        if self.value is None:
            return "not measured"
        return "reached" if self.value <= self.limit else "**missed**"


def build_goals(figures: Figures) -> Iterator[Goal]:
    """Goals of the builds."""
    for size in (1000, 5000, 10_000):
        value = figures.wall_ratio("ours", "hugo", size, "clean")
        yield Goal(text=f"clean build of {size:,}, same outputs ÷ Hugo", limit=1, unit="", value=value)
    for size in (1000, 5000, 10_000):
        value = figures.wall_ratio("ours-search", "hugo-pagefind", size, "clean")
        yield Goal(text=f"clean build of {size:,} with search ÷ Hugo and Pagefind", limit=1, unit="", value=value)
    for size in (1000, 10_000):
        yield from _edit_goals(figures, size)
    for peer, what in (("ours", ""), ("ours-search", " with search")):
        run = figures.memory.get((peer, 10_000))
        text = f"memory of our own processes at 10,000{what}"
        yield Goal(text=text, limit=1024, unit=" MB", value=run["own_peak_mb"] if run else None)
    for peer, what in (("ours", ""), ("ours-search", " with search")):
        value = figures.growth(peer, 1000, 10_000)
        yield Goal(text=f"time an incident{what} at 10,000 ÷ at 1,000", limit=1.25, unit="", value=value)


def _edit_goals(figures: Figures, size: int) -> Iterator[Goal]:
    # The default build has the search in it; Hugo alone is the measure as long as no index has to be made.
    value = figures.wall_ratio("ours-search", "hugo", size, "facts")
    yield Goal(text=f"one edit at {size:,}, indexed text unchanged ÷ Hugo", limit=0.1, unit="", value=value)
    value = figures.wall_ratio("ours-search", "hugo-pagefind", size, "text")
    yield Goal(text=f"one edit at {size:,} with search ÷ Hugo and Pagefind", limit=0.5, unit="", value=value)


def preview_goal(results: Results | None) -> Goal:
    """The goal of the preview."""
    runs = results.runs if results else []
    found = [run["seconds"] for run in runs if run["peer"] == "ours" and run["size"] == 1000]
    return Goal(text="edit shown by the preview at 1,000", limit=0.3, unit=" s", value=found[0] if found else None)
