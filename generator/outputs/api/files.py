"""Every file of the static API."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from generator.outputs.api.changes import changes
from generator.outputs.api.dumps import Dumps
from generator.outputs.api.groups import plan_groups
from generator.outputs.api.index import index
from generator.outputs.api.openapi import openapi
from generator.outputs.api.pages import plan_summaries
from generator.outputs.api.records import Editions
from generator.outputs.api.schemas import schemas
from generator.outputs.api.store import Records
from generator.outputs.api.values import dump, envelope
from generator.outputs.api.vocab import plan_vocab
from generator.outputs.fingerprints import Fingerprints
from generator.outputs.output import Output, ready
from generator.render.machine_urls import (
    CHANGES_PATH,
    INDEX_PATH,
    NDJSON_PATH,
    OPENAPI_PATH,
    SQLITE_PATH,
    record_path,
    schema_path,
)
from generator.text.digest import digest


def plan_api(
    editions: Editions, prints: Fingerprints, records: Records, *, dumps: bool, source_date_epoch: int | None
) -> Iterator[Output]:
    """The API; what is made of all records at once stands together in front, so that one worker makes it meanwhile."""
    yield from _plan_whole(records, prints, dumps=dumps, source_date_epoch=source_date_epoch)
    for incident in prints.library.incidents.values():
        yield Output(record_path(incident.id), records.inputs(incident), partial(records.file, incident), incident.id)
    yield from plan_summaries(prints.library, prints)
    yield from plan_groups(editions, prints)
    yield from plan_vocab(editions, prints)
    yield from _plan_descriptions(prints, dumps=dumps)


def _plan_descriptions(prints: Fingerprints, *, dumps: bool) -> Iterator[Output]:
    for kind, schema in schemas(prints.library.site).items():
        yield ready(schema_path(kind), dump(schema) + b"\n")
    yield ready(OPENAPI_PATH, dump(openapi(prints.library, dumps=dumps)) + b"\n")


def _plan_whole(
    records: Records, prints: Fingerprints, *, dumps: bool, source_date_epoch: int | None
) -> Iterator[Output]:
    library = prints.library
    inputs = records.all_inputs()
    both = Dumps(library, prints.relations, records) if dumps else None
    yield Output(CHANGES_PATH, inputs, lambda: envelope(changes(library, records.digests())))
    if both is not None:
        yield Output(NDJSON_PATH, inputs, lambda: both.ndjson().content)
        yield Output(SQLITE_PATH, inputs, lambda: both.sqlite().content)
    pages = list(library.pages.values())
    yield Output(
        INDEX_PATH,
        digest(inputs, dumps, source_date_epoch, pages),
        lambda: envelope(index(library, both, source_date_epoch)),
    )
