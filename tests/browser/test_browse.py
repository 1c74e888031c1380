"""Browse: filters that work together, their counts, chips, order and pages, all of it kept in the address."""

from __future__ import annotations

import json
import re
from urllib.request import urlopen

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

LIST = "ko/incidents/"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
SHIFTS = """
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
"""


class Facts:
    """The facets of the library, read and counted anew."""

    def __init__(self, table):
        self.table = table
        ids = table["ids"]
        self.terms = {group["id"]: {} for group in table["groups"]}
        for group in table["groups"]:
            for term, _, distances in group["terms"]:
                places, place = set(), 0
                for distance in distances:
                    place += distance
                    places.add(ids[place])
                self.terms[group["id"]][term] = places
        ranks = [term for term, _ in table["severities"]]
        self.terms["severity"] = {
            term: {ids[place] for place, rank in enumerate(table["severity"]) if rank == number}
            for number, term in enumerate(ranks)
        }
        self.recover = dict(zip(ids, table["recover"], strict=True))
        self.dates = dict(zip(ids, table["dates"], strict=True))

    def match(self, **chosen):
        """Ids that have one of the terms of every group."""
        found = set(self.table["ids"])
        for group, terms in chosen.items():
            found &= set().union(*(self.terms[group][term] for term in terms))
        return found


@pytest.fixture(scope="module")
def facts(site):
    with urlopen(f"{site}search/ko/facets.json") as answer:  # noqa: S310  # loopback
        return Facts(json.load(answer))


@pytest.fixture
def browse(open_tab):
    """Opens the list with an address of filters and waits until they work."""

    def open_list(query="", **options):
        tab = open_tab(LIST + query, **options)
        tab.locator("#browse[data-ready]").wait_for()
        return tab

    return open_list


def focused(tab, name):
    """An attribute of the element that has the focus."""
    return tab.evaluate("(name) => document.activeElement.getAttribute(name) || ''", name)


def violations(tab):
    """What axe finds in the page."""
    options = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]}
    response = Axe().run(tab, options=options).response
    assert response["passes"]
    return [(rule["id"], rule["nodes"][0]["target"]) for rule in response["violations"]]


def box(tab, group, term):
    return tab.locator(f"#facets input[name={group}][value='{term}']")


def ids(tab):
    expect(tab.locator(".browse-list[aria-busy]")).to_have_count(0)
    return tab.locator("#browse .row").evaluate_all("(rows) => rows.map((row) => row.dataset.id)")


def count(tab):
    return int(re.sub(r"\D", "", tab.locator(".browse-count").inner_text()))


def shown_count(tab, group, term):
    text = box(tab, group, term).locator("xpath=..").locator(".count").inner_text()
    return int(text.replace(",", ""))


def test_the_plain_list_stays_until_something_is_chosen(browse, facts):
    tab = browse()
    assert tab.url.endswith(LIST)
    assert len(ids(tab)) == 50
    assert count(tab) == len(facts.table["ids"])
    assert tab.locator(".row .date-kind").first.is_visible()
    assert tab.locator(".pagination a[rel=next]").get_attribute("href") == "../../ko/incidents/page/2/"
    assert tab.locator(".chips").is_hidden()


def test_terms_of_a_group_add_up_and_groups_narrow(browse, facts):
    tab = browse()
    box(tab, "topics", "kubernetes").check()
    assert count(tab) == len(facts.match(topics=["kubernetes"]))
    box(tab, "topics", "network").check()
    assert count(tab) == len(facts.match(topics=["kubernetes", "network"]))
    box(tab, "severity", "major").check()
    expected = facts.match(topics=["kubernetes", "network"], severity=["major"])
    assert count(tab) == len(expected)
    assert set(ids(tab)) == expected
    assert tab.url.endswith(f"{LIST}?topics=kubernetes,network&severity=major")
    box(tab, "topics", "network").uncheck()
    assert set(ids(tab)) == facts.match(topics=["kubernetes"], severity=["major"])


def test_counts_of_a_group_leave_its_own_choice_out(browse, facts):
    tab = browse("?severity=major&topics=kubernetes")
    for term in ("critical", "major", "minor"):
        expected = facts.match(topics=["kubernetes"]) & facts.terms["severity"][term]
        assert shown_count(tab, "severity", term) == len(expected)
    for term in ("kubernetes", "network", "database"):
        assert shown_count(tab, "topics", term) == len(facts.match(severity=["major"]) & facts.terms["topics"][term])
    year = next(
        year
        for year, held in facts.terms["years"].items()
        if held & facts.match(severity=["major"], topics=["kubernetes"])
    )
    expected = facts.match(severity=["major"], topics=["kubernetes"]) & facts.terms["years"][year]
    assert shown_count(tab, "years", year) == len(expected)


@pytest.mark.parametrize(
    "group", ["topics", "symptoms", "causes", "contributing_factors", "components", "organizations", "years"]
)
def test_every_group_filters(browse, facts, group):
    term = max(facts.terms[group], key=lambda name: (len(facts.terms[group][name]), name))
    tab = browse()
    box(tab, group, term).check()
    assert count(tab) == len(facts.terms[group][term])
    assert f"?{group}={term}" in tab.url


@pytest.mark.parametrize(
    ("query", "chosen"),
    [
        ("?severity=major", {"severity": ["major"]}),
        ("?severities=major", {"severity": ["major"]}),
        ("?year=2019", {"years": ["2019"]}),
        ("?topics=dns&topics=kubernetes", {"topics": ["dns", "kubernetes"]}),
        ("?topics=dns%2Ckubernetes&utm=mail", {"topics": ["dns", "kubernetes"]}),
        ("page/2/?severity=major", {"severity": ["major"]}),
    ],
)
def test_a_link_from_elsewhere(browse, facts, query, chosen):
    tab = browse(query)
    expected = facts.match(**chosen)
    assert count(tab) == len(expected)
    assert set(ids(tab)) <= expected
    assert len(ids(tab)) == min(50, len(expected))
    assert tab.locator(".chip").count() == sum(map(len, chosen.values()))


def test_chips_take_filters_away_and_keep_the_focus(browse, facts):
    tab = browse("?topics=kubernetes,dns&severity=major")
    chips = tab.locator(".chip")
    assert [text.rstrip("×") for text in chips.all_inner_texts()] == ["주제: 쿠버네티스", "주제: DNS", "심각도: 높음"]
    assert chips.first.get_attribute("aria-label") == "필터 지우기: 주제: 쿠버네티스"
    chips.first.click()
    assert tab.url.endswith("?topics=dns&severity=major")
    assert focused(tab, "aria-label") == "필터 지우기: 주제: DNS"
    assert not box(tab, "topics", "kubernetes").is_checked()
    tab.keyboard.press("Enter")
    tab.keyboard.press("Enter")
    assert tab.url.endswith(LIST)
    assert focused(tab, "class") == "browse-count"
    assert count(tab) == len(facts.table["ids"])


def test_all_filters_are_removed_at_once(browse, facts):
    tab = browse("?topics=kubernetes,dns&severity=major&sort=oldest")
    tab.locator(".chips .filters-clear").click()
    assert tab.url.endswith(f"{LIST}?sort=oldest")
    assert count(tab) == len(facts.table["ids"])
    assert tab.locator("#facets input:checked").count() == 0


def test_nothing_fits(browse):
    tab = browse("?causes=no-such-cause")
    assert count(tab) == 0
    expect(tab.locator(".empty")).to_contain_text("모든 필터에 맞는 사례가 없습니다.")
    tab.locator(".empty .filters-clear").click()
    assert len(ids(tab)) == 50
    assert tab.url.endswith(LIST)


def test_back_and_forward(browse, facts):
    tab = browse()
    box(tab, "topics", "kubernetes").check()
    box(tab, "severity", "major").check()
    tab.go_back()
    expect(tab.locator(".chip")).to_have_count(1)
    assert count(tab) == len(facts.match(topics=["kubernetes"]))
    assert not box(tab, "severity", "major").is_checked()
    tab.go_back()
    expect(tab.locator(".chip")).to_have_count(0)
    assert tab.locator(".row .date-kind").first.is_visible()
    tab.go_forward()
    tab.go_forward()
    expect(tab.locator(".chip")).to_have_count(2)
    assert set(ids(tab)) == facts.match(topics=["kubernetes"], severity=["major"])


def test_the_way_back_from_an_incident(browse):
    tab = browse("?severity=major&sort=oldest")
    first = ids(tab)[0]
    tab.locator("#browse .row a").first.click()
    tab.wait_for_url(f"**/ko/incidents/{first}/")
    tab.go_back()
    tab.locator("#browse[data-ready]").wait_for()
    assert ids(tab)[0] == first


def known_first(facts, sign):
    return lambda identifier: (facts.recover[identifier] < 0, sign * facts.recover[identifier])


@pytest.mark.parametrize(("sort", "sign"), [("recover", -1), ("recover-short", 1)])
def test_time_to_recover_orders_with_the_unknown_last(browse, facts, sort, sign):
    tab = browse("?topics=kubernetes")
    tab.locator(".browse-sort select").select_option(sort)
    assert tab.url.endswith(f"?topics=kubernetes&sort={sort}")
    expected = sorted(facts.match(topics=["kubernetes"]), key=known_first(facts, sign))
    shown = ids(tab)
    assert [facts.recover[one] for one in shown] == [facts.recover[one] for one in expected][:50]
    assert tab.locator(".row-recovery").count() == len(shown)
    tab.goto(f"{tab.url}&page=2")
    tab.locator("#browse[data-ready]").wait_for()
    assert [facts.recover[one] for one in ids(tab)] == [facts.recover[one] for one in expected][50:100]


def test_severity_and_date_order(browse, facts):
    tab = browse("?topics=kubernetes&sort=severity")
    ranks = dict(zip(facts.table["ids"], facts.table["severity"], strict=True))
    shown = [ranks[one] for one in ids(tab)]
    assert shown == sorted(shown, key=lambda rank: (rank < 0, rank))
    tab.locator(".browse-sort select").select_option("oldest")
    dates = [facts.dates[one] for one in ids(tab)]
    assert dates == sorted(dates, key=lambda date: (not date, date))
    tab.locator(".browse-sort select").select_option("newest")
    assert "sort=" not in tab.url
    dates = [facts.dates[one] for one in ids(tab)]
    assert dates == sorted(dates, reverse=True)


def test_pages_of_fifty(browse, facts):
    tab = browse("?sort=oldest")
    last = -(-len(facts.table["ids"]) // 50)
    assert tab.locator(".pagination [aria-current=page]").inner_text().endswith("1")
    tab.locator(".pagination a[rel=next]").click()
    assert tab.url.endswith("?sort=oldest&page=2")
    expect(tab.locator(".pagination [aria-current=page]")).to_have_text("쪽 2")
    assert focused(tab, "class") == "browse-count"
    second = ids(tab)
    tab.locator(".pagination ol a").last.click()
    expect(tab.locator(".pagination [aria-current=page]")).to_have_text(f"쪽 {last}")
    assert len(ids(tab)) == len(facts.table["ids"]) - 50 * (last - 1)
    assert tab.locator(".pagination a[rel=next]").count() == 0
    tab.go_back()
    expect(tab.locator(".pagination [aria-current=page]")).to_have_text("쪽 2")
    assert ids(tab) == second
    box(tab, "severity", "major").check()
    assert "page=" not in tab.url


def test_a_choice_on_a_later_page_leads_to_the_list(browse, facts):
    tab = browse("page/2/")
    box(tab, "topics", "kubernetes").click()
    tab.wait_for_url(f"**/{LIST}?topics=kubernetes")
    tab.locator("#browse[data-ready]").wait_for()
    assert count(tab) == len(facts.match(topics=["kubernetes"]))


def test_a_filtered_row_looks_like_one_of_the_plain_list(browse):
    tab = browse()
    fields = """(row) => ({
      title: row.querySelector(".row-title a").textContent,
      href: row.querySelector(".row-title a").href,
      severity: row.querySelector(".severity").className,
      date: row.querySelector("time, .date-text").textContent.replaceAll(" ", ""),
      kind: row.querySelector(".date-kind").textContent,
      certainty: (row.querySelector(".certainty") || { textContent: "" }).textContent,
      organization: row.querySelector(".row-organization").textContent,
      topics: [...row.querySelectorAll(".row-topic")].map((topic) => topic.textContent).sort(),
    })"""
    rows = tab.locator("#browse .row")
    plain = {row["href"]: row for row in (rows.nth(place).evaluate(fields) for place in range(8))}
    box(tab, "years", "2026").check()
    ids(tab)
    made = [rows.nth(place).evaluate(fields) for place in range(8)]
    assert {row["href"]: row for row in made} == plain


ROW = """(row) => {
  const copy = row.cloneNode(true);
  copy.querySelectorAll(".row-summary").forEach((part) => part.remove()); // of another length in a row by script
  copy.querySelector("a").href = row.querySelector("a").href;
  return copy.outerHTML.replace(/\\s+/g, " ").replaceAll("> <", "><");
}"""


@pytest.mark.parametrize("path", ["ko/", "en/"])
def test_a_row_without_a_date_is_the_same_by_template_and_by_script(open_tab, site, path):
    tab = open_tab(f"{path}years/unknown/")
    written = tab.locator(".row").evaluate_all(f"(rows) => rows.map({ROW})")
    assert written
    assert all('class="row-date"' in row and ">–<" in row for row in written)
    tab.goto(f"{site}{path}incidents/?years=unknown")
    tab.locator("#browse[data-ready]").wait_for()
    assert tab.locator("#browse .row").evaluate_all(f"(rows) => rows.map({ROW})") == written


LINES = """(all) => all.filter((one) => one.offsetParent).map((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  const tops = [...range.getClientRects()].map((box) => box.top);
  return [one.textContent, new Set(tops.map((top) => Math.round(top / 4))).size];
})"""
"""How many lines each of some elements takes."""


def broken(tab, selector):
    """Texts that stand on more than one line."""
    lines = tab.locator(selector).evaluate_all(LINES)
    assert lines
    return [text for text, count in lines if count > 1]


@pytest.mark.parametrize("width", [1440, 1024])
@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("language", ["ko", "en"])
def test_a_count_never_breaks(open_tab, language, scripts, width):
    viewport = {"width": width, "height": 900}
    tab = open_tab(f"{language}/incidents/", java_script_enabled=scripts, viewport=viewport)
    if scripts:
        tab.locator("#browse[data-ready]").wait_for()
    assert broken(tab, "#facets .count") == []


@pytest.mark.parametrize("width", [1440, 1024, 360])
def test_a_topic_of_a_row_never_breaks_where_it_fits(open_tab, width):
    tab = open_tab("ko/incidents/", viewport={"width": width, "height": 900})
    assert broken(tab, ".row-topic") == []


@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("width", [1440, 360])
def test_the_kind_of_a_date_stands_beside_it(open_tab, language, width):
    tab = open_tab(f"{language}/topics/ai-infra/", viewport={"width": width, "height": 900})
    top = "(one) => one.getClientRects()[0].bottom"
    for date in tab.locator(".row-date").all():
        kind, text = date.locator(".date-kind"), date.locator("time, .date-text, .unknown").first
        assert abs(kind.evaluate(top) - text.evaluate(top)) < 6, date.inner_text()


def test_the_keyboard_is_enough(browse, facts):
    tab = browse()
    box(tab, "topics", "kubernetes").focus()
    tab.keyboard.press("Space")
    assert focused(tab, "value") == "kubernetes"
    assert count(tab) == len(facts.match(topics=["kubernetes"]))
    tab.keyboard.press("Tab")
    tab.keyboard.press("Space")
    assert tab.locator(".chip").count() == 2
    tab.locator(".facet[data-facet=organizations] .facet-more").focus()
    tab.keyboard.press("Enter")
    assert focused(tab, "aria-expanded") == "true"
    shown = tab.locator(".facet[data-facet=organizations] li:not([hidden])").count()
    chosen = tab.locator("#facets input:checked").evaluate_all("(all) => all.map((one) => one.value)")
    found = facts.match(topics=chosen)
    assert shown == sum(1 for held in facts.terms["organizations"].values() if held & found)
    tab.keyboard.press("Enter")
    assert tab.locator(".facet[data-facet=organizations] li:not([hidden])").count() == 12


def test_the_count_is_announced_politely(browse):
    tab = browse()
    status = tab.locator(".browse-count")
    assert status.get_attribute("role") == "status"
    box(tab, "severity", "critical").check()
    expect(status).to_have_text(re.compile(r"^결과: \d+건$"))


def test_the_language_switch_keeps_the_filters(browse, facts):
    tab = browse("?topics=kubernetes&severity=major")
    tab.locator("a[data-switch]").click()
    tab.wait_for_url("**/en/incidents/?topics=kubernetes&severity=major")
    tab.locator("#browse[data-ready]").wait_for()
    assert count(tab) == len(facts.match(topics=["kubernetes"], severity=["major"]))
    assert tab.locator(".chip").first.inner_text().startswith("Topics: Kubernetes")


def test_without_scripts_facets_are_links(open_tab):
    tab = open_tab(f"{LIST}?severity=major", java_script_enabled=False)
    assert tab.locator("#facets input").count() == 0
    assert tab.locator("#browse .row").count() == 50
    links = tab.locator("#facets li a")
    assert links.count() > 50
    assert links.count() == tab.locator("#facets li").count()
    links.first.click()
    assert re.search(r"/ko/topics/[\w-]+/$", tab.url)


def test_the_search_is_loaded_on_this_page_only(open_tab):
    tab = open_tab("ko/topics/")
    assert tab.evaluate("() => typeof window.IncidentSearch") == "undefined"


def test_a_query_does_not_load_the_filters_of_the_list(open_tab):
    tab = open_tab("ko/search/?q=etcd")
    tab.locator("main .result").first.wait_for()
    assert tab.evaluate("() => typeof IncidentSearch.browse") == "undefined"
    assert tab.locator("script[src*='/browse.']").count() == 0


def test_every_kind_of_date_is_told(browse, facts):
    tab = browse("?sort=oldest")
    kinds, uncertain = set(), 0
    for _ in range(-(-len(facts.table["ids"]) // 50)):
        ids(tab)
        kinds |= set(tab.locator("#browse .row-date > .date-kind").all_inner_texts())
        uncertain += tab.locator("#browse .row-date > .certainty").count()
        if tab.locator(".pagination a[rel=next]").count():
            tab.locator(".pagination a[rel=next]").click()
    assert kinds == {"발생일", "게시일", "날짜"}
    assert uncertain == len(facts.table["certainties"])


@pytest.mark.parametrize("width", [1440, 360])
def test_nothing_moves_when_the_filters_come(browse, width):
    tab = browse(script=SHIFTS, viewport={"width": width, "height": 900})
    tab.wait_for_timeout(300)
    assert tab.evaluate("() => window.shifted") < 0.01


@pytest.mark.parametrize("width", [1440, 360])
@pytest.mark.parametrize("query", ["?topics=kubernetes,dns&sort=recover", "?causes=no-such-cause"])
def test_no_violation(browse, query, width):
    tab = browse(query, color_scheme="light", viewport={"width": width, "height": 900})
    for fold in tab.locator("#facets details:not([open]) > summary").all():
        if fold.is_visible():
            fold.click()
    light = violations(tab)
    tab.emulate_media(color_scheme="dark")
    assert (light, violations(tab)) == ([], [])
    assert tab.evaluate("() => document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("path", ["ko/api/", "en/api/"])
def test_the_guide_has_no_violation_and_fits(open_tab, path):
    tab = open_tab(path, color_scheme="light", viewport={"width": 360, "height": 740})
    light = violations(tab)
    tab.emulate_media(color_scheme="dark")
    assert (light, violations(tab)) == ([], [])
    assert tab.evaluate("() => document.documentElement.scrollWidth") == 360


@pytest.mark.parametrize("width", [1440, 360])
def test_no_name_in_the_table_of_tools_breaks_but_at_its_underscores(open_tab, width):
    tab = open_tab("ko/api/", viewport={"width": width, "height": 800})
    assert broken(tab, ".tools th code") == []
    words = tab.locator(".tools .arguments").evaluate_all(
        """(all) => all.flatMap((one) => [...one.childNodes].filter((node) => node.nodeType === 3).flatMap((text) =>
          [...text.data.matchAll(/\\w+/g)].map(({ 0: word, index }) => {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            return [word, range.getClientRects().length];
          })))"""
    )
    assert words
    assert [word for word, lines in words if lines > 1] == []


@pytest.mark.parametrize(("query", "word"), [("쿠버네티스", "쿠버네티스"), ("체크포인트를", "체크포인트")])
def test_a_found_korean_word_is_marked_whole(open_tab, query, word):
    tab = open_tab(f"ko/search/?q={query}")
    marks = tab.locator("main .result-title mark")
    marks.first.wait_for()
    assert set(marks.all_inner_texts()) == {word}
