from __future__ import annotations

import re
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.markup.timeline import Opening, carry, parse_opening, render_opening
from generator.markup.zones import ZONES, is_zone, zone_minutes


def opening(text: str) -> Opening:
    found = parse_opening(text)
    assert found is not None, text
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2019-06-02 11:45–15:30 PDT – event", ("2019-06-02", "11:45", "15:30", "PDT", False)),
        ("2019-06-02 11:45-15:30 PDT - event", ("2019-06-02", "11:45", "15:30", "PDT", False)),
        ("2019-06-02 11:45—15:30 — event", ("2019-06-02", "11:45", "15:30", None, False)),
        ("11:45 – event", (None, "11:45", None, None, False)),
        ("11:45 UTC – event", (None, "11:45", None, "UTC", False)),
        ("11:45Z – event", (None, "11:45", None, "Z", False)),
        ("11:45 +09:00 – event", (None, "11:45", None, "+09:00", False)),
        ("11:45 -07:00 - event", (None, "11:45", None, "-07:00", False)),
        ("11:45–12:00 -07:00 - event", (None, "11:45", "12:00", "-07:00", False)),
        ("11:45 UTC+9 – event", (None, "11:45", None, "UTC+9", False)),
        ("~15:39 – event", (None, "15:39", None, None, True)),
        ("2019-06-02 ~15:39 KST – event", ("2019-06-02", "15:39", None, "KST", True)),
        ("15:39–~16:00 – event", (None, "15:39", "16:00", None, True)),
        ("2019-06-02 – event", ("2019-06-02", None, None, None, False)),
        ("2017-10 – event", ("2017-10", None, None, None, False)),
        ("2017 — event", ("2017", None, None, None, False)),
        ("11:45 – 15:30 – event", (None, "11:45", "15:30", None, False)),
        ("23:00–24:00 – event", (None, "23:00", "24:00", None, False)),
    ],
)
def test_openings(text: str, expected: tuple[object, ...]) -> None:
    found = opening(text)
    assert (found.date, found.time, found.end, found.zone, found.approximate) == expected
    assert text[found.length :] == "event"


@pytest.mark.parametrize(
    "text",
    [
        "", "event", "어제 – 가", "9:00 – a", "24:30 – a", "10:60 – a", "2019-02-30 – a", "2019-13 – a", "0000 – a",
        "2019-06-02 2019-06-03 – a", "10:00 XYZ – a", "10:00 pdt – a", "10:00 a", "10:00– a", "10:00 –a", "10:00: a",
        "**10:00** – a", "`10:00` – a", "10:00 +15:00 – a", "2019-06-02T10:00 – a", "10:00:30 – a", "10:00\n– a",
    ],
)  # fmt: skip
def test_what_is_no_opening(text: str) -> None:
    assert parse_opening(text) is None


def test_a_dash_in_the_event_is_not_taken() -> None:
    found = opening("11:45 – 15:30에 회복 – 끝")
    assert "11:45 – 15:30에 회복 – 끝"[found.length :] == "15:30에 회복 – 끝"
    assert found.end is None


def test_carrying_over() -> None:
    carried = carry(opening("10:00 – a"), "2019-06-02", "KST")
    assert (carried.date, carried.zone, carried.dated, carried.zoned) == ("2019-06-02", "KST", False, False)
    own = carry(opening("2019-06-03 10:00 UTC – a"), "2019-06-02", "KST")
    assert (own.date, own.zone) == ("2019-06-03", "UTC")
    assert carry(opening("2019-06-03 – a"), "2019-06-02", "KST").zone is None


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("2019-06-02 11:45 KST – a", '<time datetime="2019-06-02T11:45+09:00">2019-06-02 11:45</time> KST'),
        ("2019-06-02 11:45 ET – a", '<time datetime="2019-06-02T11:45">2019-06-02 11:45</time> ET'),
        ("~11:45–00:10 – a", '~<time datetime="11:45">11:45</time>–<time datetime="00:10">00:10</time>'),
        (
            "2019-06-02 23:30–00:10 -03:30 – a",
            '<time datetime="2019-06-02T23:30-03:30">2019-06-02 23:30</time>'
            '–<time datetime="00:10">00:10</time> -03:30',
        ),
        ("2017-10 – a", '<time datetime="2017-10">2017-10</time>'),
    ],
)
def test_times_for_machines(text: str, html: str) -> None:
    assert render_opening(opening(text)) == html


def test_zones() -> None:
    assert zone_minutes("KST") == 540
    assert zone_minutes("+05:30") == 330
    assert zone_minutes("-0330") == -210
    assert zone_minutes("UTC+9") == 540
    assert zone_minutes("GMT−5") == -300
    assert zone_minutes("Z") == 0
    assert zone_minutes("ET") is None
    assert zone_minutes("IST") is None
    assert zone_minutes("nowhere") is None
    assert all(is_zone(zone) for zone in ZONES)
    assert not is_zone("+15:00")
    assert all(minutes is None or -720 <= minutes <= 840 for minutes in ZONES.values())


CLOCK = st.times().map(lambda time: f"{time:%H:%M}")
PARTS = st.tuples(
    st.dates(min_value=date(1000, 1, 1)).map(str), CLOCK, st.none() | CLOCK, st.none() | st.sampled_from(sorted(ZONES))
)


@given(PARTS, st.sampled_from([" – ", " — ", " - "]), st.text())
def test_every_opening_is_read_as_written(
    parts: tuple[str, str, str | None, str | None], dash: str, event: str
) -> None:
    day, time, end, zone = parts
    head = f"{day} {time}" + (f"–{end}" if end else "") + (f" {zone}" if zone else "") + dash
    found = parse_opening(head + "x" + event)
    assert found is not None
    assert found.length == len(head)
    assert (found.date, found.time, found.end, found.zone) == parts
    assert re.fullmatch(r"(<time datetime=\"[0-9T:+-]+\">[^<]+</time>–?)+( \S+)?", render_opening(found))


@given(st.text(alphabet="0123456789:-–—~ UTCKZ+a\n"))
def test_any_opening_ends(text: str) -> None:
    found = parse_opening(text)
    assert found is None or 0 < found.length <= len(text)
