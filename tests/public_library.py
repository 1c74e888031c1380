"""The public library as a database file with its records, made once for all tests.

A test module that names this one in `pytest_plugins` has its fixtures.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.build import Options, load, open_editions
from generator.outputs import assets
from generator.outputs.api.records import record_bytes
from generator.relations.membership import relate
from generator.relations.query.database import write_database
from generator.relations.query.store import Store, open_store
from generator.render.theme import find_theme

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def library_path(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """`library.sqlite` of the public library."""
    return public_library_file(tmp_path_factory.getbasetemp(), worker_id)


@pytest.fixture(scope="session")
def store(library_path: Path) -> Iterator[Store]:
    """The public library, open for questions."""
    opened = open_store(library_path)
    yield opened
    opened.close()


def public_library_file(folder: Path, worker: str) -> Path:
    """`library.sqlite` of the public library in a folder that all processes of a test run share.

    `folder` is the base folder of pytest, `worker` the name of the xdist process, or `master` without one.
    """
    shared = folder if worker == "master" else folder.parent
    path = shared / "public-library.sqlite"
    with (shared / "public-library.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.is_file():
            _make(path)
    return path


def _make(path: Path) -> None:
    content, _ = load(ROOT, Options(jobs=1))
    library = content.library
    relations = relate(library)
    theme = find_theme(ROOT)
    static, _ = assets.plan_assets(theme, search=False)
    editions, _ = open_editions(library, relations, theme, static)
    records = {incident.id: record_bytes(editions, incident) for incident in library.incidents.values()}
    partial = path.with_suffix(".partial")
    write_database(partial, library, relations, records)
    partial.replace(path)
