"""Where a library comes from: a folder, a file, or an address; with limits on its size and a check of its SHA-256."""

from __future__ import annotations

import gzip
import hashlib
import ipaddress
import re
import shutil
import tempfile
import urllib.error
import urllib.request
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from typing import IO, Any
from urllib.parse import urljoin, urlsplit

import orjson

from generator.relations.query.store import Store, StoreError, open_store

PACKED_MB, UNPACKED_MB = 256, 1024
"""What a library may take as it comes, and as it is opened."""

INDEX = "api/v1/index.json"
DUMP = "api/v1/dump/library.sqlite.gz"

_PREFIX = "incident-library-"
"""Begins the name of a folder in which a library is unpacked."""

_TIMEOUT = 30.0
"""Seconds in which an address must go on answering."""

_INDEX_BYTES = 4 * 1024 * 1024
_CHUNK = 1 << 20
_MAGIC = b"\x1f\x8b"


class SourceError(Exception):
    """A library that cannot be had, as a code with values; the command line has the wording."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values = values


class MissingLibraryError(Exception):
    """There is no library at this place."""


@contextmanager
def database_file(place: str, sha256: str | None = None) -> Iterator[Path]:
    """The database of a library as a file that can be opened; what had to be unpacked is removed afterwards.

    `place` is a folder with a built site (or one that holds it in `site/`), a `library.sqlite` or
    `library.sqlite.gz`, or an https or loopback address of such a file or of a site. `sha256` is that of the file as it
    is given; without it, that which `index.json` of the site names. Raises SourceError, MissingLibraryError or OSError.
    """
    with tempfile.TemporaryDirectory(prefix=_PREFIX) as folder:
        if "://" in place:
            yield _fetched(place, sha256, Path(folder))
        else:
            yield _local(Path(place), sha256, Path(folder))


def discard(path: Path) -> None:
    """Removes a database that `database_file` unpacked, for a process that ends without leaving it."""
    if path.parent.name.startswith(_PREFIX):
        shutil.rmtree(path.parent, ignore_errors=True)


def open_library(path: Path) -> Store:
    """Opens the database; SourceError when it is none that this server can use."""
    try:
        store = open_store(path)
    except StoreError as error:
        raise SourceError("source-no-library", reason=error) from None
    if store.rows("SELECT 1 FROM incident WHERE record IS NULL LIMIT 1"):
        store.close()
        raise SourceError("source-no-library", reason="it holds no records")
    return store


def _local(place: Path, sha256: str | None, folder: Path) -> Path:
    if place.is_dir():
        found = [root for root in (place, place / "site") if (root / DUMP).is_file()]
        if not found:
            raise MissingLibraryError(str(place / DUMP))
        root = found[0]
        if sha256 is None and (root / INDEX).is_file():
            sha256 = _described((root / INDEX).read_bytes())[1]
        return _local(root / DUMP, sha256, folder)
    if not place.is_file():
        raise MissingLibraryError(str(place))
    with place.open("rb") as file:
        packed = file.read(2) == _MAGIC
        file.seek(0)
        if not packed and sha256 is None:
            return place
        return _unpacked(file, sha256, folder)


def _fetched(url: str, sha256: str | None, folder: Path) -> Path:
    if not urlsplit(url).path.endswith((".sqlite", ".sqlite.gz")):
        site = url if url.endswith("/") else f"{url}/"
        with _opened(urljoin(site, INDEX)) as answer:
            path, named = _described(answer.read(_INDEX_BYTES))
        url, sha256 = urljoin(site, path), sha256 or named
    elif sha256 is None and urlsplit(url).path.endswith(f"/{DUMP}"):
        with _opened(urljoin(url, "../index.json")) as answer:
            sha256 = _described(answer.read(_INDEX_BYTES))[1]
    if sha256 is None:
        raise SourceError("source-no-digest")
    with _opened(url) as answer:
        return _unpacked(answer, sha256, folder)


def _described(index: bytes) -> tuple[str, str]:
    """Path from the site's root, and SHA-256, of the database that an index names."""
    try:
        dump = orjson.loads(index)["data"]["dumps"]["sqlite"]
        path, digest = dump["path"], dump["sha256"]
    except (orjson.JSONDecodeError, KeyError, TypeError):
        raise SourceError("source-bad-index") from None
    if not isinstance(path, str) or not isinstance(digest, str) or "://" in path or not _is_digest(digest):
        raise SourceError("source-bad-index")
    return path, digest


def _is_digest(text: str) -> bool:
    return re.fullmatch(r"[0-9a-fA-F]{64}", text) is not None


def _unpacked(source: Any, sha256: str | None, folder: Path) -> Path:
    """Copies a file, unpacks it where it is gzip, and checks its digest; bounds both sizes on the way."""
    packed, target = folder / "library.packed", folder / "library.sqlite"
    digest = hashlib.sha256()
    with packed.open("wb") as copy:
        for chunk in _read(source, PACKED_MB, "source-too-large"):
            digest.update(chunk)
            copy.write(chunk)
    if sha256 is not None and digest.hexdigest() != sha256.lower():
        raise SourceError("source-bad-digest", found=digest.hexdigest(), expected=sha256.lower())
    with packed.open("rb") as file:
        if file.read(2) != _MAGIC:
            return packed
    _gunzip(packed, target)
    packed.unlink()
    return target


def _gunzip(packed: Path, target: Path) -> None:
    try:
        with gzip.open(packed, "rb") as file, target.open("wb") as copy:
            for chunk in _read(file, UNPACKED_MB, "source-too-large-unpacked"):
                copy.write(chunk)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise SourceError("source-bad-gzip") from None


def _read(source: Any, most_mb: int, code: str) -> Iterator[bytes]:
    left = most_mb * 1024 * 1024
    while chunk := source.read(_CHUNK):
        left -= len(chunk)
        if left < 0:
            raise SourceError(code, most=most_mb)
        yield chunk


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows only to where the first request could have gone."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:  # noqa: PLR0917
        """The next request, or an error for a scheme or host that is not allowed."""
        _check_address(newurl)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _check_address(url: str) -> None:
    """Allows https, and http on this machine."""
    parts = urlsplit(url)
    if not (parts.scheme == "https" or (parts.scheme == "http" and is_loopback(parts.hostname or ""))):
        raise SourceError("source-bad-scheme")


def is_loopback(host: str) -> bool:
    """Whether a host name is one of this machine alone."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@contextmanager
def _opened(url: str) -> Iterator[IO[bytes]]:
    _check_address(url)
    request = urllib.request.Request(url, headers={"User-Agent": "incident-library"})  # noqa: S310  # checked above
    handlers: list[urllib.request.BaseHandler] = [_Redirects()]
    if is_loopback(urlsplit(url).hostname or ""):
        handlers.append(urllib.request.ProxyHandler({}))
    try:
        with urllib.request.build_opener(*handlers).open(request, timeout=_TIMEOUT) as answer:
            yield answer
    except (urllib.error.URLError, HTTPException, TimeoutError) as error:
        raise SourceError("source-not-answering", reason=getattr(error, "reason", None) or error) from None
