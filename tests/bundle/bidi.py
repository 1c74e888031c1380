"""Debian's Firefox, driven over WebDriver BiDi without a driver program and with its ordinary rules for files."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

PREFERENCES = {
    # Under automation Firefox would let a page read every file; a reader's Firefox does not.
    "remote.prefs.recommended": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}
WAIT = 120
"""Seconds after which a browser that says nothing is given up."""


class BidiError(Exception):
    """Firefox refused a command."""


class Firefox:
    """One window of Firefox."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._last = socket, 0
        self.events: list[dict[str, Any]] = []
        self.call("session.new", capabilities={})
        events = ["log.entryAdded", "network.beforeRequestSent", "network.fetchError"]
        self.call("session.subscribe", events=events)
        self.tab = self.call("browsingContext.create", type="tab")["context"]

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Sends a command and waits for its answer; events that come before it are kept."""
        self._last += 1
        self._socket.send(json.dumps({"id": self._last, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv(timeout=WAIT))
            if message.get("id") != self._last:
                self.events.append(message)
            elif message["type"] == "error":
                raise BidiError(f"{method}: {message['error']}: {message['message']}")
            else:
                return dict(message["result"])

    def open(self, address: str) -> None:
        """Goes to an address and waits until the page has loaded."""
        self.call("browsingContext.navigate", context=self.tab, url=address, wait="complete")

    def evaluate(self, expression: str) -> Any:
        """The value of an expression in the page, which must be a plain one; promises are waited for."""
        answer = self.call(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({expression})) ?? null)()",
            target={"context": self.tab},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise BidiError(f"{expression}: {answer['exceptionDetails']['text']}")
        value = answer["result"].get("value")
        return None if value is None else json.loads(value)

    def until(self, expression: str) -> Any:
        """The value of an expression as soon as it is true; it is asked for again while pages change."""
        end = time.monotonic() + WAIT
        while time.monotonic() < end:
            try:
                value = self.evaluate(expression)
            except BidiError:  # the page is being left
                value = None
            if value:
                return value
            time.sleep(0.05)
        raise AssertionError(f"never true: {expression}")

    def press(self, *keys: str) -> None:
        """Presses keys, of which each is one character; the first are held while the last is pressed."""
        actions = [{"type": "keyDown", "value": key} for key in keys]
        actions += [{"type": "keyUp", "value": key} for key in reversed(keys)]
        self._act(actions)

    def write(self, text: str) -> None:
        """Types a text where the focus is."""
        self._act([{"type": kind, "value": sign} for sign in text for kind in ("keyDown", "keyUp")])

    def _act(self, actions: list[dict[str, str]]) -> None:
        self.call(
            "input.performActions",
            context=self.tab,
            actions=[{"type": "key", "id": "keyboard", "actions": actions}],
        )

    def requested(self) -> list[str]:
        """Addresses that pages asked for."""
        sent = (event for event in self.events if event.get("method") == "network.beforeRequestSent")
        return [event["params"]["request"]["url"] for event in sent]

    def complaints(self) -> list[str]:
        """Errors and warnings of the console."""
        logged = (event["params"] for event in self.events if event.get("method") == "log.entryAdded")
        return [str(entry["text"]) for entry in logged if entry["level"] in ("error", "warn")]


@contextmanager
def firefox(profile: Path) -> Iterator[Firefox]:
    """Firefox with a new profile in this folder."""
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items())
    (profile / "user.js").write_text("".join(lines), encoding="utf-8")
    program = shutil.which("firefox-esr")
    assert program is not None, "firefox-esr is needed: apt-get install firefox-esr"
    command = [program, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", str(profile)]
    log = profile / "stderr.log"
    with log.open("wb") as stream:
        environment = {**os.environ, "HOME": str(profile), "MOZ_HEADLESS": "1"}
        process = subprocess.Popen(command, stdout=stream, stderr=stream, env=environment)
    try:
        with connect(f"{_listening(log, process)}/session", open_timeout=WAIT, max_size=None) as socket:
            yield Firefox(socket)
    finally:
        process.terminate()
        process.wait(WAIT)


def _listening(log: Path, process: subprocess.Popen[bytes]) -> str:
    """The address that Firefox prints when it is ready."""
    end = time.monotonic() + WAIT
    while time.monotonic() < end and process.poll() is None:
        found = re.search(r"listening on (ws://\S+)", log.read_text(encoding="utf-8", errors="replace"))
        if found:
            return found[1]
        time.sleep(0.1)
    raise AssertionError(f"Firefox did not start:\n{log.read_text(encoding='utf-8', errors='replace')}")
