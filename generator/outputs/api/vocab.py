"""The whole vocabulary in one file."""

from __future__ import annotations

from collections.abc import Iterator

from generator.model.vocabulary import GROUPS
from generator.outputs.api.groups import count_members, group_data, term_ids
from generator.outputs.api.records import Editions
from generator.outputs.api.values import Json, envelope
from generator.outputs.fingerprints import Fingerprints
from generator.outputs.output import Output
from generator.render.machine_urls import VOCAB_PATH
from generator.text.digest import digest


def plan_vocab(editions: Editions, prints: Fingerprints) -> Iterator[Output]:
    """`vocab.json`."""
    edition = next(iter(editions.values()))
    counts = [
        (group, identifier, count_members(edition.library, edition.relations.of(group, identifier)))
        for group in GROUPS
        for identifier in term_ids(edition.library, group)
    ]
    yield Output(VOCAB_PATH, digest(prints.base, counts), lambda: envelope(vocab(editions)))


def vocab(editions: Editions) -> Json:
    """Every group with every term; severities stand from the worst down."""
    return {"groups": {group: group_data(editions, group) for group in GROUPS}}
