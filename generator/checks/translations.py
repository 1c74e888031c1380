"""Translations: missing, unrecorded, behind their original."""

from __future__ import annotations

from collections.abc import Iterator

from generator.content.incidents import ParsedIncident
from generator.content.load import INCIDENTS_PATH, LOCK_PATH, Content
from generator.model.translation import Translation
from generator.problems import Problem


def check_translations(content: Content) -> Iterator[Problem]:
    """Warnings about every translation that is not current, and lock lines without a translation."""
    is_recorded = content.has_read(LOCK_PATH)
    by_id = {parsed.id: parsed for parsed in content.parsed}
    for (identifier, language), translation in content.library.translations.items():
        if is_recorded or translation.state == "missing":
            yield from _check_translation(content, by_id[identifier], language, translation)
    for (identifier, language), line in content.lock_lines.items():
        parsed = by_id.get(identifier)
        is_stale = parsed is None or (parsed.incident is not None and not _has_translation(parsed, language))
        if is_stale and content.has_read(f"{INCIDENTS_PATH}/{identifier}/{language}.md"):
            yield Problem(LOCK_PATH, line, 1, "W504", {"id": identifier, "language": language})


def _has_translation(parsed: ParsedIncident, language: str) -> bool:
    incident = parsed.incident
    return incident is not None and language in incident.brief.languages and language != incident.original


def _check_translation(
    content: Content, parsed: ParsedIncident, language: str, translation: Translation
) -> Iterator[Problem]:
    incident = parsed.incident
    if incident is None or translation.state == "current":
        return
    folder = parsed.original_path.rsplit("/", 1)[0]
    values = {"id": parsed.id, "language": language, "path": f"{folder}/{language}.md"}
    if translation.state == "missing":
        if content.has_read(values["path"]):
            yield Problem(parsed.original_path, 1, 1, "W501", values)
    elif translation.state == "unrecorded":
        yield Problem(values["path"], 1, 1, "W502", values)
    else:
        parts = ", ".join(translation.behind)
        yield Problem(values["path"], 1, 1, "W503", {**values, "parts": parts})
