"""One library, open for questions: a database file, or one made in memory."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from generator.model.library import Library
from generator.relations.membership import LIST_GROUPS, Relations
from generator.relations.query.database import database_bytes
from generator.relations.query.errors import QueryError, nearest, quoted
from generator.relations.query.schema import APPLICATION_ID, VERSION

_CACHE_KIB = 16_384


class StoreError(Exception):
    """A file that is no library, or one of another version; the text says which."""


class Store:
    """A library in SQLite, read only; may be used from several threads."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._lock = threading.Lock()
        _guard(connection)
        meta: dict[str, Any] = {key: orjson.loads(value) for key, value in self.rows("SELECT key, value FROM meta")}
        self.languages: tuple[str, ...] = tuple(meta["languages"])
        self.prefix: str = meta["id_prefix"]
        self.names: Mapping[str, str] = meta["name"]
        self.base_url: str | None = meta["base_url"]
        self.license: Mapping[str, str | None] | None = meta["license"]
        self.count: int = meta["incidents"]
        """Published incidents."""
        self.digest: str = meta["digest"]
        """SHA-256 over all that the database holds; cursors are bound to it."""

    def rows(self, statement: str, values: Sequence[object] = ()) -> list[Any]:
        """All rows of a statement."""
        with self._lock:
            return self._connection.execute(statement, values).fetchall()

    def close(self) -> None:
        """Closes the database."""
        self._connection.close()

    def language(self, wanted: str | None) -> str:
        """A language of the library: as wanted, else its first; QueryError where it has no such language."""
        if wanted is None:
            return self.languages[0]
        if wanted not in self.languages:
            raise QueryError("unknown-language", value=quoted(wanted), known=", ".join(self.languages))
        return wanted

    def term(self, group: str, identifier: str) -> str:
        """The id of a term that filters take, a retired one followed to its successor; QueryError if there is none."""
        if group not in LIST_GROUPS:
            raise QueryError("unknown-group", value=quoted(group), known=", ".join(LIST_GROUPS))
        found = self.rows("SELECT term, replaced_by FROM term WHERE group_id = ? AND term = ?", (group, identifier))
        if not found:
            known = [
                row[0] for row in self.rows("SELECT term FROM term WHERE group_id = ? ORDER BY position", (group,))
            ]
            raise QueryError("unknown-term", value=quoted(identifier), group=group, known=nearest(identifier, known))
        return str(found[0][1] or found[0][0])

    def labels(self, pairs: Iterable[tuple[str, str]], language: str) -> dict[tuple[str, str], str]:
        """Labels of terms, by group and id, in this language, else in the first that has one, else the id."""
        return {pair: self._label(*pair, language) for pair in dict.fromkeys(pairs)}

    def _label(self, group: str, term: str, language: str) -> str:
        names = dict(
            self.rows("SELECT language, text FROM name WHERE group_id = ? AND term = ? AND position = 0", (group, term))
        )
        nearest_language = next((code for code in (language, *self.languages) if code in names), None)
        return names[nearest_language] if nearest_language else term


def open_store(path: Path) -> Store:
    """Opens a database file read only; raises StoreError when it is not one of ours."""
    try:
        connection = sqlite3.connect(
            f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False
        )
    except sqlite3.Error as error:
        raise StoreError(str(error)) from error
    try:
        return Store(connection)
    except (sqlite3.Error, orjson.JSONDecodeError, KeyError, TypeError, UnicodeDecodeError) as error:
        connection.close()
        raise StoreError(str(error)) from error
    except StoreError:
        connection.close()
        raise


def memory_store(library: Library, relations: Relations, records: Mapping[str, bytes]) -> Store:
    """A library as a database in memory."""
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    connection.deserialize(database_bytes(library, relations, records))
    return Store(connection)


def _guard(connection: sqlite3.Connection) -> None:
    """Refuses what is not a library of this version, and lets nothing in it run or change anything."""
    for pragma in ("query_only = 1", "trusted_schema = 0", "cell_size_check = 1", f"cache_size = -{_CACHE_KIB}"):
        connection.execute(f"PRAGMA {pragma}")
    application, version = (
        connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
    )
    if application != APPLICATION_ID:
        raise StoreError("not a library made by `incidents build`")
    if version != VERSION:
        raise StoreError(f"version {version} of the tables; this program reads version {VERSION}")
    strange = connection.execute("SELECT name FROM sqlite_schema WHERE type IN ('view', 'trigger')").fetchall()
    if strange:
        raise StoreError("it holds views or triggers, which no library has")
