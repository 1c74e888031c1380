"""Runs commands and measures them: wall and processor time, and the memory of the whole process tree."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

_SAMPLE_SECONDS = 0.05
_PROC = Path("/proc")
_INDEXERS = ("pagefind", "pagefind_extended")
"""Names of processes that are not the generator's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """What a command, or several one after another, took."""

    wall: float
    """Seconds from start to end."""
    user: float
    """Processor seconds in programs, waited-for children included."""
    system: float
    """Processor seconds in the kernel, likewise."""
    status: int
    """0 if every command ended well."""
    peak_mb: float | None = None
    """Highest sum over all processes of the tree, in MiB by proportional set size; None where it was not sampled."""
    own_peak_mb: float | None = None
    """The same without the search indexer's processes."""

    @property
    def cpu(self) -> float:
        """Processor seconds in all."""
        return self.user + self.system

    def __add__(self, other: Measurement) -> Measurement:
        return Measurement(
            wall=self.wall + other.wall,
            user=self.user + other.user,
            system=self.system + other.system,
            status=self.status or other.status,
            peak_mb=_higher(self.peak_mb, other.peak_mb),
            own_peak_mb=_higher(self.own_peak_mb, other.own_peak_mb),
        )


def _higher(first: float | None, second: float | None) -> float | None:
    return max((value for value in (first, second) if value is not None), default=None)


def run_commands(
    commands: Iterable[Sequence[str]],
    *,
    folder: Path,
    log: Path,
    memory: bool = False,
) -> Measurement:
    """Runs commands one after another in a folder; what they say goes to `log`. Stops at the first that fails.

    With `memory` the tree is sampled twenty times a second, which slows it a little: times are then not for comparing.
    """
    total = Measurement(wall=0, user=0, system=0, status=0)
    for command in commands:
        if total.status == 0:
            total += run_command(command, folder=folder, log=log, memory=memory)
    return total


def run_command(
    command: Sequence[str],
    *,
    folder: Path,
    log: Path,
    memory: bool = False,
) -> Measurement:
    """Runs one command; see `run_commands`."""
    with log.open("ab") as stream:
        start = time.perf_counter()
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=subprocess.STDOUT,
        )
        peak = own_peak = 0.0
        waited, status, usage = os.wait4(process.pid, os.WNOHANG if memory else 0)
        while waited == 0:
            total, own = tree_memory(process.pid)
            peak, own_peak = max(peak, total), max(own_peak, own)
            time.sleep(_SAMPLE_SECONDS)
            waited, status, usage = os.wait4(process.pid, os.WNOHANG)
        wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    return Measurement(
        wall=wall,
        user=usage.ru_utime,
        system=usage.ru_stime,
        status=process.returncode,
        peak_mb=peak or None,
        own_peak_mb=own_peak or None,
    )


def tree_memory(process: int) -> tuple[float, float]:
    """Memory of a process and all below it, in MiB: with and without the search indexer's processes."""
    sizes = [(size_of(member), name_of(member)) for member in _tree(process)]
    return sum(size for size, _ in sizes), sum(size for size, name in sizes if name not in _INDEXERS)


def _tree(process: int) -> list[int]:
    found, waiting = [], [process]
    while waiting:
        member = waiting.pop()
        found.append(member)
        try:
            for children in (_PROC / str(member) / "task").glob("*/children"):
                waiting += map(int, children.read_text().split())
        except OSError:  # it has ended meanwhile
            continue
    return found


def size_of(process: int) -> float:
    """Proportional set size of a process in MiB; shared pages count for each sharer by its part. 0 if it has ended."""
    try:
        found = re.search(r"^Pss:\s+(\d+)", (_PROC / str(process) / "smaps_rollup").read_text(), re.MULTILINE)
    except OSError:
        return 0.0
    return int(found[1]) / 1024 if found else 0.0


def name_of(process: int) -> str:
    """Name of a process's program, at most 15 characters; empty if it has ended."""
    try:
        return (_PROC / str(process) / "comm").read_text().strip()
    except OSError:
        return ""


def _environment() -> dict[str, str]:
    """That of whoever measures, but with compiled modules kept, as an installed command has them."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
