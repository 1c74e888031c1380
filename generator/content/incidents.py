"""One incident from the files of its folder."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from generator.content.bodies import body_problems
from generator.content.decoder import Decoder, Place
from generator.content.facts import FACT_KEYS, TEXT_KEYS, decode_facts
from generator.content.files import TextFile
from generator.content.frontmatter import Document, parse_document
from generator.content.headings import headings_of
from generator.content.lock import part_digests
from generator.content.yamlnodes import Scalar, Table
from generator.markup.body import parse_body
from generator.model.incident import Incident, IncidentText, Section
from generator.model.localized import Localized
from generator.model.prose import NOTHING, Prose
from generator.model.site import Site
from generator.problems import Problem, nearest

NEEDED_FACTS = ("added", "sources")
"""Facts without which an incident is not published; `organizations` marks the original itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentFiles:
    """The files of one incident, read."""

    id: str
    folder: str
    """From the project's folder, with slashes."""
    texts: Mapping[str, TextFile]
    """By language."""
    pictures: Mapping[str, str]
    """SHA-256 of each picture by its name."""
    is_whole: bool = True
    """Whether every text could be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedIncident:
    """What the files of one incident say, before the rest of the library is known."""

    id: str
    incident: Incident | None
    """None where a fault leaves no incident to speak of."""
    original_path: str
    marks: Mapping[tuple[str | int, ...], Place] = field(default_factory=dict)
    """Places of values in the original."""
    problems: tuple[Problem, ...] = ()


def parse_incident(files: IncidentFiles, site: Site) -> ParsedIncident:
    """Decodes the files of one incident; every fault is told, whatever else is wrong."""
    problems: list[Problem] = []
    documents: dict[str, Document] = {}
    for language, file in files.texts.items():
        documents[language], found = parse_document(file)
        problems += found
    original = _original(files, documents, problems)
    if original is None:
        return ParsedIncident(id=files.id, incident=None, original_path=files.folder, problems=tuple(problems))
    decoder = Decoder(files.texts[original].path)
    facts = decode_facts(decoder, documents[original].table, site)
    for key in NEEDED_FACTS:
        if documents[original].table.get(key) is None:
            decoder.report(documents[original].table, "E202", key=key)
    problems += decoder.problems
    texts = {}
    for language, document in documents.items():
        texts[language], found = _text(files, language, document, original, site)
        problems += found
    _check_withdrawn_reason(facts, texts[original], documents[original], problems)
    incident = _incident(files, original, facts, texts)
    return ParsedIncident(
        id=files.id,
        incident=incident,
        original_path=files.texts[original].path,
        marks=decoder.marks,
        problems=tuple(problems),
    )


def _original(files: IncidentFiles, documents: Mapping[str, Document], problems: list[Problem]) -> str | None:
    """The one language whose file has `organizations`."""
    found = [language for language, document in documents.items() if document.table.get("organizations")]
    if len(found) == 1:
        return found[0]
    if not found:
        readable = files.is_whole and all(document.table.pairs for document in documents.values())
        if readable:  # else the broken file may be the original
            first = next(iter(files.texts.values())).path
            problems.append(Problem(first, 1, 1, "E210"))
        return None
    for language in found[1:]:
        key = documents[language].table.pairs["organizations"][0]
        values = {"other": files.texts[found[0]].path}
        problems.append(Problem(files.texts[language].path, key.line, key.column, "E211", values))
    return None


def _text(
    files: IncidentFiles, language: str, document: Document, original: str, site: Site
) -> tuple[IncidentText | None, list[Problem]]:
    path = files.texts[language].path
    decoder = Decoder(path)
    _check_keys(decoder, document.table, files.texts[original].path, is_original=language == original)
    values: dict[str, Any] = {key: decoder.text(document.table.get(key)) for key in TEXT_KEYS}
    if document.table.get("title") is None and document.table.pairs:
        decoder.report(document.table, "E202", key="title")
    body = parse_body(
        document.body,
        path=path,
        language=language,
        first_line=document.body_line,
        headings=headings_of(language),
        id_prefix=site.id_prefix,
        media=f"media/{files.id}",
    )
    problems = [*decoder.problems, *body_problems(body.problems, site)]
    parts = {part.id: part for part in body.parts if part.id is not None}
    if values["title"] is None:
        return None, problems
    sections = {
        identifier: Section(id=identifier, source=part.source, prose=part.prose, moments=part.moments)
        for identifier, part in parts.items()
    }
    summary = sections.pop("summary", Section(id="summary", source="", prose=NOTHING))
    proses = [section.prose for section in (summary, *sections.values())]
    text = IncidentText(
        language=language,
        path=path,
        summary=summary,
        sections=sections,
        references=tuple(reference for prose in proses for reference in prose.references),
        anchors=frozenset(anchor for prose in proses for anchor in prose.anchors),
        digests=part_digests(values, summary, sections),
        words=_words(values, proses),
        **values,
    )
    return text, problems


def _words(values: Mapping[str, str | None], proses: Iterable[Prose]) -> str:
    hashed = hashlib.sha256()
    for text in (*(values[key] or "" for key in TEXT_KEYS), *(prose.text for prose in proses)):
        hashed.update(f"{text}\0".encode())
    return hashed.hexdigest()[:32]


def _check_keys(decoder: Decoder, table: Table, original_path: str, *, is_original: bool) -> None:
    allowed = (*TEXT_KEYS, *FACT_KEYS) if is_original else TEXT_KEYS
    for name, key, _ in table:
        if name in allowed:
            continue
        if name in FACT_KEYS:
            decoder.report(key, "E209", key=name, original=original_path)
        else:
            decoder.report(key, "E201", key=name, suggestion=nearest(name, allowed))


def _check_withdrawn_reason(
    facts: Mapping[str, Any], text: IncidentText | None, document: Document, problems: list[Problem]
) -> None:
    if facts["status"] == "withdrawn" and text is not None and text.withdrawn_reason is None:
        place: Scalar | Table = document.table.pairs["status"][0]
        problems.append(Problem(text.path, place.line, place.column, "E202", {"key": "withdrawn_reason"}))


def _digest(files: IncidentFiles) -> str:
    hashed = hashlib.sha256(files.id.encode())
    for language, file in files.texts.items():
        hashed.update(f"{language}\0{file.text}\0".encode())
    for name, digest in sorted(files.pictures.items()):
        hashed.update(f"{name}\0{digest}\0".encode())
    return hashed.hexdigest()


def _incident(
    files: IncidentFiles, original: str, facts: Mapping[str, Any], texts: Mapping[str, IncidentText | None]
) -> Incident | None:
    present = {language: text for language, text in texts.items() if text is not None}
    if original not in present or facts["added"] is None or not facts["organizations"] or not facts["sources"]:
        return None
    return Incident(
        id=files.id,
        number=int(re.sub(r"^.*-", "", files.id)),
        original=original,
        texts=Localized(present),
        pictures=dict(sorted(files.pictures.items())),
        digest=_digest(files),
        **facts,
    )
