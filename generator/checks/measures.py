"""Values of Kubernetes compared as what they are: quantities, durations, times, versions.

The operand of a check decides how the values that it meets are read:

- `512Mi`, `250m`, `3`, `0.5`: a quantity; numbers and quantities are compared with it
- `30s`, `720h`, `1h30m`: a duration; durations and numbers of seconds are compared with it, and an RFC 3339 time as the
  time left until it (negative once it has passed)
- `v1.29`, `3.5.3`: a version; versions and the tags of images are compared with it

`15m` alone is a quantity, 15 thousandths, as Kubernetes reads it; fifteen minutes are `900s`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any, Literal, TypeAlias

Version: TypeAlias = tuple[tuple[int, ...], int, str]
"""Numbers, 0 for a pre-release and 1 else, the pre-release."""

_QUANTITY = re.compile(
    r"([+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30}))(?:([numkMGTPE]|[KMGTPE]i)|[eE]([+-]?\d{1,2}))?", re.ASCII
)
_DECIMAL = {"n": -9, "u": -6, "m": -3, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
_BINARY = {"Ki": 1, "Mi": 2, "Gi": 3, "Ti": 4, "Pi": 5, "Ei": 6}

_DURATION = re.compile(r"([+-]?)((?:\d{1,12}(?:\.\d{0,9})?(?:ns|us|µs|ms|s|m|h))+)", re.ASCII)
_DURATION_PART = re.compile(r"(\d+(?:\.\d*)?)(ns|us|µs|ms|s|m|h)")
_SECONDS = {
    "ns": Fraction(1, 10**9),
    "us": Fraction(1, 10**6),
    "µs": Fraction(1, 10**6),
    "ms": Fraction(1, 1000),
    "s": Fraction(1),
    "m": Fraction(60),
    "h": Fraction(3600),
}

_VERSION = re.compile(
    r"v?(\d{1,9}(?:\.\d{1,9}){0,5})(?:-((?:alpha|beta|rc)[0-9A-Za-z.-]{0,40}))?(?:[-+._][0-9A-Za-z.+_-]*)?", re.ASCII
)
_VERSION_OPERAND = re.compile(r"v\d+.*|\d+\.\d+\.\d+.*", re.ASCII)
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Operand:
    """What the values of a check are compared with."""

    kind: Literal["quantity", "duration", "version"]
    value: Fraction | Version


def parse_quantity(text: str) -> Fraction | None:
    """A Kubernetes quantity as an exact number: `512Mi`, `250m`, `1e3`, `.5`; None where it is not one."""
    found = _QUANTITY.fullmatch(text)
    if found is None:
        return None
    number, suffix, exponent = Fraction(found[1]), found[2], found[3]
    if exponent is not None:
        return number * Fraction(10) ** int(exponent)
    if suffix in _BINARY:
        return number * Fraction(1024 ** _BINARY[suffix])
    return number * Fraction(10) ** _DECIMAL[suffix] if suffix else number


def parse_go_duration(text: str) -> Fraction | None:
    """A duration as Go writes it, in seconds: `15m0s`, `1h30m`, `-4320h`; None where it is not one."""
    found = _DURATION.fullmatch(text)
    if found is None:
        return None
    parts = _DURATION_PART.findall(found[2])
    total = sum((Fraction(number) * _SECONDS[unit] for number, unit in parts), Fraction(0))
    return -total if found[1] == "-" else total


def parse_version(text: str) -> Version | None:
    """A version: `v1.29.3-eks-1`, `3.5.0`, `1.30.0-rc.1`; a build or vendor suffix does not count."""
    found = _VERSION.fullmatch(text)
    if found is None:
        return None
    numbers = [int(part) for part in found[1].split(".")]
    while len(numbers) > 1 and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers), 0 if found[2] else 1, found[2] or ""


def image_tag(image: str) -> str | None:
    """The tag of a container image, without its digest; None where it has none."""
    name = image.split("@", 1)[0].rsplit("/", 1)[-1]
    return name.split(":", 1)[1] if ":" in name else None


def read_operand(text: str) -> Operand | None:
    """What a check compares with, by its form; None where it is not a measure."""
    if _VERSION_OPERAND.fullmatch(text):
        version = parse_version(text)
        return Operand("version", version) if version is not None else None
    quantity = parse_quantity(text)
    if quantity is not None:
        return Operand("quantity", quantity)
    duration = parse_go_duration(text)
    return Operand("duration", duration) if duration is not None else None


def compare(value: Any, operand: Operand, now: datetime) -> int | None:
    """-1, 0 or 1 as the value is below, at or above the operand; None where it cannot be read as that."""
    read = {"quantity": _as_quantity, "duration": _as_duration, "version": _as_version}[operand.kind](value, now)
    if read is None:
        return None
    left, right = (read,), (operand.value,)
    return (left > right) - (left < right)


def _number(value: Any) -> Fraction | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return Fraction(str(value))
    except ValueError:  # infinity and not-a-number
        return None


def _as_quantity(value: Any, _: datetime) -> Fraction | None:
    return parse_quantity(value.strip()) if isinstance(value, str) else _number(value)


def _as_duration(value: Any, now: datetime) -> Fraction | None:
    if not isinstance(value, str):
        return _number(value)
    text = value.strip()
    if _TIME.fullmatch(text):
        try:
            left = datetime.fromisoformat(text) - now
        except ValueError:
            return None
        return Fraction(left.days * 86400 + left.seconds)
    return parse_go_duration(text)


def _as_version(value: Any, _: datetime) -> Version | None:
    if not isinstance(value, str):
        return None
    text = value.strip()
    version = parse_version(text)
    if version is None:
        tag = image_tag(text)
        version = parse_version(tag) if tag is not None else None
    return version
