"""Pagefind's programs for browsers, which ask the index; its own indexer is not used, but for handing them out."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import orjson

from generator.outputs.search.errors import IndexerError
from generator.outputs.search.pagefind import JOINERS
from generator.outputs.search.runtime import ShapeError, classic_script

RUNTIME = "pagefind/runtime.js"
"""The script for browsers, as a classic script."""

WASM = "wasm.unknown.pagefind"
"""The program that the script runs; the same for every language, since no language's endings are cut."""

_SITE = "<!doctype html><html><main data-pagefind-body>incident</main></html>"
"""The smallest site that Pagefind takes."""


def browser_programs() -> dict[str, bytes]:
    """The programs by their paths from the site's root; raises IndexerError."""
    with TemporaryDirectory(prefix="incident-index-") as name:
        folder = Path(name)
        site, output = folder / "site", folder / "index"
        site.mkdir()
        (site / "index.html").write_text(_SITE, encoding="utf-8")
        _run(folder, "--site", str(site), "--output-path", str(output), "--silent")
        _refuse_other_kinds(orjson.loads((output / "pagefind-entry.json").read_bytes()))
        try:
            runtime = classic_script((output / "pagefind.js").read_text(encoding="utf-8"))
        except ShapeError as error:
            raise IndexerError(str(error)) from error
        return {RUNTIME: runtime.encode(), f"pagefind/{WASM}": (output / WASM).read_bytes()}


def _run(folder: Path, *options: str) -> None:
    command = [sys.executable, "-m", "pagefind_bin", *options]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PAGEFIND_")}
    done = subprocess.run(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if done.returncode != 0:
        lines = done.stdout.decode(errors="replace").strip().splitlines() or ["it said nothing"]
        raise IndexerError(f"the search indexer failed, status {done.returncode}: {lines[-1]}")


def _refuse_other_kinds(written: Mapping[str, object]) -> None:
    """Raises IndexerError where Pagefind takes other signs for letters than the terms of this package do."""
    if written.get("include_characters") != list(JOINERS):
        raise IndexerError("the search indexer cuts words in another way; this version needs pagefind 1.5")
