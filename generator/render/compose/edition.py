"""The edition of the site in one language: everything that its pages draw on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import jinja2
from markupsafe import Markup

from generator.model.brief import Brief
from generator.model.incident import Incident
from generator.model.library import Library
from generator.model.localized import Localized
from generator.model.site import Site
from generator.relations.membership import Relations
from generator.render.catalogue import Catalogue
from generator.render.formats import brief_span_text
from generator.render.views.parts import Link

LANGUAGE_NAMES: Mapping[str, str] = {"ko": "한국어", "en": "English"}
"""Names of the languages in their own words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assets:
    """Paths of the published static files, from the root."""

    stylesheet: str
    theme_script: str
    script: str
    search_script: str | None
    icon: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """The site in one language."""

    language: str
    library: Library
    relations: Relations
    catalogue: Catalogue
    assets: Assets
    row_template: jinja2.Template
    rows: dict[str, Markup] = field(default_factory=dict, compare=False)
    """Rows of lists that were rendered already, by `Brief.card`; see `rows.row_html`."""
    navigation: dict[str, tuple[Link, ...]] = field(default_factory=dict, compare=False)
    """The main navigation by the section that is current; see `frames`."""

    labels: dict[tuple[str, str], str] = field(default_factory=dict, compare=False)
    """Labels by group and id; see `term_label`."""
    dates: dict[object, str] = field(default_factory=dict, compare=False)
    """Dates as they are written in lists, by the plain values of the date; see `brief_date`."""

    @property
    def site(self) -> Site:
        """The settings of the site."""
        return self.library.site

    def say(self, values: Localized[str]) -> str:
        """A value in this language, else in the first one that has it."""
        return values.nearest(self.language)

    def term_label(self, group: str, identifier: str) -> str:
        """The label of an id of any group of lists."""
        label = self.labels.get((group, identifier))
        if label is None:
            label = self.labels[group, identifier] = self._term_label(group, identifier)
        return label

    def _term_label(self, group: str, identifier: str) -> str:
        if group == "organizations":
            return self.say(self.library.organizations[identifier].name)
        if group == "years":
            return self.catalogue.gettext("Year unknown") if identifier == "unknown" else identifier
        return self.say(self.library.vocabulary.term(group, identifier).label)

    def organization_names(self, incident: Incident) -> list[str]:
        """Names of the organizations of an incident, the one named in lists first."""
        return [self.say(self.library.organizations[identifier].name) for identifier in incident.organizations]

    def brief_date(self, brief: Brief) -> str | None:
        """The date that orders an incident, short enough for a list."""
        text = self.dates.get(brief.span)
        date = brief.date if text is None else None
        if date is not None:
            text = self.dates[brief.span] = brief_span_text(date, self.language)
        return text

    def absolute(self, path: str) -> str | None:
        """The absolute address of a path, or None when the site's address is not known."""
        return None if self.site.base_url is None else self.site.base_url + path
