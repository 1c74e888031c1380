"""Audits the MCP server over a built site with the inspector's command line and the protocol's conformance package.

    python scripts/audits/mcp.py SITE NODE_MODULES

Every tool is called over standard input and output and over HTTP. Every scenario for servers runs at both kinds of
revision, with the handshake and without; mcp-conformance.yaml names the checks that do not apply. Exit status 1 where
anything else fails, and where the server reports a fault of its own.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

BIN = Path(sys.executable).parent
NOT_APPLICABLE = Path(__file__).with_name("mcp-conformance.yaml")
REVISIONS = ("2025-11-25", "2026-07-28")
"""Of the protocol: the last with a handshake, and the first without."""

_SECONDS = 120
"""That one run of a tool may take."""


class Inspector:
    """The inspector's command line, with both ways to the server in its configuration."""

    def __init__(self, modules: Path, site: Path, url: str, folder: Path) -> None:
        program = {"command": str(BIN / "incidents"), "args": ["mcp", "--library", str(site)]}
        servers = {"stdio": program, "http": {"type": "streamable-http", "url": url}}
        self._config = folder / "servers.json"
        self._config.write_text(json.dumps({"mcpServers": servers}), encoding="utf-8")
        self._program = modules / "@modelcontextprotocol" / "inspector" / "clients" / "launcher" / "build" / "index.js"
        kept = {"MCP_STORAGE_DIR": str(folder), "MCP_INSPECTOR_SECRET_STORE": "memory"}
        self._environment = {**os.environ, **kept}

    def ask(self, server: str, method: str, *options: str) -> Any:
        """The answer to a request as JSON; ends the audit where there is an error."""
        command = [str(BIN / "node"), str(self._program), "--cli", "--config", str(self._config)]
        command += ["--server", server, "--method", method, *options]
        done = subprocess.run(
            command, capture_output=True, text=True, env=self._environment, timeout=_SECONDS, check=False
        )
        if done.returncode:
            raise SystemExit(
                f"{server} {method} {' '.join(options)[:200]}\n{done.stdout[-2_000:]}{done.stderr[-2_000:]}"
            )
        return json.loads(done.stdout)

    def call(self, server: str, tool: str, arguments: Mapping[str, str]) -> Any:
        """The structured answer of a tool."""
        pairs = [part for name, value in arguments.items() for part in ("--tool-arg", f"{name}={value}")]
        answer = self.ask(server, "tools/call", "--tool-name", tool, *pairs)
        if not answer.get("structuredContent") or not answer["content"][0]["text"]:
            raise SystemExit(f"{server} {tool}: an answer without text or structured content")
        return answer["structuredContent"]


@contextmanager
def serving(site: Path, folder: Path) -> Iterator[str]:
    """The address of a server of the site over HTTP; ends the audit where the server reports a fault of its own."""
    command = [str(BIN / "incidents"), "mcp", "--library", str(site), "--http", "127.0.0.1:0", "--lang", "en"]
    log = folder / "server.log"
    with log.open("wb") as file, subprocess.Popen(command, stderr=file) as process:
        try:
            yield _address(process, log)
        finally:
            process.terminate()
            process.wait()
    if "Traceback" in log.read_text(encoding="utf-8"):
        raise SystemExit(f"The server reported a fault of its own:\n{log.read_text(encoding='utf-8')[-4_000:]}")


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    """The address that the server names when it is ready."""
    while process.poll() is None:
        found = re.search(r"http://\S+", log.read_text(encoding="utf-8"))
        if found is not None:
            return found[0]
        time.sleep(0.1)
    raise SystemExit(f"The server did not start: {log.read_text(encoding='utf-8')}")


def inspect(inspector: Inspector) -> int:
    """Calls everything that the server has in both ways; the number of requests."""
    listed = inspector.ask("http", "tools/list", "--strict")["tools"]
    newest = inspector.call("http", "list_incidents", {"limit": "1"})["incidents"][0]["id"]
    topic = inspector.call("http", "vocab", {"group": "topics"})["terms"][0]["id"]
    calls = {
        "search_incidents": {"query": "database", "limit": "2"},
        "get_incident": {"id": newest},
        "list_incidents": {"topics": json.dumps([topic]), "limit": "2"},
        "get_topic": {"id": topic},
        "vocab": {"group": "severities"},
        "match_text": {"text": "write: no space left on device"},
        "check_manifests": {"text": json.dumps({"kind": "Node", "spec": {"unschedulable": True}}), "all": "true"},
    }
    if {tool["name"] for tool in listed} != set(calls):
        raise SystemExit("The tools that are listed are not those that this audit calls.")
    requests: list[tuple[str, ...]] = [
        ("tools/list", "--strict"),
        ("resources/list",),
        ("resources/templates/list",),
        ("resources/read", "--uri", f"incident://{newest}/en"),
        ("prompts/list",),
    ]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        waiting = [pool.submit(inspector.call, server, *call) for server in ("stdio", "http") for call in calls.items()]
        waiting += [pool.submit(inspector.ask, "http", *request) for request in requests]
        return len([answer.result() for answer in waiting])


def conform(modules: Path, url: str, revision: str) -> str:
    """Runs the scenarios of a revision; what the package says in the end."""
    program = modules / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
    options = ["--url", url, "--suite", "all", "--spec-version", revision, "--expected-failures", str(NOT_APPLICABLE)]
    done = subprocess.run(
        [str(BIN / "node"), str(program), "server", *options],
        capture_output=True,
        text=True,
        timeout=_SECONDS,
        check=False,
    )
    summary = done.stdout.rpartition("=== SUMMARY ===")[2].strip()
    if done.returncode or not summary:
        raise SystemExit(
            f"MCP conformance, revision {revision}\n{summary or done.stdout[-2_000:]}\n{done.stderr[-2_000:]}"
        )
    passed = re.search(r"Total: (\d+) passed, (\d+) failed", summary)
    scenarios = sum(line.startswith(("✓", "✗")) for line in summary.splitlines())
    if passed is None or not int(passed[1]):
        raise SystemExit(f"MCP conformance, revision {revision}: nothing was checked\n{summary}")
    return f"{scenarios} scenarios, {passed[1]} checks passed, {passed[2]} do not apply"


def main(arguments: Sequence[str]) -> None:
    """Runs the audit."""
    site, modules = (Path(argument).resolve() for argument in arguments)
    with tempfile.TemporaryDirectory() as name, serving(site, folder := Path(name)) as url:
        requests = inspect(Inspector(modules, site, url, folder))
        print(f"MCP inspector: {requests} requests answered over stdio and HTTP", flush=True)
        for revision in REVISIONS:
            print(f"MCP conformance, revision {revision}: {conform(modules, url, revision)}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
