"""Dates, durations and counts as the reader's language writes them (CLDR through Babel)."""

from __future__ import annotations

import datetime
from dataclasses import replace
from functools import lru_cache

from babel.dates import format_date, format_interval, format_skeleton
from babel.lists import format_list
from babel.numbers import format_decimal
from babel.units import format_unit

from generator.model.dates import DateSpan, Duration, PartialDate

_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))


@lru_cache(maxsize=65536)
def date_text(date: PartialDate, language: str) -> str:
    """A date at its precision: `2019년 8월 8일`, `August 2019`, `2019`."""
    day = _day(date)
    if date.precision == "year":
        return f"{date.year}년" if language == "ko" else str(date.year)
    if date.precision == "month":
        return str(format_skeleton("yMMMM", day, locale=language))
    text = format_date(day, format="long", locale=language)
    return text if date.time is None else f"{text} {date.time} {zone_text(date.zone or '')}"


def zone_text(zone: str) -> str:
    """The zone of a time as readers write it: `UTC`, `UTC+09:00`, `KST`."""
    return "UTC" if zone == "Z" else f"UTC{zone}" if zone[:1] in "+-" else zone


@lru_cache(maxsize=65536)
def span_text(span: DateSpan, language: str) -> str:
    """A date, or the two dates of a span with an en dash between; a day that both share is said once."""
    start, end = span.start, span.end
    if end is None:
        return date_text(start, language)
    if start.time and end.time and (start.iso[:10], start.zone) == (end.iso[:10], end.zone):
        return f"{date_text(replace(start, time=None), language)} {start.time}–{end.time} {zone_text(end.zone or '')}"
    if start.precision == end.precision == "day":
        return str(format_interval(_day(start), _day(end), "yMMMd", locale=language))
    return f"{date_text(start, language)} – {date_text(end, language)}"


@lru_cache(maxsize=65536)
def brief_span_text(span: DateSpan, language: str) -> str:
    """A date or span for a list: without times of day."""
    start, end = (replace(date, time=None, zone=None) if date else None for date in (span.start, span.end))
    return span_text(DateSpan(start=start or span.start, end=None if end == start else end), language)


def _day(date: PartialDate) -> datetime.date:
    return datetime.date(date.year, date.month or 1, date.day or 1)


def machine_date(span: DateSpan) -> str:
    """What `datetime` of HTML takes; empty for a span."""
    return span.start.iso if span.end is None else ""


@lru_cache(maxsize=65536)
def duration_text(duration: Duration, language: str) -> str:
    """A duration, exact: `2시간 14분`, `2 hours, 14 minutes`; an approximate one says so."""
    parts, rest = [], duration.seconds
    for unit, size in _UNITS:
        count, rest = divmod(rest, size)
        if count:
            parts.append(format_unit(count, f"duration-{unit}", length="long", locale=language))
    text = " ".join(parts) if language == "ko" else format_list(parts, style="unit", locale=language)
    text = text or format_unit(0, "duration-second", length="long", locale=language)
    if not duration.approximate:
        return text
    return f"약 {text}" if language == "ko" else f"about {text}"


def number_text(number: int, language: str) -> str:
    """A whole number with the separators of the language."""
    return str(format_decimal(number, locale=language))
