"""The server over HTTP: one address, JSON answers, nothing kept between requests, several processes if wanted."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import threading
from collections.abc import Sequence
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import FrameType

import anyio
import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from generator.mcp.limits import BODY, BODY_SECONDS, CONNECTIONS, DRAIN_SECONDS
from generator.mcp.server import make_server
from generator.mcp.sources import is_loopback, open_library
from generator.relations.query.store import Store

PATH = "/mcp"

_ENDING = (signal.SIGTERM, signal.SIGINT)
"""Signals that end the server."""

_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_DRAIN_BYTES = 8 * BODY
"""Of a body that is too large, what is read and thrown away."""

_PAUSE = 0.5
"""Seconds before a process that died is started anew."""


class NotAllowedError(Exception):
    """An address beyond this machine without a name under which it may be called."""


def parse_address(text: str) -> tuple[str, int]:
    """Host and port of `HOST:PORT`, `[::1]:8585` or `:8585` (this machine); ValueError for anything else."""
    host, colon, port = text.rpartition(":")
    if not colon or not port.isascii() or not port.isdecimal() or int(port) > 65535:
        raise ValueError(text)
    host = host or "127.0.0.1"
    if (":" in host) != (host.startswith("[") and host.endswith("]")) or any(c.isspace() or c == "/" for c in host):
        raise ValueError(text)
    return host.strip("[]"), int(port)


def open_socket(host: str, port: int, allowed: Sequence[str]) -> socket.socket:
    """A socket that listens; NotAllowedError beyond this machine without allowed hosts, OSError if it is taken."""
    if not allowed and not is_loopback(host):
        raise NotAllowedError(host)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(1024)
    except OSError:
        listening.close()
        raise
    listening.set_inheritable(True)
    return listening


def make_app(store: Store, allowed: Sequence[str] = ()) -> ASGIApp:
    """The application of one process. `allowed` are names of hosts, with a port or without, beside this machine's."""
    app = make_server(store).streamable_http_app(
        streamable_http_path=PATH,
        json_response=True,
        stateless_http=True,
        max_request_body_size=BODY,
        transport_security=_security(allowed),
    )
    return _Gate(app)


def _security(allowed: Sequence[str]) -> TransportSecuritySettings:
    hosts = [*_LOOPBACK, *allowed]
    with_ports = [*hosts, *(f"{host}:*" for host in hosts)]
    return TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=with_ports,
        allowed_origins=[f"{scheme}://{host}" for scheme in ("http", "https") for host in with_ports],
    )


class _Gate:
    """Lets POST alone through (there is no session to listen to or to end) and waits for no slow or huge body."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if scope["path"] == PATH and scope["method"] != "POST":
            await Response("Method not allowed", 405, {"Allow": "POST"})(scope, receive, send)
            return
        declared = Headers(scope=scope).get("content-length", "")
        if declared.isdecimal() and int(declared[:18]) > BODY:
            await _refuse(scope, receive, send)
            return
        whole, end = False, anyio.current_time() + BODY_SECONDS

        async def receive_soon() -> Message:
            nonlocal whole
            if whole:
                return await receive()
            with anyio.fail_after(max(0.0, end - anyio.current_time())):
                message = await receive()
            whole = not message.get("more_body", False)
            return message

        try:
            await self._app(scope, receive_soon, send)
        except TimeoutError:
            await Response("Request body came too slowly", 408)(scope, receive, send)


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """Says that a body is too large, after reading some of it, so that the client comes to hear it."""
    read = 0
    with anyio.move_on_after(BODY_SECONDS):
        while read < _DRAIN_BYTES:
            message = await receive()
            read += len(message.get("body", b""))
            if not message.get("more_body", False):
                break
    await Response(f"Request body too large: {BODY} bytes are allowed", 413, {"Connection": "close"})(
        scope, receive, send
    )


def serve(path: Path, listening: socket.socket, allowed: Sequence[str], workers: int) -> None:
    """Serves a database until SIGTERM or SIGINT; running calls get to end."""
    if workers == 1:
        _serve_one(path, listening, allowed)
    else:
        _Workers(path, listening, allowed, workers).run()


def _serve_one(path: Path, listening: socket.socket, allowed: Sequence[str]) -> None:
    """One process. Uvicorn takes the signals while it runs; one that comes before it does so is not lost."""
    server: uvicorn.Server | None = None

    def stop(_number: int, _frame: FrameType | None) -> None:
        if server is None:
            raise SystemExit(0)
        server.should_exit = True

    for number in _ENDING:
        signal.signal(number, stop)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
    store = open_library(path)
    config = uvicorn.Config(
        make_app(store, allowed),
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="on",
        ws="none",
        limit_concurrency=CONNECTIONS,
        timeout_graceful_shutdown=DRAIN_SECONDS,
    )
    server = uvicorn.Server(config)
    try:
        server.run(sockets=[listening])
    finally:
        store.close()


def _work(path: Path, listening: socket.socket, allowed: Sequence[str]) -> None:
    """One of several processes; it ends when the first one is gone."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _serve_one(path, listening, allowed)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


class _Workers:
    """Processes that share one socket; one that dies is started anew."""

    def __init__(self, path: Path, listening: socket.socket, allowed: Sequence[str], count: int) -> None:
        self._arguments = (path, listening, allowed)
        self._count = count
        self._context = multiprocessing.get_context("fork")
        self._stopping = threading.Event()
        self._running: list[BaseProcess] = []

    def run(self) -> None:
        """Runs until a signal, then ends every process."""
        for number in _ENDING:
            signal.signal(number, self._stop)
        try:
            for _ in range(self._count):
                self._running.append(self._start())
            while not self._stopping.wait(0.2):
                self._renew()
        finally:
            self._end()

    def _start(self) -> BaseProcess:
        """A new process; signals wait until it has set its own way to end."""
        process = self._context.Process(target=_work, args=self._arguments, daemon=True)
        former = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, former)
        return process

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self._stopping.set()

    def _renew(self) -> None:
        for place, process in enumerate(self._running):
            if not process.is_alive() and not self._stopping.wait(_PAUSE):
                self._running[place] = self._start()

    def _end(self) -> None:
        for process in self._running:
            process.terminate()
        for process in self._running:
            process.join(DRAIN_SECONDS * 2)
            if process.is_alive():
                process.kill()
                process.join()
