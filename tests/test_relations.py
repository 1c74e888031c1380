"""Related incidents: which, in which order, and at which cost; the order of lists; who belongs where."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import FrameType
from typing import Any

import pytest
from conftest import copy_site

from generator.build import Options, load
from generator.content.dates import parse_span
from generator.model.incident import Incident, IncidentText, Section, Tag
from generator.model.library import Library
from generator.model.localized import Localized
from generator.model.prose import NOTHING, Prose
from generator.model.vocabulary import TAG_GROUPS
from generator.relations import related as related_module
from generator.relations.membership import LIST_GROUPS, Relations, relate
from generator.relations.related import LIMIT, RelatedIncidents, relate_incidents


def related_incidents(incidents):
    return RelatedIncidents.of(relate_incidents([incident.brief for incident in incidents]))


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    content, problems = load(copy_site("full", tmp_path_factory.mktemp("relations") / "site"), Options(jobs=1))
    assert content is not None, problems
    return content.library


def incident(library: Library, number: int, **changes: Any) -> Incident:
    """An incident of one's own: tags by group, a date, words of its summary, incidents that an editor chose."""
    tags = {group: tuple(Tag(id=name) for name in changes.get(group, ())) for group in TAG_GROUPS}
    summary = Section(id="summary", source="", prose=replace(NOTHING, html="<p>", text=changes.get("words", "")))
    text = IncidentText(language="ko", path="a.md", title="", summary=summary, sections={})
    return replace(
        library.incidents["IL-0001"],
        id=f"IL-{number:04d}",
        number=number,
        texts=Localized({"ko": text}),
        original="ko",
        tags=tags,
        organizations=changes.get("organizations", (f"organization-{number}",)),
        occurred=parse_span(changes.get("date", "2025-01-01")),
        published=None,
        related=tuple(changes.get("related", ())),
        status=changes.get("status", "published"),
    )


def names(found: dict[str, tuple[Any, ...]], identifier: str) -> list[str]:
    return [entry.id for entry in found[identifier]]


def assert_sound(library: Library, relations: Relations) -> None:
    published = {one.id for one in library.listed()}
    assert set(relations.related) == published
    for identifier, found in relations.related.items():
        ids = [entry.id for entry in found]
        assert len(ids) == len(set(ids)) <= LIMIT == 6
        assert identifier not in ids
        assert set(ids) <= published
        chosen = [entry.chosen for entry in found]
        assert chosen == sorted(chosen, reverse=True)


def test_the_full_site(library: Library) -> None:
    relations = relate(library)
    assert_sound(library, relations)
    assert names(dict(relations.related), "IL-0001")[:2] == ["IL-0005", "IL-0002"]
    assert [entry.chosen for entry in relations.related["IL-0001"]][:3] == [True, True, False]
    assert "IL-0006" in names(dict(relations.related), "IL-0001")
    everywhere = {entry.id for found in relations.related.values() for entry in found}
    assert not everywhere & {"IL-0003", "IL-0004"}


def test_a_choice_is_one_way(library: Library) -> None:
    relations = relate(library)
    assert not any(entry.chosen for entry in relations.related["IL-0005"])
    assert not any(entry.chosen for entry in relations.related["IL-0002"])


def test_drafts_and_withdrawn_ones_are_no_neighbours(library: Library) -> None:
    incidents = {
        one.id: replace(one, status="withdrawn" if one.id == "IL-0006" else one.status)
        for one in library.incidents.values()
    }
    changed = replace(library, incidents=incidents)
    relations = relate(changed)
    assert_sound(changed, relations)
    assert "IL-0006" not in {one.id for one in relations.newest}
    for terms in relations.members.values():
        for members in terms.values():
            assert "IL-0006" not in {one.id for one in members}


def test_chosen_ones_come_first_in_the_order_of_the_editor(library: Library) -> None:
    shared = {"causes": ("a", "b"), "symptoms": ("c",), "components": ("d",)}
    incidents = [incident(library, number, **shared) for number in range(1, 12)]
    incidents[0] = incident(library, 1, **shared, related=("IL-0009", "IL-0004"))
    incidents += [incident(library, number) for number in range(12, 40)]
    found = related_incidents(incidents)
    assert names(found, "IL-0001")[:2] == ["IL-0009", "IL-0004"]
    assert [entry.chosen for entry in found["IL-0001"]] == [True, True, False, False, False, False]


def test_never_more_than_six_even_if_an_editor_chose_more(library: Library) -> None:
    incidents = [incident(library, number) for number in range(1, 12)]
    incidents[0] = incident(library, 1, related=[f"IL-{number:04d}" for number in range(2, 11)])
    assert names(related_incidents(incidents), "IL-0001") == [f"IL-{number:04d}" for number in range(2, 8)]


def test_what_is_more_alike_comes_first(library: Library) -> None:
    incidents = [
        incident(library, 1, causes=("a",), symptoms=("b",), components=("c",)),
        incident(library, 2, causes=("a",), symptoms=("b",)),
        incident(library, 3, causes=("a",), symptoms=("b",), components=("c",)),
        incident(library, 4, causes=("x",)),
        *(incident(library, number, topics=("t",)) for number in range(5, 60)),
    ]
    found = related_incidents(incidents)
    assert names(found, "IL-0001")[:2] == ["IL-0003", "IL-0002"]
    assert "IL-0004" not in names(found, "IL-0001")
    [shared] = [entry.shared for entry in found["IL-0001"] if entry.id == "IL-0003"]
    assert set(shared) == {("causes", "a"), ("symptoms", "b"), ("components", "c")}


def test_a_rare_tag_tells_more_than_a_common_one(library: Library) -> None:
    incidents = [
        incident(library, 1, causes=("common", "rare")),
        incident(library, 2, causes=("rare",)),
        *(incident(library, number, causes=("common",)) for number in range(3, 40)),
    ]
    assert names(related_incidents(incidents), "IL-0001")[0] == "IL-0002"


def test_nothing_shared_is_not_related(library: Library) -> None:
    incidents = [incident(library, number, causes=(f"c{number}",)) for number in range(1, 20)]
    assert all(found == () for found in related_incidents(incidents).values())
    assert related_incidents([]) == {}
    assert related_incidents(incidents[:1]) == {"IL-0001": ()}


def test_the_result_does_not_depend_on_the_run(library: Library) -> None:
    incidents = crowd(library, 200)
    first = related_incidents(incidents)
    assert related_incidents(incidents) == first
    assert list(first) == [one.id for one in incidents]


def test_the_order_of_the_folder_does_not_count(library: Library) -> None:
    incidents = crowd(library, 100)
    mixed = incidents[:]
    random.Random(1).shuffle(mixed)
    one, other = (relate(replace(library, incidents={each.id: each for each in order})) for order in (incidents, mixed))
    assert one.newest == other.newest
    assert one.related == other.related
    assert {group: dict(terms) for group, terms in one.members.items()} == {
        group: dict(terms) for group, terms in other.members.items()
    }


def crowd(library: Library, size: int) -> list[Incident]:
    """Many incidents: all of one topic, few causes, many components, words that return; in the order of their dates."""
    chance = random.Random(size)
    return [
        incident(
            library,
            number,
            topics=("everything",),
            causes=(f"cause-{chance.randrange(10)}",),
            symptoms=tuple(dict.fromkeys(f"symptom-{chance.randrange(30)}" for _ in range(2))),
            components=(f"component-{chance.randrange(size // 4 + 1)}",),
            organizations=(f"organization-{chance.randrange(20)}",),
            words=" ".join(f"word{chance.randrange(size)}" for _ in range(20)),
            date=f"{2000 + number * 20 // size}-01-01",
        )
        for number in range(1, size + 1)
    ]


def steps(work: Callable[[], object]) -> int:
    """How many lines of the module run: candidates looked at, features compared and all else."""
    count = 0
    name = related_module.__file__

    def trace_line(frame: FrameType, event: str, argument: object) -> Any:  # noqa: ARG001
        nonlocal count
        count += event == "line"
        return trace_line

    def trace_call(frame: FrameType, event: str, argument: object) -> Any:  # noqa: ARG001
        nonlocal count
        if frame.f_code.co_filename != name:
            return None
        count += 1
        return trace_line

    before = sys.gettrace()
    sys.settrace(trace_call)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def test_the_cost_grows_with_the_number_of_incidents(library: Library) -> None:
    costs = {}
    for size in (300, 1200):
        incidents = crowd(library, size)
        costs[size] = steps(lambda incidents=incidents: related_incidents(incidents)) / size  # type: ignore[misc]
    assert costs[300] > 50
    assert costs[1200] < 1.5 * costs[300]


def test_the_count_of_steps_sees_what_grows_with_the_square() -> None:
    source = (
        "def pairs(n):\n    found = 0\n    for a in range(n):\n        for b in range(n):\n            found += 1\n"
    )
    namespace: dict[str, Any] = {}
    exec(compile(source, related_module.__file__, "exec"), namespace)  # noqa: S102  # its own text
    small, large = (steps(lambda size=size: namespace["pairs"](size)) / size for size in (10, 40))  # type: ignore[misc]
    assert large > 3 * small


# Order and membership


def newest(library: Library, dates: Sequence[str | None]) -> list[int]:
    incidents = {}
    for number, date in enumerate(dates, start=1):
        one = incident(library, number, date=date or "2025")
        incidents[one.id] = one if date else replace(one, occurred=None)
    return [one.number for one in relate(replace(library, incidents=incidents)).newest]


def test_newest_first_and_without_a_date_last(library: Library) -> None:
    dates = ["2019", None, "2021-05", "2020-01-31/2022", "2021-05-01", "2021-06-01T00:00Z", "2021-06-01"]
    assert newest(library, dates) == [
        6, 7, 5, 3, 4, 1, 2,
    ]  # fmt: skip


def test_the_same_date_is_ordered_by_number(library: Library) -> None:
    assert newest(library, ["2019", "2019", "2019"]) == [3, 2, 1]
    assert newest(library, [None, None]) == [2, 1]


def test_occurred_counts_before_published(library: Library) -> None:
    one = replace(incident(library, 1, date="2019"), published=parse_span("2024"))
    two = replace(incident(library, 2), occurred=None, published=parse_span("2021"))
    relations = relate(replace(library, incidents={"IL-0001": one, "IL-0002": two}))
    assert [each.id for each in relations.newest] == ["IL-0002", "IL-0001"]
    assert {year: [each.id for each in members] for year, members in relations.members["years"].items()} == {
        "2021": ["IL-0002"],
        "2019": ["IL-0001"],
    }


def test_every_incident_stands_in_each_of_its_lists_once(library: Library) -> None:
    relations = relate(library)
    assert set(relations.members) == set(LIST_GROUPS)
    order = {one.id: place for place, one in enumerate(relations.newest)}
    for terms in relations.members.values():
        for members in terms.values():
            places = [order[one.id] for one in members]
            assert places == sorted(set(places))
    for one in library.listed():
        for group in TAG_GROUPS:
            for tag in one.tags[group]:
                assert one in relations.of(group, tag.id)
        for organization in one.organizations:
            assert one in relations.of("organizations", organization)
        assert one in relations.of("years", one.year)


def test_an_incident_without_a_date_is_of_an_unknown_year(library: Library) -> None:
    assert [one.id for one in relate(library).of("years", "unknown")] == ["IL-0007"]


def test_nobody_belongs_to_a_retired_term(library: Library) -> None:
    relations = relate(library)
    assert relations.of("causes", "bad-config") == ()
    assert {"IL-0001", "IL-0006"} <= {one.id for one in relations.of("causes", "misconfiguration")}
    six = library.incidents["IL-0006"]
    assert [tag.id for tag in six.tags["causes"]] == ["misconfiguration"]
    assert library.incidents["IL-0001"].tags["causes"][0] == Tag(id="misconfiguration", certainty="likely")


def test_a_prose_is_what_related_words_come_from(library: Library) -> None:
    assert isinstance(library.incidents["IL-0001"].texts["ko"].summary.prose, Prose)
