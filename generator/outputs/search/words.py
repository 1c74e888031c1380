"""The words that the search proposes in place of a misspelled one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal

import orjson

from generator.model.library import Library
from generator.model.vocabulary import GROUPS
from generator.text.forms import nfc

MOST = 5000
"""Words in a file at most; the rarest are left out, so that a misspelled first query stays small."""

Writing = Literal["hangul", "other"]
WRITINGS: tuple[Writing, ...] = ("hangul", "other")
"""The words of each stand in a file of their own, since a word is only ever replaced by one of its own writing."""

_WORD = {
    "hangul": re.compile("[가-힣]{2,}"),
    "other": re.compile(r"[^\W\d_가-힣][^\W_가-힣]*(?:-[^\W_가-힣]+)*"),
}
_SHORTEST = {"hangul": 2, "other": 4}


def words(library: Library, language: str, writing: Writing) -> bytes:
    """A words file of a language, JSON: labels, synonyms, names and words of titles, the most frequent first.

    Words of fewer than four letters (Hangul: two syllables) are left out, as are particles and endings; case is folded
    where a word occurs in more than one. Titles of every language count, since the index of each language holds them.
    """
    written = Counter(_WORD[writing].findall(nfc("\n".join(_texts(library, language)))))
    counts: Counter[str] = Counter()
    spelling: dict[str, str] = {}
    for word, count in _whole_words(written, writing):
        folded = word.casefold()
        counts[folded] += count
        spelling[folded] = min(word, spelling.get(folded, word), key=_plainness)
    best = sorted(counts, key=lambda word: (-counts[word], word))[:MOST]
    return orjson.dumps([spelling[word] for word in best])


def _texts(library: Library, language: str) -> Iterator[str]:
    for group in GROUPS:
        for term in library.vocabulary.terms(group):
            yield from term.label.values.values()
            for synonyms in term.synonyms.values.values():
                yield from synonyms
    for organization in library.organizations.values():
        yield from organization.name.values.values()
    for incident in library.listed():
        if language in incident.brief.languages:
            yield from incident.brief.titles


def _whole_words(written: Mapping[str, int], writing: Writing) -> Iterator[tuple[str, int]]:
    """Words without their particles and endings, where enough is left, and how often each was written."""
    from generator.text.hangul import weak_from  # most builds make no words file

    for found, count in written.items():
        word = found[: weak_from(found) + 1] if writing == "hangul" else found
        if len(word) >= _SHORTEST[writing]:
            yield word, count


def _plainness(word: str) -> tuple[int, str]:
    """Lower case before others, so that a word at the head of a title does not keep its capital."""
    return (sum(character.isupper() for character in word), word)
