"""Where the time of our own build goes."""

from __future__ import annotations

import json
import pstats
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from corpus import make_corpus, with_text_edit
from measure import run_command
from ours import Ours, OursWithSearch

_LINES = 25
_MODULES = 20


def show(work: Path, sizes: Iterable[int], *, search: bool) -> None:
    """Prints, for each size, the steps of a clean build and of one after an edit, and a profile of each.

    A profile sees one process, so it is taken of a build with one; the steps are those of a build with all cores.
    """
    for size in sizes:
        corpus = make_corpus(size)
        site = (OursWithSearch if search else Ours)(work / f"profile-{size}")
        site.set_up(corpus)
        print(f"\n## {size} incidents\n")
        _steps(site, "clean build")
        _steps(site, "second build")
        site.save(with_text_edit(corpus[size // 2], "ZQXPROFILE"))
        _steps(site, "one incident edited")
        site.save(corpus[size // 2])
        _profile(site, "one incident edited")
        site.clean()
        _profile(site, "clean build")
        site.clean()


def _steps(site: Ours, what: str) -> None:
    log = site.folder / "build.log"
    log.unlink(missing_ok=True)
    measured = run_command(site.build_command(), folder=site.folder, log=log)
    said = log.read_text(encoding="utf-8")
    if measured.status:
        sys.exit(said)
    steps = json.loads(said)["seconds"]
    listed = "  ".join(f"{step} {seconds:.3f}" for step, seconds in steps.items())
    rest = measured.wall - sum(steps.values())
    print(f"{what}: {measured.wall:.3f} s, CPU {measured.cpu:.3f} s: {listed}  start and end {rest:.3f}")


def _profile(site: Ours, what: str) -> None:
    figures, log = site.folder / "build.prof", site.folder / "build.log"
    _, *arguments = site.build_command("--jobs", "1")
    command = [sys.executable, "-m", "cProfile", "-o", str(figures), *arguments]
    measured = run_command(command, folder=site.folder, log=log)
    if measured.status:
        sys.exit(log.read_text(encoding="utf-8"))
    stats = pstats.Stats(str(figures), stream=sys.stdout)
    print(f"\n### {what}, one process, profiled\n")
    _modules(stats)
    stats.strip_dirs().sort_stats("tottime").print_stats(_LINES)
    stats.sort_stats("cumulative").print_stats(_LINES)


def _modules(stats: pstats.Stats) -> None:
    """Own time by module: what a function called is counted where it stands."""
    seconds: Counter[str] = Counter()
    for (file, _, _), (_, _, own, _, _) in stats.stats.items():  # type: ignore[attr-defined]
        seconds[_module(file)] += own
    total = sum(seconds.values())
    for module, own in seconds.most_common(_MODULES):
        print(f"{own:8.3f} s {own / total:6.1%}  {module}")


def _module(file: str) -> str:
    for root in ("/generator/", "/site-packages/", "/lib/python"):
        if root in file:
            return file.rpartition(root)[2]
    return file
