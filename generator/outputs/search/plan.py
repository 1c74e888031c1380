"""Plans the files of the search: facets, rows, words, interface texts, and the index."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from generator.model.library import Library
from generator.outputs.fingerprints import Fingerprints
from generator.outputs.output import Output
from generator.outputs.search.files import search_files, search_paths
from generator.render.compose.edition import Edition
from generator.text.digest import digest


def plan_search(editions: Mapping[str, Edition], prints: Fingerprints) -> Iterator[Output]:
    """The files of every language beside the index, made whole when one of them is asked for."""
    for language, edition in editions.items():
        inputs = digest(prints.base, [incident.brief.row for incident in edition.library.listed()])
        made: dict[str, bytes] = {}
        for path in search_paths(edition.library, language):
            yield Output(path, inputs, partial(_take, made, edition, language, path), f"search {language}")


def _take(made: dict[str, bytes], edition: Edition, language: str, path: str) -> bytes:
    if not made:
        made.update(search_files(edition.library, language, edition.catalogue.gettext))
    return made[path]


def index_inputs(library: Library, version: str) -> str:
    """A digest of all that the index holds; `version` names the indexer."""
    return digest(
        version,
        library.vocabulary,
        library.organizations,
        [incident.brief.indexed for incident in library.listed()],
    )


def plan_index(folder: Path, inputs: str) -> Iterator[Output]:
    """The files of an index that was made before and stands in a folder."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield Output(path.relative_to(folder).as_posix(), inputs, path.read_bytes)
