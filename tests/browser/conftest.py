"""The finished public library in Chromium."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from library.public_site import built_public_site, serving
from playwright.sync_api import Browser, BrowserContext, Page

from browser.page_kinds import Witness

WAIT = 20_000
"""Milliseconds after which something that does not come fails a test."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[str]:
    """Address of the public library, with a closing slash."""
    with serving(built_public_site(tmp_path_factory.getbasetemp(), worker_id).folder) as address:
        yield address


OpenTab = Callable[..., Page]


@pytest.fixture
def open_tab(chromium: Browser, site: str) -> Iterator[OpenTab]:
    """Opens a page of the site in a context of its own; keyword arguments are those of the context.

    Whatever the pages say on the console or ask of another host fails the test.
    """
    contexts: list[BrowserContext] = []
    witnesses: list[Witness] = []

    def open_page(path: str = "", *, script: str = "", **options: object) -> Page:
        settings = {"locale": "ko-KR", "viewport": {"width": 1440, "height": 900}, **options}
        context = chromium.new_context(**settings)  # type: ignore[arg-type]
        context.set_default_timeout(WAIT)
        contexts.append(context)
        witnesses.append(Witness(context, site))
        if script:
            context.add_init_script(script)
        tab = context.new_page()
        tab.goto(site + path)
        return tab

    yield open_page
    for context in contexts:
        context.close()
    assert [said for witness in witnesses for said in witness.said] == []
    assert [address for witness in witnesses for address in witness.foreign] == []
    missing = [address for witness in witnesses for address in witness.missing]
    assert [address for address in missing if not address.startswith(f"{site}nowhere/")] == []
