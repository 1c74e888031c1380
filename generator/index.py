"""Runs the indexer over the index-only pages and takes its files in."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory

import orjson

from generator.outputs.search.documents import SearchDocument
from generator.outputs.search.errors import IndexerError
from generator.outputs.search.runtime import ShapeError, classic_script

RUNTIME = "pagefind/runtime.js"
"""The indexer's script for browsers, as a classic script."""

WASM = "wasm.unknown.pagefind"
"""The indexer's program for browsers; the same for every language, since no language's endings are cut."""

KEPT = ("index/*.pf_index", "fragment/*.pf_fragment", "pagefind.*.pf_meta", "pagefind-entry.json")
"""The indexer's files that a search reads; its own interfaces are left out."""

_MOST_AT_ONCE = 6000
"""Pages that are indexed at once; the indexer takes about half a megabyte for each."""

_ADDRESS = re.compile(rb'"url":"[^"]*?/([^/"]+)/"')

_MISSING = "the search indexer is not installed; run `pip install 'pagefind-bin>=1.5.2,<1.6'` or build with --no-search"


@dataclass(frozen=True, slots=True)
class _Run:
    language: str
    output: Path
    process: subprocess.Popen[bytes]


def build_index(documents: Mapping[str, Collection[SearchDocument]]) -> dict[str, bytes]:
    """Indexes each language's pages.

    Takes the pages by language; gives the files by path (`pagefind/ko/pagefind-entry.json`), sorted. The same
    pages give the same bytes. A language without pages has no files. Raises IndexerError.
    """
    indexer_version()
    files: dict[str, bytes] = {}
    with TemporaryDirectory(prefix="incident-index-") as folder:
        for together in _batches(documents):
            runs: list[_Run] = []
            try:
                for language in together:
                    runs.append(_start(Path(folder), language, documents[language]))  # stopped if one fails
                for run in runs:
                    _finish(run)
                    files.update(_files(run))
            finally:
                _stop(runs)
    return dict(sorted(files.items()))


def _batches(documents: Mapping[str, Collection[SearchDocument]]) -> Iterator[list[str]]:
    """Languages that are indexed at once: all of them, or, where that would take too much memory, one by one."""
    languages = [language for language, pages in documents.items() if len(pages)]
    if sum(len(documents[language]) for language in languages) <= _MOST_AT_ONCE:
        yield languages
    else:
        yield from ([language] for language in languages)


def indexer_version() -> str:
    """The version of the indexer that is installed; raises IndexerError if there is none."""
    try:
        return version("pagefind_bin")
    except PackageNotFoundError as error:
        raise IndexerError(_MISSING) from error


def _start(folder: Path, language: str, pages: Iterable[SearchDocument]) -> _Run:
    site, output = folder / language / "pages", folder / language / "index"
    for page in pages:
        path = site / page.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page.html, encoding="utf-8")
    command = [sys.executable, "-m", "pagefind_bin", "--site", str(site), "--output-path", str(output), "--silent"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PAGEFIND_")}
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return _Run(language, output, process)


def _finish(run: _Run) -> None:
    said = run.process.communicate()[0]
    if run.process.returncode != 0:
        lines = said.decode(errors="replace").strip().splitlines() or ["it said nothing"]
        raise IndexerError(
            f"the search indexer failed on the {run.language} pages, status {run.process.returncode}: {lines[-1]}"
        )


def _stop(runs: Iterable[_Run]) -> None:
    for run in runs:
        if run.process.poll() is None:
            run.process.kill()
            run.process.communicate()


def _files(run: _Run) -> Iterator[tuple[str, bytes]]:
    identifiers: dict[str, str] = {}
    for pattern in KEPT:
        for path in run.output.glob(pattern):
            content = path.read_bytes()
            if path.suffix == ".pf_fragment":
                identifiers[path.stem] = _identifier(content)
            yield f"pagefind/{run.language}/{path.relative_to(run.output).as_posix()}", content
    table = orjson.dumps(identifiers, option=orjson.OPT_SORT_KEYS)
    yield f"pagefind/{run.language}/ids.json", table
    yield f"pagefind/{WASM}", (run.output / WASM).read_bytes()
    source = (run.output / "pagefind.js").read_text(encoding="utf-8")
    try:
        yield RUNTIME, classic_script(source).encode()
    except ShapeError as error:
        raise IndexerError(str(error)) from error


def _identifier(fragment: bytes) -> str:
    """The incident's id, from the address at the head of a fragment (gzip)."""
    head = zlib.decompressobj(wbits=31).decompress(fragment, 512)
    found = _ADDRESS.search(head)
    if found is None:
        raise IndexerError("the search indexer writes another kind of fragment than the one this version reads")
    return found.group(1).decode()
