"""The words that the search proposes in place of a misspelled one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import orjson

from generator.model.library import Library
from generator.model.vocabulary import GROUPS
from generator.text.forms import nfc

MOST = 20_000
"""Words in the file at most; the rarest are left out."""

_WORD = re.compile(r"[^\W\d_][^\W_]*(?:-[^\W_]+)*")
_HANGUL = re.compile("[가-힣]")


def words(library: Library, language: str) -> bytes:
    """The words file of a language, JSON: labels, synonyms, names and words of titles, the most frequent first.

    Words of fewer than four letters (Hangul: two syllables) are left out; case is folded where a word occurs in
    more than one. Titles of every language count, since the index of each language holds them.
    """
    counts: Counter[str] = Counter()
    spelling: dict[str, str] = {}
    for text, weight in _texts(library, language):
        for word in _words(text):
            counts[word.casefold()] += weight
            spelling[word.casefold()] = min(word, spelling.get(word.casefold(), word), key=_plainness)
    best = sorted(counts, key=lambda word: (-counts[word], word))[:MOST]
    return orjson.dumps([spelling[word] for word in best])


def _texts(library: Library, language: str) -> Iterator[tuple[str, int]]:
    for group in GROUPS:
        for term in library.vocabulary.terms(group):
            for label in term.label.values.values():
                yield label, 1
            for synonyms in term.synonyms.values.values():
                for synonym in synonyms:
                    yield synonym, 1
    for organization in library.organizations.values():
        for name in organization.name.values.values():
            yield name, 1
    for incident in library.listed():
        if language in incident.texts:
            for text in incident.texts.values.values():
                yield text.title, 1


def _words(text: str) -> Iterator[str]:
    for word in _WORD.findall(nfc(text)):
        if len(word) >= (2 if _HANGUL.search(word) else 4):
            yield word


def _plainness(word: str) -> tuple[int, str]:
    """Lower case before others, so that a word at the head of a title does not keep its capital."""
    return (sum(character.isupper() for character in word), word)
