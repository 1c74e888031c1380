"""Checks that a generator did the work: its pages are there and say what the corpus says."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from corpus import Incident, edited_paragraph
from lexicon import LANGUAGES
from peer import OTHER, Peer, labels

_SAMPLE = 20
"""Number of incidents whose pages are read."""
_FEEDS = ("feed.xml", "atom.xml", "rss.xml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """What a site holds and what is missing from it."""

    pages: int
    """Pages of incidents."""
    html_files: int
    files: int
    """All files but those of the search index."""
    megabytes: float
    """Their size."""
    feeds: int
    sitemaps: int
    index_files: int
    """Files of the search index."""
    index_megabytes: float
    missing: tuple[str, ...]
    """What a page should have said, the first twenty."""

    @property
    def passed(self) -> bool:
        """Whether nothing is missing."""
        return not self.missing


def check_site(peer: Peer, incidents: Sequence[Incident]) -> Check:
    """Counts all files, looks for the page of every incident and reads a sample of them."""
    sizes = {path: path.stat().st_size for path in peer.out.rglob("*") if path.is_file()}
    index = {path for path in sizes if "pagefind" in path.relative_to(peer.out).parts}
    missing = [
        f"no page {peer.address(incident, language)}"
        for incident in incidents
        for language in LANGUAGES
        if peer.page(incident, language) not in sizes
    ]
    if not missing:
        for incident in incidents[:: max(1, len(incidents) // _SAMPLE)]:
            for language in LANGUAGES:
                missing += _missing(peer, incident, language)
    if peer.search and not index:
        missing.append("no search index")
    files = sizes.keys() - index
    return Check(
        pages=sum(peer.page(incident, language) in sizes for incident in incidents for language in LANGUAGES),
        html_files=sum(path.suffix == ".html" for path in files),
        files=len(files),
        megabytes=sum(sizes[path] for path in files) / 1e6,
        feeds=sum(path.name in _FEEDS for path in files),
        sitemaps=sum(path.name == "sitemap.xml" for path in files),
        index_files=len(index),
        index_megabytes=sum(sizes[path] for path in index) / 1e6,
        missing=tuple(missing[:20]),
    )


def pages_showing(peer: Peer, incident: Incident, mark: str) -> int:
    """In how many languages the page has the paragraph of an edit."""
    return sum(edited_paragraph(mark) in read(peer.page(incident, language)) for language in LANGUAGES)


def lists_showing(peer: Peer, incident: Incident, mark: str) -> int:
    """In how many languages a list has the edited title."""
    return sum(_list_shows(peer.lists(incident, language), mark) for language in LANGUAGES)


def page_texts(peer: Peer, incident: Incident) -> list[str]:
    """The page in each language, as it is."""
    return [read(peer.page(incident, language)) for language in LANGUAGES]


def index_files(peer: Peer) -> frozenset[str]:
    """Names of the files of the search index; they hold digests of what is in them."""
    return frozenset(path.name for path in (peer.out / "pagefind").rglob("*") if peer.search and path.is_file())


def read(path: Path) -> str:
    """A file as text; empty where there is none."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        return ""


def _list_shows(place: Path, mark: str) -> bool:
    files = place.rglob("index.html") if place.is_dir() else [place]
    return any(mark in read(file) for file in files)


def _missing(peer: Peer, incident: Incident, language: str) -> Iterator[str]:
    page = read(peer.page(incident, language))
    text = _squeezed(html.unescape(re.sub(r"<[^>]+>", " ", page)))
    where = f"{peer.address(incident, language)} lacks"
    for words in _expected_words(incident, language):
        if _squeezed(words) not in text:
            yield f"{where} {words[:40]!r}"
    marks = ["<table", "<ol", "<ul", "<pre", "<blockquote", f'hreflang="{OTHER[language]}"', incident.occurred]
    marks.append(f'href="{html.escape(incident.sources[0].url)}"')
    if peer.related:
        marks.append('class="related"')
    for mark in marks:
        if mark not in page:
            yield f"{where} {mark}"


def _expected_words(incident: Incident, language: str) -> Iterator[str]:
    named, sections = labels(), incident.sections[language]
    yield from (incident.id, incident.title[language], incident.summary[language], incident.scope[language])
    yield from (incident.trigger[language], incident.organization, named["causes"][incident.cause][language])
    yield from (named["symptoms"][identifier][language] for identifier in incident.symptoms)
    yield from (named["components"][identifier][language] for identifier in incident.components)
    yield sections["cause"].split("```")[1].split("\n")[1]
    yield sections["detection"].splitlines()[-1].split("|")[2]
    yield sections["follow-ups"].splitlines()[0].partition(" ")[2]
    yield incident.sources[0].title


def _squeezed(text: str) -> str:
    """Text without what Markdown and typography may change."""
    return re.sub(r"[\s`*_\\\"“”]+", "", text)
