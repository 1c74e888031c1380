"""Words as the full-text index holds them, made alike from texts and from queries.

A run of Hangul becomes its overlapping pairs of syllables, so that `네임노드를` and `네임노드가` meet in three of them.
Everything else is words of letters and digits, in lower case and without accents. SQLite gets them parted by spaces.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from generator.text.forms import nfc

_PIECE = re.compile(r"[가-힣]+|[^\W_가-힣]+")
_HANGUL = re.compile(r"[가-힣]")

_PARTICLES = (
    *("으로부터", "에서부터", "이라는", "에서는", "에서도", "에서의", "으로는", "으로도", "이라고"),
    *("에서", "에게", "으로", "까지", "부터", "이나", "라는", "처럼", "보다", "에는", "에도", "로는", "라고", "마다"),
    *("은", "는", "이", "가", "을", "를", "의", "에", "와", "과", "도", "로", "만", "나"),
)
"""Particles that may close a Korean noun, the longest first."""

_LEAST_STEM = 2
"""Syllables that must be left when a particle is taken off."""


def words(text: str) -> list[str]:
    """The runs of Hangul and the other words of a text, in its order."""
    return [_plain(piece) for piece in _PIECE.findall(nfc(text).casefold())]


def tokens(word: str) -> list[str]:
    """What stands in the index for one of `words`: pairs of syllables, or the word itself."""
    if not is_hangul(word) or len(word) == 1:
        return [word]
    return [word[start : start + 2] for start in range(len(word) - 1)]


def indexed(text: str) -> str:
    """A text as it goes into the index."""
    return " ".join(map(_spelled, _PIECE.findall(nfc(text).casefold())))


@lru_cache(maxsize=1 << 16)
def _spelled(piece: str) -> str:
    """A piece of a text as it goes into the index."""
    return " ".join(tokens(_plain(piece)))


def key(text: str) -> str:
    """Under what a label or a synonym is looked up: its words, run together."""
    return "".join(words(text))


def is_hangul(word: str) -> bool:
    """Whether one of `words` is a run of Hangul."""
    return _HANGUL.match(word) is not None


def stems(word: str) -> list[str]:
    """A run of Hangul, then the same without the particle that seems to close it."""
    found = [word]
    if is_hangul(word):
        particle = next((ending for ending in _PARTICLES if word.endswith(ending)), "")
        if particle and len(word) - len(particle) >= _LEAST_STEM:
            found.append(word.removesuffix(particle))
    return found


def is_particle(word: str) -> bool:
    """Whether one of `words` is a particle, as it stands behind a Latin word: `etcd가`."""
    return word in _PARTICLES


def _plain(piece: str) -> str:
    """A word without accents; Hangul stays composed."""
    if piece.isascii() or _HANGUL.match(piece):
        return piece
    return "".join(letter for letter in unicodedata.normalize("NFD", piece) if unicodedata.category(letter) != "Mn")
