"""`translations.lock`: from which text of the original each translated part was made."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping

from generator.content.files import TextFile
from generator.model.incident import Section
from generator.problems import Problem

LOCKED_KEYS = ("title", "impact", "affected_users", "region", "trigger", "withdrawn_reason")
"""Text keys that a lock line records, beside the summary and the sections."""

_LINE = re.compile(r"(?P<id>[A-Z][A-Z0-9]*-\d{4,}) (?P<language>[a-z]{2})(?P<parts>(?: [a-z_-]+=[0-9a-f]{12})*)")

Lock = Mapping[tuple[str, str], Mapping[str, str]]
"""Digests of the original's parts, by incident id and language."""


def part_digests(values: Mapping[str, str | None], summary: Section, sections: Mapping[str, Section]) -> dict[str, str]:
    """First 12 hex digits of SHA-256 over each part of a text, after NFC, LF and trimming, by part, in page order."""
    parts = {key: values[key] for key in LOCKED_KEYS}
    parts["summary"] = summary.source
    parts.update({identifier: section.source for identifier, section in sections.items()})
    return {key: _digest(value) for key, value in parts.items() if value}


def _digest(text: str) -> str:
    return hashlib.sha256(text.strip().encode()).hexdigest()[:12]


def parse_lock(file: TextFile) -> tuple[Lock, dict[tuple[str, str], int], list[Problem]]:
    """The lock, the line of each entry, and lines that cannot be read."""
    lock: dict[tuple[str, str], Mapping[str, str]] = {}
    lines: dict[tuple[str, str], int] = {}
    problems = []
    for number, line in enumerate(file.text.splitlines(), start=1):
        match = _LINE.fullmatch(line.strip())
        if not line.strip() or line.startswith("#"):
            continue
        if match is None:
            problems.append(Problem(file.path, number, 1, "E501"))
            continue
        key = (match["id"], match["language"])
        lock[key] = dict(part.split("=") for part in match["parts"].split())
        lines[key] = number
    return lock, lines, problems


def format_lock(lock: Lock) -> str:
    """The lock as text, one sorted line an entry."""
    lines = (
        " ".join((*key, *(f"{part}={digest}" for part, digest in parts.items())))
        for key, parts in sorted(lock.items(), key=lambda entry: (int(entry[0][0].rsplit("-", 1)[1]), entry[0]))
    )
    return "".join(f"{line}\n" for line in lines)
