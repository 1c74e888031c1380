"""Every HTML page of the site."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import jinja2

from generator.model.library import Library
from generator.outputs.output import Output
from generator.relations.membership import LIST_GROUPS
from generator.render.compose import lists, plain
from generator.render.compose.edition import Edition
from generator.render.compose.incidents import compose_incident
from generator.render.urls import close_links, output_file, way_up


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """Turns views into pages with the templates of one language."""

    environments: Mapping[str, jinja2.Environment]

    def print(self, language: str, template: str, view: Any, way: str) -> bytes:
        """A whole page as bytes; `way` leads to the root of the site."""
        html = self.environments[language].get_template(f"pages/{template}.html").render(page=view)
        return close_links(html, way).encode()


def plan_pages(editions: Mapping[str, Edition], press: Press) -> Iterator[Output]:
    """The pages of every edition and those that speak all languages."""
    library = next(iter(editions.values())).library
    yield from _shared_pages(editions, press, library)
    for edition in editions.values():
        yield from _edition_pages(edition, press)


def _page(press: Press, language: str, path: str, template: str, compose: Callable[[], Any]) -> Output:
    return Output(output_file(path), lambda: press.print(language, template, compose(), way_up(path)))


def _shared_pages(editions: Mapping[str, Edition], press: Press, library: Library) -> Iterator[Output]:
    first = next(iter(editions))
    yield _page(press, first, "", "chooser", partial(plain.compose_root, editions))
    yield Output(
        "404.html",
        lambda: press.print(first, "chooser", plain.compose_not_found_chooser(editions), library.site.base_path),
    )
    for incident in library.incidents.values():
        path = f"{incident.id}/"
        yield _page(press, first, path, "chooser", partial(plain.compose_short, editions, incident))
        for alias in incident.aliases:
            forward = partial(plain.compose_short_forward, incident)
            yield _page(press, incident.original, f"{alias}/", "forward", forward)


def _edition_pages(edition: Edition, press: Press) -> Iterator[Output]:
    language = edition.language
    page = partial(_page, press, language)
    yield page(f"{language}/", "home", partial(lists.compose_home, edition))
    yield page(f"{language}/404.html", "not-found", partial(plain.compose_not_found, edition))
    if "search" in edition.site.outputs:
        yield page(f"{language}/search/", "search", partial(plain.compose_search, edition))
    for ordinary in edition.library.pages.values():
        yield page(f"{language}/{ordinary.id}/", "text", partial(plain.compose_text, edition, ordinary))
    for incident in edition.library.incidents.values():
        base = f"{language}/incidents/"
        yield page(f"{base}{incident.id}/", "incident", partial(compose_incident, edition, incident))
        for alias in incident.aliases:
            yield page(f"{base}{alias}/", "forward", partial(plain.compose_forward, edition, incident))
    yield from _list_pages(edition, press)


def _list_pages(edition: Edition, press: Press) -> Iterator[Output]:
    for browse in lists.compose_browse(edition):
        yield _page(press, edition.language, browse.frame.path, "browse", partial(_ready, browse))
    for group in LIST_GROUPS:
        compose = partial(lists.compose_group, edition, group)
        yield _page(press, edition.language, compose().frame.path, "group", compose)
        for identifier in lists.group_ids(edition, group):
            for term in lists.compose_term(edition, group, identifier):
                yield _page(press, edition.language, term.frame.path, "term", partial(_ready, term))


def _ready(view: Any) -> Any:
    """A view that was composed with the others of its list."""
    return view
