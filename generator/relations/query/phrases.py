"""A query as groups of phrases for the full-text index. Every word is quoted, so that none is taken for its syntax."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from generator.relations.query.errors import QueryError
from generator.relations.query.store import Store
from generator.relations.query.tokens import is_hangul, is_particle, key, stems, tokens, words

LONGEST = 1_000
"""Characters of a query."""

MOST_WORDS = 48
"""Words of a query that count; the rest of a longer one is left out."""

_LONGEST_SYNONYM = 6
"""Words of a query that together can be a label or synonym."""

_LEAST_PREFIX = 3
"""Letters from which a word also finds longer ones."""

_CHUNK = re.compile(r'"([^"]*)"|(\S+)')

Phrase = tuple[str, ...]
"""Tokens of the index that stand side by side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A query taken apart."""

    chunks: tuple[tuple[str, ...], ...]
    """The words of each piece without a space, or between quotes."""
    text: str

    @property
    def words(self) -> tuple[str, ...]:
        """Every word once, in order."""
        return tuple(dict.fromkeys(word for chunk in self.chunks for word in chunk))


def parse_query(text: str) -> Query:
    """Takes a query apart; QueryError when it is too long or holds no word."""
    if len(text) > LONGEST:
        raise QueryError("query-too-long", length=len(text), most=LONGEST)
    chunks: list[tuple[str, ...]] = []
    left = MOST_WORDS
    for quoted, bare in _CHUNK.findall(text):
        chunk = _without_particle(words(quoted or bare))[:left]
        left -= len(chunk)
        if chunk:
            chunks.append(chunk)
    if not chunks:
        raise QueryError("empty-query")
    return Query(chunks=tuple(chunks), text=text)


def _without_particle(chunk: list[str]) -> tuple[str, ...]:
    """The words of a piece without a particle that closes a Latin word."""
    if len(chunk) > 1 and is_particle(chunk[-1]) and not is_hangul(chunk[-2]):
        chunk = chunk[:-1]
    return tuple(chunk)


def strict(query: Query) -> str:
    """Every piece of the query as it is written; a Korean word with or without its particle.

    Pieces that stand side by side in a text, as in the query, count once more.
    """
    pieces = _all(_any(_forms(chunk)) for chunk in query.chunks)
    if len(query.chunks) == 1:
        return pieces
    return f"({pieces}) OR {_any(_forms([word for chunk in query.chunks for word in chunk]))}"


def widened(store: Store, query: Query) -> str:
    """Every word, or what the vocabulary calls it otherwise, in any language; Latin words may go on."""
    flat = [word for chunk in query.chunks for word in chunk]
    groups: list[str] = []
    start = 0
    while start < len(flat):
        length, names = _synonyms(store, flat, start)
        own = flat[start : start + length]
        groups.append(f"({_all(_word(word) for word in own)} OR {_any(names)})" if names else _word(own[0]))
        start += length
    return _all(groups)


def loose(query: Query) -> str:
    """Any part of any word."""
    return _any((token,) for word in query.words for token in tokens(word))


def units(query: Query) -> list[tuple[str, list[str]]]:
    """Each word of the query, without its particle, with the expressions that find its parts."""
    shortest = dict.fromkeys(stems(word)[-1] for word in query.words)
    return [(word, [_quoted((token,)) for token in dict.fromkeys(tokens(word))]) for word in shortest]


def surfaces(store: Store, query: Query) -> list[str]:
    """What an excerpt should show: the words as they may stand in a text, then what the vocabulary calls them."""
    flat = [word for chunk in query.chunks for word in chunk]
    found = [stem for word in query.words for stem in stems(word)]
    for start in range(len(flat)):
        found += _names(store, flat, start, 1)
    return list(dict.fromkeys(found))


def _forms(chunk: Sequence[str]) -> Iterator[Phrase]:
    """A piece as phrases: whole, then with the particle of its last word taken off."""
    for last in stems(chunk[-1]):
        yield tuple(token for word in (*chunk[:-1], last) for token in tokens(word))


def _word(word: str) -> str:
    """One word, as the beginning of another too."""
    if is_hangul(word):
        return _any(tuple(tokens(stem)) for stem in stems(word))
    return f"{_quoted((word,))}*" if len(word) >= _LEAST_PREFIX else _quoted((word,))


def _synonyms(store: Store, flat: Sequence[str], start: int) -> tuple[int, list[Phrase]]:
    """How many words from `start` on make a label or synonym, and what else it is called; (1, []) if none do."""
    for length in range(min(_LONGEST_SYNONYM, len(flat) - start), 0, -1):
        names = _names(store, flat, start, length)
        if names:
            return length, [tuple(token for word in words(name) for token in tokens(word)) for name in names]
    return 1, []


def _names(store: Store, flat: Sequence[str], start: int, length: int) -> list[str]:
    """What the terms are called that these words name: a label by all its synonyms, a synonym by the labels.

    A synonym is often narrower than its term, so the other synonyms would lead astray.
    """
    *before, last = flat[start : start + length]
    keys = [key(" ".join((*before, stem))) for stem in stems(last)]
    rows = store.rows(
        "SELECT DISTINCT other.text FROM name AS own JOIN name AS other USING (group_id, term)"
        " WHERE own.key IN (SELECT value FROM json_each(?))"
        " AND (other.position = 0 OR (own.position = 0 AND other.position > 0))"
        " ORDER BY other.position, other.text",
        (json.dumps(keys),),
    )
    return [text for (text,) in rows if key(text)]


def _any(phrases: Iterable[Phrase]) -> str:
    return "(" + " OR ".join(dict.fromkeys(_quoted(phrase) for phrase in phrases)) + ")"


def _all(groups: Iterable[str]) -> str:
    return " AND ".join(groups)


def _quoted(phrase: Phrase) -> str:
    """A phrase between quotes; tokens are letters and digits alone, and a quote could do no harm."""
    return '"' + " ".join(phrase).replace('"', "") + '"'
