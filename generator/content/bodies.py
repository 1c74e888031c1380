"""Bodies of texts: what is wrong with them, told in the terms of the site."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from generator.model.site import Site
from generator.problems import Problem


def body_problems(problems: Iterable[Problem], site: Site) -> Iterator[Problem]:
    """The problems of a body; how an id looks follows from the prefix of the site."""
    for problem in problems:
        malformed = problem.code == "E315"
        yield replace(problem, values={**problem.values, "prefix": site.id_prefix}) if malformed else problem
