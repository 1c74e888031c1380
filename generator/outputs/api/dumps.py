"""The whole library in one file: NDJSON, and SQLite with a full-text index; both compressed."""

from __future__ import annotations

import gzip
import hashlib
import io
from collections.abc import Iterable
from dataclasses import dataclass

from generator.model.library import Library
from generator.outputs.api.store import Records
from generator.relations.membership import Relations

_LEVEL = 6
"""Of gzip: higher ones take twice as long for two hundredths less."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dump:
    """A compressed file."""

    content: bytes
    unpacked: int
    """Bytes before compression."""

    @property
    def sha256(self) -> str:
        """Of the file as it is downloaded."""
        return hashlib.sha256(self.content).hexdigest()


def compress(parts: Iterable[bytes]) -> Dump:
    """These bytes in the gzip format, without a name or a time: the same bytes give the same file."""
    stream = io.BytesIO()
    unpacked = 0
    with gzip.GzipFile(filename="", mode="wb", fileobj=stream, compresslevel=_LEVEL, mtime=0) as packed:
        for part in parts:
            packed.write(part)
            unpacked += len(part)
    return Dump(content=stream.getvalue(), unpacked=unpacked)


class Dumps:
    """Both dumps of one build, each made once in a process."""

    def __init__(self, library: Library, relations: Relations, records: Records) -> None:
        self._library, self._relations, self._records = library, relations, records
        self._ndjson: Dump | None = None
        self._sqlite: Dump | None = None

    def ndjson(self) -> Dump:
        """One record a line, ascending by number; withdrawn ones are among them."""
        if self._ndjson is None:
            self._ndjson = compress(self._records[identifier] + b"\n" for identifier in self._records)
        return self._ndjson

    def sqlite(self) -> Dump:
        """The database that the MCP server reads."""
        if self._sqlite is None:
            from generator.relations.query.database import database_bytes

            self._sqlite = compress([database_bytes(self._library, self._relations, self._records)])
        return self._sqlite
