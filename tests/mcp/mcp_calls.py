"""Calls of the server's tools, and what every result must be like."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from generator.mcp.limits import ANSWER
from generator.mcp.wording import NOTICE

PLANTED = Path(__file__).parent.parent / "cluster" / "manifests" / "planted.yaml"
"""Manifests of a made-up cluster that shows ten conditions, with a secret."""

CALLS: dict[str, dict[str, Any]] = {
    "search_incidents": {"query": "etcd 장애", "limit": 3},
    "get_incident": {"id": "585", "language": "en"},
    "list_incidents": {"topics": ["dns"], "limit": 3},
    "get_topic": {"id": "dns", "language": "en"},
    "vocab": {"group": "severities"},
    "match_text": {"text": "write: no space left on device", "language": "en"},
    "check_manifests": {"text": PLANTED.read_text(encoding="utf-8"), "language": "en"},
}
"""A call of each tool that has an answer."""


def characters(result: Any) -> int:
    """How long a result is as JSON, its text and its structured content together."""
    return len(json.dumps(json.loads(result.model_dump_json(by_alias=True, exclude_none=True)), ensure_ascii=False))


def check_result(result: Any) -> None:
    """A result is no error, within its budget, and marked as quoted where it holds report text."""
    assert not result.is_error, result.content
    assert characters(result) <= ANSWER + 400, "20,000 characters beside the protocol's own keys and JSON's spaces"
    assert len(result.content[0].text) + len(json.dumps(result.structured_content, ensure_ascii=False)) <= ANSWER + 400
    assert "next_cursor" in result.structured_content
    if "terms" not in result.structured_content:
        assert result.structured_content["notice"] == NOTICE
        assert NOTICE in result.content[0].text


def leaves(value: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    """Every text and number of structured content with its key."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield from leaves(item, name)
    elif isinstance(value, list):
        for item in value:
            yield from leaves(item, key)
    elif value is not None and not isinstance(value, bool):
        yield key, value
