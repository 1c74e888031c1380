"""Whatever a content file holds, reading it ends in problems and never in a traceback."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from conftest import copy_site
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from oddities import PNG, report

from generator.build import Options, load
from generator.checks import check_content
from generator.cli import main
from generator.problems import MESSAGE_LANGUAGES, Problem, hint, message, wordings

FILES = (
    "content/incidents/IL-0001/ko.md",
    "content/incidents/IL-0001/en.md",
    "content/vocabulary.yaml",
    "content/organizations.yaml",
    "content/translations.lock",
    "content/pages/about/ko.md",
    "content/incidents/IL-0001/chart.svg",
    "content/incidents/IL-0001/chart.png",
    "site.toml",
)

PIECES = st.sampled_from(
    [
        b"---\n", b"---", b"\n", b": ", b"title: ", b"organizations: [sample-works]\n", b"added: 2026-01-05\n",
        b"added: [a]\n",
        b"sources:\n  - url: https://example.org/\n    title: a\n    kind: press\n",
        b"sources: [{url: [], title: {}, kind: ~}]\n",
        b"occurred: 2019/2018\n", b"occurred: 9999-12-31T23:59Z\n", b"time_to_detect: {value: [1]}\n",
        b"topics: [{id: {}}]\n",
        b"topics: [network, {id: network, source: 9}]\n", b"status: withdrawn\n", b"withdrawn: [a]\n",
        b"severity: {a: b}\n",
        b"checks: [{id: a, kubectl: [], present_when: []}]\n", b"checks: [{manual: {}}, a, []]\n",
        b"signatures: [{regex: true}]\n",
        b"signatures: [{kind: log, pattern: '(((', sample: a, regex: true}]\n", b"aliases: [{}, [], '']\n",
        b"related: [IL-0001]\n",
        b"  - ", b"[", b"]", b"{", b"}", b"&a ", b"*a", b"'", b'"', b"|", b">", b"!", b"#", b"%", b"@", b"`", b"\\",
        b"\t", b"\0", b"\r\n",
        b"\xef\xbb\xbf", b"\xff\xfe", b"\xb0\xa1", "가".encode(), "\u0085\u2028".encode(), "🙂".encode(),
        b"\xed\xa0\x80", b"## ",
        "## 경과\n- 25:00 – ".encode(), "## 원인\n".encode(), b"```\n", b"[[IL-0001]]", b"[^a]", b"[^a]: b\n",
        b"![a](b.svg)", b"|a|b|\n|-|-|\n",
        b"[site]\n", b"name = ", b"languages = [[], {}]\n", b"languages = []\n", b'id_prefix = "A("\n',
        b"name = { ko = [] }\n",
        b"topics:\n  network: {ko: a, en: b, parent: network}\n", b"topics: {a: {ko: b, en: c, replaced_by: zz}}\n",
        b"IL-0001 en title=000000000000\n", b"IL-99999999 en\n", b"<svg>", b"</svg>",
        b"<?xml version='1.0' encoding='cp949'?>", PNG,
    ]
)  # fmt: skip
BYTES = st.lists(PIECES, max_size=30).map(b"".join) | st.binary(max_size=300) | st.text(max_size=200).map(str.encode)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site whose files a test replaces one by one."""
    return copy_site("minimal", tmp_path_factory.mktemp("robust") / "site")


def read(root: Path) -> list[Problem]:
    """Every problem, each told in both languages."""
    content, problems = load(root, Options(jobs=1))
    if content is not None:
        problems = check_content(content)
    for problem in problems:
        assert problem.code in wordings("en")
        assert problem.line >= 1
        assert problem.column >= 1
        assert not Path(problem.path).is_absolute()
        for language in MESSAGE_LANGUAGES:
            assert message(problem, language)
            assert hint(problem, language)
    return problems


def read_with(root: Path, name: str, data: bytes) -> list[Problem]:
    """The problems of the site with these bytes as one of its files."""
    path = root / name
    before = path.read_bytes() if path.exists() else None
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    try:
        return read(root)
    finally:
        if before is None:
            path.unlink()
        else:
            path.write_bytes(before)


@pytest.mark.parametrize("name", FILES)
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=BYTES)
@example(data=b"")
@example(data=b"\0")
@example(data=b"---\n---\n")
@example(data=b"\xef\xbb\xbf\xef\xbb\xbf---\n")
def test_any_bytes_end_in_problems(root: Path, name: str, data: bytes) -> None:
    read_with(root, name, data)


FRONT = (
    b"---\ntitle: a\norganizations: [sample-works]\nadded: 2026-01-05\n"
    b"sources: [{url: 'https://example.org/', title: a, kind: press}]\n"
)
WHOLE = b'[site]\nname = "a"\ndescription = "a"\nlanguages = ["ko"]\nid_prefix = "IL"\n'
"""Settings with all that is needed."""


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(front=st.lists(PIECES, max_size=6).map(b"".join), body=BYTES)
def test_any_facts_and_any_body_end_in_problems(root: Path, front: bytes, body: bytes) -> None:
    read_with(root, FILES[0], FRONT + front + b"\n---\n" + body)


HOSTILE = {
    "a long number": b"time_to_detect: " + b"9" * 5000 + b"d\n",
    "a large number": b"time_to_detect: " + b"9" * 60 + b"d\n",
    "a long year": b"occurred: " + b"9" * 5000 + b"\n",
    "a long id": b"topics: [" + b"a" * 100_000 + b"]\n",
    "a long pattern": b"signatures: [{kind: log, regex: true, pattern: '" + b"(" * 90_000 + b"', sample: a}]\n",
    "a large repetition": b"signatures: [{kind: log, regex: true, pattern: 'a{1,99999999999999999999}', sample: a}]\n",
    "an address that cannot be split": b"references: [{url: 'http://[', title: a, kind: press}]\n",
    "an address with a port that is none": b"references: [{url: 'http://a:b/', title: a, kind: press}]\n",
    "a source that is far": b"topics: [{id: network, source: 99999999999999999999999}]\n",
    "a number of many digits": b"topics: [{id: network, source: " + b"1" * 5000 + b"}]\n",
    "many keys": b"".join(b"k%d: a\n" % number for number in range(5000)),
    "many tags": b"topics: [" + b"network, " * 9000 + b"network]\n",
}


@pytest.mark.parametrize("front", HOSTILE.values(), ids=list(HOSTILE))
def test_hostile_facts_end_in_problems(root: Path, front: bytes) -> None:
    problems = read_with(root, FILES[0], FRONT + front + b"---\na\n")
    assert [problem for problem in problems if problem.severity == "error"]


def test_a_pattern_that_runs_away_is_refused(tmp_path: Path) -> None:
    root = copy_site("minimal", tmp_path / "site")
    pattern = b"signatures: [{kind: log, regex: true, pattern: '(a|a)*b', sample: " + b"a" * 60 + b"}]\n"
    (root / FILES[0]).write_bytes(FRONT + pattern + b"---\na\n")
    done = check(root)
    assert done.returncode == 1
    assert "E224" in done.stdout


def check(root: Path) -> subprocess.CompletedProcess[str]:
    """The command `incidents check` in a process of its own, ended if it does not end by itself."""
    return subprocess.run(
        [sys.executable, "-m", "generator", "check", "--site", str(root), "--lang", "en"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


SETTINGS = {
    "deep lists": b"a = " + b"[" * 20_000 + b"\n",
    "deep tables": b"a = " + b"{a = " * 20_000 + b"\n",
    "deep keys": b".".join([b"a"] * 2000) + b" = 1\n",
    "a long number": b"a = " + b"9" * 5000 + b"\n",
    "a date that is none": b"a = 2024-13-45\n",
    "languages in lists": b'[site]\nlanguages = ["ko", ["en"]]\n',
    "languages in tables": b"[site]\nlanguages = [{}]\n",
    "codes in lists": WHOLE + b"[checks]\nignore = [[], {}, 1]\n",
    "a site that is a list": b"[[site]]\n",
    "an address with a port that is none": WHOLE + b'base_url = "https://example.org:port/"\n',
    "an address that cannot be split": WHOLE + b'base_url = "https://[::1"\n',
    "NUL": b'[site]\nname = "a\0"\n',
    "another encoding": b'[site]\nname = "\xb0\xa1"\n',
    "nothing": b"",
}


@pytest.mark.parametrize("data", SETTINGS.values(), ids=list(SETTINGS))
def test_hostile_settings_end_in_problems(root: Path, data: bytes) -> None:
    problems = read_with(root, "site.toml", data)
    assert problems
    assert {problem.path for problem in problems} == {"site.toml"}


TERMS = {
    "a term above itself": "  network: {ko: a, en: b, parent: network}\n",
    "a successor that is missing": "  network: {ko: a, en: b, replaced_by: nothing}\n",
    "a term that succeeds itself": "  network: {ko: a, en: b, replaced_by: network}\n",
    "a circle": "  network: {ko: a, en: b, replaced_by: other}\n  other: {ko: a, en: b, replaced_by: network}\n",
    "a way into a circle": "  network: {ko: a, en: b, replaced_by: x}\n  x: {ko: a, en: b, replaced_by: y}\n"
    "  y: {ko: a, en: b, replaced_by: x}\n",
}


@pytest.mark.parametrize("terms", TERMS.values(), ids=list(TERMS))
def test_terms_in_use_that_lead_nowhere_end_in_problems(tmp_path: Path, terms: str) -> None:
    root = copy_site("minimal", tmp_path / "site")
    (root / "content/vocabulary.yaml").write_text(f"topics:\n{terms}", encoding="utf-8")
    done = check(root)
    assert done.returncode == 1, done.stderr
    assert "content/vocabulary.yaml:" in done.stdout
    assert any(code in done.stdout for code in ("E403", "E404"))
    assert "Traceback" not in done.stderr


def _loop(root: Path) -> None:
    (root / "content/incidents/IL-0001/ring.png").symlink_to("ring.png")


def _rings(root: Path) -> None:
    (root / "content/incidents/IL-0002").symlink_to("IL-0003")
    (root / "content/incidents/IL-0003").symlink_to("IL-0002")


def _dangling(root: Path) -> None:
    (root / "content/incidents/IL-0001/gone.png").symlink_to("nowhere.png")


def _folder_as_text(root: Path) -> None:
    report(root, "IL-0002").unlink()
    (root / "content/incidents/IL-0002/ko.md").mkdir()


def _folder_as_picture(root: Path) -> None:
    (root / "content/incidents/IL-0001/chart.png").mkdir()


def _pipe(root: Path) -> None:
    os.mkfifo(root / "content/incidents/IL-0001/pipe.png")


def _name_of_no_encoding(root: Path) -> None:
    path = os.fsencode(root / "content/incidents/IL-0001") + b"/\xb0\xa1.png"
    Path(os.fsdecode(path)).write_bytes(PNG)


def _name_with_a_line_end(root: Path) -> None:
    (root / "content/incidents/IL-0001/a\nb.png").write_bytes(PNG)


def _linked_content(root: Path) -> None:
    outside = root.parent / "outside"
    shutil.move(root / "content/incidents", outside)
    (root / "content/incidents").symlink_to(outside)


ODD_FOLDERS: tuple[Callable[[Path], None], ...] = (
    _loop, _rings, _dangling, _folder_as_text, _folder_as_picture, _pipe, _name_of_no_encoding,
    _name_with_a_line_end, _linked_content,
)  # fmt: skip


@pytest.mark.parametrize("odd", ODD_FOLDERS, ids=lambda odd: odd.__name__.strip("_"))
@pytest.mark.parametrize("form", ["text", "json", "github"])
def test_odd_folders_end_in_problems(tmp_path: Path, odd: Callable[[Path], None], form: str) -> None:
    root = copy_site("minimal", tmp_path / "site")
    odd(root)
    result = CliRunner().invoke(main, ["check", "--site", str(root), "--format", form])
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == 1


def test_a_site_without_content_is_no_crash(tmp_path: Path) -> None:
    root = copy_site("minimal", tmp_path / "site")
    shutil.rmtree(root / "content")
    assert [problem.code for problem in read(root)] == ["E119", "E119"]
    (root / "content").write_text("a file")
    assert [problem.code for problem in read(root)] == ["E119", "E119"]
