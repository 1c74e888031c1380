"""All files of the search but the index itself."""

from __future__ import annotations

from collections.abc import Iterator

from generator.model.library import Library
from generator.outputs.search.facets import BLOCK, facets, rows
from generator.outputs.search.interface import interface
from generator.outputs.search.messages import Gettext
from generator.outputs.search.words import WRITINGS, words


def search_paths(library: Library, language: str) -> Iterator[str]:
    """The paths of a language's files, in the order in which they are made."""
    folder = f"search/{language}"
    yield f"{folder}/facets.json"
    for number in range(-(-len(list(library.listed())) // BLOCK)):
        yield f"{folder}/rows/{number}.json"
    for writing in WRITINGS:
        yield f"{folder}/words/{writing}.json"
    yield f"{folder}/interface.json"


def search_files(library: Library, language: str, gettext: Gettext) -> Iterator[tuple[str, bytes]]:
    """Path and content of a language's facets, rows, words and interface, from the site's root."""
    folder = f"search/{language}"
    yield f"{folder}/facets.json", facets(library, language)
    for number, block in enumerate(rows(library, language)):
        yield f"{folder}/rows/{number}.json", block
    for writing in WRITINGS:
        yield f"{folder}/words/{writing}.json", words(library, language, writing)
    yield f"{folder}/interface.json", interface(library, language, gettext)
