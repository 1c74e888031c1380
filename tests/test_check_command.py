"""`incidents check`: its three forms, its exit statuses, its two languages."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conftest import copy_site
from oddities import lay_out

from generator.cli import main
from generator.problems import wordings

SITE = "E306-dead-file"
"""A broken site with two errors or more, and no warning."""


def run(*arguments: str | Path, **environment: str) -> Result:
    locale = {"LC_ALL": "C.UTF-8", "LC_MESSAGES": "", "LANG": "", **environment}
    return CliRunner().invoke(main, ["check", *map(str, arguments)], env=locale)


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    return lay_out(SITE, tmp_path / "site")


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    """A site with warnings alone."""
    return copy_site("minimal", tmp_path / "site")


@pytest.fixture
def spotless(tmp_path: Path) -> Path:
    return copy_site("invalid/base", tmp_path / "site")


def places(result: Result) -> list[str]:
    return [line for line in result.stdout.splitlines() if not line.startswith(" ")]


def test_text(broken: Path) -> None:
    result = run("--site", broken)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert all(
        re.fullmatch(r"content/incidents/IL-0001/ko\.md:\d+:\d+: E306 the file `.+` does not exist .*", line)
        for line in lines[::2]
    )
    assert all(line.startswith("    ") for line in lines[1::2])
    assert len(lines) == 8
    assert result.stderr.strip() == "4 errors, 0 warnings."


def test_no_problems(spotless: Path) -> None:
    result = run("--site", spotless, "--strict")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.strip() == "No problems in 1 incident."


def test_warnings_fail_under_strict_alone(sound: Path) -> None:
    result = run("--site", sound)
    assert result.exit_code == 0
    assert {line.split()[1] for line in places(result)} == {"W502", "W601", "W602"}
    assert "0 errors, 3 warnings." in result.stderr
    strict = run("--site", sound, "--strict")
    assert strict.exit_code == 1
    assert strict.stdout == result.stdout


def test_ignored_codes_are_left_out(sound: Path) -> None:
    with (sound / "site.toml").open("a") as file:
        file.write('\n[checks]\nignore = ["W502", "W601", "W602"]\n')
    assert run("--site", sound, "--strict").exit_code == 0


def test_json(broken: Path) -> None:
    result = run("--site", broken, "--format", "json")
    assert result.exit_code == 1
    assert result.stderr == ""
    problems = json.loads(result.stdout)["problems"]
    assert len(problems) == 4
    for problem in problems:
        assert list(problem) == ["path", "line", "column", "code", "name", "severity", "message", "hint"]
        assert (problem["code"], problem["name"], problem["severity"]) == ("E306", "dead-file", "error")
        assert (broken / problem["path"]).is_file()
    assert "없음.md" in result.stdout


def test_json_without_problems(spotless: Path) -> None:
    result = run("--site", spotless, "--format", "json")
    assert result.exit_code == 0
    assert json.loads(result.stdout) == {"problems": []}


def test_github(broken: Path) -> None:
    result = run("--site", broken, "--format", "github")
    assert result.exit_code == 1
    pattern = r"::error file=content/incidents/IL-0001/ko\.md,line=\d+,col=\d+,title=E306::[^\n]+"
    assert all(re.fullmatch(pattern, line) for line in result.stdout.splitlines())
    assert len(result.stdout.splitlines()) == 4


def test_github_escapes_what_would_end_a_command(sound: Path) -> None:
    (sound / "content/incidents/IL-0001/a,b:c%d.txt").write_text("a")
    line = next(line for line in run("--site", sound, "--format", "github").stdout.splitlines() if "E104" in line)
    assert "file=content/incidents/IL-0001/a%2Cb%3Ac%25d.txt,line=1" in line


def test_github_warnings(sound: Path) -> None:
    lines = run("--site", sound, "--format", "github").stdout.splitlines()
    assert len(lines) == 3
    assert all(line.startswith("::warning file=") for line in lines)


@pytest.mark.parametrize("form", ["text", "json", "github"])
def test_every_form_tells_the_same_places(broken: Path, form: str) -> None:
    (broken / "content/incidents/IL-0002").mkdir()
    found = run("--site", broken, "--format", form).stdout
    wanted = len(places(run("--site", broken)))
    assert found.count("E306") + found.count("E115") == wanted


# PATH


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        ((".",), 3),
        (("content",), 3),
        (("content/incidents",), 2),
        (("content/incidents/IL-0001",), 2),
        (("content/incidents/IL-0001/en.md",), 1),
        (("content/incidents/IL-0001/ko.md",), 1),
        (("content/vocabulary.yaml",), 1),
        (("site.toml",), 0),
        (("content/vocabulary.yaml", "content/incidents/IL-0001/en.md"), 2),
        (("content/incidents/../vocabulary.yaml",), 1),
    ],
)
def test_paths(sound: Path, paths: tuple[str, ...], expected: int) -> None:
    result = run("--site", sound, *(sound / path for path in paths))
    assert result.exit_code == 0
    assert len(places(result)) == expected


def test_paths_are_read_from_the_folder_of_the_caller(sound: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(sound / "content")
    assert len(places(run("--site", "..", "vocabulary.yaml"))) == 1


def test_a_path_that_is_no_prefix_of_a_name(sound: Path) -> None:
    shutil.copytree(sound / "content/incidents/IL-0001", sound / "content/incidents/IL-00011")
    assert not [
        line for line in places(run("--site", sound, sound / "content/incidents/IL-0001")) if "IL-00011" in line
    ]


def test_only_problems_of_the_paths_count(broken: Path) -> None:
    assert run("--site", broken, broken / "content/vocabulary.yaml").exit_code == 0
    assert run("--site", broken, broken / "content/incidents").exit_code == 1


def test_paths_through_a_link_to_the_site(broken: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(broken)
    assert len(places(run("--site", tmp_path / "link", tmp_path / "link/content/incidents/IL-0001/ko.md"))) == 4


# Wrong use


@pytest.mark.parametrize(
    "arguments",
    [
        ("--format", "xml"),
        ("--lang", "ja"),
        ("--no-such-option",),
        ("--site", "no/such/folder"),
        ("no/such/file",),
        ("/",),
        ("..",),
    ],
)
def test_wrong_use(sound: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]) -> None:
    monkeypatch.chdir(sound)
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.strip()


@pytest.mark.parametrize(("language", "words"), [("en", "There is no site.toml"), ("ko", "site.toml이 없습니다")])
def test_no_site(tmp_path: Path, language: str, words: str) -> None:
    result = run("--site", tmp_path, "--lang", language)
    assert result.exit_code == 2
    assert words in result.stderr
    assert str(tmp_path) in result.stderr
    assert "--site" in result.stderr


def test_a_broken_site_toml_is_a_problem_of_the_content(sound: Path) -> None:
    (sound / "site.toml").write_text("[site\n")
    result = run("--site", sound)
    assert result.exit_code == 1
    assert places(result)[0].startswith("site.toml:1:6: E701")


# Languages


def test_korean(broken: Path) -> None:
    result = run("--site", broken, "--lang", "ko")
    assert result.exit_code == 1
    assert "오류 4개, 경고 0개." in result.stderr
    assert wordings("ko")["E306"].message.format(target="없음.md") in result.stdout
    english = run("--site", broken, "--lang", "en")
    assert [line.split(" E306 ")[0] for line in places(result)] == [line.split(" E306 ")[0] for line in places(english)]


@pytest.mark.parametrize(
    ("environment", "korean"),
    [
        ({"LC_ALL": "ko_KR.UTF-8"}, True),
        ({"LC_ALL": "", "LANG": "ko_KR.UTF-8"}, True),
        ({"LC_ALL": "", "LC_MESSAGES": "ko", "LANG": "en_US.UTF-8"}, True),
        ({"LC_ALL": "en_US.UTF-8", "LANG": "ko_KR.UTF-8"}, False),
        ({"LC_ALL": "", "LANG": "kok_IN"}, False),
        ({"LC_ALL": "", "LANG": ""}, False),
        ({"LC_ALL": "C"}, False),
    ],
)
def test_the_language_follows_the_locale(broken: Path, environment: dict[str, str], korean: bool) -> None:
    assert ("오류" in run("--site", broken, **environment).stderr) == korean


def test_a_near_miss_is_suggested(sound: Path) -> None:
    path = sound / "content/incidents/IL-0001/ko.md"
    path.write_text(path.read_text(encoding="utf-8").replace("topics:", "topicks:"), encoding="utf-8")
    assert "Did you mean `topics`?" in run("--site", sound).stdout
    assert "혹시 `topics`?" in run("--site", sound, "--lang", "ko").stdout


@pytest.mark.parametrize("arguments", [("--help",), ("-h",)])
def test_help(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 0
    for option in ("--strict", "--format", "--site", "--lang", "PATH"):
        assert option in result.stdout


def test_checking_writes_nothing(broken: Path) -> None:
    def names() -> set[str]:
        return {path.relative_to(broken).as_posix() for path in broken.rglob("*") if ".cache" not in path.parts}

    before = names()
    run("--site", broken)
    assert names() == before
