"""Incidents as rows of a list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from markupsafe import Markup

from generator.model.dates import DateSpan
from generator.model.incident import DateKind, Incident
from generator.render.catalogue import Catalogue
from generator.render.compose.edition import LANGUAGE_NAMES, Edition
from generator.render.compose.labels import date_certainties, date_kinds
from generator.render.formats import brief_span_text, machine_date, span_text
from generator.render.urls import href, incident_path, term_path
from generator.render.views.parts import DateView, Rows, RowView, SeverityView
from generator.text.forms import excerpt

PAGE_SIZE = 50
"""Incidents on one page of a list."""

_SUMMARY_LENGTH = {"ko": 110, "en": 200}


def compose_row(edition: Edition, incident: Incident) -> RowView:
    """An incident as a row."""
    text = incident.text(edition.language)
    foreign = text.language if text.language != edition.language else None
    vocabulary = edition.library.vocabulary
    return RowView(
        id=incident.id,
        href=href(incident_path(edition.language, incident.id)),
        title=text.title,
        language=foreign,
        language_name=LANGUAGE_NAMES[foreign] if foreign else None,
        date=_brief_date(edition.catalogue, incident),
        organization=edition.organization_names(incident)[0],
        severity=severity_view(edition, incident),
        topics=tuple(edition.say(vocabulary.term("topics", tag.id).label) for tag in incident.tags["topics"]),
        summary=excerpt(text.summary.prose.text, _SUMMARY_LENGTH[text.language]),
    )


def severity_view(edition: Edition, incident: Incident) -> SeverityView | None:
    """The severity of an incident with its rank, or None where the source does not say."""
    if incident.severity is None:
        return None
    ranks = list(edition.library.vocabulary.groups["severities"])
    return SeverityView(
        id=incident.severity,
        label=edition.term_label("severities", incident.severity),
        rank=ranks.index(incident.severity) + 1,
        href=href(term_path(edition.language, "severities", incident.severity)),
        editorial=incident.severity_basis == "editor",
    )


def date_views(catalogue: Catalogue, incident: Incident) -> Iterator[DateView]:
    """Every known date of an incident, the one that orders it first."""
    if incident.occurred is not None:
        yield _date_view(catalogue, "occurred", incident.occurred, incident.date_certainty)
    if incident.published is not None:
        yield _date_view(catalogue, "published", incident.published, None)


def _brief_date(catalogue: Catalogue, incident: Incident) -> DateView | None:
    """The date that orders an incident, short enough for a list."""
    view = next(date_views(catalogue, incident), None)
    if view is None or incident.date is None:
        return view
    return replace(view, text=brief_span_text(incident.date, catalogue.language))


def _date_view(catalogue: Catalogue, kind: DateKind, span: DateSpan, certainty: str | None) -> DateView:
    return DateView(
        kind=kind,
        label=date_kinds(catalogue)[kind],
        text=span_text(span, catalogue.language),
        iso=machine_date(span),
        certainty=date_certainties(catalogue)[certainty] if certainty else None,
    )


def row_html(edition: Edition, incident: Incident) -> Markup:
    """An incident as a rendered row; each is rendered once and joined into every list that shows it."""
    card = incident.brief.card
    row = edition.rows.get(card)
    if row is None:
        html = edition.row_template.render(row=compose_row(edition, incident))
        row = edition.rows[card] = Markup(html)  # noqa: S704  # an escaping template
    return row


def join_rows(edition: Edition, incidents: Iterable[Incident]) -> Rows:
    """The rows of these incidents, one after the other."""
    parts = [row_html(edition, incident) for incident in incidents]
    return Rows(html=Markup("").join(parts), count=len(parts))
