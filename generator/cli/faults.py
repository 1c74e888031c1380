"""What can end a build or a bundle before its time, told in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import jinja2

from generator.cli.common import stop
from generator.cli.words import say
from generator.outputs.search.errors import IndexerError
from generator.render.catalogue import CatalogueError


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
        place = ":".join(str(part) for part in (_template(error), getattr(error, "lineno", None)) if part)
        stop(say(language, "template", place=place, reason=error.message), say(language, "template-hint"), status=1)
    except CatalogueError as error:
        stop(say(language, "catalogue", reason=error), say(language, "catalogue-hint"), status=1)
    except OSError as error:
        reason = say(language, "disk", path=error.filename or out, reason=error.strerror or str(error))
        stop(reason, outcome, status=1)


def _template(error: jinja2.TemplateError) -> str:
    """The template in which an error arose, as far as it is known."""
    if isinstance(error, jinja2.TemplateNotFound | jinja2.TemplateSyntaxError):
        return str(error.name)
    trace, name = error.__traceback__, "templates"
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        name = file if file.endswith(".html") else name
        trace = trace.tb_next
    return name
