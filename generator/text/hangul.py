"""Korean text re-spelled for a search index that knows words only, and taken back letter for letter.

A word index finds `네임노드` in `HDFS네임노드를` only if the text is cut where no space is. So each run of
Hangul syllables becomes overlapping pairs of syllables, and each syllable U+AC00+i is written as the ideograph
U+4E00+i, because the index decomposes Hangul and then keeps all of it in one chunk:

    HDFS네임노드를 썼다.  →  HDFS `네임 임노 노드 드를 썼다.       (written with ideographs)

- A pair that overlaps the one before it continues the run. `|` before a pair says that it does not.
- A backquote after a space says that there was no space.
- A run of one syllable is the syllable and `LONE`, so that no word of the index begins another.
- Ideographs of the text itself move to U+20000; `^` says that the next character stands for itself.
"""

from __future__ import annotations

import re
import unicodedata

from generator.text.forms import nfc

JOIN, BREAK, ESCAPE = "`", "|", "^"
"""Punctuation of ASCII, because the index drops it without making a second word of what is left."""

FIRST, LAST = 0xAC00, 0xD7A3
"""The first and the last Hangul syllable."""

BASE = 0x4E00
"""Where the syllables are written from."""

LONE = chr(BASE + LAST - FIRST + 1)
"""Follows the syllable of a run of one."""

SHIFT = 0x20000 - BASE
"""How far the ideographs move whose places the syllables take."""

_SYLLABLE = f"[{chr(BASE)}-{chr(BASE + LAST - FIRST)}]"
_TAKEN = f"[{chr(BASE)}-{LONE}]"
_MOVED = f"[{chr(BASE + SHIFT)}-{chr(ord(LONE) + SHIFT)}]"
_HANGUL = "[가-힣]"

_FOREIGN = re.compile(rf"{_TAKEN}|{_MOVED}|[`|^]|(?<!\S)___")
_CHUNK = re.compile(r"\S+")
_RUN = re.compile(rf"({_HANGUL}+)")
_SPELLED = re.compile(
    rf" {JOIN}|\^(.)|\{BREAK}|{LONE}|({_SYLLABLE}) \2(?={_SYLLABLE})|({_TAKEN})|({_MOVED})", re.DOTALL
)
_WORD = re.compile(r"[^\W_]")
_PIECE = re.compile(rf"{_HANGUL}+|[^\s가-힣]+")
_JAMO = re.compile("[ㄱ-ㅎㅏ-ㅣ]+")

_TO_IDEOGRAPHS = {code: code - FIRST + BASE for code in range(FIRST, LAST + 1)}


def respell(text: str) -> str:
    """The text as it goes into the index; `restore` takes it back to its form NFC."""
    text = _FOREIGN.sub(_set_apart, nfc(text))
    if not _RUN.search(text):
        return text
    spelled: list[str] = []
    end, before = 0, ""
    for chunk in _CHUNK.finditer(text):
        gap = text[end : chunk.start()]
        words = _words(chunk.group())
        if gap == " " and _overlaps(before, words):
            words = BREAK + words
        spelled += (gap, words)
        end, before = chunk.end(), words
    return "".join((*spelled, text[end:]))


def restore(spelled: str) -> str:
    """The text that `respell` was given, in its form NFC."""
    return _SPELLED.sub(_original, spelled)


def pairs(run: str) -> list[str]:
    """The words under which a run of Hangul syllables stands in the index."""
    run = run.translate(_TO_IDEOGRAPHS)
    return [run[i : i + 2] for i in range(len(run) - 1)] or [run + LONE]


def query_words(query: str) -> list[str]:
    """The words of a query as the index spells them, each once, in its order.

    A run of Hangul is its pairs; one syllable alone is that syllable, which begins all pairs with it. Any other
    piece is one word without its signs, in lower case; one of letters of half a syllable (`ㅋ`) is none.
    `static/js/search/terms.js` follows the same rules in the browser.
    """
    words: list[str] = []
    for piece in _PIECE.findall(nfc(query)):
        if _RUN.match(piece):
            words += [word.removesuffix(LONE) for word in pairs(piece)]
        else:
            words += _plain_word(piece)
    return list(dict.fromkeys(words))


def _plain_word(piece: str) -> list[str]:
    moved = re.sub(_TAKEN, _set_apart, piece)
    word = "".join(character for character in moved if unicodedata.category(character)[0] in "LNM").lower()
    return [word] if word and not _JAMO.fullmatch(word) else []


def _set_apart(found: re.Match[str]) -> str:
    character = found.group()
    if BASE <= ord(character[0]) <= ord(LONE):
        return chr(ord(character) + SHIFT)
    return ESCAPE + character


def _words(chunk: str) -> str:
    """A piece of text without white space: its runs as pairs, all parts that hold words set apart."""
    spelled, joined = "", False
    for number, part in enumerate(_RUN.split(chunk)):
        if not part:
            continue
        is_run = number % 2 == 1
        wordless = not is_run and not _WORD.search(part)
        if spelled and not wordless and not joined:
            spelled += " " + JOIN
        spelled += " ".join(pairs(part)) if is_run else part
        joined = wordless and number == 0
    return spelled


def _overlaps(before: str, words: str) -> bool:
    """Whether the words would be read as going on from those before them."""
    if len(words) < 2 or before[-1:] != words[0]:
        return False
    return all(BASE <= ord(character) < ord(LONE) for character in words[:2])


def _original(found: re.Match[str]) -> str:
    escaped, overlap, taken, moved = found.groups()
    if escaped is not None:
        return str(escaped)
    if overlap is not None:
        return chr(ord(overlap) - BASE + FIRST)
    if taken is not None:
        return chr(ord(taken) - BASE + FIRST)
    return chr(ord(moved) - SHIFT) if moved is not None else ""
