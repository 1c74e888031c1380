"""What the guide says of the MCP server: how it starts, its tools, how clients enter it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from generator.render.catalogue import Catalogue
from generator.render.views.guide import GuideCode, GuideTool

SERVER = "incident-library"
"""The name of the server in the configuration of clients."""

ADDRESS = "127.0.0.1:8585"
URL = f"http://{ADDRESS}/mcp"
"""Where the server answers when it serves over HTTP."""

_LINE = 64
"""Characters of JSON on a line."""

TOOLS: dict[str, tuple[str, ...]] = {
    "search_incidents": ("query", "language", "topics, symptoms, causes …", "limit", "cursor"),
    "get_incident": ("id", "language", "sections", "cursor"),
    "list_incidents": ("topics, symptoms, causes …", "language", "sort", "limit", "cursor"),
    "get_topic": ("id", "group", "language", "cursor"),
    "vocab": ("group", "language", "cursor"),
    "match_text": ("text", "language", "cursor"),
    "check_manifests": ("text", "id", "complete", "all", "language", "cursor"),
}
"""Every tool with its arguments; filters are named once for all."""


def guide_tools(catalogue: Catalogue) -> tuple[GuideTool, ...]:
    """The tools with what they do."""
    gettext = catalogue.gettext
    texts = {
        "search_incidents": gettext("Ranked incidents for words, an error message, an alert or an id, with excerpts"),
        "get_incident": gettext("One report, whole or by section"),
        "list_incidents": gettext("Incidents that pass the filters, newest first"),
        "get_topic": gettext("A term: definition, count, what it occurs with, newest and most alike incidents"),
        "vocab": gettext("The terms that filters take"),
        "match_text": gettext("Incidents whose signatures or alert names stand in a pasted log"),
        "check_manifests": gettext(
            "Conditions of known incidents that Kubernetes manifests show; never calls one safe"
        ),
    }
    return tuple(GuideTool(name=name, arguments=arguments, text=texts[name]) for name, arguments in TOOLS.items())


def guide_starts(base: str) -> str:
    """Commands that install and start the server for the library at an address."""
    return "\n".join(
        (
            "pip install 'incident-library[mcp]'",
            f"incidents mcp --library {base}",
            f"incidents mcp --library {base} --http {ADDRESS}",
        )
    )


def guide_clients(catalogue: Catalogue, base: str) -> Iterator[GuideCode]:
    """Configurations of common clients; `title` names the client and the file."""
    gettext = catalogue.gettext
    options = ["mcp", "--library", base]
    program = {"command": "incidents", "args": options}
    servers: dict[str, Any] = {"mcpServers": {SERVER: program}}
    arguments = " ".join(options)
    yield _client("claude-code", "Claude Code", f"claude mcp add {SERVER} -- incidents {arguments}")
    files = "claude_desktop_config.json · .cursor/mcp.json · ~/.gemini/settings.json"
    yield _client("shared", f"Claude Desktop, Cursor, Gemini CLI: {files}", brief_json(servers))
    servers = {"servers": {SERVER: {"type": "stdio", **program}}}
    yield _client("vscode", "VS Code: .vscode/mcp.json", brief_json(servers))
    code = f'[mcp_servers.{SERVER}]\ncommand = "incidents"\nargs = {json.dumps(options)}'
    yield _client("codex", "Codex: ~/.codex/config.toml", code)
    running = {"mcpServers": {SERVER: {"type": "http", "url": URL}}}
    yield _client("http", gettext("A server that already runs, over HTTP: .mcp.json"), brief_json(running))


def _client(identifier: str, title: str, code: str) -> GuideCode:
    return GuideCode(id=f"client-{identifier}", title=title, code=code)


def brief_json(value: Any, indent: str = "") -> str:
    """JSON in which what fits on a line stands on one."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or len(line) <= _LINE:
        return line
    inner = indent + "  "
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {brief_json(part, inner)}" for key, part in value.items()]
    else:
        parts = [brief_json(part, inner) for part in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n{inner}" + f",\n{inner}".join(parts) + f"\n{indent}{closing}"
