"""Parsed incidents that stay packed between builds: open when asked for, whole or parsed anew, and harmless."""

import os
import pickle
import time
from dataclasses import fields

import pytest
from conftest import SITES, built, copy_site, tree

from generator.content import cache, stored
from generator.content.kept import read_note, write_note
from generator.content.load import load_content, load_site
from generator.content.stored import Desk, StoredIncident, pack, unpack
from generator.model.incident import Incident


def load(root, cache=None):
    site, problems = load_site(root)
    assert site is not None
    assert not problems
    return load_content(root, site, jobs=1, cache=cache)


def settle(root):
    """Makes the files of a site so old that an entry of theirs is trusted."""
    long_ago = time.time() - 3600
    for path in (root / "content").rglob("*"):
        if path.is_file():
            os.utime(path, (long_ago, long_ago))
    return root


def values(incident):
    return {field.name: getattr(incident, field.name) for field in fields(Incident)}


@pytest.fixture
def root(tmp_path):
    return settle(copy_site("full", tmp_path / "full"))


def test_a_kept_incident_is_the_one_that_was_parsed(root, tmp_path):
    fresh = load(root)
    load(root, tmp_path / "cache")
    kept = load(root, tmp_path / "cache")
    assert len(kept.parsed) > 3
    for one, other in zip(fresh.parsed, kept.parsed, strict=True):
        assert (one.id, one.original_path, one.problems) == (other.id, other.original_path, other.problems)
        assert dict(one.marks) == dict(other.marks)
        assert one.incident is not None
        assert other.incident is not None
        assert values(one.incident) == values(other.incident)
        assert one.incident.brief == other.incident.brief


def test_the_brief_says_what_the_incident_says(root, tmp_path):
    load(root, tmp_path / "cache")
    for parsed in load(root, tmp_path / "cache").parsed:
        incident = parsed.incident
        assert incident is not None
        kept = incident.brief
        whole = Incident(**values(incident))
        assert kept == whole.brief
        assert kept.date == whole.date
        assert kept.sort_key == (whole.date.start.sort_key if whole.date else None)
        assert [kept.title(language) for language in whole.texts] == [
            whole.text(language).title for language in whole.texts
        ]


def test_only_the_brief_is_read_until_more_is_asked_for(root, tmp_path, monkeypatch):
    load(root, tmp_path / "cache")
    library = load(root, tmp_path / "cache").library
    opened = []
    monkeypatch.setattr(stored.Store, "incident", opened.append)
    for incident in library.incidents.values():
        assert incident.id == incident.brief.id
        assert incident.status
        assert incident.brief.year
    assert opened == []


def test_no_more_incidents_are_open_than_the_desk_holds(root):
    desk, incidents = Desk(limit=1), [parsed.incident for parsed in load(root).parsed]
    for incident in incidents:
        assert isinstance(incident, StoredIncident)
        if incident._holds("texts"):
            incident.close()
        incident._store.desk = desk
    titles = [incident.texts[incident.original].title for incident in incidents]
    assert [incident._holds("texts") for incident in incidents] == [False] * (len(incidents) - 1) + [True]
    assert [incident.texts[incident.original].title for incident in incidents] == titles


@pytest.mark.parametrize("where", ["briefs", "incident", "cut short"])
def test_what_is_damaged_is_parsed_anew(root, tmp_path, where):
    folder = tmp_path / "cache"
    fresh = load(root, folder)
    (shard,) = folder.glob("*.sources")
    data = bytearray(shard.read_bytes())
    if where == "cut short":
        data = data[: len(data) // 2]
    else:
        place = 60 if where == "briefs" else len(data) - 200
        data[place] ^= 0xFF
    shard.write_bytes(data)
    for one, other in zip(fresh.parsed, load(root, folder).parsed, strict=True):
        assert one.incident is not None
        assert other.incident is not None
        assert values(one.incident) == values(other.incident)
        assert dict(one.marks) == dict(other.marks)


def test_a_shard_of_other_code_goes(root, tmp_path):
    folder = tmp_path / "cache"
    folder.mkdir()
    (folder / "7.sources").write_bytes(b"of another time")
    load(root, folder)
    assert [path.name for path in folder.glob("*.sources")] == ["0.sources"]


def test_incidents_that_are_gone_leave_the_cache(root, tmp_path):
    folder = tmp_path / "cache"
    before = load(root, folder)
    gone = root / "content" / "incidents" / before.parsed[-1].id
    size = next(folder.glob("*.sources")).stat().st_size
    for path in gone.iterdir():
        path.unlink()
    gone.rmdir()
    load(root, folder)
    assert next(folder.glob("*.sources")).stat().st_size < size


def foreign(module, name, argument):
    """A pickle that calls a function by its module and name."""
    return (
        b"\x80\x04"
        + b"".join(b"\x8c" + bytes([len(text)]) + text.encode() for text in (module, name))
        + b"\x93\x8c"
        + bytes([len(argument)])
        + argument.encode()
        + b"\x85R."
    )


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("os", "system"),
        ("builtins", "eval"),
        ("generator.content.stored", "pickle.loads"),
        ("generator.content.stored", "io.open"),
        ("generator.content.stored", "unpack"),
        ("generator.content.incidents", "parse_incident"),
        ("generator.content.incidents", "Decoder"),
        ("generator.content.load", "Path"),
    ],
)
def test_nothing_but_records_comes_out_of_the_cache(module, name):
    with pytest.raises(pickle.UnpicklingError):
        unpack(foreign(module, name, "true"))


def test_a_record_comes_back_as_it_was():
    content = load(SITES / "full")
    for incident in content.library.incidents.values():
        whole = Incident(**values(incident))
        assert unpack(pack(whole)) == whole


def test_checks_and_related_incidents_are_kept_and_follow(root, tmp_path):
    first = built(root, search=False)
    assert {path.name for path in (root / ".cache").glob("*.kept")} >= {"checks.kept", "related.kept"}
    for path in (root / ".cache").glob("*.kept"):
        path.write_bytes(path.read_bytes()[:-3])
    assert tree(built(root, search=False).out) == tree(first.out)
    assert tree(built(copy_site(root, tmp_path / "clean"), search=False).out) == tree(first.out)


def test_retired_terms_are_followed_without_unpacking(root, monkeypatch):
    content = load(root)
    opened = []
    whole = stored.Store.incident
    monkeypatch.setattr(stored.Store, "incident", lambda store: opened.append(store) or whole(store))
    again = load(root).library.incidents
    assert opened == []
    changed = [
        (parsed.incident, again[parsed.id])
        for parsed in content.parsed
        if parsed.id in again and parsed.incident.brief.tags != again[parsed.id].brief.tags
    ]
    assert changed
    for before, after in changed:
        assert [[tag.id for tag in tags] for tags in after.tags.values()] == [list(ids) for ids in after.brief.tags]
        for name in ("kin", "lists", "card", "row", "indexed"):
            assert getattr(before.brief, name) != getattr(after.brief, name)


@pytest.mark.parametrize("step", [1, 100, 10_000])
def test_however_sparse_the_numbers_few_files_are_open(step):
    numbers = {cache._shard(f"IL-{number * step:04d}") for number in range(20_000)}
    assert len(numbers) <= 128


def test_files_of_the_cache_are_not_written_through_links(tmp_path):
    precious = tmp_path / "precious.txt"
    precious.write_text("precious")
    for name in (f"x.kept.{os.getpid()}.partial", "x.kept"):
        (tmp_path / name).symlink_to(precious)
    write_note(tmp_path, "x", ("value",))
    assert read_note(tmp_path, "x") == ("value",)
    assert precious.read_text() == "precious"
    assert not (tmp_path / "x.kept").is_symlink()
