"""YAML as nodes that know their place.

Values stay the text that the author wrote: `NO`, `1:30` and `0777` are read by whoever knows their type. Nodes are made
from the event stream of the C parser, so that nesting, anchors and duplicate keys are met before anything is built.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

import yaml

from generator.problems import Problem

MAX_DEPTH = 20
"""Levels of nesting that a file may have."""

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(slots=True)
class Scalar:
    """A text."""

    text: str
    line: int
    column: int


@dataclass(slots=True)
class Items:
    """A sequence."""

    line: int
    column: int
    nodes: list[Node] = field(default_factory=list)


@dataclass(slots=True)
class Table:
    """A mapping; keys are texts, each once."""

    line: int
    column: int
    pairs: dict[str, tuple[Scalar, Node]] = field(default_factory=dict)

    def __iter__(self) -> Iterator[tuple[str, Scalar, Node]]:
        return ((name, key, node) for name, (key, node) in self.pairs.items())

    def get(self, name: str) -> Node | None:
        """The value under this key, or None."""
        pair = self.pairs.get(name)
        return pair[1] if pair else None


Node: TypeAlias = Scalar | Items | Table


class _Refused(Exception):  # noqa: N818  # ends the reading of a file; never leaves this module
    def __init__(self, code: str, event: yaml.Event, **values: str) -> None:
        super().__init__(code)
        self.code, self.event, self.values = code, event, values


class _Composer:
    """Puts nodes together from events, without recursion."""

    def __init__(self, path: str, first_line: int) -> None:
        self.path, self.first_line = path, first_line
        self.problems: list[Problem] = []
        self.root: Node | None = None
        self.open: list[Items | Table] = []
        self.keys: list[Scalar | None] = []

    def place(self, event: yaml.Event) -> tuple[int, int]:
        mark = event.start_mark
        return (mark.line + self.first_line, mark.column + 1) if mark else (self.first_line, 1)

    def read(self, text: str) -> None:
        documents = 0
        for event in yaml.parse(text, Loader=_Loader):
            if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
                raise _Refused("E110", event)
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise _Refused("E108", event, reason="a second document")
            elif isinstance(event, yaml.ScalarEvent):
                self.add(Scalar(event.value, *self.place(event)), event)
            elif isinstance(event, yaml.MappingStartEvent):
                self.enter(Table(*self.place(event)), event)
            elif isinstance(event, yaml.SequenceStartEvent):
                self.enter(Items(*self.place(event)), event)
            elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
                self.open.pop()
                self.keys.pop()

    def enter(self, node: Items | Table, event: yaml.Event) -> None:
        if len(self.open) >= MAX_DEPTH:
            raise _Refused("E111", event, limit=str(MAX_DEPTH))
        self.add(node, event)
        self.open.append(node)
        self.keys.append(None)

    def add(self, node: Node, event: yaml.Event) -> None:
        if not self.open:
            self.root = node
            return
        parent = self.open[-1]
        if isinstance(parent, Items):
            parent.nodes.append(node)
        elif self.keys[-1] is None:
            if not isinstance(node, Scalar):
                raise _Refused("E108", event, reason="a key that is not a text")
            self.keys[-1] = node
        else:
            self.pair(parent, self.keys[-1], node)
            self.keys[-1] = None

    def pair(self, parent: Table, key: Scalar, node: Node) -> None:
        if key.text in parent.pairs:
            first = parent.pairs[key.text][0].line
            values = {"key": key.text, "first": str(first)}
            self.problems.append(Problem(self.path, key.line, key.column, "E109", values))
            return
        parent.pairs[key.text] = (key, node)


def parse_yaml(text: str, *, path: str, first_line: int = 1) -> tuple[Node | None, list[Problem]]:
    """The root node of a YAML text and what is wrong with it; None for an empty or a broken text."""
    tab = text.find("\t")
    if tab >= 0:
        line = text.count("\n", 0, tab)
        column = tab - (text.rfind("\n", 0, tab) + 1)
        return None, [Problem(path, line + first_line, column + 1, "E112")]
    composer = _Composer(path, first_line)
    try:
        composer.read(text)
    except _Refused as refused:
        problem = Problem(path, *composer.place(refused.event), refused.code, refused.values)
        return None, [*composer.problems, problem]
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + first_line, mark.column + 1) if mark else (first_line, 1)
        reason = error.problem or error.context or "not YAML"
        if "nesting depth" in reason:  # the parser's own limit, met before ours
            return None, [*composer.problems, Problem(path, line, column, "E111", {"limit": str(MAX_DEPTH)})]
        return None, [*composer.problems, Problem(path, line, column, "E108", {"reason": reason})]
    except yaml.YAMLError as error:
        values = {"reason": str(error).splitlines()[0]}
        return None, [*composer.problems, Problem(path, first_line, 1, "E108", values)]
    return composer.root, composer.problems
