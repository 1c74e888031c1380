"""Sources: whether a copy is kept."""

from __future__ import annotations

from collections.abc import Iterator

from generator.content.load import Content
from generator.problems import Problem


def check_sources(content: Content) -> Iterator[Problem]:
    """Sources without an archived copy."""
    for parsed in content.parsed:
        for number, source in enumerate(parsed.incident.sources if parsed.incident else (), start=1):
            if source.archive_url is None:
                line, column = parsed.marks.get(("sources", number), (1, 1))
                yield Problem(parsed.original_path, line, column, "W602")
