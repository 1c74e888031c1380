"""Problems in the content: where, which, and how to mend it.

A problem carries a code and the values of its message; the words stand in `ko.toml` and `en.toml` beside this file, so
that each problem can be told in either language. Codes never change their meaning; new ones are only added.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

MESSAGE_LANGUAGES = ("ko", "en")
"""Languages in which problems can be told."""


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One fault of the content.

    `path` is relative to the project's folder and uses slashes; `line` and `column` count from 1, columns in code
    points. `values` fill the placeholders of the message and the hint.
    """

    path: str
    line: int
    column: int
    code: str
    values: Mapping[str, str] = field(default_factory=dict, compare=False)

    @property
    def severity(self) -> Literal["error", "warning"]:
        """Warnings fail a build only under `--strict`."""
        return "warning" if self.code.startswith("W") else "error"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """The words of one code in one language."""

    name: str
    """A short name, the same in every language: `unknown-key`."""
    message: str
    hint: str
    explanation: str
    """A paragraph for the documentation."""


@cache
def wordings(language: str) -> Mapping[str, Wording]:
    """Every code with its words in this language, in the order of the catalogue."""
    import tomllib  # a build without a problem needs no words
    from importlib import resources

    text = resources.files(__name__).joinpath(f"{language}.toml").read_text(encoding="utf-8")
    return {code: Wording(**entry) for code, entry in tomllib.loads(text).items()}


def message(problem: Problem, language: str) -> str:
    """What is wrong, in one sentence."""
    return wordings(language)[problem.code].message.format_map(problem.values)


def hint(problem: Problem, language: str) -> str:
    """How to mend it, in one sentence; a near miss is named first."""
    wording = wordings(language)[problem.code].hint.format_map(problem.values)
    suggestion = problem.values.get("suggestion")
    if not suggestion:
        return wording
    question = {"ko": f"혹시 `{suggestion}`?", "en": f"Did you mean `{suggestion}`?"}[language]
    return f"{question} {wording}".strip()


def nearest(word: str, candidates: Iterable[str]) -> str:
    """The candidate that the author most likely meant, or an empty string."""
    import difflib  # as above

    matches = difflib.get_close_matches(word, list(candidates), n=1, cutoff=0.7)
    return matches[0] if matches else ""
