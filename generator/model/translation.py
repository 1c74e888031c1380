"""How a translation stands to its original."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Translation:
    """The state of one translation of one incident."""

    state: Literal["missing", "unrecorded", "behind", "current"]
    behind: tuple[str, ...] = ()
    """Parts of the original that changed since: `title`, `summary`, a text key or a section id."""
