"""Measures how the MCP server starts: from its command to the answer of the first request.

    .venv/bin/python benchmarks/mcp_start.py [--size 2000] [--repetitions 7] [--site FOLDER]

Beside it, in turn, runs `python -c 'import mcp.server'`: what the protocol's library alone takes. The ratio of the two
carries to other machines; the seconds do not. Nothing is stored.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from corpus import make_corpus
from machine import make_work_folder
from ours import Ours

from generator.model.site import OUTPUTS

_INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}},
}
_FLOOR = [sys.executable, "-c", "import mcp.server"]


class WithApi(Ours):
    """A site with the API alone, which holds the database."""

    outputs = tuple(kind for kind in OUTPUTS if kind == "api")


def build(size: int, folder: Path) -> Path:
    """The site of an invented library."""
    site = WithApi(folder)
    site.set_up(make_corpus(size))
    subprocess.run(site.build_command(), check=True, stdout=subprocess.DEVNULL)
    return site.out


def start(command: Sequence[str], request: bytes) -> tuple[float, float]:
    """Seconds until the answer to a request, or until the end without one; and processor seconds in all."""
    began = time.perf_counter()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(request)
        process.stdin.flush()
        answer = process.stdout.readline()
        seconds = time.perf_counter() - began
        process.stdin.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    assert bool(answer) == bool(request)
    return seconds, usage.ru_utime + usage.ru_stime


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=2000, help="incidents of an invented library")
    parser.add_argument("--repetitions", type=int, default=7)
    parser.add_argument("--site", type=Path, help="a built site, in place of an invented library")
    arguments = parser.parse_args()
    work = make_work_folder()
    try:
        site = arguments.site or build(arguments.size, work / "ours")
        server = [sys.executable, "-m", "generator", "mcp", "--library", str(site)]
        request = json.dumps(_INITIALIZE).encode() + b"\n"
        runs = [(start(server, request), start(_FLOOR, b"")) for _ in range(arguments.repetitions)]
    finally:
        shutil.rmtree(work, ignore_errors=True)
    for place, what in enumerate(("server: seconds to the first answer, CPU", "library: seconds, CPU")):
        print(f"{what:42} {median(run[place][0] for run in runs):6.2f} {median(run[place][1] for run in runs):6.2f}")
    ratios = [median(server[kind] / floor[kind] for server, floor in runs) for kind in (0, 1)]
    print(f"{'ratio':42} {ratios[0]:6.2f} {ratios[1]:6.2f}")


if __name__ == "__main__":
    main()
