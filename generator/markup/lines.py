"""Block rules for headings and for lines across the page."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from markdown_it.common.utils import MD_TRIM_CHARS
from markdown_it.rules_block import StateBlock

_RULE = re.compile(r"([*_-])[ \t]*(?:\1[ \t]*){2,}")

Rule = Callable[[StateBlock, int, int, bool], bool]


def begins(rules: Mapping[str, tuple[Rule, ...]], state: StateBlock, line: int, end: int) -> bool:
    """Whether one of the rules, which are given by the first character that they need, holds at a line."""
    for rule in rules.get(state.src[state.bMarks[line] + state.tShift[line]], ()):
        if rule(state, line, end, True):
            return True
    return False


def heading(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: ARG001
    """Block rule for headings after `#` signs."""
    if state.is_code_block(start):
        return False
    text = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    content = text.lstrip("#")
    level = len(text) - len(content)
    if not 1 <= level <= 6 or (content and content[0] not in " \t"):
        return False
    if silent:
        return True
    content = content.rstrip(" \t")
    closed = content.rstrip("#")
    if closed and closed[-1] in " \t":
        content = closed
    push_heading(state, level, "#" * level, content.strip(MD_TRIM_CHARS), (start, start + 1))
    return True


def push_heading(state: StateBlock, level: int, markup: str, content: str, lines: tuple[int, int]) -> None:
    """Append a heading; `lines` are its first one and that after it."""
    token = state.push("heading", f"h{level}", 0)
    token.markup, token.content, token.map = markup, content, [*lines]
    state.line = lines[1]


def rule_line(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: ARG001
    """Block rule for lines across the page: three or more of `*`, `-` or `_`."""
    if state.is_code_block(start):
        return False
    if not _RULE.fullmatch(state.src, state.bMarks[start] + state.tShift[start], state.eMarks[start]):
        return False
    if not silent:
        state.line = start + 1
        state.push("hr", "hr", 0).map = [start, state.line]
    return True
