"""The search over the public library: what is found, and how the search page and the palette behave."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

CONTENT = Path(__file__).parents[2] / "content" / "incidents"
SEEN = 5
"""Results that both the page and the palette show at once."""


@dataclass(frozen=True)
class Query:
    """A query with the incidents that its first results must hold, and those that they may hold."""

    text: str
    first: frozenset[str]
    within: int
    only: frozenset[str] | None


def query(text, *first, within=SEEN, only=None):
    return Query(text, frozenset(first), within, None if only is None else frozenset(only))


def tagged(term):
    """Ids of the incidents whose front matter names a term of the vocabulary."""
    word = re.compile(rf"(?<![\w-]){term}(?![\w-])")
    files = [
        path for path in CONTENT.glob("*/*.md") if word.search(path.read_text(encoding="utf-8").split("\n---\n")[0])
    ]
    return {path.parent.name for path in files}


QUERIES = [
    query("체크포인트를", "IL-0585", "IL-0121"),
    query("체크포인트", "IL-0585", "IL-0121"),
    query("네임노드", "IL-0585", within=3),
    query("메모리누수", "IL-0172", within=1),
    query("메모리 누수", "IL-0172", within=1),
    query("etcd 장애", "IL-0081", "IL-0123", "IL-0271", within=3),
    query("OOMKilled", "IL-0117", "IL-0181"),
    query("x509: certificate has expired", "IL-0022", "IL-0257", "IL-0051", only=tagged("certificate-expiry")),
    query("il 585", "IL-0585", within=1, only={"IL-0585"}),
    query("kubernetes", "IL-0070", only=tagged("kubernetes")),
    query("쿠버네티스", "IL-0070", only=tagged("kubernetes")),
]
SAME = [("체크포인트를", "체크포인트")]
"""Queries that mean the same."""


def wrong(found):
    """What is not as expected among the ids that were found, by query."""
    faults = {}
    for wanted in QUERIES:
        ids = found[wanted.text]
        late = wanted.first - set(ids[: wanted.within])
        stray = set(ids[: wanted.within]) - wanted.only if wanted.only else set()
        if late or stray:
            faults[wanted.text] = {"found": ids, "not among the first": sorted(late), "stray": sorted(stray)}
    return faults


def address(language, text):
    return f"{language}/search/?q={quote(text)}"


def ids_of(links):
    return [re.search(r"IL-\d{4}", link.get_attribute("href"))[0] for link in links.all()]


def results(tab):
    return tab.locator("main .results-list a.result-link")


@pytest.mark.parametrize("language", ["ko", "en"])
def test_the_search_page_finds_the_right_incidents(open_tab, site, language):
    tab = open_tab(f"{language}/search/")
    found = {}
    for wanted in QUERIES:
        tab.goto(site + address(language, wanted.text))
        results(tab).first.wait_for()
        assert tab.locator("main input[name=q]").input_value() == wanted.text
        found[wanted.text] = ids_of(results(tab))
    assert wrong(found) == {}
    assert [pair for pair in SAME if found[pair[0]] != found[pair[1]]] == []


@pytest.mark.parametrize("language", ["ko", "en"])
def test_the_palette_finds_the_right_incidents(open_tab, language):
    tab = open_tab(f"{language}/")
    tab.keyboard.press("Control+k")
    box = tab.locator("dialog[open] input")
    options = tab.locator("dialog [role=option]")
    found = {}
    for wanted in QUERIES:
        box.fill("")
        expect(options).to_have_count(0)
        box.fill(wanted.text)
        options.first.wait_for()
        found[wanted.text] = ids_of(options)
    assert wrong(found) == {}
    assert max(len(ids) for ids in found.values()) < 10


@pytest.mark.parametrize(
    ("language", "text", "reports"),
    [
        ("ko", "체크포인트", {"IL-0098", "IL-0111", "IL-0121", "IL-0122", "IL-0128", "IL-0131", "IL-0208", "IL-0585"}),
        ("en", "OOMKilled", {"IL-0044", "IL-0181"}),
        ("ko", "메모리 누수", {"IL-0025", "IL-0172"}),
    ],
)
def test_every_report_with_the_words_is_found(open_tab, language, text, reports):
    tab = open_tab(address(language, text))
    results(tab).nth(SEEN - 1).wait_for()
    before = ids_of(results(tab))
    tab.locator(".results-more").focus()
    tab.keyboard.press("Enter")
    results(tab).nth(len(before)).wait_for()
    expect(results(tab).nth(len(before))).to_be_focused()
    everything = ids_of(results(tab))
    total = int(re.search(r"\d+", tab.locator("main [role=status]").inner_text())[0])
    assert everything[: len(before)] == before
    assert len(everything) == len(set(everything)) == total
    assert reports - set(everything) == set()


# ---- results


@pytest.mark.parametrize("language", ["ko", "en"])
def test_a_result_is_a_link_with_its_facts(open_tab, site, language):
    tab = open_tab(address(language, "HDFS"))
    results(tab).first.wait_for()
    row = tab.locator("main li.result", has_text="IL-0585")
    link = row.locator("h3 a")
    assert link.get_attribute("href") == f"{site}{language}/incidents/IL-0585/"
    shown = row.inner_text()
    title, date = {"ko": ("체크포인트를 쓰지", "2017년 10월"), "en": ("write checkpoints", "October 2017")}[language]
    assert title in shown
    assert date in shown
    assert row.locator("mark").first.inner_text().lower().startswith("hdfs")
    link.click()
    tab.wait_for_url(f"{site}{language}/incidents/IL-0585/")


def facts_of(result):
    return result.locator(".result-facts > span, .result-facts > time").all_inner_texts()


def test_what_is_unknown_of_a_result_is_left_out_or_named(open_tab):
    """An unknown severity is left out: a dash between date and organization would read like a range of dates."""
    tab = open_tab(address("ko", "il 585"))
    results(tab).first.wait_for()
    assert facts_of(tab.locator("main li.result").first) == ["IL-0585", "2017년 10월", "마이크로소프트", "한국어"]
    tab.keyboard.press("Control+k")
    tab.locator("dialog[open] input").fill("il 585")
    option = tab.locator("dialog [role=option]").first
    option.wait_for()
    assert facts_of(option) == ["IL-0585", "2017년 10월", "마이크로소프트", "한국어"]
    tab.locator("dialog[open] input").fill("il 208")
    expect(option).to_contain_text("IL-0208")
    assert facts_of(option)[1].split() == ["날짜", "–", "출처에", "없음"]


def test_results_are_counted_in_a_polite_live_region(open_tab):
    tab = open_tab("ko/search/")
    status = tab.locator("main [role=status][aria-live=polite]")
    expect(status).to_have_text("")
    tab.locator("main input[name=q]").fill("il 585")
    expect(status).to_have_text("결과: 1건")
    tab.locator("main input[name=q]").fill("zzqqxx")
    expect(status).to_have_text("결과 없음: zzqqxx")
    tab.locator("main input[name=q]").fill("")
    expect(status).to_have_text("")


def test_the_palette_counts_in_a_polite_live_region(open_tab):
    tab = open_tab("en/")
    tab.keyboard.press("Control+k")
    status = tab.locator("dialog [role=status][aria-live=polite]")
    tab.locator("dialog input").fill("il 585")
    expect(status).to_have_text("Results: 1")
    tab.locator("dialog input").fill("zzqqxx")
    expect(status).to_have_text("No results for: zzqqxx")


# ---- nothing found


@pytest.mark.parametrize(
    ("language", "typo", "instead"), [("en", "chekpoint", "checkpoint"), ("ko", "kuberntes", "Kubernetes")]
)
def test_a_typo_is_answered_with_the_nearest_term(open_tab, language, typo, instead):
    tab = open_tab(address(language, typo))
    note = tab.locator("main .results-note")
    expect(note).to_contain_text(instead, ignore_case=True)
    assert len(ids_of(results(tab))) >= SEEN
    assert tab.locator("main input[name=q]").input_value() == typo


@pytest.mark.parametrize("language", ["ko", "en"])
def test_where_nothing_is_found_the_page_says_what_to_try(open_tab, site, language):
    tab = open_tab(address(language, "zzqqxx"))
    advice = tab.locator("main .search-advice")
    expect(advice).to_be_visible()
    expect(tab.locator("#search-hints")).to_be_visible()
    assert advice.locator("li").count() >= 3
    assert results(tab).count() == 0
    advice.locator("a").click()
    tab.wait_for_url(f"{site}{language}/incidents/")


def test_markup_in_a_query_stays_text(open_tab):
    text = '<img src=x onerror=alert(1)> "&amp;'
    tab = open_tab(address("en", text))
    expect(tab.locator("main [role=status]")).not_to_have_text(re.compile("^$|Searching"))
    assert tab.locator("main input[name=q]").input_value() == text
    assert tab.locator("main img").count() == 0


# ---- address


def test_a_query_from_another_page_stands_in_the_address(open_tab, site):
    tab = open_tab("ko/incidents/IL-0585/")
    tab.locator("header input[name=q]").fill("네임노드")
    tab.keyboard.press("Enter")
    tab.wait_for_url(f"{site}{address('ko', '네임노드')}")
    results(tab).first.wait_for()
    assert ids_of(results(tab))[0] == "IL-0585"


def test_typing_keeps_the_address_and_the_back_button_returns_to_the_results(open_tab, site):
    tab = open_tab("en/search/")
    tab.locator("main input[name=q]").fill("etcd")
    tab.wait_for_url(f"{site}en/search/?q=etcd")
    results(tab).first.wait_for()
    before = ids_of(results(tab))
    results(tab).first.click()
    tab.wait_for_url("**/en/incidents/IL-*/")
    tab.go_back()
    tab.wait_for_url(f"{site}en/search/?q=etcd")
    results(tab).first.wait_for()
    assert ids_of(results(tab)) == before
    assert tab.locator("main input[name=q]").input_value() == "etcd"


@pytest.fixture
def etcd(open_tab):
    """The search page with the results of a query that another page asked."""
    tab = open_tab(address("en", "etcd"))
    results(tab).first.wait_for()
    return tab


def type_query(tab, site, text):
    tab.locator("main input[name=q]").fill(text)
    tab.wait_for_url(f"{site}{address('en', text)}")


def came_back(tab, site, text):
    """Whether the page shows this query again."""
    tab.wait_for_url(f"{site}{address('en', text)}")
    expect(tab.locator("main input[name=q]")).to_have_value(text)
    return re.search(text, results(tab).first.inner_text(), re.IGNORECASE) is not None


def test_typing_does_not_take_the_place_of_the_query_before(etcd, site):
    places = etcd.evaluate("() => history.length")
    for text in ("kaf", "kafka"):
        type_query(etcd, site, text)
    assert etcd.evaluate("() => history.length") == places + 1
    etcd.go_back()
    expect(results(etcd).first).to_have_attribute("href", re.compile("IL-(0081|0123|0271)"))
    assert came_back(etcd, site, "etcd")
    etcd.go_forward()
    expect(results(etcd).first).to_have_attribute("href", re.compile("IL-0278"))
    assert came_back(etcd, site, "kafka")


def test_enter_keeps_a_query_in_the_history(etcd, site):
    for text in ("kafka", "redis"):
        type_query(etcd, site, text)
        etcd.keyboard.press("Enter")
    for text in ("kafka", "etcd"):
        etcd.go_back()
        etcd.wait_for_url(f"{site}{address('en', text)}")
        expect(etcd.locator("main input[name=q]")).to_have_value(text)


def test_enter_right_after_the_last_letter_keeps_a_query_too(etcd, site):
    etcd.locator("main input[name=q]").fill("kafka")
    etcd.keyboard.press("Enter")
    etcd.wait_for_url(f"{site}{address('en', 'kafka')}")
    type_query(etcd, site, "redis")
    etcd.go_back()
    etcd.wait_for_url(f"{site}{address('en', 'kafka')}")


def test_a_pause_keeps_a_query_in_the_history(etcd, site):
    etcd.clock.install()
    type_query(etcd, site, "kafka")
    etcd.clock.fast_forward(5000)
    type_query(etcd, site, "redis")
    etcd.go_back()
    etcd.wait_for_url(f"{site}{address('en', 'kafka')}")


def test_nothing_is_kept_of_an_empty_box(open_tab, site):
    tab = open_tab("en/search/")
    tab.locator(".filters-fold").wait_for()
    places = tab.evaluate("() => history.length")
    type_query(tab, site, "kafka")
    assert tab.evaluate("() => history.length") == places


def test_filters_stand_in_the_address_and_the_back_button_takes_them_away(open_tab):
    tab = open_tab(address("ko", "etcd"))
    results(tab).first.wait_for()
    before = ids_of(results(tab))
    tab.locator(".filters-fold summary").click()
    tab.locator("select[name=organizations]").select_option("cloudflare")
    tab.wait_for_url("**/ko/search/?q=etcd&organizations=cloudflare")
    expect(tab.locator("main [role=status]")).not_to_have_text(re.compile("찾는 중"))
    expect(results(tab).first).to_have_attribute("href", re.compile("IL-0081"))
    tab.go_back()
    tab.wait_for_url("**/ko/search/?q=etcd")
    expect(results(tab)).to_have_count(len(before))
    assert ids_of(results(tab)) == before
    expect(tab.locator("select[name=organizations]")).to_have_value("")


# ---- input method


@pytest.fixture
def composing(open_tab):
    """Opens a page, puts the focus into a box and begins to write 장애 with an input method."""

    def begin(path, box, *, palette=False):
        tab = open_tab(path)
        if palette:
            tab.keyboard.press("Control+k")
        field = tab.locator(box)
        field.wait_for()
        if "/search/" in path:
            tab.locator(".filters-fold").wait_for()
        field.focus()
        session = tab.context.new_cdp_session(tab)
        for text in ("ㅈ", "자", "장", "장ㅇ", "장애"):
            session.send(
                "Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)}
            )
        return tab, field, session

    return begin


BOXES = [
    pytest.param("ko/search/", "main input[name=q]", False, id="search-page"),
    pytest.param("ko/incidents/IL-0585/", "dialog[open] input", True, id="palette"),
]


@pytest.mark.parametrize(("path", "box", "palette"), BOXES)
def test_keys_during_composition_belong_to_the_input_method(composing, site, path, box, palette):
    tab, field, session = composing(path, box, palette=palette)
    found = tab.locator("dialog [role=option]" if palette else "main .result")
    found.first.wait_for()
    chosen = field.get_attribute("aria-activedescendant")
    history = tab.evaluate("() => history.length")
    for key in ("ArrowDown", "Enter"):
        tab.keyboard.press(key)
    assert field.input_value() == "장애"
    assert field.get_attribute("aria-activedescendant") == chosen
    assert tab.url.partition("?")[0] == f"{site}{path}"
    assert tab.evaluate("() => history.length") == history
    expect(field).to_be_focused()
    session.send("Input.insertText", {"text": "장애"})
    assert field.input_value() == "장애"
    tab.keyboard.down("Enter")  # the key that ended the composition
    tab.keyboard.up("Enter")
    assert tab.url.partition("?")[0] == f"{site}{path}"
    assert field.input_value() == "장애"
    if palette:
        assert tab.locator("dialog[open]").count() == 1
        tab.keyboard.press("Enter")
        tab.wait_for_url("**/ko/incidents/IL-*/")
    else:
        tab.keyboard.press("Enter")
        tab.wait_for_url(f"{site}{address('ko', '장애')}")


@pytest.mark.parametrize(("path", "box", "palette"), BOXES)
def test_the_box_is_not_written_to_during_composition(composing, path, box, palette):
    tab, field, session = composing(path, box, palette=palette)
    tab.locator("dialog [role=option]" if palette else "main .result").first.wait_for()
    written = field.evaluate(
        """(box) => {
          const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
          box.writes = 0;
          Object.defineProperty(box, "value", {
            get() { return value.get.call(this); },
            set(text) { box.writes += 1; value.set.call(this, text); },
          });
          return box.value;
        }"""
    )
    assert written == "장애"
    status = tab.locator("[role=status][aria-live=polite]")
    expect(status).to_contain_text("건")
    for text in ("뷁", "뷁뷁"):
        session.send("Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)})
        tab.evaluate("() => window.dispatchEvent(new PopStateEvent('popstate'))")
    expect(status).to_contain_text("뷁뷁")
    assert field.evaluate("(box) => [box.value, box.writes]") == ["뷁뷁", 0]


def test_escape_during_composition_keeps_the_palette(composing):
    tab, field, session = composing("ko/", "dialog[open] input", palette=True)
    tab.locator("dialog [role=option]").first.wait_for()
    tab.keyboard.press("Escape")
    assert tab.locator("dialog[open]").count() == 1
    session.send("Input.insertText", {"text": "장애"})
    expect(field).to_have_value(re.compile("^장애"))
