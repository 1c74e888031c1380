"""Markdown beside the page of every incident: the facts of the page, and the text as its author wrote it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from generator.model.incident import Incident, IncidentText, Section
from generator.model.prose import ROOT
from generator.outputs.api.records import Editions
from generator.outputs.api.store import Records
from generator.outputs.output import Output
from generator.render.compose.edition import Edition
from generator.render.compose.incidents import compose_incident
from generator.render.compose.labels import group_labels
from generator.render.machine_urls import has_api, markdown_path, record_path
from generator.render.urls import incident_path, way_up
from generator.render.views.incident import Fact, IncidentPage, ProbeView, SectionView, SourceView
from generator.render.views.parts import Link, TagView
from generator.text.forms import one_line

_CODE_OR_LINK = re.compile(
    r"""
      ^[ ]{0,3}(?P<fence>`{3,}|~{3,})[^\n]*\n.*?(?:^[ ]{0,3}(?P=fence)[`~]*[ \t]*$|\Z)
    | (?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)
    | \[\[[ \t]*(?P<id>[A-Z][A-Z0-9]*-\d{4,})[ \t]*(?:\|(?P<label>[^\]\n]*\S[^\]\n]*))?\]\]
    """,
    re.MULTILINE | re.DOTALL | re.VERBOSE,
)
"""A fenced block, a code span or a link by id, whichever begins first: in code nothing is a link."""

_SPECIAL = re.compile(r"[\\`*\[\]<>]|(?<!\w)_|_(?!\w)")
_FRAGMENT_LINK = re.compile(r"(\]\(\s*<?)#")
"""The opening of a link to a section, whose address only the page has."""

_ENCLOSED = re.compile(r"[()\s]")
_DASH = "–"


def plan_markdown(editions: Editions, records: Records) -> Iterator[Output]:
    """The Markdown of every text that exists; a language without a text has none."""
    for edition in editions.values():
        for incident in edition.library.incidents.values():
            if edition.language in incident.brief.languages:
                yield Output(
                    markdown_path(edition.language, incident.id),
                    records.inputs(incident),
                    partial(_made, edition, incident),
                    incident.id,
                )


def _made(edition: Edition, incident: Incident) -> bytes:
    return incident_markdown(edition, incident).encode()


def plain(text: str) -> str:
    """Text as Markdown that shows it letter for letter on one line."""
    return _SPECIAL.sub(lambda found: "\\" + found[0], one_line(text))


def incident_markdown(edition: Edition, incident: Incident) -> str:
    """The report in the language of the edition, which must have it."""
    return _Writer(edition, incident).write()


class _Writer:
    """Writes one report; links to this site are absolute where its address is known, else relative."""

    def __init__(self, edition: Edition, incident: Incident) -> None:
        self.edition, self.incident = edition, incident
        self.text: IncidentText = incident.texts[edition.language]
        self.page: IncidentPage = compose_incident(edition, incident)
        self.way = edition.site.base_url or way_up(markdown_path(edition.language, incident.id))
        self.say: Callable[[str], str] = edition.catalogue.gettext

    def write(self) -> str:
        page = self.page
        blocks = [
            f"# {plain(page.title)}",
            *self._notices(),
            self._facts(),
            self._source(self.text.summary),
            *(block for section in page.sections for block in self._section(section)),
            *self._signs(),
            *self._titled(group_labels(self.edition.catalogue)["components"], self._tags(page.components)),
            *self._list_of_sources("Sources", page.sources),
            *self._list_of_sources("References", page.references),
            *self._related(),
            *(block for probe in page.probes for block in self._probe(probe)),
            "---",
            self._colophon(),
        ]
        return "\n\n".join(block for block in blocks if block) + "\n"

    def _address(self, href: str) -> str:
        return href.replace(ROOT, self.way)

    def _link(self, link: Link) -> str:
        return _link(link.label, self._address(link.href)) if link.href else plain(link.label)

    def _tags(self, tags: Iterable[TagView]) -> str:
        gettext = self.edition.catalogue.gettext
        found = []
        for tag in tags:
            doubt = f" ({gettext('likely')})" if tag.certainty == "likely" else ""
            found.append(_link(tag.label, self._address(tag.href)) + doubt)
        return ", ".join(found)

    def _titled(self, title: str, content: str) -> list[str]:
        return [f"## {title}", content] if content else []

    def _notices(self) -> Iterator[str]:
        gettext, page = self.edition.catalogue.gettext, self.page
        if page.withdrawn is not None:
            yield f"> **{gettext('This report was withdrawn.')}** {page.withdrawn.date}. {plain(page.withdrawn.reason)}"
            if page.withdrawn.superseded_by is not None:
                yield f"> {gettext('Read instead:')} {self._link(page.withdrawn.superseded_by)}"
        if page.banner is not None:
            yield f"> **{gettext('This translation is behind the original.')}** {self._link(page.banner.original)}"

    def _facts(self) -> str:
        catalogue, page = self.edition.catalogue, self.page
        labels = group_labels(catalogue)
        lines = [f"- {catalogue.gettext('Id of this report: %(id)s') % {'id': page.id}}"]
        lines.append(f"- {labels['organizations']}: {', '.join(self._link(link) for link in page.organizations)}")
        for date in page.dates:
            doubt = f" ({date.certainty})" if date.certainty else ""
            lines.append(f"- {date.label}: {date.text}{doubt}")
        lines.append(f"- {labels['topics']}: {self._tags(page.topics) or _DASH}")
        lines += [_fact(fact) for fact in page.facts]
        return "\n".join(lines)

    def _section(self, section: SectionView) -> Iterator[str]:
        part = self.text.sections.get(section.id)
        yield f"## {section.label}"
        yield self._source(part) if part is not None and part.prose else _DASH
        yield from (f"**{group.label}:** {self._tags(group.tags)}" for group in section.tag_groups if group.tags)
        if section.shows_trigger:
            trigger = plain(section.trigger) if section.trigger else _DASH
            yield f"**{self.edition.catalogue.gettext('Trigger')}:** {trigger}"

    def _source(self, section: Section) -> str:
        """The Markdown as written, its links by id and to files turned into ordinary ones."""
        pieces, end = [], 0
        files = [entry.target for entry in section.prose.references if entry.kind in ("file", "picture")]
        for found in _CODE_OR_LINK.finditer(section.source):
            whole = self._incident_link(found["id"], found["label"]) if found["id"] else found[0]
            pieces += [self._linked(section.source[end : found.start()], files), whole]
            end = found.end()
        return "".join([*pieces, self._linked(section.source[end:], files)])

    def _linked(self, source: str, files: Iterable[str]) -> str:
        for name in dict.fromkeys(files):
            opening = re.compile(rf"(\]\(\s*<?|^ {{0,3}}\[[^\]\n]+\]:\s*<?)(?:\./)?(?={re.escape(name)})", re.M)
            source = opening.sub(rf"\g<1>{self.way}media/{self.incident.id}/", source)
        page = self.way + incident_path(self.edition.language, self.incident.id)
        return _FRAGMENT_LINK.sub(rf"\g<1>{page}#", source)

    def _incident_link(self, identifier: str, label: str | None) -> str:
        target = self.edition.library.incidents.get(identifier)
        words = (label or identifier).strip()
        return plain(words) if target is None else _link(words, self._markdown_address(target))

    def _markdown_address(self, target: Incident) -> str:
        """The Markdown of another incident, in this language or that of its original."""
        return self.way + markdown_path(target.text(self.edition.language).language, target.id)

    def _signs(self) -> list[str]:
        lines = [f"- {kind}: {_code(pattern)}" for kind, pattern in self.page.signatures]
        lines += [f"- {self.edition.catalogue.gettext('Alerts')}: {_code(alert)}" for alert in self.page.alerts]
        return self._titled(self.edition.catalogue.gettext("Signs in logs, metrics and alerts"), "\n".join(lines))

    def _list_of_sources(self, title: str, sources: Iterable[SourceView]) -> list[str]:
        lines = "\n".join(f"{source.number}. {self._source_line(source)}" for source in sources)
        return self._titled(self.say(title), lines or _DASH)

    def _source_line(self, source: SourceView) -> str:
        gettext = self.edition.catalogue.gettext
        facts = [source.kind, source.publisher, source.confidence]
        facts += [f"{gettext('published')} {source.published}" if source.published else None]
        facts += [f"{gettext('read')} {source.accessed}" if source.accessed else None]
        if source.archive:
            facts.append(_link(gettext("Archived copy"), source.archive))
        return f"{_link(source.title, source.href)} – {' · '.join(fact for fact in facts if fact)}"

    def _related(self) -> list[str]:
        lines = []
        for related in self.page.related:
            address = self._markdown_address(self.edition.library.incidents[related.id])
            facts = " · ".join(plain(fact) for fact in (related.organization, related.date, related.reason) if fact)
            lines.append(f"- {_link(f'{related.id} {related.title}', address)} – {facts}")
        return self._titled(self.edition.catalogue.gettext("Related incidents"), "\n".join(lines) or _DASH)

    def _probe(self, probe: ProbeView) -> Iterator[str]:
        gettext = self.edition.catalogue.gettext
        if probe is self.page.probes[0]:
            yield f"## {gettext('Does my cluster have this?')}"
        yield f"### {plain(probe.title)}"
        yield f"```\n{probe.command}\n```"
        lines = [f"- {gettext('Present when')}: {_code(probe.condition)}"] if probe.condition else []
        lines.append(f"- {gettext('What it means')}: {plain(probe.means)}")
        lines.append(f"- {gettext('What it cannot tell')}: {plain(probe.cannot_tell)}")
        lines.append(f"- {gettext('Evidence')}: {probe.evidence.label}")
        yield "\n".join(lines)

    def _colophon(self) -> str:
        gettext, site, page = self.edition.catalogue.gettext, self.edition.site, self.page
        lines = [f"- {gettext('Added')}: {page.added}"]
        if page.modified:
            lines.append(f"- {gettext('Last changed')}: {page.modified}")
        own = self.way + incident_path(self.edition.language, page.id)
        lines.append(
            f"- {plain(self.edition.say(site.name))}: <{own}>" if site.base_url else f"- {_link(page.id, own)}"
        )
        if has_api(site):
            lines.append(f"- {_link(gettext('This report as JSON'), self.way + record_path(page.id))}")
        if site.license is not None:
            terms = site.license
            lines.append(f"- {gettext('License')}: {self._link(Link(label=terms.name, href=terms.url))}")
        return "\n".join(lines)


def _link(label: str, address: str) -> str:
    """A link; an address with brackets or spaces is enclosed, so that it ends where it should."""
    target = f"<{address}>" if _ENCLOSED.search(address) else address
    return f"[{plain(label)}]({target})"


def _fact(fact: Fact) -> str:
    note = f" ({fact.note})" if fact.note and fact.value else ""
    return f"- {fact.label}: {plain(fact.value) if fact.value else _DASH}{note}"


def _code(text: str) -> str:
    """Text as a code span, fenced by more backticks than it holds."""
    text = one_line(text)
    fence = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{space}{text}{space}{fence}"
