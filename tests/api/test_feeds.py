"""Feeds: what their formats ask for, one language each, stable ids, real dates, nothing that is not published."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

import jsonschema
import pytest
from conftest import copy_site
from machine_files import SHARED, SITES, Machine, machine, unplaced

from generator.outputs.feeds import LIMIT, escape, quoteattr

pytestmark = pytest.mark.xdist_group("machine-files")

ATOM = "{http://www.w3.org/2005/Atom}"
LANG = "{http://www.w3.org/XML/1998/namespace}lang"
PLACED = ["full", "untranslated", "public"]

URL = {"type": "string", "format": "uri", "pattern": "^https?://"}
TEXT = {"type": "string", "minLength": 1}
TIME = {"type": "string", "format": "date-time", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"}
JSON_FEED: dict[str, Any] = {
    "type": "object",
    "required": ["version", "title", "items", "feed_url", "home_page_url", "language", "authors"],
    "properties": {
        "version": {"const": "https://jsonfeed.org/version/1.1"},
        "title": TEXT,
        "description": TEXT,
        "home_page_url": URL,
        "feed_url": URL,
        "language": {"enum": ["ko", "en"]},
        "authors": {"type": "array", "minItems": 1, "items": {"type": "object", "required": ["name"]}},
        "items": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["id", "url", "title", "content_html", "date_published", "date_modified"],
                "properties": {
                    "id": TEXT,
                    "url": URL,
                    "title": TEXT,
                    "content_html": TEXT,
                    "content_text": TEXT,
                    "date_published": TIME,
                    "date_modified": TIME,
                    "language": {"enum": ["ko", "en"]},
                    "tags": {"type": "array", "items": TEXT, "uniqueItems": True},
                },
                "additionalProperties": False,
            },
        },
    },
    "additionalProperties": False,
}


def feeds(site: Machine, name: str) -> list[str]:
    return [path for path in site.outputs if path.endswith(f"/{name}")]


def language_of(path: str) -> str:
    return path.partition("/")[0]


def instant(written: str | None) -> datetime:
    assert written is not None
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", written)
    return datetime.fromisoformat(written.replace("Z", "+00:00"))


def atom_faults(content: bytes) -> list[str]:
    """What RFC 4287 asks of a feed that this one does not give."""
    feed = ET.fromstring(content)  # noqa: S314  # our own file
    faults = [] if feed.tag == f"{ATOM}feed" else ["root is no feed"]
    faults += _construct_faults(feed, "feed")
    if not feed.findall(f"{ATOM}author"):
        faults += [
            "an entry without author" for entry in feed.iter(f"{ATOM}entry") if entry.find(f"{ATOM}author") is None
        ]
    if not [link for link in feed.findall(f"{ATOM}link") if link.get("rel") == "self"]:
        faults.append("no link to itself")
    entries = feed.findall(f"{ATOM}entry")
    keys = [(entry.findtext(f"{ATOM}id"), entry.findtext(f"{ATOM}updated")) for entry in entries]
    faults += ["two entries are the same"] if len(set(keys)) != len(keys) else []
    for entry in entries:
        faults += _construct_faults(entry, "entry")
        relations = [link.get("rel", "alternate") for link in entry.findall(f"{ATOM}link")]
        if entry.find(f"{ATOM}content") is None and "alternate" not in relations:
            faults.append("an entry with neither content nor page")
    return faults


def _construct_faults(element: ET.Element, name: str) -> list[str]:
    faults = [
        f"{name}: {len(element.findall(ATOM + child))} times {child}"
        for child in ("id", "title", "updated")
        if len(element.findall(ATOM + child)) != 1
    ]
    faults += [
        f"{name}: more than one {child}"
        for child in ("subtitle", "rights", "summary", "content", "published")
        if len(element.findall(ATOM + child)) > 1
    ]
    identifier = element.findtext(f"{ATOM}id") or ""
    if not urlsplit(identifier).scheme:
        faults.append(f"{name}: id {identifier!r} is no absolute address")
    alternates = [
        (link.get("type"), link.get("hreflang"))
        for link in element.findall(f"{ATOM}link")
        if link.get("rel", "alternate") == "alternate"
    ]
    faults += [f"{name}: two alternates of one kind"] if len(set(alternates)) != len(alternates) else []
    faults += [f"{name}: link without address" for link in element.findall(f"{ATOM}link") if not link.get("href")]
    for text in element.findall(f"{ATOM}summary") + element.findall(f"{ATOM}title"):
        if text.get("type", "text") not in ("text", "html", "xhtml"):
            faults.append(f"{name}: type of a text")
        if text.get("type") != "xhtml" and len(text):
            faults.append(f"{name}: elements in a text")
    return faults


@pytest.mark.parametrize("name", PLACED)
def test_atom_feeds_are_valid(name: str) -> None:
    site = SHARED[name]()
    assert feeds(site, "feed.xml")
    for path in feeds(site, "feed.xml"):
        assert atom_faults(site.read(path)) == [], path


@pytest.mark.parametrize("name", PLACED)
def test_json_feeds_are_valid(name: str) -> None:
    site = SHARED[name]()
    validator = jsonschema.Draft202012Validator(JSON_FEED, format_checker=jsonschema.FormatChecker())
    assert feeds(site, "feed.json")
    for path in feeds(site, "feed.json"):
        feed = json.loads(site.read(path))
        error = jsonschema.exceptions.best_match(validator.iter_errors(feed))
        assert error is None, f"{path}: {error.json_path} {error.message}"
        ids = [item["id"] for item in feed["items"]]
        assert len(set(ids)) == len(ids)


def test_the_atom_checker_catches_faults() -> None:
    whole = SHARED["full"]().text("ko/feed.xml")
    assert atom_faults(whole.encode()) == []
    for pattern in (
        r"<updated>[^<]*</updated>\n",
        r"<id>[^<]*</id>\n",
        r"<author>.*</author>\n",
        r'<link rel="self"[^>]*>',
    ):
        assert atom_faults(re.sub(pattern, "", whole, count=1).encode()) != [], pattern


@pytest.mark.parametrize("name", PLACED)
def test_each_feed_speaks_one_language_and_says_so(name: str) -> None:
    site = SHARED[name]()
    base = site.library.site.base_url
    names = {"ko": "한국어", "en": "English"}
    for path in feeds(site, "feed.xml"):
        feed, language = ET.fromstring(site.read(path)), language_of(path)  # noqa: S314  # our own file
        assert feed.get(LANG) == language
        assert names[language] in (feed.findtext(f"{ATOM}title") or "")
        assert (feed.findtext(f"{ATOM}id") or "").startswith(f"{base}{language}/")
        for entry in feed.iter(f"{ATOM}entry"):
            assert (entry.findtext(f"{ATOM}id") or "").startswith(f"{base}{language}/incidents/")
        beside = json.loads(site.read(path.replace("feed.xml", "feed.json")))
        assert beside["language"] == language
        assert beside["title"] == feed.findtext(f"{ATOM}title")
        assert [item["id"] for item in beside["items"]] == [
            entry.findtext(f"{ATOM}id") for entry in feed.iter(f"{ATOM}entry")
        ]
        own = [link.get("href") for link in feed.findall(f"{ATOM}link") if link.get("rel") == "self"]
        if name != "full" or "bad-config" not in path:
            assert own == [f"{base}{path}"]


@pytest.mark.parametrize("name", PLACED)
def test_ids_of_different_feeds_differ(name: str) -> None:
    site = SHARED[name]()
    ids = [ET.fromstring(site.read(path)).findtext(f"{ATOM}id") for path in feeds(site, "feed.xml")]  # noqa: S314
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("name", PLACED)
def test_entries_are_those_of_the_language_the_last_changed_first(name: str) -> None:
    site = SHARED[name]()
    for language in site.library.site.languages:
        listed = [incident for incident in site.library.listed() if language in incident.texts]
        items = json.loads(site.read(f"{language}/feed.json"))["items"]
        assert len(items) == min(LIMIT, len(listed))
        days = [item["date_modified"] for item in items]
        assert days == sorted(days, reverse=True)
        for item in items:
            incident = site.library.incidents[item["url"].rstrip("/").rpartition("/")[2]]
            assert instant(item["date_published"]).date().isoformat() == incident.added.iso
            assert instant(item["date_modified"]).date().isoformat() == incident.modified.iso
            assert item["content_text"] == incident.texts[language].summary.prose.text, "the whole summary"
            assert item["title"] == incident.texts[language].title


def test_links_in_a_feed_are_absolute() -> None:
    for path in feeds(SHARED["full"](), "feed.json"):
        for item in json.loads(SHARED["full"]().read(path))["items"]:
            for address in re.findall(r'(?:href|src)="([^"]*)"', item["content_html"]):
                assert re.match(r"https?://|mailto:|#fn", address), address


def test_a_site_without_an_address_has_no_feeds() -> None:
    assert not [path for path in unplaced().outputs if path.endswith(("feed.xml", "feed.json", "opensearch.xml"))]
    assert "sitemap.xml" not in unplaced().outputs


def test_an_id_stays_when_everything_else_changes(tmp_path: Any) -> None:
    root = copy_site("full", tmp_path / "site")
    before = {item["id"] for item in json.loads(SHARED["full"]().read("en/feed.json"))["items"]}
    for file in root.glob("content/incidents/*/en.md"):
        text = file.read_text(encoding="utf-8")
        file.write_text(re.sub(r"^title: .*$", "title: Another title", text, flags=re.M), encoding="utf-8")
    after = json.loads(machine(root).read("en/feed.json"))["items"]
    assert {item["id"] for item in after} == before
    assert {item["title"] for item in after} == {"Another title"}


def test_text_that_xml_cannot_hold_or_reads_as_markup_does_no_harm(tmp_path: Any) -> None:
    root = copy_site("full", tmp_path / "site")
    file = root / "content/incidents/IL-0005/en.md"
    text = re.sub(r"^title: .*$", 'title: "A <b> & ]]> title"', file.read_text(encoding="utf-8"), flags=re.M)
    text = text.replace("Invented:", 'Invented `<a href="#cause">` & [cause](#remediation):')
    file.write_text(text, encoding="utf-8")
    site = machine(root)
    assert atom_faults(site.read("en/feed.xml")) == []
    feed = ET.fromstring(site.read("en/feed.xml"))  # noqa: S314  # our own file
    (entry,) = [entry for entry in feed.iter(f"{ATOM}entry") if "IL-0005" in (entry.findtext(f"{ATOM}id") or "")]
    assert entry.findtext(f"{ATOM}title") == "A <b> & ]]> title"
    summary = entry.findtext(f"{ATOM}summary") or ""
    assert '&lt;a href="#cause"&gt;' in summary, "code stays as it is"
    assert '<a href="https://example.org/library/en/incidents/IL-0005/#remediation">' in summary


def test_characters_that_xml_cannot_hold_are_left_out() -> None:
    written = "a\x02b\uffffc\x1f <&> \U0001f600"
    assert ET.fromstring(f"<t>{escape(written)}</t>").text == "abc <&> \U0001f600"  # noqa: S314  # our own text
    assert ET.fromstring(f"<t a={quoteattr(written)}/>").get("a") == "abc <&> \U0001f600"  # noqa: S314


def test_the_feed_of_an_unused_organization_is_empty_and_valid(tmp_path: Any) -> None:
    root = copy_site("full", tmp_path / "site")
    file = root / "content" / "organizations.yaml"
    file.write_text(
        file.read_text(encoding="utf-8") + "\nnobody-yet:\n  ko: 아직\n  en: Nobody yet\n", encoding="utf-8"
    )
    site = machine(root)
    assert atom_faults(site.read("en/organizations/nobody-yet/feed.xml")) == []
    assert json.loads(site.read("en/organizations/nobody-yet/feed.json"))["items"] == []


def test_the_feed_of_a_retired_topic_is_its_successors(tmp_path: Any) -> None:
    root = copy_site("full", tmp_path / "site")
    file = root / "content" / "vocabulary.yaml"
    old = "topics:\n  old-net:\n    ko: 옛 망\n    en: Old net\n    replaced_by: network\n"
    file.write_text(file.read_text(encoding="utf-8").replace("topics:\n", old, 1), encoding="utf-8")
    site = machine(root)
    assert site.read("en/topics/old-net/feed.xml") == site.read("en/topics/network/feed.xml")
    assert site.data("api/v1/topics/old-net.json")["replaced_by"] == "network"


@pytest.mark.parametrize("name", ["full", "untranslated"])
def test_drafts_stand_nowhere(name: str) -> None:
    site = SHARED[name]()
    drafts = [
        path.parent.name
        for path in (SITES / name / "content/incidents").glob("*/*.md")
        if "status: draft" in path.read_text(encoding="utf-8")
    ]
    for identifier in drafts:
        for path, content in site.files().items():
            assert identifier.encode() not in content, path
            assert identifier not in path
    marks = ("DraftMark", "초안표식", "draft-alias-name", "draftpicture")
    for path, content in site.files().items():
        assert not any(mark.encode() in content for mark in marks), path
    assert name != "full" or drafts
