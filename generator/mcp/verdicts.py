"""`check_manifests`: the checks of the library on manifests that a client sent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import orjson

from generator.cluster.evaluate import Outcomes, check_manifests
from generator.cluster.manifests import ManifestError
from generator.cluster.records import CheckedRecord, read_record
from generator.cluster.report import Condition, Readings, condition_json, counts_json, group
from generator.cluster.words import say
from generator.mcp.answers import Draft, Item
from generator.mcp.arguments import Arguments
from generator.mcp.limits import LOG, OBJECTS
from generator.mcp.wording import WrongCallError
from generator.relations.query.cursors import read_cursor
from generator.relations.query.lookup import get
from generator.relations.query.markdown import item_text, quote
from generator.relations.query.store import Store

_ORDER = ("present", "cannot-tell", "not-seen")
"""Outcomes in the order of an answer."""

NOT_SAFE = say("en", "not-safe")
"""Stands in every answer: no verdict calls a cluster safe."""

_MENDING: Mapping[str, str] = {
    "too-much": "The text is longer than {limit} characters. Send fewer kinds or namespaces in one call, each kind "
    "whole.",
    "too-many": "The text holds more than {limit} objects or documents. Send fewer kinds in one call, each kind whole.",
    "no-objects": "The text holds no Kubernetes object that can be read. Send what `kubectl get … -o yaml`, `-o json` "
    "or `helm template` wrote: each object needs its `kind`; YAML must have no anchors, aliases or tags.",
}
"""How to mend a call, by key of a `ManifestError`; nothing of the text is repeated."""


def manifest_verdicts(store: Store, arguments: Arguments, mark: str) -> Draft:
    """Conditions that are present in the manifests; with `all` also what was not seen and what cannot be told.

    WrongCallError where the text cannot be checked. Nothing of it is kept, and secrets are dropped unread.
    """
    text, language = arguments.document("text"), store.language(arguments.text("language"))
    everything, complete = arguments.flag("all"), arguments.flag("complete")
    start = read_cursor(mark, arguments.text("cursor"))
    incidents = _incidents(store, arguments.text("id"))
    try:
        found = check_manifests(text, incidents, longest=LOG, most=OBJECTS, complete=complete)
    except ManifestError as error:
        raise WrongCallError(error.key, _MENDING[error.key].format(**error.values)) from None
    titles = {incident.id: incident.title_in(language) for incident in incidents}
    readings = Readings(language=language, titles=titles, base_url=store.base_url)
    conditions = group(found.verdicts)
    counts = counts_json(conditions)
    items = [
        _item(condition_json(condition, readings))
        for outcome in (_ORDER if everything else _ORDER[:1])
        for condition in conditions
        if condition.first.outcome == outcome
    ]
    held = {"objects": found.objects, "secrets_dropped": found.secrets, "unreadable": found.unreadable}
    return Draft(
        head={"language": language, "total": len(items), "counts": counts, "input": held, "not_safe": NOT_SAFE},
        title="\n\n".join(_title(found, conditions, counts, language, everything=everything)),
        items=items[start:],
        start=start,
        total=len(items),
        mark=mark,
        lists=("conditions",),
    )


def _incidents(store: Store, identifier: str | None) -> list[CheckedRecord]:
    """Published incidents that have checks, or the one that was named, if it has."""
    number = get(store, identifier).number if identifier is not None else None
    rows = store.rows(
        "SELECT record FROM incident WHERE checks > 0 AND status = 'published' AND (number = ?1 OR ?1 IS NULL) "
        "ORDER BY number",
        (number,),
    )
    return [read_record(orjson.loads(record)) for (record,) in rows]


def _title(
    found: Outcomes, conditions: Sequence[Condition], counts: Mapping[str, int], language: str, *, everything: bool
) -> Iterator[str]:
    said = say("en", "summary", **counts)
    yield f"{said} {say('en', 'objects', objects=found.objects)} ({language})"
    yield NOT_SAFE
    if found.secrets:
        yield say("en", "secrets", count=found.secrets)
    if found.unreadable:
        yield (
            f"{found.unreadable} documents could not be read and were left out: broken YAML, anchors, or no `kind`. "
            "Send them mended to have them checked."
        )
    if not conditions:
        yield 'There is no check here: list_incidents(has=["checks"]) gives the incidents that have some.'
    elif not everything and counts["present"] < len(conditions):
        yield "all=true gives also what was not seen and what cannot be told, each with its reason."


def _item(data: Mapping[str, Any]) -> Item:
    return Item(key="conditions", data=data, text="\n".join(_lines(data)), heading=f"verdict: {data['verdict']}")


def _lines(data: Mapping[str, Any]) -> Iterator[str]:
    """A condition as Markdown."""
    yield f"**{data['checks'][0]['title']}**"
    reason = say("en", f"reason.{data['reason'].replace('_', '-')}")
    yield f"- {data['reason']}: {reason}; objects {data['count']} of {data['looked_at']}"
    yield f"- {data['method']}: `{item_text(data['command'])}`"
    if data["condition"]:
        yield f"- present when: `{data['condition']}`"
    for found in data["objects"]:
        name = "/".join(part for part in (found["namespace"], found["name"]) if part)
        yield f"- {found['kind']} {name}: {', '.join(found['values']) or say('en', 'nothing')}"
    for check in data["checks"]:
        yield (
            f"- {check['incident']} {check['incident_title']}, check {check['check']}: {check['title']} "
            f"(by {check['evidence']}) {check['url'] or check['path']}"
        )
        yield quote(f"{say('en', 'means')}: {check['means']}\n{say('en', 'limits')}: {check['cannot_tell']}")
