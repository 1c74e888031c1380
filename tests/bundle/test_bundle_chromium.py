"""The bundle in Chromium, opened from disk with the browser's ordinary rules for files."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.xdist_group("bundle-public")

QUERIES = [("ko", "체크포인트를", "IL-0585"), ("en", "OOMKilled", "IL-0044"), ("ko", "il 585", "IL-0585")]


@pytest.fixture
def tab(chromium, public):
    """A page of the browser; nothing may leave the folder, nothing may be said on the console."""
    context = chromium.new_context()
    tab = context.new_page()
    said, asked = [], []
    tab.on("console", lambda message: said.append(message.text))
    tab.on("pageerror", lambda error: said.append(str(error)))
    tab.on("request", lambda request: asked.append(request.url))
    yield tab
    context.close()
    assert asked
    assert not [address for address in asked if not address.startswith((public.address, "data:"))]
    assert not said


def box(tab):
    return tab.locator("main form[role=search] input[name=q]")


def test_the_browser_keeps_its_rules_for_files(chromium, public):
    tab = chromium.new_page()
    tab.goto(f"{public.address}index.html")
    asked = tab.evaluate("fetch('favicon.svg').then(() => 'read', () => 'refused')")
    tab.close()
    assert asked == "refused"


def test_links_lead_from_page_to_page(tab, public):
    tab.goto(f"{public.address}index.html")
    tab.locator(".choice[lang=ko] a").click()
    tab.wait_for_url(f"{public.address}ko/index.html")
    tab.locator(".site-nav a", has_text="사례").first.evaluate("(link) => link.click()")
    tab.wait_for_url(f"{public.address}ko/incidents/index.html")
    tab.locator("main a[href$='IL-0585/index.html']").first.click()
    tab.wait_for_url(f"{public.address}ko/incidents/IL-0585/index.html")
    tab.goto(f"{tab.url}#cause")
    tab.locator("nav.switches a[lang=en]").click()
    tab.wait_for_url(f"{public.address}en/incidents/IL-0585/index.html#cause")
    assert tab.locator("html").get_attribute("lang") == "en"


def test_pages_have_their_look_and_pictures(tab, public):
    for path in ("index.html", "ko/index.html", "en/incidents/IL-0585/index.html", "IL-0585/index.html"):
        tab.goto(public.address + path)
        assert tab.evaluate("[...document.styleSheets].every((sheet) => sheet.ownerNode.sheet && !sheet.disabled)")
        assert tab.evaluate("getComputedStyle(document.body).fontFamily").startswith(("system", '"', "-apple", "ui-"))
        assert tab.evaluate("[...document.images].every((image) => image.complete && image.naturalWidth)")


def test_the_chosen_theme_goes_along(tab, public):
    tab.goto(f"{public.address}ko/index.html")
    choose(tab, "dark")
    tab.locator("main a[href*='IL-0585']").first.click()
    tab.wait_for_url(f"{public.address}ko/incidents/IL-0585/index.html")
    assert tab.locator("html").get_attribute("data-theme") == "dark"
    choose(tab, "auto")
    tab.locator("a.brand").click()
    tab.wait_for_url(f"{public.address}ko/index.html")
    assert tab.locator("html").get_attribute("data-theme") is None


def choose(tab, theme):
    tab.locator(f"[data-choose-theme={theme}]").evaluate("(button) => button.click()")


@pytest.mark.parametrize(("language", "query", "expected"), QUERIES)
def test_search_from_the_home_page(tab, public, language, query, expected):
    tab.goto(f"{public.address}{language}/index.html")
    box(tab).fill(query)
    box(tab).press("Enter")
    link = tab.locator(f"main .result a[href*='/incidents/{expected}/index.html']")
    expect(link).to_have_count(1)
    assert tab.url.startswith(f"{public.address}{language}/search/index.html?q=")
    link.click()
    tab.wait_for_url(f"**/incidents/{expected}/index.html")


@pytest.mark.parametrize(("language", "query", "expected"), QUERIES)
def test_the_palette_finds_and_opens(tab, public, language, query, expected):
    tab.goto(f"{public.address}{language}/incidents/index.html")
    tab.keyboard.press("Control+k")
    tab.locator("dialog[open] input[role=combobox]").fill(query)
    tab.locator(f"[role=option][href*='/{expected}/index.html']").click()
    tab.wait_for_url(f"{public.address}{language}/incidents/{expected}/index.html")


def test_filters_of_the_search_page(tab, public):
    tab.goto(f"{public.address}ko/search/index.html")
    tab.locator("details.filters-fold summary").click()
    tab.locator("select[name=organizations]").select_option("microsoft")
    expect(tab.locator("main .result .result-id")).to_have_text(["IL-0585"])
    assert "organizations=microsoft" in tab.url
