"""The controlled vocabulary: every tag that an incident can carry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from generator.model.localized import Localized

TAG_GROUPS = ("topics", "symptoms", "causes", "contributing_factors", "components")
"""Groups whose terms are tags of an incident, in the order of the page."""

GROUPS = (*TAG_GROUPS, "severities")
"""Every group of `vocabulary.yaml`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One term of a group."""

    group: str
    id: str
    label: Localized[str]
    definition: Localized[str] | None = None
    synonyms: Localized[tuple[str, ...]] = field(default_factory=lambda: Localized({}))
    parent: str | None = None
    """Id of a broader term of the same group."""
    replaced_by: str | None = None
    """Id of the term that took the place of this retired one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """Terms by group and id, in the order of the file."""

    groups: Mapping[str, Mapping[str, Term]]

    def terms(self, group: str) -> Iterator[Term]:
        """The terms of a group, in the order of the file."""
        return iter(self.groups.get(group, {}).values())

    def term(self, group: str, identifier: str) -> Term:
        """The term with this id, a retired one followed to its successor; KeyError if there is none."""
        terms, seen = self.groups[group], {identifier}
        term = terms[identifier]
        while term.replaced_by is not None and term.replaced_by in terms and term.replaced_by not in seen:
            term = terms[term.replaced_by]
            seen.add(term.id)
        return term

    def find(self, group: str, identifier: str) -> Term | None:
        """The term written under this id, retired or not, or None."""
        return self.groups.get(group, {}).get(identifier)
