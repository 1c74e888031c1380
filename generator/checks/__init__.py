"""Checks of the whole content: each module yields problems of one kind; here they come together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from generator.checks import references, theme, translations, vocabulary
from generator.checks.findings import check_incidents
from generator.content.load import Content
from generator.problems import Problem


def check_content(
    content: Content, *, editorial: bool = False, cache: Path | None = None, jobs: int = 1
) -> list[Problem]:
    """Every problem of the content, in the order of files and lines; codes that `site.toml` ignores are left out.

    With `editorial`, the checks that read every text, and the history of the repository, are made, too. `cache` is the
    folder in which the findings of each incident are kept, `jobs` the number of processes.
    """
    found = chain(
        content.problems,
        check_incidents(content, cache, jobs),
        references.check_names(content),
        translations.check_translations(content),
        vocabulary.check_vocabulary(content),
        theme.check_theme(content.root),
        _editorial(content) if editorial else (),
    )
    ignored = content.site.ignored_checks
    wanted = (problem for problem in found if problem.code not in ignored)
    told = {_order(problem): problem for problem in wanted}
    return [told[key] for key in sorted(told)]


def _order(problem: Problem) -> tuple[object, ...]:
    """By file, place and code; two problems alike in all of it are one."""
    place = (problem.path, problem.line, problem.column, problem.code)
    return (*place, *sorted(problem.values.items())) if problem.values else place


def _editorial(content: Content) -> Iterator[Problem]:
    from generator.checks.editorial import check_editorial  # most builds do without
    from generator.checks.history import check_history

    yield from check_editorial(content)
    yield from check_history(content)
