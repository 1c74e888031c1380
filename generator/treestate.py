"""What is known of the files of a tree: from which inputs each was made, and whether it is still that file.

The knowledge is kept outside the tree, by the inode of its folder, which a rename does not change. A file counts as
known only while its size, time and inode are those that were noted, a folder only while its time is, and either only
while its mode is the one that all had; so a lost, damaged or foreign note makes a build slower, never wrong.
"""

from __future__ import annotations

import hashlib
import os
import signal
from collections.abc import Callable, Collection, Iterator, KeysView
from contextlib import suppress
from pathlib import Path
from typing import Any

import orjson

from generator.content.cache import code_version
from generator.content.files import replace_file

FileState = tuple[int, int, int]
"""Size in bytes, time in nanoseconds, inode."""

_FIELDS = 4
"""Values that are noted of a file."""
_LARGE = 12_000
"""Files from which a tree is looked at by a process of its own; below, the fork costs more than it saves."""
_KEPT = 8
"""Notes of trees that are kept; older ones go."""


def state_of(path: Path | str) -> FileState:
    """The state of a file."""
    found = os.stat(path)  # noqa: PTH116  # called for every file of a site: twice as fast
    return found.st_size, found.st_mtime_ns, found.st_ino


Modes = tuple[int, int]
"""Mode of every file of a tree, and of every folder."""


def _noted(note: Path) -> tuple[dict[str, list[Any]], dict[str, int], Modes]:
    """What a note says of files and folders; nothing where it cannot be read or leads out of the tree."""
    try:
        data = orjson.loads(note.read_bytes())
        files, folders, code = data["files"], data["folders"], data["code"]
        modes = data["modes"][0], data["modes"][1]
        whole = code == code_version() and isinstance(files, dict) and isinstance(folders, dict)
        whole = whole and all(isinstance(known, list) and len(known) == _FIELDS for known in files.values())
        whole = whole and _stays_inside("\n".join((*files, *filter(None, folders))))
    except (OSError, ValueError, LookupError, TypeError):
        whole = False
    return (files, folders, modes) if whole else ({}, {}, (0, 0))


def _stays_inside(paths: str) -> bool:
    """Whether none of these paths, a line each, leads out of the tree."""
    lines = f"\n{paths}\n"
    return not any(way in lines for way in ("\n/", "/\n", "//", "\n../", "/../", "/..\n", "\n..\n", "\0", "\n\n"))


Found = tuple[set[str], list[str]]
"""Files and folders of a tree that are not as they were noted."""


class Survey:
    """Work that a process of its own does meanwhile."""

    def __init__(self, work: Callable[[], Found]) -> None:
        from multiprocessing import get_context  # a small tree does without

        context = get_context("fork")
        self._ours, theirs = context.Pipe(duplex=False)
        self._process = context.Process(target=self._do, args=(work, theirs), daemon=True)
        self._process.start()
        theirs.close()

    def _do(self, work: Callable[[], Found], connection: Any) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        self._ours.close()  # so that nobody at the other end is noticed
        with suppress(OSError):
            connection.send(work())

    def answer(self) -> Found | None:
        """What was found; None where the process did not come to its end."""
        try:
            found: Found = self._ours.recv()
        except (OSError, EOFError):
            return None
        finally:
            self.end()
        return found

    def end(self) -> None:
        """Leaves nothing at work."""
        self._process.terminate()
        self._process.join()
        self._ours.close()


class TreeState:
    """The files and folders of one tree."""

    def __init__(
        self,
        tree: Path,
        note: Path | None,
        files: dict[str, list[Any]],
        folders: dict[str, int],
        modes: Modes = (0, 0),
    ) -> None:
        self._top = os.fspath(tree)
        self._note = note
        self._file_mode, self._folder_mode = modes
        self._files = files
        """By path: inputs, size, time, inode."""
        self._folders = folders
        """By path: time in nanoseconds."""
        self._found: Found | None = None
        """What a survey has found."""
        self._survey: Survey | None = None

    @classmethod
    def load(cls, tree: Path, cache: Path | None) -> TreeState:
        """What is known of this tree; nothing where there is no note, or one that cannot be read."""
        if cache is None or not tree.is_dir():
            return cls(tree, None, {}, {})
        found = tree.stat()
        name = hashlib.sha256(f"{found.st_dev} {found.st_ino}".encode()).hexdigest()[:16]
        note = cache / f"{name}.tree"
        return cls(tree, note, *_noted(note))

    @property
    def is_noted(self) -> bool:
        """Whether anything is known of the tree."""
        return bool(self._files)

    def survey(self) -> None:
        """Begins to look at all files and folders of a large tree, in a process of its own while other work is done."""
        if len(self._files) >= _LARGE:
            self._survey = Survey(lambda: (self._changed_files(), self._other_folders()))

    def close(self) -> None:
        """Gives up a survey that nobody has asked for its answer."""
        if self._survey is not None:
            self._survey.end()
            self._survey = None

    def _hear(self) -> None:
        """Takes what the survey found; without an answer, the tree is looked at here."""
        if self._survey is not None:
            self._found = self._survey.answer()
            self._survey = None

    def holds(self, path: str, inputs: str) -> bool:
        """Whether the tree holds this file, made from these inputs."""
        known = self._files.get(path)
        if known is None or known[0] != inputs:
            return False
        self._hear()
        return self._is_as_noted(path) if self._found is None else path not in self._found[0]

    def _is_as_noted(self, path: str) -> bool:
        try:
            found = os.lstat(f"{self._top}/{path}")
        except OSError:
            return False
        known = [found.st_size, found.st_mtime_ns, found.st_ino] == self._files[path][1:]
        return known and found.st_mode == self._file_mode

    def _changed_files(self) -> set[str]:
        return {path for path in self._files if not self._is_as_noted(path)}

    def files(self) -> KeysView[str]:
        """Paths of all files that are known."""
        return self._files.keys()

    def changed_folders(self) -> list[str] | None:
        """Known folders in which something was added or removed since, or whose mode is another; None where nothing
        is known.
        """
        if not self._folders:
            return None
        self._hear()
        return self._other_folders() if self._found is None else self._found[1]

    def _other_folders(self) -> list[str]:
        return [folder for folder, time in self._folders.items() if self._is_other(folder, time)]

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
        modes = [os.lstat(f"{self._top}/{path}").st_mode for path in (next(iter(paths), ""), "")]
        note = {"code": code_version(), "modes": modes, "files": self._files, "folders": times}
        replace_file(self._note, orjson.dumps(note))
        notes = sorted(self._note.parent.glob("*.tree"), key=lambda path: path.stat().st_mtime_ns)
        for old in notes[:-_KEPT]:
            old.unlink(missing_ok=True)

    def _time(self, folder: str) -> int:
        """The time of a folder; 0 where there is none."""
        found = self._look(folder)
        return found.st_mtime_ns if found is not None else 0

    def _is_other(self, folder: str, time: int) -> bool:
        found = self._look(folder)
        return found is None or found.st_mtime_ns != time or found.st_mode != self._folder_mode

    def _look(self, folder: str) -> os.stat_result | None:
        try:
            return os.stat(f"{self._top}/{folder}")  # noqa: PTH116  # as above
        except OSError:
            return None


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
