"""Whatever a file holds, its HTML is safe, and reading it ends without an exception."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.markup.body import Body, parse_body

VOID = {"br", "hr", "img"}
ELEMENTS = {
    "p", "ul", "ol", "li", "blockquote", "h2", "h3", "h4", "h5", "h6", "pre", "code", "div", "table", "thead", "tbody",
    "tr", "th", "td", "em", "strong", "s", "a", "img", "br", "hr", "sup", "time",
}  # fmt: skip
ATTRIBUTES = {
    "id", "class", "href", "src", "alt", "title", "rel", "loading", "role", "start", "scope", "tabindex", "datetime",
    "aria-label",
}  # fmt: skip


class Audit(HTMLParser):
    """Fails on elements, attributes, addresses or nesting that the library never writes."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.ids: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ELEMENTS
        names = [name for name, _ in attrs]
        assert set(names) <= ATTRIBUTES
        assert len(set(names)) == len(names)
        for name, value in attrs:
            if name in ("href", "src"):
                assert_allowed(value or "")
            if name == "id":
                self.ids.append(value or "")
        if tag == "a":
            assert "a" not in self.open
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_comment(self, data: str) -> None:
        raise AssertionError(data)

    def handle_decl(self, decl: str) -> None:
        raise AssertionError(decl)

    def unknown_decl(self, data: str) -> None:
        raise AssertionError(data)

    def handle_pi(self, data: str) -> None:
        raise AssertionError(data)


def assert_allowed(address: str) -> None:
    assert address.startswith(("\x02media/IL-0001/", "\x02\x03IL-", "#", "http://", "https://", "mailto:"))
    assert not set(address) & set('\t\r\n \\"<>`')


def parse(text: str, headings: dict[str, str] | None = None) -> Body:
    return parse_body(
        text, path="x.md", language="ko", first_line=3, headings=headings, id_prefix="IL", media="media/IL-0001"
    )


def audit(body: Body) -> None:
    html = "".join(part.prose.html for part in body.parts)
    assert "<script" not in html.lower()
    found = Audit(html)
    assert len(set(found.ids)) == len(found.ids)
    assert sorted(found.ids) == sorted(anchor for part in body.parts for anchor in part.prose.anchors)
    for part in body.parts:
        for moment in part.moments:
            Audit(moment.event.html)


SCHEMES = st.sampled_from(
    [
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java&#x09;script:alert(1)", "java&Tab;script:a",
        "&#106;avascript:a", "javascript&colon;alert(1)", "javascript&#58;a", "java\tscript:a", "java\\script:a",
        "\x01javascript:a", "vbscript:a", "data:text/html,<script>", "DATA:image/png;base64,xx", "//host/x",
        "/\\host", "\\\\host\\x", "file:///etc/passwd", "http:javascript:a", "https:\\\\x", "http://a.b/?q=<script>",
        "https://한글.kr/가 나", "ftp://x", "mailto:a@b.c", "x:y", "a b.png", "<a b.png>", "../x", "./그림.png", "#x",
        "?x", "", " ", "http://", "https://[::1]/", "http://[::1", "%00", "%6Aavascript:a", "javascript%3Aa",
        "feed:javascript:a", "view-source:x", "blob:x", "\u2028javascript:a", "jav&#10;a:b", "&NewLine;javascript:a",
        "http://a\"onmouseover=\"x", "http://a'onx='",
    ]
)  # fmt: skip
FRAGMENTS = st.sampled_from(
    [
        "[x](", ")", "![x](", "[x]: ", "[x]", "<", ">", "\n", "\n\n", "## 경과\n\n", "## 증상\n", "- ", "1. ", "> ",
        "| a | b |\n|-|-|\n", "|", "**", "*", "_", "~~", "`", "```\n", "~~~js\n", "[[IL-0001]]", "[[IL-1]]",
        "[[IL-0001|라벨]]", "[[", "]]", "[^1]", "[^1]: ", "    ", "2019-06-02 11:45–15:30 PDT – ", "11:45 - ",
        "~12:00 KST – ", "<script>alert(1)</script>", "<img src=x onerror=a>", "<!-- x -->", "<![CDATA[", "<?php",
        "&lt;script&gt;", "&quot;", "&#34;", "\\", "\"", "'", " onclick=\"a\" ", "말(Term)", "# h\n", "=== \n",
        "---\n", "***\n", "[", "]", "(", "!", "![", "\t", "\u3000", "\x00", "\x02", "\x0b", "``` \" onx=\"y\n",
    ]
)  # fmt: skip
HEADINGS = {"증상": "symptoms", "경과": "timeline"}


@settings(max_examples=1500, deadline=None)
@given(st.lists(FRAGMENTS | SCHEMES, max_size=30).map("".join))
def test_hostile_fragments(text: str) -> None:
    audit(parse(text, HEADINGS))


@settings(max_examples=300, deadline=None)
@given(st.text())
def test_any_text(text: str) -> None:
    audit(parse(text))
    audit(parse("## 경과\n" + text, HEADINGS))


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(["[x]({})", "[x](<{}>)", "![x]({})", "<{}>", "[x]\n\n[x]: {}", "[x]\n\n[x]: <{}>"]), SCHEMES)
def test_every_place_of_an_address(form: str, address: str) -> None:
    body = parse(form.format(address))
    audit(body)
    html = body.parts[0].prose.html
    for word in ("javascript", "vbscript", "data:"):
        assert f'"{word}' not in html.lower()


@pytest.mark.parametrize(
    "text",
    [
        "[" * 3000, "![" * 3000, "[" * 3000 + "x" + "](y)" * 3000, "> " * 3000, "- " * 3000 + "x", ">" * 3000,
        "[[" * 3000 + "]]" * 3000, "1. " * 3000, "*a **b " * 3000 + "c** d*" * 3000, "~~a *b " * 1000 + "c* d~~" * 1000,
        "".join("  " * level + "- x\n" for level in range(200)), "![" * 1000 + "](x)" * 1000,
        "".join("    " * level + "[^a" + "a" * level + "]: x\n" for level in range(60)) + "[^a]",
    ],
)  # fmt: skip
def test_deep_nesting_is_a_problem(text: str) -> None:
    body = parse(text)
    assert "E314" in {problem.code for problem in body.problems}
    audit(body)


@pytest.mark.parametrize(
    "text", [
        "*" * 3000, "_" * 3000, "`" * 3000, "~" * 3000, "<" * 3000, "&" * 3000, "*_" * 1500, "a**b" * 3000,
        "]" * 3000, "[a](" * 3000, "- " * 3000, '[a](b "' * 3000, "[a](<b" * 3000, "[a]: <b" * 3000, "<a:" * 3000,
        "[^a" * 3000, "[[IL-0001" * 3000,
    ]
)  # fmt: skip
def test_long_runs_end(text: str) -> None:
    audit(parse(text))
    audit(parse("가" + text + "나"))


def test_twenty_levels_are_allowed() -> None:
    assert not parse("> " * 20 + "x").problems
    assert [problem.code for problem in parse("> " * 21 + "x").problems] == ["E314"]
