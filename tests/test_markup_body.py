from __future__ import annotations

from generator.markup.body import Body, parse_body
from generator.model.prose import Reference

HEADINGS = {"Symptoms": "symptoms", "Follow-ups": "follow-ups", "Timeline": "timeline"}


def parse(
    source: str,
    *,
    first_line: int = 1,
    language: str = "en",
    prefix: str = "IL",
    page: bool = False,
    media: str = "media/x",
) -> Body:
    return parse_body(
        source,
        path="content/incidents/IL-0001/en.md",
        language=language,
        first_line=first_line,
        headings=None if page else HEADINGS,
        id_prefix=prefix,
        media=media,
    )


def test_nothing_but_an_empty_summary() -> None:
    for source in ("", "\n", "  \n\n \t"):
        body = parse(source, first_line=7)
        (part,) = body.parts
        assert (part.id, part.heading, part.source, part.line, part.column) == ("summary", None, "", 7, 1)
        assert not part.prose
        assert body.problems == ()


def test_lines_and_columns_are_those_of_the_file() -> None:
    body = parse("\n\n  Text\n\n  ## Symptoms\n\nSee [a](b.txt).\n\n## Nothing\n", first_line=20)
    summary, symptoms, unknown = body.parts
    assert (summary.line, summary.column) == (22, 3)
    assert (symptoms.line, symptoms.column) == (24, 3)
    assert (unknown.line, unknown.column) == (28, 1)
    assert symptoms.prose.references == (Reference(kind="file", target="b.txt", line=26, column=5),)
    (problem,) = body.problems
    assert (problem.path, problem.line, problem.code) == ("content/incidents/IL-0001/en.md", 28, "E301")


def test_columns_count_code_points() -> None:
    (part,) = parse("한글 🙂 [[IL-0001]]").parts
    assert part.prose.references[0].column == 6


def test_the_source_of_a_section_is_as_written() -> None:
    body = parse("\n\nOne  \n\n## Symptoms ##\n\n    code\n\n*b* \n\n\n## Follow-ups\n- x")
    assert [part.source for part in body.parts] == ["One", "    code\n\n*b*", "- x"]
    assert [part.heading for part in body.parts] == [None, "Symptoms", "Follow-ups"]


def test_footnotes_stay_in_the_source_of_their_section() -> None:
    body = parse("a[^1]\n\n## Symptoms\n\nb\n\n[^1]: note")
    assert body.parts[1].source == "b\n\n[^1]: note"
    assert body.parts[1].prose.text == "b"
    assert body.parts[0].prose.text == "a\nnote"


def test_a_page_is_one_part() -> None:
    body = parse("## Symptoms\n\na\n\n## Anything\n\nb", page=True)
    (part,) = body.parts
    assert part.id == "summary"
    assert part.prose.anchors == ("section-1", "section-2")
    assert body.problems == ()


def test_ids_of_headings_are_the_same_in_every_language() -> None:
    korean = parse_body(
        "## 증상\n\n### 가\n\n### 나",
        path="ko.md",
        language="ko",
        first_line=1,
        headings={"증상": "symptoms"},
        id_prefix="IL",
        media="media/x",
    )
    english = parse("## Symptoms\n\n### A\n\n### B")
    assert korean.parts[1].prose.anchors == english.parts[1].prose.anchors == ("symptoms-1", "symptoms-2")


def test_the_prefix_of_ids_is_that_of_the_site() -> None:
    body = parse("[[A.B-0001]] [[AxB-0001]]", prefix="A.B")
    assert [reference.target for reference in body.parts[0].prose.references] == ["A.B-0001"]
    assert [problem.code for problem in body.problems] == ["E315"]


def test_near_misses_of_headings_are_suggested() -> None:
    problems = parse("## symptoms\n\n## Follow ups\n\n## Weather").problems
    assert [problem.values["suggestion"] for problem in problems] == ["Symptoms", "Follow-ups", ""]


def test_links_back_speak_the_language_of_the_file() -> None:
    source = "a[^1]\n\n[^1]: b"
    assert 'aria-label="Back to the text, note 1"' in parse(source).parts[0].prose.html
    assert 'aria-label="각주 1: 본문으로"' in parse(source, language="ko").parts[0].prose.html
    assert 'aria-label="↩ 1"' in parse(source, language="ja").parts[0].prose.html
    assert 'role="doc-endnotes"' in parse(source, language="ja").parts[0].prose.html


def test_problems_come_in_the_order_of_the_file() -> None:
    body = parse("[^a]: x\n\n[x](ftp://y)\n\n## Nothing\n\n[[IL-1]]\n\n```\n")
    assert [(problem.line, problem.code) for problem in body.problems] == [
        (1, "W311"), (3, "E305"), (5, "E301"), (7, "E315"), (9, "E303"),
    ]  # fmt: skip


def test_results_do_not_depend_on_what_was_parsed_before() -> None:
    source = "[a] x[^1] [[IL-0001]]\n\n[^1]: n"
    before = parse(source)
    parse("[a]: https://example.org\n[^1]: other\n\n[a] y[^1]\n\n" + "> " * 30)
    assert parse(source) == before
    assert "example.org" not in before.parts[0].prose.html


def test_a_timeline_takes_its_footnotes_to_its_last_moment() -> None:
    body = parse("## Timeline\n\n- 10:00 – a[^1]\n- 11:00 – b\n\n[^1]: [[IL-0002]]\n")
    part = body.parts[1]
    assert "footnotes" in part.moments[-1].event.html
    assert "footnotes" not in part.moments[0].event.html
    assert part.moments[-1].event.references == part.prose.references
    assert part.moments[0].event.text == "a"
