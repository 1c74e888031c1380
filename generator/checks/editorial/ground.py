"""Tags that the texts of an incident do not speak of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from generator.checks.editorial.parts import Part
from generator.content.incidents import ParsedIncident
from generator.model.vocabulary import Term, Vocabulary
from generator.problems import Problem

_GROUP = "components"
"""Terms of this group stand for things; symptoms, causes and factors are told in many ways."""

_PARTS = re.compile(r"[·,()/]|\bor\b|\band\b")

Patterns = Mapping[str, re.Pattern[str]]
"""By the id of a term, what speaks of it."""


def patterns_of(vocabulary: Vocabulary) -> Patterns:
    """For each component with a name of its own, a pattern of its names and those of its narrower terms."""
    words = {term.id: set(_words(term)) for term in vocabulary.terms(_GROUP)}
    for term in vocabulary.terms(_GROUP):
        if term.parent in words:
            words[term.parent] |= words[term.id]
    return {term.id: _pattern(words[term.id]) for term in vocabulary.terms(_GROUP) if _has_name(term)}


def check_tags(parsed: ParsedIncident, patterns: Patterns, parts: Iterable[Part]) -> Iterator[Problem]:
    """Components that neither language names by a label or a synonym."""
    incident = parsed.incident
    if incident is None:
        return
    titles = (source.title for source in incident.sources)
    text = "\n".join((*(part.text for part in parts), *titles)).casefold()
    for tag in incident.tags.get(_GROUP, ()):
        if tag.id in patterns and not patterns[tag.id].search(text):
            line, column = parsed.marks.get((_GROUP, tag.id), (1, 1))
            yield Problem(parsed.original_path, line, column, "W619", {"id": tag.id, "group": _GROUP})


def _has_name(term: Term) -> bool:
    """Whether its labels open with a name that nobody translates: `etcd`, `CoreDNS`, `PostgreSQL`."""
    names = {_PARTS.split(label)[0].strip().casefold() for label in term.label.values.values()}
    return all(name.isascii() for name in names) and bool(set.intersection(*(set(name.split()) for name in names)))


def _words(term: Term) -> Iterator[str]:
    yield term.id
    for label in term.label.values.values():
        yield from _PARTS.split(label)
    for synonyms in term.synonyms.values.values():
        yield from synonyms


def _pattern(words: Iterable[str]) -> re.Pattern[str]:
    stripped = sorted({word.strip().casefold() for word in words} - {""}, key=len, reverse=True)
    return re.compile("|".join(_word(word) for word in stripped))


def _word(word: str) -> str:
    """Hangul is found inside longer words, with or without spaces; Latin letters as whole words, in the plural, too."""
    pieces = r"[\s-]?".join(re.escape(piece) for piece in word.replace("-", " ").split())
    return pieces if re.search(r"[가-힣]", word) else rf"(?<![a-z0-9]){pieces}(?:e?s)?(?![a-z0-9])"
