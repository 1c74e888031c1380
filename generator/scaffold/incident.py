"""The files of a new incident."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from pathlib import Path

from generator.content.files import entries
from generator.content.headings import headings_of
from generator.model.site import Site
from generator.scaffold.formatting import in_form

_HINTS: Mapping[str, Mapping[str, str]] = {
    "ko": {
        "title": "무엇이 왜 실패했는지 80자 이내로",
        "summary": "누가, 언제, 무엇이 고장 났고 어떻게 끝났는지 두세 문장으로 쓴다.",
        "facts": "출처가 말하지 않은 키는 지운다. 전체 키: docs/reference/content.md",
        "translation": "이 파일에는 글만 쓴다. 사실은 원본에 있다.",
    },
    "en": {
        "title": "what failed and why, at most 80 characters",
        "summary": "Two to four sentences: who, when, what broke, how it ended.",
        "facts": "Delete the keys that the source does not state. All keys: docs/reference/content.md",
        "translation": "Text alone stands here; the facts stand in the original.",
    },
}


def next_id(root: Path, prefix: str) -> str:
    """The id after the highest one in use; raises OSError where the folder of the incidents cannot be read."""
    names = [entry.name for entry in entries(root / "content" / "incidents")]
    found = (re.fullmatch(rf"{re.escape(prefix)}-([0-9]+)", name) for name in names)
    numbers = [int(match[1]) for match in found if match]
    return f"{prefix}-{max(numbers, default=0) + 1:04d}"


def create_incident(root: Path, site: Site, identifier: str, original: str, today: datetime.date) -> list[Path]:
    """Writes a file a language into a new folder and returns them, the original first.

    Raises FileExistsError where the incident exists.
    """
    folder = root / "content" / "incidents" / identifier
    folder.mkdir(parents=True)
    languages = sorted(site.languages, key=lambda language: language != original)
    files = []
    for language in languages:
        path = folder / f"{language}.md"
        facts = _facts(language, today) if language == original else ""
        path.write_bytes(in_form(_text(language, facts)))
        files.append(path)
    return files


def _text(language: str, facts: str) -> str:
    hints = _HINTS[language]
    note = "" if facts else f"# {hints['translation']}\n"
    sections = "".join(f"\n## {heading}\n" for heading in headings_of(language))
    keys = f"title:    # {hints['title']}\nimpact:\ntrigger:\n"
    return f"---\n{note}{keys}{facts}---\n{hints['summary']}\n{sections}"


def _facts(language: str, today: datetime.date) -> str:
    return f"""# {_HINTS[language]["facts"]}
organizations: []
status: draft
added: {today.isoformat()}
occurred:
time_to_detect:
time_to_recover:
topics: []
symptoms: []
causes: []
contributing_factors: []
components: []
sources:
  - url:
    title:
    kind: postmortem
"""
