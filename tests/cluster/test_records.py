"""Checks that come from the record of an incident are those of the incident."""

from __future__ import annotations

import json
from dataclasses import replace

from test_public_library import content

from generator.cluster.records import read_record

pytest_plugins = ("public_library",)


def as_recorded(probe):
    """A record keeps an operand as text, unless it is true or false."""
    if probe.present_when is None or isinstance(probe.present_when[1], bool):
        return probe
    operator, operand = probe.present_when
    return replace(probe, present_when=(operator, str(operand)))


def test_every_check_of_the_library(store):
    incidents = [incident for incident in content().library.listed() if incident.checks]
    records = store.rows("SELECT record FROM incident WHERE checks > 0 ORDER BY number")
    read = [read_record(json.loads(record)) for (record,) in records]
    assert len(read) == len(incidents)
    for found, incident in zip(read, incidents, strict=True):
        assert found.id == incident.id
        assert found.checks == tuple(map(as_recorded, incident.checks))
        for language in ("ko", "en"):
            assert found.title_in(language) == incident.text(language).title


def test_a_missing_language_falls_back_to_the_original():
    record = {"id": "IL-0001", "title": {"ko": "가", "en": None}, "original": "ko", "checks": []}
    assert read_record(record).title_in("en") == "가"
