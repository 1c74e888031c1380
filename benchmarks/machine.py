"""What a run was made on, without names: processor, cores, memory, kernel, file system, load."""

from __future__ import annotations

import hashlib
import os
import platform
import re
import tempfile
import time
from pathlib import Path
from typing import Any

_SHARED_MEMORY = Path("/dev/shm")  # noqa: S108  # a folder in memory; the temporary folder in it has a name of its own
_YARDSTICK = 4096


def machine_facts(work: Path) -> dict[str, Any]:
    """Facts for the report; `work` is the folder whose file system counts."""
    pages, size = os.sysconf("SC_PHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
    return {
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)),
        "memory_gb": round(pages * size / 2**30),
        "kernel": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "file_system": file_system(work),
    }


def make_work_folder() -> Path:
    """A temporary folder, in memory where the system has such a place: a disk would be measured along."""
    return Path(tempfile.mkdtemp(prefix="incidents-bench-", dir=_SHARED_MEMORY if _SHARED_MEMORY.is_dir() else None))


def file_system(folder: Path) -> str:
    """Type of the file system that holds a folder, as `tmpfs`."""
    found, depth = "unknown", -1
    resolved = folder.resolve()
    for line in Path("/proc/mounts").read_text(encoding="utf-8").splitlines():
        _, place, kind, *_ = line.split()
        path = Path(place)
        if resolved.is_relative_to(path) and len(path.parts) >= depth:
            found, depth = kind, len(path.parts)
    return found


def yardstick() -> float:
    """Seconds of a fixed piece of work: how it varies within a run tells how steady the machine was."""
    block, start = bytes(_YARDSTICK * 256), time.perf_counter()
    for _ in range(64):
        hashlib.blake2b(block).digest()
    return time.perf_counter() - start


def _processor() -> str:
    try:
        found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        found = None
    return found[1] if found else platform.machine()
