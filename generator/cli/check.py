"""`incidents check`."""

from __future__ import annotations

from pathlib import Path

import click

from generator.build import Options, failing, load
from generator.checks import check_content
from generator.cli.common import find_root, language_of, print_problems, site_options, stop
from generator.cli.words import say
from generator.content.files import relative
from generator.problems import Problem


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@click.option("--strict", is_flag=True, help="Let warnings fail the check, too.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    show_default=True,
    help="For people, for programs, or as annotations of GitHub Actions.",
)
@site_options
def check(paths: tuple[Path, ...], strict: bool, form: str, root: Path, language: str | None) -> None:
    """Tell every problem in the content, or in the given files and folders.

    Each is printed as `path:line:column: CODE message`, then how to mend it. Exit status 1 when there are errors (with
    --strict, warnings too).
    """
    language = language_of(language)
    root = find_root(root, language)
    content, problems = load(root, Options())
    count = 0
    if content is not None:
        problems = check_content(content, editorial=True)
        count = len(content.parsed)
    problems = _within(problems, paths, root, language)
    print_problems(problems, language, form)
    if form == "text":
        errors = sum(problem.severity == "error" for problem in problems)
        summary = say(language, "summary", errors=errors, warnings=len(problems) - errors)
        click.echo(summary if problems else say(language, "clean", count=count), err=True)
    raise SystemExit(failing(problems, strict=strict))


def _within(problems: list[Problem], paths: tuple[Path, ...], root: Path, language: str) -> list[Problem]:
    """The problems of these files and folders; all of them where none is given."""
    if not paths:
        return problems
    wanted = []
    for path in paths:
        absolute = path.resolve()
        if not absolute.is_relative_to(root) or not absolute.exists():
            stop(say(language, "unknown-path", path=path))
        wanted.append(relative(absolute, root))
    return [
        problem
        for problem in problems
        if any(name in (".", problem.path) or problem.path.startswith(f"{name}/") for name in wanted)
    ]
