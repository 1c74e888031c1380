"""What is known of the files of a tree: from which inputs each was made, and whether it is still that file.

The knowledge is kept outside the tree, by the inode of its folder, which a rename does not change. A file counts as
known only while its size, time and inode are those that were noted, a folder only while its time is; so a lost,
damaged or foreign note makes a build slower, never wrong.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterator, KeysView
from contextlib import suppress
from pathlib import Path
from typing import Any

import orjson

from generator.content.cache import code_version

FileState = tuple[int, int, int]
"""Size in bytes, time in nanoseconds, inode."""

_FIELDS = 4
"""Values that are noted of a file."""
_LARGE = 5000
"""Files from which a tree is looked at by a process of its own."""
_KEPT = 8
"""Notes of trees that are kept; older ones go."""


def state_of(path: Path | str) -> FileState:
    """The state of a file."""
    found = os.stat(path)  # noqa: PTH116  # called for every file of a site: twice as fast
    return found.st_size, found.st_mtime_ns, found.st_ino


class TreeState:
    """The files and folders of one tree."""

    def __init__(self, tree: Path, note: Path | None, files: dict[str, list[Any]], folders: dict[str, int]) -> None:
        self._top = os.fspath(tree)
        self._note = note
        self._files = files
        """By path: inputs, size, time, inode."""
        self._folders = folders
        """By path: time in nanoseconds."""
        self._others: set[str] | None = None
        """Files that are not as they were noted, once they have been looked at."""
        self._other_folders: list[str] | None = None
        self._survey: Any = None

    @classmethod
    def load(cls, tree: Path, cache: Path | None) -> TreeState:
        """What is known of this tree; nothing where there is no note, or one that cannot be read."""
        if cache is None or not tree.is_dir():
            return cls(tree, None, {}, {})
        found = tree.stat()
        name = hashlib.sha256(f"{found.st_dev} {found.st_ino}".encode()).hexdigest()[:16]
        note = cache / f"{name}.tree"
        try:
            data = orjson.loads(note.read_bytes())
            files, folders = (data["files"], data["folders"]) if data["code"] == code_version() else ({}, {})
            whole = all(len(known) == _FIELDS for known in files.values())
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            whole = False
        return cls(tree, note, files, folders) if whole else cls(tree, note, {}, {})

    @property
    def is_noted(self) -> bool:
        """Whether anything is known of the tree."""
        return bool(self._files)

    def survey(self) -> None:
        """Begins to look at all files and folders of a large tree, in a process of its own while other work is done."""
        if len(self._files) < _LARGE:
            return
        from multiprocessing import get_context  # a small tree does without

        context = get_context("fork")
        self._survey, theirs = context.Pipe(duplex=False)
        context.Process(target=self._report, args=(theirs,), daemon=True).start()
        theirs.close()

    def _report(self, connection: Any) -> None:
        found = {path for path in self._files if not self._is_as_noted(path)}, self._changed_folders()
        with suppress(OSError):  # nobody waits for it any more
            connection.send(found)

    def _hear(self) -> None:
        """Takes what the survey found; without an answer, the tree is looked at here."""
        if self._survey is not None:
            with suppress(OSError, EOFError):
                self._others, self._other_folders = self._survey.recv()
            self._survey.close()
            self._survey = None

    def holds(self, path: str, inputs: str) -> bool:
        """Whether the tree holds this file, made from these inputs."""
        known = self._files.get(path)
        if known is None or known[0] != inputs:
            return False
        self._hear()
        return path not in self._others if self._others is not None else self._is_as_noted(path)

    def _is_as_noted(self, path: str) -> bool:
        try:
            found = os.stat(f"{self._top}/{path}")  # noqa: PTH116  # called for every file of a site: twice as fast
        except OSError:
            return False
        return [found.st_size, found.st_mtime_ns, found.st_ino] == self._files[path][1:]

    def files(self) -> KeysView[str]:
        """Paths of all files that are known."""
        return self._files.keys()

    def other_folders(self) -> list[str] | None:
        """Known folders in which something was added or removed since; None where nothing is known."""
        if not self._folders:
            return None
        self._hear()
        return self._changed_folders() if self._other_folders is None else self._other_folders

    def _changed_folders(self) -> list[str]:
        return [folder for folder, time in self._folders.items() if self._time(folder) != time]

    def note(self, path: str, inputs: str, state: FileState) -> None:
        """Remembers a file that was just written."""
        self._files[path] = [inputs, *state]

    def save(self, paths: set[str], touched: Collection[str]) -> None:
        """Keeps what is known of these files for the next build; in `touched` folders something has changed."""
        if self._note is None:
            return
        if len(paths) != len(self._files) or paths != self._files.keys():
            self._files = {path: known for path, known in self._files.items() if path in paths}
        times = self._folders
        if not self._folders or touched:
            wanted = _all_folders(paths)
            times = {folder: time for folder, time in times.items() if folder in wanted}
            times |= {folder: self._time(folder) for folder in wanted if folder in touched or folder not in times}
        self._note.parent.mkdir(parents=True, exist_ok=True)
        partial = self._note.with_suffix(".partial")
        partial.write_bytes(orjson.dumps({"code": code_version(), "files": self._files, "folders": times}))
        partial.replace(self._note)
        notes = sorted(self._note.parent.glob("*.tree"), key=lambda path: path.stat().st_mtime_ns)
        for old in notes[:-_KEPT]:
            old.unlink(missing_ok=True)

    def _time(self, folder: str) -> int:
        """The time of a folder; 0 where there is none."""
        try:
            return os.stat(f"{self._top}/{folder}").st_mtime_ns  # noqa: PTH116  # as above
        except OSError:
            return 0


def folders_of(path: str) -> Iterator[str]:
    """The folders in which a file stands, the innermost first; the top one is empty."""
    while path:
        path = path.rpartition("/")[0]
        yield path


def _all_folders(paths: Collection[str]) -> set[str]:
    """Every folder in which a file stands, or such a folder."""
    found: set[str] = set()
    for folder in {path.rpartition("/")[0] for path in paths}:
        if folder not in found:
            found.update((folder, *folders_of(folder)))
    return found
