"""Korean prose: sentences in the plain form, and spacing that does not vary."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.checks.editorial.parts import FIELDS, Part, blocks, without_code_blocks
from generator.markup.timeline import parse_opening
from generator.problems import Problem

_FINAL_B = 17
"""The place of ㅂ among the final consonants of a syllable."""
_QUOTES = "\"'”’*_`」』〉》"
_CLOSING = "\"'”’)]}*_`」』〉》"
_SENTENCE_END = re.compile(rf"[.?!][{re.escape(_CLOSING)}]*(?=\s|$)")
_PLAIN = re.compile(r"(?:다|라|자|까|나|가|지|네|걸)$")
_RUN_IN_LABEL = re.compile(r"\*\*[^*]+[.:]\*\*")
_BRACKETED = re.compile(r"\s*\([^()]*\)$")
_NUMBERED = re.compile(r"(?:^|\s)\d+$")
_ABBREVIATION = re.compile(r"(?:^|[\s(])(?:[A-Z]|No|vs|Inc|Corp|Ltd|Co|St|Dr|e\.g|i\.e|etc)$")

_INLINE_CODE = re.compile(r"`[^`\n]*`")
_PARTICLE_ALONE = re.compile(
    r"(?P<before>[A-Za-z0-9%`)\]”\"])(?P<gap> )"
    r"(?P<after>은|는|을|를|의|에|에서|에게|에는|에도|에서는|에서도|와|과|로|으로|로는|으로는|로부터|까지|부터|보다|처럼|만|도|이|가|이다|였다|이었다)"
    r"(?=[\s.,;:)]|$)"
)
_AMBIGUOUS = ("이", "가", "만", "도", "의")
"""Also words of their own (`API 이 둘`); told only where nothing else can be meant."""
_COUNTERS = (
    "개월|개|분|초|시간|시|일|월|년|건|명|번|대|곳|회|배|달러|원|엔|유로|차례|가지|퍼센트|종|줄|장|단계|주|달|층|팀|쪽|세대|기|"
    "비트|바이트|메가바이트|기가바이트|테라바이트|만|억|조|천|여"
)
_COUNTER_APART = re.compile(rf"(?<![\w.])(?P<number>[\d,.]*\d)(?P<gap> )(?P<unit>{_COUNTERS})(?![가-힣])")
_UNIT_APART = re.compile(r"(?<![\w.])(?P<number>[\d,.]*\d)(?P<gap> )(?P<unit>%|[KMGTP]i?B|[kMGT]bps|ms)(?![A-Za-z])")
_LATIN_RUN = re.compile(r"(?<![A-Za-z0-9+#./_-])(?P<latin>[A-Za-z][A-Za-z0-9+#./_-]*+)(?P<hangul>[가-힣]+)")
_ENDING = re.compile(
    r"(?:(?:하|되|시키)[가-힣]*|개[가-힣]?|(?:들|쪽|쯤|짜리|측|별|용|식|형|화|류|급|발|판|판본|간|상|내|외|중|당|씩|째|계|팀|사|호|안|밖|뿐|님|씨|적|산|제|대|권|망|기반|기|성|행|비)*"
    r"(?:이|으로|에서|에게)?(?:은|는|이|가|을|를|의|에|에서|에게|에게서|와|과|나|이나|로|으로|도|만|까지|까지만|부터|보다|처럼|같이|마다|"
    r"조차|밖에|뿐|랑|이랑|든|이든|라도|이라도|라서|이라서|라|이라|라는|이라는|라고|이라고|란|이란|야|여서|이어서|며|이며|면|이면|"
    r"고|이고|다|이다|였다|이었다|인|일|임|인지|인데|이지만|지만|였을|이었을|이었지만|였고|이었고|였는데|였던|이던|였으며|였지만|아닌|이자|자|"
    r"로서|으로서|로써|으로써|로부터|으로부터|에서부터|에까지|까지로|에야|로까지|대로|만큼|만의|들의|라면|이라면)?"
    r"(?:은|는|도|만|의|이|까지|부터|나|라)?)"
)


def check_endings(part: Part) -> Iterator[Problem]:
    """Sentences of Korean prose that do not end in a plain form."""
    if part.id in FIELDS:
        return
    text = _INLINE_CODE.sub(lambda found: "x" * len(found[0]), without_code_blocks(part.text))
    for offset, block in blocks(text):
        opening = parse_opening(block)
        start = opening.length if opening is not None else 0
        for place, sentence in _sentences(block, start):
            if not _is_plain(sentence):
                yield part.problem(offset + place, "W612", {"sentence": _shortened(sentence)})


def check_spacing(part: Part) -> Iterator[Problem]:
    """Spaces between Latin letters or figures and Hangul that depart from the rule of the library."""
    text = without_code_blocks(part.text)
    for found in _PARTICLE_ALONE.finditer(text):
        if found["after"] not in _AMBIGUOUS:
            yield _spacing(part, found.start(), found[0], found["before"] + found["after"])
    for pattern in (_COUNTER_APART, _UNIT_APART):
        for found in pattern.finditer(text):
            yield _spacing(part, found.start(), found[0], found["number"] + found["unit"])
    for found in _LATIN_RUN.finditer(_without_code(text)):
        if not _ENDING.fullmatch(found["hangul"]):
            yield _spacing(part, found.start(), found[0], f"{found['latin']} {found['hangul']}")


def _spacing(part: Part, offset: int, written: str, better: str) -> Problem:
    return part.problem(offset, "W613", {"written": written, "better": better})


def _without_code(text: str) -> str:
    return _INLINE_CODE.sub(lambda found: " " * len(found[0]), text)


def _sentences(block: str, start: int) -> Iterator[tuple[int, str]]:
    """The sentences of a block after `start`, with their offsets; the last needs no closing sign."""
    begin = start
    for end in _SENTENCE_END.finditer(block, start):
        sentence = block[begin : end.start()]
        if _NUMBERED.search(sentence) or _ABBREVIATION.search(sentence):
            continue
        yield begin + len(sentence) - len(sentence.lstrip()), block[begin : end.end()].strip()
        begin = end.end()
    rest = block[begin:].strip()
    if rest:
        yield begin + len(block[begin:]) - len(block[begin:].lstrip()), rest


def _is_plain(sentence: str) -> bool:
    if sentence.endswith((":", "：")) or _RUN_IN_LABEL.fullmatch(sentence) or not re.search(r"[가-힣]", sentence):
        return True
    closed = sentence.rstrip(_QUOTES + " \n")
    bare = closed.rstrip(".?!").rstrip(_QUOTES + " ")
    if bare == closed:
        return False
    bare = _BRACKETED.sub("", bare).rstrip(_CLOSING + " ").rstrip(".?!")
    return bool(_PLAIN.search(bare)) and not _is_polite(bare)


def _is_polite(bare: str) -> bool:
    """Whether it ends in `-ㅂ니다` or `-ㅂ니까`."""
    return bare.endswith(("니다", "니까")) and len(bare) > 2 and (ord(bare[-3]) - ord("가")) % 28 == _FINAL_B


def _shortened(sentence: str) -> str:
    words = " ".join(sentence.split())
    return words if len(words) <= 40 else f"…{words[-40:]}"
