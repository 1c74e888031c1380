"""The texts of an incident cut into their parts, each with its place in the file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from generator.content.files import read_text
from generator.model.incident import IncidentText
from generator.problems import Problem

FIELDS = ("title", "impact", "affected_users", "region", "trigger", "withdrawn_reason")
"""Keys of the front matter that hold text."""

_CODE_BLOCK = re.compile(r"^(?P<fence>`{3,}|~{3,})[^\n]*\n.*?^(?P=fence)[^\n]*$", re.MULTILINE | re.DOTALL)
_LINE = re.compile(r"[^\n]*(?:\n|$)")
_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+")
_HIDDEN = re.compile(r"\[\[[^\]|]*(?:\||\]\])|\]\([^)\s]*\)|<?https?://[^\s>)]+>?|\[\^[^\]]*\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A field, the summary or a section, as written."""

    id: str
    path: str
    text: str
    line: int
    """Line of its first character in the file, from 1."""
    column: int

    def problem(self, offset: int, code: str, values: Mapping[str, str]) -> Problem:
        """A problem at the character that stands at `offset` of the text."""
        before = self.text[:offset]
        breaks = before.count("\n")
        column = offset - before.rfind("\n") if breaks else self.column + offset
        return Problem(self.path, self.line + breaks, column, code, dict(values))


def parts_of(text: IncidentText, root: Path) -> dict[str, Part]:
    """The parts of one text by their ids, front matter first."""
    file, _ = read_text(root / text.path, root)
    written = file.text if file is not None else ""
    fields = {key: value for key in FIELDS if (value := getattr(text, key))}
    sections = {section.id: section.source for section in (text.summary, *text.sections.values()) if section.source}
    return {name: _placed(name, words, text.path, written) for name, words in (*fields.items(), *sections.items())}


def _placed(name: str, words: str, path: str, written: str) -> Part:
    start = max(0, written.find(f"\n{name}:")) if name in FIELDS else 0
    offset = max(0, written.find(words, start))
    before = written[:offset]
    line, column = before.count("\n") + 1, offset - before.rfind("\n")
    return Part(id=name, path=path, text=words, line=line, column=column)


def without_code_blocks(text: str) -> str:
    """The same with fenced code and the targets of links blanked out, every character in its place."""
    blank = _CODE_BLOCK.sub(lambda found: _blank(found[0]), text)
    return _HIDDEN.sub(lambda found: _blank(found[0]), blank)


def _blank(text: str) -> str:
    return "".join(character if character == "\n" else " " for character in text)


def blocks(text: str) -> Iterator[tuple[int, str]]:
    """Paragraphs and list items with their offsets; headings, tables, quotes and rules are left out."""
    start: int | None = None
    for line in _LINE.finditer(text):
        words = line[0]
        opens = _ITEM.match(words)
        is_other = not words.strip() or words.lstrip().startswith(("#", "|", "---", ">"))
        if start is not None and (is_other or opens):
            yield start, text[start : line.start()].rstrip()
            start = None
        if start is None and not is_other:
            start = line.start() + (opens.end() if opens else len(words) - len(words.lstrip()))
    if start is not None:
        yield start, text[start:].rstrip()
