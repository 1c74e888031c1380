"""What the operating system keeps from being read is a problem like any other, and hides none of the others."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conftest import built, copy_site, tree
from rights import bind_by_modes, bound_by_modes

from generator.build import Options, load
from generator.checks import check_content
from generator.cli import main
from generator.problems import Problem

REPORT = "content/incidents/IL-0001"


@pytest.fixture
def root(tmp_path: Path) -> Iterator[Path]:
    """A sound site with a fault in one report, a page, a static file and a lock, whose modes a test may change."""
    root = copy_site("full", tmp_path / "site")
    (root / "static").mkdir()
    (root / "static/a.txt").write_text("a")
    path = root / "content/incidents/IL-0002/en.md"
    path.write_text(path.read_text(encoding="utf-8") + "\n[nowhere](nowhere.md)\n", encoding="utf-8")
    with bound_by_modes():
        yield root
    for folder, folders, files in os.walk(tmp_path):
        for name in (*folders, *files):
            if not Path(folder, name).is_symlink():
                Path(folder, name).chmod(0o755)


def problems_of(root: Path, cache: Path | None = None) -> list[Problem]:
    content, problems = load(root, Options(jobs=1), cache)
    return problems if content is None else check_content(content)


def told(problems: list[Problem]) -> set[str]:
    return {f"{problem.path} {problem.code}" for problem in problems if problem.severity == "error"}


def run(command: str, root: Path, **options: str) -> Result:
    result = CliRunner().invoke(main, [*command.split(), "--site", str(root), "--lang", "en"], **options)  # type: ignore[arg-type]
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


FAULT = "content/incidents/IL-0002/en.md E306"
PLACES = {
    f"{REPORT}/ko.md": {f"{REPORT}/ko.md E120"},
    f"{REPORT}/en.md": {f"{REPORT}/en.md E120"},
    f"{REPORT}/dot.png": {f"{REPORT}/dot.png E120"},
    REPORT: {f"{REPORT} E120"},
    "content/incidents": {"content/incidents E120"},
    "content/pages": {"content/pages E120"},
    "content/pages/about": {"content/pages/about E120"},
    "content/pages/about/ko.md": {"content/pages/about/ko.md E120"},
    "content/vocabulary.yaml": {"content/vocabulary.yaml E120"},
    "content/organizations.yaml": {"content/organizations.yaml E120"},
    "content/translations.lock": {"content/translations.lock E120"},
    "content": {"content E120"},
    "static": {"static E120"},
    "static/a.txt": {"static/a.txt E120"},
    "site.toml": {"site.toml E120"},
}
HIDING = {"content", "content/incidents", "site.toml"}
"""What holds the report with the fault."""


def links_to_the_report(root: Path) -> set[str]:
    """What names the report that cannot be read."""
    return {place for place in told(problems_of(root)) if place.endswith(" E316")}


@pytest.mark.parametrize("place", PLACES)
def test_it_is_told_and_hides_nothing(root: Path, place: str) -> None:
    (root / place).chmod(0)
    expected = PLACES[place] | (set() if place in HIDING else {FAULT})
    problems = problems_of(root)
    assert told(problems) - links_to_the_report(root) == expected
    [problem] = [problem for problem in problems if problem.code == "E120"]
    assert problem.values == {"reason": "Permission denied"}
    if place not in (REPORT, f"{REPORT}/ko.md"):
        assert not links_to_the_report(root)


@pytest.mark.parametrize("place", PLACES)
def test_no_warning_misses_what_may_stand_there(root: Path, place: str) -> None:
    before = {str(problem) for problem in problems_of(root) if problem.severity == "warning"}
    (root / place).chmod(0)
    after = {str(problem) for problem in problems_of(root) if problem.severity == "warning"}
    assert {warning for warning in after - before if "'W60" not in warning} == set()


def test_a_folder_that_may_be_listed_but_not_entered(root: Path) -> None:
    (root / REPORT).chmod(0o444)
    assert f"{REPORT} E120" in told(problems_of(root))
    (root / "content").chmod(0o444)
    assert told(problems_of(root)) == {"content E120"}


def test_what_names_an_unreadable_report_says_so(root: Path) -> None:
    (root / REPORT).chmod(0)
    assert links_to_the_report(root)
    assert not [place for place in told(problems_of(root)) if place.endswith((" E307", " E216", " E217"))]


def test_rights_that_come_back_are_noticed_though_no_file_changed(root: Path, tmp_path: Path) -> None:
    long_ago = time.time() - 3600
    for path in (root / REPORT).iterdir():
        os.utime(path, (long_ago, long_ago))
    os.utime(root / REPORT, (long_ago, long_ago))
    for place in (f"{REPORT}/ko.md", REPORT):
        (root / place).chmod(0)
        assert f"{place} E120" in told(problems_of(root, tmp_path / "cache"))
        (root / place).chmod(0o755)
        assert told(problems_of(root, tmp_path / "cache")) == {FAULT}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("command", ["check", "build --no-search"])
def test_check_and_build_name_it(root: Path, command: str, place: str) -> None:
    (root / place).chmod(0)
    result = run(command, root)
    assert result.exit_code == 1
    assert f"{place}:1:1: E120 it cannot be read: Permission denied\n    Let the user" in result.stdout
    assert (FAULT.removesuffix(" E306") in result.stdout) == (place not in HIDING)


def test_a_build_leaves_the_former_site(root: Path) -> None:
    (root / "content/incidents/IL-0002").joinpath("en.md").write_bytes(
        (root / "content/incidents/IL-0002/en.md").read_bytes().replace(b"[nowhere](nowhere.md)", b"")
    )
    former = built(root, search=False).files()
    (root / REPORT).chmod(0)
    assert run("build --no-search", root).exit_code == 1
    assert tree(root / "site") == former


QUESTIONS = ("list", "show IL-0002", "search network", "match -", "translations status")


@pytest.mark.parametrize("question", QUESTIONS)
def test_questions_tell_a_report_that_cannot_be_read_and_answer_from_the_rest(root: Path, question: str) -> None:
    (root / REPORT).chmod(0)
    result = run(question, root, input="a line\n")
    assert result.exit_code == 0
    assert f"{REPORT}:1:1: E120" in result.stderr
    assert "E120" not in result.stdout
    assert result.stdout or question.startswith("match")


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("place", ["content", "content/incidents", "content/vocabulary.yaml", "site.toml"])
def test_questions_do_not_answer_from_nothing(root: Path, question: str, place: str) -> None:
    (root / place).chmod(0)
    result = run(question, root)
    assert result.exit_code == 1
    assert f"{place}:1:1: E120" in result.output


def test_recording_loses_no_line_of_a_lock_that_cannot_be_read(root: Path) -> None:
    lock = root / "content/translations.lock"
    before = lock.read_bytes()
    lock.chmod(0)
    result = run("translations sync --all", root)
    assert result.exit_code == 1
    assert "content/translations.lock:1:1: E120" in result.output
    lock.chmod(0o644)
    assert lock.read_bytes() == before


@pytest.mark.parametrize("place", ["content", "content/incidents", REPORT, f"{REPORT}/ko.md"])
@pytest.mark.parametrize("option", ["", " --check"])
def test_files_that_cannot_be_read_are_not_in_form(root: Path, place: str, option: str) -> None:
    (root / place).chmod(0)
    result = run(f"fmt{option}", root)
    assert result.exit_code == 1
    assert f"{place}:1:1: E120" in result.stdout


def test_paths_to_bring_in_form_may_be_relative_or_lie_elsewhere(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root)
    (root / REPORT).chmod(0)
    (tmp_path / "closed").mkdir(mode=0)
    result = CliRunner().invoke(main, ["fmt", "content/incidents", str(tmp_path / "closed"), "--lang", "en"])
    assert result.exit_code == 1
    assert result.stdout.count("E120") == 1
    assert f"{REPORT}:1:1: E120" in result.stdout


@pytest.mark.parametrize("place", ["static", "static/a.txt"])
def test_a_report_is_shown_or_refused_where_a_static_file_cannot_be_read(root: Path, place: str) -> None:
    (root / place).chmod(0)
    result = run("show IL-0002 --json", root)
    assert result.exit_code == 1
    assert f"{place}: Permission denied" in result.stderr


def test_a_new_report_where_none_can_be_listed_or_written(root: Path) -> None:
    for place, mode in (("content/incidents", 0), ("content/incidents", 0o555), ("content", 0)):
        (root / place).chmod(mode)
        result = run("new", root)
        assert result.exit_code == 1
        assert place in result.output
        assert "Permission denied" in result.output
        (root / place).chmod(0o755)


@pytest.mark.parametrize("place", [REPORT, "content/incidents", f"{REPORT}/ko.md", "static"])
def test_a_preview_tells_it_and_goes_on(root: Path, place: str, tmp_path: Path) -> None:
    (root / place).chmod(0)
    command = [sys.executable, "-m", "generator", "serve", "--port", "0", "--site", str(root), "--lang", "en"]
    with (tmp_path / "said.txt").open("w+") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said, preexec_fn=bind_by_modes)  # noqa: PLW1509  # no threads
        try:
            wait(process, said.name, lambda text: f"{place}:1:1: E120" in text and "former site" in text)
            (root / place).chmod(0o755)
            fault = root / "content/incidents/IL-0002/en.md"
            fault.write_text(fault.read_text(encoding="utf-8").replace("[nowhere](nowhere.md)", ""), encoding="utf-8")
            wait(process, said.name, lambda text: "made in" in text)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(60)
        assert "Traceback" not in Path(said.name).read_text(encoding="utf-8")


def wait(process: subprocess.Popen[bytes], said: str, is_there: Callable[[str], bool]) -> None:
    end = time.monotonic() + 60
    while not is_there(Path(said).read_text(encoding="utf-8")):
        assert process.poll() is None, Path(said).read_text(encoding="utf-8")
        assert time.monotonic() < end, Path(said).read_text(encoding="utf-8")
        time.sleep(0.05)


def test_a_report_in_many_processes(root: Path) -> None:
    for number in range(100, 310):
        shutil.copytree(root / "content/incidents/IL-0008", root / f"content/incidents/IL-{number:04d}")
    (root / "content/incidents/IL-0200").chmod(0)
    content, _ = load(root, Options(jobs=2))
    assert content is not None
    assert "content/incidents/IL-0200 E120" in told(check_content(content, jobs=2))
