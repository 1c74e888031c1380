"""What was related by an earlier build, kept in the cache."""

from __future__ import annotations

from pathlib import Path

from generator.content.kept import read_note, write_note
from generator.relations.related import Former, Kin

_NOTE = "related"


def load_former(cache: Path) -> Former | None:
    """What was kept, or None."""
    noted = read_note(cache, _NOTE)
    if noted is None:
        return None
    ids, marks, features, kin = noted
    return Former(ids, marks, features, tuple([Kin(*values) for values in kin]))


def save_former(cache: Path, former: Former) -> None:
    """Keeps it for the next build."""
    write_note(cache, _NOTE, (*former[:3], [tuple(kin) for kin in former.kin]))
