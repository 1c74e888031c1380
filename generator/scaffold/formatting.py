"""One form for the files of authors: keys in the documented order, NFC, line feeds, one end of line at the end.

Nothing is rewritten: the lines of a key move as they are, with the comments above them.
"""

from __future__ import annotations

import re

from generator.content.facts import FACT_KEYS, TEXT_KEYS
from generator.content.files import decode_text
from generator.content.frontmatter import split_front_matter

_ORDER = (*TEXT_KEYS, *FACT_KEYS)
_KEY = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)\s*:")


def in_form(text: str) -> bytes:
    """A text of ours in the one form."""
    data = text.encode()
    return formatted(data, "") or data


def formatted(data: bytes, name: str) -> bytes | None:
    """The file in its one form; None where it cannot be read or has no closed front matter."""
    file, problems = decode_text(data, name)
    if file is None or problems:
        return None
    parts = split_front_matter(file.text)
    if parts is None:
        return None
    source, body, _ = parts
    lines = _in_order([line.rstrip() for line in source.split("\n")])
    text = "\n".join(("---", *lines, "---", body.strip("\n"))) + "\n"
    return text.encode()


def _in_order(lines: list[str]) -> list[str]:
    """The lines of the front matter, key by key in the documented order; unknown keys stay last."""
    blocks: list[tuple[str, list[str]]] = []
    waiting: list[str] = []
    for line in lines:
        key = _KEY.match(line)
        if key:
            blocks.append((key[1], [*waiting, line]))
            waiting = []
        elif line.startswith("#") or not line or not blocks:
            waiting.append(line)
        else:
            blocks[-1][1].extend([*waiting, line])
            waiting = []
    order = {name: place for place, name in enumerate(_ORDER)}
    blocks.sort(key=lambda block: order.get(block[0], len(order)))
    tail = [line for line in waiting if line]
    return [line for _, block in blocks for line in block if line] + tail
