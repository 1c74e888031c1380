"""A first query in a browser that knows nothing yet: what it fetches and how long it takes, and a further query."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import Any

OURS, DISK, STOCK = "ours", "ours-disk", "pagefind"
"""Our site over http; our bundle, unpacked; a bare page that asks stock Pagefind."""

_ROUNDS = 3
_COUNTED = ("/pagefind/", "/search/", "/assets/search.")
"""Index, records, the indexer's own program, and the scripts of the search."""
_INDEX = ("/index/", ".pf_meta", "pagefind-entry.json")
_CHROMIUM = Path("/usr/bin/chromium")
_ASK_OURS = """async (query) => {
  const start = performance.now();
  if (!window.IncidentSearch) {
    await new Promise((resolve, reject) => {
      const script = document.createElement("script");
      Object.assign(script, { onload: resolve, onerror: reject });
      script.src = document.querySelector("script[data-search]").dataset.search;
      document.head.append(script);
    });
  }
  const { groups } = await IncidentSearch.results.searchAll(query, {});
  const hits = groups.flatMap((group) => group.hits).slice(0, 5);
  await Promise.all(hits.map((hit) => hit.row()));
  if (!hits.length) throw new Error(`nothing found: ${query}`);
  return (performance.now() - start) / 1000;
}"""
_ASK_STOCK = """async (query) => {
  const start = performance.now();
  const pagefind = await import("/pagefind/pagefind.js");
  const found = await pagefind.search(query);
  await Promise.all(found.results.slice(0, 5).map((result) => result.data()));
  return (performance.now() - start) / 1000;
}"""


@dataclass(frozen=True, slots=True)
class Site:
    """A site with a search, or an unpacked bundle."""

    kind: str
    folder: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One language's queries; each figure is a median over the queries and the rounds."""

    kb: float
    """All that is fetched for a first query; 0 from disk, where nothing is counted."""
    index_kb: float
    """The part of it that is index."""
    seconds: float
    """From asking to the records of the first five results, the scripts not yet loaded."""
    further_seconds: float
    """The same for a further query."""


@dataclass(slots=True)
class _Server:
    address: str = ""
    sent: dict[str, int] = field(default_factory=dict)
    """Bytes sent of what is counted, by path."""


class _Handler(SimpleHTTPRequestHandler):
    """Serves a folder and counts what it sends of the search."""

    def __init__(self, *arguments: Any, server_state: _Server, **named: Any) -> None:
        self.state = server_state
        super().__init__(*arguments, **named)

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Sends a file."""
        content = source.read()
        if self.path.startswith(_COUNTED):
            self.state.sent[self.path] = len(content)
        outputfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Says nothing."""


def first_queries(site: Site, queries: Mapping[str, Sequence[str]]) -> dict[str, Asked]:
    """Figures by language; nothing where there is no browser."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return {}
    if site.kind == STOCK:
        for language in queries:
            page = f'<!doctype html><html lang="{language}"><title>search</title></html>'
            (site.folder / f"{language}.html").write_text(page, encoding="utf-8")
    program = str(_CHROMIUM) if _CHROMIUM.exists() else None
    with _serving(site.folder) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        found = {
            language: _medians([_ask(browser, site, server, language, pair) for pair in _pairs(texts) * _ROUNDS])
            for language, texts in queries.items()
        }
        browser.close()
    return found


def _pairs(texts: Sequence[str]) -> list[tuple[str, str]]:
    """Each query with the next as the further one."""
    return list(zip(texts, [*texts[1:], texts[0]], strict=True))


def _medians(asked: Sequence[Asked]) -> Asked:
    return Asked(**{name: median(getattr(one, name) for one in asked) for name in Asked.__slots__})


def _ask(browser: Any, site: Site, server: _Server, language: str, queries: tuple[str, str]) -> Asked:
    """A query in a browser that knows nothing yet, and a further one."""
    server.sent.clear()
    context = browser.new_context()
    page = context.new_page()
    page.goto(_address(site, server, language))
    ask = _ASK_STOCK if site.kind == STOCK else _ASK_OURS
    seconds = page.evaluate(ask, queries[0])
    sent = dict(server.sent)
    further = page.evaluate(ask, queries[1])
    context.close()
    index = sum(size for path, size in sent.items() if any(part in path for part in _INDEX))
    return Asked(kb=sum(sent.values()) / 1000, index_kb=index / 1000, seconds=seconds, further_seconds=further)


def _address(site: Site, server: _Server, language: str) -> str:
    """A page that has not loaded the search yet."""
    if site.kind == STOCK:
        return f"{server.address}/{language}.html"
    if site.kind == DISK:
        return (site.folder / language / "index.html").as_uri()
    return f"{server.address}/{language}/"


@contextmanager
def _serving(folder: Path) -> Iterator[_Server]:
    state = _Server()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(folder), server_state=state))
    state.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
