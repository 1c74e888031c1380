"""Whatever names something else: tags, organizations, related incidents, aliases, links in the text."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import chain

from generator.content.incidents import ParsedIncident
from generator.content.load import Content
from generator.model.incident import SECTIONS, Incident, IncidentText
from generator.model.prose import Reference
from generator.model.vocabulary import TAG_GROUPS
from generator.problems import Problem, nearest
from generator.text.forms import fold

RESERVED_NAMES = frozenset(
    (
        *("ko", "en", "api", "assets", "media", "pagefind", "search", "skills", "incidents", "topics", "symptoms"),
        *("causes", "contributing-factors", "components", "organizations", "years", "triage", "statistics"),
        *("about", "page", "404", "index", "robots", "sitemap", "feed", "favicon", "llms", "con", "aux", "nul", "prn"),
    )
)
"""First parts of addresses that the site itself uses."""


PAGE_PLACES = frozenset(("main", "summary", "facts", "sources", "references", "related", "checks", "tools"))
"""Ids that every page of an incident has beside those of its text."""


def check_references(
    content: Content, parsed: ParsedIncident, incident: Incident, known: Collection[str]
) -> Iterator[Problem]:
    """Names in an incident that lead nowhere or where they must not; `known` are the ids of all incidents."""
    yield from _check_tags(content, parsed, incident)
    yield from _check_organizations(content, parsed, incident)
    yield from _check_related(content, parsed, incident, known)
    for text in incident.texts.values.values():
        yield from _check_links(content, text, incident)


def check_names(content: Content) -> Iterator[Problem]:
    """Addresses that two things want, and what the ordinary pages point at."""
    yield from _check_aliases(content)
    yield from _check_page_names(content)
    for page in content.library.pages.values():
        for page_text in page.texts.values.values():
            prose = page_text.body.prose
            yield from _check_pointers(content, page_text.path, prose.references, prose.anchors, ())


def _check_page_names(content: Content) -> Iterator[Problem]:
    """Ordinary pages whose address is one of the site's own."""
    for identifier in content.library.pages:
        if identifier in RESERVED_NAMES - {"about"}:
            yield Problem(f"content/pages/{identifier}", 1, 1, "E113", {"first": f"/{identifier}/"})


def _problem(parsed: ParsedIncident, where: tuple[str | int, ...], code: str, **values: str) -> Problem:
    line, column = parsed.marks.get(where, (1, 1))
    return Problem(parsed.original_path, line, column, code, values)


def _check_tags(content: Content, parsed: ParsedIncident, incident: Incident) -> Iterator[Problem]:
    vocabulary = content.library.vocabulary
    used = chain(
        ((group, tag.id, (group, tag.id)) for group in TAG_GROUPS for tag in incident.tags[group]),
        [("severities", incident.severity, ("severity",))] if incident.severity else [],
    )
    for group, identifier, where in used:
        if vocabulary.find(group, identifier) is None:
            suggestion = nearest(identifier, vocabulary.groups[group])
            yield _problem(parsed, where, "E207", id=identifier, group=group, suggestion=suggestion)


def _check_organizations(content: Content, parsed: ParsedIncident, incident: Incident) -> Iterator[Problem]:
    known = content.library.organizations
    for identifier in incident.organizations:
        if identifier not in known:
            suggestion = nearest(identifier, known)
            yield _problem(parsed, ("organizations", identifier), "E208", id=identifier, suggestion=suggestion)


def _check_related(
    content: Content, parsed: ParsedIncident, incident: Incident, known: Collection[str]
) -> Iterator[Problem]:
    named = [(identifier, ("related", identifier)) for identifier in incident.related]
    if incident.withdrawn is not None and incident.withdrawn.superseded_by is not None:
        named.append((incident.withdrawn.superseded_by, ("withdrawn", "superseded_by")))
    for identifier, where in named:
        target = content.library.incidents.get(identifier)
        if identifier not in known:
            yield _problem(parsed, where, "E216", id=identifier, suggestion=nearest(identifier, known))
        elif target is None or target.status != "published" or identifier == incident.id:
            yield _problem(parsed, where, "E217", id=identifier)


def _check_aliases(content: Content) -> Iterator[Problem]:
    taken = {fold(parsed.id): parsed.id for parsed in content.parsed}
    taken |= {fold(name): f"/{name}/" for name in (*RESERVED_NAMES, *content.library.pages)}
    for parsed in content.parsed:
        for alias in parsed.incident.aliases if parsed.incident else ():
            where = ("aliases", alias)
            if not _is_alias(alias):
                yield _problem(parsed, where, "E223", alias=alias)
            elif fold(alias) in taken:
                yield _problem(parsed, where, "E222", alias=alias, other=taken[fold(alias)])
            else:
                taken[fold(alias)] = parsed.id


def _is_alias(alias: str) -> bool:
    parts = alias.split("-")
    return len(alias) <= 80 and all(part.isascii() and part.isalnum() for part in parts)


def _check_links(content: Content, text: IncidentText, incident: Incident) -> Iterator[Problem]:
    anchors = text.anchors | PAGE_PLACES | (set(SECTIONS) - {"timeline"}) | set(text.sections)
    anchors |= {f"source-{number}" for number in range(1, len(incident.sources) + 1)}
    yield from _check_pointers(content, text.path, text.references, anchors, incident.pictures)


def _check_pointers(
    content: Content,
    path: str,
    references: Iterable[Reference],
    anchors: Collection[str],
    pictures: Collection[str],
) -> Iterator[Problem]:
    """References that lead nowhere."""
    targets: dict[str, tuple[str, Collection[str]]] = {
        "incident": ("E307", content.library.incidents),
        "file": ("E306", pictures),
        "picture": ("E306", pictures),
        "fragment": ("E313", anchors),
    }
    for reference in references:
        code, known = targets.get(reference.kind, ("", (reference.target,)))
        if reference.target not in known:
            key = "id" if reference.kind == "incident" else "target"
            values = {key: reference.target, "suggestion": nearest(reference.target, known)}
            yield Problem(path, reference.line, reference.column, code, values)
