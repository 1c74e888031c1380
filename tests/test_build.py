"""The build as a whole: what is published, byte for byte, and that nothing but a whole site ever is."""

from __future__ import annotations

import contextlib
import errno
import gzip
import json
import multiprocessing
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import quote, urljoin

import pytest
from conftest import BuildSite, BuiltSite, built, copy_site, tree
from links import NOWHERE, Page, address_of, link_faults, parse_pages, structure_faults

from generator import build as builder
from generator import treestate
from generator.build import STEPS, Options, Watcher, build
from generator.content.cache import code_version
from generator.writer import PublishError

SITES = ("minimal", "full", "untranslated", "company", "overlay")
BASES = {
    "minimal": NOWHERE,
    "full": "https://example.org/library/",
    "untranslated": "https://library.example.org/",
    "company": "https://intranet.example.org/incidents/",
    "overlay": NOWHERE,
}
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


@dataclass(frozen=True)
class Published:
    """A built site with its pages read."""

    site: BuiltSite
    files: dict[str, bytes]
    pages: dict[str, Page]
    base: str

    def page(self, path: str) -> Page:
        """The page at a path of the site, which ends in a slash."""
        return self.pages[f"{path}index.html"]


@pytest.fixture(scope="session")
def published(built_site: BuildSite) -> Callable[[str], Published]:
    """A site of the tests, built and read once."""
    read: dict[str, Published] = {}

    def publish_once(name: str) -> Published:
        if name not in read:
            site = built_site(name)
            assert site.result.published, site.result.problems
            read[name] = Published(site, site.files(), parse_pages(site.pages()), BASES[name])
        return read[name]

    return publish_once


def command(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs the command `incidents` in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "generator", *map(str, arguments)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


# Every page


@pytest.mark.parametrize("name", SITES)
def test_every_link_leads_somewhere(published: Callable[[str], Published], name: str) -> None:
    site = published(name)
    assert link_faults(site.pages, set(site.files), site.base) == []


@pytest.mark.parametrize("name", SITES)
def test_every_page_is_sound(published: Callable[[str], Published], name: str) -> None:
    site = published(name)
    faults = {path: structure_faults(page, site.base) for path, page in site.pages.items()}
    assert {path: found for path, found in faults.items() if found} == {}


@pytest.mark.parametrize("name", SITES)
def test_a_page_is_in_the_language_of_its_address(published: Callable[[str], Published], name: str) -> None:
    for path, page in published(name).pages.items():
        language = path.split("/")[0]
        if language in ("ko", "en"):
            assert page.language == language, path


@pytest.mark.parametrize("name", SITES)
def test_no_placeholder_of_the_generator_is_left(published: Callable[[str], Published], name: str) -> None:
    for path, data in published(name).files.items():
        if path.endswith((".html", ".xml", ".txt", ".css", ".js")):
            assert not set(data.decode()) & set("\x00\x01\x02\x03\x04\x05"), path


def test_the_link_checker_finds_what_is_broken() -> None:
    pages = parse_pages(
        {
            "ko/index.html": '<a href="../en/">a</a><a href="gone/">b</a><a href="../en/#no">c</a><a href="../en/#yes">'
            'd</a><a href="../../out/">e</a><a href="javascript:f()">f</a><a href="/en/">g</a><img src="../x.png">',
            "en/index.html": '<p id="yes"></p><a href="https://example.org/base/ko/">a</a>'
            '<a href="https://example.org/base/gone/">b</a><a href="https://example.org/else/">c</a>'
            '<link rel="canonical" href="https://example.org/base/nowhere/"><a href="../ko">d</a>',
        }
    )
    faults = link_faults(pages, set(pages), "https://example.org/base/")
    assert [fault.split(": ", 1) for fault in faults] == [
        ["ko/index.html", "gone/: no such file"],
        ["ko/index.html", "../en/#no: no such place on the page"],
        ["ko/index.html", "../../out/: leads out of the site"],
        ["ko/index.html", "javascript:f(): scheme javascript"],
        ["ko/index.html", "/en/: leads out of the site"],
        ["ko/index.html", "../x.png: no such file"],
        ["en/index.html", "https://example.org/base/gone/: no such file"],
        ["en/index.html", "https://example.org/base/nowhere/: no such file"],
        ["en/index.html", "../ko: no such file"],
    ]


def test_the_page_checker_finds_what_is_broken() -> None:
    page = Page(
        '<html lang="fr"><style></style><script>a()</script><p id="a" onclick="b()"><p id="a" style="c"></p></p>'
        '<h1>x</h1><h1>y</h1><img src="https://example.com/x.png"><b></i></b></html>'
    )
    assert structure_faults(page) == [
        "</i> closes nothing",
        "2 first-level headings",
        "no title",
        "language 'fr'",
        "no content security policy",
        "no charset",
        "no viewport",
        "<style>",
        "an inline script",
        "<p onclick>",
        "<p style>",
        "the id 'a' stands 2 times",
        "a picture without alt",
        "loads https://example.com/x.png",
    ]


# Addresses of the pages


@pytest.mark.parametrize("name", ["full", "untranslated", "company"])
def test_a_page_names_itself_and_its_counterparts(published: Callable[[str], Published], name: str) -> None:
    site = published(name)
    by_address = {address_of(path, site.base): page for path, page in site.pages.items()}
    named = 0
    for address, page in by_address.items():
        if page.canonical is None:
            continue
        assert page.canonical in by_address
        for language, target in page.alternates.items():
            named += 1
            other = by_address[target]
            assert other.alternates == page.alternates, (address, target)
            assert language in ("x-default", other.language)
            assert page.noindex or not other.noindex, (address, target)
        if page.alternates:
            assert page.canonical == address
            assert address in page.alternates.values()
    assert named > 20


def test_every_page_for_readers_has_its_canonical_address(published: Callable[[str], Published]) -> None:
    site = published("full")
    for path, page in site.pages.items():
        if page.forward is None and not path.endswith("404.html"):
            assert page.canonical == address_of(path, site.base), path


@pytest.mark.parametrize("name", ["minimal", "overlay"])
def test_without_a_base_url_no_page_claims_an_address(published: Callable[[str], Published], name: str) -> None:
    site = published(name)
    for path, page in site.pages.items():
        assert page.canonical is None, path
        assert page.alternates == {}, path
        assert not page.find("meta", property="og:url"), path
    assert "sitemap.xml" not in site.files
    assert b"Sitemap" not in site.files["robots.txt"]


def test_a_base_url_of_the_command_takes_the_place_of_the_other(build_site: BuildSite) -> None:
    base = "https://docs.example.net/a/b/"
    site = build_site("full", base_url=base.rstrip("/"))
    pages = parse_pages(site.pages())
    assert pages["ko/index.html"].canonical == f"{base}ko/"
    assert link_faults(pages, set(site.files()), base) == []
    assert not any(b"example.org/library" in data for data in site.files().values())
    assert Page(site.read("404.html")).find("a", class_="brand")[0].attributes["href"] == "/a/b/ko/"


def test_the_not_found_page_works_at_any_depth(published: Callable[[str], Published]) -> None:
    page = published("full").pages["404.html"]
    assert page.noindex
    outward = {"#main", "https://example.org/corrections?incident=404.html"}
    assert all(link.startswith("/library/") for link in page.links() if link not in outward)
    assert {element.attributes.get("lang") for element in page.find("section")} == {"ko", "en"}


NO_LANGUAGE = ("index.html", "404.html", "IL-0001/index.html", "sample-switch/index.html")
"""Pages of `full` that belong to no language."""


@pytest.mark.parametrize("path", NO_LANGUAGE)
def test_a_page_of_no_language_has_what_every_page_has(published: Callable[[str], Published], path: str) -> None:
    page = published("full").pages[path]
    skip = page.find("a", class_="skip")[0]
    assert page.find("a")[0] is skip
    assert skip.attributes["href"] == f"#{page.find('main')[0].attributes['id']}"
    assert [button.attributes["data-choose-theme"] for button in page.find("button", type="button")] == [
        "auto",
        "light",
        "dark",
    ]
    homes = page.find("a", class_="brand")
    assert [(home.attributes["lang"], home.text) for home in homes] == [("ko", "견본 도서관"), ("en", "Sample Library")]
    assert [home.attributes["href"].split("/")[-2:] for home in homes] == [["ko", ""], ["en", ""]]
    assert any("/site." in script.attributes["src"] for script in page.find("script"))
    assert page.find("link", rel="stylesheet")


class Spoken(HTMLParser):
    """Every text of a page with the language in which a screen reader would read it."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[tuple[str, str]] = []
        self._languages: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        language = attributes.get("lang") or (self._languages[-1] if self._languages else "")
        self.pieces += [
            (language, attributes[name] or "") for name in ("placeholder", "aria-label") if name in attributes
        ]
        if tag == "meta" and attributes.get("name") == "description":
            self.pieces.append((language, attributes["content"] or ""))
        if tag not in ("meta", "link", "img", "input"):
            self._languages.append(language)

    def handle_endtag(self, tag: str) -> None:
        del tag
        self._languages.pop()

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.pieces.append((self._languages[-1], data.strip()))


@pytest.mark.parametrize("name", ["full", "untranslated", "company"])
def test_a_page_of_no_language_says_in_which_each_of_its_texts_is(
    published: Callable[[str], Published], name: str
) -> None:
    site = published(name)
    shared = [path for path in site.pages if path.split("/")[0] not in ("ko", "en")]
    assert len(shared) > 3
    for path in shared:
        pieces = Spoken(site.files[path].decode()).pieces
        assert {language for language, _ in pieces} <= {"ko", "en"}, path
        korean = re.compile("[가-힣]")
        assert [text for language, text in pieces if language == "en" and korean.search(text)] == [], path
        # Names of products stand in Korean sentences too; a text without any Hangul is not Korean.
        english = re.compile(r"[a-z]{3}.* .*[a-z]{3}")
        foreign = [text for language, text in pieces if language == "ko" and english.search(text)]
        assert [text for text in foreign if not korean.search(text)] == [], path


def test_a_short_address_shows_its_id_and_each_title_in_its_language(published: Callable[[str], Published]) -> None:
    page = published("full").page("IL-0001/")
    assert page.find("h1")[0].text == "IL-0001"
    assert page.find("title")[0].text == "IL-0001 – 견본 도서관"
    sections = {section.attributes["lang"]: section.text for section in page.find("section")}
    assert sections.keys() == {"ko", "en"}
    assert "견본 <스위치>가 멈춰" in sections["ko"]
    assert "A sample <switch> stopped" in sections["en"]
    assert not page.find("input", type="search")


@pytest.mark.parametrize("path", ["index.html", "404.html"])
def test_a_page_of_no_language_searches_in_each(published: Callable[[str], Published], path: str) -> None:
    page = published("full").pages[path]
    forms = [form.attributes["action"].split("/")[-3:] for form in page.find("form", role="search")]
    assert forms == [["ko", "search", ""], ["en", "search", ""]]
    assert len({form.attributes["aria-label"] for form in page.find("form", role="search")}) == 2


def test_homes_of_one_name_say_their_language(build_site: BuildSite, tmp_path: Path) -> None:
    root = copy_site("minimal", tmp_path / "named")
    text = (root / "site.toml").read_text(encoding="utf-8")
    named = re.sub(r"(?m)^name = .*$", 'name = { ko = "Same", en = "Same" }', text, count=1)
    (root / "site.toml").write_text(named, encoding="utf-8")
    page = Page(build_site(root).read("index.html"))
    assert [home.text for home in page.find("a", class_="brand")] == ["Same (한국어)", "Same (English)"]
    assert page.find("h1")[0].text == "Same"


def test_pages_of_other_addresses_have_relative_links_alone(published: Callable[[str], Published]) -> None:
    for path, page in published("full").pages.items():
        if path != "404.html":
            assert not [link for link in page.links() if link.startswith("/")], path


def test_the_sitemap_names_each_page_that_may_be_found_once(published: Callable[[str], Published]) -> None:
    site = published("untranslated")
    locations = sitemap(site)
    assert len(locations) == len(set(locations))
    pages = {address_of(path, site.base): page for path, page in site.pages.items()}
    for location in locations:
        assert pages[location].canonical == location
        assert not pages[location].noindex
    wanted = [
        f"{site.base}{path}" for path in ("ko/incidents/IL-0001/", "en/incidents/IL-0002/", "en/incidents/IL-0003/")
    ]
    assert set(wanted) <= set(locations)
    assert f"{site.base}en/incidents/IL-0001/" not in locations
    assert f"{site.base}ko/incidents/IL-0002/" not in locations


def sitemap(site: Published) -> list[str]:
    root = ET.fromstring(site.files["sitemap.xml"])  # noqa: S314  # made by the build
    return [location.text or "" for location in root.iter(f"{SITEMAP}loc")]


def test_a_private_site_asks_search_engines_to_stay_away(published: Callable[[str], Published]) -> None:
    site = published("company")
    assert site.files["robots.txt"] == b"User-agent: *\nDisallow: /\n"
    assert "sitemap.xml" not in site.files
    assert [path for path, page in site.pages.items() if not page.noindex] == []


def test_ids_have_the_prefix_of_the_site(published: Callable[[str], Published]) -> None:
    site = published("company")
    assert {path for path in site.files if re.match(r"en/incidents/ACME-.*\.html", path)} == {
        "en/incidents/ACME-1234/index.html",
        "en/incidents/ACME-12345/index.html",
    }
    assert any(link.endswith("/en/incidents/ACME-12345/") for link in site.page("en/incidents/ACME-1234/").links())


# Drafts, withdrawn reports, aliases, missing translations


DRAFT = ("초안표식", "DraftMark", "IL-0003", "draft-alias-name", "draftpicture")
"""What the draft of `full` alone holds."""


def unpacked(data: bytes) -> bytes:
    """The content of a file, unpacked where it is packed."""
    if data.startswith(b"\x1f\x8b"):
        return gzip.decompress(data)
    try:
        return zlib.decompress(data)
    except zlib.error:
        return data


def spellings(text: str) -> Iterator[bytes]:
    """A text in the ways in which a file may write it."""
    yield text.encode()
    yield json.dumps(text)[1:-1].encode()
    yield quote(text).encode()
    yield re.sub(r"%..", lambda found: found[0].lower(), quote(text)).encode()
    yield text.encode("utf-16-le")


def test_a_draft_stands_nowhere(published: Callable[[str], Published]) -> None:
    site = published("full")
    for path, data in site.files.items():
        content = path.encode() + b"\0" + data + b"\0" + unpacked(data)
        for mark in DRAFT:
            assert not any(spelling in content for spelling in spellings(mark)), (path, mark)


def test_the_search_for_drafts_would_find_one(build_site: BuildSite, tmp_path: Path) -> None:
    root = copy_site("full", tmp_path / "published")
    for path in (root / "content/incidents/IL-0003").glob("*.md"):
        path.write_text(path.read_text(encoding="utf-8").replace("status: draft\n", ""), encoding="utf-8")
    contents = [path.encode() + unpacked(data) for path, data in build_site(root).files().items()]
    for mark in DRAFT:
        assert any(spelling in content for content in contents for spelling in spellings(mark)), mark


def test_a_withdrawn_report_is_reachable_and_marked(published: Callable[[str], Published]) -> None:
    site = published("full")
    for language, reason in (("ko", "거둬들인까닭표식"), ("en", "WithdrawnReasonMark")):
        page = site.page(f"{language}/incidents/IL-0004/")
        assert page.noindex
        assert reason in page.find("main")[0].text
        notice = page.find("div", role="note")[0]
        assert reason in notice.text
        assert any(link.endswith("incidents/IL-0001/") for link in page.links())


def test_a_withdrawn_report_is_out_of_lists_and_search(published: Callable[[str], Published]) -> None:
    site = published("full")
    names = ("IL-0004", "withdrawn-name")
    own = {f"{language}/incidents/{name}/index.html" for language in ("ko", "en") for name in names}
    own |= {f"{language}/incidents/IL-0004.md" for language in ("ko", "en")}
    own |= {f"{name}/index.html" for name in names}
    own |= {"api/v1/incidents/IL-0004.json", "api/v1/changes.json", "_redirects"}
    for path, data in site.files.items():
        if path in own or path.startswith("api/v1/dump/"):
            continue
        content = data + unpacked(data)
        for mark in ("IL-0004", "거둬들인", "withdrawn-name", "WithdrawnBodyMark", "WithdrawnReasonMark"):
            assert not any(spelling in content for spelling in spellings(mark)), (path, mark)


def test_no_page_shows_a_withdrawn_report_unmarked(published: Callable[[str], Published]) -> None:
    site = published("full")
    short = site.page("IL-0004/")
    assert short.noindex
    assert "철회" in short.find("main")[0].text or "거둬들인까닭표식" in short.find("main")[0].text


@pytest.mark.parametrize("alias", ["IL-9001", "sample-switch", "IL-00001-old"])
def test_aliases_forward(published: Callable[[str], Published], alias: str) -> None:
    site = published("full")
    for path, target in (
        (f"{alias}/", "IL-0001/"),
        (f"ko/incidents/{alias}/", "ko/incidents/IL-0001/"),
        (f"en/incidents/{alias}/", "en/incidents/IL-0001/"),
    ):
        page = site.page(path)
        assert page.forward is not None
        assert urljoin(site.base + path, page.forward) == site.base + target
        assert page.noindex
        assert page.alternates == {}
        assert any(urljoin(site.base + path, link.attributes["href"]) == site.base + target for link in page.find("a"))
    assert not any(alias in location for location in sitemap(site))


def test_a_forward_speaks_the_languages_of_its_address(published: Callable[[str], Published]) -> None:
    site = published("full")
    says = {"ko": "옮겨진 페이지:", "en": "This page has moved:"}
    for path, languages in (
        ("sample-switch/", ["ko", "en"]),
        ("ko/incidents/sample-switch/", ["ko"]),
        ("en/incidents/sample-switch/", ["en"]),
    ):
        page = site.page(path)
        text = page.find("main")[0].text
        assert [language for language in says if says[language] in text] == languages, path
        assert page.find("h1")[0].text == "IL-0001"
        assert [home.attributes["lang"] for home in page.find("a", class_="brand")] == languages
        assert page.find("link", rel="stylesheet")


@pytest.mark.parametrize(
    ("language", "identifier", "original", "mark"),
    [("en", "IL-0001", "ko", "한국어표식"), ("ko", "IL-0002", "en", "EnglishMark")],
)
def test_a_missing_translation_shows_the_original_as_what_it_is(
    published: Callable[[str], Published], language: str, identifier: str, original: str, mark: str
) -> None:
    site = published("untranslated")
    page = site.page(f"{language}/incidents/{identifier}/")
    real = site.page(f"{original}/incidents/{identifier}/")
    assert page.language == language
    assert page.find("h1")[0].attributes["lang"] == original
    shown = [
        element for element in page.elements if mark in element.text and element.attributes.get("lang") == original
    ]
    assert shown
    assert page.canonical == real.canonical == f"{site.base}{original}/incidents/{identifier}/"
    assert page.alternates == {}
    assert page.find("div", role="note")
    assert f"{site.base}{language}/incidents/{identifier}/" not in real.alternates.values()
    assert language not in site.page(f"{identifier}/").alternates


def test_no_hreflang_anywhere_claims_a_missing_translation(published: Callable[[str], Published]) -> None:
    site = published("untranslated")
    missing = {
        f"{site.base}{path}" for path in ("en/incidents/IL-0001/", "ko/incidents/IL-0002/", "en/about/", "ko/guide/")
    }
    for path, page in site.pages.items():
        assert not missing & set(page.alternates.values()), path
    assert not any(address in site.files["sitemap.xml"].decode() for address in missing)


@pytest.mark.parametrize(("path", "original"), [("en/about/", "ko"), ("ko/guide/", "en")])
def test_an_ordinary_page_without_translation_is_marked(
    published: Callable[[str], Published], path: str, original: str
) -> None:
    site = published("untranslated")
    page = site.page(path)
    assert page.canonical == f"{site.base}{original}/{path.split('/')[1]}/"
    assert page.alternates == {}
    assert page.find("h1")[0].attributes["lang"] == original


@pytest.mark.parametrize("language", ["ko", "en"])
def test_lists_mark_what_is_in_another_language(published: Callable[[str], Published], language: str) -> None:
    site = published("untranslated")
    foreign = {"ko": ("en", "IL-0002"), "en": ("ko", "IL-0001")}[language]
    links = [
        element.attributes
        for element in site.page(f"{language}/incidents/").find("a")
        if element.attributes["href"].endswith(f"incidents/{foreign[1]}/")
    ]
    assert links
    assert {link.get("lang") for link in links} == {foreign[0]}


@pytest.mark.parametrize("language", ["ko", "en"])
def test_a_home_counts_the_reports_of_its_language(published: Callable[[str], Published], language: str) -> None:
    page = published("untranslated").page(f"{language}/")
    counts = [
        element.text for element in page.find("a") if element.attributes["href"].endswith(f"{language}/incidents/")
    ]
    numbers = {int(word) for text in counts for word in text.split() if word.isdecimal()}
    assert numbers == {2}


def test_a_translation_that_is_behind_says_which_parts_changed(published: Callable[[str], Published]) -> None:
    page = published("full").page("ko/incidents/IL-0002/")
    notice = page.find("div", role="note")[0].text
    assert "원인" in notice
    assert "감지" in notice
    assert "요약" not in notice
    assert not published("full").page("en/incidents/IL-0001/").find("div", role="note")


def test_a_retired_term_is_followed_to_its_successor(published: Callable[[str], Published]) -> None:
    site = published("full")
    members = site.page("ko/causes/misconfiguration/")
    assert {"IL-0001", "IL-0002", "IL-0006"} <= {element.attributes.get("data-id") for element in members.find("li")}
    for link in site.page("ko/incidents/IL-0001/").links():
        assert "bad-config" not in link
    retired = site.page("ko/causes/bad-config/")
    assert any(link.endswith("causes/misconfiguration/") for link in retired.links())


def test_pictures_are_published_once_as_they_are(published: Callable[[str], Published]) -> None:
    site = published("full")
    media = {path: data for path, data in site.files.items() if path.startswith("media/")}
    source = site.site.root / "content/incidents/IL-0001"
    assert media == {f"media/IL-0001/{name}": (source / name).read_bytes() for name in ("dot.png", "failures.svg")}


def test_what_an_author_writes_is_text(published: Callable[[str], Published]) -> None:
    site = published("full")
    page = site.page("ko/incidents/IL-0001/")
    assert "견본 <스위치>가 멈춰 'A & B' 구역이 끊겼다" in page.find("h1")[0].text
    assert "견본 <스위치>" in page.find("title")[0].text
    assert '<script>alert("글자일 뿐이다")</script>' in page.find("main")[0].text
    assert "Sample report: part <one> & two" in page.find("main")[0].text
    scripts = [script for script in page.find("script") if "src" not in script.attributes]
    for script in scripts:
        json.loads(script.text)
    assert "견본 <스위치>" in "".join(json.dumps(json.loads(script.text), ensure_ascii=False) for script in scripts)


def test_code_in_a_check_is_code_on_the_page_and_as_written_elsewhere(build_site: BuildSite, tmp_path: Path) -> None:
    root = copy_site("full", tmp_path / "coded")
    file = "content/incidents/IL-0001/ko.md"
    edit(root, file, "해석기에 메모리 제한이 있는지", '"`limits.memory` <b>가 있는지"')
    edit(root, file, "ko: 제한이 없다., en: There is no limit.", 'ko: "`a<b>` 없음", en: There is no limit.')
    edit(root, file, "다른 해석기는 보지 못한다.", '"`` a`b `` 뒤에 홀로 선 ` 표"')
    site = build_site(root)
    html = site.read("ko/incidents/IL-0001/index.html")
    assert '<h3 id="check-resolver-limit"><code>limits.memory</code> &lt;b&gt;가 있는지</h3>' in html
    assert "<dd><code>a&lt;b&gt;</code> 없음</dd>" in html
    assert "<dd><code>a`b</code> 뒤에 홀로 선 ` 표</dd>" in html
    assert "`limits.memory`" in site.read("api/v1/incidents/IL-0001.json")
    assert "`limits.memory`" in site.read("skills/incident-cluster-check/references/IL-0001.md")
    assert r"\`limits.memory\`" in site.read("ko/incidents/IL-0001.md")


@pytest.mark.parametrize(
    ("language", "label", "spoken"), [("ko", "날짜", "출처에 없음"), ("en", "Date", "Not stated by the source")]
)
def test_a_list_has_a_dash_where_there_is_no_date(
    published: Callable[[str], Published], language: str, label: str, spoken: str
) -> None:
    site = published("full")
    for path in ("incidents/", "years/unknown/", "organizations/sample-works/"):
        rows = {row.attributes["data-id"]: row.text for row in site.page(f"{language}/{path}").find("li", class_="row")}
        assert f"{label} –{spoken}" in rows["IL-0007"]
        assert not any(spoken in text for identifier, text in rows.items() if identifier != "IL-0007")
    related = site.page(f"{language}/incidents/IL-0011/").find("p", class_="related-facts")
    assert any(f"{label} –{spoken}" in facts.text for facts in related)


# A company's theme


@pytest.mark.parametrize(
    ("path", "subject"),
    [
        ("index.html", ""),
        ("404.html", "404.html"),
        ("IL-0001/index.html", "IL-0001"),
        ("sample-switch/index.html", "IL-0001"),
        ("ko/index.html", "ko"),
        ("ko/incidents/IL-0001/index.html", "IL-0001"),
    ],
)
def test_every_page_says_where_a_correction_is_reported(
    published: Callable[[str], Published], path: str, subject: str
) -> None:
    page = published("full").files[path].decode()
    assert f'href="https://example.org/corrections?incident={subject}"' in page


def test_a_company_extends_pages_words_and_styles(published: Callable[[str], Published]) -> None:
    site, plain = published("overlay"), published("minimal")
    for language, contact, search in (("ko", "물어볼 곳", "우리 찾기"), ("en", "Who to ask", "Our search")):
        page = site.page(f"{language}/incidents/IL-0001/")
        assert "overlay-mark: IL-0001" in page.find("main")[0].text
        assert contact in page.find("main")[0].text
        assert set(plain.page(f"{language}/incidents/IL-0001/").ids) < set(page.ids)
        home = site.page(f"{language}/")
        assert [element.text for element in home.find("p", class_="overlay-home")] == [search]
    [stylesheet] = [data for path, data in site.files.items() if path.endswith(".css")]
    [plainer] = [data for path, data in plain.files.items() if path.endswith(".css")]
    assert stylesheet.startswith(plainer.rstrip())
    assert stylesheet.rstrip().endswith(b":root { --overlay-mark: #123456; }")
    assert "logo.svg" in site.files
    assert not any(path.startswith("templates/") or path.endswith(".po") for path in site.files)


# The same bytes


def test_two_builds_give_the_same_bytes(tmp_path: Path) -> None:
    trees = []
    settings = (
        {"PYTHONHASHSEED": "1", "TZ": "Asia/Seoul", "LC_ALL": "C.UTF-8", "jobs": "1"},
        {"PYTHONHASHSEED": "2", "TZ": "America/Los_Angeles", "LC_ALL": "ko_KR.UTF-8", "jobs": "2"},
    )
    for number, environment in enumerate(settings):
        root = copy_site("full", tmp_path / ("root" * (number + 1)))
        jobs = environment.pop("jobs")
        done = command("build", "--site", root, "--out", tmp_path / f"out-{number}", "--jobs", jobs, **environment)
        assert done.returncode == 0, done.stderr
        trees.append(tree(tmp_path / f"out-{number}"))
    assert trees[0].keys() == trees[1].keys()
    assert [path for path in trees[0] if trees[0][path] != trees[1][path]] == []


def edit(root: Path, path: str, old: str, new: str) -> None:
    """Changes a text of a file; it must be there."""
    text = (root / path).read_text(encoding="utf-8")
    assert old in text
    (root / path).write_text(text.replace(old, new), encoding="utf-8")


def add_report(root: Path) -> None:
    shutil.copytree(root / "content/incidents/IL-0008", root / "content/incidents/IL-0012")
    edit(root, "content/incidents/IL-0012/ko.md", "2021-01-31", "2026-01-31")


def rename_report(root: Path) -> None:
    (root / "content/incidents/IL-0009").rename(root / "content/incidents/IL-0099")


def add_template(root: Path) -> None:
    (root / "templates/pages").mkdir(parents=True)
    template = '{% extends "default/pages/incident.html" %}{% block colophon %}<p>edited-template</p>{% endblock %}\n'
    (root / "templates/pages/incident.html").write_text(template)


def add_stylesheet(root: Path) -> None:
    (root / "static/css").mkdir(parents=True)
    (root / "static/css/site.css").write_text("body { color: #123; }\n")


INCIDENTS = "content/incidents"
Edit = Callable[[Path], None]
EDITS: Mapping[str, tuple[Edit, ...]] = {
    "texts": (
        lambda root: edit(root, f"{INCIDENTS}/IL-0002/en.md", "answered late\n", "answered very late\n"),
        lambda root: edit(root, f"{INCIDENTS}/IL-0001/ko.md", "되돌렸다", "되돌려 놓았다"),
    ),
    "what stands beside the texts": (
        lambda root: edit(root, f"{INCIDENTS}/IL-0001/failures.svg", "#224466", "#335577"),
        lambda root: edit(root, f"{INCIDENTS}/IL-0001/ko.md", "sample-switch,", "other-name,"),
        lambda root: shutil.rmtree(root / "content/pages/about"),
    ),
    "dates and new reports": (
        lambda root: edit(root, f"{INCIDENTS}/IL-0006/ko.md", "2022-03-09T23:59-07:00", "2026-03-09"),
        add_report,
    ),
    "reports that go": (
        rename_report,
        lambda root: edit(root, f"{INCIDENTS}/IL-0010/ko.md", "added:", "status: draft\nadded:"),
        lambda root: shutil.rmtree(root / INCIDENTS / "IL-0011"),
        lambda root: (root / INCIDENTS / "IL-0005/ko.md").unlink(),
    ),
    "a label": (lambda root: edit(root, "content/vocabulary.yaml", "en: Networking", "en: Networks & more"),),
    "an organization": (lambda root: edit(root, "content/organizations.yaml", "예시 연구소", "예시 시험소"),),
    "a setting": (lambda root: edit(root, "site.toml", "Sample Library", "Example Library"),),
    "an address": (lambda root: edit(root, "site.toml", "example.org/library", "example.net"),),
    "a template": (add_template,),
    "a style sheet": (add_stylesheet,),
    "the lock": (lambda root: (root / "content/translations.lock").unlink(),),
    "a template that goes": (lambda root: shutil.rmtree(root / "templates"),),
}


def test_a_series_of_edits_ends_in_the_bytes_of_a_clean_build(tmp_path: Path) -> None:
    root = copy_site("full", tmp_path / "edited")
    former = built(root).files()
    for number, (name, changes) in enumerate(EDITS.items()):
        for change in changes:
            change(root)
        site = built(root)
        assert site.result.published, (name, site.result.problems)
        clean = copy_site(root, tmp_path / f"clean-{number}")
        expected, found = built(clean).files(), site.files()
        differing = {path for path in expected.keys() | found.keys() if expected.get(path) != found.get(path)}
        assert differing == set(), name
        assert found != former, name
        former = found
        shutil.rmtree(clean)


def test_a_build_after_no_edit_makes_next_to_nothing(build_site: BuildSite) -> None:
    site = build_site("full")
    former = site.files()
    built(site.root)
    again = built(site.root)
    assert again.files() == former
    assert again.result.made == 0
    assert again.result.files == site.result.files


@pytest.mark.parametrize("damage", [b"", b"\x80\x04garbage", b"{}", b"null", b"[1]"])
def test_a_damaged_cache_never_makes_a_wrong_build(build_site: BuildSite, damage: bytes) -> None:
    site = build_site("minimal")
    built(site.root)
    former = site.files()
    kept = [path for path in (site.root / ".cache").rglob("*") if path.is_file()]
    assert kept
    for path in kept:
        path.write_bytes(damage)
    assert built(site.root).files() == former


def test_a_damaged_file_of_the_idle_tree_is_made_again(build_site: BuildSite) -> None:
    site = build_site("minimal")
    built(site.root)
    former = site.files()
    for folder in (path for path in site.root.iterdir() if path.is_dir() and path.name != "content"):
        for path in folder.rglob("*.html"):
            path.write_text("damaged")
    built(site.root)
    assert built(site.root).files() == former


# What is refused


def assert_refused(root: Path, out: Path, key: str) -> None:
    before = {path: data for path, data in tree(root.parent).items() if not path.endswith(".lock")}
    with pytest.raises(PublishError) as error:
        build(root, out, Options(jobs=1))
    assert error.value.key == key
    assert {path: data for path, data in tree(root.parent).items() if not path.endswith(".lock")} == before


@pytest.fixture
def minimal(tmp_path: Path) -> Path:
    """A copy of the smallest site, not built."""
    return copy_site("minimal", tmp_path / "root")


def test_a_foreign_folder_is_not_overwritten(minimal: Path, tmp_path: Path) -> None:
    (tmp_path / "foreign").mkdir()
    (tmp_path / "foreign/precious.txt").write_text("precious")
    assert_refused(minimal, tmp_path / "foreign", "out-is-foreign")


def test_a_foreign_folder_with_hidden_files_is_not_overwritten(minimal: Path, tmp_path: Path) -> None:
    (tmp_path / "foreign/.git").mkdir(parents=True)
    assert_refused(minimal, tmp_path / "foreign", "out-is-foreign")


@pytest.mark.parametrize(
    "out", [".", "..", "content", "content/site", "content/incidents/IL-0002", "content/../content/x"]
)
def test_neither_the_project_nor_its_content_is_overwritten(minimal: Path, out: str) -> None:
    assert_refused(minimal, minimal / out, "out-is-source")


@pytest.mark.parametrize("out", ["templates", "static", "templates/site", "static/site"])
def test_the_theme_of_the_site_is_not_overwritten(tmp_path: Path, out: str) -> None:
    root = copy_site("overlay", tmp_path / "root")
    before = tree(root)
    with pytest.raises(PublishError):
        build(root, root / out, Options(jobs=1))
    assert {path: data for path, data in tree(root).items() if not path.endswith(".lock")} == before


def test_a_link_is_not_followed(minimal: Path, tmp_path: Path) -> None:
    (tmp_path / "target").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "target")
    assert_refused(minimal, tmp_path / "link", "out-is-no-folder")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    assert_refused(minimal, tmp_path / "dangling", "out-is-no-folder")


def test_a_file_is_not_overwritten(minimal: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("precious")
    assert_refused(minimal, tmp_path / "file", "out-is-no-folder")


def test_a_link_beside_the_output_is_not_followed(minimal: Path, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "file.txt").write_text("precious")
    for name in (".site.next", ".site.former"):
        (minimal / name).symlink_to(precious)
    with contextlib.suppress(PublishError, OSError):
        build(minimal, minimal / "site", Options(jobs=1))
    assert tree(precious) == {"file.txt": b"precious"}


@pytest.mark.parametrize("name", [".site.next", ".site.former"])
def test_a_planted_tree_beside_the_output_is_not_taken_for_ours(minimal: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious/file.txt").write_text("precious")
    (minimal / name).symlink_to(tmp_path / "precious")
    assert_refused(minimal, minimal / "site", "out-is-no-folder")
    (minimal / name).unlink()
    (minimal / name).mkdir()
    (minimal / name / "file.txt").write_text("precious")
    assert_refused(minimal, minimal / "site", "out-is-foreign")


def test_a_lock_that_is_a_link_is_not_followed(minimal: Path, tmp_path: Path) -> None:
    (tmp_path / "precious.txt").write_text("precious")
    (minimal / ".site.lock").symlink_to(tmp_path / "precious.txt")
    with pytest.raises(PublishError):
        build(minimal, minimal / "site", Options(jobs=1))
    assert (tmp_path / "precious.txt").read_text() == "precious"


@pytest.mark.parametrize(
    "note",
    [
        {"files": {"../../precious/file.txt": ["x", 1, 1, 1]}, "folders": {"": 1}},
        {"files": {}, "folders": {"../../precious": 1}},
        {"files": {"index.html": ["x", 1, 1, 1]}, "folders": {"..": 1}},
        {"files": [], "folders": [1]},
        {"files": {"a": 1}, "folders": {}},
    ],
    ids=["file", "folder", "above", "lists", "numbers"],
)
def test_a_note_never_leads_out_of_the_tree(minimal: Path, note: dict[str, Any]) -> None:
    precious = minimal.parent / "precious"
    precious.mkdir()
    (precious / "file.txt").write_text("precious")
    for _ in range(2):
        built(minimal)
    former = tree(minimal / "site")
    for path in (minimal / ".cache").glob("*.tree"):
        path.write_text(json.dumps({"code": code_version(), "modes": [0o100644, 0o40755], **note}))
    assert built(minimal).files() == former
    assert tree(precious) == {"file.txt": b"precious"}


def test_links_among_the_published_files_are_files_again(minimal: Path, tmp_path: Path) -> None:
    for _ in range(2):
        built(minimal)
    former = tree(minimal / "site")
    for folder in (minimal / "site", minimal / ".site.next"):
        (folder / "index.html").rename(tmp_path / f"{folder.name}.html")
        (folder / "index.html").symlink_to(tmp_path / f"{folder.name}.html")
    built(minimal)
    assert built(minimal).files() == former
    assert not (minimal / "site/index.html").is_symlink()


def test_a_file_system_without_links_will_do(minimal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*paths: str) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted", *paths)

    monkeypatch.setattr("os.link", refuse)
    for name in ("One", "Two", "Three", "Four"):
        text = (minimal / "site.toml").read_text(encoding="utf-8")
        (minimal / "site.toml").write_text(re.sub(r'en = "[^"]*"', f'en = "{name}"', text, count=1), encoding="utf-8")
        assert built(minimal).result.published
    assert_builds_like_a_clean_one(minimal)


def test_a_large_tree_is_looked_at_by_a_process_of_its_own(minimal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(treestate, "_LARGE", 1)
    for _ in range(2):
        built(minimal)
    former = tree(minimal / "site")
    (minimal / ".site.next/index.html").write_text("changed")
    (minimal / ".site.next/stray.html").write_text("stray")
    assert built(minimal).files() == former
    edit(minimal, "site.toml", "Small Sample", "Other Sample")
    assert_builds_like_a_clean_one(minimal)
    edit(minimal, "site.toml", "[site]", "[site")
    assert not build(minimal, minimal / "site", Options()).published
    assert multiprocessing.active_children() == []


def test_an_empty_folder_may_be_used(minimal: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert build(minimal, tmp_path / "empty", Options(jobs=1)).published
    assert (tmp_path / "empty/index.html").is_file()


def test_folders_above_the_output_are_made(minimal: Path, tmp_path: Path) -> None:
    assert build(minimal, tmp_path / "a/b/site", Options(jobs=1)).published
    assert (tmp_path / "a/b/site/index.html").is_file()


def test_two_files_for_one_address_stop_the_build(minimal: Path) -> None:
    built(minimal)
    former = tree(minimal / "site")
    (minimal / "static/ko").mkdir(parents=True)
    (minimal / "static/ko/INDEX.html").write_text("mine")
    with pytest.raises(PublishError) as error:
        build(minimal, minimal / "site", Options(jobs=1))
    assert {value.casefold() for value in error.value.values.values()} == {"ko/index.html"}
    assert tree(minimal / "site") == former


def test_problems_leave_the_former_site(minimal: Path) -> None:
    built(minimal)
    former = tree(minimal / "site")
    edit(minimal, "content/incidents/IL-0001/ko.md", "topics: [network]", "topics: [netwrok]")
    result = build(minimal, minimal / "site", Options(jobs=1))
    assert not result.published
    assert [problem.code for problem in result.problems if problem.severity == "error"] == ["E207"]
    assert tree(minimal / "site") == former


def test_warnings_keep_a_strict_build_from_publishing(minimal: Path) -> None:
    assert not build(minimal, minimal / "site", Options(jobs=1, strict=True)).published
    assert not (minimal / "site").exists()


# Faults


def broken_disk() -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "somewhere")


@pytest.mark.parametrize("place", [0, 10, -1])
def test_a_full_disk_leaves_the_former_site(minimal: Path, monkeypatch: pytest.MonkeyPatch, place: int) -> None:
    built(minimal)
    former = tree(minimal / "site")
    edit(minimal, "site.toml", "Small Sample", "Other Sample")
    plan = builder.plan

    def plan_badly(*arguments: Any, **options: Any) -> list[Any]:
        outputs = plan(*arguments, **options)
        pages = [number for number, output in enumerate(outputs) if output.path.endswith(".html")]
        outputs[pages[place]] = outputs[pages[place]]._replace(make=broken_disk)
        return outputs

    monkeypatch.setattr(builder, "plan", plan_badly)
    with pytest.raises(OSError, match="No space left"):
        build(minimal, minimal / "site", Options(jobs=1))
    assert tree(minimal / "site") == former
    monkeypatch.undo()
    assert_builds_like_a_clean_one(minimal)


def assert_builds_like_a_clean_one(root: Path) -> None:
    """Builds the site twice, so that both trees are looked at, and once more from nothing."""
    clean = built(copy_site(root, root.parent / "clean")).files()
    for _ in range(2):
        assert built(root).files() == clean
    shutil.rmtree(root.parent / "clean")


def test_a_failing_write_is_told_and_leaves_the_former_site(minimal: Path) -> None:
    built(minimal)
    former = tree(minimal / "site")
    path = minimal / "content/incidents/IL-0001/en.md"
    path.write_text(path.read_text(encoding="utf-8") + "\n" + "Words of the sample. " * 8000, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "generator", "build", "--site", str(minimal), "--lang", "en", "--jobs", "1"],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert os.strerror(errno.EFBIG) in done.stderr
    assert "former site is untouched" in done.stderr
    assert "Traceback" not in done.stderr
    assert tree(minimal / "site") == former
    assert_builds_like_a_clean_one(minimal)


KILLED = """
import os, signal, sys
from pathlib import Path
from generator.build import Options, Watcher, build

class Killer(Watcher):
    def die(self, *place):
        if place == tuple(sys.argv[2:]):
            os.kill(os.getpid(), signal.SIGKILL)

    def begin(self, step):
        self.die("begin", step)

    def end(self, step, seconds):
        self.die("end", step)

    def progress(self, done, total):
        self.die("progress", str(done))

root = Path(sys.argv[1])
build(root, root / "site", Options(jobs=1), Killer())
"""


@pytest.mark.parametrize(
    "place",
    [("begin", "write"), ("progress", "1"), ("progress", "17"), ("begin", "publish"), ("end", "publish")],
    ids=" ".join,
)
def test_a_killed_build_leaves_a_whole_site(minimal: Path, place: tuple[str, str]) -> None:
    assert place[0] == "progress" or place[1] in STEPS
    built(minimal)
    former = tree(minimal / "site")
    edit(minimal, "site.toml", "Small Sample", "Other Sample")
    killed = subprocess.run([sys.executable, "-c", KILLED, str(minimal), *place], capture_output=True, check=False)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    if place == ("end", "publish"):
        former = built(copy_site(minimal, minimal.parent / "next")).files()
    assert tree(minimal / "site") == former
    assert_builds_like_a_clean_one(minimal)


def test_a_build_killed_before_the_first_site_leaves_none(minimal: Path) -> None:
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, str(minimal), "progress", "5"], capture_output=True, check=False
    )
    assert killed.returncode == -signal.SIGKILL
    assert not (minimal / "site").exists()
    assert_builds_like_a_clean_one(minimal)


class Gate(Watcher):
    """A build that stops where writing begins until it is let through."""

    def __init__(self) -> None:
        self.waited, self.writing, self.go, self.heard = (threading.Event() for _ in range(4))
        self.steps: list[str] = []

    def wait(self) -> None:
        self.waited.set()
        self.heard.set()

    def begin(self, step: str) -> None:
        self.steps.append(step)
        self.heard.set()
        if step == "write":
            self.writing.set()
            assert self.go.wait(60)


class Building(threading.Thread):
    """A build in a thread of its own."""

    def __init__(self, root: Path, gate: Gate) -> None:
        super().__init__(daemon=True)
        self.root, self.gate, self.published = root, gate, False
        self.start()

    def run(self) -> None:
        self.published = build(self.root, self.root / "site", Options(jobs=1), self.gate).published


def test_a_build_waits_for_the_one_at_work(minimal: Path) -> None:
    gates = [Gate() for _ in range(3)]
    first = Building(minimal, gates[0])
    assert gates[0].writing.wait(60)
    second = Building(minimal, gates[1])
    assert gates[1].waited.wait(60)
    assert gates[1].steps == []
    gates[0].go.set()
    first.join(60)
    assert gates[1].writing.wait(60)
    third = Building(minimal, gates[2])
    assert gates[2].heard.wait(60)
    assert gates[2].steps == [], "the third build began while the second was at work"
    assert gates[2].waited.is_set()
    for gate in gates:
        gate.go.set()
    for thread in (second, third):
        thread.join(60)
    assert [thread.published for thread in (first, second, third)] == [True, True, True]
    assert not gates[0].waited.is_set()
    clean = built(copy_site("minimal", minimal.parent / "clean"))
    assert tree(minimal / "site") == clean.files()


def test_everybody_may_read_what_is_published(tmp_path: Path) -> None:
    root = copy_site("overlay", tmp_path / "root")
    for path in (root / "static").rglob("*"):
        path.chmod(0o500 if path.is_dir() else 0o400)
    before = os.umask(0o077)
    try:
        for _ in range(3):
            built(root)
    finally:
        os.umask(before)
    modes = {path.stat().st_mode & 0o7777 for path in (root / "site").rglob("*") if path.is_dir()}
    assert modes == {0o755}
    assert (root / "site").stat().st_mode & 0o7777 == 0o755
    assert {path.stat().st_mode & 0o7777 for path in (root / "site").rglob("*") if path.is_file()} == {0o644}
