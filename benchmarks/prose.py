"""Writes sentences of the corpus: words by frequency, particles that fit, slots filled."""

from __future__ import annotations

import bisect
import random
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate

import lexicon
from sentences import SENTENCES

_SLOT = re.compile(r"\{([A-Z]+\d?)(?::([가-힣]+))?\}")
_PARTICLES = {"은": ("는", "은"), "이": ("가", "이"), "을": ("를", "을"), "과": ("와", "과")}
_RIEUL, _NO_FINAL = 8, 0


class Zipf:
    """Draws items so that few are frequent and many are rare, as words are in real text."""

    def __init__(self, items: Iterable[str], exponent: float = 1.02, shift: float = 2.7) -> None:
        self.items = list(dict.fromkeys(items))
        self.sums = list(accumulate(1.0 / (rank + shift) ** exponent for rank in range(1, len(self.items) + 1)))

    def __call__(self, rng: random.Random) -> str:
        return self.items[bisect.bisect_left(self.sums, rng.random() * self.sums[-1])]

    def several(self, rng: random.Random, count: int) -> tuple[str, ...]:
        """So many different ones."""
        found: dict[str, None] = {}
        while len(found) < count:
            found[self(rng)] = None
        return tuple(found)


_order = random.Random(20240101)  # noqa: S311  # which words are frequent does not depend on the corpus's seed


def _shuffled(items: Iterable[str]) -> list[str]:
    unique = list(dict.fromkeys(items))
    _order.shuffle(unique)
    return unique


def _compounds(nouns: Iterable[str], join: Callable[[str, str], str]) -> list[str]:
    ordered = sorted(set(nouns))
    return _shuffled(join(first, last) for first in ordered for last in ordered if first != last)


def _join_korean(first: str, last: str) -> str:
    return first + ("" if len(first) + len(last) <= 6 else " ") + last


NOUNS = {"ko": Zipf(_shuffled(lexicon.KOREAN_NOUNS)), "en": Zipf(_shuffled(lexicon.ENGLISH_NOUNS))}
COMPOUNDS = {
    "ko": Zipf(_compounds(lexicon.KOREAN_NOUNS, _join_korean), 0.95),
    "en": Zipf(_compounds(lexicon.ENGLISH_NOUNS, lambda first, last: f"{first} {last}"), 0.95),
}
VERBS = {"ko": Zipf(lexicon.KOREAN_VERBS, 0.8), "en": Zipf(lexicon.ENGLISH_VERBS, 0.8)}
ADJECTIVES = {"ko": Zipf(lexicon.KOREAN_ADJECTIVES, 0.8), "en": Zipf(lexicon.ENGLISH_ADJECTIVES, 0.8)}
LATIN = Zipf(_shuffled(lexicon.LATIN), 0.9)
SERVICES = Zipf(_shuffled(f"{first}-{last}" for first in lexicon.SERVICE_FIRST for last in lexicon.SERVICE_LAST), 0.9)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What all sentences of one incident share."""

    year: str
    month: str
    day: str
    organization: str
    service: str
    components: tuple[str, ...]


class Writer:
    """Writes the sentences of one incident in one language."""

    def __init__(self, rng: random.Random, language: str, setting: Setting) -> None:
        self.rng, self.language, self.setting = rng, language, setting

    def slot(self, name: str) -> str:
        """A word for a slot; KeyError for a slot that no sentence has."""
        return _SLOTS[name](self)

    def sentence(self, kind: str) -> str:
        """A sentence of a kind, its slots filled."""
        text = _SLOT.sub(self._fill, self.rng.choice(SENTENCES[self.language][kind]))
        return _with_articles(text) if self.language == "en" else text

    def paragraph(self, kind: str, least: int, most: int) -> str:
        """Sentences, most of them of this kind; some bold words and code among them."""
        count = self.rng.randint(least, most)
        written = [self.sentence(kind if self.rng.random() < 0.72 else "generic") for _ in range(count)]
        if self.rng.random() < 0.3:
            written[0] = re.sub(r"(\S+)", r"**\1**", written[0], count=1)
        if self.rng.random() < 0.35:
            metric = f"{LATIN(self.rng).lower()}_{NOUNS['en'](self.rng)}_total"
            written[-1] = f"{written[-1].rstrip('.')} (`{metric}`)."
        return " ".join(written)

    def _fill(self, match: re.Match[str]) -> str:
        name, particle = match.groups()
        word = self.slot(name)
        if particle is None:
            return word
        return _connected(word, particle) if name == "V2" else _with_particle(word, particle)


def _component(writer: Writer) -> str:
    identifier = writer.rng.choice(writer.setting.components)
    return lexicon.COMPONENTS[identifier][lexicon.LANGUAGES.index(writer.language)]


def _host(writer: Writer) -> str:
    rng = writer.rng
    kind, row = rng.choice(("gpu", "cpu", "st", "gw", "ctl")), rng.choice("abcdefgh")
    return f"{kind}-{row}{rng.randint(1, 48):02d}-{rng.randint(1, 32):02d}"


def _error(writer: Writer) -> str:
    rng = writer.rng
    named = f"ERR_{LATIN(rng).upper()}_{rng.randint(100, 999)}"
    return rng.choice((named, f"HTTP {rng.choice((429, 500, 502, 503, 504))}", f"E{rng.randint(1000, 9999)}"))


def _service(writer: Writer) -> str:
    return writer.setting.service if writer.rng.random() < 0.4 else SERVICES(writer.rng)


_SLOTS: Mapping[str, Callable[[Writer], str]] = {
    "N": lambda writer: NOUNS[writer.language](writer.rng),
    "K": lambda writer: COMPOUNDS[writer.language](writer.rng),
    "A": lambda writer: ADJECTIVES[writer.language](writer.rng),
    "V": lambda writer: VERBS[writer.language](writer.rng),
    "V2": lambda writer: VERBS[writer.language](writer.rng),
    "L": lambda writer: LATIN(writer.rng),
    "S": _service,
    "C": _component,
    "D": lambda writer: str(writer.rng.choice((writer.rng.randint(2, 30), writer.rng.randint(10, 400)))),
    "D2": lambda writer: f"{writer.rng.randint(400, 9999):,}",
    "D3": lambda writer: str(writer.rng.randint(2, 9)),
    "P": lambda writer: f"{writer.rng.uniform(1, 99):.{writer.rng.randint(0, 2)}f}",
    "PS": lambda writer: f"{writer.rng.uniform(0.01, 0.9):.2f}",
    "T": lambda writer: f"{writer.rng.randint(0, 23):02d}:{writer.rng.randint(0, 59):02d}",
    "H": _host,
    "E": _error,
    "O": lambda writer: writer.setting.organization,
    "Y": lambda writer: writer.setting.year,
    "MO": lambda writer: writer.setting.month,
    "DD": lambda writer: writer.setting.day,
}


def _final(word: str) -> int:
    """How the last sound of a word ends: 0 in a vowel, 8 in rieul, anything else in another consonant."""
    last = word[-1]
    if "가" <= last <= "힣":
        return (ord(last) - ord("가")) % 28
    if last in "178lLR":
        return _RIEUL
    return 1 if last in "036mngMN" else _NO_FINAL


def _with_particle(word: str, particle: str) -> str:
    final = _final(word)
    if particle in _PARTICLES:
        particle = _PARTICLES[particle][final != _NO_FINAL]
    elif particle == "으로":
        particle = "로" if final in (_NO_FINAL, _RIEUL) else "으로"
    apart = not ("가" <= word[-1] <= "힣") and not word[-1].isdigit()
    return f"{word} {particle}" if apart else word + particle


def _connected(verb: str, ending: str) -> str:
    """A past verb, which ends in 다, with an ending that joins it to what follows."""
    stem = verb[:-1]
    return {"고": f"{stem}고", "아": f"{stem}고", "는다고": f"{verb}고", "는지": f"{stem}는지"}[ending]


def _with_articles(text: str) -> str:
    text = re.sub(r"\b([Aa])n? (?=[aeiou])", r"\1n ", text)
    text = re.sub(r"\b([Aa])n (?=[^aeiouAEIOU\d\W])", r"\1 ", text)
    return text[0].upper() + text[1:]
