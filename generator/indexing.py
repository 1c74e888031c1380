"""The search index kept between builds: made anew only when the text that it holds changed."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import orjson

from generator.content.cache import code_version
from generator.content.files import PARTIAL, replace_file
from generator.index import build_index, indexer_version
from generator.model.library import Library
from generator.outputs.search.documents import IndexDocuments
from generator.outputs.search.plan import files_of, index_inputs

_LOCK = ".lock"
_IN_USE = 60
"""Seconds for which an index that was asked for is not removed."""
_KEPT = 3
"""Indexes that are kept; older ones go."""


def current_index(library: Library, cache: Path, *, stale: bool = False) -> tuple[Path, str]:
    """The folder of the index of this library, and a digest of what it was made from.

    With `stale`, the newest index that is kept is taken where there is one, whatever it was made from: a preview shows
    an edit first and refreshes the search behind it. Raises IndexerError.
    """
    folder = cache / "index"
    inputs = f"{index_inputs(library, f'{indexer_version()} {code_version()}')}"
    target = folder / inputs
    if is_whole(target):
        target.touch()
        return target, inputs
    kept = _kept(folder)
    if stale and kept and is_whole(kept[-1]):
        return kept[-1], kept[-1].name
    with _alone(folder):
        if not is_whole(target):  # another may have made it meanwhile
            _make(library, target)
        _forget_old(folder)
    return target, inputs


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
        noted = orjson.loads(_sums(folder).read_bytes())
        held = {path: os.stat(folder / path) for path in files_of(folder)}  # noqa: PTH116  # thousands of small files
        return noted.keys() == held.keys() and all(
            _is_noted(folder / path, held[path], known) for path, known in noted.items()
        )
    except (OSError, ValueError, TypeError, AttributeError):
        return False


def _is_noted(path: Path, found: os.stat_result, known: tuple[str, int, int, int]) -> bool:
    """Whether a file is the one that was noted: the same file untouched, else one with the same content."""
    digest, *state = known
    if [found.st_size, found.st_mtime_ns, found.st_ino] == state:
        return True
    return hashlib.sha256(path.read_bytes()).hexdigest() == digest


def _sums(folder: Path) -> Path:
    """Where the digests of the files of an index stand, beside its folder."""
    return folder.with_name(f"{folder.name}.sums")


def is_current(library: Library, inputs: str) -> bool:
    """Whether an index made from these inputs is the one of this library."""
    return inputs == index_inputs(library, f"{indexer_version()} {code_version()}")


def _kept(folder: Path) -> list[Path]:
    """The indexes that are kept, the one used last at the end."""
    found = [path for path in folder.glob("*") if path.is_dir() and path.suffix != PARTIAL]
    return sorted(found, key=lambda path: path.stat().st_mtime_ns)


def _make(library: Library, target: Path) -> None:
    documents = {language: IndexDocuments(library, language) for language in library.site.languages}
    files = build_index(documents)
    partial = target.with_name(f"{target.name}.{os.getpid()}{PARTIAL}")
    try:
        partial.mkdir(parents=True)
        for path, content in files.items():
            file = partial / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        noted = {path: _noted(partial / path, content) for path, content in files.items()}
        replace_file(_sums(target), orjson.dumps(noted))
        shutil.rmtree(target, ignore_errors=True)
        partial.rename(target)
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def _noted(path: Path, content: bytes) -> tuple[str, int, int, int]:
    found = path.stat()
    return hashlib.sha256(content).hexdigest(), found.st_size, found.st_mtime_ns, found.st_ino
