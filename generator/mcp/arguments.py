"""Arguments of a tool call: what came from outside as values of the right type, or a word on how to mend it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from generator.relations.query.errors import QueryError, quoted


class Arguments:
    """The arguments of one call; null is as good as absent."""

    def __init__(self, given: Mapping[str, Any], known: Sequence[str]) -> None:
        for name in given:
            if name not in known:
                raise QueryError("unknown-argument", value=quoted(name), known=", ".join(known))
        self._given = {name: value for name, value in given.items() if value is not None}

    def text(self, name: str) -> str | None:
        """A text; a number is taken as it is written."""
        value = self._given.get(name)
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        if value is not None and not isinstance(value, str):
            raise QueryError("wrong-type", name=name, wanted="a string")
        return clean(value) if value is not None else None

    def needed(self, name: str) -> str:
        """A text that must be there."""
        value = self.text(name)
        if value is None:
            raise QueryError("missing-argument", name=name)
        return value

    def document(self, name: str) -> str:
        """A text that must be there; some clients send JSON in a text as the value that it holds."""
        value = self._given.get(name)
        return clean(json.dumps(value, ensure_ascii=False)) if isinstance(value, dict | list) else self.needed(name)

    def number(self, name: str, least: int, most: int, default: int | None = None) -> int | None:
        """A whole number, also one that is written as a text."""
        value = self._given.get(name, default)
        if isinstance(value, str) and value.strip().isascii() and value.strip().isdecimal() and len(value) < 12:
            value = int(value)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool):
            raise QueryError("wrong-type", name=name, wanted="a whole number")
        if not least <= value <= most:
            raise QueryError("out-of-range", name=name, value=quoted(value), least=least, most=most)
        return value

    def flag(self, name: str) -> bool:
        """Yes or no, also one that is written as a text; no unless given."""
        value = self._given.get(name, False)
        if isinstance(value, str) and value.strip().lower() in {"true", "false"}:
            value = value.strip().lower() == "true"
        if not isinstance(value, bool):
            raise QueryError("wrong-type", name=name, wanted="true or false")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts; some clients send it as JSON in a text, or one text without a list."""
        value = self._given.get(name, [])
        if isinstance(value, str):
            value = _unpacked(value)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise QueryError("wrong-type", name=name, wanted="a list of strings")
        return tuple(clean(item) for item in value)


def clean(text: str) -> str:
    """The text with what is no character (half of a surrogate pair) replaced."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _unpacked(text: str) -> object:
    if not text.lstrip().startswith("["):
        return [text]
    try:
        return orjson.loads(clean(text))
    except orjson.JSONDecodeError:
        return [text]
