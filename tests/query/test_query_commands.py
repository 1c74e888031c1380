"""`incidents search`, `show`, `list` and `match`."""

import json
import os
import pty
import subprocess
import sys

import pytest
from click.testing import CliRunner
from conftest import SITES, copy_site

from generator.cli.list import list as list_
from generator.cli.match import match
from generator.cli.query_words import WORDS
from generator.cli.search import search
from generator.cli.show import show
from generator.relations.query.errors import CODES


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return copy_site("full", tmp_path_factory.mktemp("commands") / "root")


@pytest.fixture
def run(site):
    def run_command(command, *arguments, language="en", **options):
        words = [*arguments, "--site", str(site), "--lang", language]
        return CliRunner().invoke(command, words, catch_exceptions=False, **options)

    return run_command


def first_id():
    return min(path.name for path in (SITES / "full" / "content" / "incidents").iterdir())


def test_list_in_a_pipe_is_lines_of_fields(run):
    result = run(list_)
    assert result.exit_code == 0
    rows = [line.split("\t") for line in result.stdout.splitlines()]
    assert rows
    assert all(len(row) == 5 for row in rows)


def test_list_as_json(run):
    data = json.loads(run(list_, "--json", "--limit", "2", "--sort", "id").stdout)
    assert data["total"] >= len(data["incidents"]) == 2
    assert data["incidents"][0]["id"] < data["incidents"][1]["id"]


def test_offset_goes_on(run):
    whole = run(list_).stdout.splitlines()
    assert run(list_, "--offset", "1").stdout.splitlines() == whole[1:]


def test_search_by_id(run):
    result = run(search, first_id().split("-")[1], "--json")
    data = json.loads(result.stdout)
    assert data["incidents"][0]["id"] == first_id()
    assert data["incidents"][0]["found_by"] == "id"


def test_no_hit_is_no_failure(run):
    result = run(search, "asdfqwerzxcv")
    assert result.exit_code == 0
    assert result.stdout == ""
    assert result.stderr.strip() == WORDS["en"]["no-hits"]


def test_a_wrong_filter_is_wrong_use_in_both_languages(run):
    for language in ("en", "ko"):
        result = run(list_, "--topic", "nowhere", language=language)
        assert result.exit_code == 2
        assert "nowhere" in result.stderr


def test_show_prints_markdown_in_a_pipe(run):
    result = run(show, first_id(), language="ko")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"# {first_id()} ")
    assert "## summary" in result.stdout
    assert "## sources" in result.stdout


def test_show_one_part(run):
    result = run(show, first_id(), "--section", "sources")
    assert "## sources" in result.stdout
    assert "## summary" not in result.stdout
    assert run(show, first_id(), "--section", "nothing").exit_code == 2


def test_show_as_json_is_the_record_of_the_api(run):
    record = json.loads(run(show, first_id(), "--json").stdout)
    assert record["id"] == first_id()
    assert set(record["title"]) == {"ko", "en"}


def test_an_unknown_id_is_a_failure(run):
    result = run(show, "99999")
    assert result.exit_code == 1
    assert "99999" in result.stderr


def test_match_reads_a_file_or_standard_input(run, site, tmp_path):
    data = json.loads(run(match, "--json", input=b"nothing known \xff\xfe here").stdout)
    assert data == {"total": 0, "lines": 1, "skipped": 0, "incidents": []}
    log = tmp_path / "log"
    log.write_text("\n".join(signatures(site)))
    found = run(match, str(log))
    assert found.exit_code == 0
    assert all(len(line.split("\t")) == 5 for line in found.stdout.splitlines())
    assert found.stdout


def signatures(site):
    for path in sorted(site.glob("content/incidents/*/*.md")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if "sample:" in line:
                yield line.split("sample:", 1)[1].strip(" }\"'")


def test_an_empty_log_is_wrong_use(run):
    assert run(match, input=b"").exit_code == 2


def test_an_edit_is_seen_at_once(tmp_path):
    root = copy_site("full", tmp_path / "root")
    path = sorted(root.glob("content/incidents/*/ko.md"))[0]
    arguments = ["quokkaword", "--site", str(root), "--json"]
    assert json.loads(CliRunner().invoke(search, arguments).stdout)["total"] == 0
    path.write_text(path.read_text(encoding="utf-8") + "\nquokkaword\n", encoding="utf-8")
    assert json.loads(CliRunner().invoke(search, arguments).stdout)["total"] == 1
    assert len(list((root / ".cache").glob("query-*.sqlite"))) == 1


def test_a_damaged_database_is_made_anew(tmp_path):
    root = copy_site("minimal", tmp_path / "root")
    arguments = ["--site", str(root)]
    before = CliRunner().invoke(list_, arguments).stdout
    (kept,) = (root / ".cache").glob("query-*.sqlite")
    kept.write_bytes(b"damage")
    assert CliRunner().invoke(list_, arguments).stdout == before


@pytest.mark.parametrize("color", [True, False])
def test_a_terminal_gets_a_table_with_colour_unless_no_color(site, color):
    words = ["--site", str(site), "--lang", "en"]
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "120", **({} if color else {"NO_COLOR": "1"})}
    output = on_terminal(["-c", "from generator.cli.list import list; list()", *words], environment)
    assert "Organization" in output
    assert "\t" not in output
    assert ("\x1b[1m" in output) == color or not color


def on_terminal(arguments, environment):
    master, slave = pty.openpty()
    with subprocess.Popen(
        [sys.executable, *arguments], stdout=slave, stderr=subprocess.DEVNULL, env=environment
    ) as run:
        os.close(slave)
        output = b""
        while True:
            try:
                data = os.read(master, 65536)
            except OSError:
                break
            if not data:
                break
            output += data
        assert run.wait() == 0
    os.close(master)
    return output.decode()


def test_both_languages_have_every_word_with_the_same_places():
    assert WORDS["en"].keys() == WORDS["ko"].keys()
    for key, text in WORDS["en"].items():
        assert fields(text) == fields(WORDS["ko"][key]), key
    assert {f"query-{code}" for code in CODES if code not in TOOL_CODES} <= WORDS["en"].keys()


TOOL_CODES = {"unknown-argument", "missing-argument", "wrong-type", "bad-cursor"}
"""What only a call of a tool can get wrong."""


def fields(text):
    return {part.split("}")[0] for part in text.split("{")[1:] if "|" not in part.split("}")[0]}
