"""One incident as a whole record."""

from __future__ import annotations

import re
from collections.abc import Mapping

import orjson

from generator.model.incident import SECTIONS, Incident, IncidentText, Moment, Probe, Section, Tag
from generator.model.library import Library
from generator.model.prose import Prose
from generator.model.vocabulary import TAG_GROUPS
from generator.outputs.api.values import (
    Json,
    by_language,
    card,
    date_span,
    dump,
    duration,
    label,
    license_terms,
    link,
    links,
    main_date,
    severity,
    source,
)
from generator.relations.related import Related
from generator.render.compose.citations import compose_citation
from generator.render.compose.edition import Edition
from generator.render.machine_urls import has_markdown, markdown_path
from generator.render.urls import close_incident_links, close_links, incident_path

Editions = Mapping[str, Edition]
"""Every edition by language, in the order of the site."""

_FRAGMENT = re.compile(r'<a href="#(?!fn)')
"""A link inside the page that is not one of a footnote."""


def record_bytes(editions: Editions, incident: Incident) -> bytes:
    """The record as JSON, without the envelope of a file."""
    return dump(record(editions, incident))


def record(editions: Editions, incident: Incident) -> Json:
    """Everything that the library says of an incident."""
    library = next(iter(editions.values())).library
    site = library.site
    return {
        **_identity(library, incident),
        **_texts(editions, incident),
        **_facts(library, incident),
        **_body(library, incident),
        **{group: [_tag(library, group, tag) for tag in incident.tags[group]] for group in TAG_GROUPS},
        "sources": [source(number, entry) for number, entry in enumerate(incident.sources, start=1)],
        "references": [source(number, entry) for number, entry in enumerate(incident.references, start=1)],
        "related": [_related(editions, related) for related in _related_of(editions, incident)],
        "signatures": [
            {"kind": entry.kind, "pattern": entry.pattern, "regex": entry.regex, "sample": entry.sample}
            for entry in incident.signatures
        ],
        "alerts": list(incident.alerts),
        "checks": [_probe(library, probe) for probe in incident.checks],
        "pictures": [
            {"name": name, **link(site, f"media/{incident.id}/{name}"), "sha256": digest}
            for name, digest in sorted(incident.pictures.items())
        ],
        "license": license_terms(site),
    }


def _identity(library: Library, incident: Incident) -> Json:
    site = library.site
    paths = {language: incident_path(language, incident.id) for language in incident.texts}
    beside = {language: markdown_path(language, incident.id) for language in incident.texts}
    return {
        "id": incident.id,
        "number": incident.number,
        "status": incident.status,
        "original": incident.original,
        **link(site, f"{incident.id}/"),
        "pages": links(site, paths),
        "markdown": links(site, beside if has_markdown(site) else {}),
        "aliases": list(incident.aliases),
        "added": incident.added.iso,
        "modified": incident.modified.iso,
        "withdrawn": _withdrawal(library, incident),
        "translations": {language: _translation(library, incident, language) for language in site.languages},
    }


def _withdrawal(library: Library, incident: Incident) -> Json | None:
    if incident.withdrawn is None:
        return None
    successor = library.incidents.get(incident.withdrawn.superseded_by or "")
    return {
        "date": incident.withdrawn.date.iso,
        "reason": by_language(library.site, incident.texts, lambda text: text.withdrawn_reason),
        "superseded_by": card(library, successor) if successor is not None else None,
    }


def _translation(library: Library, incident: Incident, language: str) -> Json:
    state = library.translations.get((incident.id, language))
    if language == incident.original or state is None:
        return {"state": "original" if language == incident.original else "missing", "behind": []}
    return {"state": state.state, "behind": list(state.behind)}


def _texts(editions: Editions, incident: Incident) -> Json:
    site = next(iter(editions.values())).site
    return {
        "title": by_language(site, incident.texts, lambda text: text.title),
        "impact": by_language(site, incident.texts, lambda text: text.impact),
        "affected_users": by_language(site, incident.texts, lambda text: text.affected_users),
        "region": by_language(site, incident.texts, lambda text: text.region),
        "trigger": by_language(site, incident.texts, lambda text: text.trigger),
        "citation": by_language(site, incident.texts, lambda text: _citation(editions[text.language], incident, text)),
    }


def _citation(edition: Edition, incident: Incident, text: IncidentText) -> Json:
    view = compose_citation(edition, incident, text)
    return {"text": view.text, "bibtex": view.bibtex, "csl": orjson.loads(view.csl)}


def _facts(library: Library, incident: Incident) -> Json:
    return {
        "organizations": [
            {"id": identifier, "label": label(library, "organizations", identifier)}
            for identifier in incident.organizations
        ],
        "date": main_date(incident),
        "occurred": date_span(incident.occurred, incident.date_certainty),
        "published": date_span(incident.published),
        "year": incident.date.start.year if incident.date is not None else None,
        "severity": severity(library, incident),
        "time_to_detect": duration(incident.time_to_detect),
        "time_to_recover": duration(incident.time_to_recover),
    }


def _body(library: Library, incident: Incident) -> Json:
    site = library.site

    def section(part: Section, language: str) -> Json:
        return {
            "markdown": part.source,
            "html": closed_html(library, part.prose, language, incident.id),
            "text": part.prose.text,
        }

    def sections(identifier: str) -> Json:
        found: Json = dict.fromkeys(site.languages)
        for text in incident.texts.values.values():
            part = text.sections.get(identifier)
            if part is not None and part.prose:
                found[text.language] = section(part, text.language)
        return found

    def moments(text: IncidentText) -> list[Json]:
        part = text.sections.get("timeline")
        if part is None:
            return []
        return [_moment(library, moment, text.language, incident.id) for moment in part.moments]

    return {
        "summary": by_language(site, incident.texts, lambda text: section(text.summary, text.language)),
        "sections": {identifier: sections(identifier) for identifier in SECTIONS},
        "timeline": by_language(site, incident.texts, moments),
    }


def _moment(library: Library, moment: Moment, language: str, identifier: str) -> Json:
    return {
        "date": moment.date,
        "time": moment.time,
        "end_time": moment.end_time,
        "zone": moment.zone,
        "approximate": moment.approximate,
        "html": closed_html(library, moment.event, language, identifier),
        "text": moment.event.text,
    }


def closed_html(library: Library, prose: Prose, language: str, identifier: str) -> str:
    """The HTML of a report with links to this site absolute, or from its root where its address is not known.

    Links to other sections lead to the page; those between a footnote and its mark stay inside the piece of HTML.
    """
    base = library.site.base_url or ""
    html = close_links(close_incident_links(prose.html, language), base)
    return _FRAGMENT.sub(f'<a href="{base}{incident_path(language, identifier)}#', html)


def _tag(library: Library, group: str, tag: Tag) -> Json:
    return {
        "id": tag.id,
        "label": label(library, group, tag.id),
        "certainty": tag.certainty,
        "source": tag.source,
    }


def _related_of(editions: Editions, incident: Incident) -> tuple[Related, ...]:
    return next(iter(editions.values())).relations.related.get(incident.id, ())


def _related(editions: Editions, related: Related) -> Json:
    library = next(iter(editions.values())).library
    return {
        **card(library, library.incidents[related.id]),
        "chosen": related.chosen,
        "shared": [
            {"group": group, "id": identifier, "label": label(library, group, identifier)}
            for group, identifier in related.shared
        ],
    }


def _probe(library: Library, probe: Probe) -> Json:
    return {
        "id": probe.id,
        "title": by_language(library.site, probe.title),
        "evidence": probe.evidence,
        "method": probe.method,
        "command": list(probe.command),
        "select": probe.select,
        "present_when": _condition(probe),
        "means": by_language(library.site, probe.means),
        "cannot_tell": by_language(library.site, probe.cannot_tell),
    }


def _condition(probe: Probe) -> Json | None:
    """When the condition is present; `expected` is false where the author turned the operator round."""
    if probe.present_when is None:
        return None
    operator, operand = probe.present_when
    turned = operand is False
    return {
        "operator": operator,
        "operand": None if isinstance(operand, bool) else str(operand),
        "expected": not turned,
    }
