"""What was related by an earlier build, kept in the cache."""

from __future__ import annotations

from pathlib import Path

from generator.content.kept import read_note, write_note
from generator.content.stored import pack, unpack
from generator.relations.related import Former, Kin

_NOTE = "related"


def load_former(cache: Path) -> Former | None:
    """What was kept, or None; the features stay packed until they are wanted."""
    noted = read_note(cache, _NOTE)
    if noted is None:
        return None
    ids, marks, features, kin = noted
    return Former(ids, marks, lambda: unpack(features), tuple([Kin(*values) for values in kin]))


def save_former(cache: Path, former: Former) -> None:
    """Keeps it for the next build."""
    kin = [tuple(values) for values in former.kin]
    write_note(cache, _NOTE, (former.ids, former.marks, pack(former.features()), kin))
