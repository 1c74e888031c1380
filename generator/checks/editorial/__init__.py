"""Editorial checks: what a careful reader of both languages would say. They read every text, so they run on request."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import chain, permutations

from generator.checks.editorial.balance import check_lengths, check_numbers, check_parts
from generator.checks.editorial.dates import check_dates
from generator.checks.editorial.ground import Patterns, check_tags, patterns_of
from generator.checks.editorial.korean import check_endings, check_spacing
from generator.checks.editorial.parts import Part, parts_of
from generator.checks.editorial.people import check_people, check_secrets
from generator.checks.editorial.titles import check_titles
from generator.content.incidents import ParsedIncident
from generator.content.load import Content
from generator.problems import Problem

CODES = frozenset(
    ("W610", "W611", "W612", "W613", "W614", "W615", "W616", "W617", "W618", "W619", "W620"),
)
"""The warnings that these checks give."""


def check_editorial(content: Content) -> Iterator[Problem]:
    """Every editorial warning; codes that `site.toml` ignores are left out."""
    ignored = content.site.ignored_checks
    return (problem for problem in _found(content) if problem.code not in ignored)


def _found(content: Content) -> Iterator[Problem]:
    patterns = patterns_of(content.library.vocabulary)
    titles: dict[str, dict[str, list[Part]]] = defaultdict(lambda: defaultdict(list))
    for parsed in content.parsed:
        if parsed.incident is None:
            continue
        parts = {language: parts_of(text, content.root) for language, text in parsed.incident.texts.values.items()}
        for language, found in parts.items():
            if "title" in found:
                titles[language][found["title"].text.casefold()].append(found["title"])
        yield from _check_incident(parsed, parts, patterns)
    for same in chain.from_iterable(by_title.values() for by_title in titles.values()):
        yield from check_titles(same)


def _check_incident(
    parsed: ParsedIncident, parts: Mapping[str, Mapping[str, Part]], patterns: Patterns
) -> Iterator[Problem]:
    incident = parsed.incident
    if incident is None:
        return
    for language, found in parts.items():
        yield from check_dates(incident, incident.texts[language], found.values())
        for part in found.values():
            yield from check_people(part, language)
            yield from check_secrets(part)
            if language == "ko":
                yield from check_endings(part)
                yield from check_spacing(part)
    for one, other in permutations(parts, 2):
        yield from check_parts(parts[one], parts[other], other)
        yield from check_lengths(parts[one], parts[other], (one, other))
    yield from check_numbers(parts)
    yield from check_tags(parsed, patterns, chain.from_iterable(found.values() for found in parts.values()))
