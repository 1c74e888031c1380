"""Small real sites, copied to a temporary folder and built."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, sync_playwright

from generator.build import Options, Result, build

# Time is never an assertion; and what fails in continuous integration can be made to fail again.
settings.register_profile("library", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("library")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update-golden` writes `tests/golden/` anew."""
    parser.addoption("--update-golden", action="store_true", help="write tests/golden/ anew, to be read in review")


SITES = Path(__file__).parent / "sites"


@dataclass(frozen=True)
class BuiltSite:
    """A site of a test with what was built from it."""

    root: Path
    out: Path
    result: Result

    def read(self, path: str) -> str:
        """A published file as text."""
        return (self.out / path).read_text(encoding="utf-8")

    def files(self) -> dict[str, bytes]:
        """Every published file by its path, the generator's own record included."""
        return tree(self.out)

    def pages(self) -> dict[str, str]:
        """Every published page by the path of its file."""
        return {path: data.decode() for path, data in self.files().items() if path.endswith(".html")}


BuildSite = Callable[..., BuiltSite]


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder by its path there."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def copy_site(name: str | Path, root: Path) -> Path:
    """A copy of `tests/sites/<name>`, or of another folder, that a test may change."""
    shutil.copytree(SITES / name, root, ignore=shutil.ignore_patterns(".cache", "site", ".site.*"))
    return root


def built(root: Path, **options: object) -> BuiltSite:
    """The site of a folder, built into its `site`."""
    out = root / "site"
    result = build(root, out, Options(**{"jobs": 1, **options}))  # type: ignore[arg-type]
    return BuiltSite(root=root, out=out, result=result)


@pytest.fixture
def build_site(tmp_path: Path) -> BuildSite:
    """Builds `tests/sites/<name>`, or another folder, from a copy; keyword arguments are those of `Options`."""
    count = iter(range(1000))

    def build_copy(name_or_path: str | Path, **options: object) -> BuiltSite:
        return built(copy_site(name_or_path, tmp_path / f"root-{next(count)}"), **options)

    return build_copy


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> BuildSite:
    """Like `build_site`, but each site is built once and shared; nobody may change what it returns."""
    shared: dict[tuple[str, str], BuiltSite] = {}

    def build_once(name: str, **options: object) -> BuiltSite:
        key = (name, repr(sorted(options.items())))
        if key not in shared:
            shared[key] = built(copy_site(name, tmp_path_factory.mktemp("shared") / "root"), **options)
        return shared[key]

    return build_once


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The system's Chromium, with its ordinary rules for files; one for all tests of a process."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        yield browser
        browser.close()
