"""Interface text: gettext catalogues, read from `.po` files without a compiling step."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from generator.content.kept import read_note, write_note


class CatalogueError(ValueError):
    """A catalogue file that cannot be read; the message names the file and, where known, the line."""


class Catalogue:
    """The interface text of one language.

    A message that no file translates is shown as it stands in the source, in English.
    """

    def __init__(self, language: str, files: Iterable[Path] = (), cache: Path | None = None) -> None:
        """Read the files in order: a message of a later file takes the place of the same one before.

        `cache` is a folder in which they are kept in the form that is read quickly.
        Raises CatalogueError for a file that is not a catalogue, OSError for one that cannot be opened.
        """
        self.language = language
        self._translations = NullTranslations()
        for file in files:
            layer = GNUTranslations(BytesIO(_compiled(file, language, cache)))
            layer.add_fallback(self._translations)
            self._translations = layer

    def gettext(self, message: str) -> str:
        """The message in this language."""
        return self._translations.gettext(message)

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        """The message in this language, in the form that goes with the number `n`."""
        return self._translations.ngettext(singular, plural, n)


def _compiled(file: Path, language: str, cache: Path | None) -> bytes:
    """The messages of a file in the form that looks up plurals: as an earlier build left them, else made."""
    if cache is None:
        return _compile(file, language)
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    name = f"catalogue-{language}-{digest[:16]}"
    found = read_note(cache, name, digest)
    if not isinstance(found, bytes):
        found = _compile(file, language)
        write_note(cache, name, found, digest)
    return found


def _compile(file: Path, language: str) -> bytes:
    from generator.render.pofiles import compile_messages  # most builds find them compiled

    return compile_messages(file, language)
