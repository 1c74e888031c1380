"""Records that stay packed until somebody reads them.

Most builds read few incidents whole. So an incident comes out of the cache as its brief, and the rest is unpacked when
one of its other fields is asked for. Where that rest turns out to be damaged, it is parsed anew from its files.
"""

from __future__ import annotations

import builtins
import io
import pickle
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache
from importlib import import_module
from operator import attrgetter
from typing import Any, Protocol, cast

from generator.content.decoder import Place
from generator.model.brief import Brief
from generator.model.incident import Incident, Section

DAMAGE = (
    pickle.UnpicklingError,
    EOFError,
    AttributeError,
    ImportError,
    IndexError,
    KeyError,
    TypeError,
    ValueError,
    MemoryError,
)
"""What unpacking damaged bytes can raise."""

Marks = Mapping[tuple[str | int, ...], Place]
"""Places of values in the original."""

_ALLOWED_MODULES = ("generator.model.", "generator.content.incidents", "generator.content.stored", "generator.problems")
_ALLOWED_BUILTINS = frozenset(("frozenset", "set", "dict", "list", "tuple"))
_FIELDS = tuple(field.name for field in fields(Incident))
_BRIEF = (*("id", "number", "original", "status", "digest", "aliases", "organizations", "severity", "related"),)
"""Fields of an incident that its brief holds under the same name."""
_REST = tuple(field for field in _FIELDS if field not in _BRIEF)


class _Unpickler(pickle.Unpickler):
    """Makes nothing but records of this package."""

    def find_class(self, module: str, name: str) -> Any:
        return _allowed(module, name)


@lru_cache(maxsize=256)
def _allowed(module: str, name: str) -> Any:
    """What a name in the cache stands for; UnpicklingError where it is no record of this package."""
    if module == "builtins" and name in _ALLOWED_BUILTINS:
        return getattr(builtins, name)
    if module.startswith(_ALLOWED_MODULES) and name.isidentifier():  # a dot would lead into what a module imports
        found = getattr(import_module(module), name)
        if found is restore or (_is_record(found) and found.__module__ == module):
            return found
    raise pickle.UnpicklingError(f"{module}.{name} does not belong in the cache")


def _is_record(kind: Any) -> bool:
    return isinstance(kind, type) and (is_dataclass(kind) or issubclass(kind, tuple | StoredSections))


class _Pickler(pickle.Pickler):
    """Writes a record as its type and its values, which is read three times as fast as the state of a dataclass."""

    def reducer_override(self, obj: Any) -> Any:
        kind: Any = type(obj)
        values = _values(kind)
        return NotImplemented if values is None else (restore, (kind, *values(obj)))


@cache
def _values(kind: Hashable) -> Callable[[Any], tuple[Any, ...]] | None:
    """What reads the values of a record in the order of its fields; None for any other type."""
    if not is_dataclass(kind):
        return None
    names = [field.name for field in fields(kind)]
    read = attrgetter(*names)
    return read if len(names) > 1 else lambda record: (read(record),)


@cache
def _setters(kind: Hashable) -> tuple[Callable[[Any, Any], None], ...]:
    """What sets each field of a frozen record with slots."""
    return tuple(getattr(kind, field.name).__set__ for field in fields(cast("Any", kind)))


def restore(kind: Any, *values: Any) -> Any:
    """A record of this type with these values, in the order of its fields."""
    record = object.__new__(kind)
    for setter, value in zip(_setters(kind), values, strict=True):
        setter(record, value)
    return record


def pack(value: Any) -> bytes:
    """A record as bytes."""
    packed = io.BytesIO()
    _Pickler(packed, protocol=pickle.HIGHEST_PROTOCOL).dump(value)
    return packed.getvalue()


def unpack(packed: bytes) -> Any:
    """The record that these bytes hold; UnpicklingError for anything that is not of this package."""
    return _Unpickler(io.BytesIO(packed)).load()


class Packed(Protocol):
    """An incident and the places of its values, packed, wherever the bytes are."""

    def read(self) -> bytes | None:
        """The bytes; None where they are damaged."""


def pack_incident(incident: Incident, marks: Marks) -> bytes:
    """An incident and the places of its values, each to be unpacked by itself."""
    return pack((pack(incident), pack(dict(marks))))


class StoredSections(Mapping[str, Section]):
    """The sections of a text."""

    __slots__ = ("_packed", "_sections")

    def __init__(self, packed: bytes) -> None:
        self._packed = packed
        self._sections: dict[str, Section] | None = None

    def __reduce__(self) -> tuple[type[StoredSections], tuple[bytes]]:
        return StoredSections, (self._packed,)

    def _open(self) -> dict[str, Section]:
        if self._sections is None:
            self._sections = unpack(self._packed)
        return self._sections

    def __getitem__(self, identifier: str) -> Section:
        return self._open()[identifier]

    def get(self, identifier: str, default: Any = None) -> Any:
        """The section, else the default; quicker than what a mapping inherits."""
        return self._open().get(identifier, default)

    def __iter__(self) -> Iterator[str]:
        return iter(self._open())

    def __len__(self) -> int:
        return len(self._open())


class Desk:
    """The incidents that are open at once: each new one beyond the limit closes the one that was opened first."""

    def __init__(self, limit: int = 1024) -> None:
        self._limit = limit
        self._open: deque[StoredIncident] = deque()

    def take(self, incident: StoredIncident) -> None:
        """An incident has been opened."""
        self._open.append(incident)
        if len(self._open) > self._limit:
            self._open.popleft().close()


class Store:
    """One packed incident, and how it is parsed anew where the bytes are damaged."""

    __slots__ = ("_anew", "_packed", "desk")

    def __init__(self, packed: Packed, anew: Callable[[], tuple[Incident | None, Marks]], desk: Desk) -> None:
        self._packed, self._anew, self.desk = packed, anew, desk

    def incident(self) -> Incident:
        """The whole incident."""
        found = self._open(0)
        if not isinstance(found, Incident):
            raise pickle.UnpicklingError("the cache holds another record")
        return found

    def marks(self) -> Marks:
        """The places of its values."""
        return dict(self._open(1))

    def changed(self, change: Callable[[Incident], Incident]) -> Store:
        """The same incident, changed when it is unpacked."""
        return ChangedStore(self, change)

    def _open(self, part: int) -> Any:
        data = self._packed.read()
        if data is not None:
            try:
                return unpack(unpack(data)[part])
            except DAMAGE:
                pass
        return self._anew()[part]


class ChangedStore(Store):
    """A store whose incident is changed when it is unpacked."""

    __slots__ = ("_change",)

    def __init__(self, store: Store, change: Callable[[Incident], Incident]) -> None:
        super().__init__(store._packed, store._anew, store.desk)
        self._change = change

    def incident(self) -> Incident:
        """The whole incident, changed."""
        return self._change(super().incident())


class StoredMarks(Mapping[tuple[str | int, ...], Place]):
    """The places of the values of a stored incident."""

    __slots__ = ("_marks", "_store")

    def __init__(self, store: Store) -> None:
        self._store = store
        self._marks: Marks | None = None

    def _open(self) -> Marks:
        if self._marks is None:
            self._marks = self._store.marks()
        return self._marks

    def __getitem__(self, where: tuple[str | int, ...]) -> Place:
        return self._open()[where]

    def __iter__(self) -> Iterator[tuple[str | int, ...]]:
        return iter(self._open())

    def __len__(self) -> int:
        return len(self._open())


class StoredIncident(Incident):
    """An incident whose brief is at hand."""

    __slots__ = ("_brief", "_store")

    _brief: Brief
    _store: Store

    @classmethod
    def of(cls, brief: Brief, store: Store) -> StoredIncident:
        """The incident of this brief; the rest stays in the store until it is asked for."""
        incident = object.__new__(cls)
        for name in _BRIEF:
            object.__setattr__(incident, name, getattr(brief, name))
        object.__setattr__(incident, "_brief", brief)
        object.__setattr__(incident, "_store", store)
        return incident

    def changed(self, brief: Brief, change: Callable[[Incident], Incident]) -> StoredIncident:
        """The incident with another brief, which is changed accordingly when it is unpacked."""
        return StoredIncident.of(brief, self._store.changed(change))

    @property
    def brief(self) -> Brief:
        """What others need to know of it, made once."""
        try:
            return self._brief
        except AttributeError:
            object.__setattr__(self, "_brief", super().brief)
        return self._brief

    def __getattr__(self, name: str) -> Any:
        """A field that is asked for the first time: with it come all the others."""
        if name not in _FIELDS or not self._holds("_store"):
            raise AttributeError(name)
        whole = self._store.incident()
        for field in _REST:
            object.__setattr__(self, field, getattr(whole, field))
        self._store.desk.take(self)
        return getattr(whole, name)

    def close(self) -> None:
        """Forgets everything beside the brief, until it is asked for again."""
        for field in _REST:
            if self._holds(field):
                object.__delattr__(self, field)

    def _holds(self, slot: str) -> bool:
        try:
            object.__getattribute__(self, slot)
        except AttributeError:
            return False
        return True
