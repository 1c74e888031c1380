"""Notes that one build leaves for the next: plain values and records of this package in a file of the cache.

A note is read only by the code that wrote it and under the circumstances that its writer named. What is damaged or
foreign counts as absent.
"""

from __future__ import annotations

import hashlib
import zlib
from pathlib import Path
from typing import Any

from generator.content.cache import code_version
from generator.content.files import replace_file
from generator.content.stored import DAMAGE, pack, unpack

SUFFIX = ".kept"
"""How the names of notes end."""


def read_note(cache: Path, name: str, circumstances: str = "") -> Any:
    """What was noted under this name and these circumstances, or None."""
    try:
        data = (cache / f"{name}{SUFFIX}").read_bytes()
        if data[:32] != _head(circumstances) or zlib.crc32(data[36:]).to_bytes(4, "big") != data[32:36]:
            return None
        return unpack(data[36:])
    except (OSError, *DAMAGE):
        return None


def write_note(cache: Path, name: str, value: Any, circumstances: str = "") -> None:
    """Takes the place of what was noted under this name, in one step."""
    payload = pack(value)
    check = zlib.crc32(payload).to_bytes(4, "big")
    replace_file(cache / f"{name}{SUFFIX}", _head(circumstances), check, payload)


def _head(circumstances: str) -> bytes:
    return hashlib.sha256(f"{code_version()} {circumstances}".encode()).digest()
