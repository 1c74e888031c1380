"""The public library, built once with its search for every test that reads the finished site."""

from __future__ import annotations

import fcntl
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from generator.build import Options, build
from generator.serve.server import open_server

ROOT = Path(__file__).resolve().parents[2]
ADDRESS = "https://library.example/"
"""The address that the site is built for."""

_ID = re.compile(r'\sid="([^"]*)"')


@dataclass(frozen=True)
class PublicSite:
    """The folder of the finished site."""

    folder: Path

    def read(self, path: str) -> str:
        """A published file as text."""
        return (self.folder / path).read_text(encoding="utf-8")

    @cached_property
    def files(self) -> frozenset[str]:
        """Path of every published file."""
        return frozenset(path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*") if path.is_file())

    @cached_property
    def pages(self) -> dict[str, str]:
        """Every page by the path of its file."""
        return {path: self.read(path) for path in sorted(self.files) if path.endswith(".html")}

    @cached_property
    def ids(self) -> dict[str, list[str]]:
        """The ids of every page, taken from its text."""
        return {path: _ID.findall(html) for path, html in self.pages.items()}


def built_public_site(folder: Path, worker: str) -> PublicSite:
    """The public library in a folder that all processes of a test run share; the first that comes builds it.

    `folder` is the base folder of pytest, `worker` the name of the xdist process, or `master` without one.
    """
    shared = folder if worker == "master" else folder.parent
    root = shared / "public-site"
    with (shared / "public-site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (root / "site").exists():
            _build(root)
    return PublicSite(root / "site")


def _build(root: Path) -> None:
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir()
    shutil.copytree(ROOT / "content", root / "content")
    shutil.copy(ROOT / "site.toml", root)
    result = build(root, root / "site", Options(base_url=ADDRESS))
    assert result.published, result.problems


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address of a folder over http, with a closing slash."""
    server = open_server(folder, "127.0.0.1", 0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
