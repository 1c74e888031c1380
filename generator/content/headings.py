"""The closed list of section headings, by language."""

from __future__ import annotations

from collections.abc import Mapping

_HEADINGS: Mapping[str, Mapping[str, str]] = {
    "ko": {
        "증상": "symptoms",
        "원인": "cause",
        "경과": "timeline",
        "감지": "detection",
        "조치": "remediation",
        "후속 조치": "follow-ups",
        "교훈": "lessons",
    },
    "en": {
        "Symptoms": "symptoms",
        "Cause": "cause",
        "Timeline": "timeline",
        "Detection": "detection",
        "Remediation": "remediation",
        "Follow-ups": "follow-ups",
        "Lessons": "lessons",
    },
}

_BY_SECTION = {
    language: {identifier: heading for heading, identifier in headings.items()}
    for language, headings in _HEADINGS.items()
}

LANGUAGES = tuple(_HEADINGS)
"""Languages in which incidents can be written."""


def headings_of(language: str) -> Mapping[str, str]:
    """Section ids by heading."""
    return _HEADINGS[language]


def heading_of(language: str, section: str) -> str:
    """The heading of a section; KeyError where the section is none of the list."""
    return _BY_SECTION[language][section]
