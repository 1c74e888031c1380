"""Answers as compact Markdown: the same facts as their JSON, for people on a terminal and for models."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.model.vocabulary import TAG_GROUPS
from generator.relations.query.records import HEAD, LIST_PARTS

UNKNOWN = "–"
"""What stands where the source does not say."""

_SHOWN_UNKNOWN = frozenset({"date", "severity", "time_to_detect", "time_to_recover"})
"""Facts that are shown as unknown; others are left out."""

_ELSEWHERE = frozenset({*HEAD, *LIST_PARTS, "sections"})


def record_markdown(report: Mapping[str, Any]) -> str:
    """A narrowed record as a document."""
    parts = [title_line(report), "\n".join(fact_lines(report))]
    parts += [f"## {name}\n\n{text}" for name, text in report["sections"].items()]
    for name in LIST_PARTS:
        if report.get(name):
            parts.append("\n".join((f"## {name}\n", *(f"- {item_text(item)}" for item in report[name]))))
    return "\n\n".join(part for part in parts if part)


def title_line(report: Mapping[str, Any]) -> str:
    """Id, title, language, address and, unless it is published, the status of a report."""
    state = "" if report["status"] == "published" else f" **{report['status']}**"
    return f"# {report['id']} {report['title']} ({report['language']}){state}\n\n{report['url'] or report['path']}"


def fact_lines(report: Mapping[str, Any]) -> Iterator[str]:
    """The facts of a report, a line each, in a fixed order."""
    for key in sorted(report):
        value = report[key]
        known = value not in (None, [], "")
        if key not in _ELSEWHERE and (known or key in _SHOWN_UNKNOWN):
            yield f"- {key}: {item_text(value) if known else UNKNOWN}"


def item_text(value: Any) -> str:
    """A value of a record on one line."""
    if isinstance(value, Mapping):
        return _table_text(value)
    if isinstance(value, list):
        return "; ".join(item_text(item) for item in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return UNKNOWN if value is None else " ".join(str(value).split())


def _table_text(value: Mapping[str, Any]) -> str:
    """The shapes that records hold, each in its own way; any other as `key: value`."""
    if "seconds" in value:
        return _bracketed(value["text"], f"{value['seconds']} s", *_rest(value, "text", "seconds"))
    if "precision" in value:
        return _bracketed(value["text"], value.get("kind"), value["certainty"])
    if "chosen" in value:
        return related_text(value)
    if {"url", "title", "kind"} <= set(value):
        return _bracketed(f"[{value['title']}]({value['url']})", *_rest(value, "url", "title"))
    if {"id", "label"} <= set(value):
        return _bracketed(f"{value['label']} ({value['id']})", *_rest(value, "id", "label"))
    return "; ".join(_rest(value))


def related_text(value: Mapping[str, Any]) -> str:
    """Another incident, and why it stands here."""
    date = value["date"]["text"] if value["date"] else None
    return _bracketed(
        f"{value['id']} {value['title']}",
        date,
        value["severity"],
        ", ".join(value["organizations"]),
        "chosen by an editor" if value["chosen"] else None,
        f"shares {', '.join(value['shared'])}" if value["shared"] else None,
    )


def _rest(value: Mapping[str, Any], *shown: str) -> Iterator[str]:
    """The other keys of a table; what is usual is left out: certainty known, not approximate, no expression."""
    for key, item in value.items():
        usual = item in (None, False, [], "") or (key, item) == ("certainty", "known")
        if key not in shown and not usual:
            yield key if item is True else f"{key}: {item_text(item)}"


def _bracketed(text: str, *notes: str | None) -> str:
    kept = [note for note in notes if note]
    return f"{text} ({'; '.join(kept)})" if kept else text


def summary_lines(summary: Mapping[str, Any]) -> Iterator[str]:
    """An incident of a list as Markdown: what it is called, then what is known of it."""
    yield f"**{summary['id']}** {summary['title']} ({summary['language']})"
    organizations = ", ".join(item_text(organization) for organization in summary["organizations"])
    yield " · ".join(
        (
            _dated(summary["date"]),
            item_text(summary["severity"]) if summary["severity"] else f"severity {UNKNOWN}",
            organizations,
            f"detected {_lasting(summary['time_to_detect'])}",
            f"recovered {_lasting(summary['time_to_recover'])}",
        )
    )
    tags = (f"{key}: {', '.join(summary[key])}" for key in TAG_GROUPS if summary[key])
    yield " · ".join(tags)
    yield summary["url"] or summary["path"]


def _dated(date: Mapping[str, Any] | None) -> str:
    return UNKNOWN if date is None else _bracketed(date["text"], date["kind"], date["certainty"])


def _lasting(duration: Mapping[str, Any] | None) -> str:
    return UNKNOWN if duration is None else f"{duration['text']} ({duration['seconds']} s)"


def quote(text: str) -> str:
    """A text as a Markdown quotation, every line of it."""
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())
