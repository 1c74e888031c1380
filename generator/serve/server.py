"""A small server for a built site, for one's own machine: serves its files and tells open pages to reload."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

EVENTS, SCRIPT = "/__preview/events", "/__preview/preview.js"
"""Addresses that the preview adds to those of the site."""

_TAG = f'<script defer src="{SCRIPT}"></script>\n</head>'.encode()
_KEEP_ALIVE = 20.0
"""Seconds after which an open page hears a comment, so that a closed one is noticed."""


class Audience:
    """The pages that are open; each hears every message, and a new one the last problems."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._queues: set[queue.SimpleQueue[str]] = set()
        self._last = ""

    def tell(self, message: str) -> None:
        """Sends a message, one line of JSON, to every open page."""
        with self._lock:
            self._last = message
            for waiting in self._queues:
                waiting.put(message)

    @contextmanager
    def listen(self) -> Iterator[queue.SimpleQueue[str]]:
        """A queue of messages for one page."""
        waiting: queue.SimpleQueue[str] = queue.SimpleQueue()
        with self._lock:
            if '"problems":[]' not in self._last and self._last:
                waiting.put(self._last)
            self._queues.add(waiting)
        try:
            yield waiting
        finally:
            with self._lock:
                self._queues.discard(waiting)


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
    audience: Audience | None = None

    def __init__(self, *args: Any, audience: Audience | None = None, **kwargs: Any) -> None:
        self.audience = audience
        super().__init__(*args, **kwargs)

    def do_GET(self) -> None:
        """Answers for the preview itself, else for the site."""
        path = self.path.partition("?")[0]
        if self.audience is not None and path == EVENTS:
            self._send_events(self.audience)
        elif self.audience is not None and path == SCRIPT:
            script = resources.files(__package__).joinpath("preview.js").read_bytes()
            self._send(200, script, "text/javascript; charset=utf-8")
        elif self.audience is not None and self._page() is not None:
            self._send_page()
        else:
            super().do_GET()

    def _page(self) -> Path | None:
        """The HTML file that the address means, if it means one."""
        path = Path(self.translate_path(self.path))
        if self.path.partition("?")[0].endswith("/"):
            path = path / "index.html"
        return path if path.suffix == ".html" and path.is_file() else None

    def _send_page(self) -> None:
        page = self._page()
        if page is None:
            self.send_error(404)
            return
        content = page.read_bytes().replace(b"</head>", _TAG, 1)
        self._send(200, content, "text/html; charset=utf-8")

    def _send(self, status: int, content: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def _send_events(self, audience: Audience) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        with audience.listen() as messages:
            try:
                while True:
                    try:
                        line = f"data: {messages.get(timeout=_KEEP_ALIVE)}\n\n"
                    except queue.Empty:
                        line = ":\n\n"
                    self.wfile.write(line.encode())
                    self.wfile.flush()
            except OSError:
                return

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
        self._send(404, content.replace(b"</head>", _TAG, 1) if self.audience else content, "text/html; charset=utf-8")

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # the name of the class above
        """Keeps quiet: the terminal is for problems."""


class Server(ThreadingHTTPServer):
    """A server whose open pages do not keep it from ending."""

    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A reader that went away is not worth a traceback."""


def open_server(folder: Path, host: str, port: int, audience: Audience | None = None) -> Server:
    """A server of this folder, bound and ready; OSError where the address is taken."""
    return Server((host, port), partial(SiteHandler, directory=str(folder), audience=audience))


def run_server(folder: Path, host: str, port: int, builder: Connection) -> None:
    """Serves until the builder hangs up.

    First sends the port that it is bound to, or the reason why it cannot be; then passes every message of the builder
    on to the open pages.
    """
    audience = Audience()
    try:
        server = open_server(folder, host, port, audience)
    except OSError as error:
        builder.send(error.strerror or str(error))
        return
    builder.send(server.server_address[1])
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        while True:
            audience.tell(builder.recv())
    except (EOFError, KeyboardInterrupt):
        server.shutdown()
