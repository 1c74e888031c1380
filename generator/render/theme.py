"""The theme: the default folder of templates and static files, overlaid by a company's, file by file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from jinja2 import BaseLoader, ChoiceLoader, FileSystemLoader, PrefixLoader

DEFAULT = "default"
"""Prefix by which a company's template names what it replaces: `{% extends "default/pages/incident.html" %}`."""

_PACKAGE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Theme:
    """Where templates, catalogues and static files are looked up."""

    default: Path
    """Folder with the default `templates/` and `static/`."""
    overlay: Path | None = None
    """A company's folder, whose `templates/` and `static/` come first; either may be missing."""

    def folders(self, kind: str) -> tuple[Path, ...]:
        """The existing folders of a kind (`templates` or `static`), the default one first."""
        roots = (self.default,) if self.overlay is None else (self.default, self.overlay)
        return tuple(dict.fromkeys(root / kind for root in roots if (root / kind).is_dir()))

    def templates(self) -> Mapping[str, Path]:
        """Every file under `templates/` by its name there, sorted; the company's in place of the default's."""
        return self._overlaid("templates")

    def static(self) -> Mapping[str, Path]:
        """Every file under `static/` by its name there, sorted; the company's in place of the default's."""
        return self._overlaid("static")

    def catalogues(self, language: str) -> tuple[Path, ...]:
        """The `.po` files of a language, the default one first, so that a later one overrides."""
        name = Path("locales", language, "LC_MESSAGES", "messages.po")
        files = (folder / name for folder in self.folders("templates"))
        return tuple(file for file in files if file.is_file())

    def loader(self) -> BaseLoader:
        """A loader that finds a company's template first, and the replaced one under `default/`."""
        default = FileSystemLoader(self.default / "templates")
        overlaid = FileSystemLoader(tuple(reversed(self.folders("templates"))))
        return ChoiceLoader((PrefixLoader({DEFAULT: default}), overlaid))

    def _overlaid(self, kind: str) -> Mapping[str, Path]:
        found: dict[str, Path] = {}
        for folder in self.folders(kind):
            found.update((file.relative_to(folder).as_posix(), file) for file in _files(folder))
        return dict(sorted(found.items()))


def default_folder() -> Path:
    """Folder of the default theme: in the installed package, or in the repository its root."""
    packed = _PACKAGE / "_theme"
    return packed if packed.is_dir() else _PACKAGE.parent


def find_theme(site: Path | None = None) -> Theme:
    """The theme of a site in the folder `site`; a site that is itself the default theme has no overlay."""
    default = default_folder()
    if site is None or site.resolve() == default:
        return Theme(default)
    return Theme(default, site)


def _files(folder: Path) -> Iterator[Path]:
    """The files below a folder; hidden ones, and what lies in hidden folders, are left out."""
    for entry in folder.iterdir():
        if entry.name.startswith("."):
            continue
        if entry.is_dir() and not entry.is_symlink():
            yield from _files(entry)
        elif entry.is_file():
            yield entry
