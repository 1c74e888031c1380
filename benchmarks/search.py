"""Measures the search index: ours against stock Pagefind over our own pages of incidents.

    .venv/bin/python benchmarks/search.py [--sizes 1000,5000]

Time and memory of both, the size of the files, and a first query: what a browser with an empty cache fetches for it,
with the records of the first five results, and how long it takes; a further query; the bundle and the same from disk.
Queries need Chromium and playwright; without them they are left out.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import time
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from corpus import make_corpus
from firstquery import DISK, OURS, STOCK, Site, first_queries
from machine import machine_facts, make_work_folder, yardstick
from measure import run_command
from ours import Ours, OursWithSearch
from peer import indexer, package_version
from report import write_report
from results import Results, now

SIZES = (1000, 5000)
QUERIES: Mapping[str, Sequence[str]] = {
    "ko": ("체크포인트", "스케줄러 지연", "etcd 장애"),
    "en": ("checkpoint", "scheduler latency", "etcd retry"),
}


def make_our_index(site: Path, target: Path) -> None:
    """Indexes the incidents of a site into a folder and prints the seconds, in a process of its own."""
    from generator.build import Options, load
    from generator.indexing import current_index, open_records
    from generator.outputs.search.plan import plan_fragments, plan_index

    content, problems = load(site, Options(), site / ".cache")
    if content is None:
        sys.exit(str(problems))
    with TemporaryDirectory() as cache:
        start, used = time.perf_counter(), _processor_seconds()
        folder, inputs = current_index(content.library, Path(cache), jobs=os.cpu_count() or 1)
        records = open_records(content.library, Path(cache))
        for output in (*plan_index(folder, inputs), *plan_fragments(records, folder)):
            file = target / output.path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(output.make())
        indexed, used = time.perf_counter(), _processor_seconds() - used
    print(json.dumps({"index": indexed - start, "cpu": used}))


def _processor_seconds() -> float:
    """Processor time of this process and of those that it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def measure(work: Path, size: int) -> list[dict[str, Any]]:
    """Both indexes at one size."""
    site = Ours(work / f"site-{size}")
    site.set_up(make_corpus(size))
    log = site.folder / "build.log"
    if run_command(site.build_command(), folder=site.folder, log=log).status:
        sys.exit(log.read_text(encoding="utf-8"))
    ours, stock = work / f"ours-{size}", work / f"stock-{size}"
    commands = {
        OURS: ([sys.executable, __file__, "--index", str(site.folder), str(ours)], ours),
        STOCK: (_stock_command(site.out, stock / "pagefind"), stock),
    }
    found = [
        {"peer": name, "size": size, **_measure_index(name, command, target, log)}
        for name, (command, target) in commands.items()
    ]
    found[1]["first_query"] = _first_queries(Site(STOCK, stock))
    for folder in (site.folder, ours, stock):
        shutil.rmtree(folder, ignore_errors=True)
    found[0] |= _measure_site(work, size)
    return found


def _stock_command(pages: Path, target: Path) -> list[str]:
    return [
        *(str(indexer()), "--site", str(pages), "--output-path", str(target), "--silent"),
        *("--glob", "*/incidents/*-*/index.html", "--root-selector", "main"),
    ]


def _measure_index(name: str, command: Sequence[str], target: Path, log: Path) -> dict[str, Any]:
    """Time in one run, memory in another."""
    target.mkdir(parents=True, exist_ok=True)
    log.unlink(missing_ok=True)
    timed = run_command(command, folder=target, log=log)
    if timed.status:
        sys.exit(log.read_text(encoding="utf-8"))
    parts = json.loads(log.read_text(encoding="utf-8")) if name == OURS else {}
    peak = run_command(command, folder=target, log=log, memory=True).peak_mb
    sizes = [path.stat().st_size for path in target.rglob("*") if path.is_file()]
    # Ours does not count what a build has done anyway: start, and loading the library.
    seconds = parts["index"] if parts else timed.wall
    figures = {
        "seconds": seconds,
        "cpu": parts.get("cpu", timed.cpu),
        "files": len(sizes),
        "megabytes": sum(sizes) / 1e6,
    }
    return asdict(timed) | figures | {"parts": parts, "peak_mb": peak, "first_query": {}}


def _measure_site(work: Path, size: int) -> dict[str, Any]:
    """First queries over http and from disk, and the size of the bundle."""
    site = OursWithSearch(work / f"search-{size}")
    site.set_up(make_corpus(size))
    _run(site.build_command(), site.folder)
    figures: dict[str, Any] = {"first_query": _first_queries(Site(OURS, site.out))}
    served = _megabytes(path for name in ("pagefind", "search") for path in (site.out / name).rglob("*"))
    out, disk = work / f"bundle-{size}", work / f"disk-{size}"
    made = _run([sys.executable, "-m", "generator", "bundle", "--site", str(site.folder), "--out", str(out)], work)
    shutil.rmtree(site.folder)
    (archive,) = out.glob("*.zip")
    with zipfile.ZipFile(archive) as opened:
        opened.extractall(disk)
    (folder,) = disk.iterdir()
    handed_in = _megabytes(path for name in ("pagefind", "search") for path in (folder / name).rglob("*"))
    figures["bundle"] = {
        "seconds": made,
        "megabytes": archive.stat().st_size / 1e6,
        "unpacked_megabytes": _megabytes(folder.rglob("*")),
        "files": sum(path.is_file() for path in folder.rglob("*")),
        "search_ratio": handed_in / served,
        "first_query": _first_queries(Site(DISK, folder)),
    }
    for place in (out, disk):
        shutil.rmtree(place)
    return figures


def _run(command: Sequence[str], folder: Path) -> float:
    """Seconds of a command that must end well."""
    log = folder / "build.log"
    done = run_command(command, folder=folder, log=log)
    if done.status:
        sys.exit(log.read_text(encoding="utf-8"))
    return done.wall


def _megabytes(paths: Iterable[Path]) -> float:
    return sum(path.stat().st_size for path in paths if path.is_file()) / 1e6


def _first_queries(site: Site) -> dict[str, dict[str, float]]:
    """Figures by language."""
    return {language: asdict(asked) for language, asked in first_queries(site, QUERIES).items()}


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=lambda text: [int(part) for part in text.split(",")], default=list(SIZES))
    parser.add_argument("--work", type=Path, help="folder for the sites  [one in memory]")
    parser.add_argument("--quick", action="store_true", help="a trial; stores nothing")
    parser.add_argument("--index", nargs=2, type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.index:
        make_our_index(*arguments.index)
        return
    work = arguments.work.resolve() if arguments.work else make_work_folder()
    work.mkdir(parents=True, exist_ok=True)
    results = Results(kind="search", machine=machine_facts(work), load=[os.getloadavg()[0]])
    results.versions = {OURS: Ours(work).version(), STOCK: package_version("pagefind-bin", "pagefind-bin==1.5.2")}
    try:
        for size in arguments.sizes:
            results.yardstick.append(yardstick())
            for run in measure(work, size):
                results.runs.append(run)
                print(json.dumps(run, ensure_ascii=False), flush=True)
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
