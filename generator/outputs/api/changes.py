"""The list of changes: what to fetch again, and what was withdrawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from generator.model.incident import Incident
from generator.model.library import Library
from generator.outputs.api.values import Json, link
from generator.render.machine_urls import record_path


def changes(library: Library, digests: Mapping[str, str]) -> Json:
    """Every incident, the one that changed last first; `digests` holds SHA-256 of each record file by id."""
    return {
        "total": len(library.incidents),
        "changes": [_change(library, incident, digests[incident.id]) for incident in by_change(library)],
    }


def by_change(library: Library) -> Iterable[Incident]:
    """Published and withdrawn incidents, the one that changed last first."""
    return sorted(
        library.incidents.values(), key=lambda incident: (last_change(incident), incident.number), reverse=True
    )


def last_change(incident: Incident) -> str:
    """The day on which the entry changed last, its withdrawal included, as ISO 8601 writes it."""
    return incident.brief.changed


def _change(library: Library, incident: Incident, digest: str) -> Json:
    return {
        "id": incident.id,
        "status": incident.status,
        "added": incident.brief.added,
        "modified": last_change(incident),
        "sha256": digest,
        "superseded_by": incident.brief.superseded_by,
        "record": link(library.site, record_path(incident.id)),
    }
