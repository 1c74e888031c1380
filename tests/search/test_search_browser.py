"""The scripts in a browser, over http and from disk."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.text.forms import nfc
from generator.text.hangul import query_words, respell

PIECES = [*"가나각수를했 `|^_aBé9.-一丁ㄱ", "했습니다", "초과", "서버에서", "OOMKilled", "\u1112\u1161\u11ab"]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)
QUIET = settings(max_examples=1, deadline=None, suppress_health_check=list(HealthCheck))


def go(tab, site, path, query=""):
    tab.goto(site + path + ("index.html" if site.startswith("file:") else "") + query)


def find(tab, query, language="ko"):
    return tab.evaluate(
        """async ([query, language]) => {
          const outcome = await IncidentSearch.find(query, { language, prefix: "IL" });
          const rows = await Promise.all(outcome.hits.map((hit) => hit.row()));
          return { ...outcome, hits: undefined, rows };
        }""",
        [query, language],
    )


def ids(outcome):
    return [row["id"] for row in outcome["rows"]]


def text_of(parts):
    return "".join(part["text"] for part in parts)


@pytest.mark.parametrize("site", ["http"], indirect=True)
@given(texts=st.lists(TEXTS, min_size=60, max_size=60))
@QUIET
def test_queries_become_the_same_words_as_in_python(home, texts):
    found = home.evaluate(
        "(texts) => texts.map((text) => IncidentSearch.terms.tokens(text).map(({ word }) => word))", texts
    )
    assert found == [query_words(text)[:24] for text in texts]


@pytest.mark.parametrize("site", ["http"], indirect=True)
@given(texts=st.lists(TEXTS, min_size=60, max_size=60))
@QUIET
def test_text_is_restored_as_in_python(home, texts):
    restored = home.evaluate("(texts) => texts.map(IncidentSearch.restore.restore)", [respell(text) for text in texts])
    assert restored == [nfc(text) for text in texts]


@pytest.mark.parametrize(
    ("query", "language", "expected"),
    [
        ("IL-0007", "ko", ["IL-0007"]),
        ("7", "ko", ["IL-0007"]),
        ("il 7", "en", ["IL-0007"]),
        ("il0007", "en", ["IL-0007"]),
        ("체크포인트를", "ko", ["IL-0007"]),
        ("네임노드", "ko", ["IL-0007"]),
        ("네임노드", "en", ["IL-0007"]),
        ("저장하지 못함", "ko", ["IL-0007"]),
        ("서킷 브레이커", "ko", ["IL-0012"]),
        ("재시도폭풍", "en", ["IL-0012"]),
        ("주문멈춤", "ko", ["IL-0012"]),
        ("retry storm", "ko", ["IL-0012"]),
        ("thundering herd", "ko", ["IL-0012"]),
        ("write_failed", "ko", ["IL-0007"]),
        ("ENHANCE_YOUR_CALM", "en", ["IL-0007"]),
        ("KubeNode", "en", ["IL-0007"]),
        ("학습 멈춤", "ko", ["IL-0007", "IL-0012"]),
        ("철회된", "ko", []),
        ("withdrawn", "en", []),
    ],
)
def test_queries(home, query, language, expected):
    assert ids(find(home, query, language)) == expected


def test_a_misspelled_word_is_replaced(home):
    outcome = find(home, "chekpoint", "en")
    assert outcome["instead"] == "Checkpoint"
    assert ids(outcome) == ["IL-0007"]


def test_a_row_shows_the_report_with_marks(home):
    (row,) = find(home, "네임노드 복구")["rows"]
    assert text_of(row["title"]) == "체크포인트 저장이 멈췄다"
    assert text_of(row["excerpt"]) == "HDFS네임노드가 복구 중이라 학습 작업이 실패했다."
    assert [part["text"] for part in row["excerpt"] if part["found"]] == ["네임노드", "복구"]
    assert (row["date"], row["severity"], row["labels"]) == ("2019-08-08", "높음", ["작업 실패", "의존성 장애"])


def test_palette_opens_by_key_and_goes_to_the_incident(tab, site):
    go(tab, site, "ko/")
    tab.keyboard.press("Control+k")
    box = tab.locator("dialog[open] input[role=combobox]")
    box.fill("체크포인트")
    option = tab.locator("[role=listbox] [role=option]").first
    option.wait_for()
    assert box.get_attribute("aria-activedescendant") == option.get_attribute("id")
    assert tab.locator("dialog [role=status]").inner_text() == "Results: 1"
    tab.keyboard.press("Enter")
    tab.wait_for_url("**/ko/incidents/IL-0007/**")


def test_slash_opens_the_palette_only_outside_boxes(tab, site):
    go(tab, site, "ko/")
    tab.locator("main input").press("/")
    assert tab.locator("main input").input_value() == "/"
    tab.locator("main input").evaluate("(box) => box.blur()")
    tab.keyboard.press("/")
    tab.locator("dialog[open]").wait_for()
    tab.keyboard.press("Escape")
    assert tab.locator("dialog[open]").count() == 0


def compose(tab, selector, events):
    return tab.evaluate(
        """([selector, events]) => {
          const box = document.querySelector(selector);
          return events.map(([type, init]) => {
            const Kind = type.startsWith("composition") ? CompositionEvent : KeyboardEvent;
            return box.dispatchEvent(new Kind(type, { bubbles: true, cancelable: true, ...init }));
          });
        }""",
        [selector, events],
    )


def test_keys_of_an_input_method_do_nothing(tab, site):
    go(tab, site, "ko/")
    tab.keyboard.press("Control+k")
    tab.locator("dialog[open] input").fill("체크포인트")
    tab.locator("[role=option]").first.wait_for()
    enter = ["keydown", {"key": "Enter"}]
    compose(
        tab,
        "#palette-box",
        [
            ["compositionstart", {}],
            ["keydown", {"key": "Enter", "isComposing": True, "keyCode": 229}],
            ["keydown", {"key": "ArrowDown", "keyCode": 229}],
            ["compositionend", {}],
            enter,
        ],
    )
    assert tab.locator("dialog[open]").count() == 1
    assert "/incidents/" not in tab.url
    compose(tab, "#palette-box", [enter])
    tab.wait_for_url("**/ko/incidents/IL-0007/**")


def test_search_page_keeps_its_state_in_the_address(tab, site):
    go(tab, site, "ko/search/", "?q=%EC%9E%AC%EC%8B%9C%EB%8F%84")
    links = tab.locator("main .result a")
    links.first.wait_for()
    assert "/ko/incidents/IL-0012/" in links.first.get_attribute("href")
    assert tab.locator("main input[name=q]").input_value() == "재시도"
    tab.locator("details.filters-fold summary").click()
    tab.locator("select[name=severity]").select_option("major")
    tab.locator(".search-advice").wait_for()
    assert "severity=major" in tab.url
    tab.go_back()
    links.first.wait_for()
    assert "severity" not in tab.url


def test_filters_alone_list_incidents(tab, site):
    go(tab, site, "ko/search/", "?organizations=bada")
    tab.locator("main .result").first.wait_for()
    assert tab.locator("main .result .result-id").all_inner_texts() == ["IL-0012", "IL-0020"]


def test_incidents_of_the_other_language_stand_in_a_group_of_their_own(tab, site):
    go(tab, site, "ko/search/", "?q=leap+second")
    tab.locator("section[data-language=en] .result a").wait_for()
    assert "/en/incidents/IL-0020/" in tab.locator("main .result a").get_attribute("href")


def test_an_empty_result_says_what_to_try(tab, site):
    go(tab, site, "en/search/", "?q=zzzzzz")
    tab.locator(".search-advice li").first.wait_for()
    assert tab.locator("[role=status]").inner_text() == "No results for: zzzzzz"


def test_nothing_leaves_the_site(tab, site):
    asked = []
    tab.on("request", lambda request: asked.append(request.url))
    go(tab, site, "ko/search/", "?q=%EC%9E%AC%EC%8B%9C%EB%8F%84")
    tab.locator("main .result").first.wait_for()
    assert asked
    assert all(address.startswith((site, "data:")) for address in asked)
