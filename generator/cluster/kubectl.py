"""Calls of kubectl against a context: the allowed ones alone, each told before it runs, each with a time limit."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import IO

import orjson

from generator.checks.calls import JSON_VERBS, Call, read_call
from generator.cluster.manifests import ManifestError, parse_manifests
from generator.cluster.sources import Answer

MAX_ANSWER = 256 * 1024 * 1024
"""Bytes of an answer that are read."""

TIME_LIMIT = 30.0
"""Seconds that a call may take, unless another limit is given."""

_SAID = 300
"""Characters of an error message that are kept."""


class RefusedCallError(Exception):
    """A call that is not allowed reached the door; it did not run."""


def is_installed() -> bool:
    """Whether there is a kubectl on the PATH."""
    return shutil.which("kubectl") is not None


@dataclass(slots=True)
class Kubectl:
    """A context as a source; the same call is made once."""

    context: str
    tell: Callable[[tuple[str, ...]], None]
    """Hears each command line before it runs."""
    time_limit: float = TIME_LIMIT
    _answers: dict[tuple[str, ...], Answer] = field(default_factory=dict)

    def ask(self, call: Call) -> Answer:
        """Runs the call, whatever checked it before; raises RefusedCallError where it is not allowed."""
        again, faults = read_call(call.arguments)
        if again is None or faults:
            raise RefusedCallError(" ".join(call.arguments[:3]))
        if again.arguments not in self._answers:
            self._answers[again.arguments] = self._run(again)
        return self._answers[again.arguments]

    def command(self, call: Call) -> tuple[str, ...]:
        """The command line of a call."""
        seconds = max(1, int(self.time_limit))
        return ("kubectl", f"--context={self.context}", f"--request-timeout={seconds}s", *call.arguments)

    def _run(self, call: Call) -> Answer:
        command = self.command(call)
        self.tell(command)
        with tempfile.TemporaryFile() as said:
            try:
                status, output, late = _read(command, said, self.time_limit)
            except OSError as error:
                return Answer(unknown="failed", detail=error.strerror)
            said.seek(0)
            message = _printable(said.read(4 * _SAID))
        if len(output) > MAX_ANSWER:
            return Answer(unknown="too-large")
        if late and status != 0:
            return Answer(unknown="time-limit")
        if status != 0:
            return Answer(unknown="not-found" if "NotFound" in message else "failed", detail=message or None)
        return _answer(call, output)


def _read(command: tuple[str, ...], said: IO[bytes], time_limit: float) -> tuple[int, bytes, bool]:
    """Exit status, output up to a little over the limit, and whether the time ran out."""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=said) as process:
        timer = threading.Timer(time_limit, process.kill)
        timer.start()
        try:
            output = process.stdout.read(MAX_ANSWER + 1) if process.stdout else b""
            if len(output) > MAX_ANSWER:
                process.kill()
            status = process.wait()
        finally:
            late = not timer.is_alive()
            timer.cancel()
            process.kill()
    return status, output, late


def _printable(said: bytes) -> str:
    text = " ".join(said.decode(errors="replace").split())[:_SAID]
    return "".join(character for character in text if character.isprintable())


def _answer(call: Call, output: bytes) -> Answer:
    text = output.decode(errors="replace")
    if call.verb not in JSON_VERBS:
        return Answer(text=text)
    try:
        value = orjson.loads(output)
    except orjson.JSONDecodeError:
        return Answer(unknown="not-json")
    if call.verb != "get":
        return Answer(value=value)
    try:
        manifests = parse_manifests(text)
    except ManifestError:
        return Answer(unknown="too-large")
    return Answer(objects=tuple(item for items in manifests.by_kind.values() for item in items))
