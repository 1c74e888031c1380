"""Hostile questions: SQL, the syntax of the index, huge and broken texts get an answer or a clear error, never more."""

import sqlite3

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.relations.query.cursors import make_cursor, question_mark, read_cursor
from generator.relations.query.errors import CODES, QueryError, nearest, quoted
from generator.relations.query.filters import Filters
from generator.relations.query.listing import list_incidents
from generator.relations.query.lookup import find, get
from generator.relations.query.match import match
from generator.relations.query.search import search
from generator.relations.query.topics import topic
from generator.relations.query.vocab import vocab

pytest_plugins = ("public_library",)

HOSTILE = [
    "'; DROP TABLE incident; --",
    '" OR 1=1 --',
    "title:x OR labels:y",
    "NEAR(etcd quorum, 3)",
    "etcd AND",
    "AND OR NOT",
    "NOT etcd",
    "^etcd",
    "etcd*",
    "{title labels} : etcd",
    "- - etcd",
    "(((((etcd",
    '"unclosed',
    '""',
    "\x00etcd\x00",
    "etcd\ud800".encode("utf-8", "replace").decode(),
    "' UNION SELECT record FROM incident --",
    "%_%",
    "\u202e\u200bетcd",
    "가" * 900,
    " ".join(["쿠버네티스"] * 150),
    " ".join(f"w{number}" for number in range(200)),
    "((" * 400,
    '"' * 999,
]


@pytest.mark.parametrize("query", HOSTILE)
def test_a_hostile_query_is_words_or_nothing(store, query):
    try:
        results = search(store, query)
    except QueryError as error:
        assert error.code == "empty-query"  # noqa: PT017
    else:
        assert results.total >= len(results.hits)


def test_syntax_of_the_index_is_no_more_than_words(store):
    plain = search(store, "etcd and quorum", limit=50)
    assert [hit.summary.id for hit in search(store, "etcd AND quorum", limit=50).hits] == [
        hit.summary.id for hit in plain.hits
    ]
    assert search(store, "title:etcd").total <= search(store, "etcd").total


@pytest.mark.parametrize("size", [1_001, 100_000])
def test_a_huge_query_is_refused(store, size):
    with pytest.raises(QueryError) as caught:
        search(store, "x" * size)
    assert caught.value.code == "query-too-long"


@pytest.mark.parametrize("text", ["", "   ", "!!!", "\n\t"])
def test_an_empty_query_is_refused(store, text):
    with pytest.raises(QueryError) as caught:
        search(store, text)
    assert caught.value.code == "empty-query"


@settings(deadline=None)
@given(text=st.text(max_size=200))
def test_any_query_is_answered(store, text):
    try:
        search(store, text)
    except QueryError as error:
        assert error.code in CODES  # noqa: PT017


@pytest.mark.parametrize("text", [*HOSTILE, "IL-99999", "0", "-1", "IL-", "999999999999999999999"])
def test_an_id_that_is_none_is_unknown(store, text):
    with pytest.raises(QueryError) as caught:
        get(store, text)
    assert caught.value.code == "unknown-id"
    assert len(caught.value.values["value"]) <= 60


@settings(deadline=None)
@given(text=st.text(max_size=60))
def test_any_id_is_looked_up(store, text):
    number = find(store, text)
    assert number is None or store.rows("SELECT 1 FROM incident WHERE number = ?", (number,))


def test_terms_groups_and_sorts_that_are_not_there(store):
    for ask, code in (
        (lambda: topic(store, "x' OR '1'='1", language="en"), "unknown-term"),
        (lambda: topic(store, "dns", "sqlite_schema", language="en"), "unknown-group"),
        (lambda: vocab(store, "incident; --", language="en"), "unknown-group"),
        (lambda: list_incidents(store, Filters(), language="en", sort="place; DROP"), "unknown-sort"),
        (lambda: match(store, "", language="en"), "empty-query"),
        (lambda: match(store, "x" * 11, language="en", longest=10), "text-too-long"),
        (lambda: store.language("'"), "unknown-language"),
    ):
        with pytest.raises(QueryError) as caught:
            ask()
        assert caught.value.code == code


def test_the_database_cannot_be_written(store):
    for statement in ("DELETE FROM incident", "DROP TABLE tag", "INSERT INTO search (search) VALUES ('rebuild')"):
        with pytest.raises(sqlite3.Error):
            store.rows(statement)
    assert store.rows("SELECT count(*) FROM incident")[0][0] == store.count


class TestCursors:
    def test_a_cursor_names_its_place(self):
        mark = question_mark("digest", "search", {"query": "x"})
        assert read_cursor(mark, make_cursor(mark, 20)) == 20
        assert read_cursor(mark, None) == 0

    def test_a_cursor_is_bound_to_the_question_and_to_the_library(self):
        mark = question_mark("digest", "search", {"query": "x"})
        for other in (
            question_mark("digest", "search", {"query": "y"}),
            question_mark("digest", "list", {"query": "x"}),
            question_mark("another", "search", {"query": "x"}),
        ):
            with pytest.raises(QueryError):
                read_cursor(other, make_cursor(mark, 20))

    @settings(deadline=None)
    @given(cursor=st.text(max_size=200) | st.binary(max_size=40).map(lambda data: data.hex()))
    def test_any_other_text_is_a_bad_cursor(self, cursor):
        with pytest.raises(QueryError) as caught:
            read_cursor("0123456789ab", cursor)
        assert caught.value.code == "bad-cursor"

    @pytest.mark.parametrize("place", ["-1", "1.5", "", "٣", "99999999999", "1 "])
    def test_a_forged_place_is_refused(self, place):
        with pytest.raises(QueryError):
            read_cursor("0123456789ab", make_cursor("0123456789ab", place))


def test_values_of_messages_are_short_and_on_one_line():
    assert len(quoted("x" * 10_000)) <= 60
    assert "\n" not in quoted("a\nb")
    assert nearest("x" * 100_000, ["dns"]) == "dns"
