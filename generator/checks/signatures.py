"""Signatures: patterns that run alike in Python and in a browser, each tested on its sample."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.content.incidents import ParsedIncident
from generator.model.incident import Incident, Signature
from generator.problems import Problem

_LONGEST = 500
"""Characters that a pattern may have."""

_REFUSED = (
    (re.compile(r"\(\?(?!:)"), "groups may open with `(` or `(?:` only"),
    (re.compile(r"[*+?}]\+"), "possessive quantifiers"),
)
"""Looked for where escapes and classes are blanked out."""

_REFUSED_ESCAPES = (
    (re.compile(r"\\[1-9]"), "back-references"),
    (re.compile(r"\\[AZzGQEpPNUKRXhHvVC]"), "an escape that only one of the two engines knows"),
    (re.compile(r"\[[^\]]*(?:\[:|&&|--|\|\||~~)"), "class set operations"),
)
_ESCAPE_OR_CLASS = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]")
_OPEN_QUANTIFIER = re.compile(r"[*+]|\{\d*,\d*\}")


def check_signatures(parsed: ParsedIncident, incident: Incident) -> Iterator[Problem]:
    """Patterns of an incident that cannot be used and samples that do not match."""
    for number, signature in enumerate(incident.signatures, start=1):
        yield from _check_signature(parsed, number, signature)


def _check_signature(parsed: ParsedIncident, number: int, signature: Signature) -> Iterator[Problem]:
    reason = pattern_fault(signature.pattern) if signature.regex else None
    if reason is not None:
        line, column = parsed.marks.get(("signatures", number, "pattern"), (1, 1))
        yield Problem(parsed.original_path, line, column, "E224", {"reason": reason})
    elif not matches(signature, signature.sample):
        line, column = parsed.marks.get(("signatures", number, "sample"), (1, 1))
        yield Problem(parsed.original_path, line, column, "E225")


def matches(signature: Signature, text: str) -> bool:
    """Whether the signature is found in the text; letters count as written."""
    if signature.regex:
        return re.search(signature.pattern, text) is not None
    return signature.pattern in text


def pattern_fault(pattern: str) -> str | None:
    """Why a regular expression is outside the common subset, or None."""
    if len(pattern) > _LONGEST:
        return f"longer than {_LONGEST} characters"
    bare = _ESCAPE_OR_CLASS.sub(lambda found: "\\." if found[0].startswith("\\") else "[]", pattern)
    for text, faults in ((bare, _REFUSED), (pattern.replace("\\\\", "__"), _REFUSED_ESCAPES)):
        for refused, reason in faults:
            if refused.search(text):
                return reason
    if _nested_quantifier(bare):
        return "nested quantifiers"
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        return str(error)
    return None


def _nested_quantifier(bare: str) -> bool:
    """Whether a group that holds an open-ended quantifier or alternatives is itself repeated without end."""
    open_groups: list[bool] = []
    index = 0
    while index < len(bare):
        if bare[index] == "\\":
            index += 2
            continue
        if bare[index] == "(":
            open_groups.append(False)
        elif bare[index] == ")" and open_groups:
            inner = open_groups.pop()
            repeated = bool(_OPEN_QUANTIFIER.match(bare, index + 1)) or bare.startswith("{", index + 1)
            if inner and repeated:
                return True
            if open_groups and (inner or repeated):
                open_groups[-1] = True
        elif open_groups and (bare[index] in "|?" or _OPEN_QUANTIFIER.match(bare, index)):
            open_groups[-1] = open_groups[-1] or not bare.startswith("(?", index - 1)
        index += 1
    return False
