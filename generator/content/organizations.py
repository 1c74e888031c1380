"""`organizations.yaml`: every organization that an incident names."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from generator.content.decoder import Decoder, Place
from generator.content.files import TextFile
from generator.content.yamlnodes import parse_yaml
from generator.model.localized import Localized
from generator.model.organization import Organization
from generator.problems import Problem

ORGANIZATION_KEYS = ("other_names", "url")
"""Keys of an organization beside its name in each language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedOrganizations:
    """The organizations with their places and what is wrong with the file."""

    organizations: Mapping[str, Organization]
    path: str
    marks: Mapping[tuple[str | int, ...], Place]
    problems: tuple[Problem, ...]


def parse_organizations(file: TextFile, languages: Collection[str]) -> ParsedOrganizations:
    """Decodes the organizations of the library, in the order of the file."""
    root, problems = parse_yaml(file.text, path=file.path)
    decoder = Decoder(file.path)
    organizations = {}
    for identifier, node in decoder.entries(root):
        fields = decoder.table(node, (*languages, *ORGANIZATION_KEYS), needed=languages)
        names = {language: decoder.text(fields.get(language)) or identifier for language in languages}
        organizations[identifier] = Organization(
            id=identifier,
            name=Localized(names),
            other_names=decoder.localized(fields.get("other_names"), languages, decoder.texts, complete=False),
            url=decoder.url(fields.get("url")),
        )
    return ParsedOrganizations(
        organizations=organizations,
        path=file.path,
        marks=decoder.marks,
        problems=(*problems, *decoder.problems),
    )
