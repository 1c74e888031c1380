"""The files for machines of a site, made in memory."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from generator.build import open_editions
from generator.content.load import load_content, load_site
from generator.model.library import Library
from generator.outputs import assets, robots
from generator.outputs.fingerprints import Fingerprints, take_fingerprints
from generator.outputs.machine import MachineOptions, plan_machine_readable
from generator.outputs.output import Output
from generator.relations.membership import Relations, relate
from generator.render.compose.edition import Edition
from generator.render.theme import find_theme

TESTS = Path(__file__).parent.parent
SITES = TESTS / "sites"
PUBLIC = TESTS.parent
KINDS = ("api", "feeds", "markdown", "pages", "search", "sitemap")
STANDING = ("triage/", "statistics/", "api/")


@dataclass(frozen=True)
class Machine:
    """A site with its planned files, each made when it is first read."""

    library: Library
    relations: Relations
    editions: dict[str, Edition]
    prints: Fingerprints
    outputs: dict[str, Output]
    _made: dict[str, bytes] = field(default_factory=dict)

    def read(self, path: str) -> bytes:
        """A file's bytes."""
        if path not in self._made:
            self._made[path] = self.outputs[path].make()
        return self._made[path]

    def text(self, path: str) -> str:
        """A file as text."""
        return self.read(path).decode()

    def data(self, path: str) -> Any:
        """The data of a file of the API."""
        file = json.loads(self.read(path))
        assert set(file) == {"schema_version", "data"}
        return file["data"]

    def files(self) -> dict[str, bytes]:
        """Every file."""
        return {path: self.read(path) for path in self.outputs}


def machine(
    root: Path,
    *,
    base_url: str | None = None,
    known: bool = True,
    kinds: tuple[str, ...] = KINDS,
    private: bool = False,
    options: MachineOptions | None = None,
) -> Machine:
    """Loads and plans a site; `known` is whether its address is."""
    site, problems = load_site(root, base_url=base_url)
    assert site is not None
    assert not problems
    site = replace(site, outputs=kinds, private=private, base_url=site.base_url if known else None)
    library = load_content(root, site, jobs=1).library
    relations = relate(library)
    theme = find_theme(root)
    static, _ = assets.plan_assets(theme, search=True)
    editions, _ = open_editions(library, relations, theme, static)
    prints = take_fingerprints(library, relations, theme, static)
    options = options or MachineOptions(epoch=None)
    planned = list(plan_machine_readable(library, relations, editions, prints, options))
    planned += robots.plan_robots(library, STANDING)
    outputs = {output.path: output for output in planned}
    assert len(outputs) == len(planned), "two files have one path"
    return Machine(library, relations, editions, prints, outputs)


@cache
def sample(name: str = "full") -> Machine:
    """A site of `tests/sites`, shared; nobody may change it."""
    return machine(SITES / name)


@cache
def unplaced(name: str = "full") -> Machine:
    """The same without an address."""
    return machine(SITES / name, known=False)


@cache
def public() -> Machine:
    """The public library, shared."""
    return machine(PUBLIC, base_url="https://example.org/library/")


SHARED = {"full": sample, "untranslated": lambda: sample("untranslated"), "unplaced": unplaced, "public": public}
"""Sites by the name that tests give them."""
