"""The scored queries over the public library: over http and from disk, in Chromium and in Firefox."""

from __future__ import annotations

import fcntl
import gzip
import json
import re
import shutil
import zipfile
from pathlib import Path
from urllib.parse import quote

import pytest
from bidi import firefox
from library.public_site import built_public_site, serving
from query_set import ASK, FLOORS, LANGUAGES, QUERIES, missed, share_found, texts

from generator.bundle import bundle

pytestmark = pytest.mark.xdist_group("public-queries")

INCIDENTS = Path(__file__).parents[2] / "content" / "incidents"
READY = "() => Boolean(window.IncidentSearch && IncidentSearch.results)"
COUNTED = r"/(?:pagefind|search)/\w|/assets/search\."
"""Addresses of the index, the files of the search and its scripts, pages left out."""
MOST_BYTES = 300_000
"""For a first query, as a host sends it: scripts and JSON compressed, the index as it is."""
CATEGORIES = {"particle", "inflection", "compound", "spacing", "mixed", "translit", "typo", "prefix", "error", "id"}


@pytest.fixture(scope="module")
def served(tmp_path_factory, worker_id):
    """Address of the public library over http, with a closing slash."""
    with serving(built_public_site(tmp_path_factory.getbasetemp(), worker_id).folder) as address:
        yield address


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory, worker_id):
    """Address of the unpacked bundle of the public library, with a closing slash."""
    root = built_public_site(tmp_path_factory.getbasetemp(), worker_id).folder.parent
    place = root.with_name("public-bundle")
    with root.with_name("public-bundle.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (place / "unpacked").exists():
            unpack_bundle(root, place)
    (folder,) = (place / "unpacked").iterdir()
    return f"{folder.as_uri()}/"


def unpack_bundle(root, place):
    shutil.rmtree(place, ignore_errors=True)
    result = bundle(root, place / "out")
    assert result.path is not None, result.problems
    with zipfile.ZipFile(result.path) as archive:
        archive.extractall(place / "partial")
    (place / "partial").rename(place / "unpacked")


def asked(tab, site, end=""):
    """What the search page of each language answers, a page load a language."""
    answers = {}
    for language in LANGUAGES:
        tab.goto(f"{site}{language}/search/{end}")
        tab.wait_for_function(READY)
        answers[language] = tab.evaluate(ASK, texts(language))
    return answers


def sent(answer):
    """Bytes of an answer, compressed where a host would compress it."""
    plain = answer.url.endswith((".js", ".json"))
    return len(gzip.compress(answer.body()) if plain else answer.body())


def only_ids(answers):
    return {language: {query: answer["ids"] for query, answer in found.items()} for language, found in answers.items()}


@pytest.fixture(scope="module")
def over_http(chromium, served):
    tab = chromium.new_page()
    yield asked(tab, served)
    tab.close()


@pytest.fixture(scope="module")
def from_disk(chromium, unpacked):
    tab = chromium.new_page()
    yield asked(tab, unpacked, "index.html")
    tab.close()


@pytest.fixture(params=["over_http", "from_disk"])
def ids(request):
    """Ids over http and from disk."""
    return only_ids(request.getfixturevalue(request.param))


def test_the_set_asks_in_every_way():
    assert len(QUERIES) >= 120
    assert len({(query.language, query.text) for query in QUERIES}) == len(QUERIES)
    assert {query.category for query in QUERIES} == {*CATEGORIES, "word", "across"}
    assert {query.category for query in QUERIES if query.language == "ko"} >= CATEGORIES


def test_the_set_names_incidents_of_the_library():
    known = {path.name for path in INCIDENTS.iterdir()}
    assert [query.text for query in QUERIES if not query.must or not query.must | query.every <= known] == []


@pytest.mark.parametrize("group", FLOORS)
def test_enough_is_found(ids, group):
    assert share_found(group, ids) >= FLOORS[group], missed(group, ids)


def test_the_answers_are_the_same_over_http_and_from_disk(over_http, from_disk):
    assert over_http == from_disk


@pytest.mark.parametrize(
    ("language", "query"),
    [
        ("ko", "체크포인트"),
        ("ko", "쿠버네티스 업그레이드 실패"),
        ("ko", "쿠버내티스"),
        ("en", "zzqqxx"),
        ("en", "oomkiled"),
    ],
)
def test_a_first_query_fetches_little(chromium, served, language, query):
    context = chromium.new_context()
    tab = context.new_page()
    fetched = []
    tab.on("response", lambda answer: fetched.append(answer))  # noqa: PLW0108  # playwright wants a function
    tab.goto(f"{served}{language}/search/?q={quote(query)}")
    tab.locator("main .results-list a, main .search-advice").first.wait_for()
    tab.wait_for_load_state("networkidle")
    sizes = {answer.url: sent(answer) for answer in fetched if re.search(COUNTED, answer.url)}
    context.close()
    assert any("/index/" in address for address in sizes)
    assert sum(sizes.values()) <= MOST_BYTES, sizes


def test_firefox_answers_the_same_from_disk(tmp_path, unpacked, from_disk):
    with firefox(tmp_path) as window:
        for language in LANGUAGES:
            window.open(f"{unpacked}{language}/search/index.html")
            window.until(f"({READY})()")
            found = window.evaluate(f"({ASK})({json.dumps(texts(language))})")
            assert found == from_disk[language]
        assert window.complaints() == []
