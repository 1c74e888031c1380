"""Which scripts make up the search, in the order in which they are joined."""

from __future__ import annotations

import re
from collections.abc import Iterable

OPENER = "js/search/open.js"
"""On every page: loads the rest when it is asked for. Its address stands in `data-search` of the script element."""

SCRIPTS = tuple(
    f"js/search/{name}.js"
    for name in ("terms", "load", "restore", "words", "find", "facets", "results", "palette", "page")
)
"""Joined in this order into one file in `/assets/`; each is a script of its own and needs those before it."""

BROWSE = ("js/search/browse.js",)
"""The filters of the list of incidents, a file of their own that only the list asks for; it needs `SCRIPTS`."""


def joined(scripts: Iterable[str]) -> str:
    """The texts of `SCRIPTS` as one, without indentation and comments that have lines of their own.

    Strings of these scripts stay within a line, so nothing but the layout changes.
    """
    return _LAYOUT.sub("", _COMMENT.sub("", "\n".join(scripts)))


def browse_call(path: str) -> str:
    """The last line of the joined scripts: it names the file of `BROWSE`, as its path from the site's root."""
    return f'IncidentSearch.addBrowse("{path}");\n'


_COMMENT = re.compile(r"^[ \t]*(?:/\*.*?\*/|//.*?$)[ \t]*\n?", re.MULTILINE | re.DOTALL)
_LAYOUT = re.compile(r"^[ \t]+|^\n", re.MULTILINE)
