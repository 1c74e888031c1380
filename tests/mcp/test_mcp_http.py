"""The server over HTTP: two processes behind one address, its limits, and how it ends."""

import asyncio
import gzip
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from mcp import Client
from mcp_calls import CALLS, check_result
from mcp_processes import call, run_apart, serving

from generator.mcp.http import NotAllowedError, _Gate, open_socket, parse_address
from generator.mcp.limits import BODY, BURST

pytest_plugins = ("public_library",)
CLIENTS = Path(__file__).parent.parent.parent / "docs" / "mcp-clients.md"
pytestmark = pytest.mark.xdist_group("mcp-http")


@pytest.fixture(scope="module")
def server(library_path, tmp_path_factory):
    folder = tmp_path_factory.mktemp("http")
    packed = folder / "library.sqlite.gz"
    packed.write_bytes(gzip.compress(library_path.read_bytes(), compresslevel=1))
    arguments = ("--library", str(packed), "--workers", "2", "--allowed-host", "library.example")
    with serving(*arguments, temporary=folder) as running:
        yield running


def answer(reply):
    status, body = reply
    assert status == 200, body
    return json.loads(body)["result"]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_every_tool_answers(server, mode):
    async def run():
        async with Client(server.url, mode=mode) as client:
            assert [tool.name for tool in (await client.list_tools()).tools] == list(CALLS)
            for name, arguments in CALLS.items():
                check_result(await client.call_tool(name, arguments))
            report = await client.read_resource("incident://585/ko")
            assert report.contents[0].text.startswith("# IL-0585")

    run_apart(run)


def test_eight_clients_and_fifty_calls_each_without_an_error(server):
    calls = list(CALLS.items())

    async def client_run(number):
        async with Client(server.url, mode="auto" if number % 2 else "legacy") as client:
            for step in range(50):
                name, arguments = calls[(number + step) % len(calls)]
                check_result(await client.call_tool(name, arguments))
        return 50

    async def run():
        return await asyncio.gather(*(client_run(number) for number in range(8)))

    assert sum(run_apart(run)) == 400 < BURST


def test_an_answer_is_json_and_needs_no_session(server):
    result = answer(server.post(call("vocab", group="severities")))
    assert result["structuredContent"]["total"] == 4


def test_the_python_snippet_of_the_documentation_runs(server):
    (code,) = re.findall(r"```python\n(.*?)```", CLIENTS.read_text(encoding="utf-8"), re.DOTALL)
    code = code.replace("http://127.0.0.1:8585/mcp", server.url)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert "IL-0081" in done.stdout


class TestWhoMayCall:
    @pytest.mark.parametrize(
        "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil", "", "library.example.x"]
    )
    def test_a_foreign_host_is_refused(self, server, host):
        status, body = server.post(call("vocab"), Host=host)
        assert status in {400, 421}
        assert len(body) < 200

    @pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1.evil.example", "file://"])
    def test_a_foreign_origin_is_refused(self, server, origin):
        assert server.post(call("vocab"), Origin=origin)[0] == 403

    @pytest.mark.parametrize(
        "host", ["localhost", "127.0.0.1:1234", "[::1]:80", "library.example", "library.example:443"]
    )
    def test_names_of_this_machine_and_allowed_ones_are_taken(self, server, host):
        assert server.post(call("vocab", group="severities"), Host=host, Origin=f"http://{host}")[0] == 200

    @pytest.mark.parametrize("method", ["GET", "DELETE", "PUT", "HEAD"])
    def test_there_is_nothing_but_post(self, server, method):
        assert server.send(method, b"", {})[0] == 405

    def test_there_is_nothing_elsewhere(self, server):
        assert server.send("POST", b"{}", {}, path="/")[0] == 404

    def test_another_type_is_refused(self, server):
        assert server.post(call("vocab"), Content_Type="text/plain")[0] == 400


class TestBodies:
    def test_a_body_that_is_too_large_is_refused(self, server):
        status, body = server.post(call("match_text", text="x" * BODY))
        assert status == 413
        assert b"too large" in body

    def test_so_is_one_that_does_not_say_how_large_it_is(self, server):
        host, port = server.url.split("/")[2].split(":")
        with socket.create_connection((host, int(port)), timeout=60) as connection:
            connection.sendall(
                b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                b"Accept: application/json, text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
            )
            chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
            for _ in range(BODY // 65536 + 1):
                connection.sendall(chunk)
            assert b" 413 " in connection.recv(200).split(b"\r\n")[0]

    def test_one_that_trickles_in_is_given_up(self, monkeypatch):
        monkeypatch.setattr("generator.mcp.http.BODY_SECONDS", 0.3)
        sent = []

        async def reading(_scope, receive, _send):
            while True:
                await receive()

        async def trickle():
            await asyncio.sleep(0.05)
            return {"type": "http.request", "body": b" ", "more_body": True}

        async def send(message):
            sent.append(message)

        scope = {"type": "http", "method": "POST", "path": "/mcp", "headers": []}
        run_apart(lambda: _Gate(reading)(scope, trickle, send))
        assert sent[0]["status"] == 408

    @pytest.mark.parametrize(
        "body", [b"", b"hello", b"[]", b"{}", b"\xff\xfe", b"[" * 10_000, b'{"jsonrpc": "2.0", "id": 1, "method": "x"}']
    )
    def test_what_is_no_call_is_an_error(self, server, body):
        status, reply = server.post(body)
        assert 200 <= status < 500
        assert b"Traceback" not in reply
        assert status != 200 or "error" in json.loads(reply)

    def test_a_hostile_call_is_an_error_result(self, server):
        for arguments in (
            {"query": "x" * 100_000},
            {"query": "x", "cursor": "'; --"},
            {"query": "x", "topics": ["no"]},
        ):
            assert answer(server.post(call("search_incidents", **arguments)))["isError"] is True


class TestStarting:
    def test_addresses(self):
        assert parse_address("127.0.0.1:8585") == ("127.0.0.1", 8585)
        assert parse_address(":80") == ("127.0.0.1", 80)
        assert parse_address("[::1]:8585") == ("::1", 8585)
        for wrong in ("8585", "localhost", "x:99999", "x:-1", "::1:80", "a b:80", "http://x:80", "x:٣"):
            with pytest.raises(ValueError, match=re.escape(wrong)):
                parse_address(wrong)

    def test_beyond_this_machine_only_with_a_name(self):
        for host in ("0.0.0.0", "192.0.2.1", "::", "example.org"):  # noqa: S104
            with pytest.raises(NotAllowedError):
                open_socket(host, 0, ())
        open_socket("0.0.0.0", 0, ("library.example",)).close()  # noqa: S104


class TestEnding:
    @pytest.mark.parametrize(("number", "workers"), [(signal.SIGTERM, "1"), (signal.SIGINT, "2")])
    def test_a_signal_ends_it_cleanly(self, library_path, tmp_path, number, workers):
        packed = tmp_path / "library.sqlite.gz"
        packed.write_bytes(gzip.compress(library_path.read_bytes(), compresslevel=1))
        with serving("--library", str(packed), "--workers", workers, temporary=tmp_path) as running:
            assert running.post(call("vocab", group="severities"))[0] == 200
            assert running.stop(number) == 0
            assert "Traceback" not in running.process.stderr.read()
        assert [path.name for path in tmp_path.iterdir()] == ["library.sqlite.gz"], "what was unpacked is gone"

    def test_a_worker_that_dies_is_started_anew(self, library_path, tmp_path):
        with serving("--library", str(library_path), "--workers", "2", temporary=tmp_path) as running:
            assert running.post(call("vocab", group="severities"))[0] == 200
            before = children(running.process.pid)
            os.kill(before[0], signal.SIGKILL)
            while len(set(children(running.process.pid)) - {before[0]}) < 2:
                time.sleep(0.05)
            for _ in range(5):
                assert running.post(call("vocab", group="severities"))[0] == 200
            assert running.stop() == 0


def children(pid):
    """Ids of the processes that a process has started."""
    with open(f"/proc/{pid}/task/{pid}/children") as file:  # noqa: PTH123
        return [int(child) for child in file.read().split()]
