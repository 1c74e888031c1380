"""Server processes of a test."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

COMMAND = [sys.executable, "-c", "from generator.cli.mcp import mcp; mcp()"]


def run_apart(run: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """What a coroutine returns, run in a thread of its own: a browser of another test may hold this thread's loop."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(run())).result()


@dataclass(frozen=True)
class Running:
    """A server over HTTP."""

    process: subprocess.Popen[str]
    url: str

    def post(self, body: bytes | dict[str, Any], **headers: str) -> tuple[int, bytes]:
        """Status and body of the answer to a POST."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.send("POST", data, headers)

    def send(self, method: str, data: bytes, headers: dict[str, str], path: str | None = None) -> tuple[int, bytes]:
        """Status and body of the answer to a request; names of headers have underscores here."""
        parts = urlsplit(self.url)
        connection = HTTPConnection(parts.hostname, parts.port, timeout=60)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        fields = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream", **named}
        try:
            connection.request(method, path or parts.path, data, fields)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Sends a signal and gives the exit status."""
        self.process.send_signal(number)
        return self.process.wait(60)


def call(name: str, **arguments: Any) -> dict[str, Any]:
    """A call of a tool as a message."""
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}


@contextmanager
def serving(*arguments: str, temporary: Path) -> Iterator[Running]:
    """A server over HTTP on a free port of this machine, which unpacks to the folder `temporary`."""
    process = subprocess.Popen(
        [*COMMAND, "--http", "127.0.0.1:0", "--lang", "en", *arguments],
        stderr=subprocess.PIPE,
        text=True,
        env=environment(temporary),
    )
    try:
        line = process.stderr.readline()
        found = re.search(r"http://\S+", line)
        assert found is not None, line + process.stderr.read()
        yield Running(process=process, url=found[0])
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(60)
        process.stderr.close()


def environment(temporary: Path) -> dict[str, str]:
    """The environment of a server."""
    return {**os.environ, "TMPDIR": str(temporary), "PYTHONPATH": str(Path(__file__).parent.parent.parent)}
