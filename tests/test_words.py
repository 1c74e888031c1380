"""What the commands say: the same in Korean and in English."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

import pytest

from generator.build import STEPS
from generator.cli.words import WORDS, say

PACKAGE = Path(__file__).parent.parent / "generator"
PARTICLE = re.compile(r"\}[`'\"”’)]*(?:은|는|이|가|을|를|과|와|으로|로)(?![가-힣]*[다요])")
HANGUL = re.compile("[가-힣]")

Words = Mapping[str, Mapping[str, str]]


def modules() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if "_theme" not in path.parts)


def books() -> dict[str, Words]:
    """Every module that holds the words of commands, in both languages."""
    found: dict[str, Words] = {}
    for path in modules():
        name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        if path.stem.endswith("words") and "\nWORDS" in path.read_text(encoding="utf-8"):
            found[name] = import_module(name).WORDS
    return found


BOOKS = books()
ENTRIES = [(book, key) for book, words in BOOKS.items() for key in words["en"]]


def fields(text: str) -> set[tuple[str, str]]:
    """The values of a sentence; the English forms that go with a number are no value of their own."""
    parts = [(name, form or "") for _, name, form, _ in string.Formatter().parse(text) if name is not None]
    return {(name, form) for name, form in parts if "|" not in form}


def prose(text: str) -> str:
    """The words of a sentence, without its values, options, names of files and punctuation."""
    return re.sub(r"\{[^}]*\}|[^\w]|_", "", text)


def test_the_words_of_the_commands_are_among_them() -> None:
    assert BOOKS["generator.cli.words"] is WORDS


@pytest.mark.parametrize("book", BOOKS)
def test_both_languages_have_the_same_keys_in_the_same_order(book: str) -> None:
    assert set(BOOKS[book]) == {"ko", "en"}
    assert list(BOOKS[book]["ko"]) == list(BOOKS[book]["en"])


@pytest.mark.parametrize(("book", "key"), ENTRIES)
def test_both_languages_say_the_same(book: str, key: str) -> None:
    ko, en = BOOKS[book]["ko"][key], BOOKS[book]["en"][key]
    assert fields(ko) == fields(en)
    assert not HANGUL.search(en)
    assert HANGUL.search(ko) or not prose(ko) or ko == en
    assert ko.strip() == ko
    assert en.strip() == en


@pytest.mark.parametrize(("book", "key"), ENTRIES)
def test_no_particle_follows_a_value(book: str, key: str) -> None:
    assert not PARTICLE.search(BOOKS[book]["ko"][key])


def test_every_step_of_the_build_has_a_name() -> None:
    assert {f"step-{step}" for step in STEPS} <= set(WORDS["en"])


def said(path: Path) -> set[tuple[str, str]]:
    """Books and keys that a module asks for in so many letters."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {
        alias.asname or alias.name: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module in BOOKS
        for alias in node.names
        if alias.name == "say"
    }
    return {
        (str(names[node.func.id]), key.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names
        for key in node.args[1:2]
        if isinstance(key, ast.Constant)
    }


def test_whatever_is_said_has_words() -> None:
    asked = set().union(*map(said, modules()))
    assert ("generator.cli.words", "not-published") in asked
    assert asked <= set(ENTRIES)


def test_every_reason_not_to_publish_has_words() -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in modules())
    reasons = set(re.findall(r"PublishError\(\s*\"([a-z-]+)\"", sources))
    assert "out-is-foreign" in reasons
    assert reasons <= set(WORDS["en"])


def test_values_are_filled_in() -> None:
    assert say("en", "summary", errors=1, warnings=2) == "1 error, 2 warnings."
    assert "1개" in say("ko", "summary", errors=1, warnings=2)


@pytest.mark.parametrize(("count", "told"), [(0, "0 files are"), (1, "1 file is"), (2, "2 files are")])
def test_english_words_go_with_their_number(count: int, told: str) -> None:
    assert say("en", "would-format", count=count) == f"{told} not in form."


@pytest.mark.parametrize(("book", "key"), ENTRIES)
def test_no_number_stands_before_a_fixed_plural(book: str, key: str) -> None:
    plural = re.compile(r"\{(?:count|errors|warnings|files|incidents|made|lines|total)\} [a-z]+s\b")
    assert not (book.startswith("generator.cli.") and plural.search(BOOKS[book]["en"][key]))
