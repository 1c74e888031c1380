"""The search index kept between builds: made anew only when the text that it holds changed, from what did not."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import orjson

from generator.content.cache import code_version
from generator.content.files import PARTIAL, replace_file
from generator.content.kept import read_note, write_note
from generator.content.workers import map_forked
from generator.model.library import Library
from generator.outputs.output import Output, ready
from generator.outputs.search.pagefind import pagefind_version
from generator.outputs.search.paths import NAMED, ids_path
from generator.outputs.search.plan import files_of, index_inputs
from generator.outputs.search.records import Records, Shelf
from generator.text.digest import digest_text

_LOCK = ".lock"
_IN_USE = 60
"""Seconds for which an index that was asked for is not removed."""
_KEPT = 3
"""Indexes that are kept; older ones go."""

_DIGITS = 8
"""Hex digits of a version in the name of an index."""

_State = tuple[str, int, int, int]
"""SHA-256 of a file, its size, time and inode."""


def current_index(library: Library, cache: Path, *, stale: bool = False, jobs: int = 1) -> tuple[Path, str]:
    """The folder of the index of this library, and a digest of what it was made from.

    With `stale`, the newest index that is kept is taken where there is one, whatever it was made from: a preview shows
    an edit first and refreshes the search behind it. Raises IndexerError.
    """
    folder = cache / "index"
    inputs = _inputs(library)
    target = folder / inputs
    if is_whole(target):
        target.touch()
        return target, inputs
    kept = _of_this_version(folder)
    if stale and kept and is_whole(kept[-1]):
        return kept[-1], kept[-1].name
    with _alone(folder):
        if not is_whole(target):  # another may have made it meanwhile
            _make(open_records(library, cache), target, jobs)
        _forget_old(folder)
    return target, inputs


def open_records(library: Library, cache: Path) -> Records:
    """What the index of this library holds of each incident, as it is kept."""
    return Records(library, cache / "index", pagefind_version())


def _version() -> str:
    return f"{pagefind_version()} {code_version()}"


def _prefix() -> str:
    """How the names of the indexes begin that this version has made; another may name their files otherwise."""
    return f"{digest_text(_version())[:_DIGITS]}-"


def _inputs(library: Library) -> str:
    return f"{_prefix()}{index_inputs(library, _version())}"


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Lets one process at a time make an index; a preview makes them beside its builds."""
    folder.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _forget_old(folder: Path) -> None:
    """Removes all but the newest indexes, and what was left half made; one that was just in use may be read still."""
    for path in folder.glob(f"*{PARTIAL}"):
        shutil.rmtree(path, ignore_errors=True)
    for old in _kept(folder)[:-_KEPT]:
        if time.time() - old.stat().st_mtime > _IN_USE:
            shutil.rmtree(old, ignore_errors=True)
            _sums(old).unlink(missing_ok=True)


def is_whole(folder: Path) -> bool:
    """Whether a kept index holds the very files that were made."""
    try:
        noted = _noted_in(folder)
        held = {path: os.stat(folder / path) for path in files_of(folder)}  # noqa: PTH116  # thousands of small files
        return noted.keys() == held.keys() and all(
            _is_noted(folder / path, held[path], known) for path, known in noted.items()
        )
    except (OSError, ValueError, TypeError, AttributeError):
        return False


def _is_noted(path: Path, found: os.stat_result, known: _State) -> bool:
    """Whether a file is the one that was noted: the same file untouched, else one with the same content."""
    digest, *state = known
    if [found.st_size, found.st_mtime_ns, found.st_ino] == state:
        return True
    return hashlib.sha256(path.read_bytes()).hexdigest() == digest


def _sums(folder: Path) -> Path:
    """Where the digests of the files of an index stand, beside its folder."""
    return folder.with_name(f"{folder.name}.sums")


def _noted_in(folder: Path) -> dict[str, _State]:
    noted: dict[str, _State] = orjson.loads(_sums(folder).read_bytes())
    return noted


def is_current(library: Library, inputs: str) -> bool:
    """Whether an index made from these inputs is the one of this library."""
    return inputs == _inputs(library)


def _kept(folder: Path) -> list[Path]:
    """The indexes that are kept, the one used last at the end."""
    found = [path for path in folder.glob("*") if path.is_dir() and path.suffix != PARTIAL]
    return sorted(found, key=lambda path: path.stat().st_mtime_ns)


def _of_this_version(folder: Path) -> list[Path]:
    """The indexes that are kept of this version, the one used last at the end."""
    return [path for path in _kept(folder) if path.name.startswith(_prefix())]


def _make(records: Records, target: Path, jobs: int) -> None:
    """Writes the index from the records of all incidents, after those that have changed are renewed.

    Each language is written by one process; whoever has nothing else to do renews its records from their end.
    """
    languages = records.library.site.languages
    shelves = [shelf for language in languages for shelf in records.shelves(language)]
    former = next((kept for kept in reversed(_of_this_version(target.parent)) if is_whole(kept)), None)
    folder = target.with_name(f"{target.name}.{os.getpid()}{PARTIAL}")
    try:
        folder.mkdir(parents=True)
        noted = _write(folder, _programs(target.parent), None) if shelves else {}
        tasks: list[Callable[[], dict[str, _State]]] = [
            *(partial(_write_language, records, folder, former, language) for language in languages),
            *(partial(_renew, records, folder, shelf) for shelf in reversed(shelves)),
        ]
        for written in map_forked(_do, tasks, jobs):
            noted |= written
        records.forget_others(shelves)
        replace_file(_sums(target), orjson.dumps(noted))
        shutil.rmtree(target, ignore_errors=True)
        folder.rename(target)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _do(task: Callable[[], dict[str, _State]]) -> dict[str, _State]:
    return task()


def _renew(records: Records, folder: Path, shelf: Shelf) -> dict[str, _State]:
    """Renews some records, unless the index of their language is there already."""
    if not (folder / ids_path(shelf.language)).exists():
        records.renew(shelf)
    return {}


def _programs(folder: Path) -> list[Output]:
    """Pagefind's programs, which stay the same."""
    held = read_note(folder, "programs", _version())
    if held is None:
        from generator.outputs.search.programs import browser_programs  # once for all builds

        held = browser_programs()
        write_note(folder, "programs", held, _version())
    return [ready(path, content) for path, content in held.items()]


def _write_language(records: Records, folder: Path, former: Path | None, language: str) -> dict[str, _State]:
    from generator.outputs.search.index import index_files  # most builds write no index

    return _write(folder, index_files(records, language), former)


def _write(folder: Path, files: Iterable[Output], former: Path | None) -> dict[str, _State]:
    """Writes files; those that a former index has under a name that follows from the content become links to it."""
    known = _noted_in(former) if former is not None else {}
    noted: dict[str, _State] = {}
    for file in files:
        path = folder / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        if former is not None and file.path in known and file.path.endswith(NAMED) and _link(former / file.path, path):
            noted[file.path] = known[file.path]
        else:
            content = file.make()
            path.write_bytes(content)
            noted[file.path] = _noted(path, content)
    return noted


def _link(file: Path, path: Path) -> bool:
    """Whether the file stands at that path, too; not every file system has links."""
    try:
        os.link(file, path)
    except OSError:
        return False
    return True


def _noted(path: Path, content: bytes) -> _State:
    found = path.stat()
    return hashlib.sha256(content).hexdigest(), found.st_size, found.st_mtime_ns, found.st_ino
