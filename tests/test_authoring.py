"""New sites and reports: in the one form from the beginning, with ids of the site."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.cli import main


def run(*arguments: str | Path) -> Result:
    result = CliRunner().invoke(main, [*map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture
def root(tmp_path: Path) -> Path:
    assert run("init", tmp_path / "ours", "--prefix", "OUR").exit_code == 0
    return tmp_path / "ours"


def test_a_new_site_is_in_form_and_sound(root: Path) -> None:
    assert run("fmt", "--check", "--site", root).exit_code == 0
    assert run("check", "--site", root).exit_code == 0


@pytest.mark.parametrize("original", ["ko", "en"])
def test_a_new_report_is_in_form(root: Path, original: str) -> None:
    assert run("new", "--original", original, "--site", root).exit_code == 0
    assert (root / "content/incidents/OUR-0002/ko.md").is_file()
    assert run("fmt", "--check", "--site", root).exit_code == 0


def test_what_fmt_would_change_is_told_and_changed(root: Path) -> None:
    path = root / "content/incidents/OUR-0001/ko.md"
    sound = path.read_text(encoding="utf-8")
    mixed = sound.replace("status: draft\n", "").replace("title:", "status: draft\ntitle:", 1)
    path.write_text(mixed, encoding="utf-8")
    result = run("fmt", "--check", "--site", root, "--lang", "en")
    assert (result.exit_code, result.stderr) == (1, "1 file is not in form.\n")
    result = run("fmt", root / "content", "--site", root, "--lang", "en")
    assert (result.exit_code, result.stdout) == (0, "content/incidents/OUR-0001/ko.md\n")
    assert result.stderr == "1 file changed.\n"
    assert path.read_text(encoding="utf-8") == sound


@pytest.mark.parametrize("identifier", ["foo", "OUR-1", "IL-0001", "our-0002"])
@pytest.mark.parametrize("language", ["ko", "en"])
def test_an_id_of_another_shape_is_refused_with_an_example_of_this_site(
    root: Path, identifier: str, language: str
) -> None:
    result = run("new", identifier, "--site", root, "--lang", language)
    assert result.exit_code == 2
    assert "OUR-0585" in result.stderr
    assert "IL-0585" not in result.stderr


def test_the_next_id_follows_the_highest_one(root: Path) -> None:
    for name in ("OUR-0041", "OUR-x", "OURS-0099", ".OUR-0098"):
        (root / "content/incidents" / name).mkdir()
    assert "OUR-0042" in run("new", "--site", root).stdout


@pytest.mark.parametrize("language", ["ko", "en"])
def test_a_link_that_is_none_is_told_with_an_example_of_this_site(root: Path, language: str) -> None:
    for path in (root / "content/incidents/OUR-0001/ko.md", root / "content/pages/about/ko.md"):
        path.write_text(path.read_text(encoding="utf-8") + "\n[[our-1]]\n", encoding="utf-8")
    result = run("check", "--site", root, "--lang", language)
    assert result.stdout.count(" E315 ") == 2
    assert result.stdout.count("`[[OUR-0123]]`") == 2
    assert "IL-" not in result.stdout
