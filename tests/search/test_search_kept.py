"""The index follows the text that it holds, and what did not change is taken over."""

import datetime
import shutil

import pytest

from generator import indexing
from generator.build import Options, build
from generator.outputs.search import records
from generator.outputs.search.records import Records
from generator.scaffold.site import create_site


@pytest.fixture
def site(tmp_path, monkeypatch):
    create_site(tmp_path, name={"ko": "시험", "en": "Test"}, prefix="TST", today=datetime.date(2026, 1, 1))
    (tmp_path / "content/vocabulary.yaml").write_text("severities:\n  major: {ko: 높음, en: Major}\n", encoding="utf-8")
    replace(tmp_path, "ko", "status: draft\n", "")
    made = []

    def noted(records, incident, language, inputs, make=Records._make):
        made.append((incident.id, language))
        return make(records, incident, language, inputs)

    monkeypatch.setattr(Records, "_make", noted)
    return tmp_path, made


def replace(root, language, old, new):
    file = root / f"content/incidents/TST-0001/{language}.md"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def add(root, number):
    shutil.copytree(root / "content/incidents/TST-0001", root / f"content/incidents/TST-{number:04}")


def index_of(root):
    folder = root / "site/pagefind"
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def clean_index_of(root, folder):
    shutil.copytree(root, folder, ignore=shutil.ignore_patterns(".cache", "site"))
    assert build(folder, folder / "site").published
    return index_of(folder)


def made_in(site, options=None):
    """What a build makes anew for its index."""
    root, made = site
    made.clear()
    assert build(root, root / "site", options or Options(jobs=1)).published
    return sorted(made)


def test_only_a_change_of_the_text_makes_it_anew(site, tmp_path_factory):
    root, _ = site
    add(root, 70)
    assert made_in(site) == [(f"TST-{number}", code) for number in ("0001", "0070") for code in ("en", "ko")]
    first = index_of(root)
    replace(root, "ko", "kind: postmortem", "kind: press")
    assert made_in(site) == []
    assert index_of(root) == first
    replace(root, "ko", "무엇이 보였는지", "파드가 보였는지")
    assert made_in(site) == [("TST-0001", "en"), ("TST-0001", "ko")]
    assert index_of(root) != first
    assert index_of(root) == clean_index_of(root, tmp_path_factory.mktemp("clean") / "site")


def test_incidents_that_come_and_go_change_only_their_own_records(site, tmp_path_factory):
    root, _ = site
    for number in (5, 70):
        add(root, number)
    made_in(site)
    add(root, 3)
    assert made_in(site) == [("TST-0003", "en"), ("TST-0003", "ko")]
    shutil.rmtree(root / "content/incidents/TST-0070")
    shutil.rmtree(root / "content/incidents/TST-0005")
    assert made_in(site) == []
    assert index_of(root) == clean_index_of(root, tmp_path_factory.mktemp("clean") / "site")
    assert [path.name for path in sorted((root / ".cache/index").glob("*-*.kept"))] == ["en-0.kept", "ko-0.kept"]


def test_a_changed_vocabulary_makes_all_anew(site):
    root, _ = site
    made_in(site)
    with (root / "content/vocabulary.yaml").open("a", encoding="utf-8") as file:
        file.write("symptoms:\n  slow: {ko: 느림, en: Slow}\n")
    assert made_in(site) == [("TST-0001", "en"), ("TST-0001", "ko")]


@pytest.mark.parametrize("damage", [b"", b"damaged", None])
def test_damaged_records_are_made_anew(site, damage):
    root, _ = site
    made_in(site)
    first = index_of(root)
    for path in (root / ".cache/index").glob("*-0.kept"):
        data = bytearray(path.read_bytes())
        data[-9] ^= 1
        path.write_bytes(bytes(data) if damage is None else damage)
    shutil.rmtree(next(path for path in (root / ".cache/index").iterdir() if path.is_dir()))
    assert made_in(site) == [("TST-0001", "en"), ("TST-0001", "ko")]
    assert index_of(root) == first


def test_records_of_another_shape_are_made_anew(site, monkeypatch):
    root, _ = site
    made_in(site)
    first = index_of(root)
    shapes = iter(({"TST-0001": ("", 1)}, ["no records"], {"TST-0001": 5}, {"TST-0001": ("", 1, 2, 3)}))
    for path in (root / ".cache/index").iterdir():
        if path.is_dir():
            shutil.rmtree(path)
    monkeypatch.setattr(records, "read_note", lambda *_: next(shapes, None))
    assert made_in(site)[:2] == [("TST-0001", "en"), ("TST-0001", "ko")]
    assert index_of(root) == first


def test_an_index_of_another_version_is_not_taken_for_the_last_one(site):
    root, _ = site
    made_in(site)
    first = index_of(root)
    for path in (root / ".cache/index").iterdir():
        if path.is_dir() or path.suffix == ".sums":
            path.rename(path.with_name(f"0123abcd-{path.name.partition('-')[2]}"))
    replace(root, "ko", "무엇이 보였는지", "파드가 보였는지")
    assert not build(root, root / "site", Options(stale_index=True, dumps=False)).index_is_stale
    assert index_of(root) != first


def test_a_file_system_without_links_will_do(site, monkeypatch, tmp_path_factory):
    root, _ = site
    made_in(site)
    replace(root, "ko", "무엇이 보였는지", "파드가 보였는지")

    def refused(*_):
        raise PermissionError

    monkeypatch.setattr(indexing.os, "link", refused)
    made_in(site)
    monkeypatch.undo()
    assert index_of(root) == clean_index_of(root, tmp_path_factory.mktemp("clean") / "site")


def test_damaged_files_of_a_kept_index_are_not_taken_over(site, tmp_path_factory):
    root, _ = site
    made_in(site)
    for path in (root / ".cache/index").glob("*/pagefind/*/index/*"):
        path.write_bytes(b"damaged")
    replace(root, "ko", "무엇이 보였는지", "파드가 보였는지")
    made_in(site)
    assert index_of(root) == clean_index_of(root, tmp_path_factory.mktemp("clean") / "site")


def test_a_preview_shows_the_edit_first_and_refreshes_the_index_behind_it(site):
    root, made = site
    build(root, root / "site")
    made_in(site)
    first = index_of(root)
    replace(root, "ko", "무엇이 보였는지", "노드가 보였는지")
    quick = build(root, root / "site", Options(stale_index=True, dumps=False))
    assert quick.index_is_stale
    assert made == []
    assert index_of(root) == first
    assert "노드가" in (root / "site/ko/incidents/TST-0001/index.html").read_text(encoding="utf-8")
    assert not build(root, root / "site", Options(dumps=False)).index_is_stale
    assert index_of(root) != first
