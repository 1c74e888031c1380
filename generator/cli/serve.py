"""`incidents serve`."""

from __future__ import annotations

import contextlib
from pathlib import Path

import click

from generator.build import Options
from generator.cli.build import run_build
from generator.cli.common import find_root, language_of, print_problems, site_options, stop
from generator.cli.words import say
from generator.serve.server import open_server


@click.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="Port; 0 takes a free one."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to bind to.")
@site_options
def serve(port: int, host: str, root: Path, language: str | None) -> None:
    """Build the site and show it on this machine."""
    language = language_of(language)
    root = find_root(root, language)
    out = root / "site"
    result = run_build(root, out, Options(), language, quiet=False)
    if not result.published:
        print_problems((p for p in result.problems if p.severity == "error"), language, "text")
        stop(say(language, "not-published"), status=1)
    try:
        server = open_server(out, host, port)
    except OSError as error:
        address = f"{host}:{port}"
        stop(say(language, "address-in-use", address=address, reason=error.strerror), say(language, "address-hint"))
    with server, contextlib.suppress(KeyboardInterrupt):
        click.echo(say(language, "serving", folder=out, address=f"http://{host}:{server.server_address[1]}/"))
        server.serve_forever()
