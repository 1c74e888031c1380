"""What an entry must not hold: names of persons, and secrets."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.checks.editorial.parts import Part
from generator.problems import Problem

_ROLES = (
    "CEO|CTO|CISO|COO|CFO|CIO|VP|president|founder|co-founder|chairman|chairwoman|chair|director|manager|engineer|developer|"
    "researcher|maintainer|administrator|minister|professor|spokesman|spokeswoman|spokesperson|author|analyst|operator"
)
_NAME = r"[A-Z][a-z]+(?: [A-Z]\.)? (?:[Mm]c|O')?[A-Z][a-z]+"
_ENGLISH_NAMES = (
    re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Prof)\.? [A-Z][a-z]+(?: [A-Z][a-z]+)?"),
    re.compile(rf"\b(?:{_ROLES}),? (?P<name>{_NAME})\b(?! (?:team|service|tool|API|server|group))"),
    re.compile(rf"\b(?P<name>{_NAME}), (?:the |its |a |an )?(?:\w+ )?(?:{_ROLES})\b"),
    re.compile(r"(?<![\w/@.])@[A-Za-z][\w-]{2,}\b(?![/.])"),
)
_SURNAMES = (
    "김이박최정강조윤장임한오서신권황안송류유홍전고문양손배백허남심노하곽성차주우구민진나지엄채원천방공현"
    "함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국어은편용"
)
_NO_NAMES = "서비스|이용자|고객사|임직원|전문가|주관사|제조사|운영사"
"""Words that look like a family name and two syllables."""
_KOREAN_ROLES = (
    "씨|대표이사|대표|사장|부사장|회장|부회장|교수|장관|차관|위원장|위원|의원|이사|팀장|실장|본부장|센터장|CEO|CTO|CISO"
)
_KOREAN_NAMES = (
    re.compile(
        rf"(?<![가-힣])(?!{_NO_NAMES})[{_SURNAMES}][가-힣]{{2}} (?:{_KOREAN_ROLES})(?=[은는이가을를의도와과께에,.\s]|$)"
    ),
)
_MAIL = re.compile(r"\b[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}\b", re.IGNORECASE)
_PLAIN_WORDS = frozenset(
    ("The", "This", "That", "These", "Each", "Every", "All", "Some", "Many", "Other", "No", "On", "In")
)

_SECRETS = (
    re.compile(r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"),
    re.compile(r"\bgh[pousr]_[A-Za-z0-9]{20,}\b|\bgithub_pat_[A-Za-z0-9_]{20,}\b|\bglpat-[A-Za-z0-9_-]{20,}"),
    re.compile(
        r"\bnpm_[A-Za-z0-9]{30,}\b|\bpypi-[A-Za-z0-9_-]{30,}|\bxox[abprs]-[A-Za-z0-9-]{10,}|\bsk-[A-Za-z0-9_-]{20,}"
    ),
    re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----"),
    re.compile(r"\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\."),
    re.compile(r"\bAIza[0-9A-Za-z_-]{35}\b|\bya29\.[0-9A-Za-z_-]{20,}"),
    re.compile(r"://[^/\s:@]+:[^/\s:@]+@"),
    re.compile(r"(?i)\b(?:password|passwd|secret|api[_-]?key|token)\s*[:=]\s*[\"']?(?=[^\s\"']*\d)[^\s\"'`{}<>]{8,}"),
)


def check_people(part: Part, language: str) -> Iterator[Problem]:
    """What looks like the name or the address of a person."""
    patterns = (*(_KOREAN_NAMES if language == "ko" else ()), *_ENGLISH_NAMES, _MAIL)
    for pattern in patterns:
        for found in pattern.finditer(part.text):
            name = found.groupdict().get("name") or found[0]
            if name.split()[0] not in _PLAIN_WORDS and "`" not in name:
                yield part.problem(found.start(), "W617", {"name": name})


def check_secrets(part: Part) -> Iterator[Problem]:
    """What looks like a token, a key or a password; the problem repeats its first letters only."""
    for pattern in _SECRETS:
        for found in pattern.finditer(part.text):
            yield part.problem(found.start(), "W618", {"start": f"{found[0][:6]}…"})
