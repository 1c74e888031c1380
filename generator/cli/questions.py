"""What the commands share that ask the library: opening it, filters, lists of incidents."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from generator.cli.common import stop
from generator.cli.opening import opened_content
from generator.cli.query_words import say
from generator.content.cache import code_version
from generator.model.library import Library
from generator.relations.membership import Relations, relate
from generator.relations.query.database import write_database
from generator.relations.query.errors import QueryError
from generator.relations.query.filters import FILTER_GROUPS, Filters
from generator.relations.query.store import Store, StoreError, open_store
from generator.relations.query.summaries import Summary

Command = TypeVar("Command", bound=Callable[..., Any])

_FILTERS = {
    "topic": "topics",
    "symptom": "symptoms",
    "cause": "causes",
    "factor": "contributing_factors",
    "component": "components",
    "organization": "organizations",
    "severity": "severities",
}
"""Options and the groups whose ids they take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A library, ready for questions."""

    root: Path
    library: Library
    store: Store
    language: str
    """Of what is shown."""

    def relations(self) -> Relations:
        """Who belongs to what."""
        return relate(self.library)


def open_library(root: Path, language: str) -> Opened:
    """The library of a site as its content is now; ends the command where it cannot be read."""
    with opened_content(root, language) as (content, cache):
        store = _kept(content.library, cache)
    shown = language if language in store.languages else store.languages[0]
    return Opened(root=content.root, library=content.library, store=store, language=shown)


def _kept(library: Library, cache: Path) -> Store:
    """The database of this very content: the one that was kept, else a new one, which is kept in its place."""
    path = cache / f"query-{_state(library)}.sqlite"
    try:
        return open_store(path)
    except StoreError:
        pass
    cache.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(f".{os.getpid()}.partial")
    write_database(partial, library, relate(library), {})
    for former in cache.glob("query-*.sqlite"):
        former.unlink(missing_ok=True)
    partial.replace(path)
    return open_store(path)


def _state(library: Library) -> str:
    """First 16 hex digits of a digest of all that the database is made of."""
    hashed = hashlib.sha256(code_version().encode())
    hashed.update(repr((library.site, library.vocabulary, library.organizations)).encode())
    for incident in library.incidents.values():
        hashed.update(f"{incident.id} {incident.digest}\n".encode())
    return hashed.hexdigest()[:16]


def filter_options(command: Command) -> Command:
    """Adds the filters to a command; `filters_of` reads them."""
    decorators = [
        click.option(f"--{name}", name, multiple=True, metavar="ID", help=f"Only with one of these {group}.")
        for name, group in _FILTERS.items()
    ]
    decorators += [
        click.option("--from", "year_from", type=int, metavar="YEAR", help="Only from this year on."),
        click.option("--to", "year_to", type=int, metavar="YEAR", help="Only up to this year."),
        click.option("--has", multiple=True, metavar="FACT", help="Only where this is known, e.g. time_to_recover."),
        click.option("--text", "text_in", metavar="LANGUAGE", help="Only reports with a text in this language."),
    ]
    for decorator in reversed(decorators):
        command = decorator(command)
    return command


def page_options(limit: int) -> Callable[[Command], Command]:
    """Adds `--limit` with this default, `--offset` and `--json` to a command."""

    def add(command: Command) -> Command:
        count = click.option("--limit", type=click.IntRange(1, 1000), default=limit, show_default=True, help="At most.")
        offset = click.option("--offset", type=click.IntRange(0), default=0, help="Leave out the first ones.")
        as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
        return count(offset(as_json(command)))

    return add


def filters_of(options: dict[str, Any]) -> Filters:
    """The filters that `filter_options` added to the options of a command, taken out of them."""
    terms = {group: tuple(options.pop(name)) for name, group in _FILTERS.items()}
    return Filters(
        terms={group: terms[group] for group in FILTER_GROUPS},
        year_from=options.pop("year_from"),
        year_to=options.pop("year_to"),
        has=tuple(options.pop("has")),
        text_in=options.pop("text_in"),
    )


def refuse(error: QueryError, language: str) -> NoReturn:
    """Ends the command with what is wrong with the question: status 1 for an unknown id, else 2."""
    stop(say(language, f"query-{error.code}", **error.values), status=1 if error.code == "unknown-id" else 2)


def print_json(data: object) -> None:
    """Prints data for programs."""
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


def print_summaries(summaries: Sequence[Summary], language: str) -> None:
    """Prints incidents as a table on a terminal, else as lines of fields with tabs between them."""
    rows = [_fields(summary) for summary in summaries]
    if not is_terminal():
        for row in rows:
            click.echo("\t".join(row))
        return
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("id", "date", "severity", "organization"):
        table.add_column(say(language, f"column-{name}"), no_wrap=True)
    table.add_column(say(language, "column-title"))
    for row in rows:
        table.add_row(*(Text(field) for field in row))
    console().print(table)


def _fields(summary: Summary) -> tuple[str, ...]:
    organization = summary.organizations[0][1] if summary.organizations else ""
    severity = summary.severity[1] if summary.severity else "–"
    return (summary.id, summary.date or "–", severity, organization, summary.title)


def print_count(shown: int, total: int, offset: int, language: str) -> None:
    """Says on standard error how much was found, and how to see the rest."""
    if total == 0:
        click.echo(say(language, "no-hits"), err=True)
    elif offset + shown < total:
        click.echo(say(language, "some-hits", shown=shown, total=total, next=offset + shown), err=True)
    else:
        click.echo(say(language, "all-hits", total=total), err=True)


def is_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout.isatty()


def console() -> Any:
    """Rich's console on standard output; it has no colour under NO_COLOR."""
    from rich.console import Console

    return Console(highlight=False)
