"""Digests of what pages depend on, so that a build makes again only what an edit touches."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from generator.content.cache import code_version
from generator.model.incident import Incident
from generator.model.library import Library
from generator.relations.membership import Relations, memberships
from generator.render.compose.edition import Assets
from generator.render.theme import Theme


def digest(*parts: object) -> str:
    """32 hex digits over the parts.

    Records of the model show all their fields and so can be parts; sets cannot, since they have no order.
    """
    hashed = hashlib.blake2b(digest_size=16)
    for part in parts:
        hashed.update(repr(part).encode())
        hashed.update(b"\0")
    return hashed.hexdigest()


@dataclass(frozen=True, slots=True)
class Fingerprints:
    """Digests of one build."""

    library: Library
    relations: Relations
    base: str
    """What every page depends on: code, theme, settings, vocabulary, organizations, static files."""
    cards: Mapping[str, str]
    """What lists, short addresses and neighbours show of each incident, by id."""
    _marks: dict[str, str] = field(default_factory=dict)

    def incident(self, incident: Incident, language: str) -> str:
        """The page of an incident in a language."""
        related = self.relations.related.get(incident.id, ())
        successor = incident.withdrawn.superseded_by if incident.withdrawn else None
        return digest(
            self.base,
            incident.digest,
            self.library.translations.get((incident.id, language)),
            related,
            [self.cards[other.id] for other in related],
            self.cards.get(successor or ""),
        )

    def card(self, incident: Incident) -> str:
        """A page that shows no more of an incident than a list does."""
        return digest(self.base, self.cards[incident.id])

    def rows(self, page: Iterable[Incident], *others: object) -> str:
        """A page of a list: its rows, and what else it shows."""
        return digest(self.base, [self.cards[incident.id] for incident in page], *others)

    def tags(self, incidents: Sequence[Incident]) -> str:
        """What counts of tags over these incidents depend on."""
        return digest([self._mark(incident) for incident in incidents])

    def _mark(self, incident: Incident) -> str:
        mark = self._marks.get(incident.id)
        if mark is None:
            mark = self._marks[incident.id] = digest(incident.id, list(memberships(incident)))
        return mark


def take_fingerprints(library: Library, relations: Relations, theme: Theme, assets: Assets) -> Fingerprints:
    """The digests of a build."""
    base = digest(
        code_version(),
        library.site,
        library.vocabulary,
        library.organizations,
        list(library.pages),
        assets,
        theme_digest(theme),
    )
    cards = {incident.id: _card(incident) for incident in library.incidents.values()}
    return Fingerprints(library, relations, base, cards)


def _card(incident: Incident) -> str:
    texts = [(text.language, text.title, text.summary.prose.text) for text in incident.texts.values.values()]
    return digest(
        incident.id,
        incident.original,
        texts,
        incident.occurred,
        incident.published,
        incident.date_certainty,
        incident.organizations,
        incident.severity,
        incident.severity_basis,
        incident.tags["topics"],
        incident.aliases,
        incident.status,
    )


def theme_digest(theme: Theme) -> str:
    """A digest of every template and catalogue."""
    return digest([(name, hashlib.sha256(path.read_bytes()).hexdigest()) for name, path in theme.templates().items()])
