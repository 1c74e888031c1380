"""Korean text re-spelled for a search index that knows words only, and taken back letter for letter.

A word index finds `네임노드` in `HDFS네임노드를` only if the text is cut where no space is. So each run of
Hangul syllables becomes overlapping pairs of syllables, and each syllable U+AC00+i is written as the ideograph
U+4E00+i, because the index decomposes Hangul and then keeps all of it in one chunk:

    HDFS네임노드를 썼다.  →  HDFS `네임 임노 노드 를 썼다.       (written with ideographs, 를 with a private sign)

- A pair that overlaps the one before it continues the run. `|` before a pair says that it does not.
- A backquote after a space says that there was no space.
- A run of one syllable is the syllable and `LONE`, so that no word of the index begins another.
- What follows the last pair that says something, a particle or the ending of a verb, is written in private signs,
  which the index does not take for words: more than a quarter of the pairs of Korean prose. A space before such a
  sign says nothing.
- Ideographs of the text itself move to U+20000; `^` says that the next character stands for itself.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from itertools import chain

from generator.text.forms import nfc
from generator.text.known import Known

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

SILENT = 0xF0000
"""Where the syllables are written from that are not indexed."""

PARTICLES = frozenset("은는이가을를의에도로와과만")
LONG_PARTICLES = frozenset(re.findall("..", "에서으로까지부터에게이나에는에도이며려면는데"))
NOUNS = frozenset(
    re.findall(
        "..",
        "초과증가추가불가평가인가허가단가원가휴가결과효과경과통과성과부과"
        "속도시도한도정도온도빈도강도밀도농도고도용도의도유도각도별도제도지도보도섀도"
        "경로회로통로도로제로크로플로정의논의문의동의합의협의회의주의"
        "차이사이높이길이깊이추이전이웨이레이데이파이하이바이와이",
    )
)
"""Pairs that end like a particle and are none."""

_ENDS = (
    "(?:습니다|습니까|니다|세요|어요|아요|네요|나요|요|다고|다는|다|어서|아서|서|여|어"
    "|고|는|던|지만|지|면|며|도록|거나)"
)
_LIGHT = re.compile(f"(?:(?:하|되|시키|당하|했|됐|해|돼|한|된)(?:였|었|았)?{_ENDS}|된|될|됨)$")
"""An ending of the verbs that make a verb of a noun; the noun stands before it."""
_ENDING = re.compile(f"(?:였|었|았)?{_ENDS}$")
_PAST = 20  # the final ㅆ, which no noun has

_SYLLABLE = f"[{chr(BASE)}-{chr(BASE + LAST - FIRST)}]"
_FIRST_TAKEN = chr(BASE)
_TAKEN = f"[{chr(BASE)}-{LONE}]"
_MOVED = f"[{chr(BASE + SHIFT)}-{chr(ord(LONE) + SHIFT)}]"
_QUIET = f"[{chr(SILENT)}-{chr(SILENT + LAST - FIRST)}]"
_HANGUL = "[가-힣]"

_FOREIGN = re.compile(rf"{_TAKEN}|{_MOVED}|{_QUIET}|[`|^]")
_SPACE = re.compile(r"(\s+)")
_RUN = re.compile(rf"({_HANGUL}+)")
_SPELLED = re.compile(
    rf" {JOIN}|\^(.)|\{BREAK}|{LONE}| ?({_QUIET})|({_SYLLABLE}) \3(?={_SYLLABLE})|({_TAKEN})|({_MOVED})", re.DOTALL
)
_WORD = re.compile(r"[^\W_]")
_PIECE = re.compile(rf"{_HANGUL}+|[^\s가-힣]+")
_JAMO = re.compile("[ㄱ-ㅎㅏ-ㅣ]+")

_SYLLABLES = LAST - FIRST + 1
_TO_IDEOGRAPHS = Known((BASE - FIRST).__add__, _SYLLABLES)
_TO_SILENCE = Known((SILENT - FIRST).__add__, _SYLLABLES)


def respell(text: str) -> str:
    """The text as it goes into the index; `restore` takes it back to its form NFC."""
    pieces = _SPACE.split(nfc(text))
    pieces[::2] = map(" ".join, _respell_all(pieces[::2]))
    return "".join(pieces)


def respell_words(words: Iterable[str]) -> list[str]:
    """The words of a text in its form NFC as they go into the index, where one may become several."""
    return list(chain.from_iterable(_respell_all(words)))


def restore(spelled: str) -> str:
    """The text that `respell` was given, in its form NFC."""
    return _SPELLED.sub(_original, spelled)


def weak_from(run: str) -> int:
    """The first of the pairs at the end of a run that say nothing: endings of verbs, particles.

    Counts pairs from 0; the number of pairs if all say something. The first pair always does, but a particle that
    stands alone, after Latin letters, is weak itself: 0.
    """
    count = len(run) - 1
    if not count:
        return 0 if run in PARTICLES else 1
    at, silent = count, max(_ending(run), _particle(run))
    while at > 1 and (at - 1 >= len(run) - silent or (ord(run[at - 1]) - FIRST) % 28 == _PAST):
        at -= 1
    return at


def pairs(run: str) -> list[str]:
    """The words under which a run of Hangul syllables stands in the index, weak ones too."""
    run = run.translate(_TO_IDEOGRAPHS)
    return [run[i : i + 2] for i in range(len(run) - 1)] or [run + LONE]


def query_words(query: str) -> list[str]:
    """The words of a query as the index spells them, each once, in its order.

    A run of Hangul is its pairs without the weak ones; one syllable alone is that syllable, which begins all pairs
    with it. Any other piece is one word without its signs, in lower case; one of letters of half a syllable (`ㅋ`)
    is none. `static/js/search/terms.js` follows the same rules in the browser.
    """
    words: list[str] = []
    for piece in _PIECE.findall(nfc(query)):
        if _RUN.match(piece):
            words += [word.removesuffix(LONE) for word in pairs(piece)[: weak_from(piece)]]
        else:
            words += _plain_word(piece)
    return list(dict.fromkeys(words))


def _plain_word(piece: str) -> list[str]:
    moved = re.sub(_TAKEN, _set_apart, piece)
    word = "".join(character for character in moved if unicodedata.category(character)[0] in "LNM").lower()
    return [word] if word and not _JAMO.fullmatch(word) else []


def _ending(run: str) -> int:
    """How many syllables of the run's end make no pair that says something, because of the ending of a verb."""
    light = _LIGHT.search(run)
    if light is not None:
        return len(light.group()) + 1
    ending = _ENDING.search(run)
    return len(ending.group()) if ending is not None else 0


def _particle(run: str) -> int:
    """How many syllables of the run's end make no pair that says something, because of a particle."""
    if len(run) < 3:
        return 0
    if run[-2:] in LONG_PARTICLES:
        return 3
    return 2 if run[-1] in PARTICLES and run[-2:] not in NOUNS else 0


def _respell_all(words: Iterable[str]) -> list[tuple[str, ...]]:
    spelled = list(map(_respelled.__getitem__, words))
    for at, own in enumerate(spelled):
        if own[0] >= _FIRST_TAKEN and at and spelled[at - 1][-1][-1:] == own[0][0] and _is_pair(own[0]):
            spelled[at] = (BREAK + own[0], *own[1:])
    return spelled


def _respell_word(word: str) -> tuple[str, ...]:
    if word.isascii() and not _FOREIGN.search(word):
        return (word,)
    first, *parts = _RUN.split(_FOREIGN.sub(_set_apart, word))
    spelled, before = [first], first
    for run, after in zip(parts[::2], parts[1::2], strict=True):
        words = _spell(run)
        head = f" {JOIN}" if _WORD.search(after) else ""
        spelled += (_joint(before, words, opens=len(spelled) == 1), words, head, after)
        before = after
    return tuple("".join(spelled).split(" "))


_respelled = Known(_respell_word, 1 << 17)


def _spell(run: str) -> str:
    words, strong = pairs(run), weak_from(run)
    if strong == len(words):
        return " ".join(words)
    silent = run[strong + 1 :] if len(run) > 1 else run
    return " ".join((*words[:strong], silent.translate(_TO_SILENCE)))


def _joint(before: str, words: str, *, opens: bool) -> str:
    """What stands before the words of a run, given the text between it and the run before it in the same word."""
    if before:
        return "" if opens and not _WORD.search(before) else f" {JOIN}"
    return BREAK if ord(words[0]) >= SILENT else ""


def _is_pair(word: str) -> bool:
    """Whether a spelled word begins with a pair of syllables, and so would be read as going on from its first one."""
    return len(word) > 1 and all(BASE <= ord(sign) < ord(LONE) for sign in word[:2])


def _set_apart(found: re.Match[str]) -> str:
    character = found.group()
    if BASE <= ord(character[0]) <= ord(LONE):
        return chr(ord(character) + SHIFT)
    return ESCAPE + character


def _original(found: re.Match[str]) -> str:
    escaped, silent, overlap, taken, moved = found.groups()
    if escaped is not None:
        return str(escaped)
    if silent is not None:
        return chr(ord(silent) - SILENT + FIRST)
    if moved is not None:
        return chr(ord(moved) - SHIFT)
    spelled = overlap or taken
    return chr(ord(spelled) - BASE + FIRST) if spelled is not None else ""
