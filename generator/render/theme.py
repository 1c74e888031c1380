"""The theme: the default folder of templates and static files, overlaid by a company's, file by file.

The default theme is trusted, wherever it is installed. Of a company's, what a link takes from outside of its project is
no part of the theme, so that nothing from elsewhere is published; the checks tell it (`checks/theme.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, TemplateNotFound

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
        own = self._own(kind)
        default = self.default / kind
        folders = (default,) if own is None else (default, own)
        return tuple(dict.fromkeys(folder for folder in folders if folder.is_dir()))

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
        return tuple(file for file in files if file.is_file() and self._may_take(file))

    def loader(self) -> BaseLoader:
        """A loader that finds a company's template first, and the replaced one under `default/`."""
        default = FileSystemLoader(self.default / "templates")
        own = self._own("templates")
        overlaid = [default] if own is None else [_CompanyLoader(own, self), default]
        return ChoiceLoader((PrefixLoader({DEFAULT: default}), *overlaid))

    def _own(self, kind: str) -> Path | None:
        """The company's folder of a kind, where there is one that lies in its project."""
        folder = self.overlay / kind if self.overlay is not None else None
        return folder if folder is not None and folder.is_dir() and self._may_take(folder) else None

    def _may_take(self, path: Path) -> bool:
        """Whether a file or folder is the default theme's, or really lies in the company's project."""
        if self.overlay is None or any(path.is_relative_to(self.default / kind) for kind in ("templates", "static")):
            return True
        return path.resolve().is_relative_to(self.overlay.resolve())

    def _overlaid(self, kind: str) -> Mapping[str, Path]:
        found: dict[str, Path] = {}
        for folder in self.folders(kind):
            files = (file for file in _files(folder) if not file.is_symlink() or self._may_take(file))
            found.update((file.relative_to(folder).as_posix(), file) for file in files)
        return dict(sorted(found.items()))


class _CompanyLoader(FileSystemLoader):
    """Finds a company's templates, but none that a link takes from elsewhere."""

    def __init__(self, folder: Path, theme: Theme) -> None:
        super().__init__(folder)
        self._theme = theme

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """The text of a template with its file."""
        source, file, is_current = super().get_source(environment, template)
        if not self._theme._may_take(Path(file)):
            raise TemplateNotFound(template)
        return source, file, is_current


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
