"""Pages that list incidents."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from generator.model.incident import Incident
from generator.model.localized import Localized
from generator.model.vocabulary import GROUPS, TAG_GROUPS
from generator.relations.membership import LIST_GROUPS, tag_counts
from generator.render.compose.edition import Edition
from generator.render.compose.frames import compose_frame
from generator.render.compose.labels import group_labels, group_leads
from generator.render.compose.rows import PAGE_SIZE, join_rows
from generator.render.formats import number_text
from generator.render.machine_urls import FEED_GROUPS
from generator.render.urls import browse_path, group_path, home_path, href, numbered, term_path
from generator.render.views.lists import BrowsePage, GroupPage, HomePage, TermEntry, TermPage
from generator.render.views.parts import Count, Facet, Link, Pagination

_FACET_ENTRIES = 12
NEWEST = 10
"""Incidents on the home page."""


def browse_facets(edition: Edition) -> tuple[Facet, ...]:
    """The facets beside the list of all incidents: every group with its most frequent terms."""
    facets = (_facet(edition, group) for group in LIST_GROUPS)
    return tuple(facet for facet in facets if facet.entries)


def compose_browse(edition: Edition, facets: tuple[Facet, ...], number: int) -> BrowsePage:
    """A page of the list of all incidents."""
    incidents = edition.relations.newest
    label = edition.catalogue.gettext("Incidents")
    return BrowsePage(
        frame=compose_frame(
            edition,
            path=browse_path(edition.language, number),
            title=_numbered_title(edition, label, number),
            description=edition.say(edition.site.description),
            trail=[(label, browse_path(edition.language))] if number > 1 else (),
        ),
        total=len(incidents),
        rows=join_rows(edition, page_of(incidents, number)),
        pagination=paginate(browse_path(edition.language), number, len(incidents)),
        facets=facets,
    )


def page_count(incidents: Sequence[Incident]) -> int:
    """Number of pages of a list; an empty list has one empty page."""
    return max(1, -(-len(incidents) // PAGE_SIZE))


def page_of(incidents: Sequence[Incident], number: int) -> Sequence[Incident]:
    """The incidents on a page of a list."""
    return incidents[(number - 1) * PAGE_SIZE : number * PAGE_SIZE]


def paginate(base: str, current: int, total: int) -> Pagination | None:
    """Links to the pages of a list: the first, the last, and those around the current one."""
    last = -(-total // PAGE_SIZE)
    if last < 2:
        return None
    shown = sorted({1, last, *range(max(1, current - 2), min(last, current + 2) + 1)})
    links: list[Link | None] = []
    for number in shown:
        if links and number - 1 not in shown:
            links.append(None)
        links.append(Link(label=str(number), href=href(numbered(base, number)), current=number == current))
    return Pagination(
        current=current,
        pages=tuple(links),
        previous=href(numbered(base, current - 1)) if current > 1 else None,
        next=href(numbered(base, current + 1)) if current < last else None,
    )


def _numbered_title(edition: Edition, title: str, number: int) -> str:
    if number == 1:
        return title
    return edition.catalogue.gettext("%(title)s, page %(number)d") % {"title": title, "number": number}


def _facet(edition: Edition, group: str) -> Facet:
    label = group_labels(edition.catalogue)[group]
    counts = edition.relations.counts(group)
    if group == "years":
        counts.sort(key=lambda entry: (entry[0] != "unknown", entry[0]), reverse=True)
    elif group == "severities":
        found = dict(counts)
        ranks = edition.library.vocabulary.groups[group] if found else ()
        counts = [(identifier, found.get(identifier, 0)) for identifier in ranks]
    more = len(counts) > _FACET_ENTRIES
    everything = Link(label=label, href=href(group_path(edition.language, group))) if more else None
    return Facet(
        id=group, label=label, entries=compose_counts(edition, group, counts[:_FACET_ENTRIES]), more=everything
    )


def compose_counts(edition: Edition, group: str, counts: Sequence[tuple[str, int]]) -> tuple[Count, ...]:
    """Ids of a group with their numbers, as links with bars."""
    most = max((count for _, count in counts), default=0) or 1
    return tuple(
        Count(
            id=identifier,
            label=edition.term_label(group, identifier),
            href=href(term_path(edition.language, group, identifier)),
            count=count,
            share=round(100 * count / most),
        )
        for identifier, count in counts
    )


def group_ids(edition: Edition, group: str) -> list[str]:
    """Every id of a group that has a page, in the order of its list."""
    if group == "organizations":
        known = edition.library.organizations
        return sorted(known, key=lambda identifier: edition.term_label(group, identifier).casefold())
    if group == "years":
        years = sorted(edition.relations.members[group], reverse=True)
        return [year for year in years if year != "unknown"] + [year for year in years if year == "unknown"]
    return [term.id for term in edition.library.vocabulary.terms(group)]


def compose_group(edition: Edition, group: str) -> GroupPage:
    """The list of all terms of a group."""
    label = group_labels(edition.catalogue)[group]
    lead = group_leads(edition.catalogue)[group]
    members = edition.relations.members[group]
    counts = [(identifier, len(members.get(identifier, ()))) for identifier in _current_ids(edition, group)]
    entries = compose_counts(edition, group, counts)
    return GroupPage(
        frame=compose_frame(edition, path=group_path(edition.language, group), title=label, description=lead),
        label=label,
        lead=lead,
        entries=tuple(TermEntry(count=count, definition=_definition(edition, group, count.id)) for count in entries),
    )


def _current_ids(edition: Edition, group: str) -> list[str]:
    retired = (
        {term.id for term in edition.library.vocabulary.terms(group) if term.replaced_by} if group in GROUPS else ()
    )
    return [identifier for identifier in group_ids(edition, group) if identifier not in retired]


def _definition(edition: Edition, group: str, identifier: str) -> str | None:
    term = edition.library.vocabulary.find(group, identifier)
    return edition.say(term.definition) if term is not None and term.definition is not None else None


def compose_term(edition: Edition, group: str, identifier: str, number: int) -> TermPage:
    """A page of a term, an organization or a year."""
    incidents = edition.relations.of(group, identifier)
    label = _own_label(edition, group, identifier)
    group_label = group_labels(edition.catalogue)[group]
    base = term_path(edition.language, group, identifier)
    definition = _definition(edition, group, identifier)
    trail = [(group_label, group_path(edition.language, group))]
    return TermPage(
        frame=compose_frame(
            edition,
            path=numbered(base, number),
            title=_numbered_title(edition, label, number),
            description=definition or _count_sentence(edition, label, len(incidents)),
            trail=trail if number == 1 else [*trail, (label, base)],
            feeds=[(label, group, identifier)] if group in FEED_GROUPS else (),
        ),
        group=Link(label=group_label, href=href(group_path(edition.language, group))),
        label=label,
        definition=definition,
        synonyms=_synonyms(edition, group, identifier),
        retired=_successor(edition, group, identifier),
        broader=_broader(edition, group, identifier),
        narrower=compose_counts(edition, group, narrower_counts(edition, group, identifier)),
        address=_address(edition, group, identifier),
        total=len(incidents),
        rows=join_rows(edition, page_of(incidents, number)),
        pagination=paginate(base, number, len(incidents)),
        occurs_with=_occurs_with(edition, group, identifier, incidents) if number == 1 else (),
    )


def _own_label(edition: Edition, group: str, identifier: str) -> str:
    """The label of the term itself, retired or not."""
    term = edition.library.vocabulary.find(group, identifier)
    return edition.say(term.label) if term is not None else edition.term_label(group, identifier)


def _count_sentence(edition: Edition, label: str, count: int) -> str:
    text = edition.catalogue.ngettext("%(label)s: %(number)s incident", "%(label)s: %(number)s incidents", count)
    return text % {"label": label, "number": number_text(count, edition.language)}


def _occurs_with(edition: Edition, group: str, identifier: str, incidents: Sequence[Incident]) -> tuple[Facet, ...]:
    labels = group_labels(edition.catalogue)
    facets = []
    for other in TAG_GROUPS:
        counts = (entry for entry in tag_counts(incidents, other) if (other, entry[0]) != (group, identifier))
        entries = compose_counts(edition, other, list(islice(counts, 8)))
        if entries:
            facets.append(Facet(id=other, label=labels[other], entries=entries))
    return tuple(facets)


def _synonyms(edition: Edition, group: str, identifier: str) -> tuple[str, ...]:
    if group == "organizations":
        names: Localized[tuple[str, ...]] = edition.library.organizations[identifier].other_names
    else:
        term = edition.library.vocabulary.find(group, identifier)
        names = term.synonyms if term is not None else Localized({})
    return tuple(dict.fromkeys(name for language in names for name in names[language]))


def _successor(edition: Edition, group: str, identifier: str) -> Link | None:
    term = edition.library.vocabulary.find(group, identifier)
    if term is None or term.replaced_by is None:
        return None
    return _term_link(edition, group, edition.library.vocabulary.term(group, identifier).id)


def _broader(edition: Edition, group: str, identifier: str) -> Link | None:
    term = edition.library.vocabulary.find(group, identifier)
    return _term_link(edition, group, term.parent) if term is not None and term.parent else None


def _term_link(edition: Edition, group: str, identifier: str) -> Link:
    return Link(label=edition.term_label(group, identifier), href=href(term_path(edition.language, group, identifier)))


def narrower_counts(edition: Edition, group: str, identifier: str) -> list[tuple[str, int]]:
    """The terms below a term with their numbers of incidents."""
    if group not in GROUPS:
        return []
    narrower = [term.id for term in edition.library.vocabulary.terms(group) if term.parent == identifier]
    return [(below, len(edition.relations.of(group, below))) for below in narrower]


def _address(edition: Edition, group: str, identifier: str) -> Link | None:
    if group != "organizations":
        return None
    url = edition.library.organizations[identifier].url
    return Link(label=url.removeprefix("https://").rstrip("/"), href=url) if url else None


def compose_home(edition: Edition) -> HomePage:
    """The home of a language."""
    incidents = edition.relations.newest
    name = edition.say(edition.site.name)
    years = [entry for entry in edition.relations.counts("years") if entry[0] != "unknown"]
    return HomePage(
        frame=compose_frame(
            edition,
            path=home_path(edition.language),
            title=name,
            description=edition.say(edition.site.description),
            x_default="",
        ),
        lead=edition.say(edition.site.description),
        counts=_totals(edition),
        newest=join_rows(edition, incidents[:NEWEST]),
        topics=compose_counts(edition, "topics", edition.relations.counts("topics")),
        severities=_facet(edition, "severities").entries,
        years=compose_counts(edition, "years", sorted(years)),
        causes=compose_counts(edition, "causes", edition.relations.counts("causes")[:_FACET_ENTRIES]),
    )


def written_in(edition: Edition) -> int:
    """How many published incidents have a text in the language of the edition."""
    return sum(edition.language in incident.brief.languages for incident in edition.relations.newest)


def _totals(edition: Edition) -> tuple[Count, ...]:
    gettext = edition.catalogue.gettext
    members = edition.relations.members
    totals = [(gettext("Incidents"), browse_path(edition.language), written_in(edition))]
    totals += [
        (group_labels(edition.catalogue)[group], group_path(edition.language, group), len(members[group]))
        for group in ("organizations", "symptoms", "causes", "components", "years")
    ]
    return tuple(Count(label=label, href=href(path), count=count) for label, path, count in totals)
