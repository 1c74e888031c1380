"""The site: what `site.toml` says."""

from __future__ import annotations

from dataclasses import dataclass

from generator.model.localized import Localized

OUTPUTS = ("pages", "search", "sitemap", "feeds", "markdown", "api")
"""Kinds of output that `[outputs]` of `site.toml` can switch off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class License:
    """The licence of the reports."""

    name: str
    url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """Settings of one site."""

    name: Localized[str]
    description: Localized[str]
    languages: tuple[str, ...]
    id_prefix: str
    base_url: str | None = None
    """Absolute address of the site's root with a closing slash, or None when it is not known."""
    edit_url: str | None = None
    """Address to edit a file, with `{path}` in it."""
    correction_url: str | None = None
    """Address to report a correction, with `{id}` in it."""
    license: License | None = None
    private: bool = False
    """A private site asks search engines to stay away."""
    outputs: tuple[str, ...] = OUTPUTS
    """Kinds of output that are made."""
    ignored_checks: tuple[str, ...] = ()
    """Codes of warnings that this site does not want."""

    @property
    def base_path(self) -> str:
        """The path part of `base_url`, with a slash at both ends."""
        if self.base_url is None:
            return "/"
        rest = self.base_url.split("://", 1)[1]
        return "/" + rest.split("/", 1)[1] if "/" in rest else "/"
