"""The opening of a timeline's item: `2019-06-02 11:45–15:30 PDT – what happened`."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date

from generator.markup.zones import is_zone, zone_minutes

_DAY = r"\d{4}-\d{2}-\d{2}"
_CLOCK = r"(?:[01]\d|2[0-3]):[0-5]\d"
_OPENING = re.compile(
    rf"""
    (?P<about>~[ ]?)?
    (?: (?P<date>{_DAY}) [ ]+ )?
    (?P<about_time>~[ ]?)?
    (?P<time>{_CLOCK})
    (?: (?:[–—-]|[ ][–—-][ ]) (?P<about_end>~)?(?P<end>{_CLOCK}|24:00) )?
    (?: [ ]? (?P<zone>(?:UTC|GMT)?[+\-−]\d{{1,2}}(?::?\d{{2}})?|[A-Z]{{1,5}}) )?
    [ ]+[–—-][ ]+
    """,
    re.VERBOSE,
)
_DATE_ALONE = re.compile(rf"(?P<about>~[ ]?)?(?P<date>{_DAY}|\d{{4}}-\d{{2}}|\d{{4}})[ ]+[–—-][ ]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """When something happened, as one item of a timeline says it."""

    length: int
    """How much of the item's text it takes, the dash included."""
    date: str | None = None
    """`YYYY-MM-DD`; also `YYYY-MM` or `YYYY` where it stands alone."""
    time: str | None = None
    end: str | None = None
    zone: str | None = None
    approximate: bool = False
    dated: bool = False
    """Whether the item itself gives the date."""
    zoned: bool = False
    """Whether the item itself gives the zone."""


def parse_opening(text: str) -> Opening | None:
    """The opening of an item, or None if it cannot be read."""
    found = _OPENING.match(text)
    if found:
        day, zone = found["date"], found["zone"]
        if (day and not _is_date(day)) or (zone and not is_zone(zone)):
            return None
        return Opening(
            length=found.end(),
            date=day,
            time=found["time"],
            end=found["end"],
            zone=zone,
            approximate=any(found[name] for name in ("about", "about_time", "about_end")),
            dated=day is not None,
            zoned=zone is not None,
        )
    found = _DATE_ALONE.match(text)
    if found and _is_date(found["date"]):
        return Opening(length=found.end(), date=found["date"], approximate=bool(found["about"]), dated=True)
    return None


def carry(opening: Opening, date: str | None, zone: str | None) -> Opening:
    """The opening with what it leaves out taken from the items above; a whole day has no zone."""
    return replace(opening, date=opening.date or date, zone=opening.zone or zone if opening.time else None)


def render_opening(opening: Opening) -> str:
    """The opening as HTML: what the author wrote, each time in a `time` element that machines can read."""
    about = "~" if opening.approximate else ""
    if opening.time is None:
        return f'{about}<time datetime="{opening.date}">{opening.date}</time>'
    day = f"{opening.date} " if opening.dated else ""
    written = f'{about}<time datetime="{_machine(opening, opening.time)}">{day}{opening.time}</time>'
    if opening.end:
        written += f'–<time datetime="{_machine(opening, opening.end)}">{opening.end}</time>'
    return f"{written} {opening.zone}" if opening.zoned else written


def _machine(opening: Opening, time: str) -> str:
    """A time as HTML defines it, with the day and the zone where they are certain."""
    if time == "24:00":
        return "00:00"
    next_day = opening.time is not None and time < opening.time
    if opening.date is None or len(opening.date) < len("2019-06-02") or next_day:
        return time
    minutes = zone_minutes(opening.zone) if opening.zone else None
    if minutes is None:
        return f"{opening.date}T{time}"
    sign, minutes = "-" if minutes < 0 else "+", abs(minutes)
    return f"{opening.date}T{time}{sign}{minutes // 60:02d}:{minutes % 60:02d}"


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text + "0000-01-01"[len(text) :])
    except ValueError:
        return False
    return True
