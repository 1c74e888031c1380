"""Every page of the public library: its links, its structure and its weight."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from urllib.parse import urljoin, urlsplit

import pytest
from links import Page, address_of, link_faults, parse_pages, structure_faults

from library.public_site import ADDRESS, PublicSite

SHARES: dict[str, Callable[[str], bool]] = {
    "ko-incidents": lambda path: path.startswith("ko/incidents/IL-"),
    "en-incidents": lambda path: path.startswith("en/incidents/IL-"),
    "ko-lists": lambda path: path.startswith("ko/") and not path.startswith("ko/incidents/IL-"),
    "en-lists": lambda path: path.startswith("en/") and not path.startswith("en/incidents/IL-"),
    "others": lambda path: not path.startswith(("ko/", "en/")),
}
"""Parts of the site, so that several processes share the work."""

HTML, CSS, SCRIPTS, REQUESTS = 12_000, 12_000, 6_000, 5
"""What an incident page may weigh, in bytes of gzip, and how many files it may ask for."""


@dataclass
class Known:
    """A page of which only the ids matter."""

    ids: list[str]
    links: Callable[[], list[str]] = field(default=list)


def faults_of(pages: dict[str, Page], site: PublicSite) -> Iterator[str]:
    everything = {**{path: Known(ids) for path, ids in site.ids.items()}, **pages}
    yield from link_faults(everything, site.files, ADDRESS)  # type: ignore[arg-type]
    for path, page in pages.items():
        yield from (f"{path}: {fault}" for fault in structure_faults(page, ADDRESS))


@pytest.mark.parametrize("share", SHARES)
def test_links_lead_somewhere_and_pages_are_well_made(public_site, share):
    pages = parse_pages({path: html for path, html in public_site.pages.items() if SHARES[share](path)})
    assert pages
    faults = list(faults_of(pages, public_site))
    assert Counter(fault.partition(": ")[2] for fault in faults) == {}, faults[:5]


def test_the_shares_hold_every_page_once(public_site):
    assert [path for path in public_site.pages if sum(holds(path) for holds in SHARES.values()) != 1] == []


@pytest.mark.parametrize(
    ("link", "fault"),
    [
        ("../nowhere/", "no such file"),
        ("#nowhere", "no such place on the page"),
        ("../en/incidents/IL-0585/#nowhere", "no such place on the page"),
        (f"{ADDRESS}ko/nowhere/", "no such file"),
        ("javascript:void(0)", "scheme javascript"),
    ],
)
def test_a_broken_link_is_seen(public_site, link, fault):
    html = public_site.pages["ko/index.html"].replace("</main>", f'<a href="{link}">x</a></main>')
    (found,) = (one for one in faults_of({"ko/index.html": Page(html)}, public_site) if link in one)
    assert found.endswith(fault)


def test_no_sign_of_the_generator_is_left_in_a_page(public_site):
    left = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ufffd]|\{\{|\{%|%\(\w+\)s|href=\"(?:None)?\"")
    plain = {
        path: re.sub(r"<(pre|code)\b.*?</\1>", "", html, flags=re.DOTALL) for path, html in public_site.pages.items()
    }
    assert {path: left.findall(html) for path, html in plain.items() if left.search(html)} == {}


def test_no_marker_stands_in_the_code_of_a_page(public_site):
    assert [path for path, html in public_site.pages.items() if "\x02" in html or "\x03" in html] == []


def test_incident_pages_are_light(public_site):
    pages = incident_pages(public_site)
    heavy = {path: size for path, html in pages.items() if (size := weight(html.encode())) > HTML}
    assert len(pages) >= 580
    assert heavy == {}


def test_style_and_scripts_are_light(public_site):
    loaded = {address for html in incident_pages(public_site).values() for address in requests_of(html)}
    styles = {address for address in loaded if address.endswith(".css")}
    scripts = {address for address in loaded if address.endswith(".js")}
    assert len(styles) == 1
    assert total(public_site, styles) <= CSS
    assert len(scripts) == 2
    assert total(public_site, scripts) <= SCRIPTS


def test_an_incident_page_asks_for_few_files(public_site):
    pages = {
        f"/{path.removesuffix('index.html')}": requests_of(html) for path, html in incident_pages(public_site).items()
    }
    assert {path: files for path, files in pages.items() if 1 + len(files) > REQUESTS} == {}


def incident_pages(site: PublicSite) -> dict[str, str]:
    return {path: html for path, html in site.pages.items() if re.search(r"^(ko|en)/incidents/IL-", path)}


def requests_of(html: str) -> set[str]:
    """What a page of an incident makes the browser ask for beside itself, as paths of the site; not the icon."""
    start = address_of("ko/incidents/IL-0001/index.html", ADDRESS)
    scripts = re.findall(r'<(?:script|img|source|iframe|video|audio)\b[^>]*?\ssrc="([^"]+)"', html)
    links = re.findall(r'<link rel="(?:stylesheet|preload|modulepreload|prefetch|manifest)"[^>]*?href="([^"]+)"', html)
    return {urlsplit(urljoin(start, address)).path for address in [*scripts, *links] if not address.startswith("data:")}


def weight(content: bytes) -> int:
    return len(gzip.compress(content, compresslevel=6, mtime=0))


def total(site: PublicSite, addresses: set[str]) -> int:
    return sum(weight((site.folder / address.lstrip("/")).read_bytes()) for address in addresses)
