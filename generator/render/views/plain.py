"""Pages without incidents of their own: chooser, short addresses, forwards, not found, search, ordinary pages."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from generator.render.views.parts import Alternate, Frame, Link


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A few words of the interface, or a name, in one language."""

    language: str
    text: str


Phrase = tuple[Said, ...]
"""The same in every language that a page speaks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedFrame:
    """What stands around a page that speaks all languages, or that only forwards."""

    kind: str
    """`root`, `short`, `not-found` or `forward`."""
    language: str
    """Of all that does not name its own."""
    title: str
    """For `<title>`, in this language alone: the parts of a title cannot name theirs."""
    social_title: str
    description: str | None
    site_name: str
    homes: tuple[Link, ...]
    """The home of each language by the name of the site."""
    skip: Phrase
    theme: Phrase
    themes: tuple[tuple[str, Phrase], ...]
    """The choices of the theme switch by their names in scripts."""
    correction: str | None
    """Address to report a correction."""
    correct: Phrase
    """What the link to it says."""
    canonical: str | None
    alternates: tuple[Alternate, ...]
    noindex: bool
    stylesheet: str
    theme_script: str
    script: str
    icon: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchBox:
    """The way to the search page of a language."""

    action: str
    label: str
    placeholder: str
    button: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A language to choose, in its own words."""

    language: str
    href: str
    label: str
    """What the link says."""
    title: str
    """Name of the language, title of the incident, or what is wrong, in that language."""
    text: str
    """A sentence in that language."""
    search: SearchBox | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooserPage:
    """A page in all languages: the root of the site, a short address, or the address of nothing."""

    frame: SharedFrame
    title: Phrase
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """That a page has moved, in one language."""

    language: str
    text: str
    target: Link


@dataclass(frozen=True, slots=True, kw_only=True)
class ForwardPage:
    """A former address: forwards to where the page is now."""

    frame: SharedFrame
    title: str
    href: str
    moves: tuple[Move, ...]
    """One where the address belongs to a language, else one a language."""


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
