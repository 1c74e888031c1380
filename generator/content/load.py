"""The whole content: every file read, decoded and put together as one library."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path

from generator.content.cache import Entry, SourceCache
from generator.content.config import parse_config
from generator.content.discover import Folder, discover_incidents, discover_pages
from generator.content.files import UNREADABLE, TextFile, read_text, relative, unreadable
from generator.content.incidents import IncidentFiles, ParsedIncident, parse_incident
from generator.content.lock import Lock, parse_lock
from generator.content.organizations import ParsedOrganizations, parse_organizations
from generator.content.pages import parse_page
from generator.content.pictures import read_picture
from generator.content.stored import (
    Desk,
    Marks,
    Store,
    StoredIncident,
    StoredMarks,
    StoredSections,
    pack,
    pack_incident,
)
from generator.content.vocabulary import ParsedVocabulary, parse_vocabulary
from generator.content.workers import map_forked, portions
from generator.model.brief import Brief
from generator.model.incident import Incident, Tag
from generator.model.library import Library, OrdinaryPage
from generator.model.localized import Localized
from generator.model.site import Site
from generator.model.translation import Translation
from generator.model.vocabulary import TAG_GROUPS, Vocabulary
from generator.problems import Problem

INCIDENTS_PATH = "content/incidents"
LOCK_PATH = "content/translations.lock"

_UNREAD = frozenset(("E101", "E102", "E103", "E114", "E119", UNREADABLE))
"""Codes of what leaves nothing of a file or folder."""

_PARALLEL_FROM = 200
"""Number of incidents from which they are parsed on all cores."""
_BATCH = 64
"""Incidents that a worker parses at a time."""
_MISSING = Translation(state="missing")
_UNRECORDED = Translation(state="unrecorded")
_CURRENT = Translation(state="current")


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """All that the content folder says, with places for the checks, and the library that it makes."""

    root: Path
    site: Site
    vocabulary: ParsedVocabulary
    organizations: ParsedOrganizations
    parsed: tuple[ParsedIncident, ...]
    """Every incident, drafts and broken ones included, ascending by number."""
    lock: Lock
    lock_lines: Mapping[tuple[str, str], int]
    library: Library
    problems: tuple[Problem, ...]
    """What reading and decoding found."""
    unread: frozenset[str]
    """Paths of which nothing could be read: what they may say is not missed."""

    def has_read(self, path: str) -> bool:
        """Whether neither this file or folder nor one above it is unread."""
        return self.unread.isdisjoint((path, *(path[: slash.start()] for slash in re.finditer("/", path))))


def load_site(root: Path, *, base_url: str | None = None) -> tuple[Site | None, list[Problem]]:
    """The settings of `site.toml`."""
    file, problems = read_text(root / "site.toml", root)
    if file is None:
        return None, problems
    return parse_config(file, base_url=base_url)


def load_content(root: Path, site: Site, *, jobs: int | None = None, cache: Path | None = None) -> Content:
    """Reads everything below `content/`; faults are collected, never raised. `cache` is a folder for parsed files."""
    problems: list[Problem] = []
    vocabulary = parse_vocabulary(_needed(root, "vocabulary.yaml", problems), site.languages)
    organizations = parse_organizations(_needed(root, "organizations.yaml", problems), site.languages)
    kept = SourceCache(cache, f"{site.languages} {site.id_prefix}")
    folders, found = discover_incidents(root, site.languages, site.id_prefix, kept.signatures())
    parsed = load_incidents(folders, root, site, kept, jobs=jobs)
    pages, page_problems = _load_pages(root, site)
    lock, lock_lines, lock_problems = _load_lock(root)
    problems += chain(
        vocabulary.problems,
        organizations.problems,
        found,
        chain.from_iterable(incident.problems for incident in parsed),
        page_problems,
        lock_problems,
    )
    library = Library(
        site=site,
        vocabulary=vocabulary.vocabulary,
        organizations=organizations.organizations,
        incidents=_published(parsed, vocabulary.vocabulary),
        pages=pages,
        translations=_translations(parsed, site, lock),
    )
    return Content(
        root=root,
        site=site,
        vocabulary=vocabulary,
        organizations=organizations,
        parsed=parsed,
        lock=lock,
        lock_lines=lock_lines,
        library=library,
        problems=tuple(problems),
        unread=frozenset(problem.path for problem in problems if problem.code in _UNREAD),
    )


def load_incidents(
    folders: list[Folder], root: Path, site: Site, kept: SourceCache, *, jobs: int | None = None
) -> tuple[ParsedIncident, ...]:
    """The incidents of these folders, in their order: from the cache, else parsed, where many on all cores."""
    by_id = {folder.id: folder for folder in folders}
    kept.retain(by_id.keys())
    missing = [folder for folder in folders if not kept.holds(folder.id, folder.signature)]
    for folder, (entry, packed) in zip(missing, _parse(missing, root, site, jobs or os.cpu_count() or 1), strict=True):
        may_mend = any(problem.code == UNREADABLE for problem in entry.problems)  # rights show in no signature
        kept.put(folder.id, () if may_mend else folder.signature, entry, packed)
    kept.save()
    desk = Desk()
    stored = []
    for folder in by_id.values():
        entry, whole = kept[folder.id]
        stored.append(_stored(folder, entry, Store(whole, partial(_parse_anew, folder, root, site), desk)))
    return tuple(stored)


def _stored(folder: Folder, entry: Entry, store: Store) -> ParsedIncident:
    """The incident of an entry, unpacked no further than its brief."""
    return ParsedIncident(
        id=folder.id,
        incident=StoredIncident.of(entry.brief, store) if entry.brief is not None else None,
        original_path=entry.path,
        marks=StoredMarks(store),
        problems=entry.problems,
    )


def _parse_anew(folder: Folder, root: Path, site: Site) -> tuple[Incident | None, Marks]:
    parsed = _load_incident(folder, root, site)
    return parsed.incident, parsed.marks


def _parse(folders: list[Folder], root: Path, site: Site, workers: int) -> Iterator[tuple[Entry, bytes]]:
    parse = partial(_parse_batch, root=root, site=site)
    yield from chain.from_iterable(
        map_forked(parse, portions(folders, _BATCH), workers if len(folders) >= _PARALLEL_FROM else 1)
    )


def _parse_batch(folders: Sequence[Folder], *, root: Path, site: Site) -> list[tuple[Entry, bytes]]:
    return [_packed(_load_incident(folder, root, site)) for folder in folders]


def _packed(parsed: ParsedIncident) -> tuple[Entry, bytes]:
    """The entry of an incident and all of it, its sections packed once more since most pages never read them."""
    incident = parsed.incident
    if incident is None:
        return Entry(parsed.original_path, parsed.problems, None), b""
    texts = {
        language: replace(text, sections=StoredSections(pack(dict(text.sections))))
        for language, text in incident.texts.values.items()
    }
    whole = replace(incident, texts=Localized(texts))
    return Entry(parsed.original_path, parsed.problems, incident.brief), pack_incident(whole, parsed.marks)


def _load_incident(folder: Folder, root: Path, site: Site) -> ParsedIncident:
    problems: list[Problem] = []
    texts = {}
    for language, path in folder.texts.items():
        file, found = read_text(Path(path), root)
        problems += found
        if file is not None:
            texts[language] = file
    pictures = {}
    for name, path in folder.pictures.items():
        try:
            pictures[name], found = read_picture(Path(path), relative(Path(path), root))
        except OSError as error:
            pictures[name], found = "", [unreadable(Path(path), root, error)]
        problems += found
    files = IncidentFiles(
        id=folder.id,
        folder=relative(Path(folder.path), root),
        texts=texts,
        pictures=pictures,
        is_whole=len(texts) == len(folder.texts),
    )
    if not texts:
        return ParsedIncident(id=folder.id, incident=None, original_path=files.folder, problems=tuple(problems))
    parsed = parse_incident(files, site)
    return replace(parsed, problems=(*problems, *parsed.problems)) if problems else parsed


def _needed(root: Path, name: str, problems: list[Problem]) -> TextFile:
    """A file that every library has; empty where it cannot be had, which is told."""
    path = root / "content" / name
    file, found = None, []
    try:
        if path.is_symlink() and not path.resolve().is_relative_to(root.resolve()):
            found = [Problem(f"content/{name}", 1, 1, "E114", {"target": str(path.readlink())})]
        elif not path.is_file():
            found = [Problem(f"content/{name}", 1, 1, "E119")]
        else:
            file, found = read_text(path, root)
    except OSError as error:
        found = [unreadable(path, root, error)]
    problems += found
    return file or TextFile(f"content/{name}", "")


def _load_pages(root: Path, site: Site) -> tuple[dict[str, OrdinaryPage], list[Problem]]:
    folders, problems = discover_pages(root, site.languages)
    pages = {}
    for folder in folders:
        files = {}
        for language, path in folder.texts.items():
            file, found = read_text(Path(path), root)
            problems += found
            if file is not None:
                files[language] = file
        page, found = parse_page(folder.id, files, site)
        problems += found
        if page is not None:
            pages[folder.id] = page
    return pages, problems


def _load_lock(root: Path) -> tuple[Lock, dict[tuple[str, str], int], list[Problem]]:
    path = root / LOCK_PATH
    try:
        if not path.is_file():
            return {}, {}, []
    except OSError as error:
        return {}, {}, [unreadable(path, root, error)]
    file, problems = read_text(path, root)
    if file is None:
        return {}, {}, problems
    return parse_lock(file)


def _published(parsed: Iterable[ParsedIncident], vocabulary: Vocabulary) -> dict[str, Incident]:
    """Incidents that have pages, with retired terms followed to their successors."""
    incidents = [entry.incident for entry in parsed if entry.incident is not None]
    published = {incident.id: incident for incident in incidents if incident.status != "draft"}
    retired = [
        {identifier for identifier, term in vocabulary.groups.get(group, {}).items() if term.replaced_by}
        for group in TAG_GROUPS
    ]
    if not any(retired):
        return published
    return {
        identifier: _with_current_terms(incident, vocabulary)
        if any(not ids.isdisjoint(tags) for ids, tags in zip(retired, incident.brief.tags, strict=True))
        else incident
        for identifier, incident in published.items()
    }


def _with_current_terms(incident: Incident, vocabulary: Vocabulary) -> Incident:
    """The same incident with the successors of retired terms; it stays packed if it was."""
    if not isinstance(incident, StoredIncident):
        return _renewed(incident, vocabulary)
    groups = zip(TAG_GROUPS, incident.brief.tags, strict=True)
    tags = tuple(
        tuple(dict.fromkeys(_current_id(group, identifier, vocabulary) for identifier in ids)) for group, ids in groups
    )
    return incident.changed(incident.brief.with_tags(tags), partial(_renewed, vocabulary=vocabulary))


def _renewed(incident: Incident, vocabulary: Vocabulary) -> Incident:
    tags = {group: _current_tags(group, tags, vocabulary) for group, tags in incident.tags.items()}
    return replace(incident, tags=tags)


def _current_tags(group: str, tags: tuple[Tag, ...], vocabulary: Vocabulary) -> tuple[Tag, ...]:
    current: dict[str, Tag] = {}
    for tag in tags:
        successor = replace(tag, id=_current_id(group, tag.id, vocabulary))
        current.setdefault(successor.id, successor)
    return tuple(current.values())


def _current_id(group: str, identifier: str, vocabulary: Vocabulary) -> str:
    """The term itself, or its successor where it is retired; an unknown one stays."""
    known = vocabulary.find(group, identifier) is not None
    return vocabulary.term(group, identifier).id if known else identifier


def _translations(parsed: Iterable[ParsedIncident], site: Site, lock: Lock) -> dict[tuple[str, str], Translation]:
    return {
        (incident.id, language): _translation(incident.brief, language, lock)
        for incident in (entry.incident for entry in parsed)
        if incident is not None
        for language in site.languages
        if language != incident.original
    }


def _translation(brief: Brief, language: str, lock: Lock) -> Translation:
    if language not in brief.languages:
        return _MISSING
    recorded = lock.get((brief.id, language))
    if recorded is None:
        return _UNRECORDED
    current = brief.part_digests(brief.original)
    if current == recorded:
        return _CURRENT
    behind = tuple(part for part in dict.fromkeys((*current, *recorded)) if current.get(part) != recorded.get(part))
    return Translation(state="behind", behind=behind)
