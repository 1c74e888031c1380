"""Terms against their use: without a definition, used once, never used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain

from generator.content.load import INCIDENTS_PATH, Content
from generator.model.vocabulary import GROUPS, TAG_GROUPS, Term, Vocabulary
from generator.problems import Problem


def check_vocabulary(content: Content) -> Iterator[Problem]:
    """Problems of terms that only the incidents show."""
    if not content.has_read(INCIDENTS_PATH):
        return
    used = _uses(content)
    for group in GROUPS:
        for term in content.library.vocabulary.terms(group):
            yield from _check_term(content, term, used[group, term.id])


def _uses(content: Content) -> Counter[tuple[str, str]]:
    """How many incidents carry each term; a retired one counts for its successor."""
    vocabulary = content.library.vocabulary
    briefs = [parsed.incident.brief for parsed in content.parsed if parsed.incident is not None]
    uses: Counter[tuple[str, str]] = Counter()
    for place, group in enumerate(TAG_GROUPS):
        written = Counter(chain.from_iterable([brief.tags[place] for brief in briefs]))
        uses.update(_current(vocabulary, group, written))
    severities = Counter(brief.severity for brief in briefs if brief.severity is not None)
    uses.update(_current(vocabulary, "severities", severities))
    return uses


def _current(vocabulary: Vocabulary, group: str, written: Mapping[str, int]) -> Counter[tuple[str, str]]:
    current: Counter[tuple[str, str]] = Counter()
    for identifier, count in written.items():
        if vocabulary.find(group, identifier) is not None:
            current[group, vocabulary.term(group, identifier).id] += count
    return current


def _check_term(content: Content, term: Term, uses: int) -> Iterator[Problem]:
    line, column = content.vocabulary.marks.get((term.group, term.id), (1, 1))
    place = (content.vocabulary.path, line, column)
    values = {"id": term.id, "group": term.group}
    if uses and term.definition is None:
        yield Problem(*place, "E406", values)
    if term.group not in TAG_GROUPS:
        return
    narrower = any(other.parent == term.id for other in content.library.vocabulary.terms(term.group))
    if not uses and term.replaced_by is None and not narrower:
        yield Problem(*place, "W603", values)
    elif uses == 1:
        yield Problem(*place, "W601", values)
