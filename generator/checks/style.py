"""Editorial checks of the texts."""

from __future__ import annotations

from collections.abc import Iterator

from generator.content.load import Content
from generator.problems import Problem


def check_style(content: Content) -> Iterator[Problem]:
    """Texts without a summary."""
    for parsed in content.parsed:
        for text in parsed.incident.texts.values.values() if parsed.incident else ():
            if not text.summary.prose:
                yield Problem(text.path, 1, 1, "W605")
