"""The report: docs/performance.md from the newest results of each kind.

    .venv/bin/python benchmarks/report.py

Seconds are medians. Ratios are taken inside each repetition; the report shows their median.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from figures import Figures
from goals import Goal, build_goals, preview_goal
from results import Results, newest

REPORT = Path(__file__).resolve().parent.parent / "docs" / "performance.md"
NONE = "–"
TITLES = {
    "ours": "Incident Library",
    "ours-search": "Incident Library, search",
    "ours-all": "Incident Library, every output",
    "hugo": "Hugo",
    "hugo-related": "Hugo, related content",
    "hugo-pagefind": "Hugo, Pagefind",
    "pelican": "Pelican",
    "pagefind": "Pagefind over our pages",
}
MEASURES = {"ours-search": "hugo-pagefind", "ours-all": "hugo-pagefind"}
"""With whose times a generator's are compared, if not with Hugo's."""
_SAME_PROGRAM = ("ours-search", "ours-all", "hugo-related")
"""Names whose version is that of another."""

INTRODUCTION = """# Performance

How long builds take, against [Hugo](https://gohugo.io/) and [Pelican](https://getpelican.com/) on the same incidents in
the same run. A ratio under 1 means: faster than the other. Seconds belong to the machine below; ratios carry further.

Repeat it with

```console
$ pip install -r benchmarks/requirements.txt
$ python benchmarks/run.py --search
$ python benchmarks/serve.py --hugo-server
$ python benchmarks/search.py
```

which write this page and put the raw figures into `benchmarks/results/`.
"""

STEPS = ("load", "check", "relate", "index", "plan", "write", "rest")
"""Columns of the table of steps; `rest` is the start of Python, imports and the end."""

MISSED = """
Seconds of wall time, all cores. `rest` is the start of Python, the imports and the end.

Clean builds: Hugo is compiled, ours is Python. By `run.py --profile`, of the processor time some 30 % is parsing (two
thirds of it Markdown, one third front matter), 8 % packing for the cache, 5 % checking and relating, and 55 % the two
pages of an incident, its short address and its share of lists and feeds: of a page, half is its template, a third its
view, the rest unpacking and writing. Tried and kept: block rules and a renderer of our own instead of those of
markdown-it-py, the event stream of the C parser for YAML, rows rendered once, escaping into plain text, messages put
in when templates are compiled, forked workers that inherit what they write, incidents unpacked one at a time, garbage
collection at rest. Tried and given up: unpacking every incident at the start (memory), a digest over whole records
(ten times the time of planning). Next: the page's template in a compiled engine that keeps Jinja's inheritance, and
the Markdown rules compiled.

One edit: Python and its imports take a quarter of a second, whatever the size; that alone is more than a tenth of
Hugo's build of 1,000. The rest grows with the number of incidents: to see that the files of each are the same, to
read its brief, to plan its three outputs. Tried and kept: briefs instead of records, checks and related incidents
kept, folders known by their time, links instead of copies, the idle tree looked at by a second process while the
first one reads the content. Next: one entry in the plan for an incident instead of one for each of its outputs, and
the plan kept between builds.

With search: the index is written by us in Pagefind's format. Most of its processor time goes into the words of the
incidents, their terms and their places, the rest into putting these together and compressing them. After an edit only
its own incident is read anew, and the parts that stay the same are taken over; putting together remains.
With Pagefind's own indexer over the same words, which makes an index whole at each change, an edit of text took 1.3 to
1.5 times as long as Hugo and Pagefind, and 4.7 GB of memory at 10,000. Tried and kept: words and terms known
from before, places that are encoded once, inner loops that run in C, one process a language, level 5 of compression
(level 6 takes twice as long for two hundredths). Next: entries of terms that are changed in place, and at 1,000, where
Python learns each word for the first time, terms kept between builds.

Preview: an edit of title and text makes some fifty files anew: its pages, those of incidents that name it, lists and
feeds. Most of the time goes into these and into publishing them, then into reading, checking and planning; the rest
passes until the change is noticed. Tried and kept: templates and rows that stay in memory, the index behind the reload,
the idle tree settled after each reload. Next: content, plan and notes of the trees kept in memory too.
"""

METHOD = """## How it is measured

- **Corpus.** Invented incidents in Korean and English, from a seed: some 3 kB of Markdown a language with lists, a
  table, code, a quote and links, 1 kB of facts, one to four tags a group. Each generator gets them in its own format,
  with layouts that show the same: facts, tags, text, sources, language links, lists of all and by tag, sitemap, feed.
- **Differences.** Our pages hold more than the layouts written for the others: related incidents, facts with their
  basis, sections that are empty, forms and menus. Our lists have 50 incidents a page; those of Hugo and Pelican are
  whole. Feeds and other kinds of output count for ours as far as the table of outputs says. Pelican runs once a
  language. Hugo's related content grows with the square of the corpus, and Pelican is slow: above 1,000 both are
  measured in the first repetition alone, and not beyond 5,000.
- **Order.** In each repetition the generators take turns; ratios are taken inside a repetition. Seconds are medians.
- **Clean build.** Output, idle tree and caches are removed first.
- **Second and unchanged build, ours only.** We keep two trees and publish by letting them change places. After a clean
  build there is only one, so the second build writes the other: it costs more than one after which nothing is left to
  do, and comes before the edits below.
- **One edit.** *Facts*: the day on which a source was read, which no search holds. *Text*: the title and a paragraph in
  both languages; the page must show it in both. Hugo and Pelican start anew each time, with what they keep on disk.
- **Memory.** In a build of its own, not timed: the sum over all processes of the proportional set size, sampled twenty
  times a second; *own* leaves out the indexer.
- **Checks.** Before it is timed, each site must hold the pages of all incidents, and a sample must show title, summary,
  facts, tags, code, table, lists, source and links.
"""


def write_report() -> None:
    """Writes the page of the documentation."""
    builds = newest("builds")
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(report(builds, newest("preview"), newest("search")), encoding="utf-8")


def report(builds: Results | None, preview: Results | None = None, search: Results | None = None) -> str:
    """The whole page."""
    parts = [INTRODUCTION]
    goals = [*(build_goals(Figures(builds)) if builds else ()), preview_goal(preview)]
    parts.append(_goals(goals))
    if builds is not None:
        parts += _builds(Figures(builds))
    if preview is not None:
        parts.append(_preview(preview))
    if search is not None:
        parts.append(_search(search))
    parts.append(METHOD)
    parts += [_machine(results) for results in (builds, preview, search) if results is not None]
    return "\n".join(parts)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table; the first two columns are words."""
    lines = [head, ["---"] * min(2, len(head)) + ["---:"] * (len(head) - 2), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def number(value: float | None, digits: int = 2) -> str:
    """A figure, or a dash."""
    return NONE if value is None else f"{value:,.{digits}f}"


def _goals(goals: Sequence[Goal]) -> str:
    rows = (
        (goal.text, goal.verdict, f"{_figure(goal.limit)}{goal.unit}", f"{_figure(goal.value)}{goal.unit}")
        for goal in goals
    )
    return "## Goals\n\n" + table(("goal", "", "at most", "measured"), rows)


def _figure(value: float | None) -> str:
    return NONE if value is None else f"{value:,.3g}" if value < 100 else f"{value:,.0f}"


def _builds(figures: Figures) -> Iterator[str]:
    yield "## Clean build\n\n" + table(
        ("incidents", "generator", "seconds", "CPU seconds", "÷ measure", "CPU ÷ measure", "measure"),
        _rows(figures, lambda peer, size: _timed(figures, peer, size, "clean")),
    )
    yield "## One edit\n\n" + table(
        ("incidents", "generator", "facts: seconds", "÷ measure", "text: seconds", "÷ measure", "shown: pages, lists"),
        _rows(figures, lambda peer, size: _edited(figures, peer, size)),
    )
    yield "## Builds without an edit\n\n" + table(
        ("incidents", "generator", "clean", "second", "unchanged"),
        _rows(figures, lambda peer, size: _unedited(figures, peer, size)),
    )
    yield "## Where our time goes\n\n" + table(("incidents", "build", *STEPS), _steps(figures)) + MISSED
    if len(figures.sizes) > 1:
        head = (*(f"{size:,}" for size in figures.sizes), f"last ÷ {_growth_base(figures):,}")
        yield "## Growth\n\n" + table(("generator", "clean build", *head), _growth(figures))
    yield "## Memory\n\n" + table(
        ("incidents", "generator", "all processes MB", "own MB"),
        _rows(figures, lambda peer, size: _memory(figures, peer, size)),
    )
    yield "## Outputs\n\n" + table(
        (
            "incidents",
            "generator",
            "incident pages",
            "HTML files",
            "files",
            "MB",
            "feeds",
            "sitemaps",
            "index",
            "check",
        ),
        _outputs(figures),
    )
    yield "".join(f"- {TITLES[peer]}: {', '.join(kinds)}\n" for peer, kinds in figures.results.outputs.items())
    if figures.left_out:
        yield "Left out of all tables but the last:\n\n" + "".join(f"- {reason}\n" for reason in figures.left_out)


def _rows(figures: Figures, columns: Callable[[str, int], Sequence[str] | None]) -> Iterator[Sequence[str]]:
    """A row for every size and peer that has one."""
    for size in figures.sizes:
        for peer in figures.peers:
            found = columns(peer, size)
            if found is not None:
                yield (f"{size:,}", TITLES[peer], *found)


def measure_of(peer: str) -> str | None:
    """The generator with whose times those of another are compared; None for one that is such a measure."""
    return None if peer in ("hugo", "hugo-pagefind") else MEASURES.get(peer, "hugo")


def _timed(figures: Figures, peer: str, size: int, kind: str) -> Sequence[str] | None:
    wall = figures.wall(peer, size, kind)
    if wall is None:
        return None
    measure = measure_of(peer)
    return (
        number(wall),
        number(figures.cpu(peer, size, kind)),
        number(figures.wall_ratio(peer, measure, size, kind)),
        number(figures.cpu_ratio(peer, measure, size, kind)),
        TITLES[measure] if measure else NONE,
    )


def _edited(figures: Figures, peer: str, size: int) -> Sequence[str] | None:
    runs = figures.runs(peer, size, "text").values()
    if not runs:
        return None
    measure = measure_of(peer)
    pages, lists = (min(run[key] for run in runs) for key in ("pages_shown", "lists_shown"))
    cells = [
        cell
        for kind in ("facts", "text")
        for cell in (
            number(figures.wall(peer, size, kind)),
            number(figures.wall_ratio(peer, measure, size, kind), 3),
        )
    ]
    return (*cells, f"{pages} of 2, {lists} of 2")


def _unedited(figures: Figures, peer: str, size: int) -> Sequence[str] | None:
    if figures.wall(peer, size, "second") is None:
        return None
    return tuple(number(figures.wall(peer, size, kind)) for kind in ("clean", "second", "unchanged"))


def _steps(figures: Figures) -> Iterator[Sequence[str]]:
    for size in figures.sizes:
        for kind, name in (("clean", "clean"), ("facts", "one edit, facts"), ("text", "one edit, text")):
            for peer, title in (("ours", name), ("ours-search", f"{name}, search")):
                steps = figures.steps(peer, size, kind)
                if steps:
                    yield (f"{size:,}", title, *(number(steps.get(step)) for step in STEPS))


def _growth_base(figures: Figures) -> int:
    return 1000 if 1000 in figures.sizes else figures.sizes[0]


def _growth(figures: Figures) -> Iterator[Sequence[str]]:
    base = _growth_base(figures)
    for peer in figures.peers:
        walls = [figures.wall(peer, size, "clean") for size in figures.sizes]
        measured = [size for size, wall in zip(figures.sizes, walls, strict=True) if wall is not None]
        if measured:
            each = (wall and 1000 * wall / size for size, wall in zip(figures.sizes, walls, strict=True))
            last = figures.growth(peer, base, measured[-1])
            yield (TITLES[peer], "ms an incident", *(number(value) for value in each), number(last))


def _memory(figures: Figures, peer: str, size: int) -> Sequence[str] | None:
    run = figures.memory.get((peer, size))
    return (number(run["peak_mb"], 0), number(run["own_peak_mb"], 0)) if run else None


def _outputs(figures: Figures) -> Iterator[Sequence[str]]:
    for check in figures.results.checks:
        index = f"{check['index_files']:,} files, {check['index_megabytes']:.1f} MB" if check["index_files"] else NONE
        counts = (check["pages"], check["html_files"], check["files"])
        yield (
            f"{check['size']:,}",
            TITLES[check["peer"]],
            *(f"{count:,}" for count in counts),
            number(check["megabytes"], 1),
            str(check["feeds"]),
            str(check["sitemaps"]),
            index,
            "passed" if check["passed"] else f"**failed**: {check['missing'][0]}",
        )


def _preview(results: Results) -> str:
    rows = (
        (
            f"{run['size']:,}",
            TITLES[run["peer"]],
            number(run["ready"], 1),
            number(run["seconds"], 3),
            number(run["slowest"], 3),
            number(run["index_seconds"], 2),
            f"{run['shown']} of {run['edits']}",
        )
        for run in results.runs
    )
    head = ("incidents", "generator", "ready after", "page shows the edit after", "slowest", "index after", "shown")
    return "## Preview\n\nSeconds from saving one file to the page that the preview server gives.\n\n" + table(
        head, rows
    )


_SEARCH = """## Search index

Ours against stock Pagefind over the main part of our own pages of incidents. Seconds are those of making the index; a
build has loaded the library before. *÷* is ours as a part of stock's at the same size.
"""

_QUERIES = """A first query is one from an empty cache, with the records of five results. Kilobytes are all that is
fetched for it, scripts and the indexer's program included and nothing compressed on the way; *index* is the part that
grows with the library. Seconds run from asking, the scripts not yet loaded, to the five records, with browser and
server on one machine; a further query finds the scripts there.
"""


def _search(results: Results) -> str:
    indexes = ("incidents", "index", "seconds", "÷", "CPU seconds", "÷", "memory MB", "÷", "files", "size MB", "÷")
    asked = ("kB", "index kB", "seconds", "further query")
    queries = ("incidents", "search", *(f"{language}: {name}" for language in ("ko", "en") for name in asked))
    bundles = ("incidents", "", "bundle MB", "unpacked MB", "files", "search in it ÷ over http", "seconds to make")
    return "\n".join(
        (
            _SEARCH,
            table(indexes, _indexes(results)),
            _QUERIES,
            table(queries, _queries(results)),
            "The bundle holds the pages, Markdown and the search as scripts.\n",
            table(bundles, _bundles(results)),
        )
    )


def _indexes(results: Results) -> Iterator[Sequence[str]]:
    measures = {run["size"]: run for run in results.runs if run["peer"] == "pagefind"}
    for run in results.runs:
        measure = measures[run["size"]]
        ratios = {
            name: NONE if run is measure else number(run[name] / measure[name], 2)
            for name in ("seconds", "cpu", "peak_mb", "megabytes")
        }
        yield (
            f"{run['size']:,}",
            TITLES[run["peer"]],
            *(number(run["seconds"], 1), ratios["seconds"]),
            *(number(run["cpu"], 1), ratios["cpu"]),
            *(number(run["peak_mb"], 0), ratios["peak_mb"]),
            f"{run['files']:,}",
            *(number(run["megabytes"], 2), ratios["megabytes"]),
        )


def _queries(results: Results) -> Iterator[Sequence[str]]:
    for run in results.runs:
        title = TITLES[run["peer"]]
        places = {title: run["first_query"]}
        if "bundle" in run:
            places[f"{title}, from disk"] = run["bundle"]["first_query"]
        for name, asked in places.items():
            figures = [figure for language in ("ko", "en") for figure in _asked(asked.get(language))]
            yield (f"{run['size']:,}", name, *figures)


def _asked(figures: dict[str, float] | None) -> Sequence[str]:
    if figures is None:
        return (NONE, NONE, NONE, NONE)
    fetched = (number(figures[name] or None, 0) for name in ("kb", "index_kb"))
    return (*fetched, *(number(figures[name], 2) for name in ("seconds", "further_seconds")))


def _bundles(results: Results) -> Iterator[Sequence[str]]:
    for run in results.runs:
        if "bundle" in run:
            figures = run["bundle"]
            yield (
                f"{run['size']:,}",
                TITLES[run["peer"]],
                *(number(figures[name], 1) for name in ("megabytes", "unpacked_megabytes")),
                f"{figures['files']:,}",
                *(number(figures["search_ratio"], 2), number(figures["seconds"], 1)),
            )


def _machine(results: Results) -> str:
    facts, times = results.machine, results.yardstick
    versions = ", ".join(
        f"{TITLES[name]} {version}" for name, version in results.versions.items() if name not in _SAME_PROGRAM
    )
    spread = f" A fixed piece of work took {min(times):.3f} to {max(times):.3f} s during the run." if times else ""
    busy = max(results.load[:1], default=0) > 0.5 * facts["cores"]
    warning = "\n\n**The machine had other work to do during this run.**" if busy else ""
    load = " and ".join(f"{value:.1f}" for value in results.load)
    return (
        f"## Run of the {results.kind}, {results.started[:10]}\n\n"
        f"{facts['processor']}, {facts['cores']} cores, {facts['memory_gb']} GB, {facts['kernel']}, "
        f"Python {facts['python']}, sites on {facts['file_system']}. {versions}. "
        f"Load average before the run and at its end: {load}.{spread}{warning}\n"
    )


if __name__ == "__main__":
    write_report()
