"""Tokens into HTML, plain text and references."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache

from markdown_it.common.utils import unescapeAll
from markdown_it.token import Token
from markdown_it.utils import EnvType

from generator.markup.addresses import Address, parse_address
from generator.markup.inlines import SPECIAL, TooNestedError
from generator.markup.notes import Note, back_links, notes_close, notes_open
from generator.markup.parser import parser
from generator.markup.positions import Positions
from generator.markup.tokens import Node
from generator.model.prose import INCIDENT_CLOSE, INCIDENT_OPEN, NOTHING, ROOT, Prose, Reference
from generator.problems import Problem

_TAGS = {
    "bullet_list_open": "<ul>\n",
    "bullet_list_close": "</ul>\n",
    "ordered_list_close": "</ol>\n",
    "list_item_open": "<li>",
    "list_item_close": "</li>\n",
    "blockquote_open": "<blockquote>\n",
    "blockquote_close": "</blockquote>\n",
    "thead_open": "<thead>\n",
    "thead_close": "</thead>\n",
    "tbody_open": "<tbody>\n",
    "tbody_close": "</tbody>\n",
    "table_open": '<div class="table" tabindex="0"><table>\n',
    "table_close": "</table></div>\n",
    "hr": "<hr>\n",
}
_INLINE_TAGS = {
    "em_open": "<em>",
    "em_close": "</em>",
    "strong_open": "<strong>",
    "strong_close": "</strong>",
    "s_open": "<s>",
    "s_close": "</s>",
}


def escape(text: str) -> str:
    """Text as HTML between tags."""
    if "&" in text:
        text = text.replace("&", "&amp;")
    if "<" in text:
        text = text.replace("<", "&lt;")
    return text.replace(">", "&gt;") if ">" in text else text


def quoted(value: str) -> str:
    """Text as the value of an attribute, quotation marks included."""
    return '"' + escape(value).replace('"', "&quot;") + '"'


@dataclass(slots=True)
class Sink:
    """What has been written of one part so far."""

    id: str
    """Of the section: ids of headings begin with it."""
    html: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)
    headings: int = 0

    def prose(self, notes: Sink | None = None) -> Prose:
        """What has been written here, followed by the notes that belong to it."""
        html = "".join(self.html).rstrip("\n")
        text, references, anchors = self.text, self.references, self.anchors
        if notes is not None and notes.html:
            html = f"{html}\n{''.join(notes.html)}".strip("\n")
            text, references, anchors = text + notes.text, references + notes.references, anchors + notes.anchors
        if not html:
            return NOTHING
        return Prose(html=html, text="\n".join(text), references=tuple(references), anchors=tuple(anchors))


class Renderer:
    """Writes the parts of one file."""

    def __init__(
        self, *, path: str, language: str, media: str, id_prefix: str, positions: Positions, env: EnvType
    ) -> None:
        self.path, self.language, self.media, self.positions, self.env = path, language, media, positions, env
        self.problems: list[Problem] = []
        self.notes: dict[str, Note] = {}
        self.numbered: list[Note] = []
        self._incident = _incident_pattern(id_prefix)
        self._row: Token | None = None
        self._cell = 0
        self._blocks: dict[str, Callable[[Token, Sink], None]] = {
            "paragraph": self._paragraph,
            "heading": self._heading,
            "fence": self._fence,
            "code_block": self._code_block,
            "ordered_list_open": self._ordered_list_open,
            "tr_open": self._row_open,
            "tr_close": self._row_close,
            "cell": self._table_cell,
        }
        self._inlines: dict[str, Callable[[Token, Node, Sink, list[str]], None]] = {
            "link_open": self._link_open,
            "link_close": self._link_close,
            "image": self._image,
            "incident_link": self._incident_link,
            "footnote_ref": self._note_reference,
            "footnote_unknown": self._unknown_note,
        }
        self._open_links: list[bool] = []

    def problem(self, place: tuple[int, int], code: str, **values: str) -> None:
        """Note a fault of the text."""
        self.problems.append(Problem(self.path, *place, code, values))

    def place(self, block: Token, index: int) -> tuple[int, int]:
        """Line and column in the file of an index into the text of the block that is being written."""
        if self._row is not None:
            return self.positions.of_cell(self._row, self._cell, index)
        if block.markup[:1] == "#":
            return self.positions.of_heading(block, index)
        return self.positions.of_text(block, index)

    def render(self, tokens: Sequence[Token], sink: Sink) -> None:
        """Write the tokens of blocks."""
        html, blocks = sink.html, self._blocks
        for token in tokens:
            kind = token.type
            handler = blocks.get(kind)
            if handler is not None:
                handler(token, sink)
            else:
                html.append(_TAGS[kind])

    # Blocks

    def _paragraph(self, token: Token, sink: Sink) -> None:
        if token.hidden:
            self.inline(token, sink)
            return
        sink.html.append("<p>")
        self.inline(token, sink)
        sink.html.append("</p>\n")

    def _heading(self, token: Token, sink: Sink) -> None:
        sink.headings += 1
        anchor = f"{sink.id}-{sink.headings}"
        sink.anchors.append(anchor)
        tag = "h2" if token.tag == "h1" else token.tag
        sink.html.append(f'<{tag} id="{anchor}">')
        self.inline(token, sink)
        sink.html.append(f"</{tag}>\n")

    def _fence(self, token: Token, sink: Sink) -> None:
        lines = token.content.count("\n") + (token.content[-1:] not in ("", "\n"))
        begin, end = token.map or (0, 0)
        if end - begin < lines + 2:
            self.problem(self.positions.of_line(begin, token.markup), "E303")
        language = unescaped_word(token.info)
        opening = f"<code class={quoted('language-' + language)}>" if language else "<code>"
        self._code(opening, token.content, sink)

    def _code_block(self, token: Token, sink: Sink) -> None:
        self._code("<code>", token.content, sink)

    @staticmethod
    def _code(opening: str, content: str, sink: Sink) -> None:
        sink.html.append(f'<pre tabindex="0">{opening}{escape(content)}</code></pre>\n')
        sink.text.append(content.strip("\n"))

    @staticmethod
    def _ordered_list_open(token: Token, sink: Sink) -> None:
        start = token.attrs.get("start", 1)
        sink.html.append("<ol>\n" if start == 1 else f'<ol start="{start}">\n')

    def _row_open(self, token: Token, sink: Sink) -> None:
        self._row, self._cell = token, -1
        sink.html.append("<tr>")

    def _row_close(self, token: Token, sink: Sink) -> None:  # noqa: ARG002
        first = len(sink.text) - self._cell - 1
        sink.text[first:] = [" ".join(filter(None, sink.text[first:]))]
        sink.html.append("</tr>\n")
        self._row = None

    def _table_cell(self, token: Token, sink: Sink) -> None:
        self._cell += 1
        scope = ' scope="col"' if token.tag == "th" else ""
        alignment = f' class="align-{token.info}"' if token.info else ""
        sink.html.append(f"<{token.tag}{scope}{alignment}>")
        self.inline(token, sink)
        sink.html.append(f"</{token.tag}>")

    # Text of a block

    def inline(self, token: Token, sink: Sink) -> None:
        """Write the text of a block; its words become a line of the plain text."""
        content = token.content
        if not SPECIAL.search(content):
            sink.html.append(escape(content))
            sink.text.append(content)
            return
        try:
            children = parser().inlines(content, self.env)
        except TooNestedError:
            self.problem(self.place(token, 0), "E314")
            sink.html.append(escape(content))
            sink.text.append(content)
            return
        self.children(token, children, sink)

    def children(self, block: Token, children: Sequence[Token], sink: Sink) -> None:
        """Write parsed inline tokens of a block."""
        html, words = sink.html, []
        for token in children:
            kind = token.type
            if kind in ("text", "text_special"):
                content = token.content
                if content:
                    html.append(escape(content))
                    words.append(content)
            elif kind == "code_inline":
                html.append(f"<code>{escape(token.content)}</code>")
                words.append(token.content)
            elif kind in _INLINE_TAGS:
                html.append(_INLINE_TAGS[kind])
            elif kind == "softbreak":
                html.append("\n")
                words.append(" ")
            elif kind == "hardbreak":
                html.append("<br>\n")
                words.append(" ")
            else:
                self._inlines[kind](block, token, sink, words)  # type: ignore[arg-type]
        sink.text.append("".join(words).strip())

    def _link_open(self, block: Token, token: Node, sink: Sink, words: list[str]) -> None:  # noqa: ARG002
        written = str(token.attrs["href"])
        place_index = token.pos if token.markup == "autolink" else token.pos - 1
        address = parse_address(written, self.media)
        if address is None:
            self.problem(self.place(block, place_index), "E305", target=written)
        nested = any(self._open_links)
        self._open_links.append(address is not None and not nested)
        if address is None or nested:
            return
        self._refer(address.kind, address.target, block, place_index, sink)
        title = f" title={quoted(str(token.attrs['title']))}" if "title" in token.attrs else ""
        external = ' rel="external"' if address.external else ""
        sink.html.append(f"<a href={quoted(address.href)}{title}{external}>")

    def _link_close(self, block: Token, token: Node, sink: Sink, words: list[str]) -> None:  # noqa: ARG002
        if self._open_links.pop():
            sink.html.append("</a>")

    def _image(self, block: Token, token: Node, sink: Sink, words: list[str]) -> None:
        alt = plain(token.children or ())
        words.append(alt)
        written = str(token.attrs["src"])
        address = self._picture(written)
        if address is None:
            self.problem(self.place(block, token.pos), "E305", target=written)
            sink.html.append(escape(alt))
            return
        kind = "picture" if address.kind == "file" else address.kind
        self._refer(kind, address.target, block, token.pos, sink)
        title = f" title={quoted(str(token.attrs['title']))}" if "title" in token.attrs else ""
        sink.html.append(f'<img src={quoted(address.href)} alt={quoted(alt)}{title} loading="lazy">')

    def _picture(self, written: str) -> Address | None:
        address = parse_address(written, self.media)
        return address if address and (address.kind == "file" or address.external) else None

    def _incident_link(self, block: Token, token: Node, sink: Sink, words: list[str]) -> None:
        found = self._incident.fullmatch(token.content.strip())
        if not found:
            self.problem(self.place(block, token.pos), "E315", target=token.content)
            sink.html.append(escape(f"[[{token.content}]]"))
            words.append(f"[[{token.content}]]")
            return
        target, label = found[1], (found[2] or found[1]).strip()
        self._refer("incident", target, block, token.pos, sink)
        sink.html.append(f'<a href="{ROOT}{INCIDENT_OPEN}{target}{INCIDENT_CLOSE}">{escape(label)}</a>')
        words.append(label)

    def _refer(self, kind: str, target: str, block: Token, index: int, sink: Sink) -> None:
        line, column = self.place(block, index)
        sink.references.append(Reference(kind=kind, target=target, line=line, column=column))  # type: ignore[arg-type]

    # Footnotes

    def _unknown_note(self, block: Token, token: Node, sink: Sink, words: list[str]) -> None:
        self.problem(self.place(block, token.pos), "E311", label=token.content)
        sink.html.append(escape(f"[^{token.content}]"))
        words.append(f"[^{token.content}]")

    def _note_reference(self, block: Token, token: Node, sink: Sink, words: list[str]) -> None:  # noqa: ARG002
        note = self.notes[token.content]
        if not note.number:
            self.numbered.append(note)
            note.number = len(self.numbered)
        note.uses += 1
        anchor = f"fnref-{note.number}" if note.uses == 1 else f"fnref-{note.number}-{note.uses}"
        sink.anchors.append(anchor)
        sink.html.append(
            f'<sup><a href="#fn-{note.number}" id="{anchor}" class="footnote-ref" role="doc-noteref">'
            f"{note.number}</a></sup>"
        )

    def render_notes(self, first: int, sink: Sink) -> None:
        """Write the notes that were referenced first since there were `first` of them, and those that they lead to."""
        if len(self.numbered) == first:
            return
        sink.html.append(notes_open(self.language, first + 1))
        position = first
        while position < len(self.numbered):
            note = self.numbered[position]
            self._note(note, sink)
            position += 1
        sink.html.append(notes_close())

    def _note(self, note: Note, sink: Sink) -> None:
        anchor = f"fn-{note.number}"
        sink.anchors.append(anchor)
        sink.html.append(f'<li id="{anchor}">')
        self.render(note.tokens, sink)
        closing = sink.html.pop() if note.tokens and note.tokens[-1].type == "paragraph" else ""
        note.links.append((sink.html, len(sink.html)))
        sink.html.extend(("", closing, "</li>\n"))

    def close_notes(self) -> None:
        """Write the links back, once every reference is known; warn of notes without any."""
        for note in self.notes.values():
            for html, index in note.links:
                html[index] = back_links(note, self.language)


@cache
def _incident_pattern(prefix: str) -> re.Pattern[str]:
    return re.compile(rf"({re.escape(prefix)}-\d{{4,}})(?:\|(.*\S.*))?", re.ASCII)


def unescaped_word(info: str) -> str:
    """The language of a fenced block: the first word after the fence."""
    words = unescapeAll(info).split(maxsplit=1)
    return words[0] if words else ""


def plain(tokens: Sequence[Token]) -> str:
    """The words of inline tokens."""
    words: list[str] = []
    for token in tokens:
        if token.type in ("softbreak", "hardbreak"):
            words.append(" ")
        elif token.type == "image":
            words.append(plain(token.children or ()))
        elif token.type == "incident_link":
            words.append(token.content.rpartition("|")[2])
        elif token.type != "footnote_ref":
            words.append(token.content)
    return "".join(words)
