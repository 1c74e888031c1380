"""The front matter of a file: the YAML between two lines of three hyphens."""

from __future__ import annotations

from dataclasses import dataclass

from generator.content.files import TextFile
from generator.content.yamlnodes import Table, parse_yaml
from generator.problems import Problem

_FENCE = "---"


@dataclass(frozen=True, slots=True)
class Document:
    """A file taken apart."""

    table: Table
    """The front matter; empty where there is none or it is broken."""
    body: str
    body_line: int
    """Line of the file on which the body begins, from 1."""


def split_front_matter(text: str) -> tuple[str, str, int] | None:
    """YAML, body and the first line of the body, or None without a closed front matter."""
    lines = text.split("\n")
    if lines[0].rstrip() != _FENCE:
        return None
    for index, line in enumerate(lines[1:], start=1):
        if line.rstrip() == _FENCE:
            return "\n".join(lines[1:index]), "\n".join(lines[index + 1 :]), index + 2
    return None


def parse_document(file: TextFile) -> tuple[Document, list[Problem]]:
    """Front matter and body of a file, with what is wrong with the front matter."""
    parts = split_front_matter(file.text)
    if parts is None:
        code = "E107" if file.text.split("\n", 1)[0].rstrip() == _FENCE else "E106"
        return Document(Table(1, 1), "", 1), [Problem(file.path, 1, 1, code)]
    source, body, body_line = parts
    node, problems = parse_yaml(source, path=file.path, first_line=2)
    if node is None and not problems:
        node = Table(2, 1)
    if node is not None and not isinstance(node, Table):
        problems.append(Problem(file.path, node.line, node.column, "E108", {"reason": "not `key: value` lines"}))
        node = None
    return Document(node or Table(2, 1), body, body_line), problems
