"""Bundles of small sites, unpacked."""

from __future__ import annotations

import re
import shutil
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from generator.build import Options
from generator.bundle import Bundled, bundle

REPOSITORY = Path(__file__).parents[2]
SITES = REPOSITORY / "tests" / "sites"
CHOSEN = ("IL-0044", "IL-0098", "IL-0121", "IL-0585")
"""Public incidents of the small library that browsers search."""


@dataclass(frozen=True)
class Unpacked:
    """A bundle with the folder in which it was unpacked."""

    root: Path
    result: Bundled
    folder: Path
    """The one folder of the archive."""

    @property
    def archive(self) -> Path:
        assert self.result.path is not None
        return self.result.path

    @property
    def address(self) -> str:
        """Address of the folder, with a closing slash."""
        return f"{self.folder.as_uri()}/"

    def files(self) -> dict[str, bytes]:
        """Every file by its path in the folder."""
        paths = (path for path in sorted(self.folder.rglob("*")) if path.is_file())
        return {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in paths}

    def pages(self) -> dict[str, str]:
        """Every page by its path in the folder."""
        return {path: content.decode() for path, content in self.files().items() if path.endswith(".html")}


def unpacked(root: Path, place: Path) -> Unpacked:
    """The bundle of a site, made and unpacked in another folder."""
    result = bundle(root, place / "out", options=Options(jobs=1))
    assert result.path is not None, result.problems
    with zipfile.ZipFile(result.path) as archive:
        archive.extractall(place / "unpacked")
    (folder,) = (place / "unpacked").iterdir()
    return Unpacked(root=root, result=result, folder=folder)


def copy_full_site(root: Path) -> Path:
    """A copy of `tests/sites/full` that a test may change."""
    return shutil.copytree(SITES / "full", root, ignore=shutil.ignore_patterns(".cache", "site", ".site.*"))


@pytest.fixture(scope="session")
def full(tmp_path_factory: pytest.TempPathFactory) -> Unpacked:
    """The bundle of a site that has every kind of page and an address."""
    place = tmp_path_factory.mktemp("full")
    return unpacked(copy_full_site(place / "root"), place)


@pytest.fixture(scope="session")
def public(tmp_path_factory: pytest.TempPathFactory) -> Unpacked:
    """The bundle of some incidents of the public library; its folder has a space and Hangul in its path."""
    place = tmp_path_factory.mktemp("public") / "내 문서 (1)"
    content = place / "root" / "content"
    content.mkdir(parents=True)
    shutil.copy(REPOSITORY / "site.toml", content.parent)
    for name in ("vocabulary.yaml", "organizations.yaml"):
        shutil.copy(REPOSITORY / "content" / name, content)
    for identifier in CHOSEN:
        copied = shutil.copytree(REPOSITORY / "content" / "incidents" / identifier, content / "incidents" / identifier)
        for text in copied.glob("*.md"):
            alone = re.sub(r"^related:.*\n", "", text.read_text(encoding="utf-8"), flags=re.MULTILINE)
            text.write_text(alone, encoding="utf-8")
    return unpacked(content.parent, place)
