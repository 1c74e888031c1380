"""`incidents bundle` on the command line."""

from __future__ import annotations

import json
import re
import shutil
import string
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator import bundle as bundler
from generator.cli.bundle import bundle
from generator.cli.bundle_words import WORDS

pytestmark = pytest.mark.xdist_group("bundle-full")


def run(*arguments):
    return CliRunner().invoke(bundle, [str(argument) for argument in arguments])


def test_it_tells_what_it_wrote(full, tmp_path):
    result = run("--site", full.root, "--out", tmp_path, "--name", "my-library", "--jobs", 1, "--lang", "ko")
    assert result.exit_code == 0, result.output
    (archive,) = tmp_path.iterdir()
    assert re.fullmatch(r"my-library-[0-9a-f]{12}\.zip", archive.name)
    assert str(archive) in result.stdout
    assert "사례 9건" in result.stdout
    assert re.search(r"^SHA-256 [0-9a-f]{64}$", result.stdout, re.MULTILINE)
    assert "압축" in result.stderr


def test_json(full, tmp_path):
    result = run("--site", full.root, "--out", tmp_path, "--jobs", 1, "--json")
    told = json.loads(result.stdout)
    assert told["path"] == str(tmp_path / full.archive.name)
    assert (told["sha256"], told["bytes"], told["files"]) == (
        full.result.sha256,
        full.result.size,
        full.result.files,
    )
    assert list(told["seconds"]) == ["load", "check", "relate", "index", "plan", "write", "pack"]
    assert told["errors"] == 0


def test_problems_end_it_with_status_one(full, tmp_path):
    root = shutil.copytree(full.root, tmp_path / "root")
    (root / "content/incidents/IL-0001/ko.md").write_text("---\ntitle: [\n---\n", encoding="utf-8")
    result = run("--site", root, "--out", tmp_path / "out", "--lang", "en")
    assert result.exit_code == 1
    assert "content/incidents/IL-0001/ko.md:" in result.stdout
    assert "No bundle was written." in result.stderr
    assert not (tmp_path / "out").exists()


def test_a_long_path_ends_it_with_its_name(full, tmp_path):
    result = run("--site", full.root, "--out", tmp_path / "out", "--name", "n" * 80, "--jobs", 1, "--lang", "en")
    assert result.exit_code == 1
    assert re.search(r"n{80}-[0-9a-f]{12}/\S+: \d+ characters", result.stderr)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--name", "a/b"], "a/b"),
        (["--name", ""], "cannot be a name"),
        (["--out", "{root}/content"], "content folder"),
    ],
)
def test_wrong_use_ends_it_with_status_two(full, arguments, said):
    result = run("--site", full.root, "--lang", "en", *(text.format(root=full.root) for text in arguments))
    assert result.exit_code == 2
    assert said in result.stderr


def test_a_folder_that_cannot_be_made(full, tmp_path):
    (tmp_path / "file").touch()
    result = run("--site", full.root, "--out", tmp_path / "file", "--jobs", 1, "--lang", "en")
    assert result.exit_code == 1
    assert "No bundle was written." in result.stderr


@pytest.mark.parametrize("key", WORDS["en"])
def test_words_are_the_same_in_both_languages(key):
    assert list(WORDS["ko"]) == list(WORDS["en"])
    ko, en = (fields(WORDS[language][key]) for language in ("ko", "en"))
    assert ko == en
    assert not re.search(r"\}[`'\"”’)]*(?:은|는|이|가|을|를|과|와|으로|로)(?![가-힣]*[다요])", WORDS["ko"][key])


def test_every_reason_has_words():
    source = Path(bundler.__file__).read_text(encoding="utf-8")
    reasons = set(re.findall(r"(?:Folder|Path)Error\(\s*\"([a-z-]+)\"", source))
    hints = {f"{key}-hint" for key in reasons if key.startswith("bundle-path")}
    assert len(reasons) == 5
    assert reasons | hints <= set(WORDS["en"])


def fields(text):
    parts = [(name, form or "") for _, name, form, _ in string.Formatter().parse(text) if name is not None]
    return {(name, form) for name, form in parts if "|" not in form}
