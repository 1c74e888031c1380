"""`incidents build`."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import click

from generator import build as builder
from generator.cli.bar import Bar
from generator.cli.common import find_root, language_of, print_problems, site_options, stop
from generator.cli.faults import refuse_collision, telling
from generator.cli.opening import tell_unkept
from generator.cli.words import say
from generator.content.decoder import is_web_address
from generator.writer import PublishError

_INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells have it."""


class Report(builder.Watcher):
    """Prints each step with its time; on a terminal, shows how far the writing is."""

    def __init__(self, language: str, out: Path) -> None:
        self.language, self.out = language, out
        self.bar = Bar() if sys.stderr.isatty() else None

    def progress(self, done: int, total: int) -> None:
        """Moves the bar."""
        if self.bar is not None:
            self.bar.show(say(self.language, "step-write"), done, total)

    def end(self, step: str, seconds: float) -> None:
        """Prints the step with its time."""
        self.close()
        click.echo(f"{click.style(f'{seconds:7.2f} s', dim=True)}  {say(self.language, f'step-{step}')}", err=True)

    def unkept(self, folder: Path) -> None:
        """Says that nothing is kept for the next build."""
        tell_unkept(self.language)(folder)

    def close(self) -> None:
        """Takes the bar away, if there is one."""
        if self.bar is not None:
            self.bar.close()

    def wait(self) -> None:
        """Says that another build is at work."""
        click.echo(say(self.language, "waiting", out=self.out), err=True)


@click.command()
@click.option("--out", type=click.Path(path_type=Path), default=None, help="Folder of the site.  [default: site]")
@click.option("--strict", is_flag=True, help="Let warnings keep the site from being published.")
@click.option("--no-search", is_flag=True, help="Leave out the search index.")
@click.option("--jobs", type=click.IntRange(1, 256), default=None, help="Processes at once.  [default: all cores]")
@click.option("--clean", is_flag=True, help="Forget what earlier builds kept, and make everything anew.")
@click.option("--base-url", default=None, help="Address of the site, in place of base_url of site.toml.")
@click.option("--json", "as_json", is_flag=True, help="Print the result and the time of each step as JSON.")
@site_options
def build(  # noqa: PLR0917  # one parameter an option
    out: Path | None,
    strict: bool,
    no_search: bool,
    jobs: int | None,
    clean: bool,
    base_url: str | None,
    as_json: bool,
    root: Path,
    language: str | None,
) -> None:
    """Check the content, build the site and publish it in one step.

    The former site stays in place until the new one is whole. A folder that this command did not make is never
    overwritten.
    """
    language = language_of(language)
    root = find_root(root, language)
    out = out if out is not None else root / "site"
    if base_url is not None and not is_web_address(base_url):
        stop(say(language, "bad-base-url", url=base_url))
    options = builder.Options(strict=strict, search=not no_search, base_url=base_url, clean=clean)
    options = options if jobs is None else replace(options, jobs=jobs)
    try:
        result = run_build(root, out, options, language, quiet=as_json)
    except KeyboardInterrupt:
        stop(say(language, "interrupted"), status=_INTERRUPTED)
    if as_json:
        _print_json(result, out)
    else:
        _print_result(result, root, out, language, strict=strict)
    raise SystemExit(0 if result.published else 1)


def run_build(root: Path, out: Path, options: builder.Options, language: str, *, quiet: bool) -> builder.Result:
    """Builds; ends the command with a reason where the folder or the disk refuses."""
    report = None if quiet else Report(language, out)
    try:
        with telling(language, out, say(language, "not-published")):
            return builder.build(root, out, options, report)
    except PublishError as error:
        if error.key == "outputs-collide":
            refuse_collision(error, root, language)
        stop(say(language, error.key, **error.values), say(language, "out-hint"))
    finally:
        if report is not None:
            report.close()


def _print_result(result: builder.Result, root: Path, out: Path, language: str, *, strict: bool) -> None:
    failed = [problem for problem in result.problems if strict or problem.severity == "error"]
    if not result.published:
        print_problems(failed, language, "text")
        stop(say(language, "not-published"), status=1)
    warnings = len(result.problems)
    if warnings:
        click.echo(say(language, "summary", errors=0, warnings=warnings) + " (incidents check)", err=True)
    if result.site is not None and result.site.base_url is None:
        click.echo(say(language, "no-base-url"), err=True)
    values = {"files": result.files, "incidents": result.incidents, "seconds": sum(result.seconds.values())}
    click.echo(say(language, "published", out=out, **values))
    if sys.stdout.isatty():
        click.echo(say(language, "how-to-open", command=f"incidents serve --site {root}"))


def _print_json(result: builder.Result, out: Path) -> None:
    data = {
        "published": result.published,
        "out": str(out),
        "incidents": result.incidents,
        "files": result.files,
        "made": result.made,
        "seconds": {step: round(seconds, 4) for step, seconds in result.seconds.items()},
        "errors": sum(problem.severity == "error" for problem in result.problems),
        "warnings": sum(problem.severity == "warning" for problem in result.problems),
    }
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))
