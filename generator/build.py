"""The build, from the content to the published site."""

from __future__ import annotations

import gc
import os
import shutil
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import jinja2
from markupsafe import Markup

from generator.checks import check_content
from generator.content.files import PARTIAL
from generator.content.load import Content, load_content, load_site
from generator.content.workplace import cache_folder
from generator.model.library import Library
from generator.model.site import Site
from generator.outputs import assets, pages, robots
from generator.outputs.fingerprints import Fingerprints, take_fingerprints, theme_digest
from generator.outputs.machine import MachineOptions, plan_machine_readable
from generator.outputs.output import Output, ready
from generator.problems import Problem
from generator.relations.membership import Relations, relate
from generator.render.catalogue import Catalogue
from generator.render.compose.edition import Assets, Edition
from generator.render.environment import make_environment
from generator.render.machine_urls import has_api
from generator.render.theme import Theme, find_theme
from generator.treestate import TreeState
from generator.writer import open_output, publish, write_outputs

Step = str
"""Name of a step of the build, as `STEPS` lists them."""

STEPS: tuple[Step, ...] = ("load", "check", "relate", "index", "plan", "write", "publish")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How a build is made."""

    strict: bool = False
    """Whether warnings fail it."""
    search: bool = True
    """Whether the site can be searched."""
    dumps: bool = True
    """Whether the dumps of the API are made; a preview leaves them out."""
    stale_index: bool = False
    """Whether an index made from other texts will do for now."""
    jobs: int = field(default_factory=lambda: os.cpu_count() or 1)
    base_url: str | None = None
    """Takes the place of `base_url` of `site.toml`."""
    clean: bool = False
    """Whether to forget what earlier builds kept."""


class Watcher:
    """Hears how a build goes; the command line shows it. This one is silent."""

    def begin(self, step: Step) -> None:
        """A step begins."""

    def end(self, step: Step, seconds: float) -> None:
        """A step has ended."""

    def progress(self, done: int, total: int) -> None:
        """So many outputs are written."""

    def wait(self) -> None:
        """Another build has the output folder; this one waits."""

    def unkept(self, folder: Path) -> None:
        """Nothing can be kept for the next build: the folder of the cache cannot be written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What came of a build."""

    problems: tuple[Problem, ...]
    published: bool
    incidents: int = 0
    files: int = 0
    made: int = 0
    """Files that were made; the others were the same as before."""
    index_is_stale: bool = False
    """Whether the search index was made from other texts (`Options.stale_index`)."""
    seconds: Mapping[Step, float] = field(default_factory=dict)
    site: Site | None = None


class Clock:
    """Times the steps of one build."""

    def __init__(self, watcher: Watcher) -> None:
        self.watcher = watcher
        self.seconds: dict[Step, float] = {}

    @contextmanager
    def step(self, name: Step) -> Iterator[None]:
        """Times what is done inside as this step, and tells the watcher."""
        self.watcher.begin(name)
        start = time.perf_counter()
        yield
        self.seconds[name] = time.perf_counter() - start
        self.watcher.end(name, self.seconds[name])


def build(root: Path, out: Path, options: Options | None = None, watcher: Watcher | None = None) -> Result:
    """Builds the site of `root` and publishes it as `out`; with problems in the content, `out` stays as it is.

    Raises `writer.PublishError` when `out` is not ours to overwrite, OSError when the disk refuses.
    """
    watcher = watcher or Watcher()
    with _collector_at_rest(), cache_folder(root, watcher.unkept) as cache:
        return _build(root, out, options or Options(), watcher, cache)


@contextmanager
def _collector_at_rest() -> Iterator[None]:
    """Keeps the garbage collector from looking through thousands of records that stay until the end."""
    was_at_work = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_at_work:
            gc.enable()


def _build(root: Path, out: Path, options: Options, watcher: Watcher, cache: Path) -> Result:
    clock = Clock(watcher)
    if options.clean:
        _forget(cache)
    with open_output(out, root=root, wait=watcher.wait) as trees, closing(TreeState.load(trees.next, cache)) as idle:
        if options.jobs > 1:
            idle.survey()
        with clock.step("load"):
            content, problems = load(root, options, cache)
        if content is None:
            return Result(problems=tuple(problems), published=False, seconds=clock.seconds)
        with clock.step("check"):
            problems = check_content(content, editorial=options.strict, cache=cache, jobs=options.jobs)
        if failing(problems, strict=options.strict):
            return Result(problems=tuple(problems), published=False, seconds=clock.seconds, site=content.site)
        with clock.step("relate"):
            relations = relate(content.library, cache, options.jobs)
        index = None
        if options.search and "search" in content.site.outputs:
            from generator.indexing import current_index  # not every site can be searched

            with clock.step("index"):
                index = current_index(content.library, cache, stale=options.stale_index, jobs=options.jobs)
        stale = options.stale_index and index is not None and _is_stale(content.library, index[1])
        with clock.step("plan"):
            kept = out if stale else None
            outputs = plan(content.library, relations, root, cache, index, dumps=options.dumps, kept_search=kept)
        with clock.step("write"):
            written = write_outputs(outputs, trees, cache, jobs=options.jobs, progress=watcher.progress, idle=idle)
        with clock.step("publish"):
            publish(trees)
    return Result(
        problems=tuple(problems),
        published=True,
        incidents=len(relations.newest),
        files=len(outputs),
        made=written.made,
        index_is_stale=stale,
        seconds=clock.seconds,
        site=content.site,
    )


def _is_stale(library: Library, inputs: str) -> bool:
    """Whether an index made from these inputs is another than that of this library."""
    from generator.indexing import is_current  # not every site can be searched

    return not is_current(library, inputs)


def _forget(cache: Path) -> None:
    """Takes away what earlier builds kept."""
    for pattern in ("*.sources", "*.tree", "*.kept", f"*{PARTIAL}"):
        for path in cache.glob(pattern):
            path.unlink(missing_ok=True)
    shutil.rmtree(cache / "index", ignore_errors=True)


def load(root: Path, options: Options, cache: Path | None = None) -> tuple[Content | None, list[Problem]]:
    """The content of the site, or what keeps `site.toml` from being read."""
    site, problems = load_site(root, base_url=options.base_url)
    if site is None or problems:
        return None, problems
    return load_content(root, site, jobs=options.jobs, cache=cache), []


def failing(problems: list[Problem], *, strict: bool) -> bool:
    """Whether these problems keep a site from being published."""
    return any(strict or problem.severity == "error" for problem in problems)


def plan(
    library: Library,
    relations: Relations,
    root: Path,
    cache: Path,
    index: tuple[Path, str] | None,
    *,
    dumps: bool,
    kept_search: Path | None = None,
) -> list[Output]:
    """Every file of the site, in the order in which it is made; `index` is the search index, if there is one.

    `cache` is the folder in which digests, catalogues and the records of the search are kept.

    With `kept_search`, a published site, the other files of the search are taken from there: they follow the index.
    """
    theme = find_theme(root)
    static, outputs = assets.plan_assets(theme, search=index is not None)
    prints = take_fingerprints(library, relations, theme, static)
    editions, press = open_editions(library, relations, theme, static, cache, prints.base)
    machine = MachineOptions(dumps=dumps, search=index is not None, cache=cache)
    outputs += plan_machine_readable(library, relations, editions, prints, machine)
    outputs += assets.plan_pictures(library, root)
    outputs += _plan_skill(library, editions, prints)
    outputs += robots.plan_robots(library, ("api/",) if has_api(library.site) else ())
    if "pages" in library.site.outputs:
        outputs += pages.plan_pages(editions, press, prints)
    if index is not None:
        from generator.indexing import open_records  # as above
        from generator.outputs.search.plan import plan_fragments, plan_index, plan_search

        search = plan_search(editions, prints)
        outputs += search if kept_search is None else _as_published(search, kept_search)
        outputs += plan_index(*index)
        outputs += plan_fragments(open_records(library, cache), index[0], kept_search)
    return outputs


def _as_published(outputs: Iterable[Output], site: Path) -> Iterator[Output]:
    """The same files with the content that a published site has, where it has them."""
    for output in outputs:
        file = site / output.path
        yield ready(output.path, file.read_bytes()) if file.is_file() else output


def _plan_skill(library: Library, editions: dict[str, Edition], prints: Fingerprints) -> Iterator[Output]:
    """The agent skill, where an incident has checks."""
    if any(incident.brief.has_checks for incident in library.listed()):
        from generator.outputs.skill import plan_skill  # few sites have checks

        yield from plan_skill(library, editions, prints)


@lru_cache(maxsize=4)
def _speech(theme: Theme, language: str, templates: str, cache: Path | None) -> tuple[Catalogue, jinja2.Environment]:
    """Catalogue and templates of a language; a preview reads them once as long as their digest `templates` stays."""
    del templates
    catalogue = Catalogue(language, theme.catalogues(language), cache)
    return catalogue, make_environment(theme, catalogue)


@lru_cache(maxsize=4)
def _rows(language: str, base: str) -> dict[str, Markup]:
    """Rows of lists that a preview has rendered, as long as what all pages depend on (`base`) stays."""
    del language, base
    return {}


def open_editions(  # noqa: PLR0917  # what an edition draws on
    library: Library,
    relations: Relations,
    theme: Theme,
    static: Assets,
    cache: Path | None = None,
    base: str | None = None,
) -> tuple[dict[str, Edition], pages.Press]:
    """The editions of every language with their rows, and the press that prints them.

    `cache` is a folder in which catalogues are kept compiled; rows are kept in memory under `base`, a digest of what
    every page depends on.
    """
    templates = theme_digest(theme)
    speech = {language: _speech(theme, language, templates, cache) for language in library.site.languages}
    press = pages.Press(environments={language: environment for language, (_, environment) in speech.items()})
    editions = {
        language: Edition(
            language=language,
            library=library,
            relations=relations,
            catalogue=catalogue,
            assets=static,
            row_template=press.environments[language].get_template("partials/row.html"),
            rows=_rows(language, base) if base is not None else {},
        )
        for language, (catalogue, _) in speech.items()
    }
    return editions, press
