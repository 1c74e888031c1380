"""Measures the preview: from saving a file to the page that shows it.

    .venv/bin/python benchmarks/serve.py [--hugo-server] [--sizes 1000] [--edits 5]

One language's file of one incident is saved; the page is asked for over HTTP every ten milliseconds until it has the
edit. For ours, it is then watched when the search index follows.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from statistics import median

from corpus import Incident, edited_paragraph, make_corpus, with_text_edit
from hugo import Hugo
from lexicon import LANGUAGES
from machine import machine_facts, make_work_folder, yardstick
from ours import OursWithSearch
from peer import Peer
from report import write_report
from results import Results, now

_PAUSE = 3.0
"""Seconds between two edits, so that the one before has come to rest."""
_STEP = 0.01
_READY, _SHOWN, _INDEXED = 600.0, 30.0, 120.0
"""Seconds after which waiting ends."""
_INDEX = "pagefind/ko/pagefind-entry.json"


class OursPreview(OursWithSearch):
    """Under the name by which the report knows it."""

    name = "ours"


class Preview:
    """A preview server that runs."""

    def __init__(self, peer: Peer, process: subprocess.Popen[bytes], port: int) -> None:
        self.peer, self.process, self.port = peer, process, port

    def get(self, address: str) -> bytes:
        """A file of the site; empty if there is none or no server yet."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", f"/{address}")
            response = connection.getresponse()
            content = response.read()
        except (OSError, HTTPException):
            return b""
        finally:
            connection.close()
        return content if response.status == 200 else b""

    def wait(self, seconds: float, condition: Callable[[], bool]) -> float | None:
        """The time at which a condition came true; None if it did not within so many seconds, or the server ended."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end and self.process.poll() is None:
            if condition():
                return time.perf_counter()
            time.sleep(_STEP)
        return None


@contextmanager
def running(peer: Peer) -> Iterator[Preview]:
    """Starts the preview server of a site and ends it afterwards."""
    port = _free_port()
    with peer.folder.with_suffix(".log").open("wb") as log:
        process = subprocess.Popen(
            peer.server(port),
            cwd=peer.folder,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            yield Preview(peer, process, port)
        finally:
            _end(process)


def measure(peer: Peer, incidents: list[Incident], edits: int) -> dict[str, object]:
    """Figures of one preview server over one site."""
    peer.set_up(incidents)
    incident, language = incidents[len(incidents) // 2], LANGUAGES[0]
    address, start = peer.address(incident, language), time.perf_counter()
    with running(peer) as preview:
        ready = preview.wait(_READY, lambda: incident.id.encode() in preview.get(address))
        if ready is None:
            print((peer.folder.with_suffix(".log")).read_text(errors="replace")[-600:])
        pages: list[float] = []
        indexes: list[float] = []
        for number in range(edits if ready is not None else 0):
            time.sleep(_PAUSE)
            _edit(preview, incident, f"ZQX{number}SHOWN", pages, indexes)
    shown = {"shown": len(pages), "edits": edits, "each": pages}
    return shown | {
        "ready": None if ready is None else ready - start,
        "seconds": median(pages) if pages else None,
        "slowest": max(pages, default=None),
        "index_seconds": median(indexes) if indexes else None,
    }


def _edit(preview: Preview, incident: Incident, mark: str, pages: list[float], indexes: list[float]) -> None:
    """One edit; adds the seconds until the page, and then the index, had it."""
    peer, wanted = preview.peer, edited_paragraph(mark).encode()
    address, index = peer.address(incident, LANGUAGES[0]), preview.get(_INDEX)
    path, text = next(peer.files(with_text_edit(incident, mark)))
    start = time.perf_counter()
    peer.write(path, text)
    shown = preview.wait(_SHOWN, lambda: wanted in preview.get(address))
    if shown is None:
        return
    pages.append(shown - start)
    followed = preview.wait(_INDEXED, lambda: preview.get(_INDEX) not in (b"", index)) if index else None
    if followed is not None:
        indexes.append(followed - start)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=lambda text: [int(part) for part in text.split(",")], default=[1000])
    parser.add_argument("--edits", type=int, default=5)
    parser.add_argument("--hugo-server", action="store_true", help="measure `hugo server` too")
    parser.add_argument("--work", type=Path, help="folder for the sites  [one in memory]")
    parser.add_argument("--quick", action="store_true", help="a trial; stores nothing")
    arguments = parser.parse_args()
    work = arguments.work.resolve() if arguments.work else make_work_folder()
    work.mkdir(parents=True, exist_ok=True)
    results = Results(kind="preview", machine=machine_facts(work), load=[os.getloadavg()[0]])
    try:
        for size in arguments.sizes:
            corpus = make_corpus(size)
            for kind in (OursPreview, Hugo) if arguments.hugo_server else (OursPreview,):
                peer = kind(work / str(size) / kind.name)
                results.versions[peer.name] = peer.version()
                results.yardstick.append(yardstick())
                figures = measure(peer, corpus, arguments.edits)
                results.runs.append({"peer": peer.name, "size": size, **figures})
                print(f"{size:6} {peer.name:8} {figures}", flush=True)
                shutil.rmtree(peer.folder)
    finally:
        if not arguments.work:
            shutil.rmtree(work, ignore_errors=True)
    results.load.append(os.getloadavg()[0])
    results.finished = now("%Y-%m-%dT%H:%M:%SZ")
    if not arguments.quick:
        print(f"figures: {results.save().name}")
        write_report()


if __name__ == "__main__":
    main()
