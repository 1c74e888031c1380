"""`incidents list`."""

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
from generator.relations.query.errors import QueryError
from generator.relations.query.listing import ORDERS, list_incidents


@click.command()
@filter_options
@click.option("--sort", type=click.Choice(tuple(ORDERS)), default="newest", show_default=True, help="Order.")
@page_options(20)
@site_options
def list(  # noqa: A001  # the name of the command
    *, sort: str, limit: int, offset: int, as_json: bool, root: Path, language: str | None, **options: Any
) -> None:
    """List incidents, the newest first.

    On a terminal they are a table; in a pipe each is a line of id, date, severity, organization and title, with tabs
    between them. `longest` sorts by time to recover.
    """
    language = language_of(language)
    opened = open_library(root, language)
    try:
        listing = list_incidents(
            opened.store, filters_of(options), language=opened.language, sort=sort, start=offset, limit=limit
        )
    except QueryError as error:
        refuse(error, language)
    if as_json:
        incidents = [summary.data() for summary in listing.incidents]
        print_json({"total": listing.total, "offset": offset, "incidents": incidents})
        return
    print_summaries(listing.incidents, language)
    if is_terminal() or not listing.incidents:
        print_count(len(listing.incidents), listing.total, offset, language)
