"""Checks of incidents from their records, as the static API and `library.sqlite` hold them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from generator.model.incident import Probe
from generator.model.localized import Localized


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedRecord:
    """An incident as far as its checks go."""

    id: str
    title: Localized[str]
    original: str
    checks: tuple[Probe, ...]

    def title_in(self, language: str) -> str:
        """Its title in this language, else in that of the original."""
        return self.title.get(language) or self.title[self.original]


def read_record(record: Mapping[str, Any]) -> CheckedRecord:
    """The checks of a record."""
    return CheckedRecord(
        id=record["id"],
        title=_localized(record["title"]),
        original=record["original"],
        checks=tuple(_probe(check) for check in record["checks"]),
    )


def _probe(check: Mapping[str, Any]) -> Probe:
    return Probe(
        id=check["id"],
        title=_localized(check["title"]),
        evidence=check["evidence"],
        method=check["method"],
        command=tuple(check["command"]),
        select=check["select"],
        present_when=_present_when(check["present_when"]),
        means=_localized(check["means"]),
        cannot_tell=_localized(check["cannot_tell"]),
    )


def _present_when(condition: Mapping[str, Any] | None) -> tuple[str, str | float | bool] | None:
    """Operator and operand; a record keeps an operand that is true or false as `expected`."""
    if condition is None:
        return None
    operand = condition["operand"]
    return condition["operator"], condition["expected"] if operand is None else operand


def _localized(values: Mapping[str, str | None]) -> Localized[str]:
    return Localized({language: text for language, text in values.items() if text is not None})
