"""Result files: raw figures as JSON, one file a run."""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).resolve().parent / "results"

Kind = str
"""What was measured: `builds`, `preview` or `search`."""


@dataclass(slots=True, kw_only=True)
class Results:
    """What one run measured."""

    kind: Kind
    machine: dict[str, Any]
    started: str = field(default_factory=lambda: now("%Y-%m-%dT%H:%M:%SZ"))
    finished: str | None = None
    """None while the run goes on, or if it was broken off."""
    load: list[float] = field(default_factory=list)
    """Load average of one minute: before the run, and at its end."""
    versions: dict[str, str] = field(default_factory=dict)
    """By name of the generator."""
    outputs: dict[str, list[str]] = field(default_factory=dict)
    """Kinds of output by name of the generator, for ours."""
    runs: list[dict[str, Any]] = field(default_factory=list)
    checks: list[dict[str, Any]] = field(default_factory=list)
    yardstick: list[float] = field(default_factory=list)
    """Seconds of one fixed piece of work, done again and again during the run."""

    def save(self, folder: Path = RESULTS) -> Path:
        """Writes the file of this run; may be called again as the run goes on."""
        folder.mkdir(exist_ok=True)
        stamp = self.started.replace("-", "").replace(":", "")
        path = folder / f"{stamp}-{self.kind}.json"
        path.write_text(json.dumps(asdict(self), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        return path


def load_results(path: Path) -> Results:
    """A stored run."""
    return Results(**json.loads(path.read_text(encoding="utf-8")))


def newest(kind: Kind, folder: Path = RESULTS) -> Results | None:
    """The last finished run of a kind."""
    for path in sorted(folder.glob(f"*-{kind}.json"), reverse=True):
        results = load_results(path)
        if results.finished is not None:
            return results
    return None


def now(form: str) -> str:
    """The time in UTC."""
    return time.strftime(form, time.gmtime())
