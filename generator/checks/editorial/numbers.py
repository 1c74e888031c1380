"""Numbers as two languages write them, brought to common keys.

A number is a set of keys, any of which may answer it in the other language: `4억 6,000만` and `460 million` share the
key of their value, `2:30 p.m.` and `14시 30분` that of the time, `90 minutes` and `1시간 30분` that of the duration.
Number words (`twelve`, `열두`) answer figures but ask for no answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from generator.checks.editorial.number_words import MONTHS, words_of

_FIGURE = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)*"
_START = r"(?<![A-Za-z_\d.가-힣])(?<![A-Za-z]-)"
_DIGIT = re.compile(r"\d")
_TIME = re.compile(
    r"(?P<half>오전|오후|새벽|저녁|밤|낮)?\s?(?<![\d:])(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::\d{2})?(?![\d:])"
    r"(?P<after>\s?[ap]\.?m\b\.?)?",
    re.IGNORECASE,
)
_ENGLISH_HOUR = re.compile(r"(?<![\d:.])(?P<hour>\d{1,2})\s?(?P<after>[ap]\.?m)\b\.?", re.IGNORECASE)
_KOREAN_TIME = re.compile(
    r"(?:(?P<half>오전|오후|새벽|저녁|밤|낮)\s?)?(?<!\d)(?P<hour>\d{1,2})시(?!간)(?:\s?(?P<minute>\d{1,2})분|\s?(?P<mid>반))?"
)
_DATE = re.compile(
    r"(?<![\w-])(?:(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})(?![\w-])"
    rf"|(?P<name>{'|'.join(MONTHS)})\s+(?P<after>\d{{1,2}})(?![\d%]|:\d)(?!\s?[–-]\s?\d)"
    r"|(?P<number>\d{1,2})월\s?(?P<korean>\d{1,2})일(?!\s?[~–-]))",
    re.IGNORECASE,
)
_MONTH = re.compile(rf"\b(?P<name>{'|'.join(MONTHS)})\b|(?<!\d)(?P<number>\d{{1,2}})월", re.IGNORECASE)
_NEAR = 16
"""Letters after the name of a month in which its days are looked for."""
_SCALE_WORDS = r"thousand|million|billion|trillion|[kKM](?![A-Za-z])"
_ENGLISH_NUMBER = re.compile(
    rf"{_START}(?P<figure>{_FIGURE})"
    rf"(?:[\s-]?(?P<scale>{_SCALE_WORDS})\b|(?=\s?(?:to|and|or|–|-)\s?\$?(?:{_FIGURE})[\s-]?(?P<later>{_SCALE_WORDS})\b))?"
)
_FRACTION = re.compile(r"(?<!\d)(?P<below>\d+)분의\s?(?P<above>\d+)")
_KOREAN_SCALE = r"[천백십]?[만억조]|천|백"
_KOREAN_NUMBER = re.compile(
    rf"{_START}(?P<first>{_FIGURE})"
    rf"(?:(?:{_KOREAN_SCALE})(?:\s?(?:{_FIGURE})(?:{_KOREAN_SCALE}))*(?:\s?\d(?:\d{{2}}|,\d{{3}}|\d{{3}})(?![\d,]))?"
    rf"|(?=[~–-](?:{_FIGURE})(?P<later>{_KOREAN_SCALE})))?"
)
_KOREAN_STEP = re.compile(rf"({_FIGURE})({_KOREAN_SCALE})?")
_DURATION = re.compile(
    rf"(?:{_START}(?:{_FIGURE})[\s-]?"
    r"(?:days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s|일|시간|분(?![기의])|초|weeks?|주)(?![A-Za-z])"
    r"(?:,? and |,? )?(?:a half|반)?)+"
)
_DURATION_STEP = re.compile(
    rf"({_FIGURE})[\s-]?(days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s|일|시간|분|초|weeks?|주)"
    r"( and a half| 반)?"
)

_SCALES = {"thousand": 3, "k": 3, "million": 6, "m": 6, "billion": 9, "trillion": 12}
_KOREAN_SCALES = {"십": 10, "백": 100, "천": 1000, "만": 10**4, "억": 10**8, "조": 10**12}
_SECONDS = {
    "d": 86400,
    "h": 3600,
    "m": 60,
    "s": 1,
    "일": 86400,
    "시": 3600,
    "분": 60,
    "초": 1,
    "w": 604800,
    "주": 604800,
}
_MORNING, _AFTERNOON = ("오전", "새벽"), ("오후", "저녁", "밤", "낮")


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a text."""

    offset: int
    written: str
    keys: frozenset[str]


def numbers_in(text: str, language: str) -> list[Number]:
    """The numbers that figures write, in the order of the text."""
    if not _DIGIT.search(text):
        return []
    durations = _durations(text)
    times = [*_dates(text), *_times(text, language)]
    taken = [(time.offset, time.offset + len(time.written)) for time in times]
    plain = _korean_numbers(text) if language == "ko" else _english_numbers(text)
    found = list(times)
    for number in plain:
        if not any(start <= number.offset < end for start, end in taken):
            extra = {key for start, end, key in durations if start <= number.offset < end}
            found.append(Number(number.offset, number.written, number.keys | extra))
    return sorted(found, key=lambda number: number.offset)


def answers_in(text: str, language: str, numbers: Iterable[Number]) -> set[str]:
    """Every key that a text answers, with its figures and with words."""
    keys = words_of(text, language) | set(_days_in(text))
    for number in numbers:
        keys |= number.keys
        keys |= {f"n{piece.lstrip('0') or '0'}" for piece in re.findall(r"\d+", number.written)}
    return keys


def _days_in(text: str) -> Iterator[str]:
    """The days that follow the name of a month closely: `April 4 and 13`, `4월 4~13일`."""
    for found in _MONTH.finditer(text):
        month = MONTHS[found["name"].lower()] if found["name"] else int(found["number"])
        following = _MONTH.split(text[found.end() : found.end() + _NEAR])[0]
        yield from (f"m{month:02d}-{int(day):02d}" for day in re.findall(r"(?<!\d)\d{1,2}(?!\d)", following))


def value_key(value: Decimal) -> str:
    """`n` and the value, without zeros that say nothing."""
    return f"n{value.normalize():f}"


def _decimal(figure: str) -> Decimal | None:
    try:
        return Decimal(figure.replace(",", ""))
    except InvalidOperation:
        return None


def _english_numbers(text: str) -> Iterator[Number]:
    for found in _ENGLISH_NUMBER.finditer(text):
        value = _decimal(found["figure"])
        if value is None:
            yield Number(found.start(), found[0], frozenset((f"v{found['figure']}",)))
            continue
        keys = {value_key(value)}
        scale = found["scale"] or found["later"]
        if scale:
            keys.add(value_key(value.scaleb(_SCALES[scale.lower()])))
        if found["scale"] and len(found["scale"]) > 1:
            keys.discard(value_key(value))
        yield Number(found.start(), found[0], frozenset(keys))


def _korean_numbers(text: str) -> Iterator[Number]:
    fractions = {found.start(): found for found in _FRACTION.finditer(text)}
    end = 0
    for found in _KOREAN_NUMBER.finditer(text):
        if found.start() < end:
            continue
        if found.start() in fractions:
            fraction = fractions[found.start()]
            end = fraction.end()
            yield Number(found.start(), fraction[0], _fraction_keys(fraction))
            continue
        keys = {_korean_value(found[0])}
        if found["later"]:
            keys.add(_korean_value(found["first"] + found["later"]))
        if found[0].endswith("조"):  # also a counter: 220조 is 220 sets
            keys.add(_korean_value(found["first"]))
        yield Number(found.start(), found[0], frozenset(keys))


def _fraction_keys(found: re.Match[str]) -> frozenset[str]:
    """`10분의 1` is a tenth, or one in ten."""
    return frozenset((f"f{found['above']}/{found['below']}", f"n{found['below']}"))


def _korean_value(written: str) -> str:
    total = Decimal(0)
    for figure, scale in _KOREAN_STEP.findall(written):
        value = _decimal(figure)
        if value is None:
            return f"v{figure}"
        for letter in scale:
            value *= _KOREAN_SCALES[letter]
        total += value
    return value_key(total)


def _dates(text: str) -> Iterator[Number]:
    """Months with their days; the year is a number of its own."""
    for found in _DATE.finditer(text):
        month = MONTHS[found["name"].lower()] if found["name"] else int(found["month"] or found["number"])
        day = int(found["day"] or found["after"] or found["korean"])
        start = found.end("year") + 1 if found["year"] else found.start()
        yield Number(start, text[start : found.end()], frozenset((f"m{month:02d}-{day:02d}",)))


def _times(text: str, language: str) -> Iterator[Number]:
    for found in _TIME.finditer(text):
        yield _time(found, found["minute"], half=found["half"], after=found["after"])
    if language == "ko":
        for found in _KOREAN_TIME.finditer(text):
            yield _time(found, "30" if found["mid"] else found["minute"], half=found["half"])
    else:
        for found in _ENGLISH_HOUR.finditer(text):
            yield _time(found, None, after=found["after"])


def _time(found: re.Match[str], minute: str | None, *, half: str | None = None, after: str | None = None) -> Number:
    hour = int(found["hour"])
    keys = {f"n{hour}"} if not (half or after or int(minute or 0)) else set()
    sign = (after or "").strip().lower()[:1]
    if (half in _AFTERNOON or sign == "p") and hour < 12:
        hour += 12
    elif (half in _MORNING or sign == "a") and hour == 12:
        hour = 0
    start = found.start("hour")
    return Number(start, found.string[start : found.end()], frozenset((*keys, f"t{hour:02d}:{int(minute or 0):02d}")))


def _durations(text: str) -> list[tuple[int, int, str]]:
    found = []
    for match in _DURATION.finditer(text):
        total = Decimal(0)
        for figure, unit, half in _DURATION_STEP.findall(match[0]):
            value = (_decimal(figure) or Decimal(0)) + (Decimal("0.5") if half else 0)
            total += value * _SECONDS[unit[0]]
        found.append((match.start(), match.end(), f"d{total.normalize():f}"))
    return found
