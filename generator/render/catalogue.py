"""Interface text: gettext catalogues, read from `.po` files without a compiling step."""

from __future__ import annotations

from collections.abc import Iterable
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po


class CatalogueError(ValueError):
    """A catalogue file that cannot be read; the message names the file and, where known, the line."""


class Catalogue:
    """The interface text of one language.

    A message that no file translates is shown as it stands in the source, in English.
    """

    def __init__(self, language: str, files: Iterable[Path] = ()) -> None:
        """Read the files in order: a message of a later file takes the place of the same one before.

        Raises CatalogueError for a file that is not a catalogue, OSError for one that cannot be opened.
        """
        self.language = language
        self._translations = NullTranslations()
        for file in files:
            layer = _translations(load_messages(file, language))
            layer.add_fallback(self._translations)
            self._translations = layer

    def gettext(self, message: str) -> str:
        """The message in this language."""
        return self._translations.gettext(message)

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        """The message in this language, in the form that goes with the number `n`."""
        return self._translations.ngettext(singular, plural, n)


def load_messages(file: Path, language: str) -> Catalog:
    """The messages of one `.po` file; CatalogueError if it is not one."""
    try:
        with file.open("rb") as stream:
            return read_po(stream, locale=language, charset="utf-8", abort_invalid=True)
    except PoFileError as error:
        raise CatalogueError(f"{file}:{error.lineno}: {error}") from error
    except ValueError as error:
        raise CatalogueError(f"{file}: {error}") from error


def _translations(messages: Catalog) -> GNUTranslations:
    """The messages in the form that looks up plurals, made in memory; empty ones are left to what lies below."""
    for message in list(messages):
        forms = message.string if isinstance(message.string, (list, tuple)) else [message.string]
        if message.id and not all(forms):
            messages.delete(message.id)
    compiled = BytesIO()
    write_mo(compiled, messages)
    compiled.seek(0)
    return GNUTranslations(compiled)
