"""`incidents show`."""

from __future__ import annotations

from pathlib import Path

import click
import orjson

from generator.build import open_editions
from generator.cli.common import language_of, site_options
from generator.cli.faults import telling
from generator.cli.query_words import say
from generator.cli.questions import Opened, console, is_terminal, open_library, print_json, refuse
from generator.outputs import assets
from generator.outputs.api.records import record_bytes
from generator.relations.query.errors import QueryError
from generator.relations.query.lookup import get
from generator.relations.query.markdown import record_markdown
from generator.relations.query.records import narrowed
from generator.render.theme import find_theme


@click.command()
@click.argument("identifier", metavar="ID")
@click.option("--section", "sections", multiple=True, help="Only this part, e.g. summary, cause or sources.")
@click.option("--json", "as_json", is_flag=True, help="Print the whole record as JSON, as the static API has it.")
@site_options
def show(identifier: str, sections: tuple[str, ...], as_json: bool, root: Path, language: str | None) -> None:
    """Show one report: its facts, its text and its sources.

    ID is written as in IL-0585, il 585 or 585. In a pipe the report is Markdown.
    """
    language = language_of(language)
    opened = open_library(root, language)
    try:
        entry = get(opened.store, identifier)
        with telling(language, opened.root, ""):
            record = _record(opened, entry.id)
        if as_json:
            print_json(record)
            return
        report = narrowed(record, opened.language, opened.store.languages, sections)
    except QueryError as error:
        refuse(error, language)
    if entry.status == "withdrawn":
        click.secho(say(language, "withdrawn"), err=True, fg="yellow")
    text = record_markdown(report)
    if not is_terminal():
        click.echo(text)
        return
    from rich.markdown import Markdown

    console().print(Markdown(text))


def _record(opened: Opened, identifier: str) -> dict[str, object]:
    """The record of the static API."""
    theme = find_theme(opened.root)
    static, _ = assets.plan_assets(theme, search=False)
    editions, _ = open_editions(opened.library, opened.relations(), theme, static)
    record: dict[str, object] = orjson.loads(record_bytes(editions, opened.library.incidents[identifier]))
    return record
