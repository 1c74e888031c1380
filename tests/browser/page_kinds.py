"""The kinds of pages of the public library, and what the browser tests ask of an open one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page


@dataclass(frozen=True)
class Kind:
    """A kind of page: where one of them stands, and what is done there before it is looked at."""

    path: str
    prepare: Callable[[Page], object] = Page.title

    @property
    def languages(self) -> tuple[str, ...]:
        """A page that stands outside the languages is looked at once."""
        return ("ko", "en") if "{language}" in self.path else ("ko",)


def show_results(tab: Page) -> None:
    tab.locator("main .results-list a").first.wait_for()
    tab.locator(".filters-fold summary").click()
    tab.locator(".filters select").first.wait_for()


def show_advice(tab: Page) -> None:
    tab.locator("main .search-advice").wait_for()


def show_palette(tab: Page) -> None:
    tab.keyboard.press("Control+k")
    tab.locator("dialog[open] input").fill("etcd")
    tab.locator("dialog [role=option]").first.wait_for()


def show_empty_palette(tab: Page) -> None:
    tab.keyboard.press("Control+k")
    tab.locator("dialog[open] input").fill("zzqqxx")
    tab.locator("dialog .search-advice").wait_for()


def unfold(tab: Page) -> None:
    tab.locator(".colophon details > summary").click()


KINDS = {
    "chooser": Kind(""),
    "home": Kind("{language}/"),
    "browse": Kind("{language}/incidents/"),
    "browse-second-page": Kind("{language}/incidents/page/2/"),
    "incident-with-everything": Kind("{language}/incidents/IL-0168/", unfold),
    "incident-with-dashes": Kind("{language}/incidents/IL-0585/"),
    "term": Kind("{language}/causes/software-bug/"),
    "group": Kind("{language}/symptoms/"),
    "organization": Kind("{language}/organizations/aws/"),
    "year": Kind("{language}/years/2025/"),
    "text": Kind("{language}/cluster-checks/"),
    "search": Kind("{language}/search/"),
    "search-with-results": Kind("{language}/search/?q=etcd", show_results),
    "search-without-results": Kind("{language}/search/?q=zzqqxx", show_advice),
    "palette": Kind("{language}/", show_palette),
    "palette-without-results": Kind("{language}/incidents/IL-0585/", show_empty_palette),
    "not-found": Kind("nowhere/at/all/"),
    "not-found-of-a-language": Kind("{language}/404.html"),
    "short-address": Kind("IL-0585/"),
}
KINDS_AND_LANGUAGES = [
    pytest.param(kind, language, id=f"{name}-{language}") for name, kind in KINDS.items() for language in kind.languages
]


class Witness:
    """Writes down what the pages of a context say on the console and which hosts they ask."""

    def __init__(self, context: BrowserContext, site: str) -> None:
        self.site = site
        self.said: list[str] = []
        self.foreign: list[str] = []
        self.missing: list[str] = []
        context.on("console", self._hear)
        context.on("weberror", lambda error: self.said.append(str(error.error)))
        context.on("request", lambda request: self._see(request.url))
        context.on("response", lambda response: response.status >= 400 and self.missing.append(response.url))

    def _hear(self, message: ConsoleMessage) -> None:
        # The browser itself says that the address of a missing page is missing.
        if not message.location["url"].startswith(f"{self.site}nowhere/"):
            self.said.append(f"{message.type}: {message.text} ({message.location['url']})")

    def _see(self, address: str) -> None:
        if not address.startswith((self.site, "data:")):
            self.foreign.append(address)


def focused(tab: Page, name: str) -> str:
    """An attribute of the element that has the focus."""
    return tab.evaluate("(name) => document.activeElement.getAttribute(name) || ''", name)
