"""Where a library may come from: folders, files and addresses, with their sizes and digests."""

import gzip
import hashlib
import json
import threading
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from click.testing import CliRunner

from generator.cli.mcp import mcp
from generator.mcp import sources
from generator.mcp.sources import (
    DUMP,
    INDEX,
    MissingLibraryError,
    SourceError,
    database_file,
    is_loopback,
    open_library,
)

pytest_plugins = ("public_library",)


@pytest.fixture(scope="module")
def packed(library_path):
    return gzip.compress(library_path.read_bytes(), compresslevel=1)


@pytest.fixture
def site(tmp_path, packed):
    """A built site that holds the dump and the index of its API."""
    root = tmp_path / "root" / "site"
    (root / DUMP).parent.mkdir(parents=True)
    (root / DUMP).write_bytes(packed)
    describe(root, hashlib.sha256(packed).hexdigest())
    return root


def describe(root, digest, path=DUMP):
    data = {"dumps": {"sqlite": {"path": path, "url": None, "sha256": digest}}}
    (root / INDEX).write_text(json.dumps({"schema_version": "1.0", "data": data}))


def opened(place, sha256=None):
    with database_file(str(place), sha256) as path:
        store = open_library(path)
        count = store.count
        store.close()
    return count


def refused(place, code, sha256=None):
    with pytest.raises(SourceError) as caught:
        opened(place, sha256)
    assert caught.value.code == code


@contextmanager
def answering(handler):
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class TestFiles:
    def test_folders_and_files(self, site, store, library_path):
        for place in (site, site.parent, site / DUMP, library_path):
            assert opened(place) == store.count

    def test_a_digest_is_checked_where_one_is_known(self, site, packed, library_path):
        assert opened(site / DUMP, hashlib.sha256(packed).hexdigest().upper())
        refused(site / DUMP, "source-bad-digest", "0" * 64)
        refused(library_path, "source-bad-digest", "0" * 64)
        describe(site, "0" * 64)
        refused(site, "source-bad-digest")

    def test_nothing_there(self, tmp_path):
        for place in (tmp_path, tmp_path / "none.sqlite"):
            with pytest.raises(MissingLibraryError):
                opened(place)

    def test_no_library(self, tmp_path):
        path = tmp_path / "x.sqlite"
        path.write_bytes(b"hello")
        refused(path, "source-no-library")

    @pytest.mark.parametrize("cut", [12, 1000, -8])
    def test_a_cut_file(self, tmp_path, packed, cut):
        path = tmp_path / "x.sqlite.gz"
        path.write_bytes(packed[:cut])
        refused(path, "source-bad-gzip")

    def test_damage_in_the_middle(self, tmp_path, packed):
        path = tmp_path / "x.sqlite.gz"
        path.write_bytes(packed[:5000] + bytes(64) + packed[5064:])
        refused(path, "source-bad-gzip")

    def test_sizes_before_and_after_unpacking(self, tmp_path, site, monkeypatch):
        bomb = tmp_path / "bomb.sqlite.gz"
        bomb.write_bytes(gzip.compress(bytes(3 * 1024 * 1024)))
        monkeypatch.setattr(sources, "UNPACKED_MB", 2)
        refused(bomb, "source-too-large-unpacked")
        monkeypatch.setattr(sources, "PACKED_MB", 1)
        refused(site, "source-too-large")

    def test_what_was_unpacked_is_removed(self, site):
        with database_file(str(site)) as path:
            assert path.is_file()
        assert not path.parent.exists()


class TestAddresses:
    @pytest.fixture
    def url(self, site):
        with answering(partial(Quiet, directory=str(site))) as address:
            yield address

    def test_a_site_or_its_dump(self, url, store):
        for address in (url, f"{url}/", f"{url}/{DUMP}"):
            assert opened(address) == store.count

    def test_another_file_needs_its_digest(self, url, site, packed):
        (site / "other.sqlite.gz").write_bytes(packed)
        refused(f"{url}/other.sqlite.gz", "source-no-digest")
        assert opened(f"{url}/other.sqlite.gz", hashlib.sha256(packed).hexdigest())

    def test_a_digest_that_differs(self, url, site):
        describe(site, "0" * 64)
        refused(url, "source-bad-digest")
        refused(f"{url}/{DUMP}", "source-bad-digest")

    @pytest.mark.parametrize(
        "index", [b"", b"[]", b"{}", b'{"data": {"dumps": {"sqlite": null}}}', b"<html>", b"\xff" * 100]
    )
    def test_an_index_that_names_no_library(self, url, site, index):
        (site / INDEX).write_bytes(index)
        refused(url, "source-bad-index")

    def test_an_index_that_leads_elsewhere(self, url, site):
        describe(site, "0" * 64, "https://elsewhere.invalid/library.sqlite.gz")
        refused(url, "source-bad-index")

    def test_not_found_and_no_answer(self, url):
        refused(f"{url}/nowhere/", "source-not-answering")
        refused("http://127.0.0.1:1/", "source-not-answering")

    @pytest.mark.parametrize(
        "address", ["http://192.0.2.1/", "ftp://localhost/x.sqlite", "file:///etc/passwd", "data://x"]
    )
    def test_only_https_and_this_machine(self, address):
        refused(address, "source-bad-scheme", "0" * 64)

    @pytest.mark.parametrize("target", ["http://192.0.2.1/x.sqlite", "file:///etc/passwd", "ftp://localhost/x"])
    def test_a_redirect_leads_nowhere_else(self, target):
        class Redirecting(BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(302)
                self.send_header("Location", target)
                self.end_headers()

            def log_message(self, *_):
                pass

        with answering(Redirecting) as address, pytest.raises(SourceError) as caught:
            opened(f"{address}/x.sqlite", "0" * 64)
        assert caught.value.code in {"source-bad-scheme", "source-not-answering"}

    def test_an_answer_without_end(self, monkeypatch):
        class Endless(BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.end_headers()
                try:
                    while True:
                        self.wfile.write(bytes(1 << 16))
                except OSError:
                    pass

            def log_message(self, *_):
                pass

        monkeypatch.setattr(sources, "PACKED_MB", 1)
        with answering(Endless) as address:
            refused(f"{address}/x.sqlite", "source-too-large", "0" * 64)

    def test_loopback(self):
        assert all(is_loopback(host) for host in ("localhost", "127.0.0.1", "127.9.9.9", "::1"))
        assert not any(is_loopback(host) for host in ("", "0.0.0.0", "::", "localhost.evil", "192.168.0.1"))  # noqa: S104


class TestCommand:
    def run(self, *arguments, language="en"):
        return CliRunner().invoke(mcp, [*arguments, "--lang", language])

    @pytest.mark.parametrize("language", ["en", "ko"])
    def test_without_a_build_it_says_how_to_make_one(self, tmp_path, language):
        (tmp_path / "site.toml").touch()
        result = self.run("--site", str(tmp_path), language=language)
        assert result.exit_code == 2
        assert "incidents build" in result.stderr

    def test_without_a_site(self, tmp_path):
        assert self.run("--site", str(tmp_path)).exit_code == 2

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            (("--http", "0.0.0.0:0"), "--allowed-host"),
            (("--http", "nonsense"), "HOST:PORT"),
            (("--workers", "2"), "--http"),
            (("--allowed-host", "x"), "--http"),
        ],
    )
    def test_wrong_use(self, library_path, arguments, told):
        result = self.run("--library", str(library_path), *arguments)
        assert result.exit_code == 2
        assert told in result.stderr

    def test_a_bad_library(self, tmp_path):
        path = tmp_path / "x.sqlite"
        path.write_bytes(b"hello")
        for language in ("en", "ko"):
            result = self.run("--library", str(path), language=language)
            assert result.exit_code == 1
            assert str(path) in result.stderr
