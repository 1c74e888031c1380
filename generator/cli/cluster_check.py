"""`incidents cluster-check`."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import click

from generator.checks.expressions import is_available
from generator.cli.common import find_root, language_of, site_options, stop
from generator.cli.opening import opened_content
from generator.cluster.evaluate import evaluate
from generator.cluster.kubectl import TIME_LIMIT, Kubectl, is_installed
from generator.cluster.manifests import MAX_BYTES, ManifestError, Manifests, load_manifests
from generator.cluster.report import Report, as_json, lines
from generator.cluster.sources import Dump, Source
from generator.cluster.words import say
from generator.model.incident import Incident
from generator.model.library import Library


@click.command("cluster-check")
@click.option(
    "--manifests",
    "paths",
    type=click.Path(path_type=Path, allow_dash=True),
    multiple=True,
    metavar="PATH",
    help="What kubectl get -o json wrote, YAML, or a folder of them; - for standard input. May be given again.",
)
@click.option("--context", metavar="NAME", help="Ask the cluster of this context of kubectl, with read-only calls.")
@click.option("--complete", is_flag=True, help="The manifests hold every object of the cluster.")
@click.option("--incident", "identifiers", multiple=True, metavar="ID", help="Only the checks of this incident.")
@click.option("--all", "everything", is_flag=True, help="Print what was not seen and what cannot be told, too.")
@click.option("--json", "as_data", is_flag=True, help="Print the verdicts for programs.")
@click.option(
    "--time-limit",
    type=click.FloatRange(min=1, max=600),
    default=TIME_LIMIT,
    show_default=True,
    help="Seconds that one call of kubectl may take.",
)
@site_options
def cluster_check(
    *,
    paths: tuple[Path, ...],
    context: str | None,
    complete: bool,
    identifiers: tuple[str, ...],
    everything: bool,
    as_data: bool,
    time_limit: float,
    root: Path,
    language: str | None,
) -> None:
    """Look for the conditions of known incidents in manifests or in a cluster.

    Nothing is changed, and secrets are neither read nor printed. Each call of kubectl is printed before it runs. Exit
    status 1 when a condition is present or an id is unknown, 0 when no condition was seen, 2 for wrong use.
    """
    language = language_of(language)
    context = context or None
    if bool(paths) == (context is not None):
        stop(say(language, "one-source"))
    if not is_available():
        stop(say(language, "no-jmespath"), say(language, "no-jmespath-hint"))
    root = find_root(root, language)
    if context is not None and not is_installed():
        stop(say(language, "no-kubectl"))
    manifests = _manifests(paths, language) if paths else Manifests()
    with opened_content(root, language) as (content, _):
        library = content.library
    incidents = _incidents(library, identifiers, language)
    if context is not None:
        source: Source = Kubectl(context, lambda command: _tell(command, language), time_limit)
        report = Report(library=library, verdicts=evaluate(incidents, source), language=language)
    else:
        report = Report(
            library=library,
            verdicts=evaluate(incidents, Dump(manifests, complete)),
            language=language,
            objects=manifests.count,
            secrets=manifests.secrets,
            unreadable=manifests.unreadable,
        )
    if as_data:
        click.echo(json.dumps(as_json(report), ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(lines(report, everything=everything)))
    raise SystemExit(report.status)


def _incidents(library: Library, identifiers: tuple[str, ...], language: str) -> list[Incident]:
    """Published incidents with checks, or those that were named."""
    with_checks = {incident.id: incident for incident in library.listed() if incident.checks}
    if not with_checks:
        stop(say(language, "no-checks"))
    for identifier in identifiers:
        if identifier not in with_checks:
            stop(say(language, "unknown-incident", id=identifier), status=1)
    return [with_checks[identifier] for identifier in identifiers or with_checks]


def _manifests(paths: tuple[Path, ...], language: str) -> Manifests:
    try:
        manifests = load_manifests(*(path for path in paths if str(path) != "-"))
        if any(str(path) == "-" for path in paths):
            manifests.add_text(sys.stdin.read(MAX_BYTES + 1), "-")
    except ManifestError as error:
        stop(say(language, error.key, **error.values))
    except UnicodeDecodeError as error:
        stop(say(language, "unreadable-path", path="-", reason=error.reason))
    if not manifests.count and not manifests.secrets:
        stop(say(language, "no-objects"))
    return manifests


def _tell(command: tuple[str, ...], language: str) -> None:
    """Shows a call before it runs, apart from the report."""
    click.echo(f"{say(language, 'runs')}: {shlex.join(command)}", err=True)
