"""Where a command keeps what it parses: in the project, or for this time alone where the project is read-only."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def cache_folder(root: Path, tell: Callable[[Path], None]) -> Iterator[Path]:
    """The folder of a site's cache; where nothing can be written there, an empty one that is removed afterwards.

    `tell` hears of a folder that cannot be written.
    """
    folder = root / ".cache"
    if _is_writable(folder):
        yield folder
        return
    import tempfile  # most projects can be written

    tell(folder)
    with tempfile.TemporaryDirectory(prefix="incidents-cache-", ignore_cleanup_errors=True) as passing:
        yield Path(passing)


def _is_writable(folder: Path) -> bool:
    """Whether files can be put into the folder, and into that of the search index inside."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    index = folder / "index"
    return _is_open(folder) and (_is_open(index) or not os.path.lexists(index))


def _is_open(folder: Path) -> bool:
    return os.access(folder, os.R_OK | os.W_OK | os.X_OK, effective_ids=os.access in os.supports_effective_ids)
