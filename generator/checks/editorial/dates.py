"""Dates in the text against those of the front matter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from generator.checks.editorial.parts import Part, without_code_blocks
from generator.model.dates import DateSpan, PartialDate
from generator.model.incident import Incident, IncidentText
from generator.problems import Problem

_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august", "september"),
    *("october", "november", "december"),
)
_ENGLISH = re.compile(
    rf"\b(?P<month>{'|'.join(_MONTHS)})\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:\s?[–-]\s?\d{{1,2}})?,?\s+(?P<year>\d{{4}})\b"
    rf"|\b(?P<day2>\d{{1,2}})\s+(?P<month2>{'|'.join(_MONTHS)})\s+(?P<year2>\d{{4}})\b",
    re.IGNORECASE,
)
_KOREAN = re.compile(r"(?P<year>\d{4})년\s?(?P<month>\d{1,2})월\s?(?P<day>\d{1,2})일")
_MONTH = re.compile(
    rf"\b(?P<name>{'|'.join(_MONTHS)})\s+(?:of\s+)?(?P<year>\d{{4}})\b|(?P<year2>\d{{4}})년\s?(?P<number>\d{{1,2}})월(?!\s?\d)",
    re.IGNORECASE,
)
_ISO = re.compile(r"(?<![\w-])(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})(?![\w-])")
_ZONES = timedelta(days=1)
"""By how much the same moment may differ between two zones."""


@dataclass(frozen=True, slots=True)
class Written:
    """A full date in a text."""

    offset: int
    text: str
    day: date


def dates_in(text: str) -> list[Written]:
    """The full dates of a text, in its order."""
    found = []
    for pattern in (_ENGLISH, _KOREAN, _ISO):
        for match in pattern.finditer(text):
            groups = match.groupdict()
            month = groups["month"] or groups["month2"]
            number = int(month) if month.isdigit() else _MONTHS.index(month.lower()) + 1
            day = _day(int(groups["year"] or groups["year2"]), number, int(groups["day"] or groups["day2"]))
            if day is not None:
                found.append(Written(match.start(), match[0], day))
    return sorted(found, key=lambda written: written.offset)


def months_in(text: str) -> list[date]:
    """The first days of the months that a text names without a day."""
    found = (match.groupdict() for match in _MONTH.finditer(text))
    months = (
        (
            int(groups["year"] or groups["year2"]),
            int(groups["number"] or 0) or _MONTHS.index(groups["name"].lower()) + 1,
        )
        for groups in found
    )
    return [day for year, month in months if (day := _day(year, month, 1)) is not None]


def check_dates(incident: Incident, text: IncidentText, parts: Iterable[Part]) -> Iterator[Problem]:
    """Dates later than the entry, dates of another year, and texts of which no date is that of the incident."""
    written = [(part, found) for part in parts for found in dates_in(without_code_blocks(part.text))]
    for part, found in written:
        known = _contradicted(incident, part, found.day)
        if known is not None:
            yield part.problem(found.offset, "W611", {"date": found.text, "known": known})
    if written and incident.date is not None and not _has_known_date(incident, text, parts):
        part, found = written[0]
        yield part.problem(found.offset, "W611", {"date": found.text, "known": incident.date.iso})


def _contradicted(incident: Incident, part: Part, day: date) -> str | None:
    """What a date contradicts: the date of the entry, or a boundary on the same day of another year."""
    latest = max(incident.modified, incident.added, key=lambda known: known.sort_key)
    if day > _last(latest) and part.id != "follow-ups":
        return latest.iso
    for span in filter(None, (incident.occurred, incident.published)):
        for bound in (span.start, _end(span)):
            is_same_day = (bound.month, bound.day) == (day.month, day.day)
            if is_same_day and bound.year != day.year and not _tells_known_date(incident, part):
                return bound.iso
    return None


def _tells_known_date(incident: Incident, part: Part) -> bool:
    text = without_code_blocks(part.text)
    days, months = dates_in(text), months_in(text)
    return any(_is_known(incident, found.day) for found in days) or any(
        _is_known_month(incident, day) for day in months
    )


def _has_known_date(incident: Incident, text: IncidentText, parts: Iterable[Part]) -> bool:
    moments = text.sections["timeline"].moments if "timeline" in text.sections else ()
    days = [day for moment in moments if (day := _civil(moment.date)) is not None]
    return any(_is_known(incident, day) for day in days) or any(_tells_known_date(incident, part) for part in parts)


def _is_known(incident: Incident, day: date) -> bool:
    spans = [span for span in (incident.occurred, incident.published) if span is not None]
    if incident.date_certainty is not None and any(span.start.year == day.year for span in spans):
        return True
    return any(_first(span.start) - _ZONES <= day <= _last(_end(span)) + _ZONES for span in spans)


def _is_known_month(incident: Incident, month: date) -> bool:
    spans = [span for span in (incident.occurred, incident.published) if span is not None]
    return any(_first(span.start).replace(day=1) <= month <= _last(_end(span)) for span in spans)


def _end(span: DateSpan) -> PartialDate:
    return span.end or span.start


def _first(value: PartialDate) -> date:
    return date(value.year, value.month or 1, value.day or 1)


def _last(value: PartialDate) -> date:
    if value.month is None:
        return date(value.year, 12, 31)
    if value.day is None:
        following = date(value.year + value.month // 12, value.month % 12 + 1, 1)
        return following - timedelta(days=1)
    return date(value.year, value.month, value.day)


def _civil(iso: str | None) -> date | None:
    return _day(*map(int, iso.split("-"))) if iso is not None and iso.count("-") == 2 else None


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
