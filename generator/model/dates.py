"""Dates as exact as their source: a year, a month, a day, a minute with a zone, or a span of two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Precision = Literal["year", "month", "day", "minute"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PartialDate:
    """A civil date as written; never turned into an instant."""

    year: int
    month: int | None = None
    day: int | None = None
    time: str | None = None
    """`HH:MM` in the zone as written."""
    zone: str | None = None
    """`Z`, `+09:00` or `-07:00`; there when `time` is there."""

    @property
    def precision(self) -> Precision:
        """How much of the date is known."""
        if self.time is not None:
            return "minute"
        if self.day is not None:
            return "day"
        return "month" if self.month is not None else "year"

    @property
    def iso(self) -> str:
        """The date as ISO 8601 writes it at its precision."""
        text = f"{self.year:04d}"
        if self.month is not None:
            text += f"-{self.month:02d}"
        if self.day is not None:
            text += f"-{self.day:02d}"
        return f"{text}T{self.time}{self.zone}" if self.time is not None else text

    @property
    def sort_key(self) -> tuple[int, int, int, str]:
        """Orders civil dates as written; an unknown part comes before a known one."""
        return (self.year, self.month or 0, self.day or 0, self.time or "")


@dataclass(frozen=True, slots=True, kw_only=True)
class DateSpan:
    """One date, or the first and the last of a span."""

    start: PartialDate
    end: PartialDate | None = None

    @property
    def iso(self) -> str:
        """`A` or `A/B`, as ISO 8601 writes an interval."""
        return self.start.iso if self.end is None else f"{self.start.iso}/{self.end.iso}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Duration:
    """A length of time: exact, in seconds, with the text that the author wrote."""

    seconds: int
    text: str
    basis: Literal["source", "computed"] = "source"
    """Whether the source says it or we took it from the source's timeline."""
    approximate: bool = False
