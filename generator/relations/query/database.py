"""`library.sqlite`: the library as one file, with a full-text index. The same library gives the same bytes."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import orjson

from generator.model.incident import SECTIONS, Incident, IncidentText
from generator.model.library import Library
from generator.model.localized import Localized
from generator.model.vocabulary import GROUPS, TAG_GROUPS
from generator.relations.membership import Relations, memberships
from generator.relations.query.schema import APPLICATION_ID, SEARCH_COLUMNS, TABLES, VERSION
from generator.relations.query.tokens import indexed, key

Row = Sequence[Any]


def database_bytes(library: Library, relations: Relations, records: Mapping[str, bytes]) -> bytes:
    """The database as a file's bytes, alike for the same input within one version of SQLite.

    `records` holds the JSON of each incident by id, as `get` gives it back; one that is missing has none.
    """
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute("PRAGMA page_size = 4096")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.executescript(TABLES)
        connection.execute("BEGIN")
        _Writer(connection).write(library, relations, records)
        connection.execute("COMMIT")
        connection.execute("VACUUM")
        return connection.serialize()


def write_database(path: Path, library: Library, relations: Relations, records: Mapping[str, bytes]) -> None:
    """Writes the database to a file."""
    path.write_bytes(database_bytes(library, relations, records))


class _Writer:
    """Fills the tables and takes a digest of what it writes."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.digest = hashlib.sha256()

    def write(self, library: Library, relations: Relations, records: Mapping[str, bytes]) -> None:
        places = {incident.id: place for place, incident in enumerate(relations.newest)}
        incidents = sorted(library.incidents.values(), key=lambda incident: incident.number)
        self.insert("incident", (_incident_row(incident, places, records.get(incident.id)) for incident in incidents))
        self.insert("alias", sorted((alias, incident.number) for incident in incidents for alias in incident.aliases))
        self.insert("text", (row for incident in incidents for row in _text_rows(incident)))
        self.insert("passage", (row for incident in incidents for row in _passage_rows(incident)))
        self.insert("tag", (row for incident in incidents for row in _tag_rows(incident)))
        self.insert("term", _term_rows(library, relations))
        self.insert("name", _name_rows(library))
        self.insert("signature", (row for incident in library.listed() for row in _signature_rows(incident)))
        self.insert("meta", [(name, orjson.dumps(value).decode()) for name, value in _meta(library).items()])
        self.insert("meta", [("digest", orjson.dumps(self.digest.hexdigest()).decode())])
        listed = sorted(library.listed(), key=lambda incident: incident.number)
        self.insert("search", (_search_row(library, incident) for incident in listed), ("rowid", *SEARCH_COLUMNS))
        self.connection.execute("INSERT INTO search (search) VALUES ('optimize')")

    def insert(self, table: str, rows: Iterable[Row], columns: Sequence[str] = ()) -> None:
        """Writes rows; table and columns are names of `schema`."""
        statement = ""
        for row in rows:
            if not statement:
                names = f" ({', '.join(columns)})" if columns else ""
                statement = f"INSERT INTO {table}{names} VALUES ({', '.join('?' * len(row))})"  # noqa: S608
            self.digest.update(repr((table, *(value for value in row if not isinstance(value, bytes)))).encode())
            self.digest.update(b"".join(value for value in row if isinstance(value, bytes)))
            self.connection.execute(statement, row)


def _meta(library: Library) -> dict[str, object]:
    site = library.site
    return {
        "base_url": site.base_url,
        "id_prefix": site.id_prefix,
        "incidents": sum(1 for _ in library.listed()),
        "languages": site.languages,
        "license": {"name": site.license.name, "url": site.license.url} if site.license else None,
        "name": dict(site.name.values),
    }


def _incident_row(incident: Incident, places: Mapping[str, int], record: bytes | None) -> Row:
    detect, recover = incident.time_to_detect, incident.time_to_recover
    return (
        incident.number,
        incident.id,
        incident.status,
        places.get(incident.id),
        incident.original,
        incident.date.iso if incident.date else None,
        incident.date_kind,
        incident.date_certainty if incident.date_kind == "occurred" else None,
        incident.date.start.year if incident.date else None,
        incident.severity,
        detect.seconds if detect else None,
        detect.text if detect else None,
        recover.seconds if recover else None,
        recover.text if recover else None,
        len(incident.checks),
        incident.modified.iso,
        incident.withdrawn.superseded_by if incident.withdrawn else None,
        record,
    )


def _text_rows(incident: Incident) -> Iterator[Row]:
    for language in incident.texts:
        text = incident.texts[language]
        path = f"{language}/incidents/{incident.id}/"
        yield (incident.number, language, text.title, path, text.withdrawn_reason)


def _passage_rows(incident: Incident) -> Iterator[Row]:
    for language in incident.texts:
        for position, (section, text) in enumerate(_passages(incident.texts[language])):
            yield (incident.number, language, position, section, text)


def _passages(text: IncidentText) -> Iterator[tuple[str, str]]:
    """The plain text of a report by section, the summary first."""
    yield "summary", text.summary.prose.text
    facts = [fact for fact in (text.impact, text.affected_users, text.region, text.trigger) if fact]
    if facts:
        yield "facts", "\n".join(facts)
    for name in SECTIONS:
        section = text.sections.get(name)
        if section is not None and section.prose.text:
            yield name, section.prose.text


def _tag_rows(incident: Incident) -> Iterator[Row]:
    certainties = {(group, tag.id): tag.certainty for group, tags in incident.tags.items() for tag in tags}
    for position, (group, term) in enumerate(memberships(incident)):
        yield (incident.number, position, group, term, certainties.get((group, term), "known"))


def _term_rows(library: Library, relations: Relations) -> Iterator[Row]:
    for group in GROUPS:
        for position, term in enumerate(library.vocabulary.terms(group)):
            successor = _successor(library, group, term.replaced_by)
            yield (group, term.id, position, term.parent, successor, len(relations.of(group, term.id)), None)
    for position, organization in enumerate(library.organizations.values()):
        count = len(relations.of("organizations", organization.id))
        yield ("organizations", organization.id, position, None, None, count, organization.url)
    years = relations.members["years"]
    for position, year in enumerate(sorted(years)):
        yield ("years", year, position, None, None, len(years[year]), None)


def _successor(library: Library, group: str, identifier: str | None) -> str | None:
    """The term that took the place of a retired one in the end; None where the content names no such term."""
    known = identifier is not None and library.vocabulary.find(group, identifier) is not None
    return library.vocabulary.term(group, identifier).id if known and identifier else None


def _name_rows(library: Library) -> Iterator[Row]:
    for group in GROUPS:
        for term in library.vocabulary.terms(group):
            yield from _names(group, term.id, term.label, term.synonyms)
            if term.definition is not None:
                for language in term.definition:
                    yield (group, term.id, language, -1, term.definition[language], "")
    for organization in library.organizations.values():
        yield from _names("organizations", organization.id, organization.name, organization.other_names)


def _names(group: str, term: str, label: Localized[str], synonyms: Localized[tuple[str, ...]]) -> Iterator[Row]:
    for language in label:
        for position, text in enumerate((label[language], *(synonyms.get(language) or ()))):
            yield (group, term, language, position, text, key(text))


def _signature_rows(incident: Incident) -> Iterator[Row]:
    for position, signature in enumerate(incident.signatures):
        yield (incident.number, position, signature.kind, signature.pattern, int(signature.regex))
    for position, name in enumerate(incident.alerts, start=len(incident.signatures)):
        yield (incident.number, position, "alert", name, 0)


def _search_row(library: Library, incident: Incident) -> Row:
    texts = incident.texts.values.values()
    labels, keywords = _called(library, incident)
    body = [passage for text in texts for section, passage in _passages(text) if section != "summary"]
    body += [signature.sample for signature in incident.signatures]
    return (
        incident.number,
        _column(text.title for text in texts),
        _column([incident.id, *incident.alerts, *labels]),
        _column(keywords),
        _column(text.summary.prose.text for text in texts),
        _column(body),
    )


def _column(parts: Iterable[str]) -> str:
    return "\n".join(map(indexed, dict.fromkeys(parts)))


def _called(library: Library, incident: Incident) -> tuple[list[str], list[str]]:
    """Labels of all that the incident carries, and the synonyms of the same, in every language."""
    labels: list[str] = []
    synonyms: list[str] = []
    for group in TAG_GROUPS:
        for tag in incident.tags[group]:
            term = library.vocabulary.find(group, tag.id)
            if term is not None:
                labels += term.label.values.values()
                synonyms += _flat(term.synonyms)
    severity = library.vocabulary.find("severities", incident.severity) if incident.severity else None
    if severity is not None:
        labels += severity.label.values.values()
    for identifier in incident.organizations:
        organization = library.organizations.get(identifier)
        if organization is None:
            continue
        labels += organization.name.values.values()
        synonyms += _flat(organization.other_names)
    return labels, synonyms


def _flat(lists: Localized[tuple[str, ...]]) -> Iterator[str]:
    for language in lists:
        yield from lists[language]
