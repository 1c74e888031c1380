"""Every problem code has a site that is broken in that way, and each such site tells exactly its problems."""

from __future__ import annotations

from pathlib import Path

import pytest
from oddities import BASE, INVALID, ODDITIES, lay_out

from generator.build import Options, load
from generator.checks import check_content
from generator.problems import MESSAGE_LANGUAGES, Problem, hint, message, wordings

NAMES = sorted(path.name for path in INVALID.iterdir() if path != BASE)


def problems_of(root: Path) -> list[Problem]:
    content, problems = load(root, Options(jobs=1))
    return problems if content is None else check_content(content)


def code_of(name: str) -> str:
    return name.split("-", 1)[0]


@pytest.mark.parametrize("name", NAMES)
def test_a_broken_site_tells_exactly_its_problems(name: str, tmp_path: Path) -> None:
    problems = problems_of(lay_out(name, tmp_path / "site"))
    found = [f"{problem.path}:{problem.line}:{problem.column}: {problem.code}" for problem in problems]
    assert found == (INVALID / name / "expected.txt").read_text(encoding="utf-8").splitlines()
    for problem in problems:
        for language in MESSAGE_LANGUAGES:
            assert "\n" not in message(problem, language) + hint(problem, language)
            assert message(problem, language).strip()


@pytest.mark.parametrize("name", NAMES)
def test_a_broken_site_is_named_by_its_code(name: str) -> None:
    code, wording = code_of(name), name.split("-", 1)[1].split("--")[0]
    assert wordings("en")[code].name == wording
    assert code in (INVALID / name / "expected.txt").read_text(encoding="utf-8")


def test_every_code_has_a_broken_site() -> None:
    assert {code_of(name) for name in NAMES} == set(wordings("en"))


def test_every_oddity_has_its_site() -> None:
    assert set(ODDITIES) <= set(NAMES)


def test_the_base_is_sound(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    root = tmp_path / "site"
    root.mkdir()
    for path in BASE.rglob("*"):
        target = root / path.relative_to(BASE)
        if path.is_dir():
            target.mkdir(exist_ok=True)
        else:
            target.write_bytes(path.read_bytes())
    assert problems_of(root) == []
