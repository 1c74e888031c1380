"""The two languages against each other: sections in one only, sections far longer in one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.checks.editorial.numbers import answers_in, numbers_in
from generator.checks.editorial.parts import FIELDS, Part, without_code_blocks
from generator.problems import Problem

_WEIGHT = {"ko": 2.15}
"""Letters of English that say as much as one of Korean."""
_LONGER = 1.9
"""From how many times the length a section counts as far longer."""
_SHORT = 160
"""Weighted letters below which lengths are not compared."""


def check_parts(one: Mapping[str, Part], other: Mapping[str, Part], other_language: str) -> Iterator[Problem]:
    """Parts that the other language lacks."""
    for part in one.values():
        if part.id not in other:
            yield part.problem(0, "W615", {"part": part.id, "language": other_language})


def check_lengths(one: Mapping[str, Part], other: Mapping[str, Part], languages: tuple[str, str]) -> Iterator[Problem]:
    """Parts far longer than in the other language."""
    for identifier in one.keys() & other.keys():
        length = len(one[identifier].text) * _WEIGHT.get(languages[0], 1)
        other_length = len(other[identifier].text) * _WEIGHT.get(languages[1], 1)
        if identifier not in FIELDS and length > _SHORT and length > _LONGER * other_length:
            values = {"part": identifier, "times": f"{length / other_length:.1f}", "language": languages[1]}
            yield one[identifier].problem(0, "W614", values)


def check_numbers(one: Mapping[str, Part], other: Mapping[str, Part], languages: tuple[str, str]) -> Iterator[Problem]:
    """Figures that the same part of the other language does not answer."""
    for identifier in one.keys() & other.keys():
        answers = answers_in(without_code_blocks(other[identifier].text), languages[1])
        for number in numbers_in(without_code_blocks(one[identifier].text), languages[0]):
            if not number.keys & answers:
                values = {"number": number.written, "part": identifier, "language": languages[1]}
                yield one[identifier].problem(number.offset, "W610", values)
