"""What stands around the content of every page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import orjson
from markupsafe import Markup

from generator.render.compose.edition import LANGUAGE_NAMES, Edition
from generator.render.compose.labels import group_labels
from generator.render.machine_urls import (
    FEED_TYPES,
    feed_path,
    guide_path,
    has_api,
    has_feeds,
    has_markdown,
    has_search_description,
    search_description_path,
    term_feed_path,
)
from generator.render.urls import browse_path, group_path, home_path, href
from generator.render.views.parts import Alternate, Feed, Frame, Link, Switch

CHECKS_PAGE = "cluster-checks"
"""The ordinary page about cluster checks."""

_NAV_GROUPS = ("topics", "symptoms", "causes", "components", "organizations", "years")


def compose_frame(
    edition: Edition,
    *,
    path: str,
    title: str,
    description: str,
    label: str | None = None,
    trail: Sequence[tuple[str, str]] = (),
    canonical: str | None = None,
    languages: Sequence[str] | None = None,
    noindex: bool = False,
    json_ld: Sequence[dict[str, Any]] = (),
    correction: str | None = None,
    x_default: str | None = None,
    feeds: Sequence[tuple[str, str, str]] = (),
    markdown: str | None = None,
) -> Frame:
    """The frame of a page.

    `path` begins with the language; `label` names the page in the breadcrumbs, where its title is long; `trail` are the
    pages above as pairs of label and path, home left out; `canonical` is the path of the page that this one repeats;
    `languages` are those in which the page really exists (all, where left out); `x_default` is the path that speaks all
    languages; `feeds` are the page's own, as triples of title, group and id; `markdown` is the path of the text beside
    the page.
    """
    exists = edition.site.languages if languages is None else languages
    return Frame(
        language=edition.language,
        path=path,
        title=title,
        description=description,
        site_name=edition.say(edition.site.name),
        home=href(home_path(edition.language)),
        nav=_nav(edition, path),
        breadcrumbs=_breadcrumbs(edition, path, label or title, trail),
        switches=_switches(edition, path, exists),
        canonical=edition.absolute(path if canonical is None else canonical),
        alternates=_alternates(edition, path, exists, x_default),
        noindex=noindex or edition.site.private,
        feeds=tuple(_feeds(edition, feeds)),
        json_ld=(*map(json_for_script, (*json_ld, *_breadcrumb_data(edition, trail, title, path))),),
        correction=correction or correction_address(edition, path),
        license=_license(edition),
        stylesheet=href(edition.assets.stylesheet),
        theme_script=href(edition.assets.theme_script),
        script=href(edition.assets.script),
        search_script=href(edition.assets.search_script) if edition.assets.search_script else None,
        icon=href(edition.assets.icon),
        search=href(f"{edition.language}/search/"),
        search_description=_search_description(edition),
        markdown=href(markdown) if markdown is not None and has_markdown(edition.site) else None,
        guide=href(guide_path(edition.language)) if has_api(edition.site) else None,
        pages=_pages(edition),
    )


def json_for_script(data: object) -> Markup:
    """JSON that is safe inside a script element."""
    text = orjson.dumps(data, option=orjson.OPT_SORT_KEYS).decode()
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)  # noqa: S704  # escaped above


def _nav(edition: Edition, path: str) -> tuple[Link, ...]:
    current = "/".join(path.split("/")[:2]) + "/"
    if current not in edition.navigation:
        labels = group_labels(edition.catalogue)
        entries = [(edition.catalogue.gettext("Incidents"), browse_path(edition.language))]
        entries += [(labels[group], group_path(edition.language, group)) for group in _NAV_GROUPS]
        edition.navigation[current] = tuple(
            Link(label=label, href=href(target), current=target == current) for label, target in entries
        )
    return edition.navigation[current]


def _breadcrumbs(edition: Edition, path: str, title: str, trail: Sequence[tuple[str, str]]) -> tuple[Link, ...]:
    if path == home_path(edition.language):
        return ()
    home = Link(label=edition.catalogue.gettext("Home"), href=href(home_path(edition.language)))
    above = (Link(label=label, href=href(target)) for label, target in trail)
    return (home, *above, Link(label=title, href=None, current=True))


def _breadcrumb_data(edition: Edition, trail: Sequence[tuple[str, str]], title: str, path: str) -> list[dict[str, Any]]:
    if not trail:
        return []
    steps = [(edition.catalogue.gettext("Home"), home_path(edition.language)), *trail, (title, path)]
    items: list[dict[str, Any]] = []
    for position, (label, target) in enumerate(steps, start=1):
        item = {"@type": "ListItem", "position": position, "name": label}
        address = edition.absolute(target)
        items.append({**item, "item": address} if address else item)
    return [{"@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": items}]


def _switches(edition: Edition, path: str, exists: Sequence[str]) -> tuple[Switch, ...]:
    rest = path.partition("/")[2]
    return tuple(
        Switch(
            language=language,
            name=LANGUAGE_NAMES[language],
            href=href(f"{language}/{rest}"),
            available=language in exists,
        )
        for language in edition.site.languages
        if language != edition.language
    )


def _alternates(edition: Edition, path: str, exists: Sequence[str], x_default: str | None) -> tuple[Alternate, ...]:
    if edition.site.base_url is None or edition.language not in exists:
        return ()
    rest = path.partition("/")[2]
    found = [Alternate(language=language, href=f"{edition.site.base_url}{language}/{rest}") for language in exists]
    if x_default is not None:
        found.append(Alternate(language="x-default", href=f"{edition.site.base_url}{x_default}"))
    return tuple(found)


def _feeds(edition: Edition, own: Sequence[tuple[str, str, str]]) -> Iterator[Feed]:
    """The feeds that the head names: the page's own first, then that of its language, then those of the others."""
    if not has_feeds(edition.site):
        return
    name = edition.say(edition.site.name)
    for title, group, identifier in own:
        for form, kind in FEED_TYPES.items():
            path = term_feed_path(edition.language, group, identifier, form)
            yield Feed(title=f"{name}: {title} ({LANGUAGE_NAMES[edition.language]})", href=href(path), type=kind)
    for language in sorted(edition.site.languages, key=lambda language: language != edition.language):
        for form, kind in FEED_TYPES.items():
            title = f"{edition.site.name.nearest(language)} ({LANGUAGE_NAMES[language]})"
            yield Feed(title=title, href=href(feed_path(language, form)), type=kind)


def _search_description(edition: Edition) -> str | None:
    if edition.assets.search_script is None or not has_search_description(edition.site):
        return None
    return href(search_description_path(edition.language))


def correction_address(edition: Edition, path: str) -> str | None:
    """Where a fault of the page at a path is told, if the site has such an address."""
    template = edition.site.correction_url
    return template.replace("{id}", path.strip("/")) if template else None


def _pages(edition: Edition) -> tuple[Link, ...]:
    gettext = edition.catalogue.gettext
    labels = {"about": gettext("About this library"), CHECKS_PAGE: gettext("Cluster checks")}
    return tuple(
        Link(label=label, href=href(f"{edition.language}/{identifier}/"))
        for identifier, label in labels.items()
        if identifier in edition.library.pages
    )


def _license(edition: Edition) -> Link | None:
    terms = edition.site.license
    return Link(label=terms.name, href=terms.url) if terms else None
