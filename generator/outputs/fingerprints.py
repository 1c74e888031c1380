"""Digests of what pages depend on, so that a build makes again only what an edit touches."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from generator.content.cache import code_version
from generator.model.incident import Incident
from generator.model.library import Library
from generator.relations.membership import Relations
from generator.render.compose.edition import Assets
from generator.render.theme import Theme
from generator.text.digest import digest


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
    _pages: dict[str, str] = field(default_factory=dict)

    def incident(self, incident: Incident, language: str) -> str:
        """The page of an incident in a language."""
        return digest(self._whole(incident), self.library.translations.get((incident.id, language)))

    def _whole(self, incident: Incident) -> str:
        """What its page depends on in every language."""
        found = self._pages.get(incident.id)
        if found is None:
            brief = incident.brief
            kin = self.relations.related.kin.get(incident.id)
            neighbours = kin.ids if kin is not None else ()
            cards = self.cards
            values = (
                self.base,
                brief.digest,
                cards.get(brief.superseded_by or "", ""),
                kin.packed.decode() if kin is not None else "",
                *[cards[other] for other in neighbours],
            )
            found = self._pages[incident.id] = digest(" ".join(values))
        return found

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
            brief = incident.brief
            mark = self._marks[incident.id] = digest(brief.tags, brief.organizations, brief.severity, brief.year)
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
    cards = {incident.id: incident.brief.card for incident in library.incidents.values()}
    return Fingerprints(library, relations, base, cards)


def theme_digest(theme: Theme) -> str:
    """A digest of every template and catalogue."""
    return digest([(name, hashlib.sha256(path.read_bytes()).hexdigest()) for name, path in theme.templates().items()])
