"""The records of one build: made when asked for, with their digests remembered between builds."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path

import orjson

from generator.content.kept import read_note, write_note
from generator.model.incident import Incident
from generator.outputs.api.records import Editions, record_bytes
from generator.outputs.api.values import envelope
from generator.outputs.fingerprints import Fingerprints
from generator.text.digest import digest

_NOTE = "records"


class Records(Mapping[str, bytes]):
    """The record of each incident as JSON without the envelope, by id, in the order of the library."""

    def __init__(self, editions: Editions, prints: Fingerprints, cache: Path | None) -> None:
        """`cache` is a folder for the digests; without it each is made anew."""
        self._editions, self._prints = editions, prints
        self._cache = cache
        self._incidents = prints.library.incidents
        self._made: dict[str, bytes] = {}
        self._inputs: dict[str, str] = {}

    def __getitem__(self, identifier: str) -> bytes:
        made = self._made.get(identifier)
        if made is None:
            made = self._made[identifier] = record_bytes(self._editions, self._incidents[identifier])
        return made

    def __iter__(self) -> Iterator[str]:
        return iter(self._incidents)

    def __len__(self) -> int:
        return len(self._incidents)

    def file(self, incident: Incident) -> bytes:
        """The record as a file of the API; it is not kept."""
        return envelope(orjson.Fragment(record_bytes(self._editions, incident)))

    def inputs(self, incident: Incident) -> str:
        """A digest of what the record depends on, and the Markdown of every language with it."""
        found = self._inputs.get(incident.id)
        if found is None:
            library = self._prints.library
            translations = [library.translations.get((incident.id, language)) for language in library.site.languages]
            page = self._prints.incident(incident, incident.original)
            found = self._inputs[incident.id] = digest(page, translations)
        return found

    def all_inputs(self) -> str:
        """A digest of what all records depend on."""
        return digest(self._prints.base, [self.inputs(incident) for incident in self._incidents.values()])

    def digests(self) -> dict[str, str]:
        """SHA-256 of each record's file by id: those remembered, and the others made anew and remembered."""
        known = self._remembered()
        found = {}
        for incident in self._incidents.values():
            inputs, digest_ = known.get(incident.id, ("", ""))
            if inputs != self.inputs(incident):
                content = envelope(orjson.Fragment(self[incident.id]))
                digest_ = hashlib.sha256(content).hexdigest()
            found[incident.id] = digest_
        self._remember(found)
        return found

    def _remembered(self) -> dict[str, tuple[str, str]]:
        """Inputs and digests by id."""
        noted = read_note(self._cache, _NOTE) if self._cache is not None else None
        return noted or {}

    def _remember(self, digests: Mapping[str, str]) -> None:
        if self._cache is not None:
            lines = {known: (self.inputs(self._incidents[known]), digest_) for known, digest_ in digests.items()}
            write_note(self._cache, _NOTE, lines)
