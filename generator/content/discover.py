"""Which files there are: the folders of incidents and of ordinary pages."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from generator.content.decoder import IDENTIFIER
from generator.content.files import entries, relative, strays
from generator.content.pictures import PICTURE_TYPES
from generator.problems import Problem
from generator.text.forms import fold, nfc


@dataclass(frozen=True, slots=True, kw_only=True)
class Folder:
    """A folder of texts by language, with pictures beside them."""

    id: str
    path: Path
    texts: dict[str, Path]
    pictures: dict[str, Path]


def discover_incidents(root: Path, languages: Collection[str], id_prefix: str) -> tuple[list[Folder], list[Problem]]:
    """The folders of `content/incidents/`, ascending by number, and what does not belong there."""
    pattern = re.compile(rf"{re.escape(id_prefix)}-\d{{4,}}")
    return _discover(
        root / "content" / "incidents", root, languages, pattern, ("E105", {"prefix": id_prefix}), PICTURE_TYPES
    )


def discover_pages(root: Path, languages: Collection[str]) -> tuple[list[Folder], list[Problem]]:
    """The folders of `content/pages/`, by name, and what does not belong there."""
    return _discover(root / "content" / "pages", root, languages, IDENTIFIER, ("E117", {}), ())


def _discover(  # noqa: PLR0917  # the two callers above name everything
    base: Path,
    root: Path,
    languages: Collection[str],
    pattern: re.Pattern[str],
    misnamed: tuple[str, dict[str, str]],
    picture_types: tuple[str, ...],
) -> tuple[list[Folder], list[Problem]]:
    folders: list[Folder] = []
    problems = list(strays(base, root))
    for entry in entries(base):
        path = Path(entry.path)
        if entry.is_symlink() and any(problem.path == relative(path, root) for problem in problems):
            continue
        if not entry.is_dir():
            problems.append(Problem(relative(path, root), 1, 1, "E104", {"allowed": f"{base.name}/<id>/"}))
        elif not pattern.fullmatch(nfc(entry.name)):
            code, values = misnamed
            problems.append(Problem(relative(path, root), 1, 1, code, values))
        else:
            folder, found = _read_folder(path, root, languages, picture_types)
            folders.append(folder)
            problems += found
    folders.sort(key=lambda folder: _order(folder.id))
    problems += _collisions(folders, root)
    return folders, problems


def _order(identifier: str) -> tuple[int, str]:
    number = re.search(r"-(\d+)$", identifier)
    return (int(number[1]) if number else 0, identifier)


def _read_folder(
    path: Path, root: Path, languages: Collection[str], picture_types: tuple[str, ...]
) -> tuple[Folder, list[Problem]]:
    texts: dict[str, Path] = {}
    pictures: dict[str, Path] = {}
    problems = list(strays(path, root))
    refused = {problem.path for problem in problems}
    for entry in entries(path):
        file = Path(entry.path)
        name = nfc(entry.name)
        if relative(file, root) in refused or name.endswith("~"):
            continue
        if entry.is_file() and name in {f"{language}.md" for language in languages}:
            texts[name.removesuffix(".md")] = file
        elif entry.is_file() and file.suffix.lower() in picture_types:
            pictures[name] = file
            problems += _picture_name(name, relative(file, root))
        else:
            allowed = [f"{language}.md" for language in languages] + [f"*{kind}" for kind in picture_types]
            problems.append(Problem(relative(file, root), 1, 1, "E104", {"allowed": ", ".join(allowed)}))
    ordered = {language: texts[language] for language in languages if language in texts}
    if not ordered:
        missing = {"allowed": ", ".join(f"{language}.md" for language in languages)}
        problems.append(Problem(relative(path, root), 1, 1, "E115", missing))
    return Folder(id=nfc(path.name), path=path, texts=ordered, pictures=pictures), problems


def _picture_name(name: str, path: str) -> Iterator[Problem]:
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", name):
        yield Problem(path, 1, 1, "E118", {"name": name})


def _collisions(folders: list[Folder], root: Path) -> Iterator[Problem]:
    """Folders and pictures whose addresses are one after NFC and case folding, or whose numbers are one."""
    seen: dict[object, Folder] = {}
    for folder in folders:
        number = _order(folder.id)[0]
        key: object = number if number else fold(folder.id)
        first = seen.setdefault(key, folder)
        if first is not folder:
            values = {"first": relative(first.path, root)}
            yield Problem(relative(folder.path, root), 1, 1, "E113", values)
        names: dict[str, str] = {}
        for name, path in folder.pictures.items():
            other = names.setdefault(fold(name), name)
            if other != name:
                yield Problem(relative(path, root), 1, 1, "E113", {"first": other})
