"""Text without CJK characters and without this library's own constructs is read as CommonMark reads it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from generator.markup.flanking import flanking, traits_before
from generator.markup.inlines import TooNestedError
from generator.markup.parser import Parser


class Strict(Parser):
    """The parser of the library with markdown-it's own treatment of addresses."""

    normalizeLink = MarkdownIt.normalizeLink  # noqa: N815
    normalizeLinkText = MarkdownIt.normalizeLinkText  # noqa: N815
    validateLink = MarkdownIt.validateLink  # noqa: N815


STOCK = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
STOCK.disable(["html_block", "html_inline"])
OURS = Strict()


def join_text(tokens: Sequence[Token]) -> None:
    for token in tokens:
        if token.type == "text_special":
            token.type = "text"
        join_text(token.children or ())


def wrapped(token: Token, name: str, inner: Token) -> list[Token]:
    """One token of this library as the three of markdown-it."""
    opening, closing = Token(f"{name}_open", token.tag, 1), Token(f"{name}_close", token.tag, -1)
    opening.hidden = closing.hidden = token.hidden
    if token.info:
        opening.attrs = {"style": f"text-align:{token.info}"}
    return [opening, inner, closing]


def expanded(tokens: Sequence[Token], env: dict[str, object]) -> list[Token]:
    result: list[Token] = []
    for token in tokens:
        if token.type in ("paragraph", "heading", "cell"):
            inner = Token("inline", "", 0, children=OURS.inlines(token.content, env))
            result.extend(wrapped(token, token.type if token.type != "cell" else token.tag, inner))
        else:
            result.append(token)
    for token in result:
        token.block = True
    return result


def render_ours(text: str) -> str:
    env: dict[str, object] = {}
    tokens = expanded(OURS.blocks(text, env), env)
    join_text(tokens)
    return str(STOCK.renderer.render(tokens, STOCK.options, env))


EMPHASIS = st.text(alphabet="*_~ab .,('\"-\n`\\", max_size=40)
WORDS = st.sampled_from(
    ["a", "b c", "foo", "1", "2.5", "**", "*", "_", "__", "~~", "`", "(", ")", " ", "\n", "!", "x_y"]
)
PIECES = st.sampled_from(
    [
        "- ", "* ", "+ ", "1. ", "2) ", "10. ", "> ", ">", "#", "## ", "###### ", "---", "===", "***", "```", "~~~",
        "    ", "  ", "\t", "\n", "\n\n", "| a | b |\n|---|:-:|\n| c | d |\n", "|", "[a]: /x 'y'\n", "[a]",
        "[a](/u)", "![i](/p \"t\")", "<http://a.b>", "&amp;", "&#35;", "\\*", "\\", "text", "more words", "*em*",
        "**st**", "`co`", "=", "-", "  \n",
    ]
)  # fmt: skip


@settings(max_examples=600, deadline=None)
@given(EMPHASIS | st.lists(WORDS, max_size=20).map("".join))
def test_emphasis_of_ascii_text(text: str) -> None:
    assert render_ours(text + "\n") == STOCK.render(text + "\n")


@settings(max_examples=1000, deadline=None)
@given(st.lists(PIECES, max_size=25).map(lambda pieces: "".join(pieces) + "\n"))
def test_blocks_and_links(text: str) -> None:
    if "[[" in text or "[^" in text:
        return
    try:
        assert render_ours(text) == STOCK.render(text)
    except TooNestedError:
        pytest.fail("nothing here nests deeply")


@given(st.characters(max_codepoint=0x10FF), st.characters(max_codepoint=0x10FF), st.booleans())
def test_flanking_without_cjk(before: str, after: str, splits: bool) -> None:
    from markdown_it.rules_inline import StateInline

    if "₩" in before + after:
        return
    text = f"{before}*{after}"
    scanned = StateInline(text, STOCK, {}, []).scanDelims(1, splits)
    found = flanking(traits_before(text, 1), traits_before(text, 3), splits_words=splits)
    assert found == (scanned.can_open, scanned.can_close) or "*" in before + after


@pytest.mark.parametrize(
    "text",
    [
        "*foo bar*", "a * foo bar*", 'a*"foo"*', "*$*alpha.", "foo*bar*", "_foo bar_", '_"foo"_', "foo_bar_", "5_6_78",
        'aa_"bb"_cc', "foo-_(bar)_", "_foo*", "*foo bar *", "*(*foo)", "*(*foo*)*", "_(_foo)", "_foo_bar_baz_",
        "_(bar)_.", "** foo bar**",
        '**"foo"**bar', "**Gomphocarpus (*Gomphocarpus physocarpus*, syn.)**",
        "__foo__bar__baz__", "*foo**bar**baz*", "***foo** bar*", "*foo**bar***", "foo***bar***baz",
        "foo******bar*********baz", "** is not", "*foo *bar**", "**foo*", "****foo*", "*foo****",
        "*foo _bar* baz_", "*foo __bar *baz bim__ bam*",
        "**a<http://x>**",
    ],
)  # fmt: skip
def test_examples_of_the_specification(text: str) -> None:
    assert render_ours(text + "\n") == STOCK.render(text + "\n")
