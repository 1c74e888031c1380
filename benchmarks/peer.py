"""A generator under measurement: what it needs on disk, how it is started, where its pages are."""

from __future__ import annotations

import json
import shutil
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, ClassVar

import lexicon
from corpus import Incident
from lexicon import LANGUAGES

LAYOUTS = Path(__file__).resolve().parent / "peers"

OTHER = {"ko": "en", "en": "ko"}

STYLE = """:root{--fg:#1b1b1f;--bg:#fff;--mut:#667;--line:#dde;--acc:#0b57d0}
body{font:16px/1.65 system-ui,"Noto Sans KR",sans-serif;color:var(--fg);background:var(--bg);max-width:52rem;
margin:0 auto;padding:1rem}header,footer{display:flex;gap:1rem;border-bottom:1px solid var(--line);padding:.5rem 0}
a{color:var(--acc)}dl{display:grid;grid-template-columns:9rem 1fr;gap:.3rem 1rem;border:1px solid var(--line)}
dt{color:var(--mut)}dd{margin:0}.tag{border:1px solid var(--line);border-radius:1rem;padding:0 .6rem}
table{border-collapse:collapse;width:100%}td,th{border:1px solid var(--line);padding:.3rem .5rem;text-align:left}
pre{overflow:auto;background:#f6f6fa;padding:.8rem}
.list li{display:grid;grid-template-columns:6rem 1fr auto;gap:.6rem}
"""


class MissingPeerError(Exception):
    """A generator is not installed; the message says how to install it."""


class Peer:
    """A generator with its site in a folder of its own."""

    name: ClassVar[str]
    """As the command line and the result files have it."""
    title: ClassVar[str]
    """As the report has it."""
    related: ClassVar[bool] = False
    """Whether its pages list related incidents."""
    search: ClassVar[bool] = False
    """Whether a build makes a search index."""
    reference: ClassVar[str | None] = None
    """Name of the peer whose times are the measure for this one's; None for the peers that are the measure."""
    largest: ClassVar[int] = 10_000
    """Number of incidents up to which it is measured."""
    once_above: ClassVar[int] = 10_000
    """Number of incidents above which it is measured in the first repetition alone: it takes long."""
    further_builds: ClassVar[tuple[str, ...]] = ()
    """Builds without an edit that come between the clean build and the edits, by the name of their measurement."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def version(self) -> str:
        """Version of the generator; raises MissingPeerError."""
        raise NotImplementedError

    def prepare(self) -> None:
        """Writes settings and layouts; the folder exists and is empty."""
        raise NotImplementedError

    def files(self, incident: Incident) -> Iterator[tuple[str, str]]:
        """Path (from the folder) and text of each source file of an incident, Korean first."""
        raise NotImplementedError

    def commands(self) -> Sequence[Sequence[str]]:
        """What makes the site, clean or after an edit; run in the folder."""
        raise NotImplementedError

    def server(self, port: int) -> Sequence[str]:
        """The command of the preview; raises NotImplementedError where there is none."""
        raise NotImplementedError

    @property
    def out(self) -> Path:
        """Folder of the site."""
        return self.folder / "public"

    def leftovers(self) -> Iterable[Path]:
        """What a build leaves beside the site."""
        return ()

    def address(self, incident: Incident, language: str) -> str:
        """Address of a page, from the root of the site."""
        return f"{language}/incidents/{incident.slug}/"

    def lists(self, _incident: Incident, language: str) -> Path:
        """A page, or a folder of pages, that names the incident in a list."""
        return self.out / language / "index.html"

    def set_up(self, incidents: Iterable[Incident]) -> None:
        """Makes the sources of the whole site anew."""
        if self.folder.exists():
            shutil.rmtree(self.folder)
        self.folder.mkdir(parents=True)
        self.prepare()
        for incident in incidents:
            self.save(incident)

    def save(self, incident: Incident) -> None:
        """Writes the source files of an incident."""
        for path, text in self.files(incident):
            self.write(path, text)

    def write(self, path: str, text: str) -> None:
        """Writes a source file."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def clean(self) -> None:
        """Leaves the sources alone, as after a fresh checkout."""
        for path in (self.out, *self.leftovers()):
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)

    def page(self, incident: Incident, language: str) -> Path:
        """File of a page."""
        return self.out / self.address(incident, language) / "index.html"


def package_version(package: str, requirement: str) -> str:
    """Version of an installed package; raises MissingPeerError."""
    try:
        return version(package)
    except PackageNotFoundError as error:
        raise MissingPeerError(f"pip install '{requirement}'") from error


def packaged_program(package: str, *parts: str) -> Path:
    """A program that stands in an installed package; raises MissingPeerError."""
    path = Path(sysconfig.get_path("purelib"), package, *parts)
    if not path.is_file():
        raise MissingPeerError(f"the package `{package}` has no {'/'.join(parts)}")
    return path


def indexer() -> Path:
    """The stock search indexer."""
    return packaged_program("pagefind_bin", "pagefind")


def script(name: str) -> Path:
    """A command of this Python environment; raises MissingPeerError."""
    path = Path(sys.executable).parent / name
    if not path.is_file():
        raise MissingPeerError(f"`{name}` is not installed")
    return path


def copy_layouts(name: str, folder: Path) -> None:
    """Settings and templates of a peer."""
    shutil.copytree(LAYOUTS / name, folder, dirs_exist_ok=True)


def labels() -> dict[str, Any]:
    """Labels of the tags and words of the layouts, by group, id and language."""
    groups = {
        "topics": lexicon.TOPICS,
        "symptoms": lexicon.SYMPTOMS,
        "causes": lexicon.CAUSES,
        "components": lexicon.COMPONENTS,
        "severities": lexicon.SEVERITIES,
    }
    named = {
        group: {identifier: dict(zip(LANGUAGES, texts, strict=True)) for identifier, texts in terms.items()}
        for group, terms in groups.items()
    }
    return {"ui": lexicon.INTERFACE, **named}


def labels_json() -> str:
    """`labels` as JSON."""
    return json.dumps(labels(), ensure_ascii=False)


def quoted(value: object) -> str:
    """A value as YAML reads it."""
    return json.dumps(value, ensure_ascii=False)


def markdown_body(incident: Incident, language: str) -> str:
    """The sections of an incident with their headings."""
    headings, sections = lexicon.HEADINGS[language], incident.sections[language]
    return "\n\n".join(f"## {headings[name]}\n\n{text}" for name, text in sections.items()) + "\n"
