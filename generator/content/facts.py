"""The facts of an incident: the front matter of its original."""

from __future__ import annotations

from typing import Any

from generator.content.decoder import Decoder
from generator.content.yamlnodes import Node, Scalar, Table
from generator.model.incident import Probe, Signature, Source, Tag, Withdrawal
from generator.model.site import Site
from generator.model.vocabulary import TAG_GROUPS

TEXT_KEYS = ("title", "impact", "affected_users", "region", "trigger", "withdrawn_reason")
"""Front-matter keys of the file of each language."""

FACT_KEYS = (
    "organizations",
    "added",
    "modified",
    "occurred",
    "published",
    "date_certainty",
    "severity",
    "severity_basis",
    "time_to_detect",
    "time_to_recover",
    *TAG_GROUPS,
    "sources",
    "references",
    "related",
    "signatures",
    "alerts",
    "checks",
    "status",
    "withdrawn",
    "aliases",
)
"""Front-matter keys of the original alone."""

TAG_KEYS = ("id", "certainty", "source")
SIGNATURE_KEYS = ("kind", "pattern", "regex", "sample")
WITHDRAWN_KEYS = ("date", "superseded_by")

SOURCE_KINDS = ("postmortem", "status-page", "paper", "press", "talk", "repository", "regulator", "discussion")
SOURCE_KEYS = (
    "url",
    "title",
    "kind",
    "publisher",
    "published",
    "accessed",
    "archive_url",
    "language",
    "confidence",
)


def decode_facts(decoder: Decoder, table: Table, site: Site) -> dict[str, Any]:
    """Keyword arguments of `Incident` from the front matter of an original."""
    sources = _sources(decoder, table, "sources")
    facts: dict[str, Any] = {
        "organizations": _marked(decoder, table, "organizations"),
        "occurred": decoder.span(table.get("occurred")),
        "published": decoder.span(table.get("published")),
        "date_certainty": decoder.one_of(table.get("date_certainty"), ("approximate", "inferred")),
        "severity": decoder.identifier(table.get("severity")),
        "severity_basis": decoder.one_of(table.get("severity_basis"), ("source", "editor")),
        "time_to_detect": decoder.duration(table.get("time_to_detect")),
        "time_to_recover": decoder.duration(table.get("time_to_recover")),
        "tags": {group: _tags(decoder, table, group, len(sources)) for group in TAG_GROUPS},
        "sources": sources,
        "references": _sources(decoder, table, "references"),
        "related": _marked(decoder, table, "related"),
        "signatures": _signatures(decoder, table.get("signatures")),
        "alerts": decoder.texts(table.get("alerts")),
        "checks": _probes(decoder, table, site),
        "aliases": _marked(decoder, table, "aliases"),
        **_dates(decoder, table),
        **_status(decoder, table),
    }
    for key in ("severity", "time_to_recover", "time_to_detect"):
        node = table.get(key)
        if node is not None:
            decoder.mark(node, key)
    _need_together(decoder, table)
    return facts


def _need_together(decoder: Decoder, table: Table) -> None:
    severity = table.get("severity")
    if severity is not None and table.get("severity_basis") is None:
        decoder.report(severity, "E202", key="severity_basis")
    for key, needed in (("severity_basis", "severity"), ("date_certainty", "occurred")):
        node = table.get(key)
        if node is not None and table.get(needed) is None:
            decoder.report(node, "E218", key=key, needed=needed)


def _dates(decoder: Decoder, table: Table) -> dict[str, Any]:
    added = decoder.day(table.get("added"))
    modified = decoder.day(table.get("modified")) or added
    node = table.get("modified")
    if node is not None and added and modified and modified.sort_key < added.sort_key:
        decoder.report(node, "E219", modified=modified.iso, added=added.iso)
    decoder.mark(node or table.get("added") or table, "modified")
    return {"added": added, "modified": modified}


def _status(decoder: Decoder, table: Table) -> dict[str, Any]:
    status = decoder.one_of(table.get("status"), ("draft", "published", "withdrawn")) or "published"
    node = table.get("withdrawn")
    if status != "withdrawn":
        if node is not None:
            decoder.report(node, "E218", key="withdrawn", needed="status: withdrawn")
        return {"status": status, "withdrawn": None}
    if node is None:
        decoder.report(table.get("status") or table, "E202", key="withdrawn")
        return {"status": status, "withdrawn": None}
    fields = decoder.table(node, WITHDRAWN_KEYS, needed=("date",))
    date = decoder.day(fields.get("date"))
    successor = fields.get("superseded_by")
    if successor is not None:
        decoder.mark(successor, "withdrawn", "superseded_by")
    withdrawn = Withdrawal(date=date, superseded_by=decoder.text(successor)) if date else None
    return {"status": status, "withdrawn": withdrawn}


def _marked(decoder: Decoder, table: Table, key: str) -> tuple[str, ...]:
    """A list of ids or names whose places are remembered by value."""

    def read(item: Node) -> str | None:
        text = decoder.text(item)
        if text is not None:
            decoder.mark(item, key, text)
        return text

    return decoder.unique(table.get(key), read)


def _tags(decoder: Decoder, table: Table, group: str, sources: int) -> tuple[Tag, ...]:
    tags: dict[str, Tag] = {}
    for item in decoder.items(table.get(group)):
        tag = _tag(decoder, item, sources)
        if tag is None:
            continue
        if tag.id in tags:
            decoder.report(item, "E214", value=tag.id)
            continue
        decoder.mark(item, group, tag.id)
        tags[tag.id] = tag
    return tuple(tags.values())


def _tag(decoder: Decoder, node: Node, sources: int) -> Tag | None:
    if isinstance(node, Scalar):
        identifier = decoder.identifier(node)
        return Tag(id=identifier) if identifier else None
    fields = decoder.table(node, TAG_KEYS, needed=("id",))
    identifier = decoder.identifier(fields.get("id"))
    certainty = decoder.one_of(fields.get("certainty"), ("known", "likely"))
    source = _source_number(decoder, fields.get("source"), sources)
    if identifier is None:
        return None
    return Tag(id=identifier, certainty="likely" if certainty == "likely" else "known", source=source)


def _source_number(decoder: Decoder, node: Node | None, sources: int) -> int | None:
    text = decoder.text(node)
    if text is None or node is None:
        return None
    if text.isdecimal() and text.isascii() and len(text) < 4 and 1 <= int(text) <= sources:
        return int(text)
    decoder.report(node, "E213", value=text, count=str(sources))
    return None


def _sources(decoder: Decoder, table: Table, key: str) -> tuple[Source, ...]:
    found = []
    for number, item in enumerate(decoder.items(table.get(key)), start=1):
        decoder.mark(item, key, number)
        source = _source(decoder, item)
        if source is not None:
            found.append(source)
    return tuple(found)


def _source(decoder: Decoder, node: Node) -> Source | None:
    fields = decoder.table(node, SOURCE_KEYS, needed=("url", "title", "kind"))
    url, title = decoder.url(fields.get("url")), decoder.text(fields.get("title"))
    kind = decoder.one_of(fields.get("kind"), SOURCE_KINDS)
    confidence = decoder.one_of(fields.get("confidence"), ("primary", "secondary"))
    source: dict[str, Any] = {
        "publisher": decoder.text(fields.get("publisher")),
        "published": decoder.date(fields.get("published")),
        "accessed": decoder.date(fields.get("accessed")),
        "archive_url": decoder.url(fields.get("archive_url")),
        "language": _language(decoder, fields.get("language")),
        "confidence": confidence,
    }
    if url is None or title is None or kind is None:
        return None
    return Source(url=url, title=title, kind=kind, **source)


def _language(decoder: Decoder, node: Node | None) -> str | None:
    text = decoder.text(node)
    if text is None or node is None:
        return None
    if text.isascii() and text.replace("-", "").isalnum() and 2 <= len(text.split("-")[0]) <= 3:
        return text
    decoder.report(node, "E206", value=text, allowed="ko, en, ja, …", suggestion="")
    return None


def _signatures(decoder: Decoder, node: Node | None) -> tuple[Signature, ...]:
    found = []
    for number, item in enumerate(decoder.items(node), start=1):
        fields = decoder.table(item, SIGNATURE_KEYS, needed=("kind", "pattern", "sample"))
        kind = decoder.one_of(fields.get("kind"), ("log", "metric", "event"))
        pattern, sample = decoder.text(fields.get("pattern")), decoder.text(fields.get("sample"))
        regex = decoder.boolean(fields.get("regex"))
        for key in ("pattern", "sample"):
            if key in fields:
                decoder.mark(fields[key], "signatures", number, key)
        if kind and pattern and sample:
            arguments: dict[str, Any] = {"kind": kind, "pattern": pattern, "sample": sample, "regex": regex}
            found.append(Signature(**arguments))
    return tuple(found)


def _probes(decoder: Decoder, table: Table, site: Site) -> tuple[Probe, ...]:
    if table.get("checks") is None:
        return ()
    from generator.content.probes import decode_probes  # few incidents have checks

    return decode_probes(decoder, table.get("checks"), site.languages)
