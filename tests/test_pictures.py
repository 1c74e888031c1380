"""Pictures: an SVG that could run or load something is refused in every disguise; good ones pass."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oddities import PNG

from generator.content.pictures import MAX_PICTURE_BYTES, PICTURE_TYPES, check_svg, read_picture

OPEN = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">'
XHTML = 'xmlns:h="http://www.w3.org/1999/xhtml"'


def svg(inside: str) -> bytes:
    return f"{OPEN}{inside}</svg>".encode()


REFUSED = {
    "a script": "<script>alert(1)</script>",
    "a script in capitals": "<SCRIPT>alert(1)</SCRIPT>",
    "a script with a prefix": '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>',
    "a script of XHTML": f"<h:script {XHTML}>alert(1)</h:script>",
    "a script by address": '<script href="a.js"/>',
    "an empty script": "<script/>",
    "an event": '<g onclick="alert(1)"/>',
    "an event in capitals": '<g ONLOAD="alert(1)"/>',
    "an event of an animation": '<animate onbegin="alert(1)" attributeName="x"/>',
    "an event with a prefix": '<g xmlns:e="http://www.w3.org/2001/xml-events" e:onclick="alert(1)"/>',
    "foreign content": f"<foreignObject><h:p {XHTML}>a</h:p></foreignObject>",
    "foreign content in small letters": "<foreignobject/>",
    "a frame": f'<h:iframe {XHTML} src="#a"/>',
    "an object": f'<h:object {XHTML} data="a.html"/>',
    "an embedded file": f'<h:embed {XHTML} src="#a"/>',
    "a handler": '<handler type="text/javascript">alert(1)</handler>',
    "a refresh": f'<h:meta {XHTML} http-equiv="refresh" content="0;url=https://example.org/"/>',
    "a form": f'<h:form {XHTML} action="https://example.org/"><h:button>a</h:button></h:form>',
    "pictures by size": f'<h:img {XHTML} srcset="https://example.org/a.png 2x"/>',
    "a poster": f'<h:video {XHTML} poster="https://example.org/a.png"/>',
    "a link": '<a href="https://example.org/"><text>a</text></a>',
    "a script link": '<a href="javascript:alert(1)"><text>a</text></a>',
    "an old link": '<a xlink:href="javascript:alert(1)"><text>a</text></a>',
    "an old link with another prefix": '<a xmlns:q="http://www.w3.org/1999/xlink" q:href="javascript:a"><text/></a>',
    "a link with space before": '<a href=" &#9;javascript:alert(1)"><text>a</text></a>',
    "a link in entities": '<a href="&#106;avascript:alert(1)"><text>a</text></a>',
    "an outside picture": '<image href="https://example.org/a.png"/>',
    "a picture beside": '<image href="a.png"/>',
    "a picture of the same scheme": '<image href="//example.org/a.png"/>',
    "an SVG in an address": '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>',
    "a text in an address": '<image href="data:text/html,a"/>',
    "an outside part": '<use href="other.svg#a"/>',
    "an outside part by an old link": '<use xlink:href="https://example.org/a.svg#a"/>',
    "a link that an animation sets": '<a><set attributeName="href" to="javascript:alert(1)"/></a>',
    "an old link that an animation sets": '<a><animate attributeName="xlink:href" values="javascript:alert(1)"/></a>',
    "an outside fill": '<rect fill="url(https://example.org/a.svg#a)"/>',
    "an outside fill in quotes": """<rect fill="url('https://example.org/a.svg#a')"/>""",
    "an outside fill in capitals": '<rect fill="URL(https://example.org/a.svg#a)"/>',
    "an outside fill in a style": '<rect style="fill: url(https://example.org/a.svg#a)"/>',
    "an outside fill in escapes": r'<rect style="fill: \75rl(https://example.org/a)"/>',
    "a set of pictures in a style": '<rect style="background: image-set(&quot;https://example.org/a&quot; 1x)"/>',
    "an outside mask": '<rect mask="url(a.svg#b)"/>',
    "an import": "<style>@import 'https://example.org/a.css';</style>",
    "an import in capitals": "<style>@IMPORT 'https://example.org/a.css';</style>",
    "an import in a data section": "<style><![CDATA[@import 'https://example.org/a.css';]]></style>",
    "an import in entities": "<style>&#64;import 'https://example.org/a.css';</style>",
    "an import in two parts": "<style>@imp<!-- a -->ort 'https://example.org/a.css';</style>",
    "an import in two sections": "<style><![CDATA[@imp]]><![CDATA[ort 'https://example.org/a.css';]]></style>",
    "an import after an element": "<style><g/>@import 'https://example.org/a.css';</style>",
    "an import after much text": f"<style>/*{'x' * 8184}*/@import 'https://example.org/a.css';</style>",
    "an import after as much text": "<style>" + " " * 8188 + "@import 'https://example.org/a.css';</style>",
    "a font": "<style>@font-face{src:url(https://example.org/a.woff2)}</style>",
    "a set of pictures": '<style>g{background:image-set("https://example.org/a" 1x)}</style>',
    "an expression": "<style>g{width:expression(alert(1))}</style>",
    "a style with a prefix": '<s:style xmlns:s="http://www.w3.org/2000/svg">@import "a.css";</s:style>',
    "a style sheet": f'<h:link {XHTML} rel="stylesheet" href="a.css"/>',
    "an instruction": "<?php echo 1 ?>",
}  # fmt: skip

WHOLE = {
    "a document type": b'<!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg"/>',
    "entities": b'<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>',
    "a file as an entity": b'<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/hosts">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>',
    "a style sheet": b'<?xml-stylesheet href="a.css"?><svg xmlns="http://www.w3.org/2000/svg"/>',
    "another type": b'<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>',
    "another root": b"<picture/>",
    "no XML": b"GIF89a",
    "nothing": b"",
    "space": b" \n",
    "an open element": b'<svg xmlns="http://www.w3.org/2000/svg"><g>',
    "two roots": b'<svg xmlns="http://www.w3.org/2000/svg"/><svg xmlns="http://www.w3.org/2000/svg"/>',
    "HTML": b'<svg xmlns="http://www.w3.org/2000/svg"><img src=x onerror=alert(1)></svg>',
    "a wrong byte": b'<svg xmlns="http://www.w3.org/2000/svg">\xff</svg>',
    "NUL": b'<svg xmlns="http://www.w3.org/2000/svg">\0</svg>',
}


@pytest.mark.parametrize("inside", REFUSED.values(), ids=list(REFUSED))
def test_what_could_run_or_load_something_is_refused(inside: str) -> None:
    problems = check_svg(svg(inside), "a.svg")
    assert [problem.code for problem in problems] == ["E308"]
    assert problems[0].values["reason"]


@pytest.mark.parametrize("inside", REFUSED.values(), ids=list(REFUSED))
def test_another_encoding_is_no_disguise(inside: str) -> None:
    data = codecs.BOM_UTF16_LE + svg(inside).decode().encode("utf-16-le")
    assert [problem.code for problem in check_svg(data, "a.svg")] == ["E308"]


@pytest.mark.parametrize("data", WHOLE.values(), ids=list(WHOLE))
def test_what_is_no_plain_svg_is_refused(data: bytes) -> None:
    assert {problem.code for problem in check_svg(data, "a.svg")} <= {"E308", "E312"}
    assert check_svg(data, "a.svg")


@pytest.mark.parametrize(
    "encoding", ["cp949", "euc-kr", "utf-7", "utf-32", "shift_jis", "no-such-encoding", "rot13", "cp037", "idna"]
)
def test_an_encoding_that_cannot_be_read_is_refused(encoding: str) -> None:
    data = f'<?xml version="1.0" encoding="{encoding}"?><svg xmlns="http://www.w3.org/2000/svg"/>'.encode()
    assert [problem.code for problem in check_svg(data, "a.svg")] == ["E308"]


def test_deep_nesting_ends() -> None:
    check_svg(svg("<g>" * 100_000 + "</g>" * 100_000), "a.svg")


GOOD = {
    "nothing inside": "",
    "shapes": '<rect width="9" height="9" fill="#123456"/><path d="M0 0L9 9"/><circle r="1"/>',
    "text": '<text x="1" y="2" font-family="sans-serif">견본 &amp; 시험 &lt;b&gt;</text>',
    "title and description": "<title>견본</title><desc>시험</desc>",
    "a gradient": '<defs><linearGradient id="a"><stop/></linearGradient></defs><rect fill="url(#a)"/>',
    "a gradient in double quotes": '<rect fill="url(&quot;#a&quot;)"/>',
    "a gradient in single quotes": """<rect fill="url('#a')"/>""",
    "a gradient with spaces": '<rect fill="url( #a )"/>',
    "a part": '<symbol id="a"/><use href="#a"/><use xlink:href="#a"/>',
    "a style": "<style>text { fill: #123; } .a { clip-path: url(#b) }</style>",
    "a style in a data section": "<style><![CDATA[g > text { fill: red }]]></style>",
    "an attribute of style": '<rect style="fill: url(#a); stroke-width: 2"/>',
    "text about url(…) and @import": "<style>g{}</style><text>url(a) @import \\ expression()</text>",
    "a picture inside": '<image href="data:image/png;base64,iVBORw0KGgo="/>',
    "an animation": '<rect><animate attributeName="x" values="0;9"/></rect>',
    "a link inside": '<a href="#a"><text>a</text></a>',
    "metadata": '<metadata><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></metadata>',
    "a comment": "<!-- <script>alert(1)</script> -->",
    "words that look alike": '<g id="online" class="script" data-once="1"/>',
}


@pytest.mark.parametrize("inside", GOOD.values(), ids=list(GOOD))
def test_good_ones_pass(inside: str) -> None:
    assert check_svg(svg(inside), "a.svg") == []


@pytest.mark.parametrize("before", [b"", b"\xef\xbb\xbf", b'<?xml version="1.0" encoding="UTF-8"?>\n', b"<!-- a -->\n"])
def test_what_may_stand_before_the_picture(before: bytes) -> None:
    assert check_svg(before + svg(""), "a.svg") == []


def test_a_fault_is_told_at_its_element() -> None:
    data = svg("\n<title>견본</title>\n<g>가나다<script>a</script></g>\n")
    [problem] = check_svg(data, "content/a.svg")
    assert (problem.path, problem.line, problem.column) == ("content/a.svg", 3, 7)


@pytest.mark.parametrize(
    ("name", "data", "codes"),
    [
        ("a.png", PNG, []),
        ("a.PNG", PNG, []),
        ("a.webp", b"RIFF\x04\0\0\0WEBPVP8 ", []),
        ("a.svg", svg(""), []),
        ("a.png", b"", ["E312"]),
        ("a.png", b"GIF89a", ["E312"]),
        ("a.png", svg(""), ["E312"]),
        ("a.png", b" " + PNG, ["E312"]),
        ("a.webp", b"RIFF\x04\0\0\0WAVE", ["E312"]),
        ("a.webp", b"RIFF", ["E312"]),
        ("a.svg", PNG, ["E308"]),
        ("a.png", PNG.ljust(MAX_PICTURE_BYTES, b"\0"), []),
        ("a.png", PNG.ljust(MAX_PICTURE_BYTES + 1, b"\0"), ["E103"]),
    ],
)
def test_a_picture_is_what_its_name_says(tmp_path: Path, name: str, data: bytes, codes: list[str]) -> None:
    (tmp_path / name).write_bytes(data)
    digest, problems = read_picture(tmp_path / name, name)
    assert [problem.code for problem in problems] == codes
    assert digest or codes == ["E103"]


def test_the_types() -> None:
    assert PICTURE_TYPES == (".svg", ".png", ".webp")


PIECES = st.sampled_from(
    ["<svg>", "</svg>", "<g>", "</g>", "<style>", "</style>", "<script>", "<!--", "-->", "<![CDATA[", "]]>", "<?a",
    "?>", "<!DOCTYPE a [",
     "]>", "&a;", "&#0;", "&#x110000;", ' a="', '"', "url(", "가", "\0", "<", ">", "&", " xmlns:x='y'", "<x:g>",
     '<?xml version="1.0"?>',
     '<?xml version="1.0" encoding="', "utf-16", "cp949", "\ufeff"]
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=25).map(lambda pieces: "".join(pieces).encode()) | st.binary(max_size=200))
def test_any_bytes_end_in_problems(data: bytes) -> None:
    for problem in check_svg(data, "a.svg"):
        assert problem.code in ("E308", "E312")
        assert problem.line >= 1
        assert problem.column >= 1
