"""Catalogue files: gettext's `.po`, read without a compiling step."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

from generator.render.catalogue import CatalogueError


def load_messages(file: Path, language: str) -> Catalog:
    """The messages of one `.po` file; CatalogueError if it is not one."""
    try:
        with file.open("rb") as stream:
            return read_po(stream, locale=language, charset="utf-8", abort_invalid=True)
    except PoFileError as error:
        raise CatalogueError(f"{file}:{error.lineno}: {error}") from error
    except ValueError as error:
        raise CatalogueError(f"{file}: {error}") from error


def compile_messages(file: Path, language: str) -> bytes:
    """The messages of a `.po` file as a `.mo` file; empty ones are left to what lies below."""
    messages = load_messages(file, language)
    for message in list(messages):
        forms = message.string if isinstance(message.string, (list, tuple)) else [message.string]
        if message.id and not all(forms):
            messages.delete(message.id)
    compiled = BytesIO()
    write_mo(compiled, messages)
    return compiled.getvalue()
