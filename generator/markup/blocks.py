"""Block Markdown: lines into paragraphs, lists, tables and the like.

The blocks are those of markdown-it, and where its rules are slow this package has its own for them. The first character
of a line leads to the rules that can begin with it, and one rule reads paragraphs and underlined headings together,
because both end at the same line. A paragraph, a heading and a table cell are one token each, with their text.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import MD_TRIM_CHARS
from markdown_it.parser_block import ParserBlock
from markdown_it.rules_block import StateBlock, blockquote, code, fence, reference
from markdown_it.token import Token
from markdown_it.utils import EnvType
from mdit_py_plugins.footnote.index import footnote_def

from generator.markup.lines import Rule, begins, heading, push_heading, rule_line
from generator.markup.lists import list_block
from generator.markup.tables import table
from generator.markup.tokens import Node

BLOCK_LEVELS = 20
"""Lists, quotations and footnotes inside one another, at most."""

_INDENTS = frozenset(" \t")


class State(StateBlock):
    """The state of reading one file's lines."""

    def __init__(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> None:
        self.src, self.md, self.env, self.tokens = src, md, env, tokens
        self._measure(src)
        self.lineMax = len(self.bMarks) - 1
        self.bsCount = [0] * len(self.bMarks)
        self.line = self.level = self.blkIndent = 0
        self.listIndent = self.ddIndent = -1
        self.tight = False
        self.parentType = "root"
        self._code_enabled = True
        self.depth = 0
        """How many containers enclose the current line."""

    def _measure(self, source: str) -> None:
        """Note where each line, and its text after the indentation, begins and ends; an empty line closes the list."""
        lines = source.split("\n")
        lengths = [len(line) + 1 for line in lines]
        ends = list(accumulate(lengths))
        self.bMarks = [0, *ends[:-1]]
        self.eMarks = [end - 1 for end in ends]
        self.tShift = [0] * len(lines)
        self.sCount = [0] * len(lines)
        for index in [index for index, line in enumerate(lines) if line[:1] in _INDENTS]:
            line = lines[index]
            shift = len(line) - len(line.lstrip(" \t"))
            self.tShift[index] = shift
            self.sCount[index] = len(line[:shift].expandtabs(4))

    def skipEmptyLines(self, from_pos: int) -> int:  # noqa: N802
        """The first line from here on that holds something."""
        while from_pos < self.lineMax and self.bMarks[from_pos] + self.tShift[from_pos] >= self.eMarks[from_pos]:
            from_pos += 1
        return from_pos

    def push(self, ttype: str, tag: str, nesting: Any) -> Node:
        """Append a token."""
        token = Node(ttype, tag, nesting)
        if nesting < 0:
            self.level -= 1
            token.level = self.level
        else:
            token.level = self.level
            self.level += nesting
        self.tokens.append(token)
        return token

    def text(self, begin: int, end: int) -> str:
        """The text of a paragraph of these lines."""
        source, shifts = self.src, self.tShift
        first = source[self.bMarks[begin] + shifts[begin] : self.eMarks[begin]]
        if end == begin + 1:
            return first.strip(MD_TRIM_CHARS)
        lines = [first]
        for line in range(begin + 1, end):
            if shifts[line]:
                lines.append(self.getLines(line, line + 1, self.blkIndent, False))
            else:
                lines.append(source[self.bMarks[line] : self.eMarks[line]])
        return "\n".join(lines).strip(MD_TRIM_CHARS)


def paragraph(state: State, start: int, end: int) -> None:
    """Read a paragraph, or a heading that is underlined with `=` or `-`."""
    line, level = start + 1, 0
    if line < state.lineMax and not state.isEmpty(line):
        parent, state.parentType = state.parentType, "paragraph"
        line, level = _paragraph_end(state, start, end)
        state.parentType = parent
    content = state.text(start, line)
    if level:
        push_heading(state, level, "=-"[level - 1], content, (start, line + 1))
        return
    state.line = line
    token = state.push("paragraph", "p", 0)
    token.content, token.map = content, [start, line]


def _paragraph_end(state: StateBlock, start: int, end: int) -> tuple[int, int]:
    """The line after the paragraph, and the level of the heading that this line makes of it, or 0."""
    line = start + 1
    while line < state.lineMax and not state.isEmpty(line):
        indent = state.sCount[line]
        if indent - state.blkIndent <= 3:
            level = _underline(state, line) if line < end and indent >= state.blkIndent else 0
            if level:
                return line, level
            if indent >= 0 and _interrupts(state, line, state.lineMax if line >= end else end):
                break
        line += 1
    return line, 0


def _underline(state: StateBlock, line: int) -> int:
    text = state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].rstrip(" \t")
    if text[0] == "-" and not text.strip("-"):
        return 2
    return 1 if text[0] == "=" and not text.strip("=") else 0


def _interrupts(state: StateBlock, line: int, end: int) -> bool:
    return begins(INTERRUPTING, state, line, end) or table(state, line, end, True)


RULES: dict[str, tuple[Rule, ...]] = {
    "`": (fence,),
    "~": (fence,),
    ">": (blockquote,),
    "*": (rule_line, list_block),
    "-": (rule_line, list_block),
    "_": (rule_line,),
    "+": (list_block,),
    "#": (heading,),
    "[": (footnote_def, reference),
    **dict.fromkeys("0123456789", (list_block,)),
}
"""By the first character of a line; a paragraph where none of them applies."""
INTERRUPTING = RULES | {"[": (footnote_def,)}
"""Those that may end a paragraph."""


class Blocks(ParserBlock):
    """The block parser of this library."""

    def __init__(self) -> None:
        super().__init__()
        self.ruler.disable(["html_block", "lheading"])
        interrupting_all = {"alt": ["paragraph", "reference", "blockquote"]}
        interrupting_more = {"alt": [*interrupting_all["alt"], "list"]}
        self.ruler.at("table", table, {"alt": ["paragraph", "reference"]})
        self.ruler.at("hr", rule_line, {"alt": interrupting_more["alt"]})
        self.ruler.at("list", list_block, {"alt": interrupting_all["alt"]})
        self.ruler.at("heading", heading, {"alt": interrupting_all["alt"]})
        self.ruler.before("reference", "footnote_def", footnote_def, {"alt": ["paragraph", "reference"]})

    def tokenize(self, state: StateBlock, startLine: int, endLine: int) -> None:  # noqa: N803
        """Make tokens of a range of lines."""
        assert isinstance(state, State)  # noqa: S101
        if state.depth > BLOCK_LEVELS:
            state.env.setdefault("too_nested", startLine)
            state.line = endLine
            return
        state.depth += 1
        self._tokenize(state, startLine, endLine)
        state.depth -= 1

    def _tokenize(self, state: State, line: int, end: int) -> None:
        had_empty = False
        while line < end:
            state.line = line = state.skipEmptyLines(line)
            if line >= end or state.sCount[line] < state.blkIndent:
                break
            self._block(state, line, end)
            state.tight = not had_empty
            line = state.line
            if line - 1 < end and state.isEmpty(line - 1):
                had_empty = True
            if line < end and state.isEmpty(line):
                had_empty = True
                line += 1
                state.line = line

    def _block(self, state: State, line: int, end: int) -> None:
        if state.sCount[line] - state.blkIndent >= 4:
            code(state, line, end, False)
            return
        source, below = state.src, line + 1
        if (
            below < end
            and source[state.bMarks[below] + state.tShift[below]] in "|-:"
            and table(state, line, end, False)
        ):
            return
        for rule in RULES.get(source[state.bMarks[line] + state.tShift[line]], ()):
            if rule(state, line, end, False):
                return
        paragraph(state, line, end)

    def parse(self, src: str, md: MarkdownIt, env: EnvType, outTokens: list[Token]) -> list[Token]:  # noqa: N803
        """Append the tokens of a file's body to `outTokens`; `src` ends with a line end."""
        state = State(src, md, env, outTokens)
        self.tokenize(state, 0, state.lineMax)
        return outTokens
