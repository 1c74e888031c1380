"""The interface text: every string of templates and of Python is in both catalogues, and nothing else is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.extract import extract

from generator.render.catalogue import Catalogue, CatalogueError
from generator.render.pofiles import load_messages

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("ko", "en")
MessageId = str | tuple[str, ...]

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd%]|\{\w*\}")
PARTICLE = re.compile(r"(?:%\(\w+\)[sd]|%[sd]|\})(?:은|는|이|가|을|를|과|와|으로|로)")
JINJA_OPTIONS = {"trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}
KEYWORDS = {"gettext": None, "ngettext": (1, 2), "_": None}
PYTHON_KEYWORDS = {"gettext": None, "ngettext": (1, 2)}


def catalogue_file(language: str) -> Path:
    return ROOT / "templates" / "locales" / language / "LC_MESSAGES" / "messages.po"


def messages(language: str) -> dict[MessageId, Message]:
    catalogue = load_messages(catalogue_file(language), language)
    return {_identity(message.id): message for message in catalogue if message.id}


def forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def used() -> dict[MessageId, str]:
    """Every string that the source asks a catalogue for, with a place that does."""
    found: dict[MessageId, str] = {}
    for file in sorted((ROOT / "templates").rglob("*")):
        if file.suffix in {".html", ".xml", ".txt", ".md"}:
            found.update(_extracted("jinja2.ext.babel_extract", file, KEYWORDS, JINJA_OPTIONS))
    for file in sorted((ROOT / "generator").rglob("*.py")):
        if "_theme" not in file.parts:
            found.update(_extracted("python", file, PYTHON_KEYWORDS, {}))
    return found


def _extracted(
    method: str, file: Path, keywords: dict[str, tuple[int, int] | None], options: dict[str, str]
) -> Iterator[tuple[MessageId, str]]:
    with file.open("rb") as stream:
        for line, message, _, _ in extract(method, stream, keywords=keywords, options=options):
            yield _identity(message), f"{file.relative_to(ROOT)}:{line}"


def _identity(message: str | list[str] | tuple[str, ...]) -> MessageId:
    return message if isinstance(message, str) else tuple(message)


def test_extraction_finds_templates_and_python() -> None:
    found = used()
    assert "Skip to content" in found
    assert ("%(num)s incident", "%(num)s incidents") in found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_string_in_use_is_in_the_catalogue(language: str) -> None:
    known = messages(language)
    assert {message: place for message, place in used().items() if message not in known} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_holds_nothing_that_is_not_in_use(language: str) -> None:
    assert sorted(map(str, messages(language).keys() - used().keys())) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_has_all_its_forms(language: str) -> None:
    catalogue = load_messages(catalogue_file(language), language)
    plural = catalogue.num_plurals
    for identity, message in messages(language).items():
        assert all(form.strip() for form in forms(message)), identity
        assert len(forms(message)) == (1 if isinstance(identity, str) else plural), identity
        assert not message.fuzzy, identity


def test_english_repeats_the_source() -> None:
    for identity, message in messages("en").items():
        assert forms(message) == ((identity,) if isinstance(identity, str) else identity)


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_are_those_of_the_source(language: str) -> None:
    for identity, message in messages(language).items():
        source = identity if isinstance(identity, str) else identity[-1]
        for form in forms(message):
            assert sorted(PLACEHOLDER.findall(form)) == sorted(PLACEHOLDER.findall(source)), form


def test_no_particle_follows_a_placeholder() -> None:
    faults = [form for message in messages("ko").values() for form in forms(message) if PARTICLE.search(form)]
    assert faults == []


@pytest.mark.parametrize("text", ["%(org)s을(를) 찾았습니다", "{n}이 있습니다", "%s로 이동", "{org}과 비교"])
def test_the_particle_rule_catches(text: str) -> None:
    assert PARTICLE.search(text)


@pytest.mark.parametrize("text", ["검색어: %(q)s", "사례 %(num)s건", "{n}개의 결과", "%(number)s쪽"])
def test_the_particle_rule_lets_pass(text: str) -> None:
    assert not PARTICLE.search(text)


def test_korean_and_english_speak() -> None:
    korean = Catalogue("ko", [catalogue_file("ko")])
    english = Catalogue("en", [catalogue_file("en")])
    assert korean.gettext("Skip to content") == "본문으로 건너뛰기"
    assert english.gettext("Skip to content") == "Skip to content"
    singular, plural = "%(num)s incident", "%(num)s incidents"
    assert [english.ngettext(singular, plural, n) for n in (0, 1, 2)] == [plural, singular, plural]
    assert {korean.ngettext(singular, plural, n) for n in (0, 1, 2)} == {"사례 %(num)s건"}


HEADER = (
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Plural-Forms: nplurals=1; plural=0;\\n"\n\n'
)


def test_a_later_file_overrides_message_by_message(tmp_path: Path) -> None:
    own = tmp_path / "messages.po"
    own.write_text(HEADER + 'msgid "Search"\nmsgstr "찾기"\n\nmsgid "Menu"\nmsgstr ""\n', encoding="utf-8")
    catalogue = Catalogue("ko", [catalogue_file("ko"), own])
    assert catalogue.gettext("Search") == "찾기"
    assert catalogue.gettext("Menu") == "메뉴"
    assert catalogue.gettext("Home") == "홈"


def test_a_language_without_files_speaks_english() -> None:
    catalogue = Catalogue("ja")
    assert catalogue.gettext("Search") == "Search"
    assert catalogue.ngettext("%(num)s incident", "%(num)s incidents", 2) == "%(num)s incidents"


@pytest.mark.parametrize(
    "content",
    [b'msgid "Search"\nmsgstr "a\nnonsense', HEADER.encode() + b'msgid "a"\nmsgstr "\xb0\xa1"\n', b"nonsense\n"],
)
def test_what_is_not_a_catalogue_is_named(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "messages.po"
    file.write_bytes(content)
    with pytest.raises(CatalogueError, match=r"messages\.po"):
        Catalogue("ko", [file])
