"""Checks of one's own cluster, decoded: the shape of each probe."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from generator.content.decoder import Decoder
from generator.content.yamlnodes import Items, Node, Table
from generator.model.incident import SECTIONS, Probe

METHODS = ("kubectl", "promql", "manual")
OPERATORS = ("empty", "nonempty", "matches", "gt", "lt", "eq")
PROBE_KEYS = ("id", "title", "evidence", *METHODS, "select", "present_when", "means", "cannot_tell")


def decode_probes(decoder: Decoder, node: Node | None, languages: Collection[str]) -> tuple[Probe, ...]:
    """The probes of an incident; each id once."""
    probes: dict[str, Probe] = {}
    for item in decoder.items(node):
        probe = _probe(decoder, item, languages)
        if probe is None:
            continue
        if probe.id in probes:
            decoder.report(item, "E214", value=probe.id)
        probes.setdefault(probe.id, probe)
    return tuple(probes.values())


def _probe(decoder: Decoder, node: Node, languages: Collection[str]) -> Probe | None:
    before = len(decoder.problems)
    fields = decoder.table(node, PROBE_KEYS, needed=("id", "title", "evidence", "means", "cannot_tell"))
    methods = [method for method in METHODS if method in fields]
    if len(methods) != 1:
        decoder.report(node, "E220", methods=", ".join(METHODS))
        return None
    method = methods[0]
    identifier = decoder.identifier(fields.get("id"))
    _mark(decoder, identifier or "", fields, method)
    arguments: dict[str, Any] = {
        "id": identifier,
        "title": decoder.localized(fields.get("title"), languages, decoder.text, complete=True),
        "evidence": decoder.one_of(fields.get("evidence"), ("summary", *SECTIONS)),
        "method": method,
        "command": _command(decoder, method, fields[method]),
        "select": decoder.text(fields.get("select")),
        "present_when": _condition(decoder, fields.get("present_when")),
        "means": decoder.localized(fields.get("means"), languages, decoder.text, complete=True),
        "cannot_tell": decoder.localized(fields.get("cannot_tell"), languages, decoder.text, complete=True),
    }
    if method != "manual" and "present_when" not in fields:
        decoder.report(node, "E202", key="present_when")
    return Probe(**arguments) if len(decoder.problems) == before else None


def _mark(decoder: Decoder, identifier: str, fields: dict[str, Node], method: str) -> None:
    """Remembers where the values of a probe stand: under `checks`, its id, the key, and the number of an argument."""
    for key in (method, "evidence", "select", "present_when"):
        if key in fields and ("checks", identifier, key) not in decoder.marks:
            decoder.mark(fields[key], "checks", identifier, key)
    command = fields[method]
    for index, argument in enumerate(command.nodes if isinstance(command, Items) else ()):
        if ("checks", identifier, method, index) not in decoder.marks:
            decoder.mark(argument, "checks", identifier, method, index)


def _command(decoder: Decoder, method: str, node: Node) -> tuple[str, ...]:
    if method == "kubectl":
        return tuple(text for text in map(decoder.text, decoder.items(node)) if text)
    text = decoder.text(node)
    return (text,) if text else ()


def _condition(decoder: Decoder, node: Node | None) -> tuple[str, str | float | bool] | None:
    fields = decoder.table(node, OPERATORS)
    if node is not None and len(fields) != 1:
        if isinstance(node, Table):
            decoder.report(node, "E221", operators=", ".join(OPERATORS))
        return None
    for operator, operand in fields.items():
        if operator in ("empty", "nonempty"):
            return operator, decoder.boolean(operand)
        text = decoder.text(operand)
        return (operator, text) if text is not None else None
    return None
