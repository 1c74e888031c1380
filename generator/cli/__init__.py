"""The command `incidents`."""

from __future__ import annotations

import click

from generator import __version__
from generator.cli.authoring import fmt, init, new
from generator.cli.build import build
from generator.cli.check import check
from generator.cli.serve import serve
from generator.cli.translations import translations


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="incidents")
def main() -> None:
    """Turn bilingual incident reports in Markdown into a fast static site.

    Run it in a folder with `site.toml`, or name that folder with `--site`.

    Exit status: 0 done, 1 problems in the content, 2 wrong use.
    """


for command in (build, serve, check, new, fmt, translations, init):
    main.add_command(command)
