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
from generator.text.digest import digest, digest_text


@dataclass(frozen=True, slots=True)
class Fingerprints:
    """Digests of one build."""

    library: Library
    relations: Relations
    base: str
    """What every page depends on: code, theme, settings, vocabulary, organizations, static files."""
    cards: Mapping[str, str]
    """What lists, short addresses and neighbours show of each incident, by id."""
    _pages: dict[str, str] = field(default_factory=dict)
    _rows: dict[tuple[str, ...], str] = field(default_factory=dict)
    _lists: dict[tuple[str, str], str] = field(default_factory=dict)

    def incident(self, incident: Incident, language: str) -> str:
        """The page of an incident in a language."""
        translation = self.library.translations.get((incident.id, language))
        state = " ".join((translation.state, *translation.behind)) if translation is not None else ""
        return f"{self._whole(incident)} {state}"

    def _whole(self, incident: Incident) -> str:
        """What its page depends on in every language."""
        found = self._pages.get(incident.id)
        if found is None:
            brief, cards = incident.brief, self.cards
            values = [self.base, brief.digest, cards.get(brief.superseded_by or "", "")]
            kin = self.relations.related.kin.get(incident.id)
            if kin is not None:
                values.append(kin.packed.decode())
                values += [cards[other] for other in kin.ids]
            found = self._pages[incident.id] = digest_text("\n".join(values))
        return found

    def card(self, incident: Incident) -> str:
        """A page that shows no more of an incident than a list does."""
        return f"{self.base} {self.cards[incident.id]}"

    def rows(self, page: Sequence[Incident], *others: object) -> str:
        """A page of a list: its rows, and what else it shows."""
        return digest(self.base, self._shown(page), *others)

    def _shown(self, page: Sequence[Incident]) -> str:
        """What the rows of a page show, made once for all languages."""
        key = tuple([incident.id for incident in page])
        found = self._rows.get(key)
        if found is None:
            cards = self.cards
            found = self._rows[key] = digest_text(" ".join([cards[identifier] for identifier in key]))
        return found

    def all_tags(self) -> str:
        """What counts of tags over all published incidents depend on."""
        return self._tags(("", ""), self.relations.newest)

    def tags(self, group: str, identifier: str) -> str:
        """What counts of tags over the incidents of a term depend on."""
        return self._tags((group, identifier), self.relations.of(group, identifier))

    def _tags(self, key: tuple[str, str], incidents: Iterable[Incident]) -> str:
        found = self._lists.get(key)
        if found is None:
            found = self._lists[key] = digest_text(" ".join([incident.brief.lists for incident in incidents]))
        return found


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
