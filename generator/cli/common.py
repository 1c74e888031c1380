"""What several commands share: their options, the language of messages, how problems are printed."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from generator.cli.words import say
from generator.problems import MESSAGE_LANGUAGES, Problem, hint, message, wordings

Command = TypeVar("Command", bound=Callable[..., Any])

WRONG_USE = 2
"""Exit status of a command that cannot be carried out as given."""


def site_options(command: Command) -> Command:
    """Adds `--site` and `--lang` to a command."""
    site = click.option(
        "--site",
        "root",
        type=click.Path(path_type=Path, file_okay=False),
        default=Path(),
        help="Folder with site.toml.  [default: here]",
    )
    language = click.option(
        "--lang",
        "language",
        type=click.Choice(MESSAGE_LANGUAGES),
        default=None,
        help="Language of messages.  [default: by the locale]",
    )
    return site(language(command))


def language_of(chosen: str | None) -> str:
    """The language of messages: as chosen, else by the locale."""
    if chosen is not None:
        return chosen
    locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    return "ko" if re.split(r"[_.@-]", locale.lower())[0] == "ko" else "en"


def find_root(root: Path, language: str) -> Path:
    """The folder of the site; ends the command where it has no `site.toml`."""
    if not os.path.isfile(root / "site.toml"):  # noqa: PTH113  # a folder that lets nobody in has none, either
        stop(say(language, "no-site", folder=root.resolve()), say(language, "no-site-hint"))
    return root.resolve()


def stop(reason: str, remedy: str = "", *, status: int = WRONG_USE) -> NoReturn:
    """Ends the command with a reason and how to mend it."""
    click.secho(reason, err=True, fg="red")
    if remedy:
        click.echo(remedy, err=True)
    raise SystemExit(status)


def stop_at_disk(error: OSError, place: Path, language: str, remedy: str = "") -> NoReturn:
    """Ends the command with what the operating system refuses; `place` is named where the error names none."""
    reason = error.strerror or str(error)
    stop(say(language, "disk", path=error.filename or place, reason=reason), remedy, status=1)


def print_problems(problems: Iterable[Problem], language: str, form: str) -> None:
    """Prints problems to standard output as `text`, `json` or `github`."""
    printers = {"text": _print_text, "json": _print_json, "github": _print_github}
    printers[form](list(problems), language)


def tell_problems(problems: Iterable[Problem], language: str) -> None:
    """Prints problems to standard error, beside what a command was asked for."""
    _print_text(list(problems), language, err=True)


def _print_text(problems: list[Problem], language: str, *, err: bool = False) -> None:
    for problem in problems:
        place = click.style(f"{problem.path}:{problem.line}:{problem.column}:", bold=True)
        code = click.style(problem.code, fg="red" if problem.severity == "error" else "yellow")
        click.echo(f"{place} {code} {message(problem, language)}", err=err)
        click.echo(f"    {hint(problem, language)}", err=err)


def _print_json(problems: list[Problem], language: str) -> None:
    entries = [
        {
            "path": problem.path,
            "line": problem.line,
            "column": problem.column,
            "code": problem.code,
            "name": wordings(language)[problem.code].name,
            "severity": problem.severity,
            "message": message(problem, language),
            "hint": hint(problem, language),
        }
        for problem in problems
    ]
    click.echo(json.dumps({"problems": entries}, ensure_ascii=False, indent=2))


def _print_github(problems: list[Problem], language: str) -> None:
    for problem in problems:
        told = message(problem, language)
        text = _annotation(f"{told}{'' if told.endswith(('.', '!', '?')) else '.'} {hint(problem, language)}")
        place = f"file={_annotation(problem.path, ',:')},line={problem.line},col={problem.column}"
        click.echo(f"::{problem.severity} {place},title={problem.code}::{text}")


def _annotation(text: str, extra: str = "") -> str:
    for character in f"%\r\n{extra}":
        text = text.replace(character, f"%{ord(character):02X}")
    return text
