"""What is wrong with each incident by itself, kept between builds.

The checks of one incident depend on its files, the settings, the vocabulary, the organizations, and on which incidents
there are. As long as those are the same, so is what the checks find.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path

from generator.checks.references import Known, check_references, known_incidents
from generator.checks.signatures import check_signatures
from generator.checks.sources import check_sources
from generator.checks.style import check_style
from generator.content.incidents import ParsedIncident
from generator.content.kept import read_note, write_note
from generator.content.load import Content
from generator.content.workers import map_forked, portions
from generator.model.incident import Incident
from generator.problems import Problem
from generator.text.digest import digest

_NOTE = "checks"
_PARALLEL_FROM, _PORTION = 200, 64
"""Incidents from which they are checked on all cores, and how many at a time."""

Findings = Mapping[str, tuple[str, tuple[Problem, ...]]]
"""Digest of the files of each incident, and what was found, by id."""


def check_incidents(content: Content, cache: Path | None, jobs: int = 1) -> Iterator[Problem]:
    """Every problem of an incident by itself; with the folder of a cache only changed ones are looked at."""
    circumstances = _circumstances(content)
    kept: Findings = (read_note(cache, _NOTE, circumstances) if cache is not None else None) or {}
    known = known_incidents(content)
    changed = [parsed for parsed in content.parsed if not _is_known(parsed, kept)]
    batches = map_forked(
        lambda portion: [_check(content, parsed, known) for parsed in portion],
        portions(changed, _PORTION),
        jobs if len(changed) >= _PARALLEL_FROM else 1,
    )
    fresh = {parsed.id: found for parsed, found in zip(changed, chain.from_iterable(batches), strict=True)}
    found = {parsed.id: fresh[parsed.id] if parsed.id in fresh else kept[parsed.id] for parsed in content.parsed}
    if cache is not None and (fresh or len(found) != len(kept)):
        write_note(cache, _NOTE, found, circumstances)
    return chain.from_iterable(problems for _, problems in found.values())


def _is_known(parsed: ParsedIncident, kept: Findings) -> bool:
    found, incident = kept.get(parsed.id), parsed.incident
    return found is not None and found[0] == (incident.brief.digest if incident is not None else "")


def _check(content: Content, parsed: ParsedIncident, known: Known) -> tuple[str, tuple[Problem, ...]]:
    incident = parsed.incident
    if incident is None:
        return "", ()
    found = chain(
        check_references(content, parsed, incident, known),
        check_sources(parsed, incident),
        check_signatures(parsed, incident),
        _check_probes(parsed, incident),
        check_style(incident),
    )
    wanted = tuple(problem for problem in found if problem.code not in content.site.ignored_checks)
    return incident.brief.digest, wanted


def _check_probes(parsed: ParsedIncident, incident: Incident) -> Iterator[Problem]:
    if incident.brief.has_checks:
        from generator.checks.probes import check_probes  # few incidents have checks

        yield from check_probes(parsed, incident)


def _circumstances(content: Content) -> str:
    """A digest of all that the checks depend on beside the files of the incident."""
    there = [(parsed.id, parsed.incident.status if parsed.incident is not None else "") for parsed in content.parsed]
    read = [content.has_read(path) for path in (content.vocabulary.path, content.organizations.path)]
    return digest(content.site, content.library.vocabulary, content.library.organizations, there, read)
