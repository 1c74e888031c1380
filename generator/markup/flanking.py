"""Where emphasis may open and close beside Hangul and other CJK characters.

CommonMark takes a run of `*` for a closing one only if punctuation before it is followed by a space or by more
punctuation, which Korean particles never are: `**용어(Term)**은`. The CJK-friendly amendment to CommonMark
(github.com/tats-u/markdown-cjk-friendly) lets a CJK character beside the run count as well. Text without CJK characters
is read as CommonMark reads it.
"""

from __future__ import annotations

import unicodedata
from functools import cache

from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace

SPACE, PUNCTUATION, CJK, SELECTOR = 1, 2, 4, 8
"""Traits of a character; PUNCTUATION here leaves out that of CJK scripts, which CJK covers."""
CJK_PUNCTUATION = 16

_HANGUL_JAMO = ((0x1100, 0x11FF), (0xA960, 0xA97C), (0xD7B0, 0xD7FB))
_EMOJI = (0x1F000, 0x1FAFF)
_SYMBOLS_BEFORE_CJK = (0x2010, 0x2E7F)
"""Wide characters of this range are emoji, but for the angle brackets, the hexagram parts and the won sign."""
_WIDE_SYMBOLS = frozenset([0x20A9, 0x2329, 0x232A, *range(0x2630, 0x2638), *range(0x268A, 0x2690)])


@cache
def traits(character: str) -> int:
    """What a character is to a run of delimiters beside it, as a sum of the flags above."""
    code = ord(character)
    if isWhiteSpace(code):
        return SPACE
    if 0xFE00 <= code <= 0xFE0E:
        return SELECTOR
    if 0xE0100 <= code <= 0xE01EF or _is_cjk(character, code):
        return CJK | (CJK_PUNCTUATION if isPunctChar(character) else 0)
    return PUNCTUATION if isMdAsciiPunct(code) or isPunctChar(character) else 0


def _is_cjk(character: str, code: int) -> bool:
    if code < 0x1100:
        return False
    if any(first <= code <= last for first, last in _HANGUL_JAMO):
        return True
    if unicodedata.east_asian_width(character) not in "WFH":
        return False
    if _SYMBOLS_BEFORE_CJK[0] <= code <= _SYMBOLS_BEFORE_CJK[1]:
        return code in _WIDE_SYMBOLS
    return not _EMOJI[0] <= code <= _EMOJI[1] or 0x1F200 <= code <= 0x1F265


def traits_before(text: str, start: int) -> int:
    """Traits of what stands before an index; a variation selector belongs to the character that it follows."""
    if start == 0:
        return SPACE
    found = traits(text[start - 1])
    if found is SELECTOR:
        return traits(text[start - 2]) if start > 1 else 0
    return found


def flanking(before: int, after: int, *, splits_words: bool) -> tuple[bool, bool]:
    """Whether a run between two characters of these traits can open and can close emphasis."""
    left = not after & SPACE and (not after & PUNCTUATION or bool(before & (SPACE | PUNCTUATION | CJK)))
    right = not before & SPACE and (not before & PUNCTUATION or bool(after & (SPACE | PUNCTUATION | CJK)))
    if splits_words:
        return left, right
    opens = left and (not right or bool(before & (PUNCTUATION | CJK_PUNCTUATION)))
    closes = right and (not left or bool(after & (PUNCTUATION | CJK_PUNCTUATION)))
    return opens, closes
