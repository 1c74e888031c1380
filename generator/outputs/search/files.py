"""All files of the search but the index itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from generator.content.workers import portions
from generator.model.incident import Incident
from generator.model.library import Library
from generator.outputs.search.facets import BLOCK, facets, rows
from generator.outputs.search.interface import interface
from generator.outputs.search.messages import Gettext
from generator.outputs.search.words import WRITINGS, words


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchFile:
    """One file of a language."""

    path: str
    """From the site's root."""
    shows: Sequence[Incident]
    """The incidents of which it says something."""
    make: Callable[[], bytes]


def search_files(library: Library, language: str, gettext: Gettext) -> Iterator[SearchFile]:
    """Facets, rows, words and interface of a language."""
    folder, listed = f"search/{language}", list(library.listed())
    yield SearchFile(path=f"{folder}/facets.json", shows=listed, make=partial(facets, library, language))
    for number, block in enumerate(portions(listed, BLOCK)):
        yield SearchFile(path=f"{folder}/rows/{number}.json", shows=block, make=partial(rows, block, language))
    for writing in WRITINGS:
        make = partial(words, library, language, writing)
        yield SearchFile(path=f"{folder}/words/{writing}.json", shows=listed, make=make)
    make = partial(interface, library, language, gettext)
    yield SearchFile(path=f"{folder}/interface.json", shows=listed, make=make)
