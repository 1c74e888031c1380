"""One command that measures the builds and writes the report.

    .venv/bin/python benchmarks/run.py --search
    .venv/bin/python benchmarks/run.py --quick
    .venv/bin/python benchmarks/run.py --profile --sizes 1000

Within each repetition the generators are measured in turn, so that ratios inside a repetition hold even on a machine
whose speed drifts. A build before the repetitions checks each site and samples its memory; it is not timed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import hotspots
from corpus import Incident, make_corpus, with_fact_edit, with_text_edit
from hugo import Hugo, HugoWithRelated, HugoWithSearch
from machine import machine_facts, make_work_folder, yardstick
from measure import Measurement, run_commands
from ours import Ours, OursComplete, OursWithSearch
from peer import MissingPeerError, Peer
from pelican import Pelican
from report import REPORT, report, write_report
from results import Results, now
from verify import check_site, index_files, lists_showing, page_texts, pages_showing

PEERS: dict[str, type[Peer]] = {
    peer.name: peer for peer in (Ours, Hugo, HugoWithRelated, Pelican, OursWithSearch, OursComplete, HugoWithSearch)
}
SIZES = (100, 1000, 5000, 10_000)
QUICK_SIZES = (50,)


class Bench:
    """One run: the corpus, the sites of every size, the results so far."""

    def __init__(self, work: Path, names: Sequence[str], sizes: Sequence[int], *, keep: bool) -> None:
        self.sizes, self.work, self.keep = sizes, work, keep
        self.corpus = make_corpus(max(sizes))
        self.results = Results(kind="builds", machine=machine_facts(work), load=[os.getloadavg()[0]])
        self.sites: dict[int, list[Peer]] = {size: [] for size in sizes}
        for name in names:
            self._enter(PEERS[name])

    def _enter(self, peer: type[Peer]) -> None:
        """Notes the version; leaves out a generator that is not installed, and says so."""
        try:
            self.results.versions[peer.name] = peer(self.work).version()
        except MissingPeerError as error:
            print(f"{peer.name} is left out: {error}")
            return
        if issubclass(peer, Ours):
            self.results.outputs[peer.name] = peer.made_outputs()
        for size in self.sizes:
            if size <= peer.largest:
                self.sites[size].append(peer(self.work / str(size) / peer.name))

    def prepare(self) -> None:
        """Writes every site's sources, builds it once and checks it."""
        for size, peers in self.sites.items():
            for peer in peers:
                peer.set_up(self.corpus[:size])
                measured = self._build(peer, size, "memory", memory=True)
                check = check_site(peer, self.corpus[:size])
                peer.clean()
                found = {"peer": peer.name, "size": size, "passed": check.passed, **asdict(check)}
                self.results.checks.append(found)
                if measured.status or not check.passed:
                    print(f"!! {peer.name}: {_end_of(peer) if measured.status else '; '.join(check.missing[:3])}")

    def measure(self, repetitions: int, save: bool) -> None:
        """All repetitions."""
        for repetition in range(repetitions):
            for size, peers in self.sites.items():
                for peer in peers:
                    if repetition and size > peer.once_above:
                        continue
                    self.results.yardstick.append(yardstick())
                    self._measure_one(peer, size, repetition)
                    if save:
                        self.results.save()

    def _measure_one(self, peer: Peer, size: int, repetition: int) -> None:
        incident = self.corpus[size // 2]
        peer.save(incident)
        peer.clean()
        os.sync()
        clean = self._build(peer, size, "clean", repetition)
        if clean.status:
            print(f"!! {peer.name}: {_end_of(peer)}")
            return
        for kind in peer.further_builds:
            self._build(peer, size, kind, repetition)
        self._edit_facts(peer, size, repetition, incident)
        self._edit_text(peer, size, repetition, incident)
        peer.save(incident)
        if not self.keep:
            peer.clean()

    def _edit_facts(self, peer: Peer, size: int, repetition: int, incident: Incident) -> None:
        before, index = page_texts(peer, incident), index_files(peer)
        peer.save(with_fact_edit(incident, f"2026-02-{repetition % 28 + 1:02d}"))
        self._build(peer, size, "facts", repetition)
        after = page_texts(peer, incident)
        shown = sum(old != new for old, new in zip(before, after, strict=True))
        self.results.runs[-1] |= {"pages_shown": shown, **_index_change(peer, index)}

    def _edit_text(self, peer: Peer, size: int, repetition: int, incident: Incident) -> None:
        mark, index = f"ZQX{repetition}EDIT", index_files(peer)
        peer.save(with_text_edit(incident, mark))
        self._build(peer, size, "text", repetition)
        pages, lists = pages_showing(peer, incident, mark), lists_showing(peer, incident, mark)
        self.results.runs[-1] |= {"pages_shown": pages, "lists_shown": lists, **_index_change(peer, index)}
        print(f"{'':40} the edit is on {pages} of 2 pages and in {lists} of 2 lists")

    def _build(
        self, peer: Peer, size: int, kind: str, repetition: int | None = None, *, memory: bool = False
    ) -> Measurement:
        log = _log_of(peer)
        log.unlink(missing_ok=True)
        measured = run_commands(peer.commands(), folder=peer.folder, log=log, memory=memory)
        run = {"peer": peer.name, "size": size, "repetition": repetition, "kind": kind, **asdict(measured)}
        self.results.runs.append(run | {"load": os.getloadavg()[0]} | _told(peer))
        peak = "" if measured.peak_mb is None else f"  {measured.peak_mb:6.0f} MB"
        print(f"{size:6} {peer.name:14} {kind:10} {measured.wall:8.2f} s  CPU {measured.cpu:8.2f} s{peak}", flush=True)
        return measured

    def finish(self) -> None:
        """Closes the results."""
        self.results.load.append(os.getloadavg()[0])
        self.results.finished = now("%Y-%m-%dT%H:%M:%SZ")


def _index_change(peer: Peer, before: frozenset[str]) -> dict[str, bool]:
    """Whether the search index is another one than before, for those that make one."""
    return {"index_changed": index_files(peer) != before} if peer.search else {}


def _log_of(peer: Peer) -> Path:
    return peer.folder.with_name(f"{peer.name}.log")


def _end_of(peer: Peer) -> str:
    return _log_of(peer).read_text(encoding="utf-8", errors="replace")[-600:]


def _told(peer: Peer) -> dict[str, Any]:
    """What our own build says of itself: seconds a step, and how many files it made."""
    if not isinstance(peer, Ours):
        return {}
    try:
        told = json.loads(_log_of(peer).read_text(encoding="utf-8"))
    except ValueError:
        return {}
    return {"steps": told["seconds"], "made": told["made"]}


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(sorted({int(part) for part in text.split(",")}))


def _names(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    unknown = [name for name in names if name not in PEERS]
    if unknown:
        raise argparse.ArgumentTypeError(f"{', '.join(unknown)}; there are {', '.join(PEERS)}")
    return names


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=_numbers, help=f"numbers of incidents  [{','.join(map(str, SIZES))}]")
    parser.add_argument("--repetitions", type=int, help="[3]")
    parser.add_argument("--peers", type=_names, help=f"of {', '.join(PEERS)}")
    parser.add_argument("--search", action="store_true", help="measure the builds with a search index too")
    parser.add_argument("--work", type=Path, help="folder for the sites; what it holds is kept  [one in memory]")
    parser.add_argument("--quick", action="store_true", help="a trial with 50 incidents; stores nothing")
    parser.add_argument("--profile", action="store_true", help="only say where the time of our build goes")
    return parser.parse_args()


def _chosen(names: Iterable[str] | None, *, search: bool) -> list[str]:
    if names is not None:
        return list(names)
    return [name for name, peer in PEERS.items() if search or not peer.search]


def main() -> None:
    """The command."""
    arguments = _arguments()
    sizes = arguments.sizes or (QUICK_SIZES if arguments.quick else SIZES)
    repetitions = arguments.repetitions or (1 if arguments.quick else 3)
    work = arguments.work.resolve() if arguments.work else make_work_folder()
    work.mkdir(parents=True, exist_ok=True)
    try:
        if arguments.profile:
            hotspots.show(work, sizes, search=arguments.search)
            return
        names = _chosen(arguments.peers, search=arguments.search)
        bench = Bench(work, names, sizes, keep=arguments.work is not None)
        bench.prepare()
        bench.measure(repetitions, save=not arguments.quick)
        bench.finish()
        if arguments.quick:
            print(report(bench.results))
            return
        print(f"figures: {bench.results.save().name}")
        write_report()
        print(f"report: {REPORT.name}")
    finally:
        if not arguments.work:
            shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()
