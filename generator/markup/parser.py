"""The parser of this library, one a process."""

from __future__ import annotations

from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.utils import EnvType

from generator.markup.blocks import Blocks
from generator.markup.inlines import Inlines


class Parser(MarkdownIt):
    """markdown-it with the constructs of this library; link targets stay as written, the renderer judges them."""

    def __init__(self) -> None:
        super().__init__("commonmark", {"html": False})
        self.block = Blocks()
        self.inline = Inlines()

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
