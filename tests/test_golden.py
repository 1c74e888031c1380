"""The pages of `tests/sites/full` as they were last read in review; `--update-golden` writes them anew."""

from __future__ import annotations

import difflib
import json
import re
from pathlib import Path

import pytest
from conftest import BuildSite

GOLDEN = Path(__file__).parent / "golden"
FILES = (
    "index.html",
    "404.html",
    "IL-0001/index.html",
    "sample-switch/index.html",
    "ko/index.html",
    "ko/incidents/index.html",
    "ko/incidents/IL-0001/index.html",
    "en/incidents/IL-0007/index.html",
    "en/topics/network/index.html",
    "ko/incidents/IL-0001.md",
    "en/feed.xml",
    "api/v1/incidents/IL-0001.json",
)
"""What of the site is kept: one of each telling kind, few enough to be read."""

_FINGERPRINT = re.compile(r"(assets/[a-z]+)\.[0-9a-f]{12}\.")


def normal(path: str, text: str) -> str:
    """A file as a reader compares it: without fingerprints of assets, which change with every style; JSON in lines."""
    if path.endswith(".json"):
        return json.dumps(json.loads(text), ensure_ascii=False, indent=2) + "\n"
    return _FINGERPRINT.sub(r"\1.*.", text)


@pytest.mark.parametrize("path", FILES)
def test_a_file_is_as_it_was_read(built_site: BuildSite, request: pytest.FixtureRequest, path: str) -> None:
    made, kept = normal(path, built_site("full").read(path)), GOLDEN / path
    if request.config.getoption("--update-golden"):
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(made, encoding="utf-8")
    before = kept.read_text(encoding="utf-8") if kept.is_file() else ""
    difference = difflib.unified_diff(before.splitlines(), made.splitlines(), "golden", "made", n=1, lineterm="")
    assert made == before, "\n".join(["pytest tests/test_golden.py --update-golden, then read", *difference])


def test_nothing_else_is_kept() -> None:
    kept = {path.relative_to(GOLDEN).as_posix() for path in GOLDEN.rglob("*") if path.is_file()}
    assert kept == set(FILES)


def test_a_style_changes_no_golden_file() -> None:
    made = '<link rel="stylesheet" href="../assets/site.0123456789ab.css">'
    assert normal("index.html", made) == '<link rel="stylesheet" href="../assets/site.*.css">'
