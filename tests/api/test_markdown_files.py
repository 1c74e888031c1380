"""Markdown beside the pages, `llms.txt` and the OpenSearch description."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from conftest import copy_site
from machine_files import SHARED, SITES, Machine, machine
from markdown_it import MarkdownIt

from generator.outputs.markdown import plain

pytestmark = pytest.mark.xdist_group("machine-files")


def markdown_paths(site: Machine) -> list[str]:
    return [path for path in site.outputs if path.endswith(".md")]


def targets(text: str) -> list[str]:
    """Addresses of links and pictures, as a CommonMark reader sees them."""
    found: list[str] = []

    def walk(tokens: Any) -> None:
        for token in tokens:
            found.extend(str(token.attrs[key]) for key in ("href", "src") if key in token.attrs)
            walk(token.children or ())

    walk(MarkdownIt("commonmark").enable("table").parse(text))
    return found


@pytest.mark.parametrize("name", SHARED)
def test_every_text_that_exists_has_its_markdown_and_no_other(name: str) -> None:
    site = SHARED[name]()
    assert set(markdown_paths(site)) == {
        f"{language}/incidents/{incident.id}.md"
        for incident in site.library.incidents.values()
        for language in incident.texts
    }


@pytest.mark.parametrize("name", SHARED)
def test_no_link_by_id_is_left_and_no_mark(name: str) -> None:
    for path in markdown_paths(SHARED[name]()):
        text = SHARED[name]().text(path)
        assert not re.search(r"[\x00-\x08]", text), path
        assert not re.search(r"\[\[IL-\d+", re.sub(r"`[^`]*`", "", text)), path
        assert text.startswith("# ")
        assert text.endswith("\n")


@pytest.mark.parametrize("name", ["full", "untranslated", "public"])
def test_links_lead_to_files_and_pages_of_the_site(name: str) -> None:
    site = SHARED[name]()
    base = site.library.site.base_url or ""
    media = {
        f"media/{incident.id}/{picture}"
        for incident in site.library.incidents.values()
        for picture in incident.pictures
    }
    page = re.compile(
        r"(ko|en)/(incidents|topics|symptoms|causes|contributing-factors|components|organizations)/[\w-]+/(#.+)?"
    )
    for path in markdown_paths(site):
        for target in targets(site.text(path)):
            if target.startswith(base):
                inside = target.removeprefix(base)
                assert inside in site.outputs or inside in media or page.fullmatch(inside), (path, target)
            else:
                assert re.match(r"https?://|mailto:", target), (path, target)


def test_without_an_address_links_are_relative() -> None:
    site = SHARED["unplaced"]()
    text = site.text("en/incidents/IL-0001.md")
    assert "](../../en/incidents/IL-0002.md)" in text
    assert "](../../media/IL-0001/failures.svg)" in text
    assert "](../../en/incidents/IL-0001/#cause)" in text


def test_it_shows_what_the_page_shows() -> None:
    text = SHARED["full"]().text("en/incidents/IL-0001.md")
    assert text.startswith("# A sample \\<switch\\> stopped and cut off areas 'A & B'\n")
    for part in (
        "- Id of this report: IL-0001",
        "Sample Works",
        "- Time to detect: about 5 minutes (taken from the timeline)",
        "- Time to recover: 3 hours 45 minutes",
        "(editor's estimate)",
        "## Timeline\n\n- 2025-06-02 11:45 KST – The rollout began.",
        "**Trigger:** A rollout that changed \\`mtu\\`",
        "1. [Sample report: part \\<one\\> & two](https://example.org/reports/1?a=1&b=2) – Postmortem · Sample Works",
    ):
        assert re.sub(r"[,\s]+", " ", part) in re.sub(r"[,\s]+", " ", text), part


def test_a_withdrawn_report_says_so_first() -> None:
    text = SHARED["full"]().text("en/incidents/IL-0004.md")
    assert text.index("This report was withdrawn.") < text.index("WithdrawnBodyMark")
    assert "[IL-0001 " in text


def test_code_stays_as_it_is(tmp_path: Path) -> None:
    root = copy_site("full", tmp_path / "site")
    file = root / "content/incidents/IL-0005/en.md"
    body = (
        "\n\n`[[IL-0002]]` and [[IL-0002|that `one`]], ``a ` [[IL-0002]]``\n\n"
        "~~~text\n[[IL-0002]] [x](#cause)\n~~~\n\n[[IL-0002]]\n"
    )
    file.write_text(file.read_text(encoding="utf-8").rstrip("\n") + body, encoding="utf-8")
    text = machine(root).text("en/incidents/IL-0005.md")
    address = "https://example.org/library/en/incidents/IL-0002.md"
    assert f"`[[IL-0002]]` and [that \\`one\\`]({address}), ``a ` [[IL-0002]]``" in text
    assert "~~~text\n[[IL-0002]] [x](#cause)\n~~~" in text
    assert f"\n\n[IL-0002]({address})\n" in text


@pytest.mark.parametrize(
    "text", ["a*b*c", "_x_ snake_case", "<b> & [x](y)", "`code` \\ end", "한글_밑줄_변수 **", "# no heading"]
)
def test_plain_text_is_shown_letter_for_letter(text: str) -> None:
    html = MarkdownIt("commonmark").render(f"- {plain(text)}" if text.startswith("#") else plain(text))
    shown = re.sub(r"<[^>]+>", "", html).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&").strip()
    assert shown.lstrip("# ") == text.lstrip("# ")


@pytest.mark.parametrize("name", SHARED)
def test_llms_txt_has_its_form_and_leads_to_files(name: str) -> None:
    site = SHARED[name]()
    text = site.text("llms.txt")
    lines = text.splitlines()
    assert re.match(r"# \S", lines[0])
    assert lines[2].startswith("> ")
    base = site.library.site.base_url or "/"
    entries = re.findall(r"^- \[[^\]]+\]\(([^)]+)\): .+$", text, re.MULTILINE)
    assert entries
    for address in entries:
        assert address.startswith(base)
        assert address.removeprefix(base) in site.outputs, address


@pytest.mark.parametrize("language", ["ko", "en"])
def test_the_search_description_is_one(language: str) -> None:
    site = SHARED["full"]()
    space = "{http://a9.com/-/spec/opensearch/1.1/}"
    root = ET.fromstring(site.read(f"{language}/opensearch.xml"))  # noqa: S314  # our own file
    assert root.tag == f"{space}OpenSearchDescription"
    assert 0 < len(root.findtext(f"{space}ShortName") or "") <= 16
    assert 0 < len(root.findtext(f"{space}Description") or "") <= 1024
    (page,) = [url for url in root.findall(f"{space}Url") if url.get("type") == "text/html"]
    assert page.get("template") == f"https://example.org/library/{language}/search/?q={{searchTerms}}"
    assert root.findtext(f"{space}Language") == language


def test_there_is_no_search_description_without_search() -> None:
    site = machine(SITES / "full", kinds=("api", "pages"))
    assert not [path for path in site.outputs if path.endswith("opensearch.xml")]
