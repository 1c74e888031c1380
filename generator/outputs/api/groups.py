"""Topics and the other groups: the list of a group, and each term with its incidents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

import orjson

from generator.model.incident import Incident
from generator.model.library import Library
from generator.model.localized import Localized
from generator.model.vocabulary import TAG_GROUPS
from generator.outputs.api.records import Editions
from generator.outputs.api.values import Json, by_language, card, dump, envelope, label, link, links
from generator.outputs.fingerprints import Fingerprints
from generator.outputs.output import Output
from generator.relations.membership import Relations, tag_counts
from generator.render.compose.labels import group_labels
from generator.render.machine_urls import (
    API_GROUPS,
    FEED_GROUPS,
    FEED_TYPES,
    group_file,
    has_feeds,
    page_paths,
    term_feed_path,
    term_file,
)
from generator.text.digest import digest


def plan_groups(editions: Editions, prints: Fingerprints) -> Iterator[Output]:
    """The files of every group and of each of its terms."""
    edition = next(iter(editions.values()))
    library, relations = edition.library, edition.relations
    cards = _cards(prints.base)
    for group in API_GROUPS:
        ids = term_ids(library, group)
        counts = {identifier: count_members(library, relations.of(group, identifier)) for identifier in ids}
        inputs = digest(prints.base, counts)
        yield Output(group_file(group), inputs, partial(_group_bytes, editions, group))
        for identifier in ids:
            members = relations.of(group, identifier)
            below = [counts[child] for child in children(library, group, identifier)]
            inputs = prints.rows(members, counts[identifier], below, prints.tags(group, identifier))
            yield Output(
                term_file(group, identifier),
                inputs,
                partial(_term_bytes, library, relations, group, identifier, cards),
            )


@lru_cache(maxsize=2)
def _cards(base: str) -> dict[str, orjson.Fragment]:
    """Incidents as lists of the API show them, by `Brief.card`; a preview makes each once as long as `base` stays."""
    del base
    return {}


def term_ids(library: Library, group: str) -> list[str]:
    """Ids of a group: terms in the order of the vocabulary, retired ones included; organizations by id."""
    if group == "organizations":
        return sorted(library.organizations)
    return list(library.vocabulary.groups.get(group, ()))


def children(library: Library, group: str, identifier: str) -> list[str]:
    """Ids of the terms right below a term."""
    return [term.id for term in library.vocabulary.terms(group) if term.parent == identifier]


def count_members(library: Library, members: Sequence[Incident]) -> dict[str, int]:
    """How many of these incidents have a text in each language."""
    return {
        language: sum(language in incident.brief.languages for incident in members)
        for language in library.site.languages
    } | {"all": len(members)}


def _group_bytes(editions: Editions, group: str) -> bytes:
    return envelope(group_data(editions, group))


def group_data(editions: Editions, group: str) -> Json:
    """A group with all its terms."""
    edition = next(iter(editions.values()))
    library = edition.library
    terms = [term_data(library, edition.relations, group, identifier) for identifier in term_ids(library, group)]
    return {
        "group": group,
        "label": {language: group_labels(entry.catalogue)[group] for language, entry in editions.items()},
        "pages": links(library.site, page_paths(library.site, group)),
        "total": len(terms),
        "terms": terms,
    }


def term_data(library: Library, relations: Relations, group: str, identifier: str) -> Json:
    """A term, or an organization in the same shape."""
    site = library.site
    counts = count_members(library, relations.of(group, identifier))
    return {
        "group": group,
        "id": identifier,
        **_words(library, group, identifier),
        "children": children(library, group, identifier),
        "pages": links(site, page_paths(site, group, identifier)),
        "record": link(site, term_file(group, identifier)) if group in API_GROUPS else None,
        "count": counts["all"],
        "counts": {language: counts[language] for language in site.languages},
    }


def _words(library: Library, group: str, identifier: str) -> Json:
    site = library.site
    empty: Localized[tuple[str, ...]] = Localized(dict.fromkeys(site.languages, ()))
    if group == "organizations":
        organization = library.organizations[identifier]
        return {
            "label": by_language(site, organization.name),
            "definition": by_language(site, None),
            "synonyms": by_language(site, Localized({**empty.values, **organization.other_names.values}), list),
            "parent": None,
            "replaced_by": None,
            "homepage": organization.url,
        }
    term = library.vocabulary.groups[group][identifier]
    return {
        "label": by_language(site, term.label),
        "definition": by_language(site, term.definition),
        "synonyms": by_language(site, Localized({**empty.values, **term.synonyms.values}), list),
        "parent": term.parent,
        "replaced_by": term.replaced_by,
        "homepage": None,
    }


def _term_bytes(
    library: Library, relations: Relations, group: str, identifier: str, cards: dict[str, orjson.Fragment]
) -> bytes:
    members = relations.of(group, identifier)
    for incident in members:
        if incident.brief.card not in cards:
            cards[incident.brief.card] = orjson.Fragment(dump(card(library, incident)))
    rows = [cards[incident.brief.card] for incident in members]
    return envelope({**term_file_data(library, relations, group, identifier), "incidents": rows})


def term_file_data(library: Library, relations: Relations, group: str, identifier: str) -> Json:
    """A term with what it often occurs with and its feeds; its incidents are added as they are written."""
    members = relations.of(group, identifier)
    return {
        **term_data(library, relations, group, identifier),
        "occurs_with": {
            other: [
                {"id": found, "label": label(library, other, found), "count": count}
                for found, count in tag_counts(members, other)
                if (other, found) != (group, identifier)
            ]
            for other in TAG_GROUPS
        },
        "feeds": {language: _feeds(library, language, group, identifier) for language in library.site.languages},
    }


def _feeds(library: Library, language: str, group: str, identifier: str) -> Json | None:
    if group not in FEED_GROUPS or not has_feeds(library.site):
        return None
    return {form: link(library.site, term_feed_path(language, group, identifier, form)) for form in FEED_TYPES}
