"""Block rule for lists."""

from __future__ import annotations

import re
from dataclasses import dataclass

from markdown_it.rules_block import StateBlock, blockquote, fence

from generator.markup.lines import Rule, begins, rule_line

_MARKER = re.compile(r"(?:([0-9]{1,9})[.)]|[*+-])(?=[ \t]|$)")
_SPACES = re.compile(r"[ \t]*")
_ENDING: dict[str, tuple[Rule, ...]] = {
    "`": (fence,),
    "~": (fence,),
    ">": (blockquote,),
    **dict.fromkeys("*-_", (rule_line,)),
}
"""What ends a list where an item could begin."""


@dataclass(slots=True)
class Marker:
    """What begins an item: a bullet, or a number and a full stop or bracket."""

    end: int
    """Index in the source after it."""
    sign: str
    """Its last character: an item with another one begins another list."""
    number: int | None


def marker(state: StateBlock, line: int) -> Marker | None:
    """The marker at the beginning of a line."""
    found = _MARKER.match(state.src, state.bMarks[line] + state.tShift[line], state.eMarks[line])
    if not found:
        return None
    return Marker(found.end(), state.src[found.end() - 1], int(found[1]) if found[1] else None)


def list_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Read a list and what its items hold."""
    if state.is_code_block(start) or _continues_paragraph(state, start):
        return False
    found = marker(state, start)
    if not found or (silent and not _may_interrupt(state, start, found)):
        return False
    if not silent:
        _read(state, start, end, found)
    return True


def _continues_paragraph(state: StateBlock, line: int) -> bool:
    """Whether a line is indented too far from the list around it to begin an item, yet less than its text."""
    indent = state.sCount[line]
    return state.listIndent >= 0 and indent - state.listIndent >= 4 and indent < state.blkIndent


def _may_interrupt(state: StateBlock, line: int, found: Marker) -> bool:
    """A list ends a paragraph only if it begins with 1 or a bullet, and with text."""
    if state.parentType != "paragraph" or state.sCount[line] < state.blkIndent:
        return True
    return found.number in (None, 1) and state.skipSpaces(found.end) < state.eMarks[line]


def _read(state: StateBlock, start: int, end: int, first: Marker) -> None:
    kind, tag = ("bullet_list", "ul") if first.number is None else ("ordered_list", "ol")
    opening = len(state.tokens)
    token = state.push(f"{kind}_open", tag, 1)
    token.map = lines = [start, 0]
    if first.number not in (None, 1):
        token.attrs = {"start": first.number or 0}
    parent, state.parentType = state.parentType, "list"
    line, tight = _read_items(state, start, end, first)
    state.push(f"{kind}_close", tag, -1)
    lines[1] = state.line = line
    state.parentType = parent
    if tight:
        _hide_paragraphs(state, opening)


def _read_items(state: StateBlock, line: int, end: int, first: Marker) -> tuple[int, bool]:
    """Read the items; the line after them, and whether no empty line parts them."""
    found, tight, empty_end = first, True, False
    while True:
        begin = line
        tight = _read_item(state, line, end, found) and not empty_end and tight
        line = state.line
        empty_end = line - begin > 1 and state.isEmpty(line - 1)
        if line >= end or state.sCount[line] < state.blkIndent or state.is_code_block(line):
            break
        following = marker(state, line)
        if not following or following.sign != first.sign or (following.number is None) != (first.number is None):
            break
        if begins(_ENDING, state, line, end):
            break
        found = following
    return line, tight


def _read_item(state: StateBlock, line: int, end: int, found: Marker) -> bool:
    """Read what one item holds; whether no empty line parts its blocks."""
    begin, limit = state.bMarks[line], state.eMarks[line]
    spaces = _SPACES.match(state.src, found.end, limit)
    text = spaces.end() if spaces else limit
    initial = state.sCount[line] + found.end - (begin + state.tShift[line])
    offset = initial + text - found.end
    if "\t" in state.src[found.end : text]:
        offset = _expand(state, line, initial, found.end, text)
    after = 1 if text >= limit or offset - initial > 4 else offset - initial
    token = state.push("list_item_open", "li", 1)
    token.map = lines = [line, 0]
    tight = _read_content(state, line, end, indent=initial + after, shift=text - begin, offset=offset)
    state.push("list_item_close", "li", -1)
    lines[1] = state.line
    return tight


def _expand(state: StateBlock, line: int, offset: int, begin: int, end: int) -> int:
    for character in state.src[begin:end]:
        offset += 4 - (offset + state.bsCount[line]) % 4 if character == "\t" else 1
    return offset


def _read_content(state: StateBlock, line: int, end: int, *, indent: int, shift: int, offset: int) -> bool:
    kept = state.tight, state.tShift[line], state.sCount[line], state.listIndent
    empty = state.bMarks[line] + shift >= state.eMarks[line]
    state.listIndent, state.blkIndent = state.blkIndent, indent
    state.tight, state.tShift[line], state.sCount[line] = True, shift, offset
    if empty and state.isEmpty(line + 1):
        state.line = min(line + 2, end)
    else:
        state.md.block.tokenize(state, line, end)
    tight = state.tight
    state.blkIndent = state.listIndent
    state.tight, state.tShift[line], state.sCount[line], state.listIndent = kept
    return tight


def _hide_paragraphs(state: StateBlock, opening: int) -> None:
    """Items of a list without empty lines are not paragraphs."""
    level = state.level + 2
    for token in state.tokens[opening + 2 :]:
        if token.level == level and token.type == "paragraph":
            token.hidden = True
