"""Incident Library itself: the corpus in its content format."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import ClassVar

import lexicon
from corpus import Incident
from lexicon import LANGUAGES
from peer import Peer, markdown_body, package_version, quoted

from generator.model.site import OUTPUTS

PEERS_OUTPUTS = ("pages", "feeds", "sitemap")
"""Kinds of output that the other generators make too."""

_GROUPS = {
    "topics": lexicon.TOPICS,
    "symptoms": lexicon.SYMPTOMS,
    "causes": lexicon.CAUSES,
    "components": lexicon.COMPONENTS,
    "severities": lexicon.SEVERITIES,
}


class Ours(Peer):
    """The outputs that the others make; related lists included."""

    name = "ours"
    title = "Incident Library"
    related = True
    reference: ClassVar[str | None] = "hugo"
    further_builds = ("second", "unchanged")
    outputs: ClassVar[tuple[str, ...]] = PEERS_OUTPUTS

    def version(self) -> str:
        """Version of this package."""
        return package_version("incident-library", "incident-library")

    @classmethod
    def made_outputs(cls) -> list[str]:
        """Kinds of output that this version has and that are switched on."""
        return [kind for kind in OUTPUTS if kind in cls.outputs]

    def prepare(self) -> None:
        """Writes `site.toml`, the vocabulary and the organizations."""
        self.write("site.toml", site_settings(self.outputs))
        self.write("content/vocabulary.yaml", "".join(_vocabulary()))
        self.write("content/organizations.yaml", "".join(_organizations()))

    def files(self, incident: Incident) -> Iterator[tuple[str, str]]:
        """The Korean original and the English translation."""
        for language in LANGUAGES:
            fields = _text_fields(incident, language)
            if language == LANGUAGES[0]:
                fields += _facts(incident)
            body = f"{incident.summary[language]}\n\n{markdown_body(incident, language)}"
            yield f"content/incidents/{incident.id}/{language}.md", "\n".join(["---", *fields, "---", body])

    def commands(self) -> Sequence[Sequence[str]]:
        """One build, whatever came before it."""
        return [self.build_command()]

    def build_command(self, *options: str) -> list[str]:
        """The build with further options."""
        search = () if self.search else ("--no-search",)
        return [sys.executable, "-m", "generator", "build", "--site", str(self.folder), "--json", *search, *options]

    def server(self, port: int) -> Sequence[str]:
        """The preview with live reload."""
        return [sys.executable, "-m", "generator", "serve", "--site", str(self.folder), "--port", str(port)]

    @property
    def out(self) -> Path:
        """Folder of the published site."""
        return self.folder / "site"

    def leftovers(self) -> Iterable[Path]:
        """The idle tree and the caches."""
        return self.folder / ".site.next", self.folder / ".site.former", self.folder / ".cache"

    def address(self, incident: Incident, language: str) -> str:
        """Address of a page: by its id."""
        return f"{language}/incidents/{incident.id}/"

    def lists(self, incident: Incident, language: str) -> Path:
        """The pages of its first topic, 50 incidents a page."""
        return self.out / language / "topics" / incident.topics[0]


class OursWithSearch(Ours):
    """The same with the search, index included."""

    name = "ours-search"
    title = "Incident Library, search"
    search = True
    reference = "hugo-pagefind"
    outputs = (*PEERS_OUTPUTS, "search")


class OursComplete(Ours):
    """A default build: every kind of output."""

    name = "ours-all"
    title = "Incident Library, every output"
    search = True
    reference = "hugo-pagefind"
    outputs = OUTPUTS


def site_settings(outputs: Iterable[str]) -> str:
    """`site.toml` with these kinds of output; kinds that this version does not have are left out."""
    wanted = set(outputs)
    switches = "".join(f"{kind} = {str(kind in wanted).lower()}\n" for kind in OUTPUTS)
    names = lexicon.INTERFACE["site"]
    return (
        f"[site]\nname = {{ ko = {quoted(names['ko'])}, en = {quoted(names['en'])} }}\n"
        'description = "A corpus for measuring"\nlanguages = ["ko", "en"]\nid_prefix = "IL"\n'
        f'base_url = "https://example.com/"\n\n[outputs]\n{switches}'
    )


def slug(name: str) -> str:
    """An organization's id."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _vocabulary() -> Iterator[str]:
    for group, terms in _GROUPS.items():
        yield f"{group}:\n"
        for identifier, (korean, english) in terms.items():
            yield f"  {identifier}:\n    ko: {quoted(korean)}\n    en: {quoted(english)}\n    definition:\n"
            yield f"      ko: {quoted(f'{korean}에 드는 사례다.')}\n      en: {quoted(f'Incidents with {english}.')}\n"


def _organizations() -> Iterator[str]:
    for name in lexicon.ORGANIZATIONS:
        yield f"{slug(name)}:\n  ko: {quoted(name)}\n  en: {quoted(name)}\n"


def _text_fields(incident: Incident, language: str) -> list[str]:
    values = {
        "title": incident.title[language],
        "impact": incident.scope[language],
        "affected_users": None if incident.users is None else str(incident.users),
        "region": incident.region,
        "trigger": incident.trigger[language],
    }
    return [f"{key}: {quoted(value)}" for key, value in values.items() if value is not None]


def _facts(incident: Incident) -> Iterator[str]:
    yield f"organizations: [{slug(incident.organization)}]"
    yield f"added: {incident.added}"
    yield f"occurred: {incident.occurred}"
    if incident.severity is not None:
        yield f"severity: {incident.severity}\nseverity_basis: editor"
    if incident.minutes_to_detect is not None:
        yield f"time_to_detect: {incident.minutes_to_detect}m"
    if incident.minutes_to_recover is not None:
        yield f"time_to_recover: {incident.minutes_to_recover}m"
    yield f"topics: [{', '.join(incident.topics)}]"
    yield f"symptoms: [{', '.join(incident.symptoms)}]"
    yield f"causes: [{incident.cause}]"
    yield f"components: [{', '.join(incident.components)}]"
    yield "sources:"
    for source in incident.sources:
        yield f"  - url: {quoted(source.url)}\n    title: {quoted(source.title)}\n    kind: postmortem"
        yield f"    accessed: {source.accessed}"
