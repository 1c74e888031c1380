"""What stands around the pages that speak all languages."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from generator.render.catalogue import Catalogue
from generator.render.compose.edition import LANGUAGE_NAMES, Edition
from generator.render.compose.frames import correction_address
from generator.render.urls import home_path, href
from generator.render.views.parts import Alternate, Link
from generator.render.views.plain import Phrase, Said, SearchBox, SharedFrame

Editions = Mapping[str, Edition]
"""Editions by language, in the order of the site: those that a page speaks for."""


def shared_frame(
    editions: Editions,
    *,
    kind: str,
    title: str,
    language: str | None = None,
    social_title: str | None = None,
    description: str | None = None,
    path: str | None = None,
    languages: Mapping[str, str] | None = None,
    subject: str | None = None,
    noindex: bool = False,
) -> SharedFrame:
    """The frame of a page of no language.

    `language` is that of the texts that cannot name theirs (the first of the editions, where left out); `path` is the
    address from the root, None where the page has none of its own; `languages` maps each language that the page speaks
    for to the path of its page; `subject` is what a report of a correction is about, the path where left out.
    """
    first = next(iter(editions.values()))
    base = first.site.base_url
    return SharedFrame(
        kind=kind,
        language=language or first.language,
        title=title,
        social_title=social_title or title,
        description=description,
        site_name=editions[language or first.language].say(first.site.name),
        homes=_homes(editions),
        skip=_phrase(editions, lambda catalogue: catalogue.gettext("Skip to content")),
        theme=_phrase(editions, lambda catalogue: catalogue.gettext("Theme")),
        themes=(
            ("auto", _phrase(editions, lambda catalogue: catalogue.gettext("Auto"))),
            ("light", _phrase(editions, lambda catalogue: catalogue.gettext("Light"))),
            ("dark", _phrase(editions, lambda catalogue: catalogue.gettext("Dark"))),
        ),
        correction=correction_address(first, subject or path or ""),
        correct=_phrase(editions, lambda catalogue: catalogue.gettext("Report a correction")),
        canonical=f"{base}{path}" if base and path is not None else None,
        alternates=_alternates(base, path, languages or {}),
        noindex=noindex or first.site.private,
        stylesheet=href(first.assets.stylesheet),
        theme_script=href(first.assets.theme_script),
        script=href(first.assets.script),
        icon=href(first.assets.icon),
    )


def _phrase(editions: Editions, words: Callable[[Catalogue], str]) -> Phrase:
    return tuple(Said(language=language, text=words(edition.catalogue)) for language, edition in editions.items())


def _homes(editions: Editions) -> tuple[Link, ...]:
    """The homes by the name of the site; where a name stands for two of them, each says its language too."""
    names = {language: edition.say(edition.site.name) for language, edition in editions.items()}
    if len(set(names.values())) < len(names):
        names = {language: f"{name} ({LANGUAGE_NAMES[language]})" for language, name in names.items()}
    return tuple(
        Link(label=name, href=href(home_path(language)), language=language) for language, name in names.items()
    )


def _alternates(base: str | None, path: str | None, languages: Mapping[str, str]) -> tuple[Alternate, ...]:
    if base is None or not languages:
        return ()
    own = [Alternate(language=language, href=f"{base}{target}") for language, target in languages.items()]
    return (*own, Alternate(language="x-default", href=f"{base}{path}"))


def search_box(edition: Edition) -> SearchBox | None:
    """The way to the search of a language, where the site has one."""
    if edition.assets.search_script is None:
        return None
    gettext = edition.catalogue.gettext
    return SearchBox(
        action=href(f"{edition.language}/search/"),
        label=gettext("Search incidents"),
        placeholder=gettext("Symptom, error, alert or id"),
        button=gettext("Search"),
    )
