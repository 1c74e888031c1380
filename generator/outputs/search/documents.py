"""The text that is indexed of an incident in one language.

It stands in regions of words, each with its weight, parted by `REGION`. The index keeps this text and hands it to the
script, which shows title, date, severity, tags and an excerpt from it; so the order here is the order that
`static/js/search/restore.js` reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from generator.model.incident import SECTIONS, Incident, IncidentText
from generator.model.library import Library
from generator.model.vocabulary import TAG_GROUPS, Term
from generator.text.forms import nfc
from generator.text.hangul import respell_words
from generator.text.known import Known

REGION = "||"
"""Parts regions; no re-spelled text holds two bars in a row."""

ITEM = "|;"
"""Parts the items of a region."""

TITLE, FACTS, LABELS, BODY, OTHER = 192, 96, 72, 25, 12
"""Weights, at most 255; what an incident is called counts most. `BODY`, of ordinary text, is the one that an index need
not write down."""

KEYWORDS = 47
"""Weight of the synonyms of tags. Neither it nor its half, third or quarter, which the parts of compound words get, is
that of another region: `static/js/search/find.js` tells synonyms apart by it."""


_SHORT = 40
"""Characters of an item below which it is likely to be a name or a label, which many incidents have."""


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


class Region(NamedTuple):
    """A part of the text of an incident."""

    weight: int
    words: list[str]
    """As they are spelled for the index."""


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


def regions(page: Indexed) -> Iterator[Region]:
    """The text of an incident as the index reads it."""
    yield _region(TITLE, page.title)
    yield _region(FACTS, page.id, page.date, page.severity, *page.organizations)
    yield _region(LABELS, *page.labels)
    yield _region(BODY, page.summary)
    yield _region(BODY, *page.sections)
    yield _region(OTHER, *page.others)
    yield _region(KEYWORDS, *page.keywords)


def _region(weight: int, *items: str) -> Region:
    words: list[str] = []
    for item in items:
        words += _known[item] if len(item) < _SHORT else _spelled(item)
        words.append(ITEM)
    return Region(weight, words[:-1])


def _spelled(item: str) -> tuple[str, ...]:
    return tuple(respell_words(nfc(_seen(item)).split()))


_known = Known(_spelled, 1 << 14)


def _seen(text: str) -> str:
    """Without signs that have no width: a browser takes one for a space and would count words otherwise than we do."""
    return text if text.isascii() else text.replace("\u200b", "").replace("\ufeff", "")


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
