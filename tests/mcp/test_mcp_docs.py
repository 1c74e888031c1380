"""The documentation of the server is true: every tool, argument, value and limit, and snippets that work."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.cli.mcp import mcp
from generator.mcp import limits, sources
from generator.mcp.schemas import ARGUMENTS
from generator.relations.membership import LIST_GROUPS
from generator.relations.query.filters import FACTS
from generator.relations.query.listing import ORDERS
from generator.relations.query.patterns import LONGEST_LINE
from generator.relations.query.phrases import LONGEST
from generator.relations.query.records import PARTS

DOCS = Path(__file__).parent.parent.parent / "docs"
REFERENCE = (DOCS / "reference" / "mcp.md").read_text(encoding="utf-8")
CLIENTS = (DOCS / "mcp-clients.md").read_text(encoding="utf-8")


def snippets(language):
    return re.findall(rf"```{language}\n(.*?)```", CLIENTS, re.DOTALL)


@pytest.mark.parametrize(
    "word",
    sorted(
        {*ARGUMENTS, *(name for names in ARGUMENTS.values() for name in names), *FACTS, *ORDERS, *PARTS, *LIST_GROUPS}
    ),
)
def test_tools_arguments_and_values_are_described(word):
    assert f"`{word}`" in REFERENCE


@pytest.mark.parametrize(
    "option", [option for parameter in mcp.params for option in parameter.opts if option != "--help"]
)
def test_options_are_described_or_common(option):
    assert option in REFERENCE or option in {"--lang", "--site"}


@pytest.mark.parametrize(
    "figure",
    [
        f"{limits.ANSWER:,} characters",
        f"{LONGEST:,} characters",
        f"{limits.LOG:,} characters",
        f"{limits.OBJECTS:,} objects a call",
        f"{limits.BODY // 1024 // 1024} MiB, within {limits.BODY_SECONDS:.0f} seconds",
        f"{limits.RATE:.0f} a second a process, {limits.BURST} at once",
        f"{limits.CONNECTIONS} a process",
        f"{limits.TOOLS // 1000} kB",
        f"{limits.PAGE} unless given, at most {limits.MOST}",
        f"{LONGEST_LINE:,} characters of a line",
        f"{sources.PACKED_MB} MB",
        f"{sources.UNPACKED_MB // 1024} GB unpacked",
    ],
)
def test_figures_are_those_of_the_code(figure):
    assert figure in " ".join(REFERENCE.split())


def test_snippets_are_well_formed_and_name_a_command_that_exists(tmp_path):
    settings = [json.loads(text) for text in snippets("json")] + [tomllib.loads(text) for text in snippets("toml")]
    assert len(settings) >= 6
    (tmp_path / "site.toml").touch()
    for entry in settings:
        (servers,) = entry.values()
        for server in servers.values():
            address = server.get("url") or server.get("httpUrl")
            if address is not None:
                assert address == "http://127.0.0.1:8585/mcp"
                continue
            command, *arguments = server["args"]
            assert (server["command"], command) == ("incidents", "mcp")
            arguments = [str(tmp_path) if argument == "/srv/incidents" else argument for argument in arguments]
            result = CliRunner().invoke(mcp, [*arguments, "--lang", "en"])
            assert "incidents build" in result.stderr, "the options are taken; the site has no build yet"
