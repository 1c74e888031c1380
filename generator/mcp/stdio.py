"""The server over standard input and output."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

import anyio
from mcp.server import MCPServer

from generator.mcp.limits import DRAIN_SECONDS
from generator.mcp.server import Traffic, make_server
from generator.mcp.sources import discard, open_library

_PAUSE = 0.05
"""Seconds between two looks at what still runs, and for the last answer to be written."""


def serve(path: Path) -> None:
    """Serves a database until its input ends or a signal to stop comes."""
    store = open_library(path)
    try:
        traffic = Traffic()
        anyio.run(_serve, make_server(store, traffic), traffic, path)
    finally:
        store.close()


async def _serve(server: MCPServer[Any], traffic: Traffic, path: Path) -> None:
    async with anyio.create_task_group() as group:
        group.start_soon(_end_on_signal, traffic, path)
        await server.run_stdio_async()
        group.cancel_scope.cancel()


async def _end_on_signal(traffic: Traffic, path: Path) -> None:
    """Lets running calls be answered, then ends the process: the thread that waits for input cannot be told to."""
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async for _ in signals:
            with anyio.move_on_after(DRAIN_SECONDS):
                while traffic.running:
                    await anyio.sleep(_PAUSE)
                await anyio.sleep(_PAUSE)
            discard(path)
            sys.stdout.flush()
            os._exit(0)
