"""Time zones as timelines write them."""

from __future__ import annotations

import re

ZONES: dict[str, int | None] = {
    "UTC": 0, "GMT": 0, "Z": 0, "WET": 0, "WEST": 60, "BST": None, "CET": 60, "CEST": 120, "EET": 120, "EEST": 180,
    "MSK": 180, "TRT": 180, "SAST": 120, "IST": None, "ICT": 420, "WIB": 420, "SGT": 480, "HKT": 480, "MYT": 480,
    "PHT": 480, "AWST": 480, "KST": 540, "JST": 540, "ACST": 570, "AEST": 600, "AEDT": 660, "NZST": 720, "NZDT": 780,
    "PST": -480, "PDT": -420, "PT": None, "MST": -420, "MDT": -360, "MT": None, "CST": None, "CDT": -300, "CT": None,
    "EST": -300, "EDT": -240, "ET": None, "AKST": -540, "AKDT": -480, "HST": -600, "AST": None, "BRT": -180,
    "ART": -180, "CLT": -240,
}  # fmt: skip
"""Minutes east of UTC by abbreviation; None where the letters alone do not say."""

_OFFSET = re.compile(r"(?:UTC|GMT)?([+\-−])(\d{1,2})(?::?([0-5]\d))?")


def zone_minutes(zone: str) -> int | None:
    """Minutes east of UTC of a zone as written (`KST`, `+09:00`, `UTC+9`), or None if it is not certain.

    >>> zone_minutes("UTC-3"), zone_minutes("ET")
    (-180, None)
    """
    found = _OFFSET.fullmatch(zone)
    if not found:
        return ZONES.get(zone)
    minutes = int(found.group(2)) * 60 + int(found.group(3) or 0)
    return minutes if found.group(1) == "+" else -minutes


def is_zone(text: str) -> bool:
    """Whether a timeline may write a zone like this."""
    found = _OFFSET.fullmatch(text)
    return int(found.group(2)) <= 14 if found else text in ZONES
