"""The organizations that incidents name."""

from __future__ import annotations

from dataclasses import dataclass, field

from generator.model.localized import Localized


@dataclass(frozen=True, slots=True, kw_only=True)
class Organization:
    """One organization."""

    id: str
    name: Localized[str]
    other_names: Localized[tuple[str, ...]] = field(default_factory=lambda: Localized({}))
    url: str | None = None
    """Its public home page."""
