"""`incidents match`."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

import click

from generator.cli.common import language_of, site_options
from generator.cli.query_words import say
from generator.cli.questions import console, is_terminal, open_library, print_json, refuse
from generator.relations.query import match as engine
from generator.relations.query.errors import QueryError


@click.command()
@click.argument("file", type=click.File("rb"), default="-", metavar="[FILE]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@site_options
def match(file: BinaryIO, as_json: bool, root: Path, language: str | None) -> None:
    """Find incidents whose signatures or alert names stand in a log (or in standard input).

    Nothing leaves this machine. Bytes that are no UTF-8 are passed over.
    """
    language = language_of(language)
    opened = open_library(root, language)
    try:
        found = engine.match(
            opened.store, file.read(engine.LONGEST + 1).decode("utf-8", "replace"), language=opened.language
        )
    except QueryError as error:
        refuse(error, language)
    if as_json:
        print_json(found.data())
        return
    _print_matches(found, language)


def _print_matches(found: engine.Matches, language: str) -> None:
    if not found.matches:
        click.echo(say(language, "no-matches", lines=found.lines), err=True)
    if found.skipped:
        click.echo(say(language, "skipped-lines", count=found.skipped), err=True)
    if not is_terminal():
        for entry in found.matches:
            for trace in entry.traces:
                fields = (entry.summary.id, trace.kind, str(trace.line), trace.pattern, entry.summary.title)
                click.echo("\t".join(fields))
        return
    from rich.text import Text

    out = console()
    for entry in found.matches:
        date = entry.summary.date or "–"
        out.print(Text.assemble((entry.summary.id, "bold"), f"  {date}  ", (entry.summary.title, "bold")))
        for trace in entry.traces:
            key = "found-on-line" if trace.lines == 1 else "found-on-lines"
            place = say(language, key, line=trace.line, more=trace.lines - 1)
            out.print(Text(f"    {trace.kind}  {place}: {trace.text}"))
