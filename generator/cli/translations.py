"""`incidents translations`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NoReturn

import click

from generator.cli.common import language_of, site_options, stop, stop_at_disk
from generator.cli.opening import opened_content
from generator.cli.words import say
from generator.content.files import UNREADABLE
from generator.content.load import LOCK_PATH, Content
from generator.content.lock import format_lock
from generator.model.translation import Translation

_ORDER = ("missing", "behind", "unrecorded", "current")


@click.group()
def translations() -> None:
    """See which translations are missing or behind, and record that one has caught up."""


@translations.command()
@click.option("--json", "as_json", is_flag=True, help="Print the state of every translation as JSON.")
@site_options
def status(as_json: bool, root: Path, language: str | None) -> None:
    """List translations that are missing, behind (with the sections), unrecorded; count the current ones."""
    language = language_of(language)
    with opened_content(root, language) as (content, _):
        states = content.library.translations
    if as_json:
        click.echo(json.dumps({"translations": list(_records(states))}, ensure_ascii=False, indent=2))
        return
    for wanted in _ORDER[:-1]:
        for (identifier, target), translation in states.items():
            if translation.state == wanted:
                parts = f": {', '.join(translation.behind)}" if translation.behind else ""
                click.echo(f"{identifier} {target}  {say(language, f'translation-{wanted}')}{parts}")
    current = sum(translation.state == "current" for translation in states.values())
    click.echo(say(language, "translations-current", count=current, total=len(states)), err=True)


def _records(states: Mapping[tuple[str, str], Translation]) -> Iterator[dict[str, object]]:
    for (identifier, target), translation in states.items():
        yield {
            "id": identifier,
            "language": target,
            "state": translation.state,
            "behind": list(translation.behind),
        }


@translations.command()
@click.argument("identifier", metavar="[ID]", required=False)
@click.argument("target", metavar="[LANGUAGE]", required=False)
@click.option("--all", "everything", is_flag=True, help="Record every translation that exists.")
@site_options
def sync(
    identifier: str | None,
    target: str | None,
    everything: bool,
    root: Path,
    language: str | None,
) -> None:
    """Record that the translation of an incident (in one language, or in all) matches its original as it is now."""
    language = language_of(language)
    if everything == (identifier is not None):
        stop(say(language, "sync-what"))
    with opened_content(root, language) as (content, _):
        unread = [problem for problem in content.problems if problem.path == LOCK_PATH and problem.code == UNREADABLE]
        if unread:  # told already; its lines would be lost
            raise SystemExit(1)
        wanted = [
            key
            for key, translation in content.library.translations.items()
            if translation.state != "missing" and (everything or (key[0] == identifier and target in (None, key[1])))
        ]
        if identifier is not None and not wanted:
            _refuse(content, identifier, target, language)
        try:
            written = _record(content, wanted)
        except OSError as error:
            stop_at_disk(error, content.root / LOCK_PATH, language)
    click.echo(say(language, "synced", count=written, path=LOCK_PATH))


def _refuse(content: Content, identifier: str, target: str | None, language: str) -> NoReturn:
    """Ends the command with the reason why nothing is there to record."""
    known = {parsed.id: parsed.incident for parsed in content.parsed}
    if identifier not in known:
        stop(say(language, "sync-unknown", id=identifier), status=1)
    if known[identifier] is None:
        stop(say(language, "sync-faulty", id=identifier), status=1)
    stop(say(language, "sync-nothing", id=identifier, language=target or ""))


def _record(content: Content, keys: list[tuple[str, str]]) -> int:
    """Writes the lock with the originals of these translations as they are now; returns how many lines changed."""
    incidents = {parsed.id: parsed.incident for parsed in content.parsed}
    lock = {
        key: parts
        for key, parts in content.lock.items()
        if key in content.library.translations or (key[0] in incidents and incidents[key[0]] is None)
    }
    for key in keys:
        incident = incidents[key[0]]
        if incident is not None:
            lock[key] = incident.texts[incident.original].digests
    path = content.root / LOCK_PATH
    partial = path.with_suffix(".partial")
    partial.write_text(format_lock(lock), encoding="utf-8")
    partial.replace(path)
    return sum(content.lock.get(key) != parts for key, parts in lock.items())
