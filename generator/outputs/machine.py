"""Everything that machines read: the static API, feeds, Markdown, search description, files for hosts.

The module of a kind is imported when a site has switched it on, so that a build with few kinds starts quickly.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from generator.model.library import Library
from generator.outputs.fingerprints import Fingerprints
from generator.outputs.hosting import plan_hosting
from generator.outputs.output import Output
from generator.relations.membership import Relations
from generator.render.compose.edition import Edition
from generator.render.machine_urls import has_api, has_feeds, has_markdown, has_search_description


def source_date_epoch() -> int | None:
    """Seconds since 1970 of the environment's `SOURCE_DATE_EPOCH`; None where it is absent or no number."""
    written = os.environ.get("SOURCE_DATE_EPOCH", "")
    return int(written) if written.isascii() and written.isdigit() and len(written) < 12 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class MachineOptions:
    """How the files for machines are made."""

    dumps: bool = True
    """Whether NDJSON and SQLite are made; a preview leaves them out."""
    search: bool = True
    """Whether this build makes the search, which the OpenSearch description leads to."""
    cache: Path | None = None
    """Folder in which digests of records are kept between builds."""
    epoch: int | None = field(default_factory=source_date_epoch)
    """When the library is said to be made, in seconds since 1970; None for its newest change."""


def plan_machine_readable(
    library: Library,
    relations: Relations,
    editions: Mapping[str, Edition],
    prints: Fingerprints,
    options: MachineOptions | None = None,
) -> Iterator[Output]:
    """Each kind that the site has switched on; `editions` hold this library and these relations."""
    options = options or MachineOptions()
    if prints.library is not library or prints.relations is not relations:
        raise ValueError("the fingerprints are of another library")
    site = library.site
    yield from plan_hosting(editions)
    if has_api(site) or has_markdown(site):
        yield from _plan_records(editions, prints, options)
    if has_feeds(site):
        from generator.outputs.feeds import plan_feeds

        yield from plan_feeds(editions, prints)
    if has_search_description(site) and options.search:
        from generator.outputs.opensearch import plan_search_description

        for edition in editions.values():
            yield from plan_search_description(edition)


def _plan_records(editions: Mapping[str, Edition], prints: Fingerprints, options: MachineOptions) -> Iterator[Output]:
    """What is made of the records: the API, and Markdown."""
    from generator.outputs.api.files import plan_api
    from generator.outputs.api.store import Records
    from generator.outputs.llms import plan_llms
    from generator.outputs.markdown import plan_markdown

    site = prints.library.site
    records = Records(editions, prints, options.cache)
    if has_api(site):
        yield from plan_api(editions, prints, records, dumps=options.dumps, source_date_epoch=options.epoch)
    if has_markdown(site):
        yield from plan_markdown(editions, records)
        yield from plan_llms(editions, prints, dumps=options.dumps)
