"""Pages without incidents of their own: chooser, short addresses, forwards, not found, search, ordinary pages."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from generator.render.views.parts import Alternate, Frame, Link


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A language to choose, in its own words."""

    language: str
    name: str
    href: str
    title: str
    """Name of the site, or title of the incident, in that language."""
    text: str
    """A sentence in that language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooserPage:
    """A page in all languages: the root of the site, a short address, or the address of nothing."""

    kind: str
    """`root`, `short` or `not-found`."""
    title: str
    description: str
    choices: tuple[Choice, ...]
    canonical: str | None
    alternates: tuple[Alternate, ...]
    noindex: bool
    stylesheet: str
    theme_script: str
    icon: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ForwardPage:
    """A former address: forwards to where the page is now."""

    language: str
    title: str
    target: Link


@dataclass(frozen=True, slots=True, kw_only=True)
class NotFoundPage:
    """The page for an address of nothing, in one language."""

    frame: Frame


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPage:
    """The search page."""

    frame: Frame


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPage:
    """An ordinary page of `content/pages/`."""

    frame: Frame
    title: str
    text_language: str
    html: Markup
