"""The index: what stands where, in the form that Pagefind's program reads."""

import json
import re
from dataclasses import replace
from importlib.metadata import PackageNotFoundError
from itertools import pairwise
from pathlib import Path
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagefind_index import by_place, decode, index_pages, indexed_files, read_index, read_parts, unpacked

from generator.build import Options, load
from generator.outputs.search import pagefind, programs
from generator.outputs.search.documents import BODY, KEYWORDS, TITLE, Region, indexed, regions
from generator.outputs.search.errors import IndexerError
from generator.outputs.search.inverted import ENOUGH, MOST, Entry, Inverted, Part, parts, table
from generator.outputs.search.postings import postings
from generator.outputs.search.records import listed_in
from generator.outputs.search.terms import terms
from generator.text import cbor
from generator.text.hangul import pairs, restore

ROOT = Path(__file__).parents[2]
WORDS = [
    word
    for line in (
        "WKWebVIEWComponent HTTP2Server v1.2.3 abc123Def foo_bar_baz IL-0585 k8s x509: IPv6Addr a-b-c",
        "éCole caféCrème CAFÉ-Crème cafe Ⅻ ½ ①② 𝐀bc _x __y__ __array_structures don't A.B.C ABCdef ABC1",
        '1ABC 1abc abc1 ABc straße ไทย ÀÉ fooBAR fooBARbaz 3D 2xx p99.9 (foo) "bar" #12 C++ C# /var/log/x.log',
        "https://a.b/c?d=e&f=g%20 foo@bar.com 10.0.0.1 ㄱㄴ x²y m³ 一丁 一丁Abc abc一丁 ＡＢＣ ＡbＣ NaïveCase",
        "x⁀y -- … a log Log LOG log/log",
    )
    for word in line.split()
]


def fragments(files, language):
    for path, content in files.items():
        if path.startswith(f"pagefind/{language}/fragment/"):
            yield path.rsplit("/", 1)[1].removesuffix(".pf_fragment"), json.loads(unpacked(content))


def language_files(files, language):
    return {path: content for path, content in files.items() if path.startswith(f"pagefind/{language}/")}


def has_sign(term):
    return any(category(sign)[0] not in "LNM" and sign != "_" for sign in term)


def test_words_stand_under_the_terms_that_pagefind_gives_them(tmp_path):
    theirs = by_place(index_pages(tmp_path, [[(24, WORDS)]]))
    for place, word in enumerate(WORDS):
        whole, split = terms(word)
        ours = [(part, 24 // len(split)) for part in split] + ([(whole, 24)] if whole else [])
        assert sorted(ours) == sorted(theirs.get((0, place), [])), word


def test_signs_of_any_writing_part_words():
    assert terms("2024–2025년은".replace("년은", "")) == ("20242025", ("2024", "2025"))
    assert terms("it’s") == ("its", ("it",))
    assert terms("API\U000f0d7c") == ("api", ())


def test_the_index_of_the_public_library_is_what_pagefind_makes_of_its_texts(tmp_path):
    content, _ = load(ROOT, Options(jobs=1))
    for language in content.site.languages:
        pages = [indexed(content.library, one, language) for one in listed_in(content.library, language)[::5]]
        ours = by_place(read_parts(parts(inverted(postings(regions(page)) for page in pages))))
        theirs = by_place(index_pages(tmp_path / language, [list(regions(page)) for page in pages]))
        same = [place for place, found in theirs.items() if not any(has_sign(term) for term, _ in found)]
        assert len(same) > 0.95 * len(theirs)
        assert set(ours) <= set(theirs)
        assert {place: sorted(ours[place]) for place in same} == {place: sorted(theirs[place]) for place in same}


def inverted(pages):
    held = Inverted()
    for page in pages:
        held.add(page.terms, page.places)
    return held.entries()


WEIGHED = st.sampled_from((TITLE, BODY, KEYWORDS))
REGIONS = st.lists(st.builds(Region, WEIGHED, st.lists(st.sampled_from([*WORDS, *pairs("재시도폭주")]), max_size=9)))


@given(st.lists(REGIONS, max_size=5))
def test_every_place_of_every_term_comes_back(pages):
    found = by_place(read_parts(parts(inverted(map(postings, pages)))))
    expected = {}
    for number, page in enumerate(pages):
        place = 0
        for weight, words in page:
            for word in words:
                whole, split = terms(word)
                held = [(part, weight // len(split)) for part in split] + ([(whole, weight)] if whole else [])
                if held:
                    expected[number, place] = sorted(held)
                place += 1
            place += 1
    assert {place: sorted(held) for place, held in found.items()} == expected


@given(st.lists(st.text(alphabet="abcde가나", min_size=1, max_size=9), unique=True), st.integers(1, 3 * ENOUGH))
def test_a_part_ends_where_terms_begin_otherwise(written, size):
    entries = [Entry(term, bytes(size)) for term in sorted(written)]
    held = list(parts(entries))
    for entry in entries:
        assert sum(part.first <= entry.term <= part.last for part in held) == 1
    for before, after in pairwise(held):
        assert before.last < after.first
        assert len(before.content) >= ENOUGH
        assert len(before.content) >= MOST or before.last[:4] != after.first[:4]
        assert len(before.content) < MOST + size + 16


def test_the_table_leads_to_every_term():
    held = [Part("apple", "apricot", b""), Part("apron", "apronstring", b""), Part("b", "b", b""), Part("bc", "d", b"")]
    (_, _, ranges, *_), _ = decode(table("1", [], [(str(number), part) for number, part in enumerate(held)]))
    assert ranges == [["apple", "apri", "0"], ["apro", "apronstring", "1"], ["b", "b", "2"], ["bc", "d", "3"]]


@given(st.integers(-(1 << 63), (1 << 64) - 1))
def test_numbers_are_written_as_cbor_has_them(value):
    written = cbor.number(value)
    assert decode(written) == (value, len(written))


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0, "00"), (23, "17"), (24, "1818"), (255, "18ff"), (256, "190100"), (65536, "1a00010000"), (-193, "38c0")],
)
def test_numbers_take_as_few_bytes_as_they_can(value, expected):
    assert cbor.number(value).hex() == expected


def test_the_files_are_whole_and_found_by_their_names(files):
    for language, expected in (("ko", {"IL-0007", "IL-0012"}), ("en", {"IL-0007", "IL-0012", "IL-0020"})):
        names, places = read_index(language_files(files, language))
        ids = json.loads(files[f"pagefind/{language}/ids.json"])
        assert list(ids) == names
        assert set(ids.values()) == expected
        texts = dict(fragments(files, language))
        assert set(texts) == set(names)
        for name, text in texts.items():
            assert re.fullmatch(rf"{ids[name]}-[0-9a-f]{{6}}", name)
            assert text["url"] == f"/{language}/incidents/{ids[name]}/"
            assert text["word_count"] == len(text["content"].split())
        assert {"checkpoint", "il0007"} <= set(places)


def test_text_comes_back_from_the_index(files):
    texts = [restore(text["content"]) for _, text in fragments(files, "ko")]
    assert any("HDFS네임노드가 복구 중이라 학습 작업이 실패했다." in text for text in texts)
    assert not any("철회" in text for text in texts)


def test_nothing_but_what_the_search_reads_is_there(files):
    kinds = {path.rsplit(".", 1)[1] for path in files if path.startswith("pagefind/")}
    assert kinds == {"pf_index", "pf_fragment", "pf_meta", "json", "js", "pagefind"}


def test_a_language_without_texts_has_no_files(library, tmp_path):
    incidents = {key: one for key, one in library.incidents.items() if "ko" not in one.brief.languages}
    files = indexed_files(replace(library, incidents=incidents), tmp_path)
    assert not any(path.startswith("pagefind/ko/") for path in files)
    assert any(path.startswith("pagefind/en/") for path in files)


def test_a_missing_indexer_is_named(library, monkeypatch, tmp_path):
    def missing(_):
        raise PackageNotFoundError

    monkeypatch.setattr(pagefind, "version", missing)
    with pytest.raises(IndexerError, match="pip install"):
        indexed_files(library, tmp_path)


def test_a_failing_indexer_says_why(library, monkeypatch, tmp_path):
    program = tmp_path / "failing"
    program.write_text("#!/bin/sh\necho first\necho out of room\nexit 3\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setattr(programs.sys, "executable", str(program))
    with pytest.raises(IndexerError, match="status 3: out of room"):
        indexed_files(library, tmp_path / "cache")
