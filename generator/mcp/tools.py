"""The seven tools: from the arguments of a call to its answer.

What only `match_text` and `check_manifests` need is imported at their first call, so that the server starts sooner.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import orjson

from generator.mcp.answers import Answer, Draft, Item, chunks, cut
from generator.mcp.arguments import Arguments
from generator.mcp.limits import LOG, MOST, PAGE
from generator.mcp.schemas import ARGUMENTS
from generator.relations.query.cursors import question_mark, read_cursor
from generator.relations.query.filters import FILTER_GROUPS, FIRST_YEAR, LAST_YEAR, Filters
from generator.relations.query.listing import list_incidents
from generator.relations.query.lookup import get
from generator.relations.query.markdown import fact_lines, item_text, quote, summary_lines, title_line
from generator.relations.query.records import HEAD, LIST_PARTS, PARTS, narrowed
from generator.relations.query.search import query_language, search
from generator.relations.query.store import Store
from generator.relations.query.topics import Topic, topic
from generator.relations.query.vocab import vocab

_CHUNK = 4_000
"""Characters of a section that are given or cut as one piece."""

_TERM_FACTS = ("definition", "incidents", "synonyms", "parent", "replaced_by", "homepage")
"""What is said of a term beside its name."""

Question = Callable[[Store, Arguments, str], Draft]


def answer(store: Store, name: str, given: Mapping[str, Any]) -> Answer:
    """The answer of a tool; QueryError or WrongCallError where the call needs mending."""
    return cut(_draft(store, name, given))


def _draft(store: Store, name: str, given: Mapping[str, Any]) -> Draft:
    arguments = Arguments(given, ARGUMENTS[name])
    asked = {key: value for key, value in given.items() if key not in {"cursor", "limit"} and value is not None}
    return _QUESTIONS[name](store, arguments, question_mark(store.digest, name, asked))


def _search(store: Store, arguments: Arguments, mark: str) -> Draft:
    query = arguments.needed("query")
    start = read_cursor(mark, arguments.text("cursor"))
    results = search(
        store,
        query,
        _filters(arguments),
        language=_language(store, arguments, query),
        start=start,
        limit=_limit(arguments),
    )
    items = []
    for hit in results.hits:
        excerpt = f"found by {hit.how}, {hit.excerpt.section}:\n{quote(hit.excerpt.text)}"
        items.append(Item(key="incidents", data=hit.data(), text="\n".join((*summary_lines(hit.data()), excerpt))))
    head = {"query": query, "language": results.language, "total": results.total}
    none = "Nothing found: use fewer or other words, or see vocab()."
    title = f"{results.total} incidents for: {' '.join(query.split())} ({results.language})"
    return Draft(
        head=head,
        title=title if results.total else f"{title}\n\n{none}",
        items=items,
        start=start,
        total=results.total,
        mark=mark,
        lists=("incidents",),
    )


def _list(store: Store, arguments: Arguments, mark: str) -> Draft:
    start = read_cursor(mark, arguments.text("cursor"))
    sort = arguments.text("sort") or "newest"
    language = store.language(arguments.text("language"))
    listing = list_incidents(
        store, _filters(arguments), language=language, sort=sort, start=start, limit=_limit(arguments)
    )
    return Draft(
        head={"sort": sort, "language": language, "total": listing.total},
        title=f"{listing.total} incidents, {sort} first ({language})",
        items=[_summary_item("incidents", summary.data()) for summary in listing.incidents],
        start=start,
        total=listing.total,
        mark=mark,
        lists=("incidents",),
    )


def _get(store: Store, arguments: Arguments, mark: str) -> Draft:
    entry = get(store, arguments.needed("id"))
    language = store.language(arguments.text("language"))
    report = narrowed(orjson.loads(entry.record or b"null"), language, store.languages, arguments.texts("sections"))
    head = {key: report[key] for key in HEAD}
    start = read_cursor(mark, arguments.text("cursor"))
    items = list(_report_items(report))
    lists = [name for name in LIST_PARTS if name in report]
    return Draft(
        head=head,
        title=title_line(report),
        items=items[start:],
        start=start,
        total=len(items),
        mark=mark,
        lists=lists,
    )


def _report_items(report: Mapping[str, Any]) -> Iterator[Item]:
    """The pieces of a report, in the order of `PARTS`."""
    facts = {key: value for key, value in report.items() if key not in {*HEAD, *LIST_PARTS, "sections"}}
    if facts:
        yield Item(key="facts", data=facts, text="\n".join(fact_lines(facts)), alone=True, heading="facts")
    for name in PARTS:
        for piece in chunks(report["sections"].get(name, ""), _CHUNK):
            yield Item(key="sections", name=name, data=piece, text=quote(piece), heading=name)
        for entry in report.get(name, ()) if name in LIST_PARTS else ():
            yield Item(key=name, data=entry, text=f"- {item_text(entry)}", heading=name)


def _topic(store: Store, arguments: Arguments, mark: str) -> Draft:
    group = arguments.text("group") or "topics"
    language = store.language(arguments.text("language"))
    found = topic(store, arguments.needed("id"), group, language=language)
    start = read_cursor(mark, arguments.text("cursor"))
    term = {**found.term.data(), "replaced_by": found.successor.id if found.successor is not None else None}
    title = f"# {term['label']} ({group}/{term['id']}, {language})"
    facts = (f"- {key}: {item_text(term[key])}" for key in _TERM_FACTS if term[key] not in (None, []))
    items = list(_topic_items(found))
    return Draft(
        head={"language": language, "term": term},
        title="\n".join((title, "", *(line for line in facts))),
        items=items[start:],
        start=start,
        total=len(items),
        mark=mark,
        lists=("narrower", "occurs_with", "newest", "most_alike"),
    )


def _topic_items(found: Topic) -> Iterator[Item]:
    for term in found.narrower:
        data = {"id": term.id, "label": term.label, "incidents": term.incidents}
        yield Item(key="narrower", data=data, text=f"- {_counted(data)}", heading="narrower")
    for group, counts in found.occurs_with.items():
        terms = [{"id": count.id, "label": count.label, "incidents": count.incidents} for count in counts]
        if terms:
            text = f"- {group}: {'; '.join(_counted(term) for term in terms)}"
            yield Item(key="occurs_with", data={"group": group, "terms": terms}, text=text, heading="occurs with")
    for key, summaries in (("newest", found.newest), ("most_alike", found.most_alike)):
        for summary in summaries:
            yield _summary_item(key, summary.data(), heading=key.replace("_", " "))


def _counted(term: Mapping[str, Any]) -> str:
    return f"{term['label']} ({term['id']}) {term['incidents']}"


def _vocab(store: Store, arguments: Arguments, mark: str) -> Draft:
    group = arguments.text("group")
    language = store.language(arguments.text("language"))
    start = read_cursor(mark, arguments.text("cursor"))
    items = []
    for term in vocab(store, group, language=language):
        data = term.data()
        if group is None:
            data = {key: data[key] for key in ("group", "id", "label", "incidents", "replaced_by")}
        notes = [
            f"{key}: {item_text(data[key])}"
            for key in ("definition", "synonyms", "parent", "homepage")
            if data.get(key)
        ]
        if data["replaced_by"]:
            notes.append(f"retired, use {data['replaced_by']}")
        text = "; ".join((f"- {_counted(data)}", *notes))
        items.append(Item(key="terms", data=data, text=text, heading=term.group))
    return Draft(
        head={"language": language, "group": group, "total": len(items)},
        title=f"{len(items)} terms ({language}): label (id) incidents",
        items=items[start:],
        start=start,
        total=len(items),
        mark=mark,
        lists=("terms",),
        quoted=False,
    )


def _match(store: Store, arguments: Arguments, mark: str) -> Draft:
    from generator.relations.query.match import match

    language = store.language(arguments.text("language"))
    start = read_cursor(mark, arguments.text("cursor"))
    found = match(store, arguments.needed("text"), language=language, longest=LOG)
    items = [
        Item(
            key="incidents",
            data=entry.data(),
            text="\n".join((*summary_lines(entry.summary.data()), *_traces(entry.data()))),
        )
        for entry in found.matches
    ]
    title = f"{len(items)} incidents with traces in {found.lines} lines ({language})"
    if found.skipped:
        title += f"; {found.skipped} lines were too long for some patterns and were not tried"
    if not items:
        title += "\n\nNo known signature: search_incidents with the most telling error message may find more."
    return Draft(
        head={"language": language, "total": len(items), "lines": found.lines, "skipped": found.skipped},
        title=title,
        items=items[start:],
        start=start,
        total=len(items),
        mark=mark,
        lists=("incidents",),
    )


def _traces(entry: Mapping[str, Any]) -> Iterator[str]:
    for trace in entry["traces"]:
        pattern = f"expression `{trace['pattern']}`" if trace["regex"] else f"`{trace['pattern']}`"
        yield f"- {trace['kind']} {pattern}, line {trace['line']}, on {trace['lines']} lines:\n{quote(trace['text'])}"


def _check(store: Store, arguments: Arguments, mark: str) -> Draft:
    from generator.mcp.verdicts import manifest_verdicts

    return manifest_verdicts(store, arguments, mark)


def _summary_item(key: str, data: Mapping[str, Any], heading: str = "") -> Item:
    return Item(key=key, data=data, text="\n".join(summary_lines(data)), heading=heading)


def _language(store: Store, arguments: Arguments, query: str) -> str:
    wanted = arguments.text("language")
    return store.language(wanted) if wanted is not None else query_language(store, query)


def _limit(arguments: Arguments) -> int:
    return arguments.number("limit", 1, MOST, PAGE) or PAGE


def _filters(arguments: Arguments) -> Filters:
    return Filters(
        terms={group: arguments.texts(group) for group in FILTER_GROUPS},
        year_from=arguments.number("year_from", FIRST_YEAR, LAST_YEAR),
        year_to=arguments.number("year_to", FIRST_YEAR, LAST_YEAR),
        has=arguments.texts("has"),
        text_in=arguments.text("text_in"),
    )


_QUESTIONS: Mapping[str, Question] = {
    "search_incidents": _search,
    "get_incident": _get,
    "list_incidents": _list,
    "get_topic": _topic,
    "vocab": _vocab,
    "match_text": _match,
    "check_manifests": _check,
}


def report_text(store: Store, identifier: str, language: str) -> str:
    """A report as the resource `incident://{id}/{language}` gives it: Markdown, at most as long as a result."""
    asked = {"id": identifier, "language": language}
    tool = f"call get_incident with {', '.join(f'{name}={json.dumps(value)}' for name, value in asked.items())} and"
    return cut(replace(_draft(store, "get_incident", asked), same_call=tool)).text
