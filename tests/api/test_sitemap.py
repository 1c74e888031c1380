"""The sitemap: valid, complete, with every language of a page and no page that should not be found."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest
from machine_files import SHARED, SITES, STANDING, Machine, machine

from generator.outputs import robots

pytestmark = pytest.mark.xdist_group("machine-files")

SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
XHTML = "{http://www.w3.org/1999/xhtml}"
PLACED = ["full", "untranslated", "public"]


def entries(content: bytes) -> dict[str, dict[str, str]]:
    """Addresses with their alternates by language; the format is checked on the way."""
    root = ET.fromstring(content)  # noqa: S314  # our own file
    assert root.tag == f"{SITEMAP}urlset"
    found: dict[str, dict[str, str]] = {}
    for url in root:
        assert url.tag == f"{SITEMAP}url"
        assert next(child.tag for child in url) == f"{SITEMAP}loc"
        assert {child.tag for child in url} <= {f"{SITEMAP}loc", f"{SITEMAP}lastmod", f"{XHTML}link"}
        address = url.findtext(f"{SITEMAP}loc") or ""
        assert address.startswith("https://")
        assert len(address) < 2048
        day = url.findtext(f"{SITEMAP}lastmod")
        assert day is None or re.fullmatch(r"\d{4}-\d\d-\d\d", day)
        assert address not in found, f"{address} stands twice"
        found[address] = {link.get("hreflang", ""): link.get("href", "") for link in url.findall(f"{XHTML}link")}
    assert len(found) <= 50_000
    return found


@pytest.mark.parametrize("name", PLACED)
def test_alternates_name_each_other(name: str) -> None:
    found = entries(SHARED[name]().read("sitemap.xml"))
    for address, alternates in found.items():
        if alternates:
            assert address in alternates.values(), "a page is among its own alternates"
            languages = {key for key in alternates if key != "x-default"}
            assert len(languages) > 1
            for language in languages:
                assert found[alternates[language]] == alternates, "each of them says the same"


@pytest.mark.parametrize("name", PLACED)
def test_published_texts_are_in_it_and_nothing_else(name: str) -> None:
    site = SHARED[name]()
    base = site.library.site.base_url
    found = {address.removeprefix(base) for address in entries(site.read("sitemap.xml"))}
    expected = {
        f"{language}/incidents/{incident.id}/" for incident in site.library.listed() for language in incident.texts
    }
    assert {path for path in found if re.search(r"/incidents/.", path)} == expected
    for language in site.library.site.languages:
        assert {f"{language}/", f"{language}/incidents/", f"{language}/topics/"} <= found
        assert {f"{language}/{page}" for page in STANDING} <= found
    pages = {f"{language}/{page.id}/" for page in site.library.pages.values() for language in page.texts}
    missing = {f"{language}/{page}/" for page in site.library.pages for language in site.library.site.languages} - pages
    assert pages <= found
    assert not missing & found


def test_it_agrees_with_the_heads_of_the_pages() -> None:
    site: Machine = SHARED["full"]()
    from generator.render.compose.incidents import compose_incident

    found = entries(site.read("sitemap.xml"))
    for incident in site.library.listed():
        for edition in site.editions.values():
            frame = compose_incident(edition, incident).frame
            assert frame.canonical is not None
            assert found[frame.canonical] == {entry.language: entry.href for entry in frame.alternates}


@pytest.mark.parametrize("change", [{"known": False}, {"private": True}, {"kinds": ("pages",)}])
def test_there_is_none_where_it_is_not_wanted(change: dict[str, Any]) -> None:
    site = machine(SITES / "full", **change)
    assert "sitemap.xml" not in site.outputs
    assert "Sitemap:" not in site.text("robots.txt")
    assert ("Disallow: /\n" in site.text("robots.txt")) == bool(change.get("private"))


def test_a_very_long_one_comes_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = entries(SHARED["full"]().read("sitemap.xml"))
    monkeypatch.setattr(robots, "MOST_ADDRESSES", 10)
    site = machine(SITES / "full")
    index = ET.fromstring(site.read("sitemap.xml"))  # noqa: S314  # our own file
    assert index.tag == f"{SITEMAP}sitemapindex"
    base = site.library.site.base_url
    parts = [(part.text or "").removeprefix(base) for part in index.iter(f"{SITEMAP}loc")]
    found: dict[str, dict[str, str]] = {}
    for part in parts:
        content = ET.fromstring(site.read(part))  # noqa: S314  # our own file
        assert 0 < len(content) <= 10
        found |= entries(site.read(part))
    assert found == whole
    assert {path for path in site.outputs if path.startswith("sitemap-")} == set(parts)
