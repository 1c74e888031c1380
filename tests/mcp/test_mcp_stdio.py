"""The server over standard input and output."""

import gzip
import json
import signal
import subprocess

import pytest
from mcp import Client, StdioServerParameters
from mcp_calls import CALLS, check_result
from mcp_processes import COMMAND, call, environment, run_apart

pytest_plugins = ("public_library",)

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_every_tool_answers(library_path, tmp_path, mode):
    async def run():
        parameters = StdioServerParameters(
            command=COMMAND[0], args=[*COMMAND[1:], "--library", str(library_path)], env=environment(tmp_path)
        )
        async with Client(parameters, mode=mode) as client:
            assert [tool.name for tool in (await client.list_tools()).tools] == list(CALLS)
            for name, arguments in CALLS.items():
                check_result(await client.call_tool(name, arguments))
            report = await client.read_resource("incident://585/ko")
            assert report.contents[0].text.startswith("# IL-0585")

    run_apart(run)


@pytest.fixture
def started(library_path, tmp_path):
    packed = tmp_path / "library.sqlite.gz"
    packed.write_bytes(gzip.compress(library_path.read_bytes(), compresslevel=1))
    with subprocess.Popen(
        [*COMMAND, "--library", str(packed)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
    ) as process:
        say(process, INITIALIZE)
        assert hear(process)["result"]["serverInfo"]["name"] == "incident-library"
        say(process, {"jsonrpc": "2.0", "method": "notifications/initialized"})
        yield process
        if process.poll() is None:
            process.kill()
    assert [path.name for path in tmp_path.iterdir()] == ["library.sqlite.gz"], "what was unpacked is gone"


def say(process, message):
    data = message if isinstance(message, bytes) else json.dumps(message).encode()
    process.stdin.write(data + b"\n")
    process.stdin.flush()


def hear(process):
    return json.loads(process.stdout.readline())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_cleanly(started, number):
    say(started, call("vocab", group="severities"))
    assert hear(started)["result"]["structuredContent"]["total"] == 4
    started.send_signal(number)
    assert started.wait(60) == 0
    assert b"Traceback" not in started.stderr.read()


def test_what_is_no_message_does_not_end_it_and_the_end_of_its_input_does(started):
    for line in (b"hello", b"{}", b"\xff\xfe\x00", b"[" * 5_000, b'"' + b"x" * 200_000 + b'"'):
        say(started, line)
    say(started, call("vocab", group="severities"))
    while True:
        heard = hear(started)
        if heard.get("id") == 1:
            break
        assert "error" in heard or "method" in heard
    assert heard["result"]["structuredContent"]["total"] == 4
    started.stdin.close()
    assert started.wait(60) == 0
    assert started.stdout.read() == b""
