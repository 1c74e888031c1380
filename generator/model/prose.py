"""Prose: Markdown that has been parsed, with its internal links still open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ROOT = "\x02"
"""Stands in HTML for the way from a page to the root of the site; see `render.urls.close_links`."""

INCIDENT_OPEN, INCIDENT_CLOSE = "\x03", "\x04"
"""Enclose the id of a linked incident in HTML: `\\x03IL-0123\\x04`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """Something that the text points at."""

    kind: Literal["incident", "address", "file", "picture", "fragment"]
    target: str
    line: int
    """Line in the file, from 1."""
    column: int
    """Column in code points, from 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose:
    """Parsed Markdown."""

    html: str
    """Safe HTML; links to incidents are open (`INCIDENT_OPEN`), internal addresses begin with `ROOT`."""
    text: str
    """The words alone, blocks parted by line feeds, for descriptions and for search."""
    references: tuple[Reference, ...] = ()
    anchors: tuple[str, ...] = ()
    """Ids that the HTML defines (headings, footnotes)."""

    def __bool__(self) -> bool:
        return bool(self.html)


NOTHING = Prose(html="", text="")
