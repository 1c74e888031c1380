# ruff: noqa: E501
"""Editorial checks: good and bad examples for each, and the public library, which passes them all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.checks.editorial import CODES, check_editorial
from generator.checks.editorial.dates import dates_in, months_in
from generator.checks.editorial.numbers import answers_in, numbers_in
from generator.checks.editorial.parts import blocks
from generator.content.load import load_content, load_site
from generator.problems import MESSAGE_LANGUAGES, Problem, hint, message, wordings

ROOT = Path(__file__).parent.parent

SITE = """\
[site]
name = { ko = "견본", en = "Sample" }
description = { ko = "시험에 쓰는 사이트", en = "A site of the tests" }
languages = ["ko", "en"]
id_prefix = "IL"
"""
VOCABULARY = """\
topics:
  storage:
    ko: 스토리지
    en: Storage
    definition: {ko: 저장 장치다., en: Storage.}
components:
  etcd:
    ko: etcd
    en: etcd
    definition: {ko: 키-값 저장소다., en: A key-value store.}
    synonyms: {ko: [엣시디], en: [etcdserver]}
  postgresql:
    ko: PostgreSQL
    en: PostgreSQL
    definition: {ko: 데이터베이스다., en: A database.}
    synonyms: {ko: [포스트그레스], en: [Postgres]}
    parent: database
  database:
    ko: 데이터베이스
    en: Database
    definition: {ko: 데이터를 담는 곳이다., en: A store of data.}
"""
FACTS = """\
organizations: [acme]
added: 2026-01-01
occurred: {occurred}
topics: [storage]
{components}sources:
  - {{url: "https://example.org/report", title: Report, kind: postmortem}}
"""
EN = "On March 3, 2025, the store stopped.\n"
KO = "2025년 3월 3일 저장소가 멈췄다.\n"

Check = Callable[..., list[Problem]]


@pytest.fixture
def check(tmp_path: Path) -> Check:
    """Warnings about one incident; `more` are further titles in English."""

    def run(
        en: str = EN,
        ko: str = KO,
        *,
        title: str = "A full disk stopped the store",
        title_ko: str = "디스크가 가득 차 저장소가 멈췄다",
        occurred: str = "2025-03-03",
        components: str = "",
        ignore: str = "",
    ) -> list[Problem]:
        write(tmp_path / "site.toml", SITE + ignore)
        write(tmp_path / "content/vocabulary.yaml", VOCABULARY)
        write(tmp_path / "content/organizations.yaml", "acme:\n  ko: 아크미\n  en: Acme\n")
        folder = tmp_path / "content/incidents/IL-0001"
        facts = FACTS.format(occurred=occurred, components=f"components: [{components}]\n" if components else "")
        write(folder / "en.md", f"---\ntitle: {title}\n{facts}---\n{en}")
        write(folder / "ko.md", f"---\ntitle: {title_ko}\n---\n{ko}")
        return problems_of(tmp_path)

    return run


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def problems_of(root: Path) -> list[Problem]:
    site, problems = load_site(root)
    assert site is not None, problems
    content = load_content(root, site, jobs=1)
    assert content.problems == ()
    return sorted(check_editorial(content))


def codes(problems: list[Problem]) -> list[str]:
    return [problem.code for problem in problems]


def test_a_sound_incident_passes(check: Check) -> None:
    assert check() == []


def test_the_public_library_passes() -> None:
    site, _ = load_site(ROOT)
    assert site is not None
    assert [str(problem) for problem in check_editorial(load_content(ROOT, site))] == []


def test_codes_are_worded_and_can_be_ignored(check: Check) -> None:
    assert {code for code in wordings("en") if "W610" <= code <= "W699"} == CODES
    bad = {"en": EN + "It lost 40 files.\n"}
    found = check(**bad)
    assert codes(found) == ["W610"]
    for language in MESSAGE_LANGUAGES:
        assert "40" in message(found[0], language)
        assert hint(found[0], language)
    assert check(**bad, ignore='\n[checks]\nignore = ["W610"]\n') == []


SAME = [
    ("It lost 460 million dollars.", "4억 6,000만 달러를 잃었다."),
    ("It lost 460,000,000 dollars.", "4억 6천만 달러를 잃었다."),
    ("10.242 million customers.", "고객 1,024만 2,000명이다."),
    ("From 147 to 541 million rows.", "1억 4,700만에서 5억 4,100만 행이다."),
    ("7 to 9 thousand a second.", "초당 7~9천 건이다."),
    ("About 1.5 million requests.", "요청 약 150만 건이다."),
    ("It failed at 2:30 p.m.", "14시 30분에 실패했다."),
    ("It failed at 14:30.", "오후 2시 30분에 실패했다."),
    ("It failed at 12 a.m.", "오전 12시에 실패했다."),
    ("It began at midnight.", "자정에 시작했다."),
    ("It lasted 90 minutes.", "1시간 30분 걸렸다."),
    ("It lasted 2 hours and 32 minutes.", "152분 걸렸다."),
    ("It lasted 3.5 hours.", "3시간 반 걸렸다."),
    ("It lasted a day.", "24시간 걸렸다."),
    ("It lasted 10 days.", "열흘 걸렸다."),
    ("Twelve of the nodes failed.", "노드 12대가 고장 났다."),
    ("Twenty-five of the nodes failed.", "노드 25대가 고장 났다."),
    ("A quarter of the traffic was slow.", "트래픽 4분의 1이 느렸다."),
    ("A third of it was slow.", "3분의 1이 느렸다."),
    ("The 2nd try, from a secondary source.", "2차 자료에 따르면 두 번째 시도였다."),
    ("Half of the 300 pods died.", "파드 300개 가운데 절반이 죽었다."),
    ("By the end of Q1.", "1분기 말까지다."),
    ("Three- to fourfold load.", "부하가 3~4배였다."),
    ("From 60% to 90%.", "60~90%였다."),
    ("Version 1.13.2 was out.", "1.13.2 버전이 나왔다."),
    ("On November 4, 2013, and from April 4 to 6.", "2013년 11월 4일과 4월 4~6일이다."),
    ("2013-11-04 and May 28: it failed.", "2013년 11월 4일과 5월 28일에 실패했다."),
    ("See [[IL-0001]] and `us-east-1`.", "`us-east-1`과 [[IL-0001]]이다."),
]


@pytest.mark.parametrize(("english", "korean"), SAME)
def test_the_same_number_in_other_words(english: str, korean: str) -> None:
    for text, language, other, other_language in ((english, "en", korean, "ko"), (korean, "ko", english, "en")):
        answers = answers_in(other, other_language, numbers_in(other, other_language))
        for number in numbers_in(text, language):
            assert number.keys & answers, (number, answers)


@pytest.mark.parametrize(
    ("english", "korean", "written"),
    [
        ("It lost 460 million dollars.", "46억 달러를 잃었다.", ["46억", "460 million"]),
        ("It lost 13 files.", "파일 31개를 잃었다.", ["13", "31개"]),
        ("It failed at 2:30 p.m.", "오전 2시 30분에 실패했다.", ["2시 30분", "2:30 p.m."]),
        ("It lasted 90 minutes.", "1시간 20분 걸렸다.", ["1", "20분", "90"]),
        (
            "It failed on April 5, not on May 6.",
            "4월 6일이 아니라 5월 5일에 실패했다.",
            ["4월 6일", "5월 5일", "April", "May"],
        ),
        ("A few files were lost.", "파일 17개를 잃었다.", ["17"]),
    ],
)
def test_a_number_in_one_language(check: Check, english: str, korean: str, written: list[str]) -> None:
    found = [problem for problem in check(f"{EN}\n{english}\n", f"{KO}\n{korean}\n") if problem.code == "W610"]
    assert {problem.values["number"][:2] for problem in found} == {text[:2] for text in written}


def test_a_number_is_found_where_it_stands(check: Check) -> None:
    text = EN + "\n## Symptoms\n\nThe store was gone.\nIt lost 40 files.\n"
    (found,) = check(text, KO + "\n## 증상\n\n저장소가 사라졌다. 파일을 잃었다.\n")
    assert (found.path, found.line, found.column) == ("content/incidents/IL-0001/en.md", 15, 9)
    assert found.values["part"] == "symptoms"


@pytest.mark.parametrize(
    ("en", "ko", "occurred", "expected"),
    [
        ("On March 3, 2025, it stopped.", "2025년 3월 3일 멈췄다.", "2025-03-03", 0),
        ("On March 4, 2025, it stopped.", "2025년 3월 4일 멈췄다.", "2025-03-03", 0),  # a day between zones
        ("On March 3, 2024, it stopped.", "2024년 3월 3일 멈췄다.", "2025-03-03", 4),  # twice in each language
        ("On May 3, 2025, it stopped.", "2025년 5월 3일 멈췄다.", "2025-03-03", 2),
        ("In March 2025 it stopped; the fix came on May 3, 2025.", "2025년 3월에 멈췄고 2025년 5월 3일에 고쳤다.", "2025-03", 0),
        ("On March 3, 2027, it stopped.", "2027년 3월 3일 멈췄다.", "2025-03-03", 4),
        ("The report says March 3, 2024, but the page March 3, 2025.", "보고서는 2024년 3월 3일, 페이지는 2025년 3월 3일이다.",
         "2025-03-03", 0),
    ],
)  # fmt: skip
def test_dates_against_the_front_matter(check: Check, en: str, ko: str, occurred: str, expected: int) -> None:
    found = codes(check(en + "\n", ko + "\n", occurred=occurred))
    assert found == ["W611"] * expected


def test_dates_are_read() -> None:
    text = "2025-03-03, March 4, 2025, 5 March 2025, 2025년 3월 6일, June 31, 2025, March 2025, 2025년 4월"
    assert [found.day.isoformat() for found in dates_in(text)] == [
        "2025-03-03",
        "2025-03-04",
        "2025-03-05",
        "2025-03-06",
    ]
    assert [day.isoformat() for day in months_in(text)] == ["2025-03-01", "2025-03-01", "2025-04-01"]


PLAIN = [
    "노드가 멈췄다.", "원인은 알 수 없다.", "이것은 장애가 아니다.", "누가 지웠나?", "무엇이 원인일까?", "로그를 먼저 보라.",
    "`oom-killer`가 돌았다(완료).", "그는 “고쳤다”고 했다.", "**키.** 노드가 멈췄다.", "다음과 같다:", "etcd v3.5에서 v3.6으로 올렸다.",
    "`connection refused. retry`가 나왔다.", "보고서는 \"원인을 모른다.\"라고 적었다.",
]  # fmt: skip


@pytest.mark.parametrize("sentence", PLAIN)
def test_plain_endings(check: Check, sentence: str) -> None:
    problems = check(EN, f"{KO}\n- {sentence}\n")
    assert "W612" not in codes(problems)


@pytest.mark.parametrize(
    "sentence",
    [
        "노드가 멈췄습니다.",
        "노드가 멈췄음.",
        "노드 재시작.",
        "노드가 멈췄다",
        "노드를 고치세요.",
        "노드가 멈췄어요.",
        "노드가 멈췄습니까?",
    ],
)
def test_other_endings(check: Check, sentence: str) -> None:
    (found,) = [problem for problem in check(EN, f"{KO}\n- 노드를 고쳤다. {sentence}\n") if problem.code == "W612"]
    assert found.values["sentence"] == sentence


def test_timelines_tables_and_headings(check: Check) -> None:
    text = (
        KO
        + "\n## 경과\n\n- 2025-03-03 10:00 KST – 노드 고장.\n\n## 증상\n\n### 로그\n\n| 항목 | 값 |\n| --- | --- |\n| 노드 | 정지 |\n"
    )
    english = (
        EN
        + "\n## Timeline\n\n- 2025-03-03 10:00 KST – A node broke.\n\n## Symptoms\n\n### Log\n\n| a | b |\n| --- | --- |\n| c | d |\n"
    )
    (found,) = check(english, text)
    assert (found.code, found.values["sentence"]) == ("W612", "노드 고장.")


@pytest.mark.parametrize(
    "sentence",
    [
        "HDFS에 썼다.", "`kubectl`로 지웠다.", "GPU 노드 3개가 멈췄다.", "10분 뒤 5GB와 20%를 잃었다.", "UTC쯤 yank하고 끝났다.",
        "API는 9일까지였다.", "DNS도 VPC까지도 멀쩡했다.", "Redis용 노드다.", "노드 2대는 3 번째 구역이 아니다.".replace("3 번째", "세 번째"),
        "`app-1 은`은 그대로다.",
    ],
)  # fmt: skip
def test_even_spacing(check: Check, sentence: str) -> None:
    assert "W613" not in codes(check(EN, f"{KO}\n{sentence}\n"))


@pytest.mark.parametrize(
    ("sentence", "better"),
    [
        ("HDFS 에 썼다.", "S에"), ("`etcd` 를 껐다.", "`를"), ("3 개를 잃었다.".replace("개를", "개 를"), "3개"), ("5 GB를 잃었다.", "5GB"),
        ("20 %를 잃었다.", "20%"), ("DNS서버가 죽었다.", "DNS 서버가"), ("GPU노드가 죽었다.", "GPU 노드가"), ("API호출이 늘었다.", "API 호출이"),
    ],
)  # fmt: skip
def test_uneven_spacing(check: Check, sentence: str, better: str) -> None:
    (found,) = [problem for problem in check(EN, f"{KO}\n{sentence}\n") if problem.code == "W613"]
    assert found.values["better"] == better


def test_a_section_far_longer_in_one_language(check: Check) -> None:
    long = "The store had been filling for weeks and nobody had looked at the graphs. " * 4
    found = check(f"{EN}\n## Cause\n\n{long}\n", f"{KO}\n## 원인\n\n저장소가 몇 주째 차고 있었다.\n")
    assert codes(found) == ["W614"]
    same = "저장소가 몇 주에 걸쳐 차오르고 있었지만 아무도 그래프를 보지 않았다. " * 4
    assert check(f"{EN}\n## Cause\n\n{long}\n", f"{KO}\n## 원인\n\n{same}\n") == []


def test_parts_in_one_language(check: Check) -> None:
    (found,) = check(f"{EN}\n## Cause\n\nThe disk was full.\n", KO)
    assert (found.code, found.values) == ("W615", {"part": "cause", "language": "ko"})


def test_titles(check: Check) -> None:
    assert check(title="t" * 80) == []
    (found,) = check(title="t" * 81)
    assert (found.code, found.line, found.column, found.values["length"]) == ("W616", 2, 8, "81")


def test_the_same_title_twice(check: Check, tmp_path: Path) -> None:
    check()
    for language in ("ko", "en"):
        text = (tmp_path / f"content/incidents/IL-0001/{language}.md").read_text(encoding="utf-8")
        write(tmp_path / f"content/incidents/IL-0002/{language}.md", text)
    assert [(problem.code, problem.values["other"][-5:]) for problem in problems_of(tmp_path)] == [
        ("W620", "en.md"),
        ("W620", "ko.md"),
    ]


@pytest.mark.parametrize(
    ("en", "ko"),
    [
        ("Mr. Smith stopped it.", "담당자가 멈췄다."),
        ("The engineer John Smith stopped it.", "담당자가 멈췄다."),
        ("Jane Doe, the CTO, spoke.", "회사가 말했다."),
        ("Thanks go to @octocat for the fix.", "고쳤다."),
        ("Write to someone@example.org.", "메일로 받았다."),
        ("The firm spoke.", "홍길동 대표가 말했다."),
        ("The firm spoke.", "김철수 씨는 말했다."),
    ],
)
def test_names_of_persons(check: Check, en: str, ko: str) -> None:
    assert "W617" in codes(check(f"{EN}\n{en}\n", f"{KO}\n{ko}\n"))


@pytest.mark.parametrize(
    ("en", "ko"),
    [
        ("An engineer stopped it, and the CEO spoke.", "대표가 말했다."),
        ("The Ministry of Justice and Google Cloud spoke.", "국가정보자원관리원 원장이 말했다."),
        ("Package `eslint-scope@3.7.2` and `@types/node` were bad.", "`eslint-scope@3.7.2`와 `@types/node`가 나빴다."),
        ("A security researcher wrote in.", "서비스 대표가 아니라 대표 번호로 신고했다."),
    ],
)
def test_no_names_of_persons(check: Check, en: str, ko: str) -> None:
    assert "W617" not in codes(check(f"{EN}\n{en}\n", f"{KO}\n{ko}\n"))


@pytest.mark.parametrize(
    "secret",
    [
        "AKIA" + "ABCDEFGHIJKLMNOP", "ghp_" + "a1" * 18, "xoxb-" + "1234567890-abc", "-----BEGIN RSA " + "PRIVATE KEY-----",
        "https://user:" + "hunter22@example.org", "password = " + "hunter2000", "eyJhbGciOiJI.".replace(".", "UzI1NiIs.") + "eyJzdWIiOiIxMjM0NTY3.",
    ],
)  # fmt: skip
def test_secrets(check: Check, secret: str) -> None:
    found = [problem for problem in check(f"{EN}\n`{secret}`\n", f"{KO}\n`{secret}`\n") if problem.code == "W618"]
    assert len(found) == 2
    assert all(secret not in message(problem, "en") for problem in found)


@pytest.mark.parametrize(
    "text", ["`password_file`", "`AKIA` keys", "token = `<token>`", "`ghp_` tokens", "password: changed"]
)
def test_no_secrets(check: Check, text: str) -> None:
    assert "W618" not in codes(check(f"{EN}\n{text}.\n", f"{KO}\n{text}이 바뀌었다.\n"))


@pytest.mark.parametrize(
    ("components", "word", "grounded"),
    [
        ("etcd", "etcd", True), ("etcd", "etcdserver", True), ("etcd", "the store", False), ("postgresql", "Postgres", True),
        ("database", "the store", True), ("{id: etcd, certainty: likely}", "the store", False), ("etcd", "etcdctlx", False),
    ],
)  # fmt: skip
def test_tags_without_ground(check: Check, components: str, word: str, grounded: bool) -> None:
    found = check(f"{EN}\nIt was {word}.\n", f"{KO}\n그랬다.\n", components=components)
    assert codes(found) == ([] if grounded else ["W619"])
    assert grounded or found[0].path.endswith("en.md")


def test_blocks_of_a_text() -> None:
    text = "첫 문단\n이다.\n\n- 하나다.\n  이어진다.\n- 둘이다.\n\n1. 셋이다.\n\n### 제목\n\n| 표 |\n끝이다."
    assert [(offset, block.split("\n")[0]) for offset, block in blocks(text)] == [
        (0, "첫 문단"),
        (text.index("하나"), "하나다."),
        (text.index("둘"), "둘이다."),
        (text.index("셋"), "셋이다."),
        (text.index("끝"), "끝이다."),
    ]
