"""Inline Markdown: the text of one block into tokens.

The rules are those of markdown-it but for emphasis beside CJK text (`flanking`), links by id and footnotes. Each
character that can begin something leads straight to its rules; all other text is taken in one piece.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline import autolink, backtick, entity, escape, image, link, link_pairs, newline, strikethrough
from markdown_it.rules_inline import emphasis as pairs
from markdown_it.rules_inline.state_inline import Delimiter, Scanned, StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType

from generator.markup.flanking import SPACE, flanking, traits, traits_before
from generator.markup.notes import footnote_reference
from generator.markup.tokens import Node

SPECIAL = re.compile(r"[\n\\`*_~\[\]<&]|!(?=\[)")
"""Where something other than text may begin."""
INLINE_LEVELS = 20
"""Brackets inside brackets, at most."""
EMPHASIS_LEVELS = 40
"""Emphasis inside emphasis, at most."""

_DOUBLE_BRACKETS = re.compile(r"\[\[([^\[\]\n]*)\]\]")
_ASTERISK, _UNDERSCORE = ord("*"), ord("_")

Rule = Callable[[StateInline, bool], bool]


class TooNestedError(Exception):
    """The text of a block nests deeper than anybody writes."""


class State(StateInline):
    """The state of reading one block's text."""

    def push(self, ttype: str, tag: str, nesting: Any) -> Node:
        """Append a token; text read before it becomes a token of its own first."""
        if self._pending or self._pending_buffer:
            self.pushPending()
        token = Node(ttype, tag, nesting)
        token.pos = self.pos
        meta: dict[str, Any] | None = None
        if nesting < 0:
            self.level -= 1
            self.delimiters = self._prev_delimiters.pop()
        elif nesting > 0:
            self.level += 1
            self._prev_delimiters.append(self.delimiters)
            self.delimiters = []
            meta = {"delimiters": self.delimiters}
        self.tokens.append(token)
        self.tokens_meta.append(meta)
        return token

    def pushPending(self) -> Node:  # noqa: N802
        """Make a token of the text read so far."""
        token = Node("text", "", 0)
        token.content = self.pending
        self.tokens.append(token)
        self.tokens_meta.append(None)
        self.pending = ""
        return token

    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:  # noqa: N802, N803
        """Length of the run of delimiters at `start`, and whether it can open and close emphasis."""
        source, end = self.src, self.posMax
        marker = source[start]
        pos = start + 1
        while pos < end and source[pos] == marker:
            pos += 1
        after = traits(source[pos]) if pos < end else SPACE
        opens, closes = flanking(traits_before(source, start), after, splits_words=canSplitWord)
        return Scanned(opens, closes, pos - start)


def emphasis(state: StateInline, silent: bool) -> bool:
    """Inline rule for runs of `*` and `_`; a run that can neither open nor close is text at once."""
    if silent:
        return False
    marker = state.src[state.pos]
    opens, closes, length = state.scanDelims(state.pos, marker == "*")
    if not (opens or closes):
        state.append_pending(marker * length)
        state.pos += length
        return True
    code = _ASTERISK if marker == "*" else _UNDERSCORE
    for _ in range(length):
        state.push("text", "", 0).content = marker
        state.delimiters.append(Delimiter(code, length, len(state.tokens) - 1, -1, opens, closes))
    state.pos += length
    return True


def incident_link(state: StateInline, silent: bool) -> bool:
    """Inline rule for `[[IL-0123]]` and `[[IL-0123|label]]`; the renderer judges what stands between the brackets."""
    found = _DOUBLE_BRACKETS.match(state.src, state.pos, state.posMax)
    if not found:
        return False
    if state.src[found.end() : found.end() + 1] == "(":
        return False
    if not silent:
        state.push("incident_link", "", 0).content = found.group(1)
    state.pos = found.end()
    return True


RULES: dict[str, tuple[Rule, ...]] = {
    "\n": (newline,),
    "\\": (escape,),
    "`": (backtick,),
    "~": (strikethrough.tokenize,),
    "*": (emphasis,),
    "_": (emphasis,),
    "[": (incident_link, footnote_reference, link),
    "!": (image,),
    "<": (autolink,),
    "&": (entity,),
}


class Inlines(ParserInline):
    """The inline parser of this library."""

    def skipToken(self, state: StateInline) -> None:  # noqa: N802
        """Move past whatever begins here, as the search for the end of a bracket needs it."""
        pos = state.pos
        if pos in state.cache:
            state.pos = state.cache[pos]
            return
        if state.level >= INLINE_LEVELS:
            raise TooNestedError
        state.level += 1
        rules = RULES.get(state.src[pos])
        if rules is None:
            found = SPECIAL.search(state.src, pos + 1, state.posMax)
            state.pos = found.start() if found else state.posMax
        elif not any(rule(state, True) for rule in rules):
            state.pos += 1
        state.level -= 1
        state.cache[pos] = state.pos

    def tokenize(self, state: StateInline) -> None:
        """Make tokens of the text from `state.pos` to `state.posMax`."""
        source, end = state.src, state.posMax
        while state.pos < end:
            pos = state.pos
            rules = RULES.get(source[pos])
            if rules is None:
                found = SPECIAL.search(source, pos + 1, end)
                state.pos = found.start() if found else end
                state.append_pending(source[pos : state.pos])
                continue
            for rule in rules:
                if rule(state, False):
                    break
            else:
                state.append_pending(source[pos])
                state.pos = pos + 1
        if state.pending:
            state.pushPending()

    def parse(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
        """Append the tokens of a block's text to `tokens`; raises `TooNestedError`."""
        state = State(src, md, env, tokens)
        self.tokenize(state)
        if state.delimiters or any(state.tokens_meta):
            link_pairs(state)
            if "~~" in src:
                strikethrough.postProcess(state)
            pairs.postProcess(state)
            if len(tokens) > EMPHASIS_LEVELS:
                _check_depth(tokens)
        return tokens


def _check_depth(tokens: Sequence[Token]) -> None:
    depth = 0
    for token in tokens:
        depth += token.nesting
        if depth > EMPHASIS_LEVELS:
            raise TooNestedError
