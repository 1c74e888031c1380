"""The wheel stands alone: it brings theme, starter vocabulary and messages, and builds a new site."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


def test_what_the_wheel_holds(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    for name in (
        "generator/_theme/templates/pages/incident.html",
        "generator/_theme/templates/locales/ko/LC_MESSAGES/messages.po",
        "generator/_theme/static/css/tokens.css",
        "generator/_starter/vocabulary.yaml",
        "generator/problems/ko.toml",
        "generator/serve/preview.js",
    ):
        assert name in names
    assert not [name for name in names if name.startswith(("tests/", "content/", "benchmarks/"))]


def test_a_new_site_builds_from_the_wheel_alone(wheel, tmp_path):
    library = tmp_path / "library"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(library), str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    environment = {**os.environ, "PYTHONPATH": str(library)}

    def incidents(*arguments):
        command = [sys.executable, "-m", "generator", *arguments]
        return subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True)

    where = subprocess.run(
        [sys.executable, "-c", "import generator; print(generator.__file__)"],
        cwd=tmp_path,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    assert where.stdout.startswith(str(library))
    incidents("init", "ours", "--name", "Our incidents", "--prefix", "OUR")
    draft = tmp_path / "ours/content/incidents/OUR-0001/ko.md"
    draft.write_text(draft.read_text(encoding="utf-8").replace("status: draft\n", ""), encoding="utf-8")
    incidents("build", "--site", "ours")
    assert "예시 사례" in (tmp_path / "ours/site/ko/incidents/OUR-0001/index.html").read_text(encoding="utf-8")
    assert (tmp_path / "ours/site/pagefind/ko").is_dir()
