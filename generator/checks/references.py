"""Whatever names something else: tags, organizations, related incidents, aliases, links in the text."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain

from generator.content.incidents import ParsedIncident
from generator.content.load import INCIDENTS_PATH, Content
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


Known = Mapping[str, bool]
"""Ids of all incidents, drafts included, and whether the files of each make an incident."""


def known_incidents(content: Content) -> Known:
    """Every incident that has a folder."""
    return {parsed.id: parsed.incident is not None for parsed in content.parsed}


def check_references(content: Content, parsed: ParsedIncident, incident: Incident, known: Known) -> Iterator[Problem]:
    """Names in an incident that lead nowhere or where they must not."""
    if content.has_read(content.vocabulary.path):
        yield from _check_tags(content, parsed, incident)
    if content.has_read(content.organizations.path):
        yield from _check_organizations(content, parsed, incident)
    yield from _check_related(content, parsed, incident, known)
    for text in incident.texts.values.values():
        yield from _check_links(content, text, incident, known)


def check_names(content: Content) -> Iterator[Problem]:
    """Addresses that two things want, and what the ordinary pages point at."""
    yield from _check_aliases(content)
    yield from _check_page_names(content)
    known = known_incidents(content)
    for page in content.library.pages.values():
        for page_text in page.texts.values.values():
            prose = page_text.body.prose
            yield from _check_pointers(content, page_text.path, prose.references, {"fragment": prose.anchors}, known)


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


def _check_related(content: Content, parsed: ParsedIncident, incident: Incident, known: Known) -> Iterator[Problem]:
    named = [(identifier, ("related", identifier)) for identifier in incident.related]
    if incident.withdrawn is not None and incident.withdrawn.superseded_by is not None:
        named.append((incident.withdrawn.superseded_by, ("withdrawn", "superseded_by")))
    for identifier, where in named:
        target = content.library.incidents.get(identifier)
        if identifier not in known:
            yield _problem(parsed, where, "E216", id=identifier, suggestion=nearest(identifier, known))
        elif not known[identifier]:
            yield _problem(parsed, where, "E316", id=identifier)
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


def _check_links(content: Content, text: IncidentText, incident: Incident, known: Known) -> Iterator[Problem]:
    anchors = text.anchors | PAGE_PLACES | (set(SECTIONS) - {"timeline"}) | set(text.sections)
    anchors |= {f"source-{number}" for number in range(1, len(incident.sources) + 1)}
    there = {"fragment": anchors, "file": incident.pictures, "picture": incident.pictures}
    yield from _check_pointers(content, text.path, text.references, there, known)


_DEAD = {"file": "E306", "picture": "E306", "fragment": "E313"}
"""Codes of references by kind, where they lead to nothing."""


def _check_pointers(
    content: Content, path: str, references: Iterable[Reference], there: Mapping[str, Collection[str]], known: Known
) -> Iterator[Problem]:
    """References that lead nowhere; `there` is what each kind may lead to, beside incidents."""
    for reference in references:
        target, place = reference.target, (path, reference.line, reference.column)
        if reference.kind == "incident":
            if target not in content.library.incidents:
                yield from _dead_link(content, place, target, known)
        elif reference.kind in _DEAD and target not in there.get(reference.kind, ()):
            values = {"target": target, "suggestion": nearest(target, there.get(reference.kind, ()))}
            yield Problem(*place, _DEAD[reference.kind], values)


def _dead_link(content: Content, place: tuple[str, int, int], target: str, known: Known) -> Iterator[Problem]:
    """A link by id that leads to no page."""
    if not content.has_read(INCIDENTS_PATH):
        return
    if target not in known:
        suggestion = nearest(target, content.library.incidents)
        yield Problem(*place, "E307", {"id": target, "suggestion": suggestion})
    elif known[target]:
        yield Problem(*place, "E307", {"id": target, "suggestion": ""})
    else:
        yield Problem(*place, "E316", {"id": target})
