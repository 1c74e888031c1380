"""`incidents new`, `incidents fmt` and `incidents init`."""

from __future__ import annotations

import datetime
import os
import re
from pathlib import Path

import click

from generator.cli.common import find_root, language_of, print_problems, site_options, stop, stop_at_disk
from generator.cli.words import say
from generator.content.files import unreadable
from generator.content.headings import LANGUAGES
from generator.content.load import INCIDENTS_PATH, load_site
from generator.model.site import Site
from generator.problems import Problem
from generator.scaffold.formatting import formatted
from generator.scaffold.incident import create_incident, next_id
from generator.scaffold.site import create_site


def _site(root: Path, language: str) -> Site:
    site, problems = load_site(root)
    if site is None or problems:
        print_problems(problems, language, "text")
        raise SystemExit(1)
    return site


@click.command()
@click.argument("identifier", metavar="[ID]", required=False)
@click.option(
    "--original", type=click.Choice(LANGUAGES), default=None, help="Language of the original.  [default: first]"
)
@site_options
def new(identifier: str | None, original: str | None, root: Path, language: str | None) -> None:
    """Make the files of a new incident, as a draft, under the next free id or the given one."""
    language = language_of(language)
    root = find_root(root, language)
    site = _site(root, language)
    try:
        identifier = identifier or next_id(root, site.id_prefix)
    except OSError as error:
        print_problems([unreadable(root / INCIDENTS_PATH, root, error)], language, "text")
        raise SystemExit(1) from None
    if not re.fullmatch(rf"{site.id_prefix}-\d{{4,}}", identifier):
        stop(say(language, "bad-id", id=identifier, example=f"{site.id_prefix}-0585"))
    if original is not None and original not in site.languages:
        stop(say(language, "bad-language", language=original))
    today = datetime.datetime.now(tz=datetime.UTC).date()
    try:
        files = create_incident(root, site, identifier, original or site.languages[0], today)
    except FileExistsError:
        stop(say(language, "exists", path=f"{INCIDENTS_PATH}/{identifier}"))
    except OSError as error:
        stop_at_disk(error, root, language)
    for path in files:
        click.echo(path.relative_to(root))
    click.echo(say(language, "new-next", id=identifier), err=True)


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path, exists=True), metavar="[PATH]...")
@click.option("--check", "only_check", is_flag=True, help="Change nothing; exit status 1 when a file is not in form.")
@site_options
def fmt(paths: tuple[Path, ...], only_check: bool, root: Path, language: str | None) -> None:
    """Bring the files of incidents and pages into one form: order of keys, NFC, line ends.

    Values, comments and texts stay as they are.
    """
    language = language_of(language)
    root = find_root(root, language)
    unread: list[Problem] = []
    changed = []
    for path in _files(paths or (root / "content",), root, unread):
        text = _unlike(path, root, unread)
        if text is not None:
            changed.append(path)
            click.echo(path.relative_to(root))
            if not only_check:
                _replace(path, text, root, language)
    print_problems(sorted(dict.fromkeys(unread)), language, "text")
    key = "would-format" if only_check else "formatted"
    click.echo(say(language, key, count=len(changed)), err=True)
    raise SystemExit(1 if unread or (only_check and changed) else 0)


def _files(paths: tuple[Path, ...], root: Path, unread: list[Problem]) -> list[Path]:
    """The Markdown files of the project that are named or lie in named folders; what cannot be read is told."""
    found: list[Path] = []
    for path in (path.resolve() for path in paths):
        if not path.is_relative_to(root):
            continue
        walked = os.walk(path, onerror=lambda error: unread.append(unreadable(Path(error.filename), root, error)))
        found += [path] if path.is_file() else [Path(folder, name) for folder, _, names in walked for name in names]
    resolved = {path.resolve() for path in found if path.suffix == ".md"}
    return sorted(path for path in resolved if path.is_relative_to(root))


def _unlike(path: Path, root: Path, unread: list[Problem]) -> bytes | None:
    """The text of a file in its form, where that is another than the file has."""
    try:
        data = path.read_bytes()
    except OSError as error:
        unread.append(unreadable(path, root, error))
        return None
    text = formatted(data, path.name)
    return None if text == data else text


def _replace(path: Path, text: bytes, root: Path, language: str) -> None:
    partial = path.with_name(f".{path.name}.partial")
    try:
        partial.write_bytes(text)
        partial.chmod(path.stat().st_mode)
        partial.replace(path)
    except OSError as error:
        stop_at_disk(error, root, language)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default=Path())
@click.option("--name", default=None, help="Name of the site, in both languages until you change it.")
@click.option("--prefix", default="INC", show_default=True, help="Prefix of ids: capital letters and digits.")
@click.option("--lang", "language", type=click.Choice(LANGUAGES), default=None, help="Language of messages.")
def init(folder: Path, name: str | None, prefix: str, language: str | None) -> None:
    """Begin a site of your own: settings, a vocabulary to start from, an example incident."""
    language = language_of(language)
    if not re.fullmatch(r"[A-Z][A-Z0-9]{0,9}", prefix):
        stop(say(language, "bad-prefix", prefix=prefix))
    names = {"ko": name or "사례 도서관", "en": name or "Incident Library"}
    today = datetime.datetime.now(tz=datetime.UTC).date()
    try:
        files = create_site(folder, name=names, prefix=prefix, today=today)
    except FileExistsError:
        stop(say(language, "exists", path=folder / "site.toml"))
    except OSError as error:
        stop_at_disk(error, folder, language)
    for path in files:
        click.echo(path)
    click.echo(say(language, "init-next", folder=folder), err=True)
