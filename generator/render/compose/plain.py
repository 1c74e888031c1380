"""Pages without incidents of their own."""

from __future__ import annotations

from generator.model.incident import Incident
from generator.model.library import OrdinaryPage
from generator.render.compose.edition import LANGUAGE_NAMES, Edition
from generator.render.compose.frames import compose_frame
from generator.render.compose.incidents import prose_html
from generator.render.compose.shared import Editions, search_box, shared_frame
from generator.render.urls import home_path, href, incident_path
from generator.render.views.parts import Link
from generator.render.views.plain import (
    Choice,
    ChooserPage,
    ForwardPage,
    Move,
    NotFoundPage,
    Said,
    SearchPage,
    TextPage,
)
from generator.text.forms import excerpt


def compose_root(editions: Editions) -> ChooserPage:
    """The root of the site: a choice of languages."""
    first = next(iter(editions.values()))
    names = {language: edition.say(edition.site.name) for language, edition in editions.items()}
    title = {name: Said(language=language, text=name) for language, name in reversed(names.items())}
    frame = shared_frame(
        editions,
        kind="root",
        title=names[first.language],
        description=first.say(first.site.description),
        path="",
        languages={language: home_path(language) for language in editions},
    )
    return ChooserPage(
        frame=frame,
        title=tuple(reversed(title.values())),
        choices=tuple(
            Choice(
                language=language,
                href=href(home_path(language)),
                label=names[language],
                title=LANGUAGE_NAMES[language],
                text=edition.say(edition.site.description),
                search=search_box(edition),
            )
            for language, edition in editions.items()
        ),
    )


def compose_short(editions: Editions, incident: Incident) -> ChooserPage:
    """The short address of an incident: a choice of its languages."""
    choices = tuple(
        Choice(
            language=language,
            href=href(incident_path(language, incident.id)),
            label=LANGUAGE_NAMES[language],
            title=incident.text(language).title,
            text=_short_text(edition, incident),
        )
        for language, edition in editions.items()
        if language in incident.texts
    )
    frame = shared_frame(
        editions,
        kind="short",
        language=choices[0].language,
        title=f"{incident.id} – {editions[choices[0].language].say(editions[choices[0].language].site.name)}",
        social_title=f"{incident.id} {choices[0].title}",
        description=choices[0].text,
        path=f"{incident.id}/",
        languages={choice.language: incident_path(choice.language, incident.id) for choice in choices},
        subject=incident.id,
        noindex=incident.status == "withdrawn",
    )
    return ChooserPage(frame=frame, title=(Said(language=frame.language, text=incident.id),), choices=choices)


def _short_text(edition: Edition, incident: Incident) -> str:
    """The beginning of the summary, or that the report was withdrawn."""
    text = incident.text(edition.language)
    if incident.status != "withdrawn":
        return excerpt(text.summary.prose.text, 160)
    return f"{edition.catalogue.gettext('This report was withdrawn.')} {text.withdrawn_reason or ''}".strip()


def compose_not_found_chooser(editions: Editions) -> ChooserPage:
    """The page for an address of nothing, in all languages."""
    choices = tuple(
        Choice(
            language=language,
            href=href(home_path(language)),
            label=edition.catalogue.gettext("Home"),
            title=edition.catalogue.gettext("There is no page at this address"),
            text=edition.catalogue.gettext("It may have moved, or the address may hold a typing error."),
            search=search_box(edition),
        )
        for language, edition in editions.items()
    )
    first = next(iter(editions.values()))
    frame = shared_frame(
        editions,
        kind="not-found",
        title=f"404 – {first.say(first.site.name)}",
        description=choices[0].text,
        subject="404.html",
        noindex=True,
    )
    return ChooserPage(frame=frame, title=(Said(language=frame.language, text="404"),), choices=choices)


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
    return _forward({edition.language: edition}, incident, incident_path(edition.language, incident.id))


def compose_short_forward(editions: Editions, incident: Incident) -> ForwardPage:
    """A former short address: forwards to the short address of the incident, and says so in every language."""
    return _forward(editions, incident, f"{incident.id}/")


def _forward(editions: Editions, incident: Incident, path: str) -> ForwardPage:
    first = next(iter(editions.values()))
    return ForwardPage(
        frame=shared_frame(
            editions,
            kind="forward",
            title=f"{incident.id} – {first.say(first.site.name)}",
            subject=incident.id,
            noindex=True,
        ),
        title=incident.id,
        href=href(path),
        moves=tuple(_move(edition, incident, path) for edition in editions.values()),
    )


def _move(edition: Edition, incident: Incident, path: str) -> Move:
    text = incident.text(edition.language)
    label = f"{incident.id} {text.title}"
    foreign = text.language if text.language != edition.language else None
    return Move(
        language=edition.language,
        text=edition.catalogue.gettext("This page has moved:"),
        target=Link(label=label, href=href(path), language=foreign),
    )
