"""Quantities, durations, times and versions, compared as what they are."""

from __future__ import annotations

from datetime import UTC, datetime
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.checks.measures import (
    compare,
    image_tag,
    parse_go_duration,
    parse_quantity,
    parse_version,
    read_operand,
)

NOW = datetime(2026, 12, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("512Mi", 512 * 1024**2),
        ("0.5", Fraction(1, 2)),
        (".5", Fraction(1, 2)),
        ("250m", Fraction(1, 4)),
        ("100n", Fraction(1, 10**7)),
        ("15k", 15000),
        ("1e3", 1000),
        ("1E3", 1000),
        ("1E", 10**18),
        ("2Gi", 2 * 1024**3),
        ("2G", 2 * 10**9),
        ("-1", -1),
        ("16107132Ki", 16107132 * 1024),
    ],
)
def test_quantities(text, number):
    assert parse_quantity(text) == number


@pytest.mark.parametrize("text", ["", "Mi", "1 Gi", "1gi", "1KI", "1h", "1.2.3", "٣", "1e999", "0x10", "1_000", "nan"])
def test_not_quantities(text):
    assert parse_quantity(text) is None


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("30s", 30), ("1h30m", 5400), ("15m0s", 900), ("1.5h", 5400), ("500ms", Fraction(1, 2)), ("-24h", -86400)],
)
def test_durations(text, seconds):
    assert parse_go_duration(text) == seconds


@pytest.mark.parametrize(
    ("value", "operand", "order"),
    [
        ("128Mi", "0.125Gi", 0),
        ("1000Mi", "1Gi", -1),
        ("1G", "1Gi", -1),
        ("900m", "1", -1),
        (2, "2000m", 0),
        ("9", "10", -1),
        ("v1.9.0", "v1.10", -1),
        ("v1.29.3-eks-5d7e3c1", "v1.29.3", 0),
        ("v1.30.0-rc.1", "v1.30.0", -1),
        ("v1.30.0-rc.1", "v1.29.9", 1),
        ("registry.k8s.io/etcd:3.5.21-0", "v3.5.3", 1),
        ("registry.example.org:5000/team/traefik:v2.4.8@sha256:ab", "v2.5.0", -1),
        ("15m0s", "900s", 0),
        (30, "60s", -1),
        ("2026-12-08T00:00:00Z", "336h", -1),
        ("2026-12-08T09:00:00+09:00", "168h", 0),
        ("2027-06-01T00:00:00Z", "336h", 1),
        ("2026-11-01T08:00:00Z", "-24h", -1),
        ("2026-11-30T22:00:00.000000Z", "-24h", 1),
    ],
)
def test_comparisons(value, operand, order):
    measure = read_operand(operand)
    assert measure is not None
    assert compare(value, measure, NOW) == order


@pytest.mark.parametrize(
    ("value", "operand"),
    [
        ("${MEMORY}", "1Gi"),
        ("25%", "1"),
        (None, "1"),
        (True, "1"),
        ({}, "1"),
        ([], "1"),
        ("latest", "v1.2.3"),
        ("registry.example.org/app", "v1.2.3"),
        ("2026-13-40T99:00:00Z", "24h"),
        ("tomorrow", "24h"),
        (float("nan"), "1"),
        (float("inf"), "1"),
    ],
)
def test_what_cannot_be_compared(value, operand):
    measure = read_operand(operand)
    assert measure is not None
    assert compare(value, measure, NOW) is None


def test_minutes_alone_are_thousandths():
    measure = read_operand("15m")
    assert measure is not None
    assert measure.kind == "quantity"


def test_tags():
    assert image_tag("localhost:5000/app") is None
    assert image_tag("app:1.2@sha256:00") == "1.2"
    assert parse_version("v1") == parse_version("1.0.0")


@given(st.text())
def test_any_text_is_a_measure_or_none(text):
    operand = read_operand(text)
    if operand is not None:
        compare(text, operand, NOW)


@given(st.integers(0, 10**12), st.integers(0, 10**12))
def test_quantities_order_as_numbers(left, right):
    measure = read_operand(f"{right}Ki")
    assert measure is not None
    assert compare(f"{left}Ki", measure, NOW) == (left > right) - (left < right)
