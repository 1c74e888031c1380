"""Sentences with values in them, and the forms of English words that go with a number."""

from __future__ import annotations

import string
from typing import Any


class _Sentences(string.Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        """A value, or of two forms that follow the colon (`{count:file|files}`) the one that goes with it."""
        one, bar, many = format_spec.partition("|")
        if not bar:
            return str(super().format_field(value, format_spec))
        return one if value == 1 else many


_FORMATTER = _Sentences()


def fill(sentence: str, /, **values: object) -> str:
    """The sentence with its values; `{count:file|files}` is `file` for one and `files` for any other number."""
    return _FORMATTER.vformat(sentence, (), values)
