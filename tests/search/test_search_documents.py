"""What goes into the index, and what does not."""

import pytest

from generator.outputs.search.documents import BODY, ITEM, KEYWORDS, TITLE, indexed, regions
from generator.outputs.search.records import listed_in
from generator.text.hangul import restore


def texts(page):
    for region in regions(page):
        yield [restore(item) for item in " ".join(region.words).split(f" {ITEM} ")]


def test_an_index_holds_the_published_texts_of_its_language(library):
    assert [incident.id for incident in listed_in(library, "ko")] == ["IL-0007", "IL-0012"]
    assert [incident.id for incident in listed_in(library, "en")] == ["IL-0007", "IL-0012", "IL-0020"]


def test_an_untranslated_text_is_not_indexed(library):
    with pytest.raises(KeyError):
        indexed(library, library.incidents["IL-0020"], "ko")


def test_regions_stand_in_the_order_that_the_scripts_read(library):
    page = indexed(library, library.incidents["IL-0007"], "ko")
    title, facts, labels, summary, sections, others, keywords = texts(page)
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
    weights = [region.weight for region in regions(page)]
    assert (weights[0], weights[3], weights[-1]) == (TITLE, BODY, KEYWORDS)


def test_facts_that_are_not_known_stay_empty(library):
    page = indexed(library, library.incidents["IL-0012"], "en")
    facts = " ".join(list(regions(page))[1].words)
    assert facts.split(ITEM)[2].strip() == ""
    assert [restore(item.strip()) for item in facts.split(ITEM)] == ["IL-0012", "2021-03", "", "Bada", "Acme"]


def test_signs_without_a_width_do_not_part_words(library):
    found = indexed(library, library.incidents["IL-0007"], "en")
    values = {name: getattr(found, name) for name in found.__slots__}
    page = type(found)(**{**values, "title": "fail\u200bover \ufeff now"})
    assert next(regions(page)).words == ["failover", "now"]
