"""Titles: short, and each once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.checks.editorial.parts import Part
from generator.problems import Problem

LONGEST = 80
"""Code points that a title may have."""


def check_titles(same: Sequence[Part]) -> Iterator[Problem]:
    """Problems of the titles of one language that are alike."""
    for number, title in enumerate(same):
        if len(title.text) > LONGEST:
            values = {"length": str(len(title.text)), "limit": str(LONGEST)}
            yield title.problem(0, "W616", values)
        if number:
            yield title.problem(0, "W620", {"other": same[0].path})
