"""What to build again when files change."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from watchfiles import Change, watch

WATCHED = ("content", "templates", "static", "site.toml")
"""What a site is made from, below its folder."""

_DEBOUNCE, _STEP = 60, 20
"""Milliseconds: how long to gather changes at the most, and how long a quiet moment is."""
_TIMEOUT = 100
"""Milliseconds without a change after which the watcher comes back."""
_GLANCE = 5
"""Milliseconds for which it is seen whether something has changed in the project's own folder."""


class SourceFilter:
    """Lets changes of sources pass; output, caches, hidden files and editors' own files do not count."""

    def __init__(self, root: Path) -> None:
        self._root = f"{root}/"
        self._sources = (*WATCHED, *linked_sources(root))

    def __call__(self, change: Change, path: str) -> bool:
        """Whether this file is a source."""
        del change
        inside = path.removeprefix(self._root)
        is_source = any(inside == source or inside.startswith(f"{source}/") for source in self._sources)
        return is_source and not any(_is_an_editors(part) for part in inside.split("/"))


def _is_an_editors(name: str) -> bool:
    """Whether a name is that of a hidden file, a copy or a note of an editor."""
    return name.startswith(".") or name.endswith("~") or (name.startswith("#") and name.endswith("#"))


def linked_sources(root: Path) -> Iterator[str]:
    """Files and folders of the project, from its folder, to which links among the sources lead."""
    for source in WATCHED:
        for place, folders, files in os.walk(root / source):
            for name in (*folders, *files):
                yield from _target(root, Path(place, name))
        yield from _target(root, root / source)


def _target(root: Path, path: Path) -> Iterator[str]:
    if path.is_symlink():
        target = path.resolve()
        if target.is_relative_to(root) and target != root:
            yield target.relative_to(root).as_posix()


def source_changes(root: Path) -> Iterator[frozenset[str]]:
    """The paths that changed, gathered as they come: a thousand files of one checkout are one change.

    While nothing changes there is an empty set several times a second, so that other things can be looked after. The
    folders of the sources are watched with all that is in them; of the project's own folder only what stands right in
    it, since the trees of the output change places with thousands of files at each build. Where a folder of sources
    comes, goes or is renamed, those that are there then are watched; a folder that cannot be read is, once it can.
    """
    root = root.resolve()
    top = _watch([root], root, recursive=False, timeout=_GLANCE)
    next(top)
    sources, closed = _watch(_places(root), root), _closed_folders(root)
    yield next(sources)
    while True:
        changed, moved = next(sources), next(top)
        moved |= {folder for folder in closed if _is_open(folder)}
        if moved:
            sources, closed = _watch(_places(root), root), _closed_folders(root)
            changed |= moved | next(sources)
        yield changed


def _closed_folders(root: Path) -> frozenset[str]:
    """Folders among the sources that cannot be read, which nobody can watch."""
    found: list[OSError] = []
    for source in WATCHED:
        for _ in os.walk(root / source, onerror=found.append):
            pass
    return frozenset(error.filename for error in found if isinstance(error, PermissionError))


def _is_open(folder: str) -> bool:
    try:
        os.listdir(f"{folder}/.")  # noqa: PTH208  # a path drops the dot, which asks for the right to enter
    except OSError:
        return False
    return True


def _watch(
    paths: Sequence[Path], root: Path, *, recursive: bool = True, timeout: int = _TIMEOUT
) -> Iterator[frozenset[str]]:
    for changes in watch(
        *paths,
        watch_filter=SourceFilter(root),
        recursive=recursive,
        debounce=_DEBOUNCE,
        step=_STEP,
        rust_timeout=timeout,
        raise_interrupt=True,
        ignore_permission_denied=True,
        yield_on_timeout=True,
    ):
        yield frozenset(path for _, path in changes)


def _places(root: Path) -> list[Path]:
    """The folders in which sources stand; the project's own where there is none yet."""
    linked = (root / source for source in linked_sources(root))
    folders = [root / name for name in WATCHED] + [path if path.is_dir() else path.parent for path in linked]
    found = {folder.resolve(): None for folder in folders if folder.is_dir() and folder != root}
    return [*found] or [root]
