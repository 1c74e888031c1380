"""Rights to write that somebody took away: from the published tree, from the project, from its cache alone."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conftest import built, copy_site, tree
from rights import bound_by_modes

from generator import writer
from generator.build import Options, build
from generator.cli import main
from generator.serve import refresh


@pytest.fixture
def root(tmp_path: Path) -> Iterator[Path]:
    root = copy_site("minimal", tmp_path / "root")
    with bound_by_modes():
        yield root
    set_modes(tmp_path, 0o755, 0o644)


def set_modes(top: Path, folder_mode: int, file_mode: int) -> None:
    """Gives everything below a folder, and the folder, these modes."""
    top.chmod(folder_mode | 0o700)
    for folder, folders, files in os.walk(top):
        for name in folders:
            Path(folder, name).chmod(folder_mode | 0o700)
        for name in files:
            if not Path(folder, name).is_symlink():
                Path(folder, name).chmod(file_mode)
    for folder, _, _ in os.walk(top, topdown=False):
        Path(folder).chmod(folder_mode)


def modes(top: Path) -> set[int]:
    """The modes of all files and folders."""
    return {path.stat().st_mode & 0o7777 for path in (top, *top.rglob("*")) if path.name != ".incidents"}


def rename(root: Path, name: str) -> None:
    text = (root / "site.toml").read_text(encoding="utf-8")
    lines = [f'name = "{name}"' if line.startswith("name") else line for line in text.splitlines()]
    (root / "site.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def run(command: str, root: Path, *arguments: str | Path) -> Result:
    result = CliRunner().invoke(main, [*command.split(), *map(str, arguments), "--site", str(root), "--lang", "en"])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


# The published tree


@pytest.mark.parametrize("change", ["nothing", "a setting", "a stray", "the cache"])
@pytest.mark.parametrize("taken", ["all", "folders"])
def test_a_published_tree_that_was_made_read_only(root: Path, tmp_path: Path, change: str, taken: str) -> None:
    for _ in range(2):
        built(root)
    for number in range(4):
        if change == "a stray":
            (root / "site/ko/stray").mkdir()
            (root / "site/ko/stray/a.html").write_text("a")
        set_modes(root / "site", 0o555, 0o444 if taken == "all" else 0o644)
        if change == "a setting":
            rename(root, f"Name {number}")
        if change == "the cache":
            shutil.rmtree(root / ".cache")
        assert build(root, root / "site", Options(jobs=1, clean=number == 3)).published
        assert modes(root / "site") == {0o755, 0o644}
    clean = built(copy_site(root, tmp_path / "clean"))
    for _ in range(2):
        assert built(root).files() == clean.files()
        assert modes(root / "site") == {0o755, 0o644}


def test_files_alone_that_were_made_read_only(root: Path) -> None:
    for _ in range(2):
        built(root)
    for path in (root / "site").rglob("*.html"):
        path.chmod(0o444)
    for _ in range(3):
        built(root)
        assert modes(root / "site") == {0o755, 0o644}
    assert built(root).result.made == 0


def test_trees_change_places_where_the_system_has_no_exchange(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "_exchange", lambda *_: False)
    for _ in range(4):
        built(root)
        set_modes(root / "site", 0o555, 0o444)
    (root / "site").rename(root / ".site.former")
    set_modes(root / ".site.next", 0o755, 0o644)
    shutil.rmtree(root / ".site.next")
    for number in range(3):
        rename(root, f"Name {number}")
        built(root)
        assert modes(root / "site") == {0o755, 0o644}


def test_no_mode_is_changed_behind_a_link(root: Path, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    (precious / "inner").mkdir(parents=True)
    for _ in range(2):
        built(root)
    for place in ("ko", "en"):
        shutil.rmtree(root / ".site.next" / place)
        (root / ".site.next" / place).symlink_to(precious)
    for folder in (precious / "inner", precious):
        folder.chmod(0o500)
    for _ in range(2):
        built(root)
    assert {folder.stat().st_mode & 0o777 for folder in (precious, precious / "inner")} == {0o500}


# A project that cannot be written


def seal(root: Path) -> None:
    """Takes away the right to write anywhere in the project."""
    set_modes(root, 0o555, 0o444)


@pytest.mark.parametrize("kept", [True, False], ids=["with a cache", "without a cache"])
def test_a_read_only_project_is_built_elsewhere(root: Path, tmp_path: Path, kept: bool) -> None:
    expected = tree(built(root).out)
    shutil.rmtree(root / "site")
    shutil.rmtree(root / ".site.next", ignore_errors=True)
    if not kept:
        shutil.rmtree(root / ".cache")
    seal(root)
    before = tree(root)
    for _ in range(3):
        result = run("build", root, "--out", tmp_path / "out")
        assert result.exit_code == 0, result.output
        assert result.stderr.count(f"{root}/.cache cannot be written") == 1
        assert tree(tmp_path / "out") == expected
    assert run("build", root, "--out", tmp_path / "out", "--clean").exit_code == 0
    assert tree(root) == before


@pytest.mark.parametrize("place", [".cache", ".cache/index"])
def test_a_cache_of_somebody_else_makes_a_build_slower_alone(root: Path, place: str) -> None:
    expected = tree(built(root).out)
    set_modes(root / place, 0o555, 0o444)
    for _ in range(2):
        assert run("build", root).exit_code == 0
        assert tree(root / "site") == expected


def test_a_cache_that_is_no_folder_is_left_alone(root: Path) -> None:
    (root / ".cache").write_text("mine")
    result = run("build", root)
    assert result.exit_code == 0, result.output
    assert (root / ".cache").read_text() == "mine"


def test_nothing_is_left_of_a_cache_for_one_time(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    seal(root)
    assert run("build", root, "--out", tmp_path / "out").exit_code == 0
    assert run("list", root).exit_code == 0
    assert list((tmp_path / "temporary").iterdir()) == []


@pytest.mark.parametrize(
    "question", ["list", "show IL-0001", "search switch", "translations status", "bundle --out {out}"]
)
def test_questions_and_bundles_of_a_read_only_project(root: Path, tmp_path: Path, question: str) -> None:
    seal(root)
    result = run(question.format(out=tmp_path), root)
    assert result.exit_code == 0, result.output
    assert result.stdout or question == "translations status"
    assert result.stderr.count("cannot be written") == 1


def test_a_note_in_json_is_none(root: Path, tmp_path: Path) -> None:
    seal(root)
    result = run("build --json", root, "--out", tmp_path / "out")
    assert (result.exit_code, result.stderr) == (0, "")


def test_an_index_behind_the_reload_that_cannot_be_kept_is_given_up(root: Path) -> None:
    seal(root)
    with pytest.raises(SystemExit) as ended:
        refresh.make_index(root)
    assert ended.value.code == 1


def test_recording_in_a_read_only_project_is_told(root: Path) -> None:
    seal(root)
    for command in ("translations sync --all", "new"):
        result = run(command, root)
        assert result.exit_code == 1
        assert "Permission denied" in result.stderr
