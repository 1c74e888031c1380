"""No page type breaks a rule of WCAG 2.2 AA or a good practice that axe knows, in light and in dark."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from browser.page_kinds import KINDS, KINDS_AND_LANGUAGES

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
ALL_RULES = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]}
COLOUR_RULES = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""What can differ between the themes."""


def violations(tab, options):
    response = Axe().run(tab, options=options).response
    assert response["testEngine"]["name"] == "axe-core"
    assert response["passes"]
    return [summary(rule) for rule in response["violations"]]


def summary(rule):
    targets = " ".join(str(node["target"][0]) for node in rule["nodes"][:3])
    return f"{rule['id']} ({len(rule['nodes'])}): {targets}: {rule['nodes'][0]['failureSummary']}"


@pytest.mark.parametrize(("kind", "language"), KINDS_AND_LANGUAGES)
def test_no_violation(open_tab, kind, language):
    tab = open_tab(kind.path.format(language=language), color_scheme="light")
    kind.prepare(tab)
    light = violations(tab, ALL_RULES)
    tab.emulate_media(color_scheme="dark")
    dark = violations(tab, COLOUR_RULES)
    assert (light, dark) == ([], [])


@pytest.mark.parametrize("kind", ["home", "incident-with-everything", "browse"])
def test_no_violation_on_a_phone_with_the_menu_open(open_tab, kind):
    tab = open_tab(KINDS[kind].path.format(language="ko"), viewport={"width": 360, "height": 740}, color_scheme="dark")
    tab.locator(".menu > summary").click()
    tab.locator(".site-nav a").first.wait_for()
    assert violations(tab, ALL_RULES) == []


@pytest.mark.parametrize("system", ["light", "dark"])
def test_a_chosen_theme_has_the_colours_of_the_system_theme(open_tab, system):
    colours = "() => ['backgroundColor', 'color'].map((name) => getComputedStyle(document.body)[name])"
    tab = open_tab("ko/incidents/IL-0168/", color_scheme=system)
    chosen = open_tab("ko/incidents/IL-0168/", color_scheme="dark" if system == "light" else "light")
    assert tab.evaluate(colours) != chosen.evaluate(colours)
    chosen.locator(f"[data-choose-theme={system}]").click()
    assert tab.evaluate(colours) == chosen.evaluate(colours)


def test_a_fault_is_seen(open_tab):
    tab = open_tab("ko/")
    tab.evaluate("() => document.querySelector('main').append(document.createElement('img'))")
    assert [fault for fault in violations(tab, ALL_RULES) if fault.startswith("image-alt")]
