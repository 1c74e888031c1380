"""Ordinary pages: `content/pages/<id>/<language>.md`."""

from __future__ import annotations

from collections.abc import Mapping

from generator.content.bodies import body_problems
from generator.content.decoder import Decoder
from generator.content.files import TextFile
from generator.content.frontmatter import parse_document
from generator.markup.body import parse_body
from generator.model.incident import Section
from generator.model.library import OrdinaryPage, PageText
from generator.model.localized import Localized
from generator.model.site import Site
from generator.problems import Problem

PAGE_KEYS = ("title", "description")
"""Front-matter keys of an ordinary page."""


def parse_page(identifier: str, files: Mapping[str, TextFile], site: Site) -> tuple[OrdinaryPage | None, list[Problem]]:
    """An ordinary page from its files by language; None where no language has a title."""
    problems: list[Problem] = []
    texts = {}
    for language, file in files.items():
        document, found = parse_document(file)
        decoder = Decoder(file.path)
        fields = decoder.table(document.table, PAGE_KEYS, needed=() if found else ("title",))
        body = parse_body(
            document.body,
            path=file.path,
            language=language,
            first_line=document.body_line,
            headings=None,
            id_prefix=site.id_prefix,
            media=f"media/{identifier}",
        )
        problems += [*found, *decoder.problems, *body_problems(body.problems, site)]
        title = decoder.text(fields.get("title"))
        if title is not None:
            part = body.parts[0]
            texts[language] = PageText(
                language=language,
                path=file.path,
                title=title,
                description=decoder.text(fields.get("description")),
                body=Section(id="summary", source=part.source, prose=part.prose),
            )
    return (OrdinaryPage(id=identifier, texts=Localized(texts)) if texts else None), problems
