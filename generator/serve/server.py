"""A small server for a built site, for one's own machine."""

from __future__ import annotations

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


class SiteHandler(SimpleHTTPRequestHandler):
    """Serves the files of a site, its own page for a missing one, and no list of a folder."""

    extensions_map = {  # noqa: RUF012  # the name and type are those of the class above
        **SimpleHTTPRequestHandler.extensions_map,
        ".md": "text/markdown; charset=utf-8",
        ".json": "application/json",
        ".wasm": "application/wasm",
        ".svg": "image/svg+xml",
        ".webp": "image/webp",
    }
    protocol_version = "HTTP/1.1"

    def end_headers(self) -> None:
        """Asks the browser to look again, since the site is being worked on."""
        self.send_header("Cache-Control", "no-cache")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def list_directory(self, path: Any) -> None:
        """A folder without a page is a missing page; `path` is not shown."""
        del path
        self.send_error(404)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """The site's own page where an address leads nowhere."""
        page = Path(self.directory) / "404.html"
        if code != 404 or not page.is_file():
            super().send_error(code, message, explain)
            return
        content = page.read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # the name of the class above
        """Keeps quiet: the terminal is for problems."""


def open_server(folder: Path, host: str, port: int) -> ThreadingHTTPServer:
    """A server of this folder, bound and ready; OSError where the address is taken."""
    return ThreadingHTTPServer((host, port), partial(SiteHandler, directory=str(folder)))
