"""The content of the public library, and the page that an incident makes of it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from links import Element, Page

from generator.build import Options, load
from generator.checks import check_content
from generator.content.load import Content

ROOT = Path(__file__).resolve().parents[2]

KOREAN = {
    "facts": ["심각도", "영향 범위", "영향 사용자", "지역", "감지까지", "복구까지"],
    "labels": [
        *["증상", "원인", "기여 요인", "촉발", "감지", "조치", "후속 조치", "교훈", "출처", "참고 문서", "관련 사례"],
        *["내 클러스터에도 있는지 확인하기", "AI 도구와 스크립트용"],
    ],
    "header": [
        *[
            "IL-0585",
            "마이크로소프트",
            "발생일",
            "2017년 10월",
            "2017년 12월",
            "게시일",
            "2019년 8월 8일",
            "AI 인프라",
            "스토리지",
        ],
        "오래 돌던 학습 작업이 HDFS에 체크포인트를 쓰지 못해 실패했다",
        "연구진이 2017년 10~12월에",
    ],
    "known": {
        "영향 범위": "2017년 10~12월 Philly GPU 클러스터 한 곳의 학습 작업 948개에서 실패 1,995건",
        "영향 사용자": "85명",
        "촉발": "체크포인트를 쓰는 순간 HDFS에 일시 오류가 있었거나 HDFS 네임노드가 복구 중이었다",
    },
    "unknown": ["심각도", "지역", "감지까지", "복구까지", "기여 요인", "조치", "후속 조치"],
    "not stated": "–출처에 없음",
    "none": "–없음",
    "symptoms": ["학습 작업 실패", "스토리지 연결 끊김"],
    "causes": ["의존 서비스 장애"],
    "cause": "원인",
    "text": {
        "symptoms": "181.67분",
        "cause": "Apache YARN",
        "detection": "230개가 넘는 규칙",
        "lessons": "재시도 횟수",
    },
}
ENGLISH = {
    "facts": ["Severity", "Impact scope", "Affected users", "Region", "Time to detect", "Time to recover"],
    "labels": [
        *["Symptoms", "Cause", "Contributing factors", "Trigger", "Detection", "Remediation", "Follow-ups", "Lessons"],
        *["Sources", "References", "Related incidents", "Does my cluster have this?", "For AI tools and scripts"],
    ],
    "header": [
        *["IL-0585", "Microsoft", "Occurred", "October 2017", "December 2017", "Published", "August 8, 2019"],
        *["AI infrastructure", "Storage"],
        "Long-running training jobs failed when they could not write checkpoints to HDFS",
        "From October to December 2017",
    ],
    "known": {
        "Impact scope": "1,995 failures in 948 training jobs on one Philly GPU cluster, October to December 2017",
        "Affected users": "85",
        "Trigger": "HDFS had a passing error, or its name node was in recovery, when a checkpoint was written",
    },
    "unknown": [
        *[
            "Severity",
            "Region",
            "Time to detect",
            "Time to recover",
            "Contributing factors",
            "Remediation",
            "Follow-ups",
        ],
    ],
    "not stated": "–Not stated by the source",
    "none": "–None",
    "symptoms": ["Training job failure", "Storage disconnect"],
    "causes": ["Dependency failure"],
    "cause": "Causes",
    "text": {"symptoms": "181.67 minutes", "cause": "Apache YARN", "detection": "230 rules", "lessons": "retry count"},
}
EXPECTED = {"ko": KOREAN, "en": ENGLISH}
languages = pytest.mark.parametrize("language", ["ko", "en"])


@cache
def content() -> Content:
    loaded, problems = load(ROOT, Options(jobs=1))
    assert problems == []
    assert loaded is not None
    return loaded


def test_the_content_has_no_problem():
    assert [
        f"{one.path}:{one.line}:{one.column}: {one.code} {dict(one.values)}" for one in check_content(content())
    ] == []


def test_the_library_is_large_and_in_both_languages():
    listed = list(content().library.listed())
    assert len(listed) >= 290
    assert [incident.id for incident in listed if set(incident.texts) != {"ko", "en"}] == []


@languages
def test_every_incident_has_its_pages(public_site, language):
    paths = {f"{language}/incidents/{folder.name}/index.html" for folder in (ROOT / "content/incidents").iterdir()}
    assert len(paths) >= 290
    assert paths - public_site.files == set()


@languages
def test_fields_stand_in_the_order_of_the_original_page(public_site, language):
    page, wanted = incident(public_site, language), EXPECTED[language]
    facts = [element.text for element in dts_of(page, "fact")]
    assert facts == wanted["facts"]
    assert labels(page, wanted["cause"]) == wanted["labels"]


@languages
def test_the_header_stands_in_the_order_of_the_original_page(public_site, language):
    main = public_site.read(f"{language}/incidents/IL-0585/index.html").partition("<main")[2]
    shown = re.sub(r"<[^>]*>", "", re.sub(r"<time [^>]*>", "", main))
    missing, start = [], 0
    for text in EXPECTED[language]["header"]:
        place = shown.find(text, start)
        if place < 0:
            missing.append(text)
        start = max(start, place)
    assert missing == []
    assert main.index('class="incident-header"') < main.index("<dl>") < main.index('id="symptoms"')


@languages
def test_what_the_source_does_not_say_is_a_dash(public_site, language):
    page, wanted = incident(public_site, language), EXPECTED[language]
    values = all_values(page)
    unknown = [label for label, value in values.items() if value == wanted["not stated"]]
    assert unknown == wanted["unknown"]
    assert {label: values[label] for label in wanted["known"]} == wanted["known"]


@languages
def test_there_is_no_reference_but_sources_and_relations(public_site, language):
    page, wanted = incident(public_site, language), EXPECTED[language]
    sections = {section_id(page, section): section for section in page.find("section") if is_section(section)}
    assert sections["references"].text.strip().endswith(wanted["none"])
    assert "https://arxiv.org/abs/1901.05758" in [link.attributes["href"] for link in page.find("a")]
    assert "https://github.com/msr-fiddle/philly-traces" in " ".join(link.attributes["href"] for link in page.find("a"))
    assert re.search(r"IL-\d{4}", sections["related"].text)


@languages
def test_texts_and_tags_stand_in_their_sections(public_site, language):
    page, wanted = incident(public_site, language), EXPECTED[language]
    sections = {section_id(page, section): section for section in page.find("section") if is_section(section)}
    for name, text in wanted["text"].items():
        assert text in sections[name].text
    for tag in wanted["symptoms"]:
        assert tag in sections["symptoms"].text
    for tag in wanted["causes"]:
        assert tag in sections["cause"].text
    assert "kubectl get persistentvolumeclaims -A -o json" in sections["checks"].text
    assert "search_incidents" in sections["tools"].text


def incident(site, language: str) -> Page:
    return Page(site.read(f"{language}/incidents/IL-0585/index.html"))


def is_section(element: Element) -> bool:
    return "section" in element.attributes.get("class", "").split()


def section_id(page: Page, section: Element) -> str:
    """The id of the first heading that comes after the start of a section."""
    later = page.elements[page.elements.index(section) :]
    return next(element.attributes["id"] for element in later if element.tag == "h2")


def dts_of(page: Page, kind: str) -> list[Element]:
    """The terms in boxes of this class, each followed by what it says."""
    found = []
    for box, term in zip(page.elements, page.elements[1:], strict=False):
        if term.tag == "dt" and kind in box.attributes.get("class", "").split():
            found.append(term)
    return found


def body_terms(page: Page) -> list[Element]:
    """Headings of the sections and, up to the checks, the terms below them."""
    start = next(at for at, element in enumerate(page.elements) if element.attributes.get("id") == "symptoms")
    checks = next(at for at, element in enumerate(page.elements) if element.attributes.get("id") == "checks")
    return [
        element
        for at, element in enumerate(page.elements)
        if at >= start and (element.tag == "h2" or (element.tag == "dt" and at < checks))
    ]


def labels(page: Page, cause: str) -> list[str]:
    """The labels of the body; the cause tags repeat the name of their section."""
    terms = [element for element in body_terms(page) if not (element.tag == "dt" and element.text == cause)]
    assert len(terms) < len(body_terms(page))
    return [element.text for element in terms]


def all_values(page: Page) -> dict[str, str]:
    """What stands beside each label: after a term, or in a section without other terms."""
    elements = page.elements
    values = {}
    for at, element in enumerate(elements):
        if element.tag == "dt":
            values.setdefault(element.text, elements[at + 1].text.strip())
        if element.tag == "section" and is_section(element):
            heading = next(one for one in elements[at:] if one.tag == "h2")
            values.setdefault(heading.text, element.text.strip().removeprefix(heading.text).removeprefix("#").strip())
    return values
