"""Atom (RFC 4287) and JSON Feed 1.1: of each language, and in it of each topic and organization.

An entry's id is the address of its page, which never changes; its dates are the days on which the entry was added and
last changed, at midnight UTC.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import orjson

from generator.model.incident import Incident
from generator.outputs.api.groups import term_ids
from generator.outputs.api.records import Editions, closed_html
from generator.outputs.fingerprints import Fingerprints
from generator.outputs.output import Output
from generator.outputs.xml import escape, quoteattr
from generator.render.compose.edition import LANGUAGE_NAMES, Edition
from generator.render.machine_urls import FEED_GROUPS, FEED_TYPES, FeedFormat, feed_path, term_feed_path
from generator.render.urls import home_path, incident_path, term_path
from generator.text.digest import digest

LIMIT = 50
"""Entries in a feed, the last changed first."""

_NEVER = "1970-01-01T00:00:00Z"
"""When a feed without entries was updated."""


Entries = dict[tuple[str, str], Any]
"""Entries that are made already, by format and id: an incident stands in several feeds of its language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Feed:
    """What both formats are written from."""

    edition: Edition
    title: str
    """It names the language, since readers show feeds of several sites in one list."""
    description: str
    home: str
    """The page of the same incidents, from the site's root."""
    path: Callable[[FeedFormat], str]
    incidents: Sequence[Incident]
    entries: Entries


def plan_feeds(editions: Editions, prints: Fingerprints) -> Iterator[Output]:
    """Every feed; the site's address must be known."""
    changed = sorted(prints.library.listed(), key=_last_change, reverse=True)
    for edition in editions.values():
        entries: Entries = {}
        latest = _latest(changed, edition.language)
        yield from _outputs(_language_feed(edition, latest.get(("", ""), ()), entries), prints)
        for group in FEED_GROUPS:
            for identifier in term_ids(prints.library, group):
                yield from _outputs(_term_feed(edition, group, identifier, latest, entries), prints, identifier)


def _last_change(incident: Incident) -> tuple[str, str, int]:
    brief = incident.brief
    return (brief.modified, brief.added, brief.number)


Latest = Mapping[tuple[str, str], Sequence[Incident]]
"""The incidents that changed last, the last one first, by group and term; by two empty texts those of all."""


def _latest(changed: Iterable[Incident], language: str) -> Latest:
    """Those of each feed in a language, from incidents of which the one that changed last comes first."""
    latest: defaultdict[tuple[str, str], list[Incident]] = defaultdict(list)
    for incident in changed:
        brief = incident.brief
        if language not in brief.languages:
            continue
        topics = [("topics", identifier) for identifier in brief.tag_ids("topics")]
        organizations = [("organizations", identifier) for identifier in brief.organizations]
        for key in dict.fromkeys((("", ""), *topics, *organizations)):
            if len(latest[key]) < LIMIT:
                latest[key].append(incident)
    return latest


def _language_feed(edition: Edition, incidents: Sequence[Incident], entries: Entries) -> Feed:
    return Feed(
        edition=edition,
        title=feed_title(edition),
        description=edition.say(edition.site.description),
        home=home_path(edition.language),
        path=partial(feed_path, edition.language),
        incidents=incidents,
        entries=entries,
    )


def _term_feed(edition: Edition, group: str, identifier: str, latest: Latest, entries: Entries) -> Feed:
    """The feed of a term; that of a retired one is its successor's."""
    current = identifier if group == "organizations" else edition.library.vocabulary.term(group, identifier).id
    members = latest.get((group, current), ())
    return Feed(
        edition=edition,
        title=feed_title(edition, edition.term_label(group, current)),
        description=_definition(edition, group, current) or edition.say(edition.site.description),
        home=term_path(edition.language, group, current),
        path=partial(term_feed_path, edition.language, group, current),
        incidents=members,
        entries=entries,
    )


def feed_title(edition: Edition, label: str | None = None) -> str:
    """The name of the site, what the feed is about, and its language."""
    name = edition.say(edition.site.name)
    about = name if label is None else f"{name}: {label}"
    return f"{about} ({LANGUAGE_NAMES[edition.language]})"


def _definition(edition: Edition, group: str, identifier: str) -> str | None:
    term = edition.library.vocabulary.find(group, identifier)
    return edition.say(term.definition) if term is not None and term.definition is not None else None


def _outputs(feed: Feed, prints: Fingerprints, identifier: str | None = None) -> Iterator[Output]:
    """Both formats; `identifier` is that of the term as written, which may be a retired one."""
    inputs = digest(prints.base, [incident.digest for incident in feed.incidents])
    for form, write in (("atom", atom), ("json", json_feed)):
        path = feed.path(form)  # type: ignore[arg-type]
        if identifier is not None:
            folder, _, name = path.rpartition("/")
            path = f"{folder.rpartition('/')[0]}/{identifier}/{name}"
        yield Output(path, inputs, partial(write, feed), f"feeds {feed.edition.language}")


def _entry(feed: Feed, form: FeedFormat, incident: Incident, make: Callable[[Edition, Incident], Any]) -> Any:
    """The entry of an incident, made once for all feeds of its language."""
    key = (form, incident.id)
    if key not in feed.entries:
        feed.entries[key] = make(feed.edition, incident)
    return feed.entries[key]


def _instant(day: str) -> str:
    return f"{day}T00:00:00Z"


def _updated(feed: Feed) -> str:
    return _instant(feed.incidents[0].modified.iso) if feed.incidents else _NEVER


def _summary(edition: Edition, incident: Incident) -> str:
    """The whole summary as HTML with absolute addresses."""
    prose = incident.texts[edition.language].summary.prose
    return closed_html(edition.library, prose, edition.language, incident.id)


def _categories(edition: Edition, incident: Incident) -> list[tuple[str, str]]:
    """Ids and labels of the topics."""
    return [(tag.id, edition.term_label("topics", tag.id)) for tag in incident.tags["topics"]]


def atom(feed: Feed) -> bytes:
    """The feed as Atom."""
    edition = feed.edition
    home = edition.absolute(feed.home) or ""
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang={quoteattr(edition.language)}>',
        f"<id>{escape(home)}</id>",
        f"<title>{escape(feed.title)}</title>",
        f"<subtitle>{escape(feed.description)}</subtitle>",
        f"<updated>{_updated(feed)}</updated>",
        _link("self", FEED_TYPES["atom"], edition.absolute(feed.path("atom")) or "", edition.language),
        _link("alternate", "text/html", home, edition.language),
        _link("alternate", FEED_TYPES["json"], edition.absolute(feed.path("json")) or "", edition.language),
        f"<author><name>{escape(edition.say(edition.site.name))}</name></author>",
    ]
    if edition.site.license is not None:
        lines.append(f"<rights>{escape(edition.site.license.name)}</rights>")
    lines += [_entry(feed, "atom", incident, _atom_entry) for incident in feed.incidents]
    return "\n".join([*lines, "</feed>", ""]).encode()


def _link(relation: str, media: str, address: str, language: str) -> str:
    return f'<link rel="{relation}" type="{media}" hreflang="{language}" href={quoteattr(address)}/>'


def _atom_entry(edition: Edition, incident: Incident) -> str:
    address = edition.absolute(incident_path(edition.language, incident.id)) or ""
    categories = [
        f"<category term={quoteattr(identifier)} label={quoteattr(label)}/>"
        for identifier, label in _categories(edition, incident)
    ]
    lines = [
        "<entry>",
        f"<id>{escape(address)}</id>",
        f"<title>{escape(incident.texts[edition.language].title)}</title>",
        f"<published>{_instant(incident.added.iso)}</published>",
        f"<updated>{_instant(incident.modified.iso)}</updated>",
        _link("alternate", "text/html", address, edition.language),
        *categories,
        f'<summary type="html">{escape(_summary(edition, incident))}</summary>',
        "</entry>",
    ]
    return "\n".join(lines)


def json_feed(feed: Feed) -> bytes:
    """The feed as JSON Feed 1.1."""
    edition = feed.edition
    data: dict[str, Any] = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": feed.title,
        "description": feed.description,
        "home_page_url": edition.absolute(feed.home),
        "feed_url": edition.absolute(feed.path("json")),
        "language": edition.language,
        "authors": [{"name": edition.say(edition.site.name)}],
        "items": [_entry(feed, "json", incident, _json_item) for incident in feed.incidents],
    }
    return orjson.dumps(data, option=orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE)


def _json_item(edition: Edition, incident: Incident) -> dict[str, Any]:
    address = edition.absolute(incident_path(edition.language, incident.id))
    text = incident.texts[edition.language]
    return {
        "id": address,
        "url": address,
        "title": text.title,
        "content_html": _summary(edition, incident),
        "content_text": text.summary.prose.text,
        "date_published": _instant(incident.added.iso),
        "date_modified": _instant(incident.modified.iso),
        "language": edition.language,
        "tags": [label for _, label in _categories(edition, incident)],
    }
