"""The history of the repository against `modified`."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

from generator.content.load import Content
from generator.problems import Problem

_FOLDER = "content/incidents"


def check_history(content: Content) -> Iterator[Problem]:
    """Incidents whose files were committed on a later day than `modified` says."""
    changed = last_changes(content.root)
    for parsed in content.parsed:
        if parsed.incident is None:
            continue
        days = [changed[text.path] for text in parsed.incident.texts.values.values() if text.path in changed]
        modified = parsed.incident.modified.iso
        if days and max(days) > modified:
            line, column = parsed.marks.get(("modified",), (1, 1))
            values = {"changed": max(days), "modified": modified}
            yield Problem(parsed.original_path, line, column, "W604", values)


def last_changes(root: Path) -> Mapping[str, str]:
    """Day of the last commit of each file of an incident; empty outside a repository or without git."""
    command = ["git", "-C", str(root), "-c", "core.quotePath=false", "log", "--format=%x00%cs", "--name-only"]
    try:
        result = subprocess.run(
            [*command, "--relative", "--", _FOLDER], capture_output=True, text=True, check=False, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return {}
    days: dict[str, str] = {}
    for commit in result.stdout.split("\0")[1:]:
        day, *paths = commit.splitlines()
        for path in filter(None, paths):
            days.setdefault(path, day)
    return days
