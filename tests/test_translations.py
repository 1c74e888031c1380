"""Translations: missing, unrecorded, behind with the parts that changed, current; and the file that remembers."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conftest import copy_site
from hypothesis import given
from hypothesis import strategies as st

from generator.build import Options, load
from generator.checks import check_content
from generator.cli import main
from generator.content.files import TextFile
from generator.content.load import LOCK_PATH, Content
from generator.content.lock import format_lock, parse_lock
from generator.model.incident import SECTIONS

ORIGINAL = "content/incidents/IL-0001/ko.md"
TRANSLATION = "content/incidents/IL-0001/en.md"
KEY = ("IL-0001", "en")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return copy_site("minimal", tmp_path / "site")


def read(root: Path) -> Content:
    content, problems = load(root, Options(jobs=1))
    assert content is not None, problems
    return content


def state(root: Path) -> tuple[str, tuple[str, ...]]:
    translation = read(root).library.translations[KEY]
    return translation.state, translation.behind


def told(root: Path) -> list[tuple[str, str, Mapping[str, str]]]:
    """What the checks say about translations."""
    problems = check_content(read(root))
    return [(problem.code, problem.path, problem.values) for problem in problems if problem.code.startswith("W50")]


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["translations", *map(str, arguments), "--lang", "en"])


def sync(root: Path) -> None:
    result = run("sync", "IL-0001", "en", "--site", root)
    assert result.exit_code == 0, result.output


def edit(root: Path, path: str, old: str, new: str) -> None:
    text = (root / path).read_text(encoding="utf-8")
    assert old in text
    (root / path).write_text(text.replace(old, new), encoding="utf-8")


def test_missing(root: Path) -> None:
    (root / TRANSLATION).unlink()
    assert state(root) == ("missing", ())
    [(code, path, values)] = told(root)
    assert (code, path) == ("W501", ORIGINAL)
    assert values["path"] == TRANSLATION


def test_unrecorded(root: Path) -> None:
    assert state(root) == ("unrecorded", ())
    assert [(code, path) for code, path, _ in told(root)] == [("W502", TRANSLATION)]


def test_current(root: Path) -> None:
    sync(root)
    assert state(root) == ("current", ())
    assert told(root) == []


def test_the_original_has_no_state(root: Path) -> None:
    assert set(read(root).library.translations) == {KEY}


@pytest.mark.parametrize(
    ("old", "new", "parts"),
    [
        ("title: 견본 스위치가", "title: 견본 스위치 둘이", ("title",)),
        ("topics:", "impact: 새 영향\ntopics:", ("impact",)),
        (
            "topics:",
            "region: 새 지역\ntrigger: 새 촉발\naffected_users: 몇\ntopics:",
            ("affected_users", "region", "trigger"),
        ),
        ("시험에만 쓴다.", "시험에 쓴다.", ("summary",)),
        ("스위치 설정이 잘못되었다.", "설정이 잘못되었다.", ("cause",)),
        ("## 원인\n", "## 교훈\n", ("lessons", "cause")),
        ("## 원인\n", "## 증상\n\n새 증상.\n\n## 원인\n", ("symptoms",)),
        ("added: 2026-01-05", "added: 2026-01-06", ()),
        ("topics: [network]", "severity: minor\nseverity_basis: source", ()),
    ],
)
def test_behind_in_the_parts_that_changed(root: Path, old: str, new: str, parts: tuple[str, ...]) -> None:
    with (root / "content/vocabulary.yaml").open("a", encoding="utf-8") as file:
        file.write("severities:\n  minor: {ko: 낮음, en: Minor, definition: {ko: 가, en: a}}\n")
    sync(root)
    edit(root, ORIGINAL, old, new)
    assert state(root) == ("behind" if parts else "current", parts)
    assert [(code, path, values["parts"]) for code, path, values in told(root)] == (
        [("W503", TRANSLATION, ", ".join(parts))] if parts else []
    )
    sync(root)
    assert state(root) == ("current", ())


def test_a_change_of_the_translation_does_not_count(root: Path) -> None:
    sync(root)
    edit(root, TRANSLATION, "misconfigured", "set wrongly")
    assert state(root) == ("current", ())


def test_a_part_that_comes_back_is_current_again(root: Path) -> None:
    sync(root)
    edit(root, ORIGINAL, "잘못되었다", "틀렸다")
    edit(root, ORIGINAL, "틀렸다", "잘못되었다")
    assert state(root) == ("current", ())


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: unicodedata.normalize("NFD", text),
        lambda text: text + "\n\n\n",
        lambda text: text.replace("## 원인\n", "\n\n## 원인\n\n\n"),
        lambda text: text.replace("title: 견본 스위치가 멈췄다", 'title: "견본 스위치가 멈췄다"'),
    ],
    ids=["line ends", "byte order mark", "normal form", "end", "empty lines", "quotes"],
)
def test_what_no_reader_sees_does_not_count(root: Path, change: object) -> None:
    sync(root)
    text = (root / ORIGINAL).read_text(encoding="utf-8")
    (root / ORIGINAL).write_text(change(text), encoding="utf-8", newline="")  # type: ignore[operator]
    assert state(root) == ("current", ())


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def test_the_lock_holds_digests_of_the_original(root: Path) -> None:
    sync(root)
    parts = {
        "title": "견본 스위치가 멈췄다",
        "summary": "견본 상사라는 지어낸 조직의 보고서다. 시험에만 쓴다.",
        "cause": "스위치 설정이 잘못되었다.",
    }
    line = " ".join(["IL-0001", "en", *(f"{part}={digest(text)}" for part, text in parts.items())])
    assert (root / LOCK_PATH).read_text(encoding="utf-8") == f"{line}\n"


def test_stale_lines_are_told_and_taken_away(root: Path) -> None:
    (root / LOCK_PATH).write_text("IL-0001 ko title=000000000000\nIL-0009 en title=000000000000\n", encoding="utf-8")
    stale = [(values["id"], values["language"]) for code, _, values in told(root) if code == "W504"]
    assert stale == [("IL-0001", "ko"), ("IL-0009", "en")]
    sync(root)
    assert told(root) == []


def test_lines_of_a_broken_report_are_kept(root: Path) -> None:
    other = root / "content/incidents/IL-0002"
    other.mkdir()
    for path in (root / "content/incidents/IL-0001").iterdir():
        (other / path.name).write_bytes(path.read_bytes())
    assert run("sync", "--all", "--site", root).exit_code == 0
    before = (root / LOCK_PATH).read_text(encoding="utf-8")
    assert "IL-0002 en" in before
    text = (other / "ko.md").read_text(encoding="utf-8")
    (other / "ko.md").write_text("---\ntitle: [\n---\n", encoding="utf-8")
    sync(root)
    (other / "ko.md").write_text(text, encoding="utf-8")
    assert (root / LOCK_PATH).read_text(encoding="utf-8") == before


def test_status(root: Path) -> None:
    sync(root)
    edit(root, ORIGINAL, "잘못되었다", "틀렸다")
    result = run("status", "--site", root)
    assert result.exit_code == 0
    assert "IL-0001 en" in result.stdout
    assert "cause" in result.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("sync",),
        ("sync", "IL-0001", "--all"),
        ("sync", "IL-0001", "ko"),
        ("sync", "IL-0001", "ja"),
    ],
)
def test_what_cannot_be_recorded(root: Path, arguments: tuple[str, ...]) -> None:
    assert run(*arguments, "--site", root).exit_code == 2
    assert not (root / LOCK_PATH).exists()


@pytest.mark.parametrize("arguments", [("IL-0009",), ("IL-0009", "en"), ("nothing",)])
def test_an_unknown_id_is_told_as_elsewhere(root: Path, arguments: tuple[str, ...]) -> None:
    result = run("sync", *arguments, "--site", root)
    assert (result.exit_code, result.stderr) == (1, f"No incident {arguments[0]}.\n")
    assert not (root / LOCK_PATH).exists()


def test_a_report_with_a_fault_is_not_unknown(root: Path) -> None:
    edit(root, ORIGINAL, "added: 2026-01-05\n", "")
    result = run("sync", "IL-0001", "--site", root)
    assert result.exit_code == 1
    assert "IL-0001 has a problem of its own" in result.stderr


def test_to_record_all_where_there_is_nothing_is_no_fault(root: Path) -> None:
    (root / TRANSLATION).unlink()
    (root / LOCK_PATH).write_text("IL-0009 en title=000000000000\n", encoding="utf-8")
    result = run("sync", "--all", "--site", root)
    assert result.exit_code == 0
    assert (root / LOCK_PATH).read_text(encoding="utf-8") == ""


def test_a_missing_translation_cannot_be_recorded(root: Path) -> None:
    (root / TRANSLATION).unlink()
    assert run("sync", "IL-0001", "en", "--site", root).exit_code == 2
    assert not (root / LOCK_PATH).exists()


def test_the_states_of_the_full_site(tmp_path: Path) -> None:
    translations = read(copy_site("full", tmp_path / "site")).library.translations
    behind = {key: translation.behind for key, translation in translations.items() if translation.state == "behind"}
    assert behind == {("IL-0002", "ko"): ("cause", "detection")}
    assert {translation.state for key, translation in translations.items() if key not in behind} == {"current"}


# The file


PARTS = st.dictionaries(
    st.sampled_from(
        ("title", "impact", "affected_users", "region", "trigger", "withdrawn_reason", "summary", *SECTIONS)
    ),
    st.text("0123456789abcdef", min_size=12, max_size=12),
)
KEYS = st.tuples(
    st.builds("{}-{:04d}".format, st.sampled_from(["IL", "ACME", "A1"]), st.integers(0, 10**8)),
    st.sampled_from(["ko", "en"]),
)


@given(st.dictionaries(KEYS, PARTS, max_size=20))
def test_the_lock_is_read_as_it_was_written(lock: dict[tuple[str, str], dict[str, str]]) -> None:
    text = format_lock(lock)
    found, lines, problems = parse_lock(TextFile(LOCK_PATH, text))
    assert problems == []
    assert found == lock
    assert sorted(lines.values()) == list(range(1, len(lock) + 1))
    assert format_lock(found) == text


def test_lines_are_sorted_by_number() -> None:
    lock = {
        (identifier, language): {} for identifier in ("IL-0010", "IL-10000", "IL-0009") for language in ("ko", "en")
    }
    assert format_lock(lock).splitlines() == [
        "IL-0009 en", "IL-0009 ko", "IL-0010 en", "IL-0010 ko", "IL-10000 en", "IL-10000 ko",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        "IL-0001", "IL-0001 eng", "IL-0001 en title", "IL-0001 en title=", "IL-0001 en title=xyz",
        "IL-0001 en title=0000000000000",
        "IL-1 en", "il-0001 en", "IL-0001  en", "IL-0001 en title=000000000000,cause=000000000000", "<<<<<<< HEAD",
        "=======",
    ],
)  # fmt: skip
def test_lines_that_cannot_be_read(line: str) -> None:
    good = "IL-0002 en title=000000000000"
    lock, lines, problems = parse_lock(TextFile(LOCK_PATH, f"# note\n\n{good}\n{line}\n{good.replace('2', '3', 1)}\n"))
    assert [(problem.line, problem.column, problem.code) for problem in problems] == [(4, 1, "E501")]
    assert lines == {("IL-0002", "en"): 3, ("IL-0003", "en"): 5}
    assert set(lock) == set(lines)
