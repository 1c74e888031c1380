"""A small library, its index and a browser for the tests of the search."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from pagefind_index import indexed_files

from generator.model.dates import DateSpan, Duration, PartialDate
from generator.model.incident import Incident, IncidentText, Section, Signature, Tag, Withdrawal
from generator.model.library import Library
from generator.model.localized import Localized
from generator.model.organization import Organization
from generator.model.prose import Prose
from generator.model.site import Site
from generator.model.vocabulary import TAG_GROUPS, Term, Vocabulary
from generator.outputs.search.files import search_files
from generator.outputs.search.offline import offline_scripts
from generator.outputs.search.scripts import OPENER, SCRIPTS, joined

STATIC = Path(__file__).parents[2] / "static"
DAY = PartialDate(year=2026, month=1, day=1)
POLICY = (
    "default-src 'none'; base-uri 'none'; form-action 'self'; script-src 'self' 'wasm-unsafe-eval'; "
    "connect-src 'self'; style-src 'self'; img-src 'self' data:"
)


def section(name, text):
    return Section(id=name, source=text, prose=Prose(html=f"<p>{text}</p>", text=text))


def report(language, title, summary, **sections):
    return IncidentText(
        language=language,
        path=f"content/{language}.md",
        title=title,
        summary=section("summary", summary),
        sections={name: section(name, text) for name, text in sections.items()},
    )


def incident(number, *texts, **facts):
    return Incident(
        id=f"IL-{number:04d}",
        number=number,
        original=texts[0].language,
        texts=Localized({text.language: text for text in texts}),
        added=DAY,
        modified=DAY,
        sources=(),
        **{"organizations": ("acme",), "tags": tags(), **facts},
    )


def both(korean, english):
    return Localized({"ko": korean, "en": english})


def term(group, name, korean, english, synonyms=None):
    return Term(group=group, id=name, label=both(korean, english), synonyms=synonyms or both((), ()))


def tags(**groups):
    return {group: tuple(Tag(id=name) for name in groups.get(group, ())) for group in TAG_GROUPS}


def incidents():
    yield incident(
        7,
        report(
            "ko",
            "체크포인트 저장이 멈췄다",
            "HDFS네임노드가 복구 중이라 학습 작업이 실패했다.",
            symptoms="로그에 checkpoint_write_failed 오류가 남았다.",
        ),
        report("en", "Checkpoint writes hung", "The NameNode was recovering and training jobs failed."),
        tags=tags(symptoms=["job-failure"], causes=["dependency"]),
        occurred=DateSpan(start=PartialDate(year=2019, month=8, day=8)),
        date_certainty="approximate",
        severity="major",
        time_to_recover=Duration(seconds=8040, text="2h 14m"),
        signatures=(Signature(kind="log", pattern="ENHANCE_YOUR_CALM", sample="GOAWAY ENHANCE_YOUR_CALM"),),
        alerts=("KubeNodeNotReady",),
    )
    yield incident(
        12,
        report("en", "A retry storm stopped orders", "Clients retried without backoff."),
        report("ko", "재시도 폭풍으로 주문이 멈췄다", "백오프 없이 다시 시도했다. 서킷브레이커가 없었다."),
        tags=tags(causes=["retry-storm"]),
        organizations=("bada", "acme"),
        published=DateSpan(start=PartialDate(year=2021, month=3)),
    )
    yield incident(20, report("en", "Leap second spiked the processors", "Java servers spun."), organizations=("bada",))
    yield incident(
        21,
        report("ko", "철회된 사례", "철회된 글이다."),
        report("en", "A withdrawn report", "Withdrawn text."),
        status="withdrawn",
        withdrawn=Withdrawal(date=DAY),
    )


@pytest.fixture(scope="session")
def library():
    groups = {
        "topics": [],
        "symptoms": [term("symptoms", "job-failure", "작업 실패", "Job failure", both(("학습 중단",), ("job crash",)))],
        "causes": [
            term("causes", "dependency", "의존성 장애", "Dependency failure"),
            term("causes", "retry-storm", "재시도 폭주", "Retry storm", both((), ("thundering herd",))),
        ],
        "severities": [
            term("severities", "critical", "심각", "Critical"),
            term("severities", "major", "높음", "Major"),
        ],
    }
    return Library(
        site=Site(name=both("도서관", "Library"), description=both("", ""), languages=("ko", "en"), id_prefix="IL"),
        vocabulary=Vocabulary(groups={name: {one.id: one for one in terms} for name, terms in groups.items()}),
        organizations={
            "acme": Organization(id="acme", name=both("에이스", "Acme"), other_names=both((), ("Acme Corp",))),
            "bada": Organization(id="bada", name=both("바다", "Bada")),
        },
        incidents={one.id: one for one in incidents()},
        pages={},
        translations={},
    )


@pytest.fixture(scope="session")
def files(library, tmp_path_factory):
    """Every file of the search of the small library, by path."""
    made = indexed_files(library, tmp_path_factory.mktemp("cache"))
    for language in library.site.languages:
        made.update({file.path: file.make() for file in search_files(library, language, str)})
    return made


def page(language, up, main):
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{language}</title>'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}"><link rel="icon" href="data:,">'
        f'<script defer src="{up}assets/open.js" data-search="{up}assets/search.js"></script></head>'
        f"<body><main>{main}</main></body></html>"
    )


def pages():
    form = '<form role="search" action="{}" method="get"><input name="q" type="search"></form>'
    for language in ("ko", "en"):
        yield f"{language}/index.html", page(language, "../", form.format("search/"))
        results = form.format("") + '<div id="search-results"></div><section id="search-hints">hints</section>'
        yield f"{language}/search/index.html", page(language, "../../", results)
        for one in incidents():
            yield f"{language}/incidents/{one.id}/index.html", page(language, "../../../", f"<h1>{one.id}</h1>")


def write_site(folder, contents):
    scripts = joined((STATIC / name).read_text(encoding="utf-8") for name in SCRIPTS)
    assets = {"assets/search.js": scripts.encode(), "assets/open.js": (STATIC / OPENER).read_bytes()}
    for path, content in {**contents, **assets, **{path: html.encode() for path, html in pages()}}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)


@pytest.fixture(scope="session")
def served(files, tmp_path_factory):
    """Address of the site over http, with a closing slash."""
    folder = tmp_path_factory.mktemp("served")
    write_site(folder, files)
    handler = partial(QuietHandler, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="session")
def on_disk(files, tmp_path_factory):
    """Address of the site on disk, with a closing slash."""
    folder = tmp_path_factory.mktemp("disk")
    write_site(folder, dict(offline_scripts(files)))
    return f"{folder.as_uri()}/"


@pytest.fixture(params=["http", "disk"])
def site(request):
    """The site over http and from disk."""
    return request.getfixturevalue("served" if request.param == "http" else "on_disk")


@pytest.fixture
def tab(chromium):
    """A page of the browser that fails the test on any message of the console."""
    context = chromium.new_context()
    tab = context.new_page()
    said = []
    tab.on("console", lambda message: said.append(message.text))
    tab.on("pageerror", lambda error: said.append(str(error)))
    yield tab
    context.close()
    assert not said


def go(tab, site, path):
    tab.goto(site + path + ("index.html" if site.startswith("file:") else ""))


@pytest.fixture
def home(tab, site):
    """The Korean home with the search brought in."""
    go(tab, site, "ko/")
    tab.add_script_tag(url=f"{site}assets/search.js")
    return tab
