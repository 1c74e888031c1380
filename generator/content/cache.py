"""Parsed incidents kept between builds.

An entry is good as long as the files of its folder are the same by name, size, time and inode. Entries stand in shards,
so that one edit writes one small file. What cannot be read, was cut short or was made by other code is parsed anew: a
damaged cache makes a build slower, never wrong. Only records of this package can come out of it.
"""

from __future__ import annotations

import hashlib
import io
import pickle
import time
import zlib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from generator.model.incident import Section

Signature = tuple[tuple[str, int, int, int], ...]
"""Name, size in bytes, time in nanoseconds and inode of each file of a folder."""

_SHARD = 128
"""Incidents in one file of the cache."""
_RACY = 2_000_000_000
"""Nanoseconds within which a file may change again without another time: such an entry is not trusted."""
_ALLOWED_MODULES = ("generator.model.", "generator.content.incidents", "generator.content.cache", "generator.problems")
_ALLOWED_BUILTINS = frozenset(("frozenset", "set", "dict", "list", "tuple"))
_DAMAGE = (
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


class StoredSections(Mapping[str, Section]):
    """Sections that stay packed until somebody reads them."""

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

    def __iter__(self) -> Iterator[str]:
        return iter(self._open())

    def __len__(self) -> int:
        return len(self._open())


class _Unpickler(pickle.Unpickler):
    """Makes nothing but records of this package."""

    def find_class(self, module: str, name: str) -> Any:
        if module.startswith(_ALLOWED_MODULES) or (module == "builtins" and name in _ALLOWED_BUILTINS):
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name} does not belong in the cache")


def pack(value: Any) -> bytes:
    """A record as bytes."""
    return pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)


def unpack(packed: bytes) -> Any:
    """The record that these bytes hold; UnpicklingError for anything that is not of this package."""
    return _Unpickler(io.BytesIO(packed)).load()


@cache
def code_version() -> str:
    """A digest of the code that parses and renders, and of the libraries that it uses."""
    package = Path(__file__).resolve().parent.parent
    hashed = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        hashed.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    for library in ("markdown-it-py", "mdit-py-plugins", "jinja2", "markupsafe", "babel", "pyyaml"):
        try:
            hashed.update(f"{library} {version(library)}".encode())
        except PackageNotFoundError:
            continue
    return hashed.hexdigest()


class SourceCache:
    """The entries of one site, by id of the incident."""

    def __init__(self, folder: Path | None, key: str) -> None:
        """`key` names everything beside the files that an entry depends on; without a folder nothing is kept."""
        self._folder = folder
        self._head = hashlib.sha256(f"{code_version()}\0{key}".encode()).digest()
        self._entries: dict[str, tuple[Signature, bytes]] = {}
        self._kept: dict[int, frozenset[str]] = {}
        self._changed: set[int] = set()
        self._opened = time.time_ns()
        if folder is not None:
            for path in sorted(folder.glob("*.sources")):
                self._load(path)

    def get(self, identifier: str, signature: Signature) -> bytes | None:
        """The packed entry, if its files are the same."""
        entry = self._entries.get(identifier)
        return entry[1] if entry is not None and entry[0] == signature else None

    def put(self, identifier: str, signature: Signature, packed: bytes) -> None:
        """Keeps an entry, unless its files are so new that they may change without another time."""
        self._changed.add(_shard(identifier))
        if max((modified for _, _, modified, _ in signature), default=0) < self._opened - _RACY:
            self._entries[identifier] = (signature, packed)
        else:
            self._entries.pop(identifier, None)

    def save(self, identifiers: set[str]) -> None:
        """Writes the shards that changed, with the entries of these incidents alone."""
        if self._folder is None:
            return
        shards: dict[int, dict[str, tuple[Signature, bytes]]] = {shard: {} for shard in self._kept}
        for identifier, entry in self._entries.items():
            if identifier in identifiers:
                shards.setdefault(_shard(identifier), {})[identifier] = entry
        for shard, entries in shards.items():
            if shard in self._changed or self._kept.get(shard) != frozenset(entries):
                self._save(shard, entries)

    def _save(self, shard: int, entries: dict[str, tuple[Signature, bytes]]) -> None:
        if self._folder is None:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"{shard}.sources"
        payload = pack(entries)
        partial = path.with_suffix(".partial")
        partial.write_bytes(self._head + zlib.crc32(payload).to_bytes(4, "big") + payload)
        partial.replace(path)

    def _load(self, path: Path) -> None:
        try:
            data = path.read_bytes()
            head, check, payload = data[:32], data[32:36], data[36:]
            if head != self._head or zlib.crc32(payload).to_bytes(4, "big") != check:
                return
            entries = unpack(payload)
            self._kept[int(path.stem)] = frozenset(entries)
        except (OSError, *_DAMAGE):
            return
        self._entries.update(entries)


def _shard(identifier: str) -> int:
    return int(identifier.rsplit("-", 1)[1]) // _SHARD
