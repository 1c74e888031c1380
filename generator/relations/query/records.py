"""The record of an incident, narrowed to one language and to some of its parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.model.incident import SECTIONS
from generator.relations.query.errors import QueryError, quoted

LIST_PARTS = ("sources", "references", "related", "signatures", "alerts", "checks")
"""Parts of a record that are lists."""

PARTS = ("facts", "summary", *SECTIONS, *LIST_PARTS)
"""What can be asked for by name, in the order of an answer."""

HEAD = ("id", "status", "language", "title", "path", "url")
"""Keys that every narrowed record has."""

_LEFT_OUT = frozenset(
    {"number", "year", "aliases", "pages", "markdown", "pictures", "sections", "translations", "citation"}
)
"""Keys of the whole record that say again what other keys say, that only a page needs, or that get another form."""


def checked_parts(parts: Sequence[str]) -> tuple[str, ...]:
    """Parts in the order of an answer, all of them for none; QueryError for one that there is not."""
    for part in parts:
        if part not in PARTS:
            raise QueryError("unknown-section", value=quoted(part), known=", ".join(PARTS))
    return tuple(part for part in PARTS if not parts or part in parts)


def narrowed(
    record: Mapping[str, Any], language: str, languages: Sequence[str], parts: Sequence[str] = ()
) -> dict[str, Any]:
    """A whole record in one language: what is one value a language becomes that value, and a section its Markdown.

    The language is that of the original where there is no text in the wanted one; the answer says which it is.
    Facts stand beside the parts; parts that were not asked for are not there. QueryError for an unknown part.
    """
    wanted = checked_parts(parts)
    used = language if record["title"].get(language) is not None else record["original"]
    flat = _flat(record, used, languages)
    head = {"id": flat["id"], "status": flat["status"], "language": used, "title": flat["title"], **flat["pages"]}
    sections = {"summary": flat["summary"], **flat["sections"]}
    return {
        **head,
        **(_facts(flat) if "facts" in wanted else {}),
        "sections": {name: sections[name] for name in wanted if sections.get(name)},
        **{name: [_shortened(item) for item in flat[name]] for name in wanted if name in LIST_PARTS},
    }


def _facts(flat: Mapping[str, Any]) -> dict[str, Any]:
    elsewhere = {*HEAD, *PARTS, *_LEFT_OUT}
    return {
        **{key: value for key, value in flat.items() if key not in elsewhere},
        "translation": flat["translations"],
        "citation": flat["citation"]["text"],
    }


def _shortened(item: Any) -> Any:
    """A related incident without its addresses, which its id gives, and with the ids alone of what is shared."""
    if not isinstance(item, dict) or "chosen" not in item:
        return item
    kept = {key: value for key, value in item.items() if key not in {"record", "pages", "path", "url"}}
    return {**kept, "shared": [f"{tag['group']}/{tag['id']}" for tag in item["shared"]]}


def _flat(value: Any, language: str, languages: Sequence[str]) -> Any:
    """A value with every map of languages made the value of one, and every text made its Markdown."""
    if isinstance(value, list):
        return [_flat(item, language, languages) for item in value]
    if not isinstance(value, dict):
        return value
    if set(value) == set(languages):
        return _flat(value[language], language, languages)
    if {"markdown", "html"} <= set(value):
        return value["markdown"]
    return {key: _flat(item, language, languages) for key, item in value.items()}
