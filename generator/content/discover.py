"""Which files there are: the folders of incidents and of ordinary pages."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from generator.content.cache import Signature
from generator.content.decoder import IDENTIFIER
from generator.content.files import entries, shown, stray, unreadable
from generator.content.pictures import PICTURE_TYPES
from generator.problems import Problem
from generator.text.forms import fold, nfc

_PICTURE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_ITSELF = "."
"""Stands for the folder in a signature: an entry that comes or goes changes its time."""
_NUMBER = re.compile(r"-(\d+)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Folder:
    """A folder of texts by language, with pictures beside them."""

    id: str
    path: str
    texts: dict[str, str]
    pictures: dict[str, str]
    signature: Signature
    """By which the folder is known as unchanged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """A folder of folders, and what may stand in it."""

    path: str
    """From the project's folder, with slashes."""
    names: re.Pattern[str]
    misnamed: tuple[str, dict[str, str]]
    """Code and values of the problem of a folder with another name."""
    texts: Collection[str]
    """Names of the text files."""
    picture_types: tuple[str, ...]
    known: Mapping[str, Signature]
    """Signatures of folders that were read before, by id."""

    @property
    def allowed(self) -> str:
        return ", ".join((*self.texts, *(f"*{kind}" for kind in self.picture_types)))


def discover_incidents(
    root: Path, languages: Collection[str], id_prefix: str, known: Mapping[str, Signature] | None = None
) -> tuple[list[Folder], list[Problem]]:
    """The folders of `content/incidents/`, ascending by number, and what does not belong there.

    `known` are signatures of folders that were read before: one that is still the same is not read again.
    """
    place = _Place(
        path="content/incidents",
        names=re.compile(rf"{re.escape(id_prefix)}-[0-9]{{4,}}"),
        misnamed=("E105", {"prefix": id_prefix}),
        texts=[f"{language}.md" for language in languages],
        picture_types=PICTURE_TYPES,
        known=known or {},
    )
    return _discover(root, place)


def discover_pages(root: Path, languages: Collection[str]) -> tuple[list[Folder], list[Problem]]:
    """The folders of `content/pages/`, by name, and what does not belong there."""
    place = _Place(
        path="content/pages",
        names=IDENTIFIER,
        misnamed=("E117", {}),
        texts=[f"{language}.md" for language in languages],
        picture_types=(),
        known={},
    )
    return _discover(root, place)


def _discover(root: Path, place: _Place) -> tuple[list[Folder], list[Problem]]:
    folders: list[Folder] = []
    problems: list[Problem] = []
    try:
        for folder in (place.path.partition("/")[0], place.path):
            if (root / folder).is_symlink() and not (root / folder).resolve().is_relative_to(root.resolve()):
                return [], [Problem(folder, 1, 1, "E114", {"target": shown(str((root / folder).readlink()))})]
        found = entries(root / place.path)
    except OSError as error:
        return [], [unreadable(root / place.path, root, error)]
    for entry in found:
        name = entry.name if entry.name.isascii() else nfc(shown(entry.name))
        try:
            met = _meet(entry, name, root, place, problems)
        except OSError as error:
            problems.append(unreadable(Path(entry.path), root, error))
            met = _folder(entry, place, {}, ()) if place.names.fullmatch(name) else None
        if met is not None:
            folders.append(met)
    folders.sort(key=lambda folder: _order(folder.id))
    problems += _collisions(folders, place.path)
    return folders, problems


def _meet(entry: os.DirEntry[str], name: str, root: Path, place: _Place, problems: list[Problem]) -> Folder | None:
    """The folder that an entry is; None, and what is wrong, where it is none that belongs here."""
    path = f"{place.path}/{name}"
    problem = stray(entry, path, root) if entry.is_symlink() else None
    if problem is not None:
        problems.append(problem)
    elif not entry.is_dir():
        values = {"allowed": f"{place.path.rsplit('/', 1)[1]}/<id>/"}
        problems.append(Problem(path, 1, 1, "E104", values))
    elif not place.names.fullmatch(name):
        problems.append(Problem(path, 1, 1, *place.misnamed))
    else:
        return _read_folder(entry, path, root, place, problems)
    return None


def _order(identifier: str) -> tuple[int, str]:
    number = _NUMBER.search(identifier)
    return (int(number[1]) if number else -1, identifier)


def _read_folder(folder: os.DirEntry[str], path: str, root: Path, place: _Place, problems: list[Problem]) -> Folder:
    known = place.known.get(folder.name)
    if known is not None and _is_same(folder.path, known):
        return _folder(folder, place, {name: f"{folder.path}/{name}" for name, *_ in known if name != _ITSELF}, known)
    files: dict[str, str] = {}
    before, is_plain = len(problems), True
    signature = []
    for entry in entries(folder.path):
        name = entry.name
        if name not in place.texts or not entry.is_file(follow_symlinks=False):
            name = nfc(shown(name))
            is_plain = is_plain and name == entry.name and not entry.is_symlink()
            if name.endswith("~") or not _is_wanted(entry, name, f"{path}/{name}", root, place, problems, files):
                continue
        files[name] = entry.path
        state = entry.stat()
        signature.append((name, state.st_size, state.st_mtime_ns, state.st_ino))
    if files.keys().isdisjoint(place.texts):
        problems.append(Problem(path, 1, 1, "E115", {"allowed": ", ".join(place.texts)}))
    if is_plain and len(problems) == before:
        state = folder.stat()
        signature.append((_ITSELF, 0, state.st_mtime_ns, state.st_ino))
    return _folder(folder, place, files, tuple(signature))


def _is_same(path: str, known: Signature) -> bool:
    """Whether a folder and its files are those of a signature; one that had a problem is always read again."""
    if known[-1][0] != _ITSELF:
        return False
    try:
        for name, size, modified, inode in reversed(known):
            found = os.lstat(path if name == _ITSELF else f"{path}/{name}")
            is_other = found.st_mtime_ns != modified or found.st_ino != inode
            if is_other or (name != _ITSELF and found.st_size != size):
                return False
    except OSError:
        return False
    return True


def _folder(folder: os.DirEntry[str], place: _Place, files: Mapping[str, str], signature: Signature) -> Folder:
    return Folder(
        id=nfc(folder.name),
        path=folder.path,
        texts={name[:-3]: files[name] for name in place.texts if name in files},
        pictures={name: path for name, path in files.items() if name not in place.texts},
        signature=signature,
    )


def _is_wanted(  # noqa: PLR0917  # what stands where, and what is known of it
    entry: os.DirEntry[str],
    name: str,
    path: str,
    root: Path,
    place: _Place,
    problems: list[Problem],
    files: Collection[str],
) -> bool:
    """Whether an entry is a text or a picture of the folder; what is wrong with it is told."""
    problem = stray(entry, path, root) if entry.is_symlink() else None
    if problem is not None:
        problems.append(problem)
        return False
    if name in place.texts and entry.is_file():
        return True
    if name in files:
        problems.append(Problem(path, 1, 1, "E113", {"first": name}))
        return False
    if not (name.lower().endswith(place.picture_types) and entry.is_file()):
        problems.append(Problem(path, 1, 1, "E104", {"allowed": place.allowed}))
        return False
    if shown(entry.name) != entry.name or not _PICTURE_NAME.fullmatch(name):
        problems.append(Problem(path, 1, 1, "E118", {"name": name}))
    return shown(entry.name) == entry.name


def _collisions(folders: list[Folder], base: str) -> Iterator[Problem]:
    """Folders and pictures whose addresses are one after NFC and case folding, or whose numbers are one."""
    seen: dict[object, Folder] = {}
    for folder in folders:
        number = _order(folder.id)[0]
        key: object = number if number >= 0 else fold(folder.id)
        first = seen.setdefault(key, folder)
        if first is not folder:
            yield Problem(f"{base}/{folder.id}", 1, 1, "E113", {"first": f"{base}/{first.id}"})
        names: dict[str, str] = {}
        for name in folder.pictures:
            other = names.setdefault(fold(name), name)
            if other != name:
                yield Problem(f"{base}/{folder.id}/{name}", 1, 1, "E113", {"first": other})
