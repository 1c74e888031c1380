"""What a reader can do on a page, with a mouse, with the keyboard, on paper and without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.page_kinds import KINDS_AND_LANGUAGES, Witness, focused

INCIDENT = "ko/incidents/IL-0585/"
KNOWN_THEME = """
  if (location.protocol === "http:") localStorage.setItem("theme", "dark");
  new MutationObserver(() => {
    if (document.body && !window.first) window.first = document.documentElement.dataset.theme || "none";
  }).observe(document, { childList: true, subtree: true });
"""
INLINE_SCRIPT = """() => {
  const script = document.createElement("script");
  script.textContent = "window.ran = true";
  document.head.append(script);
}"""
SEEN = """() => {
  const control = document.activeElement;
  const style = getComputedStyle(control);
  const box = control.getBoundingClientRect();
  const all = [...document.querySelectorAll("*")];
  return {
    place: all.indexOf(control),
    name: control.className || control.name || control.textContent.trim(),
    ring: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0,
    shown: box.width > 0 && box.height > 0 && box.top >= 0 && box.left >= 0,
  };
}"""


@pytest.mark.parametrize(("kind", "language"), KINDS_AND_LANGUAGES)
def test_a_page_says_nothing_asks_nobody_and_fits(open_tab, kind, language):
    tab = open_tab(kind.path.format(language=language))
    kind.prepare(tab)
    widths = {}
    for width in (1440, 360):
        tab.set_viewport_size({"width": width, "height": 800})
        widths[width] = tab.evaluate("() => document.documentElement.scrollWidth")
    assert widths == {1440: 1440, 360: 360}
    assert tab.locator("h1").count() == 1


def test_what_the_policy_forbids_is_heard_and_not_run(chromium, site):
    context = chromium.new_context()
    witness = Witness(context, site)
    tab = context.new_page()
    tab.goto(f"{site}ko/")
    with context.expect_console_message():
        tab.evaluate(INLINE_SCRIPT)
    assert tab.evaluate("() => window.ran") is None
    context.close()
    assert "Content Security Policy" in " ".join(witness.said)


# ---- theme


def test_a_chosen_theme_is_kept_and_nothing_flashes(open_tab):
    tab = open_tab(INCIDENT, color_scheme="light")
    background = "() => getComputedStyle(document.documentElement).backgroundColor"
    light = tab.evaluate(background)
    tab.locator("[data-choose-theme=dark]").click()
    expect(tab.locator("html")).to_have_attribute("data-theme", "dark")
    expect(tab.locator("[data-choose-theme=dark]")).to_have_attribute("aria-pressed", "true")
    expect(tab.locator("[data-choose-theme=auto]")).to_have_attribute("aria-pressed", "false")
    dark = tab.evaluate(background)
    assert dark != light
    tab.goto(tab.url.replace("/ko/", "/en/"))
    expect(tab.locator("[data-choose-theme=dark]")).to_have_attribute("aria-pressed", "true")
    assert tab.evaluate(background) == dark
    tab.locator("[data-choose-theme=auto]").click()
    tab.reload()
    assert tab.evaluate(background) == light


@pytest.mark.parametrize("path", ["", "ko/", INCIDENT, "en/search/", "IL-0585/", "nowhere/"])
def test_the_theme_is_there_before_the_body(open_tab, path):
    tab = open_tab(path, script=KNOWN_THEME, color_scheme="light")
    assert tab.evaluate("() => window.first") == "dark"


@pytest.mark.parametrize("path", ["", "IL-0585/", "nowhere/at/all/"])
def test_a_page_of_no_language_switches_the_theme(open_tab, path):
    tab = open_tab(path, color_scheme="light")
    tab.locator("[data-choose-theme=dark]").click()
    expect(tab.locator("html")).to_have_attribute("data-theme", "dark")
    expect(tab.locator("[data-choose-theme=dark]")).to_have_attribute("aria-pressed", "true")
    tab.reload()
    expect(tab.locator("html")).to_have_attribute("data-theme", "dark")


def test_the_root_searches_in_the_language_of_the_box(open_tab, site):
    tab = open_tab("")
    tab.locator("#q-en").fill("etcd")
    tab.keyboard.press("Enter")
    tab.wait_for_url(f"{site}en/search/?q=etcd")


# ---- language


@pytest.mark.parametrize(
    ("path", "counterpart"),
    [
        (f"{INCIDENT}?from=mail&x=%EC%9E%A5#cause", "en/incidents/IL-0585/?from=mail&x=%EC%9E%A5#cause"),
        ("en/incidents/?severity=major#facets", "ko/incidents/?severity=major#facets"),
        ("en/incidents/page/2/?x=1#browse", "ko/incidents/page/2/?x=1#browse"),
        ("ko/search/?q=etcd", "en/search/?q=etcd"),
        ("en/", "ko/"),
    ],
)
@pytest.mark.parametrize("way", ["mouse", "keyboard"])
def test_the_language_switch_keeps_query_and_fragment(open_tab, site, path, counterpart, way):
    tab = open_tab(path)
    switch = tab.locator("a[data-switch]")
    if way == "mouse":
        switch.click()
    else:
        switch.focus()
        tab.keyboard.press("Enter")
    tab.wait_for_url(site + counterpart)
    expect(tab.locator("html")).to_have_attribute("lang", counterpart[:2])


# ---- copying


def test_links_and_commands_are_copied(open_tab, site):
    tab = open_tab(INCIDENT, permissions=["clipboard-read", "clipboard-write"])
    copied = "() => navigator.clipboard.readText()"
    status = tab.locator("#status")
    tab.locator("#cause + a.anchor").click()
    expect(status).to_have_text("복사했습니다")
    assert tab.evaluate(copied) == f"{site}{INCIDENT}#cause"
    assert tab.url == f"{site}{INCIDENT}#cause"
    tab.locator("[data-copy=command-job-without-retries]").click()
    expect(status).to_have_text("복사했습니다")
    assert tab.evaluate(copied) == "kubectl get jobs -A -o json"
    tab.locator("[data-copy=short-address]").click()
    expect(status).to_have_text("복사했습니다")
    assert tab.evaluate(copied) == f"{site}IL-0585/"


def test_the_short_address_offers_both_languages(open_tab, site):
    tab = open_tab("IL-0585/")
    links = tab.locator("main a")
    assert [link.get_attribute("href") for link in links.all()] == [
        "../ko/incidents/IL-0585/",
        "../en/incidents/IL-0585/",
    ]
    links.last.click()
    tab.wait_for_url(f"{site}en/incidents/IL-0585/")


def test_a_missing_page_is_styled_at_any_depth_and_leads_home(open_tab, site):
    tab = open_tab("nowhere/at/all/")
    assert tab.evaluate("() => getComputedStyle(document.querySelector('.choices')).display") != "block"
    tab.locator("main a[hreflang=en]").click()
    tab.wait_for_url(f"{site}en/")


# ---- keyboard


def test_the_skip_link_comes_first_and_leads_to_the_text(open_tab):
    tab = open_tab(INCIDENT)
    tab.keyboard.press("Tab")
    assert focused(tab, "class") == "skip"
    expect(tab.locator("a.skip")).to_be_in_viewport(ratio=1)
    tab.keyboard.press("Enter")
    assert tab.url.endswith("#main")
    assert focused(tab, "id") == "main"
    tab.keyboard.press("Tab")
    assert tab.evaluate("() => document.querySelector('main').contains(document.activeElement)")


@pytest.mark.parametrize(
    ("path", "count"),
    [("", 12), ("IL-0585/", 8), ("ko/", 30), (INCIDENT, 30), ("en/incidents/", 30), ("en/causes/software-bug/", 30)],
)
def test_the_tab_key_goes_through_the_page_in_order(open_tab, path, count):
    tab = open_tab(path)
    stops = []
    for _ in range(count):
        tab.keyboard.press("Tab")
        stops.append(tab.evaluate(SEEN))
    places = [stop["place"] for stop in stops]
    assert places == sorted(set(places))
    assert [stop["name"] for stop in stops if not stop["ring"]] == []
    assert [stop["name"] for stop in stops if not stop["shown"]] == []


def test_the_menu_opens_by_keyboard_on_a_phone(open_tab):
    tab = open_tab("ko/", viewport={"width": 360, "height": 740})
    link = tab.locator(".site-nav a").first
    expect(link).to_be_hidden()
    tab.locator(".menu > summary").focus()
    tab.keyboard.press("Enter")
    expect(link).to_be_visible()
    tab.keyboard.press("Tab")
    assert focused(tab, "href") == link.get_attribute("href")


@pytest.mark.parametrize("key", ["Control+k", "/"])
def test_the_palette_opens_and_closes_by_key_and_gives_the_focus_back(open_tab, key):
    tab = open_tab(INCIDENT)
    link = tab.locator(".site-nav a").nth(2)
    link.focus()
    tab.keyboard.press(key)
    box = tab.locator("dialog[open] input[role=combobox]")
    expect(box).to_be_focused()
    assert box.input_value() == ""
    tab.keyboard.press("Escape")
    expect(tab.locator("dialog[open]")).to_have_count(0)
    expect(link).to_be_focused()


def test_escape_closes_the_palette_with_results(open_tab):
    tab = open_tab("en/")
    tab.locator("main .counts a").first.focus()
    tab.keyboard.press("Control+k")
    tab.locator("dialog[open] input").fill("etcd")
    tab.locator("dialog [role=option]").first.wait_for()
    tab.keyboard.press("Escape")
    if tab.locator("dialog[open]").count():  # the first press empties the box
        tab.keyboard.press("Escape")
    expect(tab.locator("dialog[open]")).to_have_count(0)
    expect(tab.locator("main .counts a").first).to_be_focused()


def test_arrows_and_enter_choose_a_result(open_tab):
    tab = open_tab("ko/")
    tab.keyboard.press("/")
    box = tab.locator("dialog[open] input")
    expect(box).to_be_focused()
    tab.keyboard.insert_text("체크포인트")
    options = tab.locator("dialog [role=option]")
    options.nth(2).wait_for()
    expect(box).to_have_attribute("aria-expanded", "true")
    for key, chosen in (("ArrowDown", 1), ("ArrowDown", 2), ("ArrowUp", 1)):
        tab.keyboard.press(key)
        expect(options.nth(chosen)).to_have_attribute("aria-selected", "true")
        assert box.get_attribute("aria-activedescendant") == options.nth(chosen).get_attribute("id")
        assert tab.locator("dialog [aria-selected=true]").count() == 1
    tab.keyboard.press("ArrowUp")
    tab.keyboard.press("ArrowUp")
    expect(options.last).to_have_attribute("aria-selected", "true")
    href = options.last.get_attribute("href")
    tab.keyboard.press("Enter")
    tab.wait_for_url(href)


def test_a_slash_in_a_box_is_a_slash(open_tab):
    tab = open_tab(INCIDENT)
    box = tab.locator("header input[name=q]")
    box.press("/")
    assert box.input_value() == "/"
    assert tab.locator("dialog[open]").count() == 0


# ---- paper


def test_paper_has_the_report_and_no_chrome(open_tab):
    tab = open_tab(INCIDENT)
    expect(tab.locator(".site-header")).to_be_visible()
    tab.emulate_media(media="print")
    for chrome in (".site-header", ".breadcrumbs", ".skip", ".toc", ".anchor", ".copy", "#tools", ".site-footer ul"):
        expect(tab.locator(chrome).first).to_be_hidden()
    for text in ("h1", ".summary", ".facts dl", "#symptoms", "#cause", "#lessons", "#sources", ".print-only"):
        expect(tab.locator(text).first).to_be_visible()
    address = "() => getComputedStyle(document.querySelector('.source-title'), '::after').content"
    assert "https://arxiv.org/abs/1901.05758" in tab.evaluate(address)


def test_paper_of_a_list_has_the_rows_alone(open_tab):
    tab = open_tab("en/incidents/", color_scheme="dark")
    tab.emulate_media(media="print", color_scheme="dark")
    for chrome in (".site-header", ".facets", ".pagination", ".breadcrumbs"):
        expect(tab.locator(chrome).first).to_be_hidden()
    expect(tab.locator(".row")).to_have_count(50)
    colour = tab.evaluate("() => getComputedStyle(document.querySelector('.row-title a')).color")
    assert max(int(part) for part in re.findall(r"\d+", colour)[:3]) < 110


# ---- without scripts


@pytest.mark.parametrize("width", [1440, 360])
def test_lists_work_without_scripts(open_tab, site, width):
    tab = open_tab("ko/incidents/", java_script_enabled=False, viewport={"width": width, "height": 800})
    expect(tab.locator(".row")).to_have_count(50)
    first = tab.locator(".row").first.get_attribute("data-id")
    expect(tab.locator(".row").first).to_be_visible()
    tab.locator(".pagination [rel=next]").click()
    tab.wait_for_url(f"{site}ko/incidents/page/2/")
    expect(tab.locator(".row")).to_have_count(50)
    assert tab.locator(f'[data-id="{first}"]').count() == 0
    facet = tab.locator('[data-facet=topics] [data-value="kubernetes"] a')
    if not facet.is_visible():
        tab.locator(".facets summary").click()
    facet.click()
    tab.wait_for_url(f"{site}ko/topics/kubernetes/")
    expect(tab.locator("h1")).to_have_text("쿠버네티스")
    tab.locator(".row-title a").first.click()
    tab.wait_for_url("**/ko/incidents/IL-*/")
    expect(tab.locator("#symptoms")).to_be_visible()


def test_a_report_is_whole_without_scripts(open_tab, site):
    tab = open_tab(INCIDENT, java_script_enabled=False)
    for part in ("h1", ".summary", ".facts dl", "#symptoms", "#cause", "#sources", "#related", "#checks", "#tools"):
        expect(tab.locator(part).first).to_be_visible()
    expect(tab.locator(".scripted").first).to_be_hidden()
    tab.locator(".toc a[href='#lessons']").click()
    tab.wait_for_url(f"{site}{INCIDENT}#lessons")
    tab.locator(".switches a").click()
    tab.wait_for_url(f"{site}en/incidents/IL-0585/")


def test_the_search_page_says_what_to_do_without_scripts(open_tab, site):
    tab = open_tab("en/", java_script_enabled=False)
    tab.locator("main input[name=q]").fill("etcd")
    tab.keyboard.press("Enter")
    tab.wait_for_url(f"{site}en/search/?q=etcd")
    assert "needs JavaScript" in tab.locator("main noscript").text_content()
    tab.locator("main .links a").first.click()
    tab.wait_for_url(f"{site}en/incidents/")
