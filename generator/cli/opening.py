"""Opening the content of a site for commands that answer from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from generator.build import Options, load
from generator.cli.common import find_root, print_problems, tell_problems
from generator.cli.words import say
from generator.content.files import UNREADABLE
from generator.content.load import INCIDENTS_PATH, Content
from generator.content.workplace import cache_folder


def tell_unkept(language: str) -> Callable[[Path], None]:
    """Says that a folder for the cache cannot be written."""
    return lambda folder: click.echo(say(language, "cache-unkept", folder=folder), err=True)


@contextmanager
def opened_content(root: Path, language: str) -> Iterator[tuple[Content, Path]]:
    """The content of a site as it is now, and the folder of its cache while that is needed.

    An incident that cannot be read is told and left out. Where `site.toml` cannot be used, or the incidents, the
    vocabulary or the organizations cannot be read at all, the command ends.
    """
    root = find_root(root, language)
    with cache_folder(root, tell_unkept(language)) as cache:
        content, problems = load(root, Options(), cache)
        if content is None:
            print_problems(problems, language, "text")
            raise SystemExit(1)
        unread = {problem.path: problem for problem in content.problems if problem.code == UNREADABLE}
        tell_problems(unread.values(), language)
        needed = (INCIDENTS_PATH, content.vocabulary.path, content.organizations.path)
        if any(path in unread or path.partition("/")[0] in unread for path in needed):
            raise SystemExit(1)
        yield content, cache
