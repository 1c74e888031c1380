"""Number words of English and Korean, as keys that answer figures."""

from __future__ import annotations

import re
from collections.abc import Iterator

_ENGLISH_UNITS = {
    word: value
    for value, words in enumerate(
        (
            *(
                "zero no none",
                "one first once single a an",
                "two second secondary twice both double doubled pair couple",
            ),
            *("three third thrice triple tripled", "four fourth quadruple", "five fifth", "six sixth"),
            *("seven seventh", "eight eighth", "nine ninth", "ten tenth", "eleven eleventh", "twelve twelfth dozen"),
            *("thirteen thirteenth", "fourteen fourteenth", "fifteen fifteenth", "sixteen sixteenth"),
            *("seventeen", "eighteen", "nineteen"),
        )
    )
    for word in words.split()
}
_ENGLISH_TENS = {
    **{"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50},
    **{"sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90},
}
_ENGLISH_FRACTIONS = {
    **dict.fromkeys(("half", "halves", "halved"), ("n0.5", "n2", "n50", "n30", "f1/2")),
    **dict.fromkeys(("third", "thirds"), ("n3", "n33", "f1/3", "f2/3")),
    **dict.fromkeys(("quarter", "quarters"), ("n4", "n25", "n15", "n0.25", "f1/4", "f3/4")),
    **dict.fromkeys(("tenth", "tenths", "tenfold"), ("n10", "f1/10")),
    **dict.fromkeys(("fifth", "fifths"), ("n5", "f1/5", "f2/5", "f3/5", "f4/5")),
}
_ENGLISH_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12}
MONTHS = {
    name: number
    for number, names in enumerate(
        (
            *("january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul"),
            *("august aug", "september sep sept", "october oct", "november nov", "december dec"),
        ),
        start=1,
    )
    for name in names.split()
}
_ENGLISH_SPANS = {
    **dict.fromkeys(("second", "seconds"), 1),
    **dict.fromkeys(("minute", "minutes"), 60),
    **dict.fromkeys(("hour", "hours"), 3600),
    **dict.fromkeys(("day", "days"), 86400),
    **dict.fromkeys(("week", "weeks"), 604800),
}
_ENGLISH_OTHER = {
    "midnight": ("n0", "n24", "t00:00", "t24:00"),
    "noon": ("n12", "t12:00"),
    "hour": ("n1", "d3600"),
    "hourly": ("n1", "d3600"),
    "daily": ("n1", "n24", "d86400"),
    "day": ("n1", "n24", "d86400"),
    "clock": ("n24", "d86400"),
    "week": ("n1", "n7", "d604800"),
    "year": ("n1", "n12"),
    "fortnight": ("n2", "n14"),
}
_KOREAN_COUNTS = {
    word: value
    for value, words in enumerate(
        (
            *(
                "없 영",
                "하나 한 첫 첫째 단일 홑 일 유일",
                "둘 두 둘째 양 이 양쪽 배 갑절 이중",
                "셋 세 석 서 셋째 삼",
                "넷 네 넉 너 넷째 사",
            ),
            *("다섯 오", "여섯 육", "일곱 칠", "여덟 팔", "아홉 구", "열 십", "열하나 열한", "열둘 열두", "열셋 열세"),
            *("열넷 열네", "열다섯", "열여섯", "열일곱", "열여덟", "열아홉", "스물 스무"),
        )
    )
    for word in words.split()
}
_KOREAN_OTHER = {
    "절반": ("n0.5", "n2", "n50"),
    "반": ("n0.5", "n2", "n30"),
    "하루": ("n1", "n24", "d86400"),
    "이틀": ("n2", "n48", "d172800"),
    "사흘": ("n3", "n72", "d259200"),
    "나흘": ("n4", "d345600"),
    "닷새": ("n5", "d432000"),
    "엿새": ("n6", "d518400"),
    "이레": ("n7", "d604800"),
    "일주일": ("n1", "n7", "d604800"),
    "열흘": ("n10", "d864000"),
    "보름": ("n15", "n2"),
    "자정": ("n0", "n24", "t00:00", "t24:00"),
    "정오": ("n12", "t12:00"),
    "보름달": (),
}
_WORD = re.compile(r"[a-z]+")
_QUARTER = re.compile(r"\bq([1-4])\b")
_KOREAN_COUNT = re.compile(rf"(?<![가-힣])(?:{'|'.join(sorted(_KOREAN_COUNTS, key=len, reverse=True))})(?=[\s가-힣])")
_KOREAN_LARGE = re.compile(r"(?<![가-힣\d])([수]?)(십|백|천|만|억|조)(?=[\s가-힣])")


def words_of(text: str, language: str) -> set[str]:
    """The keys of every number word of the text."""
    return set(_korean(text) if language == "ko" else _english(text.lower()))


def _english(text: str) -> Iterator[str]:
    words = _WORD.findall(text)
    yield from (f"n{found[1]}" for found in _QUARTER.finditer(text))
    for index, whole in enumerate(words):
        following = words[index + 1] if index + 1 < len(words) else ""
        word = whole.removesuffix("fold")
        value = _ENGLISH_UNITS.get(word, _ENGLISH_TENS.get(word))
        if value is not None:
            yield from _english_count(word, value, following, words[index + 2 : index + 3])
        if word in MONTHS:
            yield f"n{MONTHS[word]}"
        yield from _ENGLISH_FRACTIONS.get(word, ())
        yield from _ENGLISH_OTHER.get(word, ())


def _english_count(word: str, value: int, following: str, further: list[str]) -> Iterator[str]:
    yield f"n{value}"
    if word in _ENGLISH_TENS and 0 < _ENGLISH_UNITS.get(following, 0) < 10:
        value += _ENGLISH_UNITS[following]
        yield f"n{value}"
        following = further[0] if further else ""
    if following in _ENGLISH_SCALES:
        yield f"n{value * _ENGLISH_SCALES[following]}"
    if following in _ENGLISH_SPANS:
        yield f"d{value * _ENGLISH_SPANS[following]}"
        yield f"n{value * _ENGLISH_SPANS[following] // 60}"
    if following == "half" or (word in ("a", "an") and following == "half"):
        yield f"n{value}.5"


def _korean(text: str) -> Iterator[str]:
    for found in _KOREAN_COUNT.finditer(text):
        yield f"n{_KOREAN_COUNTS[found[0]]}"
        after = text[found.end() :].lstrip()
        for unit, seconds in (("시간", 3600), ("분", 60), ("주", 604800), ("달", 2592000)):
            if after.startswith(unit):
                yield f"d{_KOREAN_COUNTS[found[0]] * seconds}"
    for found in _KOREAN_LARGE.finditer(text):
        yield f"n{dict(zip('십백천만억조', (10, 100, 1000, 10**4, 10**8, 10**12), strict=True))[found[2]]}"
    for word, keys in _KOREAN_OTHER.items():
        if word in text:
            yield from keys
