"""The search index kept between builds: made anew only when the text that it holds changed."""

from __future__ import annotations

import shutil
from pathlib import Path

from generator.content.cache import code_version
from generator.index import build_index, indexer_version
from generator.model.library import Library
from generator.outputs.search.documents import index_documents
from generator.outputs.search.plan import index_inputs

_KEPT = 3
"""Indexes that are kept; older ones go."""


def current_index(library: Library, cache: Path, *, stale: bool = False) -> tuple[Path, str]:
    """The folder of the index of this library, and a digest of what it was made from.

    With `stale`, the newest index that is kept is taken where there is one, whatever it was made from: a preview shows
    an edit first and refreshes the search behind it. Raises index.IndexerError.
    """
    folder = cache / "index"
    inputs = f"{index_inputs(library, f'{indexer_version()} {code_version()}')}"
    kept = sorted(_kept(folder), key=lambda path: path.stat().st_mtime_ns)
    target = folder / inputs
    if target in kept:
        target.touch()
        return target, inputs
    if stale and kept:
        return kept[-1], kept[-1].name
    _make(library, target)
    for old in kept[: -(_KEPT - 1)]:
        shutil.rmtree(old, ignore_errors=True)
    return target, inputs


def is_current(library: Library, inputs: str) -> bool:
    """Whether an index made from these inputs is the one of this library."""
    return inputs == index_inputs(library, f"{indexer_version()} {code_version()}")


def _kept(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    return [path for path in folder.iterdir() if path.is_dir() and not path.name.endswith(".partial")]


def _make(library: Library, target: Path) -> None:
    documents = {language: list(index_documents(library, language)) for language in library.site.languages}
    partial = target.with_name(f"{target.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    for path, content in build_index(documents).items():
        file = partial / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    partial.mkdir(parents=True, exist_ok=True)
    partial.rename(target)
