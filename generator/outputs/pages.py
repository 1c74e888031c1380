"""Every HTML page of the site."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import jinja2

from generator.model.incident import Incident
from generator.outputs.fingerprints import Fingerprints
from generator.outputs.output import Output
from generator.relations.membership import LIST_GROUPS
from generator.render.compose import lists, plain
from generator.render.compose.edition import Edition
from generator.render.compose.incidents import compose_incident
from generator.render.machine_urls import guide_path, has_api
from generator.render.urls import browse_path, close_links, group_path, output_file, term_path, way_up
from generator.text.digest import digest


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """Turns views into pages with the templates of one language."""

    environments: Mapping[str, jinja2.Environment]
    close: Callable[[str, str], str] = close_links
    """Gives the open links of a page their way to the root; `render.urls.close_links_on_disk` for a site on disk."""

    def print(self, language: str, template: str, view: Any, way: str) -> bytes:
        """A whole page as bytes; `way` leads to the root of the site."""
        html = self.environments[language].get_template(f"pages/{template}.html").render(page=view)
        return self.close(html, way).encode()


def plan_pages(editions: Mapping[str, Edition], press: Press, prints: Fingerprints) -> Iterator[Output]:
    """The pages of every edition and those that speak all languages."""
    yield from _shared_pages(editions, press, prints)
    for edition in editions.values():
        yield from _edition_pages(edition, press, prints)
        yield from _list_pages(edition, press, prints)


def _page(  # noqa: PLR0917  # every page is planned by this one call
    press: Press, language: str, path: str, inputs: str, template: str, compose: Callable[[], Any], shares: str = ""
) -> Output:
    return Output(output_file(path), inputs, lambda: press.print(language, template, compose(), way_up(path)), shares)


def _shared_pages(editions: Mapping[str, Edition], press: Press, prints: Fingerprints) -> Iterator[Output]:
    first = next(iter(editions))
    way = prints.library.site.base_path
    yield _page(press, first, "", prints.base, "chooser", partial(plain.compose_root, editions))
    yield Output(
        "404.html",
        prints.base,
        lambda: press.print(first, "chooser", plain.compose_not_found_chooser(editions), way),
    )
    for incident in prints.library.incidents.values():
        inputs = prints.card(incident)
        short = partial(plain.compose_short, editions, incident)
        yield _page(press, first, f"{incident.id}/", inputs, "chooser", short, incident.id)
        for alias in incident.aliases:
            forward = partial(plain.compose_short_forward, editions, incident)
            yield _page(press, first, f"{alias}/", inputs, "forward", forward)


def _edition_pages(edition: Edition, press: Press, prints: Fingerprints) -> Iterator[Output]:
    language = edition.language
    page = partial(_page, press, language)
    newest = edition.relations.newest
    home_inputs = prints.rows(newest[: lists.NEWEST], prints.all_tags(), lists.written_in(edition))
    yield page(f"{language}/", home_inputs, "home", partial(lists.compose_home, edition))
    yield page(f"{language}/404.html", prints.base, "not-found", partial(plain.compose_not_found, edition))
    if "search" in edition.site.outputs:
        yield page(f"{language}/search/", prints.base, "search", partial(plain.compose_search, edition))
    if has_api(edition.site):
        from generator.render.compose import guide  # a site without the API has no guide

        inputs = digest(prints.base, guide.guide_subjects(edition))
        yield page(guide_path(language), inputs, "guide", partial(guide.compose_guide, edition))
    for ordinary in edition.library.pages.values():
        inputs = digest(prints.base, ordinary)
        yield page(f"{language}/{ordinary.id}/", inputs, "text", partial(plain.compose_text, edition, ordinary))
    for incident in edition.library.incidents.values():
        base = f"{language}/incidents/"
        inputs = prints.incident(incident, language)
        compose = partial(compose_incident, edition, incident)
        yield page(f"{base}{incident.id}/", inputs, "incident", compose, incident.id)
        for alias in incident.aliases:
            forward = partial(plain.compose_forward, edition, incident)
            yield page(f"{base}{alias}/", prints.card(incident), "forward", forward)


def _list_pages(edition: Edition, press: Press, prints: Fingerprints) -> Iterator[Output]:
    page = partial(_page, press, edition.language, shares=f"rows {edition.language}")
    newest = edition.relations.newest
    facets = lists.browse_facets(edition)
    facet_inputs = digest(facets)
    for number in _numbers(newest):
        compose = partial(lists.compose_browse, edition, facets, number)
        inputs = prints.rows(lists.page_of(newest, number), len(newest), facet_inputs)
        yield page(browse_path(edition.language, number), inputs, "browse", compose)
    for group in LIST_GROUPS:
        members = edition.relations.members[group]
        inputs = digest(prints.base, [(identifier, len(found)) for identifier, found in sorted(members.items())])
        yield page(group_path(edition.language, group), inputs, "group", partial(lists.compose_group, edition, group))
        for identifier in lists.group_ids(edition, group):
            yield from _term_pages(edition, page, prints, group, identifier)


def _term_pages(
    edition: Edition, page: Callable[..., Output], prints: Fingerprints, group: str, identifier: str
) -> Iterator[Output]:
    incidents = edition.relations.of(group, identifier)
    narrower = lists.narrower_counts(edition, group, identifier)
    for number in _numbers(incidents):
        path = term_path(edition.language, group, identifier, number)
        occurs_with = prints.tags(group, identifier) if number == 1 else None
        inputs = prints.rows(lists.page_of(incidents, number), len(incidents), narrower, occurs_with)
        yield page(path, inputs, "term", partial(lists.compose_term, edition, group, identifier, number))


def _numbers(incidents: Sequence[Incident]) -> range:
    return range(1, lists.page_count(incidents) + 1)
