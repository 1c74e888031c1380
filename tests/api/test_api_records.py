"""The page of an incident and its record say the same."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import pytest
from machine_files import SHARED, Machine

from generator.content.dates import parse_date, parse_span
from generator.content.headings import heading_of
from generator.model.dates import Duration
from generator.model.incident import SECTIONS
from generator.render.compose.edition import Edition
from generator.render.compose.incidents import compose_incident
from generator.render.compose.labels import (
    confidences,
    date_certainties,
    date_kinds,
    shared_labels,
    signature_kinds,
    source_kinds,
    text_part,
)
from generator.render.formats import brief_span_text, date_text, duration_text, span_text
from generator.render.urls import GROUP_ADDRESSES, close_links
from generator.render.views.incident import IncidentPage, SectionView, SourceView
from generator.render.views.parts import TagView

pytestmark = pytest.mark.xdist_group("machine-files")

Json = Any


@dataclass(frozen=True)
class Case:
    """A page, the record of the same incident, and what both draw on."""

    edition: Edition
    page: IncidentPage
    record: Json
    vocab: Json

    @property
    def language(self) -> str:
        return self.edition.language

    @property
    def text_language(self) -> str:
        """The language of the text: the page's own, else that of the original."""
        return self.language if self.record["title"][self.language] is not None else self.record["original"]

    @property
    def falls_back(self) -> bool:
        """Whether the page shows a text in another language; it then names the site in its own."""
        return self.text_language != self.language

    @property
    def base(self) -> str:
        return self.edition.site.base_url or ""

    def written(self, key: str) -> Json:
        return self.record[key][self.text_language]

    def closed(self, html: str) -> str:
        """HTML of the page, its links by id in the language of the text: the record cannot know who reads it."""
        return close_links(
            html.replace(f"\x02{self.language}/incidents/", f"\x02{self.text_language}/incidents/"), self.base
        )

    def open(self, html: str) -> str:
        """HTML of the record with its links to sections as the page has them."""
        return html.replace(f'href="{self.base}{self.text_language}/incidents/{self.record["id"]}/#', 'href="#')

    def word(self, message: str) -> str:
        return self.edition.catalogue.gettext(message)


def link(path: str) -> str:
    return "\x02" + path


def tag_pages(tags: tuple[TagView, ...]) -> Json:
    return [(tag.label, tag.href, tag.definition, tag.certainty, tag.source) for tag in tags]


def tag_records(case: Case, group: str) -> Json:
    definitions = {term["id"]: term["definition"] for term in case.vocab["groups"][group]["terms"]}
    address = f"{case.language}/{GROUP_ADDRESSES[group]}"
    return [
        (
            tag["label"][case.language],
            link(f"{address}/{tag['id']}/"),
            definitions[tag["id"]][case.language],
            tag["certainty"],
            tag["source"],
        )
        for tag in case.record[group]
    ]


def source_pages(sources: tuple[SourceView, ...]) -> Json:
    return [tuple(getattr(source, entry.name) for entry in fields(source)) for source in sources]


def source_records(case: Case, key: str) -> Json:
    def day(written: str | None) -> str | None:
        date = parse_date(written) if written else None
        return date_text(date, case.language) if date else None

    catalogue = case.edition.catalogue
    return [
        (
            source["number"],
            source["title"],
            source["language"] if source["language"] != case.language else None,
            source["url"],
            source_kinds(catalogue)[source["kind"]],
            source["publisher"],
            day(source["published"]),
            day(source["accessed"]),
            source["archive_url"],
            confidences(catalogue)[source["confidence"]] if source["confidence"] else None,
        )
        for source in case.record[key]
    ]


def dates(case: Case) -> Json:
    found = []
    for kind in ("occurred", "published"):
        date = case.record[kind]
        if date is not None:
            certainty = date["certainty"]
            found.append(
                (
                    kind,
                    date_kinds(case.edition.catalogue)[kind],
                    span_text(parse_span(date["text"]), case.language),
                    date["start"] if date["end"] is None else "",
                    date_certainties(case.edition.catalogue)[certainty] if certainty else None,
                )
            )
    return found


def facts(case: Case) -> Json:
    severity = case.record["severity"]
    editorial = severity is not None and severity["basis"] == "editor"
    found = [
        (
            "severity",
            severity["label"][case.language] if severity else None,
            case.word("editor's estimate") if editorial else None,
        )
    ]
    found += [(key.replace("_", "-"), case.written(key), None) for key in ("impact", "affected_users", "region")]
    for key in ("time_to_detect", "time_to_recover"):
        value = case.record[key]
        shown = duration_text(Duration(**value), case.language) if value else None
        computed = value is not None and value["basis"] == "computed"
        found.append((key.replace("_", "-"), shown, case.word("taken from the timeline") if computed else None))
    return found


def severity(case: Case) -> Json:
    value = case.record["severity"]
    if value is None:
        return None
    address = link(f"{case.language}/severities/{value['id']}/")
    return (value["id"], value["label"][case.language], value["rank"], address, value["basis"] == "editor")


def section_pages(case: Case, section: SectionView) -> Json:
    moments = [(moment.clock, case.closed(moment.html)) for moment in section.moments]
    groups = [(group.id, tag_pages(group.tags)) for group in section.tag_groups]
    html = case.closed(section.html) if section.html is not None else None
    return (section.id, section.label, html, moments, groups, section.trigger, section.changed)


def clock(moment: Json) -> str | None:
    if moment["time"] is None:
        return None
    span = moment["time"] if moment["end_time"] is None else f"{moment['time']}–{moment['end_time']}"
    return ("~" if moment["approximate"] else "") + span + (f" {moment['zone']}" if moment["zone"] else "")


def section_records(case: Case) -> Json:
    behind = case.record["translations"][case.language]["behind"]
    tags = {"symptoms": ("symptoms",), "cause": ("causes", "contributing_factors")}
    found = []
    for identifier in SECTIONS:
        section = case.record["sections"][identifier][case.text_language]
        moments = case.written("timeline") if identifier == "timeline" else []
        if identifier == "timeline" and section is None:
            continue
        found.append(
            (
                identifier,
                heading_of(case.language, identifier),
                case.open(section["html"]) if section else None,
                [(clock(moment), case.open(moment["html"])) for moment in moments],
                [(group, tag_records(case, group)) for group in tags.get(identifier, ())],
                case.written("trigger") if identifier == "cause" else None,
                identifier in behind,
            )
        )
    return found


def related(case: Case) -> Json:
    found = []
    for other in case.record["related"]:
        groups: dict[str, list[str]] = {}
        for shared in other["shared"]:
            groups.setdefault(shared["group"], []).append(shared["label"][case.language])
        labels = shared_labels(case.edition.catalogue)
        reasons = [case.word("Chosen by an editor")] if other["chosen"] else []
        reasons += [f"{labels[group]}: {', '.join(names[:3])}" for group, names in list(groups.items())[:2]]
        title = other["title"][case.language]
        found.append(
            (
                other["id"],
                link(f"{case.language}/incidents/{other['id']}/"),
                title or next(filter(None, other["title"].values())),
                title is None,
                case.edition.term_label("organizations", other["organizations"][0]),
                brief_span_text(parse_span(other["date"]["text"]), case.language) if other["date"] else None,
                " · ".join(reasons) or case.word("Similar words"),
            )
        )
    return found


def probes(case: Case) -> Json:
    found = []
    for check in case.record["checks"]:
        condition = None
        if check["present_when"] is not None:
            present = check["present_when"]
            operand = present["operand"] if present["operator"] not in ("empty", "nonempty") else None
            condition = " ".join(filter(None, (check["select"], present["operator"], operand)))
        kubectl = ["kubectl"] if check["method"] == "kubectl" else []
        found.append(
            (
                check["id"],
                check["title"][case.language],
                check["method"],
                shlex.join([*kubectl, *check["command"]]) if kubectl else "".join(check["command"]),
                condition,
                check["means"][case.language],
                check["cannot_tell"][case.language],
                text_part(case.edition.catalogue, check["evidence"]),
                f"#{check['evidence']}",
            )
        )
    return found


def banner(case: Case) -> Json:
    state = case.record["translations"][case.language]
    if state["state"] not in ("missing", "behind"):
        return None
    parts = [text_part(case.edition.catalogue, part) for part in state["behind"]]
    original = case.record["original"]
    return (state["state"], original, case.record["title"][original], parts)


def withdrawn(case: Case) -> Json:
    value = case.record["withdrawn"]
    if value is None:
        return None
    successor = value["superseded_by"]
    title = f"{successor['id']} {successor['title'][case.language]}" if successor else None
    day = date_text(parse_date(value["date"]), case.language)
    return (day, value["reason"][case.text_language] or value["reason"][case.record["original"]], title)


def day(case: Case, key: str) -> str:
    return date_text(parse_date(case.record[key]), case.language)


Side = Callable[[Case], Json]

SHOWN: dict[str, tuple[Side, Side]] = {
    "id": (lambda case: case.page.id, lambda case: case.record["id"]),
    "text_language": (lambda case: case.page.text_language, lambda case: case.text_language),
    "organizations": (
        lambda case: [(entry.label, entry.href) for entry in case.page.organizations],
        lambda case: [
            (entry["label"][case.language], link(f"{case.language}/organizations/{entry['id']}/"))
            for entry in case.record["organizations"]
        ],
    ),
    "dates": (
        lambda case: [(date.kind, date.label, date.text, date.iso, date.certainty) for date in case.page.dates],
        dates,
    ),
    "topics": (lambda case: tag_pages(case.page.topics), lambda case: tag_records(case, "topics")),
    "title": (lambda case: case.page.title, lambda case: case.written("title")),
    "banner": (
        lambda case: (
            case.page.banner
            and (
                case.page.banner.state,
                case.page.banner.original.language,
                case.page.banner.original.label,
                [part.label for part in case.page.banner.changed],
            )
        ),
        banner,
    ),
    "withdrawn": (
        lambda case: (
            case.page.withdrawn
            and (
                case.page.withdrawn.date,
                case.page.withdrawn.reason,
                case.page.withdrawn.superseded_by and case.page.withdrawn.superseded_by.label,
            )
        ),
        withdrawn,
    ),
    "summary": (
        lambda case: case.closed(case.page.summary),
        lambda case: case.open(case.written("summary")["html"]),
    ),
    "severity": (
        lambda case: (
            case.page.severity
            and tuple(getattr(case.page.severity, entry.name) for entry in fields(case.page.severity))
        ),
        severity,
    ),
    "facts": (lambda case: [(fact.id, fact.value, fact.note) for fact in case.page.facts], facts),
    "sections": (lambda case: [section_pages(case, section) for section in case.page.sections], section_records),
    "sources": (lambda case: source_pages(case.page.sources), lambda case: source_records(case, "sources")),
    "references": (lambda case: source_pages(case.page.references), lambda case: source_records(case, "references")),
    "related": (
        lambda case: [
            (
                entry.id,
                entry.href,
                entry.title,
                entry.language is not None,
                entry.organization,
                entry.date,
                entry.reason,
            )
            for entry in case.page.related
        ],
        related,
    ),
    "components": (lambda case: tag_pages(case.page.components), lambda case: tag_records(case, "components")),
    "probes": (
        lambda case: [
            (
                probe.id,
                probe.title,
                probe.method,
                probe.command,
                probe.condition,
                probe.means,
                probe.cannot_tell,
                probe.evidence.label,
                probe.evidence.href,
            )
            for probe in case.page.probes
        ],
        probes,
    ),
    "signatures": (
        lambda case: list(case.page.signatures),
        lambda case: [
            (signature_kinds(case.edition.catalogue)[entry["kind"]], entry["pattern"])
            for entry in case.record["signatures"]
        ],
    ),
    "alerts": (lambda case: list(case.page.alerts), lambda case: case.record["alerts"]),
    "citation": (
        lambda case: (
            not case.falls_back
            and (case.page.citation.text, case.page.citation.bibtex, json.loads(case.page.citation.csl))
        ),
        lambda case: not case.falls_back and tuple(case.written("citation")[key] for key in ("text", "bibtex", "csl")),
    ),
    "short": (lambda case: case.page.short, lambda case: link(case.record["path"])),
    "added": (lambda case: case.page.added, lambda case: day(case, "added")),
    "modified": (
        lambda case: case.page.modified,
        lambda case: day(case, "modified") if case.record["modified"] != case.record["added"] else None,
    ),
}
"""What the page shows and what the record says of it, by field of the page."""

ADDRESSES = {"frame", "api", "guide", "edit"}
"""Fields of the page that are about the page or the site, not about the incident."""


def test_every_field_of_the_page_is_compared() -> None:
    assert SHOWN.keys() | ADDRESSES == {entry.name for entry in fields(IncidentPage)}
    assert not SHOWN.keys() & ADDRESSES


def cases(site: Machine) -> list[Case]:
    vocab = site.data("api/v1/vocab.json")
    return [
        Case(edition, compose_incident(edition, incident), site.data(f"api/v1/incidents/{incident.id}.json"), vocab)
        for incident in site.library.incidents.values()
        for edition in site.editions.values()
    ]


@pytest.mark.parametrize("name", SHARED)
def test_page_and_record_say_the_same(name: str) -> None:
    for case in cases(SHARED[name]()):
        for key, (page, record) in SHOWN.items():
            assert page(case) == record(case), f"{case.record['id']} {case.language} {key}"


@pytest.mark.parametrize("name", ["full", "public"])
def test_the_text_stands_as_its_author_wrote_it(name: str) -> None:
    site = SHARED[name]()
    for incident in site.library.incidents.values():
        record = site.data(f"api/v1/incidents/{incident.id}.json")
        for language, text in incident.texts.values.items():
            assert record["summary"][language]["markdown"] == text.summary.source
            for identifier, section in text.sections.items():
                if section.prose:
                    assert record["sections"][identifier][language]["markdown"] == section.source


def test_values_stand_as_written_and_as_numbers() -> None:
    record = SHARED["full"]().data("api/v1/incidents/IL-0001.json")
    assert record["time_to_recover"] == {"text": "3h 45m", "seconds": 13_500, "basis": "source", "approximate": False}
    assert record["time_to_detect"] == {"text": "5m", "seconds": 300, "basis": "computed", "approximate": True}
    assert record["occurred"] == {
        "text": "2025-06-02T11:45+09:00/2025-06-02T15:30+09:00",
        "start": "2025-06-02T11:45+09:00",
        "end": "2025-06-02T15:30+09:00",
        "precision": "minute",
        "certainty": "approximate",
    }
    assert record["url"] == "https://example.org/library/IL-0001/"
    assert record["path"] == "IL-0001/"


def test_html_leads_back_to_the_site() -> None:
    placed = SHARED["full"]().data("api/v1/incidents/IL-0001.json")["summary"]["en"]["html"]
    assert 'href="https://example.org/library/en/incidents/IL-0002/"' in placed
    assert 'href="https://example.org/library/en/incidents/IL-0001/#cause"' in placed
    assert 'href="#fn-1"' in placed, "a footnote stays inside the piece"
    free = SHARED["unplaced"]().data("api/v1/incidents/IL-0001.json")
    assert 'href="en/incidents/IL-0002/"' in free["summary"]["en"]["html"]
    assert 'src="media/IL-0001/failures.svg"' in free["sections"]["symptoms"]["en"]["html"]
    assert free["url"] is None


def test_a_missing_language_is_null_everywhere() -> None:
    site = SHARED["untranslated"]()
    missing = [
        (incident, language)
        for incident in site.library.incidents.values()
        for language in site.library.site.languages
        if language not in incident.texts
    ]
    assert missing
    for incident, language in missing:
        record = site.data(f"api/v1/incidents/{incident.id}.json")
        texts = ("title", "impact", "affected_users", "region", "trigger", "summary", "timeline", "citation")
        for key in (*texts, "pages", "markdown"):
            assert record[key][language] is None, key
        assert all(section[language] is None for section in record["sections"].values())
        assert record["translations"][language]["state"] == "missing"
        page = site.data(f"api/v1/{language}/incidents/page-1.json")
        assert incident.id not in [entry["id"] for entry in page["incidents"]]
        items = json.loads(site.read(f"{language}/feed.json"))["items"]
        assert not [item for item in items if incident.id in item["id"]]
        assert f"{language}/incidents/{incident.id}.md" not in site.outputs
