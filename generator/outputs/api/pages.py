"""Summaries of the incidents that have a text in a language, by ascending id, a hundred a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.model.incident import Incident
from generator.model.library import Library
from generator.model.vocabulary import TAG_GROUPS
from generator.outputs.api.values import Json, duration, envelope, link, main_date
from generator.outputs.fingerprints import Fingerprints
from generator.outputs.output import Output
from generator.render.machine_urls import record_path, summaries_path
from generator.render.urls import incident_path
from generator.text.digest import digest

PAGE_SIZE = 100
"""Incidents on one page."""


def plan_summaries(library: Library, prints: Fingerprints) -> Iterator[Output]:
    """Every page of every language; a language without incidents has one empty page."""
    for language in library.site.languages:
        incidents = [incident for incident in library.listed() if language in incident.brief.languages]
        for number in range(1, page_count(incidents) + 1):
            page = page_of(incidents, number)
            inputs = digest(prints.base, len(incidents), number, [incident.digest for incident in page])
            yield _output(library, language, incidents, number, inputs)


def _output(library: Library, language: str, incidents: Sequence[Incident], number: int, inputs: str) -> Output:
    return Output(
        summaries_path(language, number),
        inputs,
        lambda: envelope(summaries(library, language, incidents, number)),
    )


def page_count(incidents: Sequence[Incident]) -> int:
    """Number of pages; an empty list has one."""
    return max(1, -(-len(incidents) // PAGE_SIZE))


def page_of(incidents: Sequence[Incident], number: int) -> Sequence[Incident]:
    """The incidents of one page, the first being 1."""
    return incidents[(number - 1) * PAGE_SIZE : number * PAGE_SIZE]


def summaries(library: Library, language: str, incidents: Sequence[Incident], number: int) -> Json:
    """One page of summaries."""
    site, pages = library.site, page_count(incidents)

    def neighbour(other: int) -> Json | None:
        return link(site, summaries_path(language, other)) if 1 <= other <= pages else None

    return {
        "language": language,
        "total": len(incidents),
        "page": number,
        "pages": pages,
        "per_page": PAGE_SIZE,
        "previous": neighbour(number - 1),
        "next": neighbour(number + 1),
        "incidents": [summary(library, language, incident) for incident in page_of(incidents, number)],
    }


def summary(library: Library, language: str, incident: Incident) -> Json:
    """An incident in one language, without its sections."""
    text = incident.texts[language]
    return {
        "id": incident.id,
        **link(library.site, incident_path(language, incident.id)),
        "record": link(library.site, record_path(incident.id)),
        "title": text.title,
        "summary": text.summary.prose.text,
        "organizations": list(incident.organizations),
        "date": main_date(incident),
        "severity": incident.severity,
        "time_to_detect": duration(incident.time_to_detect),
        "time_to_recover": duration(incident.time_to_recover),
        **{group: [tag.id for tag in incident.tags[group]] for group in TAG_GROUPS},
        "added": incident.added.iso,
        "modified": incident.modified.iso,
    }
