"""What to build again when files change."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from watchfiles import Change, DefaultFilter, watch

WATCHED = ("content", "templates", "static", "site.toml")
"""What a site is made from, below its folder."""

_DEBOUNCE, _STEP = 60, 20
"""Milliseconds: how long to gather changes at the most, and how long a quiet moment is."""
_TIMEOUT = 100
"""Milliseconds without a change after which the watcher comes back."""


class _SourceFilter(DefaultFilter):
    """Lets changes of sources pass; output, caches, hidden files and editors' own files do not count."""

    def __init__(self, root: Path) -> None:
        super().__init__()
        self._roots = tuple(str(root / name) for name in WATCHED)

    def __call__(self, change: Change, path: str) -> bool:
        inside = any(path == root or path.startswith(f"{root}/") for root in self._roots)
        name = path.rsplit("/", 1)[-1]
        return inside and not name.startswith((".", "#")) and not name.endswith("~") and super().__call__(change, path)


def source_changes(root: Path) -> Iterator[frozenset[str]]:
    """The paths that changed, gathered as they come: a thousand files of one checkout are one change.

    While nothing changes there is an empty set several times a second, so that other things can be looked after.
    The whole folder is watched, so that files saved by rename and folders moved away and back are seen.
    """
    for changes in watch(
        root,
        watch_filter=_SourceFilter(root),
        debounce=_DEBOUNCE,
        step=_STEP,
        rust_timeout=_TIMEOUT,
        raise_interrupt=True,
        yield_on_timeout=True,
    ):
        yield frozenset(path for _, path in changes)
