"""Words of the index: the same from texts and from queries."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.relations.query.errors import QueryError
from generator.relations.query.phrases import LONGEST, MOST_WORDS, parse_query
from generator.relations.query.tokens import indexed, key, stems, tokens, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("체크포인트를", "체크 크포 포인 인트 트를"),
        ("HDFS네임노드", "hdfs 네임 임노 노드"),
        ("x509: certificate has expired", "x509 certificate has expired"),
        ("us-east-1 / v1.25.3", "us east 1 v1 25 3"),
        ("snake_case_name", "snake case name"),
        ("Café ＡＢＣ", "cafe ａｂｃ"),
        ("값", "값"),
        ("한글", "한글"),
        ("\u1112\u1161\u11ab\u1100\u1173\u11af", "한글"),
        ("; -- \"'()*^:", ""),
    ],
)
def test_indexed(text, expected):
    assert indexed(text) == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("체크포인트를", ["체크포인트를", "체크포인트"]),
        ("네트워크에서는", ["네트워크에서는", "네트워크"]),
        ("서버로", ["서버로", "서버"]),
        ("회의", ["회의"]),
        ("kernel", ["kernel"]),
    ],
)
def test_stems(word, expected):
    assert stems(word) == expected


def test_keys_join_words():
    assert key("Out of Memory") == key("outofmemory")
    assert key("가용 영역") == key("가용영역")


def test_particle_behind_latin_is_dropped():
    assert parse_query("etcd가").words == ("etcd",)
    assert parse_query("가").words == ("가",)


def test_quotes_keep_words_together():
    assert parse_query('disk "no space left"').chunks == (("disk",), ("no", "space", "left"))


@settings(deadline=None)
@given(st.text(max_size=300))
def test_any_text_becomes_words_of_letters_and_digits(text):
    for token in indexed(text).split():
        assert token.isalnum()
        assert token == token.casefold() or not token.isascii()


@settings(deadline=None)
@given(st.text(alphabet="가각나다라마 abcXYZ0\"'*():-_\\", max_size=80), st.text(max_size=40))
def test_words_of_a_piece_stand_in_its_index(text, around):
    held = set(indexed(f"{around} {text} {around}").split())
    assert all(token in held for word in words(text) for token in tokens(word))


@settings(deadline=None)
@given(st.text(max_size=LONGEST))
def test_any_query_parses_or_says_that_it_is_empty(text):
    try:
        query = parse_query(text)
    except QueryError as error:
        assert error.code == "empty-query"  # noqa: PT017
        assert not words(text)
    else:
        assert 1 <= sum(map(len, query.chunks)) <= MOST_WORDS
