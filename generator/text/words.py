"""Words of a text that can tell it from another."""

from __future__ import annotations

import re

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{2,}|[가-힣]{2,}")


def telling_words(text: str) -> tuple[str, ...]:
    """Words of three Latin letters or two Hangul syllables and more, case folded, each once, in order."""
    return tuple(dict.fromkeys(_WORD.findall(text.casefold())))
