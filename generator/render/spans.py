"""Short texts in which authors put code between backticks, as HTML."""

from __future__ import annotations

import re
from collections import deque

from markupsafe import Markup, escape

_TICKS = re.compile("(`+)")


def code_spans(text: str) -> Markup:
    """A text as HTML in which what stands between two equally long runs of backticks is code; all else is text.

    Spans are found as in CommonMark: a run without its like stays as written, and a blank at both ends is left out.
    """
    parts = _TICKS.split(text)  # text and runs by turns
    places: dict[str, deque[int]] = {}
    for place in range(1, len(parts), 2):
        places.setdefault(parts[place], deque()).append(place)
    made: list[Markup] = []
    place = 0
    while place < len(parts):
        alike = places[parts[place]] if place % 2 else None
        while alike and alike[0] <= place:
            alike.popleft()
        if alike:
            made.append(Markup("<code>{}</code>").format(_stripped("".join(parts[place + 1 : alike[0]]))))
            place = alike[0]
        else:
            made.append(escape(parts[place]))
        place += 1
    return Markup("").join(made)


def _stripped(code: str) -> str:
    return code[1:-1] if code[:1] == code[-1:] == " " and code.strip() else code
