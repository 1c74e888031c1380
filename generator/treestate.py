"""What is known of the files of a tree: from which inputs each was made, and whether it is still that file.

The knowledge is kept outside the tree, by the inode of its folder, which a rename does not change. A file counts as
known only while its size, time and inode are those that were noted; so a lost, damaged or foreign note makes a build
slower, never wrong.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import orjson

from generator.content.cache import code_version

FileState = tuple[int, int, int]
"""Size in bytes, time in nanoseconds, inode."""

_KEPT = 8
"""Notes of trees that are kept; older ones go."""


def state_of(path: Path | str) -> FileState:
    """The state of a file."""
    found = os.stat(path)  # noqa: PTH116  # called for every file of a site: twice as fast
    return found.st_size, found.st_mtime_ns, found.st_ino


class TreeState:
    """The files of one tree."""

    def __init__(self, tree: Path, note: Path | None, files: dict[str, tuple[str, FileState]]) -> None:
        self._top = os.fspath(tree)
        self._note = note
        self._files = files

    @classmethod
    def load(cls, tree: Path, cache: Path | None) -> TreeState:
        """What is known of this tree; nothing where there is no note, or one that cannot be read."""
        if cache is None or not tree.is_dir():
            return cls(tree, None, {})
        found = tree.stat()
        name = hashlib.sha256(f"{found.st_dev} {found.st_ino}".encode()).hexdigest()[:16]
        note = cache / f"{name}.tree"
        try:
            data = orjson.loads(note.read_bytes())
            known = data["files"] if data["code"] == code_version() else {}
            files = {path: (inputs, (size, time, inode)) for path, (inputs, size, time, inode) in known.items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            files = {}
        return cls(tree, note, files)

    def holds(self, path: str, inputs: str) -> bool:
        """Whether the tree holds this file, made from these inputs."""
        known = self._files.get(path)
        if known is None or known[0] != inputs:
            return False
        try:
            return state_of(f"{self._top}/{path}") == known[1]
        except OSError:
            return False

    def note(self, path: str, inputs: str, state: FileState) -> None:
        """Remembers a file that was just written."""
        self._files[path] = (inputs, state)

    def save(self, paths: set[str]) -> None:
        """Keeps what is known of these files for the next build."""
        if self._note is None:
            return
        self._note.parent.mkdir(parents=True, exist_ok=True)
        files = {path: (inputs, *state) for path, (inputs, state) in self._files.items() if path in paths}
        partial = self._note.with_suffix(".partial")
        partial.write_bytes(orjson.dumps({"code": code_version(), "files": files}))
        partial.replace(self._note)
        notes = sorted(self._note.parent.glob("*.tree"), key=lambda path: path.stat().st_mtime_ns)
        for old in notes[:-_KEPT]:
            old.unlink(missing_ok=True)
