"""The items of a timeline: their times, and what happened as prose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from generator.markup.inlines import TooNestedError
from generator.markup.parser import parser
from generator.markup.renderer import Renderer, Sink
from generator.markup.timeline import Opening, carry, parse_opening, render_opening
from generator.model.incident import Moment
from generator.text.forms import excerpt

_LISTS = ("bullet_list_open", "ordered_list_open")


@dataclass(slots=True)
class MomentDraft:
    """An item whose footnotes still wait for their links back."""

    opening: Opening
    event: Sink

    def moment(self, notes: Sink | None) -> Moment:
        """The item; footnotes of the section follow its text if it is the last one."""
        return Moment(
            date=self.opening.date,
            time=self.opening.time,
            end_time=self.opening.end,
            zone=self.opening.zone,
            approximate=self.opening.approximate,
            event=self.event.prose(notes),
        )


def render_moments(tokens: Sequence[Token], renderer: Renderer, sink: Sink) -> list[MomentDraft]:
    """Write the list of a timeline to `sink`; what is not a list is reported and written as it is."""
    moments: list[MomentDraft] = []
    reported = False
    position = 0
    while position < len(tokens):
        end = _block_end(tokens, position)
        block = tokens[position:end]
        if block[0].type in _LISTS:
            _render_list(block, renderer, sink, moments)
        else:
            if not reported:
                _report_block(block, renderer)
            reported = True
            renderer.render(block, sink)
        position = end
    return moments


def _block_end(tokens: Sequence[Token], begin: int) -> int:
    """Index after the block, or the list item, that begins at an index."""
    depth = 0
    for position in range(begin, len(tokens)):
        depth += tokens[position].nesting
        if depth == 0:
            return position + 1
    return len(tokens)


def _report_block(block: Sequence[Token], renderer: Renderer) -> None:
    line = next((token.map[0] for token in block if token.map), 0)
    text = renderer.positions.lines[line].strip()
    renderer.problem(renderer.positions.of_line(line), "E304", text=excerpt(text, 60))


def _render_list(block: Sequence[Token], renderer: Renderer, sink: Sink, moments: list[MomentDraft]) -> None:
    sink.html.append('<ul class="moments">\n')
    position = 1
    while position < len(block) - 1:
        end = _block_end(block, position)
        _render_item(block[position + 1 : end - 1], block[position], renderer, sink, moments)
        position = end
    sink.html.append("</ul>\n")


def _render_item(
    tokens: Sequence[Token], item: Token, renderer: Renderer, sink: Sink, moments: list[MomentDraft]
) -> None:
    text = tokens[0] if tokens and tokens[0].type == "paragraph" else None
    opening = parse_opening(text.content) if text else None
    sink.html.append("<li>")
    if text is None or opening is None:
        _report_item(item, text, renderer)
        renderer.render(tokens, sink)
    else:
        above = moments[-1].opening if moments else None
        moment = MomentDraft(_carried(opening, above, moments), Sink(sink.id, headings=sink.headings))
        _render_event(text, opening.length, renderer, moment.event)
        renderer.render(tokens[1:], moment.event)
        _append(moment, text.content[: opening.length], sink)
        moments.append(moment)
    sink.html.append("</li>\n")


def _carried(opening: Opening, above: Opening | None, moments: Sequence[MomentDraft]) -> Opening:
    zone = next((moment.opening.zone for moment in reversed(moments) if moment.opening.zone), None)
    return carry(opening, above.date if above else None, zone)


def _report_item(item: Token, text: Token | None, renderer: Renderer) -> None:
    line = (item.map or [0])[0]
    place = renderer.place(text, 0) if text else renderer.positions.of_line(line)
    words = text.content if text else renderer.positions.lines[line]
    renderer.problem(place, "E304", text=excerpt(words.split("\n")[0], 60))


def _render_event(text: Token, opening: int, renderer: Renderer, event: Sink) -> None:
    """Write the item's first paragraph without its opening; the rest keeps its place in the file."""
    try:
        children = parser().inlines(text.content, renderer.env)
    except TooNestedError:
        renderer.problem(renderer.place(text, 0), "E314")
        children = []
    if children and children[0].type == "text":
        children[0].content = children[0].content[opening:]
    renderer.children(text, children, event)


def _append(moment: MomentDraft, opening: str, sink: Sink) -> None:
    """Take what was written of an event into the section as well."""
    event = moment.event
    sink.html.extend((render_opening(moment.opening), " – ", *event.html))
    sink.text.append(opening + (event.text[0] if event.text else ""))
    sink.text.extend(event.text[1:])
    sink.references.extend(event.references)
    sink.anchors.extend(event.anchors)
    sink.headings = event.headings
