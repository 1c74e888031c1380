"""Dates, spans and durations as an author writes them, and as a reader sees them."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.content.dates import parse_date, parse_duration, parse_span
from generator.model.dates import Duration
from generator.render.formats import date_text, duration_text, machine_date, span_text

DATES = {
    "2019": "year",
    "0001": "year",
    "9999": "year",
    "2019-08": "month",
    "2019-12": "month",
    "2019-08-08": "day",
    "2020-02-29": "day",
    "2000-02-29": "day",
    "2019-08-08T14:05Z": "minute",
    "2019-08-08T00:00Z": "minute",
    "2019-08-08T23:59+09:00": "minute",
    "2019-08-08T14:05-07:00": "minute",
    "2019-08-08T14:05+14:00": "minute",
    "2019-08-08T14:05+05:45": "minute",
}

BAD_DATES = (
    "", " ", "19", "201", "20190", "0000", "0000-01", "-2019", "+2019", "2019-", "2019-0", "2019-00", "2019-13",
    "2019-1",
    "2019-08-00", "2019-08-32", "2019-02-29", "1900-02-29", "2019-04-31", "2019-8-8", "20190808", "2019/08/08",
    "2019.08.08",
    "2019-08-08T", "2019-08-08T14", "2019-08-08T14:05", "2019-08-08T24:00Z", "2019-08-08T14:60Z", "2019-08-08T14:05z",
    "2019-08-08t14:05Z", "2019-08-08T14:05:09Z", "2019-08-08T1405Z", "2019-08-08T14:05+9", "2019-08-08T14:05+09",
    "2019-08-08T14:05+0900", "2019-08-08T14:05+15:00", "2019-08-08T14:05+09:60", "2019-08-08T14:05 KST",
    "2019-08T14:05Z",
    "2019T14:05Z", "2019-W32", "2019-220", "2019-08-08 ", " 2019", "2019\n", "2019-08-08\n", "yesterday", "2019년",
    "now", "null", "~",
    "２０１９", "2019-０8", "2019-08-0８", "2019-08-08T１4:05Z", "2019-08-08T14:05+０9:00", "٢٠١٩",
    "2019-08-08T14:05−07:00", "2019–08",
)  # fmt: skip

SPANS = (
    "2019", "2019/2019", "2019/2020", "2019-08/2019-08", "2019-08/2019-09", "2019-08-08/2019-08-09", "2017-10/2017-12",
    "2019/2019-08", "2019-08/2019", "2019-08-08/2020", "2019-08-08T14:05Z/2019-08-08T15:05Z",
    "2019-08-08T14:05Z/2019-08-08T14:05Z", "2019-08-08T23:00Z/2019-08-09T01:00Z", "2019-08-08/2019-08-08T14:05Z",
    "2019-08-08T14:05Z/2019-08-08",
)  # fmt: skip

BAD_SPANS = (
    "/", "2019/", "/2019", "2019//2020", "2019/2020/2021", "2020/2019", "2019-09/2019-08", "2019-08-09/2019-08-08",
    "2020/2019-12", "2019-12/2018", "2019-08-09/2019-07", "2019/13", "2019-10/12", "2019 - 2020", "2019..2020",
    "2019-08-08T14:05Z/2019-08-08T13:05Z", "2019-08-08T14:05Z/2019-08-07T15:05Z",
    "2019-08-08T14:05+09:00/2019-08-08T14:04+09:00",
)  # fmt: skip

DURATIONS = {
    "2h 14m": 8040,
    "2h14m": 8040,
    "2 h 14 m": 8040,
    "3d": 259_200,
    "45s": 45,
    "0s": 0,
    "90m": 5400,
    "1d 2h 3m 4s": 93_784,
    "1d 4s": 86_404,
    "PT2H14M": 8040,
    "PT45S": 45,
    "P3D": 259_200,
    "P1DT2H3M4S": 93_784,
    "PT0S": 0,
    "36h": 129_600,
}

BAD_DURATIONS = (
    "", " ", "2", "h", "2 hours", "2H", "2h 14", "14m 2h", "2h 2h", "1.5h", "-2h", "+2h", "2h,14m", "2h 14m 3", "1y",
    "1w", "1mo",
    "P", "PT", "P1Y", "P1M", "P1W", "PT1.5H", "P1DT", "PT2H14", "pt2h", "P3D2H", "2:14", "약 2시간", "두 시간", "２h",
    "٢h", "2h\n",
    "9" * 40 + "d", "9" * 5000 + "d", "PT" + "9" * 5000 + "S",
)  # fmt: skip


@pytest.mark.parametrize(("text", "precision"), DATES.items())
def test_dates(text: str, precision: str) -> None:
    date = parse_date(text)
    assert date is not None
    assert date.precision == precision
    assert date.iso == text


@pytest.mark.parametrize("text", BAD_DATES)
def test_bad_dates(text: str) -> None:
    assert parse_date(text) is None


@pytest.mark.parametrize("text", SPANS)
def test_spans(text: str) -> None:
    span = parse_span(text)
    assert span is not None
    assert span.iso == text


@pytest.mark.parametrize("text", [*BAD_SPANS, *(bad for bad in BAD_DATES if "/" not in bad)])
def test_bad_spans(text: str) -> None:
    assert parse_span(text.strip()) is None or text.strip() in DATES


@pytest.mark.parametrize(("text", "seconds"), DURATIONS.items())
def test_durations(text: str, seconds: int) -> None:
    assert parse_duration(text) == seconds


@pytest.mark.parametrize("text", BAD_DURATIONS, ids=lambda text: text[:12])
def test_bad_durations(text: str) -> None:
    assert parse_duration(text) is None


def test_a_date_sorts_by_what_is_written_and_what_is_unknown_comes_first() -> None:
    texts = ["2019-08-08T14:05Z", "2019-08-08", "2020", "2019-08", "2019-09", "2019"]
    dates = sorted((date for date in map(parse_date, texts) if date), key=lambda date: date.sort_key)
    assert [date.iso for date in dates] == ["2019", "2019-08", "2019-08-08", "2019-08-08T14:05Z", "2019-09", "2020"]


@pytest.mark.parametrize(
    ("text", "ko", "en"),
    [
        ("2019", "2019년", "2019"),
        ("0800", "800년", "800"),
        ("2019-08", "2019년 8월", "August 2019"),
        ("2019-08-08", "2019년 8월 8일", "August 8, 2019"),
        ("2019-08-08T14:05Z", "2019년 8월 8일 14:05 UTC", "August 8, 2019 14:05 UTC"),
        ("2019-08-08T14:05-07:00", "2019년 8월 8일 14:05 UTC-07:00", "August 8, 2019 14:05 UTC-07:00"),
    ],
)
def test_a_reader_sees_a_date_at_its_precision(text: str, ko: str, en: str) -> None:
    date = parse_date(text)
    assert date is not None
    assert date_text(date, "ko") == ko
    assert date_text(date, "en") == en


@pytest.mark.parametrize("text", SPANS)
@pytest.mark.parametrize("language", ["ko", "en"])
def test_a_reader_sees_both_ends_of_a_span(text: str, language: str) -> None:
    span = parse_span(text)
    assert span is not None
    shown = span_text(span, language)
    for date in (span.start, span.end or span.start):
        assert str(date.year) in shown
        assert date.time is None or date.time in shown
    assert machine_date(span) == ("" if "/" in text else text)


@pytest.mark.parametrize(
    ("seconds", "ko", "en"),
    [
        (8040, "2시간 14분", "2 hours, 14 minutes"),
        (259_200, "3일", "3 days"),
        (93_784, "1일 2시간 3분 4초", "1 day, 2 hours, 3 minutes, 4 seconds"),
        (0, "0초", "0 seconds"),
        (86_399, "23시간 59분 59초", "23 hours, 59 minutes, 59 seconds"),
    ],
)
def test_a_reader_sees_a_duration_exactly(seconds: int, ko: str, en: str) -> None:
    duration = Duration(seconds=seconds, text="")
    assert duration_text(duration, "ko") == ko
    assert duration_text(duration, "en") == en


def test_an_approximate_duration_says_so() -> None:
    duration = Duration(seconds=7200, text="2h", approximate=True)
    assert duration_text(duration, "ko") == "약 2시간"
    assert duration_text(duration, "en") == "about 2 hours"


DIGITS = st.sampled_from("0123456789０９٢-/:TZ+ dhmsPDHMS.\n")


@settings(deadline=None)
@given(st.text() | st.text(DIGITS, max_size=30))
def test_no_text_crashes(text: str) -> None:
    for parse in (parse_date, parse_span, parse_duration):
        value = parse(text)
        assert value is None or text.isascii()


@settings(deadline=None)
@given(st.dates())
def test_every_day_is_read_and_shown(day: datetime.date) -> None:
    date = parse_date(day.isoformat())
    assert date is not None
    assert (date.year, date.month, date.day) == (day.year, day.month, day.day)
    assert str(day.day) in date_text(date, "ko")


@settings(deadline=None)
@given(st.dates(), st.dates())
def test_a_span_is_read_exactly_if_it_does_not_end_before_it_starts(
    first: datetime.date, second: datetime.date
) -> None:
    assert (parse_span(f"{first.isoformat()}/{second.isoformat()}") is not None) == (first <= second)


@settings(deadline=None)
@given(st.integers(0, 99_999), st.integers(0, 9_999), st.integers(0, 9_999), st.integers(0, 9_999))
def test_both_ways_to_write_a_duration_mean_the_same(days: int, hours: int, minutes: int, seconds: int) -> None:
    expected = ((days * 24 + hours) * 60 + minutes) * 60 + seconds
    assert parse_duration(f"{days}d {hours}h {minutes}m {seconds}s") == expected
    assert parse_duration(f"P{days}DT{hours}H{minutes}M{seconds}S") == expected
    assert duration_text(Duration(seconds=expected, text=""), "en")
