"""Parsed incidents kept between builds.

An entry is good as long as the files of its folder are the same by name, size, time and inode. Entries stand in shards,
so that one edit writes one small file: first the briefs of all its incidents, then the incidents themselves, which are
read one at a time. What cannot be read, was cut short or was made by other code is parsed anew: a damaged cache makes a
build slower, never wrong. Only records of this package can come out of it.
"""

from __future__ import annotations

import hashlib
import io
import os
import sys
import time
import zlib
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from generator.content.files import replace_file
from generator.content.stored import DAMAGE, Packed, pack, unpack
from generator.model.brief import Brief
from generator.problems import Problem

Signature = tuple[tuple[str, int, int, int], ...]
"""Name, size in bytes, time in nanoseconds and inode of each file of a folder."""

_SHARD = 64
"""Incidents that stand side by side in one file of the cache."""
_SHARDS = 128
"""Files of the cache at most: each is open while a build runs, however sparse the numbers are."""
_MOST_WAITING = 48 * 1024 * 1024
"""Bytes of packed incidents that wait in memory to be written."""
_RACY = 2_000_000_000
"""Nanoseconds within which a file may change again without another time: such an entry is not trusted."""
_LIBRARIES = ("markdown_it_py-", "mdit_py_plugins-", "jinja2-", "markupsafe-", "babel-", "pyyaml-")
"""Libraries whose version changes what is parsed or rendered."""
_HEAD = 32 + 4 + 8
"""Bytes before the briefs: a digest of code and key, their check sum and their length."""


@cache
def code_version() -> str:
    """A digest of the code that parses and renders, and of the libraries that it uses."""
    package = Path(__file__).resolve().parent.parent
    hashed = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        hashed.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    hashed.update(" ".join(sorted(_installed())).encode())
    return hashed.hexdigest()


def _installed() -> Iterator[str]:
    """Names with versions of the libraries, as their installer wrote them beside them.

    `importlib.metadata` says the same, but to import it takes as long as to read the cache of a thousand incidents.
    """
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")  # noqa: PTH208  # names are all that is wanted
        except OSError:
            continue
        yield from (name for name in names if name.endswith(".dist-info") and name.lower().startswith(_LIBRARIES))


class Entry(NamedTuple):
    """What the files of one incident gave."""

    path: str
    """Path of the original, or of the folder where there is none."""
    problems: tuple[Problem, ...]
    brief: Brief | None
    """None where a fault leaves no incident."""


class Held(NamedTuple):
    """A packed incident in memory."""

    data: bytes

    def read(self) -> bytes:
        """The bytes."""
        return self.data


class Shard:
    """A file of the cache, open as long as somebody may read from it, whatever takes its name meanwhile."""

    def __init__(self, path: Path) -> None:
        self._stream = io.FileIO(path)
        self.size = os.fstat(self._stream.fileno()).st_size

    def read(self, start: int, length: int) -> bytes:
        """Bytes of the file."""
        return os.pread(self._stream.fileno(), length, start)


class Kept(NamedTuple):
    """A packed incident in a shard."""

    shard: Shard
    start: int
    length: int
    check: int

    def read(self) -> bytes | None:
        """The bytes; None where they are damaged."""
        try:
            data = self.shard.read(self.start, self.length)
        except OSError:
            return None
        return data if zlib.crc32(data) == self.check else None


class SourceCache:
    """The entries of one site, by id of the incident."""

    def __init__(self, folder: Path | None, key: str) -> None:
        """`key` names everything beside the files that an entry depends on; without a folder nothing is kept."""
        self._folder = folder
        self._head = hashlib.sha256(f"{code_version()}\0{key}".encode()).digest()
        self._entries: dict[str, tuple[Signature, Entry, Packed]] = {}
        self._changed: set[int] = set()
        self._waiting = 0
        self._opened = time.time_ns()
        if folder is not None:
            for path in sorted(folder.glob("*.sources")):
                self._load(path)

    def signatures(self) -> dict[str, Signature]:
        """The signature of each entry."""
        return {identifier: signature for identifier, (signature, _, _) in self._entries.items() if signature}

    def retain(self, identifiers: Collection[str]) -> None:
        """Forgets every other incident."""
        gone = [identifier for identifier in self._entries if identifier not in identifiers]
        for identifier in gone:
            del self._entries[identifier]
            self._changed.add(_shard(identifier))

    def holds(self, identifier: str, signature: Signature) -> bool:
        """Whether there is an entry of these very files."""
        found = self._entries.get(identifier)
        return found is not None and bool(signature) and found[0] == signature

    def __getitem__(self, identifier: str) -> tuple[Entry, Packed]:
        """The entry and the packed incident."""
        return self._entries[identifier][1:]

    def put(self, identifier: str, signature: Signature, entry: Entry, packed: bytes) -> None:
        """Keeps an entry; one whose files are so new that they may change without another time, for this build only."""
        settled = max((modified for _, _, modified, _ in signature), default=0) < self._opened - _RACY
        self._entries[identifier] = (signature if settled else (), entry, Held(packed))
        self._changed.add(_shard(identifier))
        self._waiting += len(packed)
        if self._waiting > _MOST_WAITING:
            self.save()

    def save(self) -> None:
        """Writes the shards that changed since; what is written does not stay in memory."""
        if self._folder is not None and self._changed:
            shards: dict[int, list[str]] = {number: [] for number in self._changed}
            for identifier in self._entries:
                if _shard(identifier) in shards:
                    shards[_shard(identifier)].append(identifier)
            for number, held in shards.items():
                self._save(self._folder, number, held)
        self._changed.clear()
        self._waiting = 0

    def _save(self, folder: Path, number: int, identifiers: list[str]) -> None:
        index, payload, start = {}, [], 0
        for identifier in identifiers:
            signature, entry, packed = self._entries[identifier]
            data = packed.read()
            if data is not None:
                index[identifier] = (signature, *entry, start, len(data), zlib.crc32(data))
                payload.append(data)
                start += len(data)
        briefs = pack(index)
        file = folder / f"{number}.sources"
        check, size = zlib.crc32(briefs).to_bytes(4, "big"), len(briefs).to_bytes(8, "big")
        replace_file(file, self._head, check, size, briefs, *payload)
        shard = Shard(file)
        payload_start = _HEAD + len(briefs)
        for identifier, (signature, path, problems, brief, start, length, crc) in index.items():
            kept = Kept(shard, payload_start + start, length, crc)
            self._entries[identifier] = (signature, Entry(path, problems, brief), kept)

    def _load(self, path: Path) -> None:
        try:
            entries = self._read(Shard(path))
        except (OSError, *DAMAGE):
            return
        if not entries and path.stem.isdecimal():
            path.unlink(missing_ok=True)
        self._entries.update(entries)

    def _read(self, shard: Shard) -> dict[str, tuple[Signature, Entry, Packed]]:
        """The entries of a shard; none of one that is damaged or was made by other code."""
        head = shard.read(0, _HEAD)
        length = int.from_bytes(head[36:], "big")
        if head[:32] != self._head or length > shard.size:
            return {}
        briefs = shard.read(_HEAD, length)
        if zlib.crc32(briefs).to_bytes(4, "big") != head[32:36]:
            return {}
        payload = _HEAD + length
        return {
            identifier: (signature, Entry(path, problems, brief), Kept(shard, payload + start, size, check))
            for identifier, (signature, path, problems, brief, start, size, check) in unpack(briefs).items()
        }


def _shard(identifier: str) -> int:
    return int(identifier.rsplit("-", 1)[1]) // _SHARD % _SHARDS
