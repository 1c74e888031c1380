"""Checks of the whole content: each module yields problems of one kind; here they come together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from generator.checks import history, probes, references, signatures, sources, style, translations, vocabulary
from generator.checks.editorial import check_editorial
from generator.content.load import Content
from generator.problems import Problem


def check_content(content: Content, *, editorial: bool = False) -> list[Problem]:
    """Every problem of the content, in the order of files and lines; codes that `site.toml` ignores are left out.

    With `editorial`, the checks that read every text, and the history of the repository, are made, too.
    """
    found = chain(
        content.problems,
        references.check_references(content),
        translations.check_translations(content),
        vocabulary.check_vocabulary(content),
        sources.check_sources(content),
        signatures.check_signatures(content),
        probes.check_probes(content),
        style.check_style(content),
        _editorial(content) if editorial else (),
    )
    ignored = content.site.ignored_checks
    wanted = (problem for problem in found if problem.code not in ignored)
    told = {(problem, tuple(sorted(problem.values.items()))): problem for problem in wanted}
    return [told[key] for key in sorted(told)]


def _editorial(content: Content) -> Iterator[Problem]:
    yield from check_editorial(content)
    yield from history.check_history(content)
