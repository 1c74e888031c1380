"""`incidents mcp`."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from types import FrameType

import click

from generator.cli.common import find_root, language_of, site_options, stop
from generator.cli.query_words import say
from generator.mcp.sources import MissingLibraryError, SourceError, database_file


@click.command()
@click.option("--http", "address", metavar="HOST:PORT", help="Serve over HTTP, e.g. 127.0.0.1:8585.  [default: stdio]")
@click.option("--library", metavar="PLACE", help="Folder, file or address of a library.  [default: the local build]")
@click.option("--sha256", metavar="HEX", help="SHA-256 of the file that --library names.")
@click.option("--allowed-host", "allowed", multiple=True, metavar="NAME", help="Name that clients may call it by.")
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes, with --http.")
@site_options
def mcp(
    *,
    address: str | None,
    library: str | None,
    sha256: str | None,
    allowed: tuple[str, ...],
    workers: int,
    root: Path,
    language: str | None,
) -> None:
    """Serve the library to AI agents over the Model Context Protocol.

    PLACE is the folder of a built site, a library.sqlite or library.sqlite.gz, or an https address of such a file or of
    a site; without it, the site that `incidents build` made here. HTTP answers at /mcp. Beyond this machine it serves
    only under names given with --allowed-host. Put a proxy with TLS, and with a login for a private library, before it.
    """
    language = language_of(language)
    if find_spec("mcp") is None:
        stop(say(language, "no-mcp"), say(language, "no-mcp-hint"))
    if address is None and (allowed or workers > 1):
        stop(say(language, "mcp-workers-need-http"))
    place = library or str(find_root(root, language) / "site")
    try:
        with _ending_in_order():
            importing = _imported_meanwhile("generator.mcp.server")
            with database_file(place, sha256) as path:
                importing.join()
                _serve(path, address, allowed, workers, language)
    except MissingLibraryError as error:
        stop(say(language, "mcp-no-library", place=error), say(language, "mcp-no-library-hint"))
    except SourceError as error:
        reason = say(language, error.code, **error.values)
        stop(say(language, "mcp-bad-library", place=place, reason=reason), status=1)
    except OSError as error:
        stop(say(language, "mcp-bad-library", place=place, reason=error.strerror or error), status=1)


@contextmanager
def _ending_in_order() -> Iterator[None]:
    """Lets SIGTERM end the command as the end of its work would, so that what was unpacked is removed."""

    def end(_number: int, _frame: FrameType | None) -> None:
        raise SystemExit(0)

    former = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, former)


def _imported_meanwhile(name: str) -> Thread:
    """A thread that imports a module: unpacking a library leaves the interpreter free.

    What is imported stays; to look for garbage in it, now or later, would only cost time.
    """

    def load() -> None:
        gc.disable()
        try:
            import_module(name)
        finally:
            gc.freeze()
            gc.enable()

    thread = Thread(target=load)
    thread.start()
    return thread


def _serve(path: Path, address: str | None, allowed: tuple[str, ...], workers: int, language: str) -> None:
    from generator.mcp.sources import open_library

    store = open_library(path)
    count = store.count
    store.close()
    if address is None:
        from generator.mcp import stdio

        stdio.serve(path)
        return
    from generator.mcp import http

    try:
        host, port = http.parse_address(address)
        listening = http.open_socket(host, port, allowed)
    except ValueError:
        stop(say(language, "mcp-bad-address", value=address))
    except http.NotAllowedError:
        stop(say(language, "mcp-not-loopback", host=host))
    except OSError as error:
        stop(say(language, "mcp-address-in-use", address=address, reason=error.strerror), status=1)
    with listening:
        shown = f"[{host}]" if ":" in host else host
        url = f"http://{shown}:{listening.getsockname()[1]}{http.PATH}"
        click.echo(say(language, "mcp-serving", count=count, address=url), err=True)
        http.serve(path, listening, allowed, workers)
