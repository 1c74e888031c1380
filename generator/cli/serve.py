"""`incidents serve`."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event
from types import FrameType

import click

from generator.build import Options, Result
from generator.cli.build import run_build
from generator.cli.common import find_root, language_of, print_problems, site_options, stop
from generator.cli.words import say
from generator.problems import hint, message
from generator.serve.refresh import Refresh
from generator.serve.server import run_server
from generator.serve.watch import source_changes


@click.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="Port; 0 takes a free one."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to bind to.")
@site_options
def serve(port: int, host: str, root: Path, language: str | None) -> None:
    """Build the site, show it on this machine, and build and reload it whenever a file changes.

    Problems are printed and shown in the open pages; the last good site stays.
    """
    language = language_of(language)
    root = find_root(root, language)
    preview = _Preview(root, language)
    server = _server(root / "site", host, port, language)
    with server as pages, closing(preview), _ending() as asked, suppress(KeyboardInterrupt):
        changes = source_changes(root)
        next(changes)  # from here on no change is missed, not even one during the first build
        preview.build(pages)
        preview.settle()
        for changed in changes:
            if asked.is_set():
                break
            if changed:
                click.echo(say(language, "changed", count=len(changed), path=_shortest(changed, root)), err=True)
                preview.build(pages)
            else:
                preview.catch_up()


@contextmanager
def _ending() -> Iterator[Event]:
    """Set when the command is asked to end; an interrupt alone may be swallowed by what it interrupts."""
    asked = Event()

    def end(signum: int, frame: FrameType | None) -> None:
        del signum, frame
        asked.set()
        raise KeyboardInterrupt

    former = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield asked
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)


def _shortest(changed: frozenset[str], root: Path) -> str:
    return min(changed, key=lambda path: (len(path), path)).removeprefix(f"{root}/")


class _Preview:
    """Builds the site and tells the open pages what came of it."""

    def __init__(self, root: Path, language: str) -> None:
        self.root, self.language = root, language
        self._refresh = Refresh(root)

    def build(self, pages: Connection) -> None:
        """One build; a failed one leaves the last good site in place. The search follows behind the reload."""
        start = time.perf_counter()
        try:
            result = self._run(stale_index=True)
        except SystemExit:
            return
        self._tell(pages, result, time.perf_counter() - start)
        self._follow(result)

    def settle(self) -> None:
        """Brings the idle tree up to date, so that the next edit does not have to."""
        with suppress(SystemExit):
            self._run(stale_index=True)

    def catch_up(self) -> None:
        """Publishes an index that was made behind the reload; where that failed, tells why."""
        went_well = self._refresh.ended()
        if went_well is not None:
            with suppress(SystemExit):
                self._follow(self._run(stale_index=went_well))
            self.settle()

    def _follow(self, result: Result) -> None:
        """Lets an index follow where the one that is shown is of other texts, and no other."""
        if result.index_is_stale:
            self._refresh.begin()
        else:
            self._refresh.end()

    def close(self) -> None:
        """Leaves nothing at work."""
        self._refresh.end()

    def _run(self, *, stale_index: bool) -> Result:
        options = Options(stale_index=stale_index, dumps=False)
        return run_build(self.root, self.root / "site", options, self.language, quiet=True)

    def _tell(self, pages: Connection, result: Result, seconds: float) -> None:
        """Prints what came of a build and sends it to the open pages."""
        problems = [problem for problem in result.problems if problem.severity == "error"]
        print_problems(problems, self.language, "text")
        if result.published:
            values = {"made": result.made, "seconds": seconds}
            click.echo(say(self.language, "rebuilt", **values), err=True)
        else:
            click.echo(say(self.language, "not-published"), err=True)
        pages.send(self._message(result))

    def _message(self, result: Result) -> str:
        shown = [
            {
                "place": f"{problem.path}:{problem.line}:{problem.column}: {problem.code}",
                "message": message(problem, self.language),
                "hint": hint(problem, self.language),
            }
            for problem in result.problems
            if problem.severity == "error"
        ]
        data = {"problems": shown, "reload": result.published}
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


@contextmanager
def _server(folder: Path, host: str, port: int, language: str) -> Iterator[Connection]:
    """A server in a process of its own, since builds start others; ends the command where it cannot be bound."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=run_server, args=(folder, host, port, theirs), daemon=True)
    process.start()
    theirs.close()
    answer = ours.recv()
    if isinstance(answer, str):
        stop(say(language, "address-in-use", address=f"{host}:{port}", reason=answer), say(language, "address-hint"))
    click.echo(say(language, "serving", folder=folder, address=f"http://{host}:{answer}/"))
    try:
        yield ours
    finally:
        ours.close()
        process.join(2)
        process.terminate()
