"""The site's own templates and static files: nothing from outside of the project, nothing that cannot be read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from generator.content.files import entries, shown, stray, unreadable
from generator.problems import Problem

_KINDS = ("static", "templates")


def check_theme(root: Path) -> Iterator[Problem]:
    """Links below `templates/` and `static/` that lead out of the project or to folders, and what cannot be read.

    The folder of a kind may itself be a link to another one of the project.
    """
    wanted = [entry for entry in entries(root) if entry.name in _KINDS]
    for entry in wanted:
        problem = _stray(entry, entry.name, root)
        if problem is None or (problem.code == "E116" and entry.is_dir()):
            yield from _check_folder(Path(entry.path), entry.name, root)
        else:
            yield problem


def _check_folder(folder: Path, path: str, root: Path) -> Iterator[Problem]:
    try:
        found = entries(folder)
    except OSError as error:
        yield unreadable(folder, root, error)
        return
    for entry in found:
        inside = f"{path}/{shown(entry.name)}"
        try:
            problem = _stray(entry, inside, root)
            if problem is not None:
                yield problem
            elif entry.is_dir():
                yield from _check_folder(Path(entry.path), inside, root)
            elif entry.is_file():
                os.close(os.open(entry.path, os.O_RDONLY | os.O_CLOEXEC))
        except OSError as error:
            yield unreadable(Path(entry.path), root, error)


def _stray(entry: os.DirEntry[str], path: str, root: Path) -> Problem | None:
    return stray(entry, path, root) if entry.is_symlink() else None
