"""YAML: values stay as they are written, places are exact, and what could surprise is refused."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.content.files import decode_text
from generator.content.frontmatter import parse_document, split_front_matter
from generator.content.yamlnodes import Items, Node, Scalar, Table, parse_yaml
from generator.problems import Problem

AS_WRITTEN = (
    "NO", "no", "on", "Off", "yes", "Y", "true", "TRUE", "null", "Null", "~", "1:30", "12:30:45", "0777", "0o17",
    "0x1F", "1_000",
    "1.10", "1e3", ".5", "+1", "-0", ".inf", ".nan", "20240425", "2024-04-25", "2024-04-25T10:00:00Z", "2019-08",
    "007", "1,000",
    "=", "<<", "한글", "값 #1", "a: b", "- a", "'", '"', "[a]", "{a: b}", "!tag", "&a", "*a", "@a", "`a`", "%a", "|",
    ">",
)  # fmt: skip
QUOTED = frozenset(("값 #1", "a: b", "- a", "'", '"', "[a]", "{a: b}", "!tag", "&a", "*a", "@a", "`a`", "%a", "|", ">"))
"""Texts that need quotes."""


def parse(text: str) -> tuple[Node | None, list[Problem]]:
    return parse_yaml(text, path="a.yaml")


def value(text: str, key: str = "key") -> Node | None:
    root, problems = parse(text)
    assert problems == []
    assert isinstance(root, Table)
    return root.get(key)


def codes(text: str) -> list[tuple[int, int, str]]:
    return [(problem.line, problem.column, problem.code) for problem in parse(text)[1]]


def single(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


@pytest.mark.parametrize("text", [text for text in AS_WRITTEN if text not in QUOTED])
def test_a_plain_value_stays_as_it_is_written(text: str) -> None:
    node = value(f"key: {text}\n")
    assert isinstance(node, Scalar)
    assert node.text == text


@pytest.mark.parametrize("text", AS_WRITTEN)
def test_a_quoted_value_stays_as_it_is_written(text: str) -> None:
    node = value(f"key: {single(text)}\n")
    assert isinstance(node, Scalar)
    assert node.text == text


@pytest.mark.parametrize("text", ["NO", "1:30", "0777", "1.10", "~", "null", "2024-04-25"])
def test_items_and_keys_stay_as_they_are_written(text: str) -> None:
    items = value(f"key: [{text}, {text}]\n")
    assert isinstance(items, Items)
    assert [node.text for node in items.nodes if isinstance(node, Scalar)] == [text, text]
    table = value(f"key:\n  {text}: a\n")
    assert isinstance(table, Table)
    assert list(table.pairs) == [text]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("key: |\n  a\n  b\n", "a\nb\n"),
        ("key: >-\n  a\n  b\n", "a b"),
        ('key: "a\\tb\\u00e9"\n', "a\tb\u00e9"),
        ("key: a\n  b\n", "a b"),
        ("key:\n", ""),
        ("key: # note\n", ""),
        ("key: ''\n", ""),
    ],
)
def test_forms_of_texts(source: str, expected: str) -> None:
    node = value(source)
    assert isinstance(node, Scalar)
    assert node.text == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a: 1\na: 2\n", [(2, 1, "E109")]),
        ("a: 1\n'a': 2\n\"a\": 3\n", [(2, 1, "E109"), (3, 1, "E109")]),
        ("가: {나: 1, 다: 2, 나: 3}\n", [(1, 17, "E109")]),
        ("a: [{b: 1, b: 2}, {b: 1}]\n", [(1, 12, "E109")]),
        ("a: {b: 1}\nc: {b: 1}\n", []),
        ("a: 1\nA: 2\n", []),
    ],
)
def test_duplicate_keys(source: str, expected: list[tuple[int, int, str]]) -> None:
    assert codes(source) == expected


def test_the_first_of_two_values_is_kept() -> None:
    root, _ = parse("a: 1\na: 2\n")
    assert isinstance(root, Table)
    node = root.get("a")
    assert isinstance(node, Scalar)
    assert node.text == "1"


@pytest.mark.parametrize(
    ("source", "place"),
    [
        ("a: &x 1\n", (1, 4)),
        ("가나: &x 1\n", (1, 5)),
        ("a: *x\n", (1, 4)),
        ("a: [1, *x]\n", (1, 8)),
        ("a: &x [1]\nb: *x\n", (1, 4)),
        ("&x a: 1\n", (1, 1)),
        ("a: 1\n<<: *x\n", (2, 5)),
        ("&root\na: 1\n", (1, 1)),
    ],
)
def test_anchors_and_aliases(source: str, place: tuple[int, int]) -> None:
    assert codes(source) == [(*place, "E110")]


def test_nested_aliases_are_refused_before_they_grow() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)]
    assert codes("\n".join(lines)) == [(1, 5, "E110")]


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ("{a: ", "}")])
@pytest.mark.parametrize("levels", [20, 21, 100, 3000, 100_000])
def test_nesting(opening: str, closing: str, levels: int) -> None:
    found = [code for _, _, code in codes(opening * levels + "a" + closing * levels)]
    assert found == ([] if levels <= 20 else ["E111"])


def test_nesting_by_indentation() -> None:
    source = "".join("  " * level + "a:\n" for level in range(200))
    assert codes(source) == [(21, 41, "E111")]
    assert codes("- " * 3000 + "a")[0][2] == "E111"


@pytest.mark.parametrize(
    ("source", "place"),
    [
        ("\ta: 1\n", (1, 1)),
        ("a:\t1\n", (1, 3)),
        ("a: 가나\t다\n", (1, 6)),
        ("a: 1\nb:\n\t- c\n", (3, 1)),
        ("a: 1 # \t\n", (1, 8)),
        ('a: "x\ty"\n', (1, 6)),
    ],
)
def test_tabs(source: str, place: tuple[int, int]) -> None:
    assert codes(source) == [(*place, "E112")]


@pytest.mark.parametrize(
    ("source", "place"),
    [
        ("title: Guide: parts\n", (1, 13)),
        ("제목: 안내: 부분\n", (1, 7)),
        ("a: @x\n", (1, 4)),
        ("가나: `x`\n", (1, 5)),
        ("a: 1\n b: 2\n", (2, 3)),
        ("a: [1\nb: 2\n", (2, 2)),
        ("a: 1\n---\nb: 2\n", (2, 1)),
        ("? [a]\n: b\n", (1, 3)),
        ("? {a: b}\n: c\n", (1, 3)),
    ],
)
def test_faults_are_told_at_their_place(source: str, place: tuple[int, int]) -> None:
    assert codes(source) == [(*place, "E108")]


@pytest.mark.parametrize("before", ["", "가", "한글 ", "🙂", "e\u0301"])
def test_columns_are_counted_in_code_points(before: str) -> None:
    quoted = f'{{"{before}": b, c: d}}'
    root, problems = parse(quoted)
    assert problems == []
    assert isinstance(root, Table)
    assert root.pairs["c"][0].column == quoted.index("c:") + 1
    assert root.pairs["c"][1].column == quoted.index("d}") + 1


def test_places_of_values() -> None:
    root, _ = parse_yaml("가: 1\n\n나:\n  - 다\n  - {라: 마}\n", path="a.yaml", first_line=10)
    assert isinstance(root, Table)
    assert (root.line, root.column) == (10, 1)
    items = root.get("나")
    assert isinstance(items, Items)
    assert [(node.line, node.column) for node in items.nodes] == [(13, 5), (14, 5)]
    inner = items.nodes[1]
    assert isinstance(inner, Table)
    pair = inner.pairs["라"]
    assert [(node.line, node.column) for node in pair] == [(14, 6), (14, 9)]


@pytest.mark.parametrize("text", ["", "\n", "# note\n", "---\n"])
def test_nothing_is_no_fault(text: str) -> None:
    node, problems = parse(text)
    assert problems == []
    assert node is None or (isinstance(node, Scalar) and node.text == "")


def test_windows_files_are_read_like_others() -> None:
    text = "---\ntitle: 견본\nimpact: 가\n---\n본문.\n"
    plain, _ = decode_text(text.encode(), "a.md")
    for data in (
        b"\xef\xbb\xbf" + text.encode(),
        text.replace("\n", "\r\n").encode(),
        text.replace("\n", "\r").encode(),
    ):
        assert decode_text(data, "a.md") == (plain, [])
    assert decode_text(unicodedata.normalize("NFD", text).encode(), "a.md") == (plain, [])


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("---\na: 1\n---\nb\n", ("a: 1", "b\n", 4)),
        ("--- \na: 1\n---  \nb", ("a: 1", "b", 4)),
        ("---\n---\n", ("", "", 3)),
        ("---\na: 1\n---", ("a: 1", "", 4)),
        ("---\na: 1\n---\nb\n---\nc", ("a: 1", "b\n---\nc", 4)),
        ("---\na: 1\n", None),
        ("a: 1\n---\n", None),
        ("\n---\na: 1\n---\n", None),
        ("----\na: 1\n----\n", None),
        (" ---\na: 1\n---\n", None),
        ("", None),
    ],
)
def test_the_front_matter_is_split_from_the_body(text: str, parts: tuple[str, str, int] | None) -> None:
    assert split_front_matter(text) == parts


@settings(deadline=None)
@given(st.text(), st.text())
def test_front_matter_and_body_are_found_again(front: str, body: str) -> None:
    if any(line.rstrip() == "---" for line in front.split("\n")):
        return
    assert split_front_matter(f"---\n{front}\n---\n{body}") == (front, body, front.count("\n") + 4)


YAML = st.lists(
    st.sampled_from(
        ["a", "가", ": ", ":", "\n", "  ", "- ", "[", "]", "{", "}", ",", "? ", "&a ", "*a", "!t ", "!!str ", "'",
        '"', "|", ">", "\\",
         "#", "%YAML 1.1\n", "---\n", "...\n", "<<", "@", "`", "\t", "\u0085", "\u2028", "\ufeff", "\x00", "\ud7ff",
         "🙂", "~", "\\x"]
    ),
    max_size=40,
).map("".join)  # fmt: skip


@settings(max_examples=500, deadline=None)
@given(YAML | st.text())
def test_any_text_ends_in_nodes_or_problems(text: str) -> None:
    node, problems = parse(text)
    assert node is None or isinstance(node, Scalar | Items | Table)
    lines = text.count("\n") + text.count("\u0085") + text.count("\u2028") + text.count("\u2029") + text.count("\r") + 2
    for problem in problems:
        assert 1 <= problem.line <= lines
        assert problem.column >= 1


@settings(max_examples=200, deadline=None)
@given(YAML)
def test_any_front_matter_ends_in_a_document(text: str) -> None:
    file, _ = decode_text(f"---\n{text}\n---\n본문\n".encode(errors="replace"), "a.md")
    if file is not None:
        document, _ = parse_document(file)
        assert isinstance(document.table, Table)
