"""The reference names every file, every key of a record and what can be switched off; its script works."""

from __future__ import annotations

import functools
import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from machine_files import SHARED

from generator.outputs.api.schema_parts import KINDS

pytestmark = pytest.mark.xdist_group("machine-files")

DOCS = Path(__file__).parent.parent.parent / "docs"


def reference() -> str:
    return (DOCS / "reference" / "api.md").read_text(encoding="utf-8")


def test_every_key_of_a_record_stands_in_the_reference() -> None:
    keys = SHARED["full"]().data("api/v1/incidents/IL-0001.json")
    assert [key for key in keys if f"`{key}`" not in reference()] == []


def test_every_kind_and_every_switch_stands_in_the_reference() -> None:
    for word in KINDS:
        assert f"`{word}`" in reference()
    for switch in ("api", "feeds", "markdown", "sitemap"):
        assert f"`{switch} = false`" in reference()


def test_every_path_of_openapi_stands_in_the_reference() -> None:
    paths = json.loads(SHARED["full"]().read("api/v1/openapi.json"))["paths"]
    words = {"language": "<language>", "id": "<id>", "page": "<n>", "kind": "<kind>", "term": "<id>"}
    groups = re.compile(r"/(symptoms|causes|contributing-factors|components|organizations)(?=/|\.json)")
    for path in paths:
        written = re.sub(r"\{(\w+)\}", lambda found: words[found[1]], path)
        group = groups.search(written)
        if group is None:
            assert f"{written}`" in reference() or f"`{written.rpartition('/')[2]}`" in reference(), path
        else:
            assert f"`{group[1]}.json`" in reference() or group[1] == "organizations"


@contextmanager
def served(folder: Path) -> Iterator[str]:
    class Silent(SimpleHTTPRequestHandler):
        def log_message(self, *arguments: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Silent, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_the_script_downloads_what_changed(tmp_path: Path) -> None:
    site = SHARED["full"]()
    for path in site.outputs:
        if re.match(r"api/v1/(changes|incidents/)", path):
            (tmp_path / "site" / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "site" / path).write_bytes(site.read(path))
    script = re.search(r"```python\n(.*?)```", reference(), re.DOTALL)
    assert script is not None
    assert len([line for line in script[1].splitlines() if line.strip()]) <= 10
    work = tmp_path / "work"
    work.mkdir()
    with served(tmp_path / "site") as base:
        command = [sys.executable, "-c", script[1], base, "2026-02-01"]
        said = subprocess.run(command, cwd=work, capture_output=True, text=True, check=True).stdout
    assert said == "IL-0004 withdrawn 2026-02-10\nIL-0001 published 2026-02-01\n"
    for identifier in ("IL-0001", "IL-0004"):
        assert (work / f"{identifier}.json").read_bytes() == site.read(f"api/v1/incidents/{identifier}.json")
    assert len(list(work.iterdir())) == 2
