"""Sources: whether a copy is kept."""

from __future__ import annotations

from collections.abc import Iterator

from generator.content.incidents import ParsedIncident
from generator.model.incident import Incident
from generator.problems import Problem


def check_sources(parsed: ParsedIncident, incident: Incident) -> Iterator[Problem]:
    """Sources of an incident without an archived copy."""
    for number, source in enumerate(incident.sources, start=1):
        if source.archive_url is None:
            line, column = parsed.marks.get(("sources", number), (1, 1))
            yield Problem(parsed.original_path, line, column, "W602")
