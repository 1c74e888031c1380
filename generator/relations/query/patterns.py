"""Signatures in a text, line by line, with a bound on the work that a hostile line or pattern can cause.

A plain pattern is looked for as it stands. A regular expression is tried on a line only if the line holds the longest
piece of it that every match must hold; and what it can cost at worst, by the length of the line and the number of its
open quantifiers, is taken from a budget, so that the same input always gives the same answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from generator.checks.signatures import pattern_fault

LONGEST_LINE = 4_096
"""Characters of a line that a regular expression sees."""

BUDGET = 20_000_000
"""Steps that all regular expressions may take in one text."""

_SPECIAL = frozenset(r"\.^$*+?{}[]()|")
_CLASS_ESCAPES = frozenset("dDwWsSbB")
_CONTROL_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v"}
_QUANTIFIER = re.compile(r"[*+?]|\{\d*(?:,\d*)?\}")
_OPEN = re.compile(r"[*+]|\{\d*,\d*\}|\{\d{2,}\}")
_ESCAPE_OR_CLASS = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
_NAME_LETTER = re.compile(r"[\w-]")


@dataclass(frozen=True, slots=True)
class Pattern:
    """One signature or alert name, ready to be looked for."""

    kind: str
    text: str
    regex: bool

    def places(self, text: str, lines: Lines, budget: Budget) -> Iterator[int]:
        """Where it stands in the text: one place a line, ascending."""
        if self.kind == "alert":
            return _names(self.text, text, lines)
        if not self.regex:
            return lines.first(_occurrences(self.text, text))
        return _expressions(self.text, text, lines, budget)


class Budget:
    """Steps that are left, and how many lines had to be left out."""

    def __init__(self, steps: int = BUDGET) -> None:
        self.left = steps
        self.skipped = 0

    def spend(self, steps: int) -> bool:
        """Takes steps, if there are as many left."""
        if steps > self.left:
            self.skipped += 1
            return False
        self.left -= steps
        return True


class Lines:
    """Where the lines of a text begin and end."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def bounds(self, place: int) -> tuple[int, int, int]:
        """Number from 1, start and end of the line that holds this place."""
        low, high = 0, len(self._starts)
        while low + 1 < high:
            middle = (low + high) // 2
            low, high = (middle, high) if self._starts[middle] <= place else (low, middle)
        start = self._starts[low]
        end = self._text.find("\n", start)
        return low + 1, start, len(self._text) if end < 0 else end

    def first(self, places: Iterable[int]) -> Iterator[int]:
        """The first place of each line, of ascending ones."""
        done = -1
        for place in places:
            if place > done:
                done = self.bounds(place)[2]
                yield place

    def starts(self) -> Sequence[int]:
        """Where each line begins."""
        return self._starts


def _occurrences(needle: str, text: str) -> Iterator[int]:
    place = text.find(needle) if needle else -1
    while place >= 0:
        yield place
        place = text.find(needle, place + len(needle))


def _names(name: str, text: str, lines: Lines) -> Iterator[int]:
    """An alert's name where it is no part of a longer one."""
    whole = (
        place
        for place in _occurrences(name, text)
        if not _NAME_LETTER.match(text[place - 1 : place]) and not _NAME_LETTER.match(text, place + len(name))
    )
    return lines.first(whole)


def _expressions(pattern: str, text: str, lines: Lines, budget: Budget) -> Iterator[int]:
    if pattern_fault(pattern) is not None:
        return
    compiled, needed, opens = re.compile(pattern), needed_text(pattern), open_quantifiers(pattern)
    places = lines.first(_occurrences(needed, text)) if needed else lines.starts()
    for place in places:
        _, start, end = lines.bounds(place)
        line = text[start : min(end, start + LONGEST_LINE)]
        beginnings = _beginnings(pattern, needed, line)
        if budget.spend(_steps(beginnings, len(line), opens)):
            found = compiled.search(line)
            if found is not None:
                yield start + found.start()


def _beginnings(pattern: str, needed: str, line: str) -> int:
    """From how many places of a line a match can begin; without a needed text the pattern may be alternatives."""
    if needed and pattern.startswith("^"):
        return 1
    return line.count(needed) if needed and pattern.startswith(needed) else len(line) + 1


def _steps(beginnings: int, length: int, opens: int) -> int:
    """What a search can cost at worst: every beginning times every way to share the line among open quantifiers."""
    steps = max(beginnings, 1)
    for number in range(1, opens + 1):
        steps = steps * (length + number) // number
    return steps + length


def open_quantifiers(pattern: str) -> int:
    """How many quantifiers of a pattern can take many characters; alternatives count each."""
    return len(_OPEN.findall(_ESCAPE_OR_CLASS.sub("x", pattern)))


def needed_text(pattern: str) -> str:
    """The longest text that every match holds as it stands, outside groups and classes; empty if there is none."""
    pieces: list[str] = [""]
    index, depth = 0, 0
    while index < len(pattern):
        letter, index = _next_letter(pattern, index)
        if letter == "|" and depth == 0:
            return ""
        depth += {"(": 1, ")": -1}.get(letter, 0)
        quantifier = _QUANTIFIER.match(pattern, index)
        if depth or len(letter) != 1 or letter in "()":
            pieces.append("")
        elif quantifier is None:
            pieces[-1] += letter
        else:
            pieces.append("")
        index = quantifier.end() if quantifier is not None else index
    return max(pieces, key=len)


def _next_letter(pattern: str, index: int) -> tuple[str, int]:
    """The character that stands at an index as itself, a bracket or a bar, or `any`; and where the next begins."""
    letter = pattern[index]
    if letter == "[":
        found = _ESCAPE_OR_CLASS.match(pattern, index)
        return "any", found.end() if found is not None else len(pattern)
    if letter == "\\" and index + 1 < len(pattern):
        escaped = pattern[index + 1]
        if escaped in _CONTROL_ESCAPES:
            return _CONTROL_ESCAPES[escaped], index + 2
        literal = not escaped.isalnum() and escaped not in "()|"
        return (escaped if literal else "any"), index + 2
    if letter in "()|":
        return letter, index + 1
    return ("any" if letter in _SPECIAL else letter), index + 1
