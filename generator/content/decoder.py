"""Nodes to values: each value is read as the type that its key declares, and each fault is told at its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import TypeVar
from urllib.parse import urlsplit

from generator.content.dates import parse_date, parse_duration, parse_span
from generator.content.yamlnodes import Items, Node, Scalar, Table
from generator.model.dates import DateSpan, Duration, PartialDate
from generator.model.localized import Localized
from generator.problems import Problem, nearest
from generator.text.forms import control_character

T = TypeVar("T")

Place = tuple[int, int]
"""Line and column, from 1."""

DURATION_KEYS = ("value", "basis", "approximate")
"""Keys of a duration that is more than a text."""

IDENTIFIER = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
"""An id: lower-case ASCII letters and digits with single hyphens."""


class Decoder:
    """Reads the nodes of one file and collects its problems and the places of its values."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.problems: list[Problem] = []
        self.marks: dict[tuple[str | int, ...], Place] = {}

    def report(self, node: Node, code: str, **values: str) -> None:
        """Notes a problem at a node."""
        self.problems.append(Problem(self.path, node.line, node.column, code, values))

    def mark(self, node: Node, *where: str | int) -> None:
        """Remembers where a value stands, for checks that need the whole library."""
        self.marks[where] = (node.line, node.column)

    # texts

    def text(self, node: Node | None) -> str | None:
        """A text that is not empty."""
        if node is None:
            return None
        if not isinstance(node, Scalar):
            self.report(node, "E203", expected="text")
            return None
        text = node.text.strip()
        control = control_character(text)
        if not text:
            self.report(node, "E215")
        elif control is not None:
            self.report(node, "E102", character=f"U+{ord(text[control]):04X}")
        else:
            return text
        return None

    def one_of(self, node: Node | None, allowed: Collection[str]) -> str | None:
        """A word of a closed list."""
        text = self.text(node)
        if text is None or node is None or text in allowed:
            return text
        self.report(node, "E206", value=text, allowed=", ".join(allowed), suggestion=nearest(text, allowed))
        return None

    def identifier(self, node: Node | None) -> str | None:
        """An id in lower-case ASCII."""
        text = self.text(node)
        if text is None or node is None or IDENTIFIER.fullmatch(text):
            return text
        self.report(node, "E401", id=text)
        return None

    def boolean(self, node: Node | None) -> bool:
        """`true` or `false`; false where there is nothing."""
        return self.one_of(node, ("true", "false")) == "true"

    def url(self, node: Node | None) -> str | None:
        """An absolute http or https address."""
        text = self.text(node)
        if text is None or node is None or is_web_address(text):
            return text
        self.report(node, "E212", value=text)
        return None

    # dates

    def date(self, node: Node | None) -> PartialDate | None:
        """A date at its precision."""
        return self._parsed(node, parse_date, "E204")

    def span(self, node: Node | None) -> DateSpan | None:
        """A date or a span of two."""
        return self._parsed(node, parse_span, "E204")

    def day(self, node: Node | None) -> PartialDate | None:
        """A date exact to the day."""
        date = self.date(node)
        if date is None or node is None or date.precision == "day":
            return date
        self.report(node, "E204", value=date.iso)
        return None

    def duration(self, node: Node | None) -> Duration | None:
        """A duration, or a table of its value, basis and whether it is approximate."""
        if not isinstance(node, Table):
            seconds = self._parsed(node, parse_duration, "E205")
            return Duration(seconds=seconds, text=self.text(node) or "") if seconds is not None else None
        fields = self.table(node, DURATION_KEYS, needed=("value",))
        seconds = self._parsed(fields.get("value"), parse_duration, "E205")
        basis = self.one_of(fields.get("basis"), ("source", "computed"))
        if seconds is None:
            return None
        return Duration(
            seconds=seconds,
            text=self.text(fields["value"]) or "",
            basis="computed" if basis == "computed" else "source",
            approximate=self.boolean(fields.get("approximate")),
        )

    def _parsed(self, node: Node | None, parse: Callable[[str], T | None], code: str) -> T | None:
        text = self.text(node)
        if text is None or node is None:
            return None
        value = parse(text)
        if value is None:
            self.report(node, code, value=text)
        return value

    # collections

    def table(self, node: Node | None, keys: Collection[str], *, needed: Collection[str] = ()) -> dict[str, Node]:
        """The values of a mapping by key; unknown keys and missing ones are told."""
        if node is None:
            return {}
        if not isinstance(node, Table):
            self.report(node, "E203", expected="mapping")
            return {}
        for name, key, _ in node:
            if name not in keys:
                self.report(key, "E201", key=name, suggestion=nearest(name, keys))
        for name in needed:
            if name not in node.pairs:
                self.report(node, "E202", key=name)
        return {name: value for name, _, value in node if name in keys}

    def entries(self, node: Node | None, *where: str) -> list[tuple[str, Node]]:
        """The entries of a mapping whose keys are ids; the place of each is remembered under `where` and its id."""
        if node is None:
            return []
        if not isinstance(node, Table):
            self.report(node, "E203", expected="mapping")
            return []
        for name, key, _ in node:
            self.mark(key, *where, name)
            if not IDENTIFIER.fullmatch(name):
                self.report(key, "E401", id=name)
        return [(name, value) for name, _, value in node]

    def items(self, node: Node | None) -> list[Node]:
        """The items of a sequence."""
        if node is None:
            return []
        if not isinstance(node, Items):
            self.report(node, "E203", expected="list")
            return []
        if not node.nodes:
            self.report(node, "E215")
        return node.nodes

    def texts(self, node: Node | None) -> tuple[str, ...]:
        """A list of texts, each once."""
        return self.unique(node, self.text)

    def unique(self, node: Node | None, read: Callable[[Node], str | None]) -> tuple[str, ...]:
        """A list of texts read one by one; a repeated one is told and left out."""
        found: dict[str, None] = {}
        for item in self.items(node):
            text = read(item)
            if text in found and text is not None:
                self.report(item, "E214", value=text)
            elif text is not None:
                found[text] = None
        return tuple(found)

    def localized(
        self, node: Node | None, languages: Collection[str], read: Callable[[Node], T | None], *, complete: bool
    ) -> Localized[T]:
        """A value by language; where `complete`, every language is needed."""
        fields = self.table(node, languages, needed=languages if complete else ())
        values = {language: read(fields[language]) for language in languages if language in fields}
        return Localized({language: value for language, value in values.items() if value is not None})


def is_web_address(text: str) -> bool:
    """Whether the text is an absolute http or https address without white space or control characters."""
    if re.search(r"[\s\x00-\x1f\x7f<>\"\\]", text):
        return False
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return False
    named = bool(parts.hostname) and parts.username is None and parts.password is None and port != 0
    return parts.scheme in ("http", "https") and named


def places(marks: Mapping[tuple[str | int, ...], Place], *where: str | int) -> Place:
    """Where a value stands; the first line where it is not known."""
    return marks.get(where, (1, 1))
