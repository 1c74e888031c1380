"""What goes into the index, and what does not."""

from html import unescape

import pytest

from generator.outputs.search.documents import ITEM, REGION, IndexDocuments, indexed, search_document
from generator.text.hangul import restore


def regions(page):
    body = page.html.split("data-pagefind-body>", 1)[1].split("</main>")[0]
    for region in body.split(f"</span> {REGION} ")[:-1]:
        words = unescape(region.split(">", 1)[1])
        yield [restore(item) for item in words.split(f" {ITEM} ")]


def test_pages_of_a_language_are_its_published_texts(library):
    assert [page.path for page in IndexDocuments(library, "ko")] == [
        "ko/incidents/IL-0007/index.html",
        "ko/incidents/IL-0012/index.html",
    ]
    assert [page.path for page in IndexDocuments(library, "en")] == [
        "en/incidents/IL-0007/index.html",
        "en/incidents/IL-0012/index.html",
        "en/incidents/IL-0020/index.html",
    ]


def test_an_untranslated_text_is_not_indexed(library):
    with pytest.raises(KeyError):
        indexed(library, library.incidents["IL-0020"], "ko")


def test_regions_stand_in_the_order_that_the_scripts_read(library):
    page = search_document(indexed(library, library.incidents["IL-0007"], "ko"))
    title, facts, labels, summary, sections, others, keywords = regions(page)
    assert title == ["체크포인트 저장이 멈췄다"]
    assert facts == ["IL-0007", "2019-08-08", "높음", "에이스"]
    assert labels == ["작업 실패", "의존성 장애"]
    assert summary == ["HDFS네임노드가 복구 중이라 학습 작업이 실패했다."]
    assert sections == [
        "로그에 checkpoint_write_failed 오류가 남았다.",
        "GOAWAY ENHANCE_YOUR_CALM",
        "KubeNodeNotReady",
    ]
    assert others == ["Checkpoint writes hung", "The NameNode was recovering and training jobs failed."]
    assert set(keywords) == {"학습 중단", "job crash", "Job failure", "Dependency failure", "Acme", "Acme Corp"}


def test_facts_that_are_not_known_stay_empty(library):
    page = search_document(indexed(library, library.incidents["IL-0012"], "en"))
    assert list(regions(page))[1] == ["IL-0012", "2021-03", "", "Bada", "Acme"]


def test_text_is_escaped(library):
    found = indexed(library, library.incidents["IL-0007"], "ko")
    page = search_document(
        type(found)(**{**{name: getattr(found, name) for name in found.__slots__}, "title": "a < b & c"})
    )
    assert "a &lt; b &amp; c" in page.html
    assert next(regions(page)) == ["a < b & c"]
