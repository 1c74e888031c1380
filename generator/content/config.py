"""`site.toml`: the settings of a site."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any

from generator.content.decoder import is_web_address
from generator.content.files import TextFile
from generator.content.headings import LANGUAGES
from generator.model.localized import Localized
from generator.model.site import OUTPUTS, License, Site
from generator.problems import Problem, nearest, wordings

SITE_KEYS = (
    "name",
    "description",
    "languages",
    "id_prefix",
    "base_url",
    "edit_url",
    "correction_url",
    "license",
    "private",
)
"""Keys of the table `[site]`."""

NEEDED_KEYS = ("name", "description", "languages", "id_prefix")

LICENSE_KEYS = ("name", "url")
"""Keys of the licence."""

_HEADER = re.compile(r"\s*\[([^\[\]]+)\]\s*(?:#.*)?$")
_KEY = re.compile(r"\s*\"?([A-Za-z0-9_-]+)\"?\s*[.=]")
_ID_PREFIX = re.compile(r"[A-Z][A-Z0-9]{0,9}")


class _Settings:
    """Reads the tables of one file and collects its problems."""

    def __init__(self, file: TextFile) -> None:
        self.file = file
        self.table = ""
        """Name of the table that is being read; empty at the top."""
        self.problems: list[Problem] = []

    def report(self, where: str, code: str, **values: str) -> None:
        """Notes a problem at a key of the table that is being read, or at a table."""
        line, column = self._place(where)
        self.problems.append(Problem(self.file.path, line, column, code, values))

    def _place(self, where: str) -> tuple[int, int]:
        table, fallback = "", (1, 1)
        for number, line in enumerate(self.file.text.splitlines(), start=1):
            header = _HEADER.match(line)
            table = header[1].strip() if header else table
            place = (number, len(line) - len(line.lstrip()) + 1)
            key = _KEY.match(line)
            if header and table in (where, f"{self.table}.{where}"):
                return place
            if key and key[1] == where and table == self.table:
                return place
            if header and table == self.table:
                fallback = place
        return fallback

    def keys(self, table: Mapping[str, Any], allowed: tuple[str, ...]) -> None:
        for key in table:
            if key not in allowed:
                self.report(key, "E201", key=key, suggestion=nearest(key, allowed))

    def text(self, table: Mapping[str, Any], key: str) -> str | None:
        value = table.get(key)
        if value is None or (isinstance(value, str) and value.strip()):
            return value
        self.report(key, "E203", expected="text")
        return None

    def flag(self, table: Mapping[str, Any], key: str, default: bool) -> bool:
        value = table.get(key, default)
        if isinstance(value, bool):
            return value
        self.report(key, "E203", expected="true or false")
        return default

    def localized(self, table: Mapping[str, Any], key: str, languages: tuple[str, ...]) -> Localized[str]:
        value = table.get(key)
        if isinstance(value, str):
            return Localized(dict.fromkeys(languages, value))
        if not isinstance(value, dict):
            if value is not None:
                self.report(key, "E203", expected="text, or a text for each language")
            return Localized(dict.fromkeys(languages, ""))
        for language in languages:
            if not isinstance(value.get(language), str):
                self.report(key, "E202", key=f"{key}.{language}")
        return Localized({language: str(value.get(language, "")) for language in languages})


def parse_config(file: TextFile, *, base_url: str | None = None) -> tuple[Site | None, list[Problem]]:
    """The settings, or None where the file cannot be read; `base_url` takes the place of the one in the file."""
    try:
        tables = tomllib.loads(file.text)
    except (ValueError, RecursionError) as error:
        return None, [_syntax_problem(file, error)]
    settings = _Settings(file)
    settings.keys(tables, ("site", "outputs", "checks"))
    outputs = _outputs(settings, tables.get("outputs", {}))
    ignored = _ignored(settings, tables.get("checks", {}))
    settings.table = "site"
    site = tables.get("site")
    if not isinstance(site, dict):
        settings.report("site", "E202", key="[site]")
        return None, sorted(settings.problems)
    settings.keys(site, SITE_KEYS)
    for key in NEEDED_KEYS:
        if key not in site:
            settings.report("site", "E202", key=key)
    languages = _languages(settings, site)
    if base_url is not None:
        site = {**site, "base_url": base_url}
    return (
        Site(
            name=settings.localized(site, "name", languages),
            description=settings.localized(site, "description", languages),
            languages=languages,
            id_prefix=_prefix(settings, site),
            base_url=_base_url(settings, site),
            edit_url=_address(settings, site, "edit_url", "{path}"),
            correction_url=_address(settings, site, "correction_url", None),
            license=_license(settings, site),
            private=settings.flag(site, "private", False),
            outputs=outputs,
            ignored_checks=ignored,
        ),
        sorted(settings.problems),
    )


def _syntax_problem(file: TextFile, error: ValueError | RecursionError) -> Problem:
    place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
    line, column = (int(place[1]), int(place[2])) if place else (1, 1)
    reason = re.sub(r" \(at .*", "", str(error))
    return Problem(file.path, line, column, "E701", {"reason": reason})


def _languages(settings: _Settings, site: Mapping[str, Any]) -> tuple[str, ...]:
    languages = site.get("languages", list(LANGUAGES))
    if not isinstance(languages, list) or not languages or not all(language in LANGUAGES for language in languages):
        settings.report("languages", "E206", value=str(languages), allowed=", ".join(LANGUAGES), suggestion="")
        return LANGUAGES
    return tuple(dict.fromkeys(languages))


def _prefix(settings: _Settings, site: Mapping[str, Any]) -> str:
    prefix = settings.text(site, "id_prefix") or "IL"
    if not _ID_PREFIX.fullmatch(prefix):
        settings.report("id_prefix", "E702", value=prefix)
        return "IL"
    return prefix


def _base_url(settings: _Settings, site: Mapping[str, Any]) -> str | None:
    address = settings.text(site, "base_url")
    if address is None:
        return None
    if not is_web_address(address) or "?" in address or "#" in address:
        settings.report("base_url", "E212", value=address)
        return None
    return address.rstrip("/") + "/"


def _address(settings: _Settings, site: Mapping[str, Any], key: str, placeholder: str | None) -> str | None:
    address = settings.text(site, key)
    if address is None:
        return None
    mail = key == "correction_url" and address.startswith("mailto:")
    if not (mail or is_web_address(address)) or (placeholder and placeholder not in address):
        settings.report(key, "E703", key=key, value=address, placeholder=placeholder or "{id}")
        return None
    return address


def _license(settings: _Settings, site: Mapping[str, Any]) -> License | None:
    value = site.get("license")
    if value is None:
        return None
    if not isinstance(value, dict) or not isinstance(value.get("name"), str):
        settings.report("license", "E203", expected="{name, url}")
        return None
    settings.keys(value, LICENSE_KEYS)
    url = value.get("url")
    if url is not None and not (isinstance(url, str) and is_web_address(url)):
        settings.report("license", "E212", value=str(url))
        url = None
    return License(name=value["name"], url=url)


def _outputs(settings: _Settings, table: Any) -> tuple[str, ...]:
    settings.table = ""
    if not isinstance(table, dict):
        settings.report("outputs", "E203", expected="table")
        return OUTPUTS
    settings.table = "outputs"
    settings.keys(table, OUTPUTS)
    return tuple(kind for kind in OUTPUTS if settings.flag(table, kind, True))


def _ignored(settings: _Settings, table: Any) -> tuple[str, ...]:
    settings.table = ""
    if not isinstance(table, dict) or not isinstance(table.get("ignore", []), list):
        settings.report("checks", "E203", expected="table with a list `ignore`")
        return ()
    settings.table = "checks"
    settings.keys(table, ("ignore",))
    warnings = [code for code in wordings("en") if code.startswith("W")]
    for code in table.get("ignore", []):
        if code not in warnings:
            settings.report("ignore", "E206", value=str(code), allowed=", ".join(warnings), suggestion="")
    return tuple(code for code in warnings if code in table.get("ignore", []))
