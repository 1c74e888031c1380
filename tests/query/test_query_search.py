"""Search over the public library: Korean with its particles, compounds and short words, English, and across both."""

import re

import pytest

from generator.relations.query.errors import QueryError
from generator.relations.query.filters import FACTS, Filters
from generator.relations.query.search import search

pytest_plugins = ("public_library",)


def ids(results):
    return [hit.summary.id for hit in results.hits]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("체크포인트를", "IL-0585"),
        ("체크포인트가 저장되지 않음", "IL-0585"),
        ("네임노드", "IL-0585"),
        ("namenode", "IL-0585"),
        ("HDFS네임노드를", "IL-0585"),
        ("etcd 장애", "IL-0271"),
        ("etcd가 합의를 잃음", "IL-0271"),
        ("etcd quorum", "IL-0081"),
        ("OOMKilled", "IL-0117"),
        ("메모리 부족", "IL-0117"),
        ("x509: certificate has expired", "IL-0065"),
        ("인증서 만료", "IL-0065"),
        ("인증서만료", "IL-0065"),
        ("expired certificates", "IL-0065"),
        ("no space left on device", "IL-0029"),
        ('"no space left on device"', "IL-0064"),
        ("디스크가 가득 참", "IL-0166"),
        ("디스크 풀", "IL-0166"),
        ("BGP 경로 유출", "IL-0173"),
        ("leap day", "IL-0002"),
        ("윤일", "IL-0002"),
        ("서비스 메시", "IL-0021"),
        ("GPU 고장", "IL-0121"),
        ("Postgres TOAST", "IL-0255"),
        ("kubeadm", "IL-0018"),
        ("큐버네티스 마스터", "IL-0070"),
    ],
)
def test_found_among_the_first(store, query, expected):
    assert expected in ids(search(store, query))


@pytest.mark.parametrize("text", ["IL-0585", "585", "il 585", "il-0585", "IL585", " #585 ", "il_00585"])
def test_an_id_comes_first(store, text):
    results = search(store, text)
    assert ids(results)[0] == "IL-0585"
    assert results.hits[0].how == "id"


def test_an_id_with_its_prefix_finds_nothing_else_but_mentions(store):
    assert search(store, "il 585").total <= 3


@pytest.mark.parametrize("query", ["쿠버네티스", "kubernetes", "k8s", "큐버네티스"])
def test_names_of_a_term_in_any_language_find_its_incidents(store, query):
    tagged = {
        identifier
        for (identifier,) in store.rows(
            "SELECT id FROM incident JOIN tag USING (number) WHERE group_id = 'topics' AND term = 'kubernetes'"
        )
    }
    found = set(ids(search(store, query, limit=400)))
    assert tagged <= found


def test_each_language_finds_the_other(store):
    korean = set(ids(search(store, "쿠버네티스", limit=400)))
    english = set(ids(search(store, "kubernetes", limit=400)))
    assert len(korean & english) >= 0.9 * max(len(korean), len(english))


def test_several_words_can_be_a_synonym(store):
    assert ids(search(store, "out of memory", limit=30)) != []
    assert "IL-0261" in ids(search(store, "OOMKilled", limit=30))
    assert "IL-0261" in ids(search(store, "out of memory", limit=30))


def test_the_language_of_results(store):
    assert search(store, "인증서 만료").language == "ko"
    assert search(store, "expired certificate").language == "en"
    english = search(store, "인증서 만료", language="en")
    assert all(not re.search("[가-힣]", hit.summary.title) for hit in english.hits)
    assert ids(english) == ids(search(store, "인증서 만료", language="ko"))


def test_title_and_tags_stand_above_the_text(store):
    titles = [hit.summary.title.casefold() for hit in search(store, "Zookeeper").hits]
    named = ["zookeeper" in title for title in titles]
    assert named == sorted(named, reverse=True)


def test_excerpts_show_the_words(store):
    for query in ("inotify", "재미러링", "Orchestrator"):
        hit = search(store, query).hits[0]
        assert hit.excerpt.found
        assert query.casefold() in hit.excerpt.text.casefold()
        assert len(hit.excerpt.text) <= 182


def test_pages_follow_each_other(store):
    whole = ids(search(store, "database", limit=50))
    assert whole[:7] + ids(search(store, "database", start=7, limit=43)) == whole
    assert len(set(whole)) == len(whole)


def test_nonsense_finds_nothing(store):
    assert search(store, "asdfqwerzxcv").total == 0
    assert search(store, "뷁쉛뛟").total == 0


def test_a_word_that_nobody_knows_does_not_hide_the_others(store):
    assert "IL-0123" in ids(search(store, "etcd asdfqwerzxcv"))


class TestFilters:
    def test_terms_of_one_group_are_alternatives_and_groups_all_hold(self, store):
        dns = search(store, "GitHub", Filters(terms={"topics": ("dns",)}), limit=400)
        both = search(store, "GitHub", Filters(terms={"topics": ("dns", "database")}), limit=400)
        narrow = search(
            store, "GitHub", Filters(terms={"topics": ("dns", "database"), "organizations": ("github",)}), limit=400
        )
        assert 0 < dns.total < both.total
        assert 0 < narrow.total <= both.total
        assert all({"dns", "database"} & set(hit.summary.tags["topics"]) for hit in narrow.hits)
        assert all(("github") in dict(hit.summary.organizations) for hit in narrow.hits)

    def test_years(self, store):
        found = search(store, "database", Filters(year_from=2019, year_to=2020), limit=400)
        assert found.total
        assert {hit.summary.date[:4] for hit in found.hits} <= {"2019", "2020"}

    @pytest.mark.parametrize("fact", FACTS)
    def test_has(self, store, fact):
        found = search(store, "database", Filters(has=(fact,)), limit=400)
        shown = {
            "date": lambda summary: summary.date,
            "severity": lambda summary: summary.severity,
            "time_to_detect": lambda summary: summary.time_to_detect,
            "time_to_recover": lambda summary: summary.time_to_recover,
        }.get(fact, lambda _: True)
        assert all(shown(hit.summary) for hit in found.hits)

    def test_an_id_obeys_the_filters(self, store):
        assert "IL-0585" not in ids(search(store, "585", Filters(terms={"topics": ("dns",)})))

    def test_text_in(self, store):
        assert search(store, "database", Filters(text_in="ko")).total == search(store, "database").total

    @pytest.mark.parametrize(
        ("filters", "code"),
        [
            (Filters(terms={"topics": ("dnss",)}), "unknown-term"),
            (Filters(terms={"planets": ("mars",)}), "unknown-group"),
            (Filters(terms={"topics": tuple(map(str, range(99)))}), "too-many"),
            (Filters(has=("luck",)), "unknown-fact"),
            (Filters(year_from=2020, year_to=2019), "years-reversed"),
            (Filters(year_from=-1), "out-of-range"),
            (Filters(year_to=10**9), "out-of-range"),
            (Filters(text_in="tlh"), "unknown-language"),
        ],
    )
    def test_a_filter_that_names_nothing_is_an_error(self, store, filters, code):
        with pytest.raises(QueryError) as caught:
            search(store, "database", filters)
        assert caught.value.code == code

    def test_a_near_miss_is_suggested(self, store):
        with pytest.raises(QueryError) as caught:
            search(store, "x", Filters(terms={"topics": ("kubernets",)}))
        assert caught.value.values["known"].split(", ")[0] == "kubernetes"
