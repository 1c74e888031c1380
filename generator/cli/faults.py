"""What can end a build or a bundle before its time, told in the reader's language."""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import jinja2

from generator.cli.common import stop, stop_at_disk
from generator.cli.words import say
from generator.outputs.search.errors import IndexerError
from generator.render.catalogue import CatalogueError
from generator.render.theme import find_theme
from generator.writer import PublishError

_FRAME = re.compile(r'File "([^"\n]+\.html)", line (\d+)')
"""A template in the text of a trace."""


@contextmanager
def telling(language: str, out: Path, outcome: str) -> Iterator[None]:
    """Ends the command with the reason where the indexer, a template, a catalogue or the disk refuses.

    `outcome` says what has become of the output.
    """
    try:
        yield
    except IndexerError as error:
        stop(say(language, "index-failed", reason=error), outcome, status=1)
    except jinja2.TemplateError as error:
        reason = say(language, "template", place=_place(error), reason=error.message)
        stop(reason, say(language, "template-hint"), status=1)
    except CatalogueError as error:
        stop(say(language, "catalogue", reason=error), say(language, "catalogue-hint"), status=1)
    except OSError as error:
        stop_at_disk(error, out, language, outcome)


def refuse_collision(error: PublishError, root: Path, language: str) -> NoReturn:
    """Ends the command with the two sources that want one address."""
    static = dict.fromkeys(find_theme(root).static())
    sources = []
    for path in error.values.values():
        sources.append(f"static/{path}" if path in static else say(language, "made-by-build", path=path))
        static.pop(path, None)  # a second file of this very path is none of static/
    stop(
        say(language, error.key, **dict(zip(error.values, sources, strict=True))),
        say(language, f"{error.key}-hint"),
        status=1,
    )


def _place(error: jinja2.TemplateError) -> str:
    """File and line of the template in which an error arose, as far as they are known.

    An error that was met in another process has its trace as a text.
    """
    if isinstance(error, jinja2.TemplateSyntaxError):
        return f"{error.name}:{error.lineno}"
    if isinstance(error, jinja2.TemplateNotFound):
        return str(error.name)
    found = _FRAME.findall("".join(traceback.format_exception(error)))
    return ":".join(found[-1]) if found else "templates"
