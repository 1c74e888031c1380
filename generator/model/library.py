"""The library: every incident with the vocabulary, the organizations and the pages around them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.model.incident import Incident, Section
from generator.model.localized import Localized
from generator.model.organization import Organization
from generator.model.site import Site
from generator.model.translation import Translation
from generator.model.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True, kw_only=True)
class PageText:
    """An ordinary page in one language."""

    language: str
    path: str
    title: str
    description: str | None
    body: Section


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdinaryPage:
    """A page of `content/pages/`."""

    id: str
    texts: Localized[PageText]


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """All that the content folder holds, resolved."""

    site: Site
    vocabulary: Vocabulary
    organizations: Mapping[str, Organization]
    incidents: Mapping[str, Incident]
    """Published and withdrawn incidents by id, ascending by number; drafts are not among them."""
    pages: Mapping[str, OrdinaryPage]
    translations: Mapping[tuple[str, str], Translation]
    """State of each translation by incident id and language."""

    def listed(self) -> Iterator[Incident]:
        """Incidents that stand in lists, feeds, counts and search: the published ones."""
        return (incident for incident in self.incidents.values() if incident.status == "published")
