"""The bundle in Firefox, opened from disk: each file is a place of its own and may read no other."""

from __future__ import annotations

import pytest
from bidi import firefox

pytestmark = pytest.mark.xdist_group("bundle-public")

CONTROL, ENTER = "\ue009", "\ue007"
QUERIES = [("ko", "체크포인트를", "IL-0585"), ("en", "OOMKilled", "IL-0044"), ("ko", "il 585", "IL-0585")]
LOADED = "[...document.querySelectorAll('script[src], link[href], img[src]')].map((part) => part.src || part.href)"
BOX = "document.querySelector('main form[role=search] input[name=q]')"


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with firefox(tmp_path_factory.mktemp("profile")) as started:
        yield started


@pytest.fixture
def window(browser, public):
    """The window; nothing may leave the folder, nothing may be said on the console."""
    browser.events.clear()
    yield browser
    loaded = browser.evaluate(LOADED)
    assert loaded
    assert not [address for address in loaded if not address.startswith(public.address)]
    assert not [address for address in browser.requested() if not address.startswith("data:")]
    assert not browser.complaints()


def arrive(window, address):
    """Waits until the window shows this page whole."""
    window.until(f"location.href.split('?')[0] === {address!r} && document.readyState === 'complete'")


def test_the_browser_keeps_its_rules_for_files(browser, public):
    browser.open(f"{public.address}index.html")
    assert browser.evaluate("origin") == "null"
    assert browser.evaluate("fetch('favicon.svg').then(() => 'read', () => 'refused')") == "refused"


def test_a_request_to_elsewhere_would_be_seen(browser, tmp_path):
    """The network log of Firefox holds no files, but whatever goes to a network."""
    page = tmp_path / "page.html"
    page.write_text('<!doctype html><img src="https://elsewhere.invalid/x.png">', encoding="utf-8")
    browser.events.clear()
    browser.open(page.as_uri())
    assert "https://elsewhere.invalid/x.png" in browser.requested()


def test_links_lead_from_page_to_page(window, public):
    window.open(f"{public.address}index.html")
    window.evaluate("document.querySelector('.choice[lang=ko] a').click()")
    arrive(window, f"{public.address}ko/index.html")
    window.evaluate("document.querySelector('main a[href*=IL-0585]').click()")
    arrive(window, f"{public.address}ko/incidents/IL-0585/index.html")
    window.evaluate("document.querySelector('nav.switches a[lang=en]').click()")
    arrive(window, f"{public.address}en/incidents/IL-0585/index.html")
    assert window.evaluate("document.styleSheets.length") == 1
    assert window.evaluate("[...document.images].every((image) => image.complete && image.naturalWidth > 0)")


def test_the_chosen_theme_goes_along(window, public):
    theme = "document.documentElement.dataset.theme || 'auto'"
    window.open(f"{public.address}ko/index.html")
    choose(window, "dark")
    window.evaluate("document.querySelector('main a[href*=IL-0585]').click()")
    arrive(window, f"{public.address}ko/incidents/IL-0585/index.html")
    assert window.evaluate(theme) == "dark"
    assert window.evaluate("location.search") == ""
    window.evaluate("document.querySelector('nav.switches a[lang=en]').click()")
    arrive(window, f"{public.address}en/incidents/IL-0585/index.html")
    assert window.evaluate(theme) == "dark"
    choose(window, "light")
    window.evaluate("document.querySelector('a.brand').click()")
    arrive(window, f"{public.address}en/index.html")
    assert window.evaluate(theme) == "light"
    search(window, "OOMKilled")
    arrive(window, f"{public.address}en/search/index.html")
    assert window.evaluate(theme) == "light"
    choose(window, "auto")
    window.evaluate("document.querySelector('a.brand').click()")
    arrive(window, f"{public.address}en/index.html")
    assert window.evaluate(theme) == "auto"


def choose(window, theme):
    window.evaluate(f"document.querySelector('[data-choose-theme={theme}]').click()")


def search(window, query):
    window.evaluate(f"{BOX}.focus()")
    window.write(query)
    window.press(ENTER)


@pytest.mark.parametrize(("language", "query", "expected"), QUERIES)
def test_search_from_the_home_page(window, public, language, query, expected):
    window.open(f"{public.address}{language}/index.html")
    search(window, query)
    link = f"document.querySelector(\"main .result a[href*='/incidents/{expected}/index.html']\")"
    window.until(f"{link} !== null")
    assert window.evaluate("location.href").startswith(f"{public.address}{language}/search/index.html?q=")
    window.evaluate(f"{link}.click()")
    window.until(f"location.pathname.endsWith('/incidents/{expected}/index.html')")


@pytest.mark.parametrize(("language", "query", "expected"), QUERIES)
def test_the_palette_finds_and_opens(window, public, language, query, expected):
    window.open(f"{public.address}{language}/incidents/index.html")
    window.press(CONTROL, "k")
    window.until("document.activeElement.id === 'palette-box'")
    window.write(query)
    option = f"document.querySelector(\"[role=option][href*='/{expected}/index.html']\")"
    window.until(f"{option} !== null")
    window.evaluate(f"{option}.click()")
    arrive(window, f"{public.address}{language}/incidents/{expected}/index.html")


def test_filters_of_the_search_page(window, public):
    window.open(f"{public.address}ko/search/index.html?organizations=microsoft")
    window.until("document.querySelectorAll('main .result').length")
    assert window.evaluate("[...document.querySelectorAll('.result-id')].map((id) => id.textContent)") == ["IL-0585"]
    window.until("document.querySelectorAll('.filters select').length")
