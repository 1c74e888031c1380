"""Dates, spans and durations as an author writes them."""

from __future__ import annotations

import calendar
import re

from generator.model.dates import DateSpan, PartialDate

_DATE = re.compile(
    r"(?P<year>\d{4})(?:-(?P<month>\d\d)(?:-(?P<day>\d\d)"
    r"(?:[T ](?P<time>\d\d:\d\d)(?P<zone>Z|[+-]\d\d:\d\d)?)?)?)?",
    re.ASCII,
)
_PLAIN_DURATION = re.compile(r"(?:(\d{1,6}) ?d)?(?: ?(\d{1,6}) ?h)?(?: ?(\d{1,6}) ?m)?(?: ?(\d{1,9}) ?s)?", re.ASCII)
_ISO_DURATION = re.compile(r"P(?:(\d{1,6})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,9})S)?)?", re.ASCII)


def parse_date(text: str) -> PartialDate | None:
    """A date at its precision; None where the text is none or the day does not exist. A time needs its zone."""
    match = _DATE.fullmatch(text)
    if match is None:
        return None
    year, month, day = (int(part) if part else None for part in match.group("year", "month", "day"))
    time, zone = match.group("time", "zone")
    if year is None or year < 1 or (time is not None and not _is_time(time, zone)):
        return None
    if month is not None and not 1 <= month <= 12:
        return None
    if month is not None and day is not None and not 1 <= day <= calendar.monthrange(year, month)[1]:
        return None
    return PartialDate(year=year, month=month, day=day, time=time, zone=zone)


def _is_time(time: str, zone: str | None) -> bool:
    hour, minute = map(int, time.split(":"))
    if zone is None or hour > 23 or minute > 59:
        return False
    return zone == "Z" or (int(zone[1:3]) <= 14 and int(zone[4:6]) <= 59)


def parse_span(text: str) -> DateSpan | None:
    """A date or `A/B`; None where a part is no date or the end comes before the start."""
    parts = text.split("/")
    dates = [parse_date(part.strip()) for part in parts]
    if len(parts) > 2 or dates[0] is None or dates[-1] is None:
        return None
    if len(parts) == 1:
        return DateSpan(start=dates[0])
    return DateSpan(start=dates[0], end=dates[1]) if _in_order(dates[0], dates[-1]) else None


def _in_order(start: PartialDate, end: PartialDate) -> bool:
    """Whether the end is not before the start, as far as both are known; times are compared in one zone."""
    shared = min(len(start.iso), len(end.iso), 10)
    if start.iso[:shared] != end.iso[:shared] or start.time is None or end.time is None or start.zone != end.zone:
        return start.iso[:shared] <= end.iso[:shared]
    return start.time <= end.time


def parse_duration(text: str) -> int | None:
    """Seconds of `2h 14m`, `3d`, `45s` or `PT2H14M`; None where the text is no duration. A day is 24 hours."""
    match = _PLAIN_DURATION.fullmatch(text) or _ISO_DURATION.fullmatch(text)
    if match is None or not any(match.groups()):
        return None
    days, hours, minutes, seconds = (int(part or 0) for part in match.groups())
    return ((days * 24 + hours) * 60 + minutes) * 60 + seconds
