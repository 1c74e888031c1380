"""Where the files of the index stand, from the site's root, and what they are called."""

from __future__ import annotations

from pathlib import Path

import orjson

from generator.text.digest import digest_text

NAMED = (".pf_index", ".pf_meta")
"""How files end whose names follow from their content."""

_DIGITS = 6
"""Hex digits of a name that change with the text, so that no browser shows an old one."""


def folder_of(language: str) -> str:
    """The index of a language."""
    return f"pagefind/{language}"


def fragment_name(identifier: str, inputs: str) -> str:
    """The name of the text of an incident, given a digest of what it is made from: its id, a hyphen, hex digits."""
    return f"{identifier}-{digest_text(inputs)[:_DIGITS]}"


def fragment_path(language: str, name: str) -> str:
    """The text of this name."""
    return f"{folder_of(language)}/fragment/{name}.pf_fragment"


def ids_path(language: str) -> str:
    """The ids by the names of their texts, JSON."""
    return f"{folder_of(language)}/ids.json"


def ids_in(index: Path, language: str) -> dict[str, str]:
    """The incidents that an index in a folder holds of a language: ids by the names of their texts, in its order."""
    try:
        ids: dict[str, str] = orjson.loads((index / ids_path(language)).read_bytes())
    except FileNotFoundError:  # no incident has a text in this language
        return {}
    return ids
