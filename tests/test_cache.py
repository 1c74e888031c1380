"""Parsed incidents that stay packed between builds: open when asked for, whole or parsed anew, and harmless."""

import os
import pickle
import time
from dataclasses import fields

import pytest
from conftest import SITES, built, copy_site, tree

from generator.content import stored
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
    for incident in load(root, tmp_path / "cache").library.incidents.values():
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
    cache = tmp_path / "cache"
    fresh = load(root, cache)
    (shard,) = cache.glob("*.sources")
    data = bytearray(shard.read_bytes())
    if where == "cut short":
        data = data[: len(data) // 2]
    else:
        place = 60 if where == "briefs" else len(data) - 200
        data[place] ^= 0xFF
    shard.write_bytes(data)
    for one, other in zip(fresh.parsed, load(root, cache).parsed, strict=True):
        assert one.incident is not None
        assert other.incident is not None
        assert values(one.incident) == values(other.incident)
        assert dict(one.marks) == dict(other.marks)


def test_a_shard_of_other_code_goes(root, tmp_path):
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / "7.sources").write_bytes(b"of another time")
    load(root, cache)
    assert [path.name for path in cache.glob("*.sources")] == ["0.sources"]


def test_incidents_that_are_gone_leave_the_cache(root, tmp_path):
    cache = tmp_path / "cache"
    before = load(root, cache)
    gone = root / "content" / "incidents" / before.parsed[-1].id
    size = next(cache.glob("*.sources")).stat().st_size
    for path in gone.iterdir():
        path.unlink()
    gone.rmdir()
    load(root, cache)
    assert next(cache.glob("*.sources")).stat().st_size < size


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
