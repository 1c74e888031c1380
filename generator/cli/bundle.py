"""`incidents bundle`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import click

from generator import bundle as bundler
from generator.build import Options
from generator.cli.build import Report
from generator.cli.bundle_words import say
from generator.cli.common import WRONG_USE, find_root, language_of, print_problems, site_options, stop
from generator.cli.faults import refuse_collision, telling
from generator.cli.words import say as say_common
from generator.writer import PublishError


@click.command()
@click.option("--out", type=click.Path(path_type=Path), default=Path(), help="Folder of the archive.  [default: here]")
@click.option("--name", default=None, help="Name of the archive.  [default: the name of the site]")
@click.option("--strict", is_flag=True, help="Let warnings keep the bundle from being written.")
@click.option("--jobs", type=click.IntRange(1, 256), default=None, help="Processes at once.  [default: all cores]")
@click.option("--json", "as_json", is_flag=True, help="Print the result and the time of each step as JSON.")
@site_options
def bundle(  # noqa: PLR0917  # one parameter an option
    out: Path,
    name: str | None,
    strict: bool,
    jobs: int | None,
    as_json: bool,
    root: Path,
    language: str | None,
) -> None:
    """Check the content and write the whole site as one zip archive that opens from disk.

    Its name ends in the revision of the library; the same content gives the same bytes. The site itself stays as it is.
    """
    language = language_of(language)
    root = find_root(root, language)
    if name is not None and not bundler.is_bundle_name(name):
        stop(say(language, "bundle-bad-name", name=name))
    options = Options(strict=strict) if jobs is None else replace(Options(strict=strict), jobs=jobs)
    result = _run(root, out, name, options, language, quiet=as_json)
    if as_json:
        _print_json(result)
    else:
        _print_result(result, language, strict=strict)
    raise SystemExit(0 if result.path is not None else 1)


class _Report(Report):
    """Names the step that only a bundle has."""

    def end(self, step: str, seconds: float) -> None:
        """Prints the step with its time."""
        if step != "pack":
            super().end(step, seconds)
        else:
            self.close()
            click.echo(f"{click.style(f'{seconds:7.2f} s', dim=True)}  {say(self.language, 'step-pack')}", err=True)


def _run(root: Path, out: Path, name: str | None, options: Options, language: str, *, quiet: bool) -> bundler.Bundled:
    """Makes the bundle; ends the command with a reason where a path, the folder or the disk refuses."""
    report = None if quiet else _Report(language, out)
    try:
        with telling(language, out, say(language, "not-bundled")):
            return bundler.bundle(root, out, name=name, options=options, watcher=report)
    except bundler.FolderError as error:
        stop(say(language, error.key, **error.values), say_common(language, "out-hint"))
    except bundler.PathError as error:
        stop(say(language, error.key, **error.values), say(language, f"{error.key}-hint"), status=1)
    except PublishError as error:
        refuse_collision(error, root, language)
    except KeyboardInterrupt:
        stop(say_common(language, "interrupted"), status=WRONG_USE)
    finally:
        if report is not None:
            report.close()


def _print_result(result: bundler.Bundled, language: str, *, strict: bool) -> None:
    failed = [problem for problem in result.problems if strict or problem.severity == "error"]
    if result.path is None:
        print_problems(failed, language, "text")
        stop(say(language, "not-bundled"), status=1)
    if result.problems:
        summary = say_common(language, "summary", errors=0, warnings=len(result.problems))
        click.echo(f"{summary} (incidents check)", err=True)
    values = {"files": result.files, "incidents": result.incidents, "megabytes": result.size / 1e6}
    click.echo(say(language, "bundled", **values, seconds=sum(result.seconds.values()), path=result.path))
    click.echo(say(language, "bundle-sum", sha256=result.sha256))


def _print_json(result: bundler.Bundled) -> None:
    data = {
        "path": None if result.path is None else str(result.path),
        "sha256": result.sha256 or None,
        "bytes": result.size,
        "files": result.files,
        "incidents": result.incidents,
        "seconds": {step: round(seconds, 4) for step, seconds in result.seconds.items()},
        "errors": sum(problem.severity == "error" for problem in result.problems),
        "warnings": sum(problem.severity == "warning" for problem in result.problems),
    }
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))
