"""Problems: every code has its words in both languages, is told somewhere, and has a site broken in that way."""

from __future__ import annotations

import re
import shutil
import string
import tomllib
from pathlib import Path

import pytest
from oddities import BASE, INVALID, ODDITIES, lay_out

from generator.build import Options, load
from generator.checks import check_content
from generator.checks.editorial import CODES
from generator.problems import MESSAGE_LANGUAGES, Problem, hint, message, nearest, wordings

PACKAGE = Path(__file__).parent.parent / "generator"
NAMES = sorted(path.name for path in INVALID.iterdir() if path != BASE)
PARTICLE = re.compile(r"\}[`'\"”’)]*(?:은|는|이|가|을|를|과|와|으로|로|이나|나|이라|라)(?![가-힣]*[다요])")
HANGUL = re.compile("[가-힣]")


ON_REQUEST = CODES | {"W604"}
"""Codes that are told only where a careful reading is asked for."""


def problems_of(root: Path, *, editorial: bool = False) -> list[Problem]:
    content, problems = load(root, Options(jobs=1))
    return problems if content is None else check_content(content, editorial=editorial)


def code_of(name: str) -> str:
    return name.partition("-")[0]


def catalogue(language: str) -> dict[str, dict[str, str]]:
    return tomllib.loads((PACKAGE / "problems" / f"{language}.toml").read_text(encoding="utf-8"))


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("name", NAMES)
def test_a_broken_site_tells_exactly_its_problems(name: str, tmp_path: Path) -> None:
    problems = problems_of(lay_out(name, tmp_path / "site"), editorial=code_of(name) in ON_REQUEST)
    found = [f"{problem.path}:{problem.line}:{problem.column}: {problem.code}" for problem in problems]
    assert found == (INVALID / name / "expected.txt").read_text(encoding="utf-8").splitlines()
    for problem in problems:
        for language in MESSAGE_LANGUAGES:
            told = message(problem, language), hint(problem, language)
            assert all(text.strip() and "\n" not in text for text in told)


@pytest.mark.parametrize("name", NAMES)
def test_a_broken_site_is_named_by_its_code(name: str) -> None:
    code, wording = name.split("--", maxsplit=1)[0].split("-", 1)
    assert wordings("en")[code].name == wording
    assert f": {code}\n" in (INVALID / name / "expected.txt").read_text(encoding="utf-8")


def test_every_code_has_a_broken_site() -> None:
    assert {code_of(name) for name in NAMES} == set(wordings("en"))


def test_every_oddity_has_its_site() -> None:
    assert set(ODDITIES) <= set(NAMES)


def test_the_base_is_sound(tmp_path: Path) -> None:
    assert problems_of(shutil.copytree(BASE, tmp_path / "site")) == []


def test_two_faults_at_one_place_are_both_told(tmp_path: Path) -> None:
    root = lay_out("E202-missing-key", tmp_path / "site")
    told = [message(problem, "en") for problem in problems_of(root) if problem.path.endswith("IL-0002/ko.md")]
    assert sorted(told) == ["the key `added` is missing", "the key `sources` is missing"]


@pytest.mark.parametrize("language", MESSAGE_LANGUAGES)
def test_the_loader_takes_the_whole_catalogue(language: str) -> None:
    assert list(wordings(language)) == list(catalogue(language))


def test_both_languages_have_the_same_codes_in_the_same_order() -> None:
    assert list(catalogue("ko")) == list(catalogue("en"))


@pytest.mark.parametrize("code", wordings("en"))
def test_both_languages_say_the_same(code: str) -> None:
    ko, en = catalogue("ko")[code], catalogue("en")[code]
    assert ko.keys() == en.keys() == {"name", "message", "hint", "explanation"}
    assert ko["name"] == en["name"]
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", en["name"])
    for part in ("message", "hint"):
        assert placeholders(ko[part]) == placeholders(en[part])
    for part in ("message", "hint", "explanation"):
        assert HANGUL.search(ko[part])
        assert not HANGUL.search(re.sub(r"`[^`]*`", "", en[part]))


def test_names_are_unique() -> None:
    names = [entry["name"] for entry in catalogue("en").values()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("code", wordings("ko"))
def test_no_particle_follows_a_value(code: str) -> None:
    for text in catalogue("ko")[code].values():
        assert not PARTICLE.search(text), text


def test_the_search_for_particles_finds_them() -> None:
    assert PARTICLE.search("`{key}`가 없습니다")
    assert PARTICLE.search("{key}를 쓰세요")
    assert not PARTICLE.search("없는 키: `{key}`")


def test_every_code_is_told_somewhere_and_every_told_code_has_words() -> None:
    told: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        if "_theme" not in path.parts:
            told |= set(re.findall(r"[\"']([EW]\d{3})[\"']", path.read_text(encoding="utf-8")))
    assert told == set(wordings("en"))


def test_a_near_miss_is_named_first() -> None:
    problem = Problem("a.md", 1, 1, "E201", {"key": "symptomes", "suggestion": nearest("symptomes", ["symptoms", "x"])})
    assert hint(problem, "en").startswith("Did you mean `symptoms`?")
    assert "`symptoms`" in hint(problem, "ko")
    plain = Problem("a.md", 1, 1, "E201", {"key": "zzz", "suggestion": nearest("zzz", ["symptoms"])})
    assert "Did you mean" not in hint(plain, "en")


def test_values_with_braces_are_told_as_they_are() -> None:
    problem = Problem("a.md", 1, 1, "E201", {"key": "{key} {0} {", "suggestion": ""})
    assert "{key} {0} {" in message(problem, "en")


@pytest.mark.parametrize(("code", "severity"), [("E101", "error"), ("W602", "warning")])
def test_severity(code: str, severity: str) -> None:
    assert Problem("a.md", 1, 1, code).severity == severity


def test_problems_stand_in_the_order_of_files_and_lines() -> None:
    problems = [
        Problem("b", 1, 1, "E101"),
        Problem("a", 10, 1, "E101"),
        Problem("a", 9, 2, "E101"),
        Problem("a", 9, 1, "W602"),
    ]
    assert sorted(problems) == [problems[3], problems[2], problems[1], problems[0]]
