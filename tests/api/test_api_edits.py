"""Same input, same bytes; and one edit changes only the files that speak of it."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import copy_site
from machine_files import SITES, Machine, machine, sample

from generator.outputs.api.store import Records
from generator.outputs.machine import MachineOptions

pytestmark = pytest.mark.xdist_group("machine-files")

WHOLE = {
    "api/v1/index.json",
    "api/v1/changes.json",
    "api/v1/dump/incidents.ndjson.gz",
    "api/v1/dump/library.sqlite.gz",
}
"""Files that speak of every incident."""


def edited(root: Path, path: str, pattern: str, by: str) -> Machine:
    file = root / path
    text = file.read_text(encoding="utf-8")
    changed = re.sub(pattern, by, text, count=1, flags=re.MULTILINE)
    assert changed != text, f"nothing to edit in {path}"
    file.write_text(changed, encoding="utf-8")
    return machine(root)


def difference(before: Machine, after: Machine) -> set[str]:
    """Paths whose bytes differ; what has the same inputs must be the same."""
    old, new = before.files(), after.files()
    for path in old.keys() & new.keys():
        if before.outputs[path].inputs == after.outputs[path].inputs:
            assert old[path] == new[path], f"{path} changed, but not its inputs"
    return {path for path in old.keys() | new.keys() if old.get(path) != new.get(path)}


def test_two_runs_make_the_same_bytes() -> None:
    assert machine(SITES / "full").files() == sample("full").files()


PRINT = """
import hashlib, json, sys
from pathlib import Path
from machine_files import machine
site = machine(Path(sys.argv[1]))
files = {path: hashlib.sha256(data).hexdigest() for path, data in site.files().items()}
print(json.dumps({path: [site.outputs[path].inputs, digest] for path, digest in files.items()}))
"""


def made_elsewhere(seed: str) -> dict[str, list[str]]:
    """Inputs and digests of every file, as another process with other surroundings makes them."""
    here = Path(__file__).parent
    environment = {
        **os.environ,
        "PYTHONHASHSEED": seed,
        "PYTHONPATH": os.pathsep.join([str(here), str(here.parent)]),
        "TZ": "Asia/Seoul" if seed == "1" else "America/Lima",
    }
    command = [sys.executable, "-c", PRINT, str(SITES / "full")]
    ran = subprocess.run(command, capture_output=True, check=True, env=environment)
    found: dict[str, list[str]] = json.loads(ran.stdout)
    return found


def test_other_processes_make_the_same_bytes_from_the_same_inputs() -> None:
    first, second = made_elsewhere("1"), made_elsewhere("2")
    assert first == second
    assert {path: digest for path, (_, digest) in first.items()} == {
        path: hashlib.sha256(data).hexdigest() for path, data in sample("full").files().items()
    }


def test_an_edit_of_a_section_changes_the_record_and_what_speaks_of_everything(tmp_path: Path) -> None:
    root = copy_site("full", tmp_path / "site")
    after = edited(root, "content/incidents/IL-0006/en.md", "Cut off.", "All were cut off.")
    assert difference(sample("full"), after) == WHOLE | {
        "api/v1/incidents/IL-0006.json",
        "en/incidents/IL-0006.md",
    }


def test_an_edit_of_the_original_also_marks_the_translation(tmp_path: Path) -> None:
    root = copy_site("full", tmp_path / "site")
    after = edited(root, "content/incidents/IL-0006/ko.md", "끊겼다.", "모두 끊겼다.")
    assert difference(sample("full"), after) == WHOLE | {
        "api/v1/incidents/IL-0006.json",
        "ko/incidents/IL-0006.md",
        "en/incidents/IL-0006.md",
    }
    assert "behind the original" in after.text("en/incidents/IL-0006.md")


def test_an_edit_of_a_title_changes_what_names_it(tmp_path: Path) -> None:
    root = copy_site("full", tmp_path / "site")
    after = edited(root, "content/incidents/IL-0005/en.md", "^title: .*$", "title: Another title")
    changed = difference(sample("full"), after)
    assert changed >= WHOLE
    assert {"api/v1/incidents/IL-0005.json", "en/incidents/IL-0005.md", "en/feed.xml", "en/feed.json"} <= changed
    assert {"en/topics/storage/feed.xml", "api/v1/topics/storage.json", "api/v1/en/incidents/page-1.json"} <= changed
    for path in changed - WHOLE:
        assert b"Another title" in after.read(path), f"{path} does not speak of it"
    assert {path for path in changed if path.startswith("ko/")} == {"ko/incidents/IL-0005.md"}, "it names its original"
    assert "api/v1/vocab.json" not in changed


def test_an_edit_of_a_tag_changes_the_terms_and_their_counts(tmp_path: Path) -> None:
    root = copy_site("full", tmp_path / "site")
    after = edited(root, "content/incidents/IL-0011/ko.md", r"topics: \[network\]", "topics: [network, storage]")
    changed = difference(sample("full"), after)
    assert {"api/v1/topics.json", "api/v1/vocab.json", "api/v1/topics/storage.json", "llms.txt"} <= changed
    assert "api/v1/organizations/example-labs.json" not in changed
    assert "api/v1/incidents/IL-0009.json" not in changed or b"IL-0011" in after.read("api/v1/incidents/IL-0009.json")


def test_a_new_incident_leaves_the_others_alone(tmp_path: Path) -> None:
    root = copy_site("full", tmp_path / "site")
    folder = root / "content" / "incidents" / "IL-0099"
    folder.mkdir()
    text = (root / "content/incidents/IL-0005/en.md").read_text(encoding="utf-8")
    folder.joinpath("en.md").write_text(text.replace("topics: [storage]", "topics: [dns]"), encoding="utf-8")
    after = machine(root)
    changed = difference(sample("full"), after)
    assert {"api/v1/incidents/IL-0099.json", "en/incidents/IL-0099.md", "en/feed.xml"} <= changed
    for path in changed:
        if path.endswith(".md"):
            assert b"IL-0099" in after.read(path), f"{path} does not speak of it"
    assert not [path for path in changed if re.match(r"ko/.*feed", path)], "it has no Korean text"


def test_digests_are_remembered_and_a_damaged_note_is_made_anew(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    options = MachineOptions(cache=cache, epoch=None)
    first = machine(SITES / "full", options=options).read("api/v1/changes.json")
    assert first == sample("full").read("api/v1/changes.json")
    (note,) = cache.iterdir()
    site = machine(SITES / "full", options=options)
    records = Records(site.editions, site.prints, cache)
    digests = records.digests()
    assert len(digests) == len(site.library.incidents)
    assert not records._made, "nothing is made again"
    for damage in (b"", b"[]", b'{"IL-0001": 1}', b'{"IL-0001": ["x", "y"]}', b"\xff"):
        note.write_bytes(damage)
        assert machine(SITES / "full", options=options).read("api/v1/changes.json") == first
