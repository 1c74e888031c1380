"""Plans the files of the search: facets, rows, words, interface texts, and the index."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from generator.model.library import Library
from generator.outputs.fingerprints import Fingerprints
from generator.outputs.output import Output
from generator.outputs.search.files import search_files
from generator.outputs.search.paths import NAMED, fragment_name, fragment_path, ids_in
from generator.outputs.search.records import Records
from generator.render.compose.edition import Edition
from generator.text.digest import digest


def plan_search(editions: Mapping[str, Edition], prints: Fingerprints) -> Iterator[Output]:
    """The files of every language beside the index."""
    for language, edition in editions.items():
        for file in search_files(edition.library, language, edition.catalogue.gettext):
            shown = " ".join([incident.brief.row for incident in file.shows])
            yield Output(file.path, digest(prints.base, shown), file.make, f"search {language}")


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
    for path in files_of(folder):
        yield Output(path, path if path.endswith(NAMED) else inputs, (folder / path).read_bytes)


def plan_fragments(records: Records, index: Path, published: Path | None = None) -> Iterator[Output]:
    """The texts of the incidents that an index holds.

    Where the index is older than the library (a preview), it names texts that are no more; they are taken from the
    published site.
    """
    incidents = records.library.incidents
    current = {incident.id: fragment_name(incident.id, records.inputs(incident)) for incident in incidents.values()}
    for language in records.library.site.languages:
        for name, identifier in ids_in(index, language).items():
            path = fragment_path(language, name)
            if current.get(identifier) == name:
                incident = incidents[identifier]
                shelf = f"fragments {records.shelf_name(incident, language)}"
                yield Output(path, records.inputs(incident), partial(records.fragment, incident, language), shelf)
            elif published is not None and (published / path).is_file():
                yield Output(path, name, (published / path).read_bytes)


def files_of(folder: Path) -> list[str]:
    """Every file below a folder by its path there, sorted."""
    top = len(f"{folder}/")
    return sorted(f"{place}/{name}"[top:] for place, _, names in os.walk(folder) for name in names)
