"""The documentation is true: every command, setting, key and code stands in it, and generated pages are current."""

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from generator.cli import COMMANDS, main
from generator.content.config import LICENSE_KEYS, SITE_KEYS
from generator.content.decoder import DURATION_KEYS
from generator.content.facts import (
    FACT_KEYS,
    SIGNATURE_KEYS,
    SOURCE_KEYS,
    SOURCE_KINDS,
    TAG_KEYS,
    TEXT_KEYS,
    WITHDRAWN_KEYS,
)
from generator.content.headings import headings_of
from generator.content.organizations import ORGANIZATION_KEYS
from generator.content.pages import PAGE_KEYS
from generator.content.vocabulary import TERM_KEYS
from generator.model.site import OUTPUTS
from generator.model.vocabulary import GROUPS
from generator.problems import wordings

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"


def read(name):
    return (DOCS / "reference" / name).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def generated(tmp_path_factory):
    """The generated pages, from a process of their own: a command keeps the help of its first call."""
    folder = tmp_path_factory.mktemp("reference")
    subprocess.run([sys.executable, ROOT / "scripts" / "reference.py", folder], check=True, capture_output=True)
    return folder


@pytest.mark.parametrize("name", ["problems.md", "problems.ko.md", "commands.md"])
def test_generated_pages_are_current(name, generated):
    assert read(name) == (generated / name).read_text(encoding="utf-8"), "run: python scripts/reference.py"


@pytest.mark.parametrize("key", [*SITE_KEYS, *OUTPUTS, "ignore"])
def test_settings(key):
    assert f"`{key}`" in read("site.md")


@pytest.mark.parametrize("key", [*TEXT_KEYS, *FACT_KEYS, *PAGE_KEYS, *TERM_KEYS, *GROUPS])
def test_front_matter_and_vocabulary_keys(key):
    assert re.search(rf"`{key}`|\b{key}:", read("content.md"))


@pytest.mark.parametrize("word", [*SOURCE_KEYS, *SOURCE_KINDS, *ORGANIZATION_KEYS])
def test_keys_of_sources_and_organizations(word):
    assert re.search(rf"\b{re.escape(word)}\b", read("content.md"))


INNER_KEYS = {
    ("content.md", "tag"): TAG_KEYS,
    ("content.md", "time_to_detect"): DURATION_KEYS,
    ("content.md", "time_to_recover"): DURATION_KEYS,
    ("content.md", "sources"): SOURCE_KEYS,
    ("content.md", "signatures"): SIGNATURE_KEYS,
    ("content.md", "withdrawn"): WITHDRAWN_KEYS,
    ("site.md", "license"): LICENSE_KEYS,
}
"""Keys of values that are tables, by the page that describes them and the key of the value."""


@pytest.mark.parametrize(("page", "outer"), INNER_KEYS)
def test_keys_inside_a_value(page, outer):
    rows = re.findall(r"^\| (`[^|]+) \| ([^|]+) \|$", read(page), flags=re.MULTILINE)
    described = {name for names, text in rows if text.strip() for name in re.findall(r"`([^`]+)`", names)}
    assert {f"{outer}.{key}" for key in INNER_KEYS[page, outer]} == {
        name for name in described if name.startswith(f"{outer}.")
    }


@pytest.mark.parametrize("language", ["ko", "en"])
def test_section_headings(language):
    text = read("content.md")
    for heading, identifier in headings_of(language).items():
        assert heading in text
        assert f"`{identifier}`" in text


@pytest.mark.parametrize("code", wordings("en"))
def test_problem_codes(code):
    for name in ("problems.md", "problems.ko.md"):
        assert f"\n## {code} " in read(name)


def commands(command=main, path="incidents"):
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from commands(command.get_command(context, name), f"{path} {name}")


@pytest.mark.parametrize(("path", "command"), commands())
def test_every_command_and_option_has_help(path, command):
    assert command.help, path
    for parameter in command.params:
        if isinstance(parameter, click.Option) and not parameter.hidden and "--lang" not in parameter.opts:
            assert parameter.help, f"{path} {parameter.opts}"


@pytest.mark.parametrize("readme", ["README.md", "README.ko.md"])
def test_every_command_stands_in_the_readme(readme):
    text = (ROOT / readme).read_text(encoding="utf-8")
    for name in COMMANDS:
        assert f"incidents {name}" in text, name


def test_no_document_names_a_machine():
    pattern = re.compile(r"/(?:work|root|home|tmp)/|registry\.npmjs|pypi\.org/simple")
    for path in [*ROOT.glob("*.md"), *DOCS.rglob("*.md")]:
        assert not pattern.search(path.read_text(encoding="utf-8")), path


def links(path):
    text = re.sub(r"```.*?```|`[^`\n]*`", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return [target for target in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in target]


@pytest.mark.parametrize("path", [*ROOT.glob("*.md"), *DOCS.rglob("*.md")], ids=lambda path: path.name)
def test_links_between_documents(path):
    for target in links(path):
        file = target.partition("#")[0]
        assert not file or (path.parent / file).exists(), f"{path.name}: {target}"
