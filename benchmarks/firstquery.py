"""What a browser fetches for a first query from an empty cache: index, records, the indexer's own program."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote

OURS, STOCK = "ours", "pagefind"
"""Our search page; a bare page that asks stock Pagefind."""

_COUNTED = ("/pagefind/", "/search/")
_CHROMIUM = Path("/usr/bin/chromium")
_ASK_STOCK = """async (query) => {
  const pagefind = await import("/pagefind/pagefind.js");
  const found = await pagefind.search(query);
  await Promise.all(found.results.slice(0, 5).map((result) => result.data()));
  return found.results.length;
}"""


@dataclass(frozen=True, slots=True)
class Site:
    """A site with a search index in `pagefind/`."""

    kind: str
    folder: Path


@dataclass(slots=True)
class _Server:
    address: str = ""
    sent: dict[str, int] = field(default_factory=dict)
    """Bytes sent of the index, by path."""


class _Handler(SimpleHTTPRequestHandler):
    """Serves a folder and counts what it sends of the index."""

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


def first_query_bytes(site: Site, queries: Mapping[str, Sequence[str]]) -> dict[str, list[int]]:
    """Bytes for each query by language; nothing where there is no browser."""
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
            language: [_ask(browser, site, server, language, query) for query in texts]
            for language, texts in queries.items()
        }
        browser.close()
    return found


def _ask(browser: Any, site: Site, server: _Server, language: str, query: str) -> int:
    """Bytes of one query in a browser that knows nothing yet."""
    server.sent.clear()
    context = browser.new_context()
    page = context.new_page()
    if site.kind == STOCK:
        page.goto(f"{server.address}/{language}.html")
        page.evaluate(_ASK_STOCK, query)
    else:
        page.goto(f"{server.address}/{language}/search/?q={quote(query)}")
        page.wait_for_selector("#search-results a", timeout=20_000)
    page.wait_for_load_state("networkidle")
    context.close()
    return sum(server.sent.values())


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
