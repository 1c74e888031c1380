"""What the index holds of each incident, kept from one build to the next in files of many incidents each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from generator.content.kept import SUFFIX, read_note, write_note
from generator.content.stored import pack
from generator.model.incident import Incident
from generator.model.library import Library
from generator.text.digest import digest

_TOGETHER = 64
"""Numbers that share a file."""

_TYPES = (str, int, bytes, bytes)
"""Of the values of a record."""


def listed_in(library: Library, language: str) -> list[Incident]:
    """What the index of a language holds: published incidents with a text in it, ascending by number."""
    return [incident for incident in library.listed() if language in incident.brief.languages]


class Record(NamedTuple):
    """What the index of a language holds of an incident; plain, so that thousands are read in a moment."""

    inputs: str
    """A digest of what it was made from."""
    words: int
    places: bytes
    """Its terms and the places of each, packed: whoever wants the text alone need not unpack them."""
    fragment: bytes
    """Its text, as a file of the site."""


class Shelf(NamedTuple):
    """The incidents of a language that share a file."""

    name: str
    """Of the file."""
    language: str
    incidents: Sequence[Incident]


class Records:
    """The records of a library, in a folder; those of incidents that have not changed since are taken over."""

    def __init__(self, library: Library, folder: Path, version: str) -> None:
        self.library, self.folder = library, folder
        self._base = digest(version, library.vocabulary, library.organizations)
        self._open: tuple[str, Mapping[str, Record]] = ("", {})

    def shelves(self, language: str) -> list[Shelf]:
        """All files of a language, ascending by the numbers of their incidents."""
        groups = groupby(listed_in(self.library, language), key=lambda incident: self.shelf_name(incident, language))
        return [Shelf(name, language, tuple(incidents)) for name, incidents in groups]

    def shelf_name(self, incident: Incident, language: str) -> str:
        """The name of the file that holds an incident."""
        return f"{language}-{incident.brief.number // _TOGETHER}"

    def inputs(self, incident: Incident) -> str:
        """A digest of all that the records of an incident depend on."""
        return self._base + incident.brief.indexed

    def fragment(self, incident: Incident, language: str) -> bytes:
        """The text of an incident as a file of the site; neighbours should be asked for one after another."""
        name = self.shelf_name(incident, language)
        if self._open[0] != name:
            self._open = (name, self._read(name))
        return self._renewed(self._open[1], incident, language).fragment

    def _read(self, name: str) -> Mapping[str, Record]:
        """The records of a file by id, outdated ones too; none of one that is damaged."""
        held = read_note(self.folder, name, self._base)
        if not isinstance(held, dict):
            return {}
        return {identifier: Record(*values) for identifier, values in held.items() if _is_record(values)}

    def renew(self, shelf: Shelf) -> Mapping[str, Record]:
        """The records of a file by id, after what has changed since it was written is made anew."""
        before = self._read(shelf.name)
        after = {incident.id: self._renewed(before, incident, shelf.language) for incident in shelf.incidents}
        if after != before:
            write_note(self.folder, shelf.name, {key: tuple(record) for key, record in after.items()}, self._base)
        return after

    def forget_others(self, shelves: Iterable[Shelf]) -> None:
        """Removes the files of incidents and languages that are no more."""
        kept = {f"{shelf.name}{SUFFIX}" for shelf in shelves}
        for file in self.folder.glob(f"*-*{SUFFIX}"):
            if file.name not in kept:
                file.unlink(missing_ok=True)

    def _renewed(self, held: Mapping[str, Record], incident: Incident, language: str) -> Record:
        found = held.get(incident.id)
        inputs = self.inputs(incident)
        return found if found is not None and found.inputs == inputs else self._make(incident, language, inputs)

    def _make(self, incident: Incident, language: str, inputs: str) -> Record:
        from generator.outputs.search.documents import indexed, regions  # most builds make none
        from generator.outputs.search.fragments import fragment
        from generator.outputs.search.postings import postings

        page = indexed(self.library, incident, language)
        words, terms, places = postings(regions(page))
        return Record(inputs, len(words), pack(("\n".join(terms), places)), fragment(page.address, words))


def _is_record(values: object) -> bool:
    """Whether these are the values of a record: a file of the cache may come from anywhere."""
    return isinstance(values, tuple) and tuple(map(type, values)) == _TYPES
