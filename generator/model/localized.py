"""A value that exists once for each language of the site."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Localized(Generic[T]):
    """A value by language code, in the order of the site's languages."""

    values: Mapping[str, T]

    def __contains__(self, language: str) -> bool:
        return language in self.values

    def __iter__(self) -> Iterator[str]:
        return iter(self.values)

    def __getitem__(self, language: str) -> T:
        return self.values[language]

    def get(self, language: str) -> T | None:
        """The value in this language, or None."""
        return self.values.get(language)

    def nearest(self, language: str) -> T:
        """The value in this language, else in the first language that has one."""
        if language in self.values:
            return self.values[language]
        return next(iter(self.values.values()))
