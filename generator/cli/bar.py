"""A progress bar for work that takes more than a second."""

from __future__ import annotations

import time
from typing import Any

_AFTER = 1.0
"""Seconds of work before a bar is shown."""


class Bar:
    """A bar on the terminal, shown once the work has gone on for a second."""

    def __init__(self) -> None:
        self._start: float | None = None
        self._progress: Any = None

    def show(self, label: str, done: int, total: int) -> None:
        """So much of the work is done."""
        self._start = self._start if self._start is not None else time.monotonic()
        if self._progress is None and time.monotonic() - self._start > _AFTER:
            self._progress = _open_progress()
            self._progress.add_task(label, total=total)
        if self._progress is not None:
            self._progress.update(self._progress.tasks[0].id, completed=done)

    def close(self) -> None:
        """Takes the bar away."""
        if self._progress is not None:
            self._progress.stop()
        self._progress, self._start = None, None


def _open_progress() -> Any:
    """A started progress display; its library is imported when a bar is really shown."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    progress = Progress(*columns, console=Console(stderr=True), transient=True)
    progress.start()
    return progress
