"""Answers of tools: structured content and compact Markdown with the same facts, cut to fit, with a cursor."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from generator.mcp.limits import ANSWER
from generator.mcp.wording import NOTICE, SHORTENED
from generator.relations.query.cursors import make_cursor

_RESERVE = 700
"""Characters kept for the notice, the cursor and what JSON puts around them."""

_LONG_TEXT, _LONG_LIST = 300, 10
"""To which an item is cut that fits no answer by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A piece of an answer that is given whole or not at all."""

    key: str
    """The list, or the table, of the structured content in which it stands."""
    data: Any
    text: str
    name: str | None = None
    """Its key in a table; pieces of one name are joined."""
    alone: bool = False
    """Whether its key holds this piece itself rather than a list."""
    heading: str = ""
    """Stands in the text above the first of its kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An answer before it is cut."""

    head: Mapping[str, Any]
    """Structured content that is always whole."""
    title: str
    """The same as text."""
    items: Sequence[Item]
    start: int = 0
    """Place of the first item in the whole answer."""
    total: int | None = None
    """Items of the whole answer; None if these are all."""
    mark: str = ""
    """Binds the cursor to the question."""
    lists: Sequence[str] = ()
    """Keys that are there even when they hold nothing."""
    quoted: bool = True
    """Whether it holds report text."""
    same_call: str = "send the same call"
    """How to ask for the rest, before the cursor."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A result of a tool."""

    text: str
    structured: dict[str, Any] = field(default_factory=dict)


def cut(draft: Draft, most: int = ANSWER) -> Answer:
    """The answer with as many items as fit into `most` characters, at least one, and a cursor for the rest."""
    left = most - _size(draft.head) - _size(draft.title) - _RESERVE
    taken: list[Item] = []
    shortened = False
    for item in draft.items:
        size = _size(item.data) + _size(item.text) + _size(item.heading) + _size(item.key) + len(item.name or "") + 12
        if size > left:
            if taken:
                break
            shortened = True
        taken.append(_shortened(item) if shortened else item)
        left -= size
    total = draft.total if draft.total is not None else draft.start + len(draft.items)
    end = draft.start + len(taken)
    cursor = make_cursor(draft.mark, end) if end < total and taken else None
    text, content = _text(draft, taken, cursor), _structured(draft, taken, cursor)
    if shortened:
        text, content = f"{text}\n\n_{SHORTENED}_", {**content, "shortened": True}
    return Answer(text=text, structured=content)


def _size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def _structured(draft: Draft, taken: Sequence[Item], cursor: str | None) -> dict[str, Any]:
    content: dict[str, Any] = {**draft.head, **{key: [] for key in draft.lists}}
    for item in taken:
        if item.alone:
            content[item.key] = item.data
            continue
        if item.name is None:
            content.setdefault(item.key, []).append(item.data)
            continue
        table = content.setdefault(item.key, {})
        table[item.name] = table.get(item.name, "") + item.data
    if draft.quoted:
        content["notice"] = NOTICE
    content["next_cursor"] = cursor
    return content


def _text(draft: Draft, taken: Sequence[Item], cursor: str | None) -> str:
    parts = [draft.title]
    if draft.quoted:
        parts.append(f"_{NOTICE}_")
    heading = ""
    for item in taken:
        if item.heading and item.heading != heading:
            parts.append(f"## {item.heading}")
        if item.text.startswith("- ") and item.heading == heading and parts[-1].startswith("- "):
            parts[-1] += f"\n{item.text}"
        else:
            parts.append(item.text)
        heading = item.heading
    if cursor is not None:
        parts.append(f'Cut here. For the rest {draft.same_call} with cursor="{cursor}".')
    return "\n\n".join(part for part in parts if part)


def _shortened(item: Item) -> Item:
    def shorter(value: Any) -> Any:
        if isinstance(value, str):
            return value if len(value) <= _LONG_TEXT else value[:_LONG_TEXT] + "…"
        if isinstance(value, list):
            return [shorter(entry) for entry in value[:_LONG_LIST]]
        if isinstance(value, dict):
            return {key: shorter(entry) for key, entry in value.items()}
        return value

    text = item.text if len(item.text) <= _LONG_TEXT * 10 else item.text[: _LONG_TEXT * 10] + "…"
    return replace(item, data=shorter(item.data), text=text)


def chunks(text: str, most: int) -> list[str]:
    """A text in pieces of at most `most` characters, cut behind paragraphs, else lines; joined they are the text."""
    pieces: list[str] = []
    while len(text) > most:
        place = text.rfind("\n\n", 0, most - 1) + 2
        if place < 2:
            place = text.rfind("\n", 0, most) + 1 or most
        pieces.append(text[:place])
        text = text[place:]
    return [*pieces, text] if text else pieces
