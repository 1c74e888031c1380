"""Re-spelling: any text survives, and what the index is to find stands in it as words."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.text.forms import nfc
from generator.text.hangul import SILENT, pairs, query_words, respell, restore, weak_from

PIECES = [*"가나다각수를했에지 \n\t`|^_aB9.()一丁龥ㄱ", "했습니다", "초과", "e\u0301"]
EDGES = [0x4E00, 0x79A3, 0x79A4, 0x79A5, 0x20000, 0x22BA4, 0x22BA5, 0xF0000, 0xF2BA3, 0x1100, 0x1161, 0x11A8, 0x200B]
TEXTS = st.one_of(st.text(), st.lists(st.sampled_from([*PIECES, *map(chr, EDGES)])).map("".join))


@given(TEXTS)
def test_any_text_survives(text):
    assert restore(respell(text)) == nfc(text)


@given(TEXTS)
def test_no_syllable_is_left(text):
    assert not re.search("[가-힣]", respell(text))


@given(st.text(alphabet="가나다라마", min_size=1, max_size=6), st.text(alphabet="가나다라마", min_size=1, max_size=6))
def test_two_runs_stay_apart(one, other):
    assert restore(respell(f"{one} {other}")) == f"{one} {other}"
    assert respell(f"{one} {other}") != respell(one + other)


def indexed_words(text):
    """What the index takes for words: letters and digits of each piece between spaces."""
    return ["".join(filter(str.isalnum, word)).lower() for word in respell(text).split()]


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("HDFS네임노드를 복구했다", "네임노드"),
        ("HDFS네임노드를 복구했다", "HDFS 네임노드 복구"),
        ("데이터센터에서 불이 났다", "센터"),
        ("서킷브레이커가 꺼져 있었다", "브레이커"),
        ("(체크포인트)가 깨졌다", "체크포인트"),
        ("용량초과 경보", "초과"),
        ("漢字 오류", "漢字"),
    ],
)
def test_queries_find_their_text(text, query):
    assert set(query_words(query)) <= set(indexed_words(text))


@pytest.mark.parametrize(
    ("run", "strong"),
    [
        ("인증서가", "인증서"),
        ("만료되었습니다", "만료"),
        ("저장하지", "저장"),
        ("만료됨", "만료"),
        ("멈췄다", "멈췄"),
        ("데이터센터에서", "데이터센터"),
        ("렸지만", "렸지"),
        ("용량초과", "용량초과"),
        ("재시도", "재시도"),
        ("게이트웨이", "게이트웨이"),
        ("경고", "경고"),
        ("했다", "했다"),
    ],
)
def test_endings_and_particles_say_nothing(run, strong):
    assert weak_from(run) == len(strong) - 1


def test_particle_after_latin_letters_is_silent():
    assert not any(indexed_words("를"))
    assert ord(respell("API를")[-1]) >= SILENT


def test_one_syllable_begins_no_other_word():
    assert not any(word.startswith(pairs("수")[0]) for word in pairs("수비수"))


def test_query_words_are_told_once_and_without_signs():
    assert query_words("API api x509: ㅋㅋ") == ["api", "x509"]
