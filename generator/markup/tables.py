"""Block rule for tables, as GitHub reads them."""

from __future__ import annotations

import re

from markdown_it.common.utils import MD_TRIM_CHARS
from markdown_it.rules_block import StateBlock, blockquote, fence

from generator.markup.lines import Rule, begins, heading, rule_line
from generator.markup.lists import list_block

_DELIMITERS = re.compile(r"(?:[|:]|-(?![ \t]))[|:\- \t]+")
_DELIMITER = re.compile(r"(:)?-+(:)?")
_BAR = re.compile(r"(?<!\\)\|")
_ALIGNMENTS = {(False, False): "", (True, False): "left", (False, True): "right", (True, True): "center"}
_ENDING: dict[str, tuple[Rule, ...]] = {
    "`": (fence,),
    "~": (fence,),
    ">": (blockquote,),
    "#": (heading,),
    "_": (rule_line,),
    **dict.fromkeys("*-", (rule_line, list_block)),
    **dict.fromkeys("+0123456789", (list_block,)),
}
"""What ends a table."""
_MOST_MISSING_CELLS = 0x10000
"""Cells that rows may leave out, at most, so that a small text does not become a huge table."""


def table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Read a table; each row keeps the index in the source at which its text begins, and the cells their alignment."""
    source = state.src
    header = source[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    if start + 2 > end or "|" not in header:
        return False
    alignments = _alignments(state, start + 1)
    if not alignments or state.is_code_block(start):
        return False
    cells = split_cells(header)
    if len(cells) != len(alignments):
        return False
    if not silent:
        _read(state, start, end, cells, alignments)
    return True


def split_cells(row: str) -> list[str]:
    """Texts of the cells of a row; a bar after a backslash is part of its cell."""
    row = row.strip(MD_TRIM_CHARS)
    cells = row.split("|") if "\\" not in row else [cell.replace("\\|", "|") for cell in _BAR.split(row)]
    if cells and not cells[0]:
        del cells[0]
    if cells and not cells[-1]:
        del cells[-1]
    return cells


def _alignments(state: StateBlock, line: int) -> list[str] | None:
    """Alignment of each column by the line below the header, or None if it is not such a line."""
    begin, end = state.bMarks[line] + state.tShift[line], state.eMarks[line]
    if state.sCount[line] < state.blkIndent or not _DELIMITERS.fullmatch(state.src, begin, end):
        return None
    if state.is_code_block(line):
        return None
    columns = [column.strip(MD_TRIM_CHARS) for column in state.src[begin:end].split("|")]
    alignments = []
    for index, column in enumerate(columns):
        if not column and index in (0, len(columns) - 1):
            continue
        found = _DELIMITER.fullmatch(column)
        if not found:
            return None
        alignments.append(_ALIGNMENTS[bool(found[1]), bool(found[2])])
    return alignments


def _read(state: StateBlock, start: int, end: int, header: list[str], alignments: list[str]) -> None:
    parent, state.parentType = state.parentType, "table"
    state.push("table_open", "table", 1)
    state.push("thead_open", "thead", 1)
    _row(state, start, "th", header, alignments)
    state.push("thead_close", "thead", -1)
    line = _read_rows(state, start + 2, end, alignments)
    state.push("table_close", "table", -1)
    state.parentType, state.line = parent, line


def _read_rows(state: StateBlock, line: int, end: int, alignments: list[str]) -> int:
    """Read the rows below the header and return the line after the last one."""
    first, missing = line, 0
    while line < end and state.sCount[line] >= state.blkIndent:
        if state.isEmpty(line) or begins(_ENDING, state, line, end):
            break
        text = state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]
        if not text.strip(MD_TRIM_CHARS) or state.is_code_block(line):
            break
        cells = split_cells(text)
        missing += len(alignments) - len(cells)
        if missing > _MOST_MISSING_CELLS:
            break
        if line == first:
            state.push("tbody_open", "tbody", 1)
        _row(state, line, "td", cells, alignments)
        line += 1
    if line > first:
        state.push("tbody_close", "tbody", -1)
    return line


def _row(state: StateBlock, line: int, tag: str, cells: list[str], alignments: list[str]) -> None:
    push = state.push
    token = push("tr_open", "tr", 1)
    token.map = [line, line + 1]
    token.meta = {"start": state.bMarks[line] + state.tShift[line]}
    for index, alignment in enumerate(alignments):
        cell = push("cell", tag, 0)
        cell.content = cells[index].strip(MD_TRIM_CHARS) if index < len(cells) else ""
        cell.info = alignment
    push("tr_close", "tr", -1)
