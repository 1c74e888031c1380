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


def check_numbers(texts: Mapping[str, Mapping[str, Part]]) -> Iterator[Problem]:
    """Figures that the same part of another language does not answer."""
    words = {
        (language, part.id): without_code_blocks(part.text)
        for language, parts in texts.items()
        for part in parts.values()
    }
    figures = {place: numbers_in(text, place[0]) for place, text in words.items()}
    answers = {place: answers_in(words[place], place[0], figures[place]) for place in words}
    for (language, identifier), numbers in figures.items():
        for other in texts:
            if other == language or (other, identifier) not in answers:
                continue
            for number in numbers:
                if not number.keys & answers[other, identifier]:
                    values = {"number": number.written, "part": identifier, "language": other}
                    yield texts[language][identifier].problem(number.offset, "W610", values)
