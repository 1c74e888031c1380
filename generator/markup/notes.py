"""Footnotes: their definitions, their numbers, and the block that shows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

_LABELS = {"ko": ("각주", "각주 {n}: 본문으로"), "en": ("Footnotes", "Back to the text, note {n}")}


def notes_open(language: str, first: int) -> str:
    """The beginning of a block of notes, the first of which has this number."""
    name = _LABELS.get(language, ("", ""))[0]
    label = f' aria-label="{name}"' if name else ""
    start = f' start="{first}"' if first > 1 else ""
    return f'<div class="footnotes" role="doc-endnotes"{label}>\n<ol{start}>\n'


def notes_close() -> str:
    """The end of a block of notes."""
    return "</ol>\n</div>\n"


def back_label(language: str, number: str) -> str:
    """What a link from a note back to the text is called to a screen reader."""
    return _LABELS.get(language, ("", "↩ {n}"))[1].format(n=number)


@dataclass(slots=True)
class Note:
    """One footnote of a file."""

    label: str
    line: int
    """Index of its first line in the body."""
    tokens: Sequence[Token]
    number: int = 0
    """From 1 in the order of first reference; 0 while unreferenced."""
    uses: int = 0
    links: list[tuple[list[str], int]] = field(default_factory=list)
    """Places in pieces of HTML that wait for the links back."""


def take_notes(tokens: Sequence[Token]) -> tuple[list[Token], list[Note]]:
    """The tokens without the definitions of footnotes, and the definitions in the order of the text."""
    rest: list[Token] = []
    notes: list[Note] = []
    stack: list[list[Token]] = [rest]
    for token in tokens:
        if token.type == "footnote_reference_open":
            content: list[Token] = []
            notes.append(Note(label=token.meta["label"], line=(token.map or [0])[0], tokens=content))
            stack.append(content)
        elif token.type == "footnote_reference_close":
            stack.pop()
        else:
            stack[-1].append(token)
    return rest, notes


def footnote_reference(state: StateInline, silent: bool) -> bool:
    """Inline rule for `[^label]`; a label without a definition is kept as text and marked for a problem."""
    source, start = state.src, state.pos
    if not source.startswith("[^", start):
        return False
    end = source.find("]", start + 2, state.posMax)
    label = source[start + 2 : end]
    if end < 0 or not label or " " in label or "\n" in label or "[" in label:
        return False
    known = ":" + label in state.env.get("footnotes", {}).get("refs", ())
    if not known and source[end + 1 : end + 2] in ("(", "["):
        return False
    if not silent:
        token = state.push("footnote_ref" if known else "footnote_unknown", "", 0)
        token.content = label
    state.pos = end + 1
    return True


def back_links(note: Note, language: str) -> str:
    """Links from a note to each place that refers to it."""
    return "".join(
        f' <a href="#{anchor}" class="footnote-back" role="doc-backlink"'
        f' aria-label="{back_label(language, name)}">↩</a>'
        for anchor, name in _uses(note)
    )


def _uses(note: Note) -> Iterator[tuple[str, str]]:
    for use in range(1, note.uses + 1):
        suffix = "" if use == 1 else f"-{use}"
        yield f"fnref-{note.number}{suffix}", f"{note.number}{suffix}"
