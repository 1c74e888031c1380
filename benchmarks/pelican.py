"""Pelican: one run a language, since it keeps translations out of its lists and tag pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import ClassVar

from corpus import Incident
from lexicon import LANGUAGES
from peer import OTHER, STYLE, MissingPeerError, Peer, copy_layouts, labels_json, markdown_body, package_version, script


class Pelican(Peer):
    """Pelican with its content cache: it keeps parsed texts and writes every page again.

    It has one space of tags, which topics and symptoms share, and one category, which is the cause.
    """

    name = "pelican"
    title = "Pelican"
    reference: ClassVar[str | None] = "hugo"
    largest = 5000
    once_above = 1000

    def version(self) -> str:
        """Version of the package; it reads Markdown only beside another one."""
        if find_spec("markdown") is None:
            raise MissingPeerError("pip install 'pelican[markdown]==4.12.0'")
        return package_version("pelican", "pelican[markdown]==4.12.0")

    def prepare(self) -> None:
        """Copies the theme and writes the settings of each language."""
        copy_layouts("pelican", self.folder)
        self.write("vocab.json", labels_json())
        self.write("theme/static/style.css", STYLE)
        for language in LANGUAGES:
            self.write(f"conf_{language}.py", _settings(language))

    def files(self, incident: Incident) -> Iterator[tuple[str, str]]:
        """One file a language, facts above the text."""
        for language in LANGUAGES:
            fields = "".join(f"{key}: {value}\n" for key, value in _fields(incident, language).items())
            yield f"content/{language}/{incident.slug}.md", f"{fields}\n{markdown_body(incident, language)}"

    def commands(self) -> Sequence[Sequence[str]]:
        """One build a language."""
        program = str(script("pelican"))
        return [[program, "--quiet", "--settings", f"conf_{language}.py"] for language in LANGUAGES]

    def leftovers(self) -> Iterable[Path]:
        """The content caches."""
        return [self.folder / f".cache_{language}" for language in LANGUAGES]


def _settings(language: str) -> str:
    words = f"{{'lang': {language!r}, 'other': {OTHER[language]!r}, 'vocab': VOCAB, 'ui': VOCAB['ui']}}"
    return (
        "import sys\nsys.dont_write_bytecode = True\nsys.path.insert(0, '.')\nfrom conf_base import *\n"
        f"PATH = 'content/{language}'\nOUTPUT_PATH = 'public/{language}'\nCACHE_PATH = '.cache_{language}'\n"
        f"DEFAULT_LANG = {language!r}\nSITEURL = 'https://example.com/{language}'\nJINJA_GLOBALS = {words}\n"
    )


def _fields(incident: Incident, language: str) -> Mapping[str, object]:
    tags = [f"topics-{topic}" for topic in incident.topics] + [f"symptoms-{item}" for item in incident.symptoms]
    return {
        "Title": incident.title[language],
        "Slug": incident.slug,
        "Date": incident.occurred,
        "Iid": incident.id,
        "Org": incident.organization,
        "Severity": incident.severity or "",
        "Summary": incident.summary[language],
        "Tags": ", ".join(tags),
        "Category": incident.cause,
        "Components": " ".join(incident.components),
        "Topics": " ".join(incident.topics),
        "Symptoms": " ".join(incident.symptoms),
        "Scope": incident.scope[language],
        "Users": incident.users or "",
        "Region": incident.region or "",
        "Ttd": incident.minutes_to_detect or "",
        "Ttr": incident.minutes_to_recover or "",
        "Trigger": incident.trigger[language],
        "Sources": " || ".join(f"{source.title} | {source.url} | {source.accessed}" for source in incident.sources),
    }
