"""Tokens that are cheap to make: a document has hundreds of them."""

from __future__ import annotations

from typing import Any

from markdown_it.token import Token

_NOTHING: dict[str, Any] = {}


class Node(Token):
    """A markdown-it token whose unused fields stay on the class.

    `attrs` and `meta` are shared while empty: rules replace them, they never change them in place.
    """

    attrs = _NOTHING
    map: list[int] | None = None
    level = 0
    children = None
    content = ""
    markup = ""
    info = ""
    meta = _NOTHING
    block = False
    hidden = False
    pos = 0
    """Index into the text of the block where an inline token was made."""

    def __init__(self, type: str, tag: str, nesting: Any) -> None:  # noqa: A002
        self.type = type
        self.tag = tag
        self.nesting = nesting
