"""The body of a file: its sections, each as written and as parsed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from markdown_it.token import Token

from generator.markup.moments import MomentDraft, render_moments
from generator.markup.notes import Note, take_notes
from generator.markup.parser import parser
from generator.markup.positions import Positions
from generator.markup.renderer import Renderer, Sink
from generator.model.incident import Moment
from generator.model.prose import Prose
from generator.problems import Problem, nearest


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One section of a body."""

    id: str | None
    """Id of the section; None for a heading that is unknown or stands a second time."""
    heading: str | None
    """The heading as written; None for the text before the first heading."""
    line: int
    column: int
    """Where the heading stands in the file, or the first line of text before it; both from 1."""
    source: str
    """The Markdown below the heading as written, without empty lines around it."""
    prose: Prose
    moments: tuple[Moment, ...]
    """The items of a timeline; empty in other sections."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """A parsed body."""

    parts: tuple[Part, ...]
    """The summary first, even if it is empty."""
    problems: tuple[Problem, ...]


@dataclass(slots=True, kw_only=True)
class _Draft:
    """A part whose footnotes still wait for their links back."""

    id: str | None
    heading: str | None
    line: int
    """Index of the first line of its text in the body."""
    place: tuple[int, int] = (1, 1)
    tokens: Sequence[Token] = ()
    end: int = 0
    sink: Sink = field(default_factory=lambda: Sink(""))
    notes: Sink = field(default_factory=lambda: Sink(""))
    moments: list[MomentDraft] = field(default_factory=list)


def parse_body(
    source: str,
    *,
    path: str,
    language: str,
    first_line: int,
    headings: Mapping[str, str] | None,
    id_prefix: str,
    media: str,
) -> Body:
    """Parse the body of a file, once, so that footnotes and link definitions hold across its sections.

    `source` is in NFC with LF line ends and begins at line `first_line` of the file. `headings` gives the id of each
    section by its heading in the file's language; without it the file is an ordinary page and all of it one part.
    `media` is where the files beside this one are published, from the root of the site: `media/IL-0585`.
    """
    env: dict[str, object] = {}
    tokens = parser().blocks(source, env)
    positions = Positions(source, first_line)
    renderer = Renderer(path=path, language=language, media=media, id_prefix=id_prefix, positions=positions, env=env)
    if "footnotes" in env:
        tokens, notes = take_notes(tokens)
        _collect_notes(notes, renderer)
    drafts = _split(tokens, headings, renderer)
    for draft in drafts:
        _render(draft, renderer)
    renderer.close_notes()
    if "too_nested" in env:
        renderer.problem(positions.of_line(int(str(env["too_nested"]))), "E314")
    _warn_of_unused(renderer)
    return Body(parts=tuple(_part(draft, positions) for draft in drafts), problems=tuple(sorted(renderer.problems)))


def _collect_notes(notes: Sequence[Note], renderer: Renderer) -> None:
    for note in notes:
        if note.label in renderer.notes:
            place = renderer.positions.of_line(note.line, f"[^{note.label}]")
            renderer.problem(place, "W311", label=note.label)
        renderer.notes.setdefault(note.label, note)


def _warn_of_unused(renderer: Renderer) -> None:
    for note in renderer.notes.values():
        if not note.uses:
            place = renderer.positions.of_line(note.line, f"[^{note.label}]")
            renderer.problem(place, "W311", label=note.label)


def _split(tokens: Sequence[Token], headings: Mapping[str, str] | None, renderer: Renderer) -> list[_Draft]:
    """Cut the tokens at second-level headings, if there is a table of them, and check the headings."""
    drafts = [_Draft(id="summary", heading=None, line=0, sink=Sink("summary" if headings is not None else "section"))]
    begin = 0
    for index in [index for index, token in enumerate(tokens) if token.type == "heading"]:
        token = tokens[index]
        start = (token.map or [0])[0]
        if token.tag == "h1":
            renderer.problem(renderer.positions.of_line(start), "E310", heading=token.content)
        elif token.tag == "h2" and token.level == 0 and headings is not None:
            drafts[-1].tokens, drafts[-1].end = tokens[begin:index], start
            drafts.append(_section(token, headings, drafts, renderer))
            begin = index + 1
    drafts[-1].tokens, drafts[-1].end = tokens[begin:], len(renderer.positions.lines)
    return drafts


def _section(heading: Token, headings: Mapping[str, str], drafts: Sequence[_Draft], renderer: Renderer) -> _Draft:
    name = heading.content
    begin, end = heading.map or (0, 0)
    place = renderer.positions.of_line(begin)
    section = headings.get(name)
    if section is None:
        renderer.problem(place, "E301", heading=name, suggestion=_suggestion(name, headings))
    elif any(draft.id == section for draft in drafts):
        renderer.problem(place, "E302", heading=name)
        section = None
    return _Draft(id=section, heading=name, line=end, place=place, sink=Sink(section or f"part-{len(drafts)}"))


def _suggestion(name: str, headings: Mapping[str, str]) -> str:
    folded = {heading.casefold(): heading for heading in headings}
    return folded.get(nearest(name.casefold(), folded), "")


def _render(draft: _Draft, renderer: Renderer) -> None:
    first = len(renderer.numbered)
    if draft.id == "timeline":
        draft.moments = render_moments(draft.tokens, renderer, draft.sink)
    else:
        renderer.render(draft.tokens, draft.sink)
    renderer.render_notes(first, draft.notes)


def _part(draft: _Draft, positions: Positions) -> Part:
    first, end = _trimmed(positions.lines, draft.line, draft.end)
    if draft.heading is None:
        draft.place = positions.of_line(first if first < end else 0)
    return Part(
        id=draft.id,
        heading=draft.heading,
        line=draft.place[0],
        column=draft.place[1],
        source="\n".join(positions.lines[first:end]).rstrip(),
        moments=tuple(moment.moment(draft.notes if moment is draft.moments[-1] else None) for moment in draft.moments),
        prose=draft.sink.prose(draft.notes),
    )


def _trimmed(lines: Sequence[str], first: int, end: int) -> tuple[int, int]:
    """The range of lines without the empty ones at its ends."""
    while first < end and not lines[first].strip():
        first += 1
    while end > first and not lines[end - 1].strip():
        end -= 1
    return first, end
