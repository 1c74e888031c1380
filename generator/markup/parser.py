"""The parser of this library, one a process."""

from __future__ import annotations

import re
from functools import cache
from types import SimpleNamespace
from typing import Any

from markdown_it import MarkdownIt, helpers
from markdown_it.token import Token
from markdown_it.utils import EnvType

from generator.markup.blocks import Blocks
from generator.markup.inlines import Inlines

_SIMPLE_TARGET = re.compile(r"[^\x00-\x20\x7f<()\\&][^\x00-\x20\x7f()\\&]*(?=[ )\n])")


def parse_link_destination(text: str, pos: int, maximum: int) -> Any:
    """The target of a link that begins at an index, in markdown-it's form; a plain one is found without its loop."""
    found = _SIMPLE_TARGET.match(text, pos, maximum)
    if not found:
        return helpers.parseLinkDestination(text, pos, maximum)
    return SimpleNamespace(ok=True, pos=found.end(), str=found.group())


class Parser(MarkdownIt):
    """markdown-it with the constructs of this library; link targets stay as written, the renderer judges them."""

    def __init__(self) -> None:
        super().__init__("commonmark", {"html": False})
        self.block: Blocks = Blocks()
        self.inline: Inlines = Inlines()
        self.helpers = SimpleNamespace(  # type: ignore[assignment]
            parseLinkDestination=parse_link_destination,
            parseLinkLabel=helpers.parseLinkLabel,
            parseLinkTitle=helpers.parseLinkTitle,
        )

    def normalizeLink(self, url: str) -> str:  # noqa: N802
        """The target as written."""
        return url

    def normalizeLinkText(self, link: str) -> str:  # noqa: N802
        """The text of an autolink as written."""
        return link

    def validateLink(self, url: str) -> bool:  # noqa: ARG002, N802
        """Every target makes a link here."""
        return True

    def blocks(self, source: str, env: EnvType) -> list[Token]:
        """Tokens of the blocks of a text; their inline text is not parsed yet."""
        return self.block.parse(source if source.endswith("\n") else source + "\n", self, env, [])

    def inlines(self, text: str, env: EnvType) -> list[Token]:
        """Tokens of the text of one block; raises `inlines.TooNestedError`."""
        return self.inline.parse(text, self, env, [])


@cache
def parser() -> Parser:
    """The one parser of this process."""
    return Parser()
