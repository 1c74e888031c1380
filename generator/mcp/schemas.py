"""What the server says of its tools: names, descriptions, arguments, with the ids of the vocabulary where they fit."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from generator.mcp.limits import LOG, MOST, PAGE, TOOLS
from generator.model.vocabulary import TAG_GROUPS
from generator.relations.membership import LIST_GROUPS
from generator.relations.query.filters import FACTS, FILTER_GROUPS
from generator.relations.query.listing import ORDERS
from generator.relations.query.phrases import LONGEST
from generator.relations.query.records import PARTS
from generator.relations.query.store import Store
from generator.relations.query.vocab import vocab

FILTERS = (*FILTER_GROUPS, "year_from", "year_to", "has", "text_in")
"""Arguments of `search_incidents` and `list_incidents` that filter."""

ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    "search_incidents": ("query", "language", *FILTERS, "limit", "cursor"),
    "get_incident": ("id", "language", "sections", "cursor"),
    "list_incidents": (*FILTERS, "language", "sort", "limit", "cursor"),
    "get_topic": ("id", "group", "language", "cursor"),
    "vocab": ("group", "language", "cursor"),
    "match_text": ("text", "language", "cursor"),
    "check_manifests": ("text", "id", "complete", "all", "language", "cursor"),
}
"""Every tool with its arguments."""

_NEEDED: Mapping[str, tuple[str, ...]] = {
    "search_incidents": ("query",),
    "get_incident": ("id",),
    "list_incidents": (),
    "get_topic": ("id",),
    "vocab": (),
    "match_text": ("text",),
    "check_manifests": ("text",),
}

_DESCRIPTIONS: Mapping[str, str] = {
    "search_incidents": "Search incident reports by words, error message, alert name or id, in Korean or English; a "
    "query in one language also finds the other. Filters: any value of one, all of several. Best first, excerpts.",
    "get_incident": "One report by id: facts, summary, sections, sources, related incidents, checks.",
    "list_incidents": "List incidents by filters, newest first. Filters are those of search_incidents.",
    "get_topic": "One term (a topic unless group says otherwise): definition, how many incidents, frequent causes and "
    "symptoms, newest and most typical incidents.",
    "vocab": "Ids and labels that filters take; with group also definitions and synonyms.",
    "match_text": "Find incidents whose known log, metric or event signatures or alert names stand in a pasted log.",
    "check_manifests": "Look for known conditions of incidents in Kubernetes manifests (YAML or JSON), offline. Says "
    "present, not seen or cannot tell, never safe. Secrets are dropped: leave them out.",
}

_OWN: Mapping[tuple[str, str], str] = {
    ("search_incidents", "query"): f"At most {LONGEST} characters",
    ("get_incident", "id"): "As IL-0585 or 585",
    ("get_topic", "id"): "Id of the term",
    ("match_text", "text"): f"At most {LOG} characters; letters count as written",
    ("check_manifests", "text"): f"As kubectl get -o yaml or helm template print; at most {LOG} characters",
    ("check_manifests", "id"): "Checks of this incident alone",
    ("check_manifests", "complete"): "What is not in text does not exist",
    ("check_manifests", "all"): "Also what was not seen or cannot be told",
}

_SHARED: Mapping[str, str] = {
    "language": "Of titles and text",
    "has": "Must be known",
    "text_in": "Must be written in this language",
    "cursor": "next_cursor of the answer before",
}

_LISTS = frozenset({*FILTER_GROUPS, "has", "sections"})
_FLAGS = frozenset({"complete", "all"})
_NUMBERS = frozenset({"year_from", "year_to", "limit"})

_ROOM = 300
"""Bytes of `tools/list` kept for what the protocol puts around the tools."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolText:
    """One tool as it is listed."""

    name: str
    title: str
    description: str
    schema: dict[str, Any]


def tool_texts(store: Store) -> list[ToolText]:
    """The tools with as many ids of the vocabulary as the listing has room for, short groups first."""
    tools = [_tool(store, name) for name in ARGUMENTS]
    left = TOOLS - _ROOM - sum(_bytes(tool) for tool in tools)
    schemas = {tool.name: tool.schema["properties"] for tool in tools}
    for size, group, ids in sorted((_enum_bytes(ids), group, ids) for group, ids in _ids(store).items()):
        for name in ("search_incidents", "list_incidents"):
            if ids and size <= left:
                schemas[name][group]["items"]["enum"] = ids
                schemas[name][group].pop("description", None)
                left -= size
    return tools


def _ids(store: Store) -> dict[str, list[str]]:
    """Ids that are in use, by group."""
    return {
        group: [term.id for term in vocab(store, group, language=store.languages[0]) if term.incidents]
        for group in FILTER_GROUPS
    }


def _enum_bytes(ids: list[str]) -> int:
    return len(json.dumps({"enum": ids}, separators=(",", ":")).encode())


def _bytes(tool: ToolText) -> int:
    """What a tool takes of the listing: its texts, its schema, its annotations."""
    listed = {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": tool.schema,
        "annotations": {"readOnlyHint": True, "openWorldHint": False},
    }
    return len(json.dumps(listed, ensure_ascii=False, separators=(",", ":")).encode()) + 1


def _tool(store: Store, name: str) -> ToolText:
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {argument: _property(store, name, argument) for argument in ARGUMENTS[name]},
        "additionalProperties": False,
    }
    if _NEEDED[name]:
        schema["required"] = list(_NEEDED[name])
    title = name.replace("_", " ").capitalize()
    return ToolText(name=name, title=title, description=_DESCRIPTIONS[name], schema=schema)


def _property(store: Store, tool: str, name: str) -> dict[str, Any]:
    found: dict[str, Any] = {"type": "string"}
    if name in _LISTS:
        found = {"type": "array", "items": {"type": "string"}}
    elif name in _FLAGS:
        found = {"type": "boolean"}
    elif name in _NUMBERS:
        found = {"type": "integer"}
    if name == "limit":
        found |= {"minimum": 1, "maximum": MOST, "default": PAGE}
    allowed = _allowed(store, name)
    if allowed:
        (found["items"] if name in _LISTS else found)["enum"] = allowed
    description = _OWN.get((tool, name)) or _SHARED.get(name)
    if name in TAG_GROUPS or name == "organizations":
        description = "Ids by vocab"
    if description:
        found["description"] = description
    return found


def _allowed(store: Store, name: str) -> list[str]:
    """Values that are the same for every library, and its languages."""
    return {
        "language": list(store.languages),
        "text_in": list(store.languages),
        "has": list(FACTS),
        "sort": list(ORDERS),
        "sections": list(PARTS),
        "group": list(LIST_GROUPS),
    }.get(name, [])
