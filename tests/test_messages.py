"""What a command says of a fault: the very file, and a remedy that is one."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conftest import built, copy_site, tree

from generator import writer
from generator.cli import main


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return copy_site("minimal", tmp_path / "site")


def run(*arguments: str | Path, language: str = "en") -> Result:
    result = CliRunner().invoke(main, [*map(str, arguments), "--lang", language])
    assert isinstance(result.exception, SystemExit), result.exception
    return result


def put(root: Path, name: str, text: str = "mine") -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text, encoding="utf-8")


# Two files of one address


@pytest.mark.parametrize(
    ("files", "told"),
    [
        (("index.html",), ("static/index.html", "index.html (which every build makes)")),
        (("ko/INDEX.html",), ("static/ko/INDEX.html", "ko/index.html (which every build makes)")),
        (("KO.txt", "ko.TXT"), ("static/KO.txt", "static/ko.TXT")),
        (("ko",), ("static/ko ", "ko/")),
        (("robots.txt/a.txt",), ("static/robots.txt/a.txt", "robots.txt (which every build makes)")),
    ],
)
def test_two_files_of_one_address_are_both_named(root: Path, files: tuple[str, ...], told: tuple[str, ...]) -> None:
    former = built(root).files()
    for name in files:
        put(root, f"static/{name}")
    result = run("build", "--site", root)
    assert result.exit_code == 1
    for name in told:
        assert name in result.stderr
    assert "static/, or delete it" in result.stderr
    assert "--out" not in result.stderr
    assert tree(root / "site") == former


@pytest.mark.parametrize("command", ["build", "bundle"])
@pytest.mark.parametrize(("language", "told"), [("ko", "빌드가 만드는 파일"), ("en", "which every build makes")])
def test_both_commands_and_languages_name_them(
    root: Path, tmp_path: Path, command: str, language: str, told: str
) -> None:
    put(root, "static/index.html")
    result = run(command, "--site", root, "--out", tmp_path / "out", language=language)
    assert result.exit_code == 1
    assert "static/index.html" in result.stderr
    assert told in result.stderr


# A fault in a template


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(
    ("fault", "reason"), [("{{ page.nothing }}", "nothing"), ("{% block %}", "block"), ("{% include 'no' %}", "no")]
)
def test_a_fault_in_a_template_names_file_and_line(
    root: Path, monkeypatch: pytest.MonkeyPatch, jobs: str, fault: str, reason: str
) -> None:
    monkeypatch.setattr(writer, "_PARALLEL_FROM", 1)
    put(
        root,
        "templates/pages/incident.html",
        f'{{% extends "default/pages/incident.html" %}}\n\n{{% block colophon %}}\n{fault}\n{{% endblock %}}\n',
    )
    result = run("build", "--no-search", "--site", root, "--jobs", jobs)
    assert result.exit_code == 1
    place = "no" if "include" in fault else "pages/incident.html:4: "
    assert place in result.stderr
    assert reason in result.stderr
    assert "Mend it in templates/" in result.stderr
    assert "Traceback" not in result.stderr


# Links to a report with a fault, and to one that is not published


def report(root: Path, identifier: str, *changes: tuple[str, str]) -> None:
    text = (root / "content/incidents/IL-0001/ko.md").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    put(root, f"content/incidents/{identifier}/ko.md", text)


def test_a_link_to_a_report_with_a_fault_says_so_and_suggests_no_other(root: Path) -> None:
    report(root, "IL-0002", ("added: 2026-01-05\n", ""))
    report(root, "IL-0003", ("added:", "status: draft\nadded:"))
    report(root, "IL-0004", ("topics:", "related: [IL-0002]\ntopics:"))
    text = (root / "content/incidents/IL-0004/ko.md").read_text(encoding="utf-8")
    put(root, "content/incidents/IL-0004/ko.md", f"{text}\n[[IL-0002]] [[IL-0003]] [[IL-0011]]\n")
    lines = run("check", root / "content/incidents/IL-0004/ko.md", "--site", root).stdout.splitlines()
    told = [(line.split(" ", 1)[1], hint.strip()) for line, hint in zip(lines[::2], lines[1::2], strict=True)]
    errors = [entry for entry in told if entry[0].startswith("E")]
    faulty = ("E316 the incident `IL-0002` has a problem of its own", "Mend what is told of its files")
    assert [(message, hint.split(";")[0]) for message, hint in errors] == [
        faulty,
        faulty,
        ("E307 there is no published incident `IL-0003`", "Use the id of a published incident."),
        (
            "E307 there is no published incident `IL-0011`",
            "Did you mean `IL-0001`? Use the id of a published incident.",
        ),
    ]


# Annotations


def test_the_remedy_of_an_annotation_is_a_sentence_of_its_own(root: Path) -> None:
    put(root, "content/incidents/IL-0001/stray.txt")
    english, korean = "::this file does not belong here. Allowed here: ", "::여기에 둘 수 없는 파일. 허용: "
    for language, told in (("en", english), ("ko", korean)):
        lines = run("check", "--format", "github", "--site", root, language=language).stdout.splitlines()
        [line] = [line for line in lines if "title=E104" in line]
        assert told in line, line
        assert ".." not in line
