"""The command `incidents`."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

import click

from generator import __version__

COMMANDS: Mapping[str, str] = {
    "build": "generator.cli.build",
    "serve": "generator.cli.serve",
    "bundle": "generator.cli.bundle",
    "check": "generator.cli.check",
    "new": "generator.cli.authoring",
    "fmt": "generator.cli.authoring",
    "translations": "generator.cli.translations",
    "init": "generator.cli.authoring",
    "search": "generator.cli.search",
    "show": "generator.cli.show",
    "list": "generator.cli.list",
    "match": "generator.cli.match",
    "mcp": "generator.cli.mcp",
    "cluster-check": "generator.cli.cluster_check",
}
"""The module of each command, in the order of the help; a module is imported when its command is asked for."""


class Commands(click.Group):
    """A group whose commands are imported one at a time, so that each starts quickly."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order of the table."""
        del ctx
        return [*COMMANDS]  # `list` is a module of this package

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, or None for an unknown name."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(COMMANDS[cmd_name]), cmd_name.replace("-", "_"))
        if not isinstance(command, click.Command):
            raise TypeError(f"{cmd_name} is not a command")
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="incidents")
def main() -> None:
    """Turn bilingual incident reports in Markdown into a fast static site.

    Run it in a folder with `site.toml`, or name that folder with `--site`.

    Exit status: 0 done, 1 problems in the content, an unknown id or a condition present, 2 wrong use.
    """
