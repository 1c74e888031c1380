"""The corpus: incidents in Korean and English, made from a seed, in no generator's format.

Incident `i` depends on the seed and `i` alone, so the corpus of 100 is the beginning of the corpus of 10,000. Words are
drawn by frequency from closed lists and a long tail of compounds, services, hosts and error codes, so that a search
index grows with the corpus about as it does on real text.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta

import lexicon
from lexicon import LANGUAGES
from prose import LATIN, NOUNS, SERVICES, VERBS, Setting, Writer, Zipf

SEED = 585

Texts = Mapping[str, str]
"""A text by language."""

_TOPICS, _SYMPTOMS, _CAUSES, _COMPONENTS, _ORGANIZATIONS = (
    Zipf(items, 0.7)
    for items in (lexicon.TOPICS, lexicon.SYMPTOMS, lexicon.CAUSES, lexicon.COMPONENTS, lexicon.ORGANIZATIONS)
)
_FIRST_DAY = date(2025, 1, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where an incident is told."""

    title: str
    url: str
    accessed: str
    """A day as ISO 8601 writes it; shown on the page, not searched for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """One incident, as every generator gets it."""

    id: str
    slug: str
    title: Texts
    summary: Texts
    organization: str
    occurred: str
    """A day as ISO 8601 writes it."""
    added: str
    """Day of the entry itself."""
    severity: str | None
    topics: tuple[str, ...]
    symptoms: tuple[str, ...]
    cause: str
    components: tuple[str, ...]
    scope: Texts
    users: int | None
    region: str | None
    minutes_to_detect: int | None
    minutes_to_recover: int | None
    trigger: Texts
    sources: tuple[Source, ...]
    sections: Mapping[str, Texts]
    """By language, then by section; Markdown."""


def make_corpus(count: int, seed: int = SEED) -> list[Incident]:
    """The first `count` incidents."""
    return [make_incident(number, seed) for number in range(1, count + 1)]


def make_incident(number: int, seed: int = SEED) -> Incident:
    """The incident of this number, from 1."""
    rng = random.Random(f"{seed}:{number}")  # noqa: S311  # a corpus that can be made again
    day = f"{rng.randint(2012, 2025)}-{rng.randint(1, 12):02d}-{rng.randint(1, 28):02d}"
    year, month, month_day = day.split("-")
    setting = Setting(
        year=year,
        month=month,
        day=month_day,
        organization=_ORGANIZATIONS(rng),
        service=SERVICES(rng),
        components=_COMPONENTS.several(rng, rng.randint(1, 3)),
    )
    sources = _sources(rng, number, setting)
    writers = {language: Writer(rng, language, setting) for language in LANGUAGES}

    def sentences(kind: str) -> Texts:
        return {language: writer.sentence(kind) for language, writer in writers.items()}

    return Incident(
        id=f"IL-{number:04d}",
        slug=f"il-{number:04d}-{setting.service}",
        title=sentences("title"),
        summary={
            language: f"{writer.sentence('summary')} {writer.sentence('symptom')}"
            for language, writer in writers.items()
        },
        organization=setting.organization,
        occurred=day,
        added=(_FIRST_DAY + timedelta(days=number % 365)).isoformat(),
        severity=rng.choices((*lexicon.SEVERITIES, None), (1, 3, 4, 2, 2))[0],
        topics=_TOPICS.several(rng, rng.randint(1, 3)),
        symptoms=_SYMPTOMS.several(rng, rng.randint(1, 4)),
        cause=_CAUSES(rng),
        components=setting.components,
        scope=sentences("symptom"),
        users=_perhaps(rng, 3, 900_000),
        region=rng.choice((*lexicon.REGIONS, None)),
        minutes_to_detect=_perhaps(rng, 1, 240),
        minutes_to_recover=_perhaps(rng, 5, 3000),
        trigger=sentences("cause"),
        sources=sources,
        sections={language: _sections(writer, sources[0]) for language, writer in writers.items()},
    )


def with_text_edit(incident: Incident, mark: str) -> Incident:
    """The incident after an edit of title and text in every language; its tags stay."""
    return replace(
        incident,
        title={language: f"{title} {mark}" for language, title in incident.title.items()},
        sections={
            language: {**sections, "lessons": f"{sections['lessons']}\n\n{edited_paragraph(mark)}"}
            for language, sections in incident.sections.items()
        },
    )


def edited_paragraph(mark: str) -> str:
    """The paragraph that `with_text_edit` adds."""
    return f"Edited paragraph {mark}."


def with_fact_edit(incident: Incident, accessed: str) -> Incident:
    """The incident after an edit that no search sees: the day on which its first source was read."""
    first, *others = incident.sources
    return replace(incident, sources=(replace(first, accessed=accessed), *others))


def _perhaps(rng: random.Random, least: int, most: int) -> int | None:
    return None if rng.random() < 0.3 else rng.randint(least, most)


def _sources(rng: random.Random, number: int, setting: Setting) -> tuple[Source, ...]:
    status = Source(
        title=f"{setting.organization} status {setting.year}-{setting.month}",
        url=f"https://status.example.com/{setting.service}/{number}",
        accessed="2026-01-15",
    )
    if rng.random() < 0.5:
        return (status,)
    url = f"https://blog.example.org/{setting.year}/{number}?ref=lib&lang=en"
    return status, Source(title=f"{LATIN(rng)} postmortem", url=url, accessed="2026-01-16")


def _sections(writer: Writer, source: Source) -> Texts:
    rng, korean = writer.rng, writer.language == "ko"

    def items(kind: str, sign: str, least: int, most: int) -> str:
        return "\n".join(f"{sign} {writer.sentence(kind)}" for _ in range(rng.randint(least, most)))

    details = f"자세한 내용은 [{source.title}]({source.url})에 있다."
    if not korean:
        details = f"Details are in [{source.title}]({source.url})."
    follow_ups = (f"{place}. {writer.sentence('follow')}" for place in range(1, rng.randint(3, 5)))
    parts = {
        "symptoms": (
            writer.paragraph("symptom", 3, 5),
            items("symptom", "-", 2, 4),
            writer.paragraph("symptom", 2, 4),
        ),
        "cause": (writer.paragraph("cause", 3, 4), _code(writer), writer.paragraph("cause", 2, 3)),
        "detection": (writer.paragraph("detect", 2, 3), _table(writer)),
        "remediation": (writer.paragraph("remedy", 2, 3), items("remedy", "*", 2, 3)),
        "follow-ups": ("\n".join(follow_ups),),
        "lessons": (writer.paragraph("lesson", 2, 3), f"> {writer.sentence('lesson')}", details),
    }
    return {section: "\n\n".join(blocks) for section, blocks in parts.items()}


def _code(writer: Writer) -> str:
    rng = writer.rng
    if rng.random() < 0.5:
        lines = "\n".join(_log_line(writer) for _ in range(rng.randint(3, 5)))
        return f"```text\n{lines}\n```"
    noun, other = NOUNS["en"](rng), NOUNS["en"](rng)
    settings = f'  {noun}_limit: "{rng.randint(1, 999)}"\n  {other}_timeout: {rng.randint(1, 60)}s'
    head = f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {writer.setting.service}\ndata:"
    return f"```yaml\n{head}\n{settings}   # {writer.slot('E')}\n```"


def _log_line(writer: Writer) -> str:
    rng, setting = writer.rng, writer.setting
    when = f"{setting.year}-{setting.month}-{setting.day}T{writer.slot('T')}:{rng.randint(0, 59):02d}Z"
    what = f'<{LATIN(rng)}> "{NOUNS["en"](rng)} {VERBS["en"](rng)}" retry={rng.randint(0, 9)}'
    return f"{when} {writer.slot('H')} {setting.service}[{rng.randint(100, 9999)}]: {writer.slot('E')} {what}"


def _table(writer: Writer) -> str:
    head = "| 시각 | 사건 |" if writer.language == "ko" else "| Time | Event |"
    rows = (
        f"| {writer.slot('T')} | {writer.sentence('detect' if place % 2 else 'symptom')} |"
        for place in range(writer.rng.randint(3, 5))
    )
    return "\n".join((head, "| --- | --- |", *rows))
