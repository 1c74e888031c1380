"""Pages without incidents of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.model.incident import Incident
from generator.model.library import OrdinaryPage
from generator.render.compose.edition import LANGUAGE_NAMES, Edition
from generator.render.compose.frames import compose_frame
from generator.render.compose.incidents import prose_html
from generator.render.urls import home_path, href, incident_path
from generator.render.views.parts import Alternate, Link
from generator.render.views.plain import Choice, ChooserPage, ForwardPage, NotFoundPage, SearchPage, TextPage
from generator.text.forms import excerpt

Editions = Mapping[str, Edition]
"""Every edition by language, in the order of the site."""


def _chooser(  # the three callers below name everything
    editions: Editions,
    kind: str,
    choices: Sequence[Choice],
    path: str,
    languages: Mapping[str, str],
    *,
    noindex: bool = False,
) -> ChooserPage:
    """`languages` maps each language that the page speaks for to the path of its page."""
    first = next(iter(editions.values()))
    base = first.site.base_url
    alternates = [Alternate(language=language, href=f"{base}{target}") for language, target in languages.items()]
    return ChooserPage(
        kind=kind,
        title=" · ".join(dict.fromkeys(choice.title for choice in choices)),
        description=" ".join(dict.fromkeys(choice.text for choice in choices)),
        choices=tuple(choices),
        canonical=f"{base}{path}" if base and kind != "not-found" else None,
        alternates=(*alternates, Alternate(language="x-default", href=f"{base}{path}")) if base and languages else (),
        noindex=noindex or first.site.private,
        stylesheet=href(first.assets.stylesheet),
        theme_script=href(first.assets.theme_script),
        icon=href(first.assets.icon),
    )


def compose_root(editions: Editions) -> ChooserPage:
    """The root of the site: a choice of languages."""
    choices = [
        _choice(edition, home_path(language), edition.say(edition.site.name), edition.say(edition.site.description))
        for language, edition in editions.items()
    ]
    return _chooser(editions, "root", choices, "", {language: home_path(language) for language in editions})


def compose_short(editions: Editions, incident: Incident) -> ChooserPage:
    """The short address of an incident: a choice of its languages."""
    choices = [
        _choice(
            edition,
            incident_path(language, incident.id),
            incident.text(language).title,
            _short_text(edition, incident),
        )
        for language, edition in editions.items()
        if language in incident.texts
    ]
    paths = {language: incident_path(language, incident.id) for language in editions if language in incident.texts}
    withdrawn = incident.status == "withdrawn"
    return _chooser(editions, "short", choices, f"{incident.id}/", paths, noindex=withdrawn)


def _short_text(edition: Edition, incident: Incident) -> str:
    """The beginning of the summary, or that the report was withdrawn."""
    text = incident.text(edition.language)
    if incident.status != "withdrawn":
        return excerpt(text.summary.prose.text, 160)
    return f"{edition.catalogue.gettext('This report was withdrawn.')} {text.withdrawn_reason or ''}".strip()


def compose_not_found_chooser(editions: Editions) -> ChooserPage:
    """The page for an address of nothing, in all languages."""
    choices = [
        _choice(
            edition,
            home_path(language),
            edition.catalogue.gettext("There is no page at this address"),
            edition.catalogue.gettext("It may have moved, or the address may hold a typing error."),
        )
        for language, edition in editions.items()
    ]
    return _chooser(editions, "not-found", choices, "404.html", {}, noindex=True)


def _choice(edition: Edition, path: str, title: str, text: str) -> Choice:
    return Choice(
        language=edition.language,
        name=LANGUAGE_NAMES[edition.language],
        href=href(path),
        title=title,
        text=text,
    )


def compose_not_found(edition: Edition) -> NotFoundPage:
    """The page for an address of nothing, in one language."""
    title = edition.catalogue.gettext("There is no page at this address")
    return NotFoundPage(
        frame=compose_frame(edition, path=f"{edition.language}/404.html", title=title, description=title, noindex=True)
    )


def compose_search(edition: Edition) -> SearchPage:
    """The search page."""
    title = edition.catalogue.gettext("Search")
    return SearchPage(
        frame=compose_frame(
            edition,
            path=f"{edition.language}/search/",
            title=title,
            description=edition.say(edition.site.description),
        )
    )


def compose_text(edition: Edition, page: OrdinaryPage) -> TextPage:
    """An ordinary page; where its language is missing, it shows another and says which."""
    text = page.texts.nearest(edition.language)
    path = f"{edition.language}/{page.id}/"
    return TextPage(
        frame=compose_frame(
            edition,
            path=path,
            title=text.title,
            description=text.description or excerpt(text.body.prose.text, 200),
            canonical=f"{text.language}/{page.id}/",
            languages=[language for language in edition.site.languages if language in page.texts],
        ),
        title=text.title,
        text_language=text.language,
        html=prose_html(edition, text.body.prose),
    )


def compose_forward(edition: Edition, incident: Incident) -> ForwardPage:
    """A former address inside a language: forwards to the incident."""
    text = incident.text(edition.language)
    return ForwardPage(
        language=edition.language,
        title=text.title,
        target=Link(label=f"{incident.id} {text.title}", href=href(incident_path(edition.language, incident.id))),
    )


def compose_short_forward(incident: Incident) -> ForwardPage:
    """A former short address: forwards to the short address of the incident."""
    text = incident.texts[incident.original]
    return ForwardPage(
        language=incident.original,
        title=text.title,
        target=Link(label=f"{incident.id} {text.title}", href=href(f"{incident.id}/")),
    )
