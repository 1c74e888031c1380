"""Editorial checks of the texts."""

from __future__ import annotations

from collections.abc import Iterator

from generator.model.incident import Incident
from generator.problems import Problem


def check_style(incident: Incident) -> Iterator[Problem]:
    """Texts of an incident without a summary."""
    for text in incident.texts.values.values():
        if not text.summary.prose:
            yield Problem(text.path, 1, 1, "W605")
