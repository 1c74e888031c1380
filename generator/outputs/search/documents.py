"""The text that is indexed: one small page an incident and language, never published.

A page holds regions of words, each with its weight, parted by `REGION`. The index keeps this text and hands it
to the script, which shows title, date, severity, tags and an excerpt from it; so the order here is the order
that `static/js/search/restore.js` reads.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from html import escape

from generator.model.incident import SECTIONS, Incident, IncidentText
from generator.model.library import Library
from generator.model.vocabulary import TAG_GROUPS, Term
from generator.text.forms import one_line
from generator.text.hangul import respell

REGION = "||"
"""Parts regions; no re-spelled text holds two bars in a row."""

ITEM = "|;"
"""Parts the items of a region."""

TITLE, FACTS, LABELS, OTHER = "8", "4", "3", "0.5"
"""Weights; what an incident is called counts most."""

KEYWORDS = "1.96"
"""Weight of the synonyms of tags: 47 in the index's own units. Neither it nor its half, third or quarter, which the
parts of compound words get, is that of another region: `static/js/search/find.js` tells synonyms apart by it."""

BODY = "1.05"
"""Weight of ordinary text: 25 in the index's own units, the one weight that it need not write down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Indexed:
    """What one language's index holds of one incident, as plain text."""

    id: str
    language: str
    address: str
    """From the site's root, with a slash at both ends."""
    title: str
    date: str
    """As ISO 8601 writes it, or empty."""
    severity: str
    """Label of the severity in this language, or empty."""
    organizations: tuple[str, ...]
    """Names in this language."""
    labels: tuple[str, ...]
    """Labels of the tags in this language, in the order of the page."""
    summary: str
    sections: tuple[str, ...]
    """Facts in words, the sections and the log lines by which it shows."""
    others: tuple[str, ...]
    """Title and summary in the other languages."""
    keywords: tuple[str, ...]
    """Synonyms of the tags in every language, labels and names in the other languages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchDocument:
    """A file of the index-only tree."""

    path: str
    """Relative, with forward slashes; ends in `index.html`."""
    html: str


class IndexDocuments(Collection[SearchDocument]):
    """The index-only pages of one language: published incidents with a text in it, ascending by number.

    Each is made when its turn comes, since all together would take more memory than the rest of a build.
    """

    def __init__(self, library: Library, language: str) -> None:
        self._library, self._language = library, language
        self._incidents = [incident for incident in library.listed() if language in incident.brief.languages]

    def __len__(self) -> int:
        return len(self._incidents)

    def __iter__(self) -> Iterator[SearchDocument]:
        return (search_document(indexed(self._library, incident, self._language)) for incident in self._incidents)

    def __contains__(self, document: object) -> bool:
        return any(document == other for other in self)


def indexed(library: Library, incident: Incident, language: str) -> Indexed:
    """What the index of this language holds of an incident; KeyError if it has no text in it."""
    text = incident.texts[language]
    severity = library.vocabulary.find("severities", incident.severity) if incident.severity else None
    organizations = [library.organizations[key] for key in incident.organizations]
    names = tuple(organization.name.nearest(language) for organization in organizations)
    terms = tuple(_terms(library, incident))
    labels = tuple(dict.fromkeys(term.label.nearest(language) for term in terms))
    keywords = dict.fromkeys(_keywords(terms))
    for organization in organizations:
        keywords.update(
            dict.fromkeys((*organization.name.values.values(), *_all(organization.other_names.values.values())))
        )
    return Indexed(
        id=incident.id,
        language=language,
        address=f"/{language}/incidents/{incident.id}/",
        title=text.title,
        date=incident.date.iso if incident.date is not None else "",
        severity=severity.label.nearest(language) if severity is not None else "",
        organizations=names,
        labels=labels,
        summary=text.summary.prose.text,
        sections=tuple(_sections(incident, text)),
        others=tuple(_others(incident, language)),
        keywords=tuple(word for word in keywords if word not in labels and word not in names),
    )


def search_document(page: Indexed) -> SearchDocument:
    """The index-only page of an incident."""
    regions = (
        _region(TITLE, page.title),
        _region(FACTS, page.id, page.date, page.severity, *page.organizations),
        _region(LABELS, *page.labels),
        _region(BODY, page.summary),
        _region(BODY, *page.sections),
        _region(OTHER, *page.others),
        _region(KEYWORDS, *page.keywords),
    )
    # No language: the index then keeps words as they are written, and all languages share one WebAssembly file.
    html = f"<!doctype html><html><main data-pagefind-body>{''.join(regions)}</main></html>"
    return SearchDocument(path=f"{page.address.strip('/')}/index.html", html=html)


def _region(weight: str, *items: str) -> str:
    words = f" {ITEM} ".join(respell(one_line(item)) for item in items)
    return f'<span data-pagefind-weight="{weight}">{escape(words, quote=False)}</span> {REGION} '


def _terms(library: Library, incident: Incident) -> Iterator[Term]:
    for group in TAG_GROUPS:
        for tag in incident.tags.get(group, ()):
            yield library.vocabulary.term(group, tag.id)


def _keywords(terms: Iterable[Term]) -> Iterator[str]:
    for term in terms:
        yield from term.label.values.values()
        yield from _all(term.synonyms.values.values())


def _all(tuples: Iterable[tuple[str, ...]]) -> Iterator[str]:
    for values in tuples:
        yield from values


def _sections(incident: Incident, text: IncidentText) -> Iterator[str]:
    for fact in (text.impact, text.affected_users, text.region, text.trigger):
        if fact:
            yield fact
    for name in SECTIONS:
        section = text.sections.get(name)
        if section is not None and section.prose.text:
            yield section.prose.text
    yield from (signature.sample for signature in incident.signatures)
    yield from incident.alerts


def _others(incident: Incident, language: str) -> Iterator[str]:
    for other in incident.texts:
        if other != language:
            yield incident.texts[other].title
            yield incident.texts[other].summary.prose.text
