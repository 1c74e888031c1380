"""The scored queries over the public library, and how an engine that answers them is judged.

A query names the language of the interface, its category, and the incidents that answer it: one of `must` has to stand
among the first five, and all of `every`, where some say the very words that were asked for. They were chosen by reading
the reports. A misspelled word counts as found only if what the search shows in its place leads to them. `across` are
queries in the other language than that of the interface.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

SEEN = 5
"""Results that count."""

FLOORS = {"ko": 0.95, "en": 0.95, "across": 1.0}
"""The least share of the queries of a group that must be found."""

LANGUAGES = ("ko", "en")

ASK = """async (queries) => {
  const answers = {};
  for (const query of queries) {
    const { groups, instead } = await IncidentSearch.results.searchAll(query, {});
    const ids = [];
    for (const { hits } of groups) ids.push(...hits.map(({ page }) => IncidentSearch.findTools.idOf(page)));
    answers[query] = { ids, instead };
  }
  return answers;
}"""
"""Asks the search of a page for the ids that it shows for each query, best first."""

Answers = Mapping[str, Mapping[str, list[str]]]
"""Ids by the language of the interface and the query."""


@dataclass(frozen=True)
class Query:
    """A query with what it must find."""

    language: str
    category: str
    text: str
    must: frozenset[str]
    every: frozenset[str]

    @property
    def group(self) -> str:
        """The floor that it belongs to."""
        return "across" if self.category == "across" else self.language

    def is_found(self, ids: list[str]) -> bool:
        """Whether the first results are those that were asked for."""
        first = set(ids[:SEEN])
        return bool(first & self.must) and self.every <= first


def read_queries() -> list[Query]:
    """The set, in its order."""
    rows = json.loads(Path(__file__).with_name("queries.json").read_text(encoding="utf-8"))
    return [
        Query(row["lang"], row["cat"], row["q"], frozenset(row["must"]), frozenset(row.get("every", ())))
        for row in rows
    ]


QUERIES = read_queries()


def texts(language: str) -> list[str]:
    """What is asked on the pages of a language."""
    return [query.text for query in QUERIES if query.language == language]


def missed(group: str, answers: Answers) -> dict[str, list[str]]:
    """The queries of a group that were not answered rightly, with the first results that came."""
    return {
        f"{query.language} {query.category}: {query.text}": answers[query.language][query.text][:SEEN]
        for query in QUERIES
        if query.group == group and not query.is_found(answers[query.language][query.text])
    }


def share_found(group: str, answers: Answers) -> float:
    """The share of the queries of a group that were answered rightly."""
    size = sum(query.group == group for query in QUERIES)
    return 1 - len(missed(group, answers)) / size
