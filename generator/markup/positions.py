"""From a place in a token back to a line and column of the file.

The text of a block has lost its indentation, its quotation marks and the trailing spaces of its last line; each of its
lines is still the end of a line of the source, which is how the column is found. Headings and table cells lie between
other characters and are looked up from the left.
"""

from __future__ import annotations

import re

from markdown_it.token import Token

_CELL_END = re.compile(r"(?<!\\)\|")


class Positions:
    """Lines and columns of one body; all indexes of the body count from 0, those of the file from 1."""

    def __init__(self, source: str, first_line: int) -> None:
        self.source = source
        self.first_line = first_line
        self.lines = source.split("\n")

    def of_line(self, line: int, wanted: str = "") -> tuple[int, int]:
        """Where a string stands in a line of the body; the first character that is not a space without one."""
        text = self.lines[line] if line < len(self.lines) else ""
        column = text.find(wanted) if wanted else len(text) - len(text.lstrip() or text)
        return self.first_line + line, max(column, 0) + 1

    def of_text(self, token: Token, index: int) -> tuple[int, int]:
        """Where an index into the text of a paragraph or an underlined heading stands."""
        content = token.content
        start = content.rfind("\n", 0, index) + 1
        end = content.find("\n", index)
        line = (token.map or [0])[0] + content.count("\n", 0, index)
        rest = len(content[index : None if end < 0 else end].rstrip())
        if not content[start:end].strip():
            return self.of_line(line)
        return self.first_line + line, max(len(self.lines[line].rstrip()) - rest, 0) + 1

    def of_heading(self, token: Token, index: int) -> tuple[int, int]:
        """Where an index into the text of a `#` heading stands."""
        line = (token.map or [0])[0]
        text = self.lines[line]
        start = text.find(token.content, text.find("#")) if token.content else 0
        return self.first_line + line, max(start, 0) + index + 1

    def of_cell(self, row: Token, cell: int, index: int) -> tuple[int, int]:
        """Where an index into the text of a table cell stands; a backslash before a bar is not part of that text."""
        line = (row.map or [0])[0]
        line_start = self.source.rfind("\n", 0, row.meta["start"]) + 1
        text = self.lines[line]
        column = self._cell_start(text, row.meta["start"] - line_start, cell)
        for _ in range(index):
            column += 2 if text[column : column + 2] == "\\|" else 1
        return self.first_line + line, column + 1

    @staticmethod
    def _cell_start(text: str, start: int, cell: int) -> int:
        if text[start : start + 1] == "|":
            start += 1
        for _ in range(cell):
            found = _CELL_END.search(text, start)
            if not found:
                break
            start = found.end()
        while text[start : start + 1].isspace():
            start += 1
        return start
