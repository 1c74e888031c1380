"""The search index of a preview, made behind the reload by a process of its own."""

from __future__ import annotations

import signal
import sys
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import FrameType

from generator.build import Options, load
from generator.indexing import current_index
from generator.outputs.search.errors import IndexerError

_ENDING = {signal.SIGINT, signal.SIGTERM}


class Refresh:
    """At most one index in the making; a newer one takes its place."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._process: BaseProcess | None = None

    def begin(self) -> None:
        """Makes the index of the content, in place of one that is in the making."""
        self.end()
        process = get_context("spawn").Process(target=_make, args=(self._root,), daemon=True)
        held = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)  # the process inherits this until it is ready
        try:
            process.start()
            self._process = process
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, held)

    def ended(self) -> bool | None:
        """Once after an index is made, whether that went well; None at any other time."""
        if self._process is None or self._process.is_alive():
            return None
        status = self._process.exitcode
        self._process = None
        return status == 0

    def end(self) -> None:
        """Gives up the index that is in the making."""
        if self._process is not None:
            self._process.terminate()
            self._process.join()
            self._process = None


def _make(root: Path) -> None:
    signal.signal(signal.SIGTERM, _leave)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
    make_index(root)


def make_index(root: Path) -> None:
    """Makes the index of the content; ends the process where that cannot be done."""
    try:
        content, _ = load(root, Options(jobs=1), root / ".cache")  # a daemon may not start processes of its own
        if content is None:
            sys.exit(1)
        current_index(content.library, root / ".cache")
    except (IndexerError, OSError):
        sys.exit(1)


def _leave(signum: int, frame: FrameType | None) -> None:
    del signum, frame
    sys.exit(1)
