"""`incidents search`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from generator.cli.common import language_of, site_options
from generator.cli.questions import (
    filter_options,
    filters_of,
    is_terminal,
    open_library,
    page_options,
    print_count,
    print_json,
    print_summaries,
    refuse,
)
from generator.relations.query import search as engine
from generator.relations.query.errors import QueryError


@click.command()
@click.argument("query", nargs=-1, required=True)
@filter_options
@page_options(10)
@site_options
def search(
    *, query: tuple[str, ...], limit: int, offset: int, as_json: bool, root: Path, language: str | None, **options: Any
) -> None:
    """Find incidents by words, an error message or an id, in either language.

    Words between quotes stand side by side. On a terminal the results are a table; in a pipe each is a line of id,
    date, severity, organization and title, with tabs between them.
    """
    language = language_of(language)
    opened = open_library(root, language)
    try:
        results = engine.search(
            opened.store, _text(query), filters_of(options), language=opened.language, start=offset, limit=limit
        )
    except QueryError as error:
        refuse(error, language)
    if as_json:
        print_json({"total": results.total, "offset": offset, "incidents": [hit.data() for hit in results.hits]})
        return
    print_summaries([hit.summary for hit in results.hits], language)
    if is_terminal() or not results.hits:
        print_count(len(results.hits), results.total, offset, language)


def _text(words: tuple[str, ...]) -> str:
    """The arguments as one query; one with a space in it was quoted in the shell and stays together as words."""
    return " ".join(words)
