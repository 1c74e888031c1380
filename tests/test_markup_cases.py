"""The cases of `tests/cases/markdown`: a title, the Markdown, and what it becomes.

What follows the HTML: `@` a reference with its place, `#` an anchor, `=` the plain text if a case asks for it, `!` a
problem. The way to the root of the site is written `ROOT:`, an open link to an incident `{IL-0123}`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from markdown_it.utils import read_fixture_file

from generator.markup.body import Body, parse_body
from generator.model.prose import INCIDENT_CLOSE, INCIDENT_OPEN, ROOT

CASES = Path(__file__).parent / "cases" / "markdown"
HEADINGS = {
    "증상": "symptoms",
    "원인": "cause",
    "경과": "timeline",
    "감지": "detection",
    "조치": "remediation",
    "후속 조치": "follow-ups",
    "교훈": "lessons",
}


def cases() -> Iterator[object]:
    for path in sorted(CASES.glob("*.md")):
        for line, title, source, expected in read_fixture_file(path):
            yield pytest.param(path.stem, source, expected, id=f"{path.stem}:{line} {title}")


def told(body: Body, *, with_text: bool) -> str:
    lines: list[str] = []
    for part in body.parts:
        if part.heading is not None:
            lines.append(f"== {part.id} {part.line}:{part.column}")
        if part.prose.html:
            lines.append(part.prose.html)
        if with_text:
            lines.extend(f"= {line}" for line in part.prose.text.split("\n"))
        lines.extend(f"@ {ref.line}:{ref.column} {ref.kind} {ref.target}" for ref in part.prose.references)
        lines.extend(f"# {anchor}" for anchor in part.prose.anchors)
        lines.extend(
            f"+ {m.date} {'~' if m.approximate else ''}{m.time}–{m.end_time} {m.zone} | {m.event.html}"
            for m in part.moments
        )
    for problem in body.problems:
        values = " ".join(f"{key}={value}" for key, value in problem.values.items())
        lines.append(f"! {problem.line}:{problem.column} {problem.code} {values}".rstrip())
    text = "\n".join(lines)
    for control, shown in ((ROOT + INCIDENT_OPEN, "{"), (INCIDENT_CLOSE, "}"), (ROOT, "ROOT:")):
        text = text.replace(control, shown)
    return text


def parse(name: str, source: str) -> Body:
    return parse_body(
        source,
        path="ko.md",
        language="ko",
        first_line=1,
        headings=None if name.startswith("page") else HEADINGS,
        id_prefix="IL",
        media="media/IL-0585",
    )


@pytest.mark.parametrize(("name", "source", "expected"), list(cases()))
def test_case(name: str, source: str, expected: str) -> None:
    assert told(parse(name, source), with_text=name == "plain-text") == expected.rstrip("\n")
