"""The page of one incident."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

from markupsafe import Markup

from generator.content.dates import parse_date
from generator.content.headings import heading_of
from generator.model.incident import SECTIONS, Incident, IncidentText, Moment, Probe, Source, Tag
from generator.model.prose import Prose
from generator.model.translation import Translation
from generator.relations.related import Related
from generator.render.compose.citations import compose_citation
from generator.render.compose.edition import LANGUAGE_NAMES, Edition
from generator.render.compose.frames import compose_frame
from generator.render.compose.labels import (
    confidences,
    group_labels,
    shared_labels,
    signature_kinds,
    source_kinds,
    text_part,
)
from generator.render.compose.rows import date_views, severity_view
from generator.render.formats import date_text, duration_text
from generator.render.machine_urls import guide_path, has_api, markdown_path, record_path
from generator.render.urls import browse_path, close_incident_links, href, incident_path, term_path
from generator.render.views.incident import (
    Fact,
    IncidentPage,
    MomentView,
    ProbeView,
    RelatedView,
    SectionView,
    SourceView,
    TagGroupView,
    TranslationBanner,
    WithdrawnView,
)
from generator.render.views.parts import Frame, Link, TagView
from generator.text.forms import excerpt

_SECTION_TAGS = {"symptoms": ("symptoms",), "cause": ("causes", "contributing_factors")}
_OPTIONAL_SECTIONS = frozenset(("timeline",))
"""Sections that the page leaves out where the report has none; the others show an en dash."""


def compose_incident(edition: Edition, incident: Incident) -> IncidentPage:
    """Everything that the page of an incident shows."""
    text = incident.text(edition.language)
    translation = edition.library.translations.get((incident.id, edition.language))
    return IncidentPage(
        frame=_frame(edition, incident, text),
        id=incident.id,
        text_language=text.language,
        organizations=_organizations(edition, incident),
        dates=tuple(date_views(edition.catalogue, incident)),
        topics=_tags(edition, "topics", incident.tags["topics"]),
        title=text.title,
        banner=_banner(edition, incident, translation),
        withdrawn=_withdrawn(edition, incident, text),
        summary=prose_html(edition, text.summary.prose),
        severity=severity_view(edition, incident),
        facts=tuple(_facts(edition, incident, text)),
        sections=tuple(_sections(edition, incident, text, translation)),
        sources=_sources(edition, incident.sources),
        references=_sources(edition, incident.references),
        related=tuple(_related(edition, related) for related in edition.relations.related.get(incident.id, ())),
        components=_tags(edition, "components", incident.tags["components"]),
        probes=tuple(_probe(edition, probe) for probe in incident.checks),
        signatures=tuple(
            (signature_kinds(edition.catalogue)[signature.kind], signature.pattern) for signature in incident.signatures
        ),
        alerts=incident.alerts,
        citation=compose_citation(edition, incident, text),
        api=href(record_path(incident.id)) if has_api(edition.site) else None,
        guide=href(guide_path(edition.language)) if has_api(edition.site) else None,
        edit=edition.site.edit_url.replace("{path}", text.path) if edition.site.edit_url else None,
        short=href(f"{incident.id}/"),
        added=date_text(incident.added, edition.language),
        modified=date_text(incident.modified, edition.language) if incident.modified != incident.added else None,
    )


def prose_html(edition: Edition, prose: Prose) -> Markup:
    """Parsed Markdown with its links by id leading to the pages of this language."""
    return Markup(close_incident_links(prose.html, edition.language))  # noqa: S704  # made safe by `markup`


def _frame(edition: Edition, incident: Incident, text: IncidentText) -> Frame:
    path = incident_path(edition.language, incident.id)
    translated = edition.language in incident.texts
    languages = [language for language in edition.site.languages if language in incident.texts]
    correction = edition.site.correction_url
    return compose_frame(
        edition,
        path=path,
        title=text.title,
        label=incident.id,
        description=excerpt(text.summary.prose.text, 200),
        trail=[(edition.catalogue.gettext("Incidents"), browse_path(edition.language))],
        canonical=path if translated else incident_path(text.language, incident.id),
        languages=languages,
        noindex=incident.status == "withdrawn",
        json_ld=[_report_data(edition, incident, text)],
        correction=correction.replace("{id}", incident.id) if correction else None,
        x_default=f"{incident.id}/",
        markdown=markdown_path(edition.language, incident.id) if translated else None,
    )


def _report_data(edition: Edition, incident: Incident, text: IncidentText) -> dict[str, Any]:
    name = edition.say(edition.site.name)
    data: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": ["Report", "TechArticle"],
        "identifier": incident.id,
        "headline": text.title,
        "description": excerpt(text.summary.prose.text, 200),
        "inLanguage": text.language,
        "datePublished": incident.added.iso,
        "dateModified": incident.modified.iso,
        "publisher": {"@type": "Organization", "name": name},
        "about": [
            {"@type": "Organization", "name": organization} for organization in edition.organization_names(incident)
        ],
        "keywords": [
            edition.term_label(group, tag.id)
            for group in ("topics", "symptoms", "causes")
            for tag in incident.tags[group]
        ],
        "citation": [source.url for source in incident.sources],
    }
    if edition.site.license is not None and edition.site.license.url is not None:
        data["license"] = edition.site.license.url
    address = edition.absolute(incident_path(text.language, incident.id))
    return {**data, "url": address} if address else data


def _organizations(edition: Edition, incident: Incident) -> tuple[Link, ...]:
    return tuple(
        Link(
            label=edition.term_label("organizations", identifier),
            href=href(term_path(edition.language, "organizations", identifier)),
        )
        for identifier in incident.organizations
    )


def _tags(edition: Edition, group: str, tags: tuple[Tag, ...]) -> tuple[TagView, ...]:
    return tuple(_tag(edition, group, tag) for tag in tags)


def _tag(edition: Edition, group: str, tag: Tag) -> TagView:
    term = edition.library.vocabulary.term(group, tag.id)
    return TagView(
        label=edition.say(term.label),
        href=href(term_path(edition.language, group, tag.id)),
        definition=edition.say(term.definition) if term.definition is not None else None,
        certainty=tag.certainty,
        source=tag.source,
    )


def _banner(edition: Edition, incident: Incident, translation: Translation | None) -> TranslationBanner | None:
    if translation is None or translation.state not in ("missing", "behind"):
        return None
    original = incident.original
    return TranslationBanner(
        state=translation.state,
        language_name=LANGUAGE_NAMES[original],
        original=Link(
            label=incident.texts[original].title,
            href=href(incident_path(original, incident.id)),
            language=original,
        ),
        changed=tuple(
            Link(
                label=text_part(edition.catalogue, part),
                href=f"#{part}" if part in incident.text(edition.language).sections else None,
            )
            for part in translation.behind
        ),
    )


def _withdrawn(edition: Edition, incident: Incident, text: IncidentText) -> WithdrawnView | None:
    if incident.withdrawn is None:
        return None
    successor = incident.withdrawn.superseded_by
    reason = text.withdrawn_reason or incident.texts[incident.original].withdrawn_reason or ""
    target = edition.library.incidents[successor].text(edition.language) if successor else None
    return WithdrawnView(
        date=date_text(incident.withdrawn.date, edition.language),
        reason=reason,
        superseded_by=Link(
            label=f"{successor} {target.title}",
            href=href(incident_path(edition.language, successor)),
            language=target.language if target.language != edition.language else None,
        )
        if target is not None and successor is not None
        else None,
    )


def _facts(edition: Edition, incident: Incident, text: IncidentText) -> Iterator[Fact]:
    gettext = edition.catalogue.gettext
    severity = severity_view(edition, incident)
    yield Fact(
        id="severity",
        label=gettext("Severity"),
        value=severity.label if severity else None,
        note=gettext("editor's estimate") if severity is not None and severity.editorial else None,
    )
    yield Fact(id="impact", label=gettext("Impact scope"), value=text.impact)
    yield Fact(id="affected-users", label=gettext("Affected users"), value=text.affected_users)
    yield Fact(id="region", label=gettext("Region"), value=text.region)
    for identifier, label, duration in (
        ("time-to-detect", gettext("Time to detect"), incident.time_to_detect),
        ("time-to-recover", gettext("Time to recover"), incident.time_to_recover),
    ):
        computed = duration is not None and duration.basis == "computed"
        yield Fact(
            id=identifier,
            label=label,
            value=duration_text(duration, edition.language) if duration is not None else None,
            note=gettext("taken from the timeline") if computed else None,
        )


def _sections(
    edition: Edition, incident: Incident, text: IncidentText, translation: Translation | None
) -> Iterator[SectionView]:
    changed = translation.behind if translation is not None else ()
    for identifier in SECTIONS:
        section = text.sections.get(identifier)
        if section is None and identifier in _OPTIONAL_SECTIONS:
            continue
        labels = group_labels(edition.catalogue)
        groups = (
            TagGroupView(id=group, label=labels[group], tags=_tags(edition, group, incident.tags[group]))
            for group in _SECTION_TAGS.get(identifier, ())
        )
        yield SectionView(
            id=identifier,
            label=heading_of(edition.language, identifier),
            html=prose_html(edition, section.prose) if section is not None and section.prose else None,
            moments=tuple(_moments(edition, section.moments)) if section is not None else (),
            tag_groups=tuple(groups),
            trigger=text.trigger if identifier == "cause" else None,
            shows_trigger=identifier == "cause",
            changed=identifier in changed,
        )


def _moments(edition: Edition, moments: tuple[Moment, ...]) -> Iterator[MomentView]:
    previous = None
    for moment in moments:
        yield MomentView(
            date=_moment_date(moment, edition.language) if moment.date != previous else None,
            clock=_clock(moment),
            iso=_moment_iso(moment),
            html=prose_html(edition, moment.event),
        )
        previous = moment.date


def _moment_date(moment: Moment, language: str) -> str | None:
    if moment.date is None:
        return None
    date = parse_date(moment.date)
    return date_text(date, language) if date is not None else moment.date


def _clock(moment: Moment) -> str | None:
    if moment.time is None:
        return None
    span = moment.time if moment.end_time is None else f"{moment.time}–{moment.end_time}"
    mark = "~" if moment.approximate else ""
    return f"{mark}{span} {moment.zone}" if moment.zone else f"{mark}{span}"


def _moment_iso(moment: Moment) -> str | None:
    """What `datetime` of HTML takes: the civil time as written, without a zone."""
    if moment.approximate:
        return None
    return "T".join(part for part in (moment.date, moment.time) if part) or None


def _sources(edition: Edition, sources: tuple[Source, ...]) -> tuple[SourceView, ...]:
    return tuple(_source(edition, number, source) for number, source in enumerate(sources, start=1))


def _source(edition: Edition, number: int, source: Source) -> SourceView:
    language = edition.language
    return SourceView(
        number=number,
        title=source.title,
        language=source.language if source.language != language else None,
        href=source.url,
        kind=source_kinds(edition.catalogue)[source.kind],
        publisher=source.publisher,
        published=date_text(source.published, language) if source.published else None,
        accessed=date_text(source.accessed, language) if source.accessed else None,
        archive=source.archive_url,
        confidence=confidences(edition.catalogue)[source.confidence] if source.confidence else None,
    )


def _related(edition: Edition, related: Related) -> RelatedView:
    brief = edition.library.incidents[related.id].brief
    language = brief.nearest(edition.language)
    return RelatedView(
        id=brief.id,
        href=href(incident_path(edition.language, brief.id)),
        title=brief.title(edition.language),
        language=language if language != edition.language else None,
        organization=edition.term_label("organizations", brief.organizations[0]),
        date=edition.brief_date(brief),
        reason=_reason(edition, related),
    )


def _reason(edition: Edition, related: Related) -> str:
    """Why an incident is related: the tags that both carry, the most telling two groups."""
    groups: dict[str, list[str]] = {}
    for group, identifier in related.shared:
        groups.setdefault(group, []).append(edition.term_label(group, identifier))
    labels = shared_labels(edition.catalogue)
    parts = [f"{labels[group]}: {', '.join(terms[:3])}" for group, terms in list(groups.items())[:2]]
    if related.chosen:
        parts.insert(0, edition.catalogue.gettext("Chosen by an editor"))
    return " · ".join(parts) or edition.catalogue.gettext("Similar words")


def _probe(edition: Edition, probe: Probe) -> ProbeView:
    command = shlex.join(("kubectl", *probe.command)) if probe.method == "kubectl" else "".join(probe.command)
    return ProbeView(
        id=probe.id,
        title=edition.say(probe.title),
        method=probe.method,
        command=command,
        condition=_condition(probe),
        means=edition.say(probe.means),
        cannot_tell=edition.say(probe.cannot_tell),
        evidence=Link(label=text_part(edition.catalogue, probe.evidence), href=f"#{probe.evidence}"),
    )


def _condition(probe: Probe) -> str | None:
    """What must hold for the condition to be present: the selection, the operator and what it compares with."""
    if probe.present_when is None:
        return None
    operator, operand = probe.present_when
    compared = "" if operator in ("empty", "nonempty") else str(operand)
    return " ".join(part for part in (probe.select, operator, compared) if part)
