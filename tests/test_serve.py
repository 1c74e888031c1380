"""The preview: serves the site, rebuilds on every change, tells the open pages, and never dies of a fault."""

import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from watchfiles import Change

from generator.scaffold.site import create_site
from generator.serve.server import open_server
from generator.serve.watch import SourceFilter

PATIENCE = 60
"""Seconds after which something that did not come will not come."""


class Preview:
    """A running `incidents serve` of a small site, with what its pages are told."""

    def __init__(self, root):
        self.root = root
        self.messages = []
        command = [sys.executable, "-m", "generator", "serve", "--port", "0", "--site", str(root), "--lang", "en"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.said = []
        self.port = None
        threading.Thread(target=self._read, daemon=True).start()
        self.wait(lambda: self.port is not None and any("files made" in line for line in self.said))
        threading.Thread(target=self._listen, daemon=True).start()
        self.wait(lambda: self.listening)

    listening = False

    def _read(self):
        for line in self.process.stdout:
            self.said.append(line)
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
            if found:
                self.port = int(found[1])

    def _listen(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE * 2)
        connection.request("GET", "/__preview/events")
        response = connection.getresponse()
        self.listening = True
        while line := response.readline():
            if line.startswith(b"data: "):
                self.messages.append(json.loads(line[6:]))

    def wait(self, condition):
        end = time.monotonic() + PATIENCE
        while not condition():
            assert self.process.poll() is None, "".join(self.said)
            assert time.monotonic() < end, "".join(self.said)
            time.sleep(0.02)

    def get(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, response.read().decode()

    def incident(self, language="ko"):
        return self.root / f"content/incidents/TST-0001/{language}.md"

    def page_holds(self, text):
        return lambda: text in self.get("/ko/incidents/TST-0001/")[1]


@pytest.fixture
def preview(tmp_path):
    import datetime

    create_site(tmp_path, name={"ko": "시험", "en": "Test"}, prefix="TST", today=datetime.date(2026, 1, 1))
    file = tmp_path / "content/incidents/TST-0001/ko.md"
    file.write_text(file.read_text(encoding="utf-8").replace("status: draft\n", ""), encoding="utf-8")
    (tmp_path / "content/vocabulary.yaml").write_text("severities:\n  major: {ko: 높음, en: Major}\n", encoding="utf-8")
    running = Preview(tmp_path)
    yield running
    running.process.send_signal(signal.SIGINT)
    try:
        running.process.wait(20)
    finally:
        running.process.kill()
    assert "Traceback" not in "".join(running.said), "".join(running.said)


def replace(file: Path, old, new):
    file.write_text(file.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")


def test_edits_reach_the_open_page_and_faults_are_shown_without_dying(preview):
    assert "/__preview/preview.js" in preview.get("/ko/")[1]
    replace(preview.incident(), "title: ", "title: 새 ")
    preview.wait(lambda: any(message["reload"] for message in preview.messages))
    assert preview.page_holds("새 예시")()

    replace(preview.incident(), "title: ", "titel: ")
    preview.wait(lambda: any(message["problems"] for message in preview.messages))
    fault = next(message for message in preview.messages if message["problems"])["problems"][0]
    assert fault["place"].startswith("content/incidents/TST-0001/ko.md:2:1: E201")
    assert "title" in fault["hint"]
    assert preview.page_holds("새 예시")(), "the last good page stays"

    replace(preview.incident(), "titel: ", "title: 다시 ")
    preview.wait(preview.page_holds("다시 새 예시"))


def test_files_saved_by_rename_moved_away_and_changed_in_masses(preview):
    other = preview.incident().with_name(".ko.md.swap")
    other.write_text(preview.incident().read_text(encoding="utf-8").replace("예시", "바꾼 예시"), encoding="utf-8")
    other.rename(preview.incident())
    preview.wait(preview.page_holds("바꾼 예시"))

    folder = preview.incident().parent
    away = preview.root / "content/incidents/TST-0002"
    folder.rename(away)
    preview.wait(lambda: preview.get("/ko/incidents/TST-0002/")[0] == 200)
    preview.wait(lambda: preview.get("/ko/incidents/TST-0001/")[0] == 404)
    away.rename(folder)
    preview.wait(preview.page_holds("바꾼 예시"))

    for number in range(10, 210):
        shutil.copytree(folder, preview.root / f"content/incidents/TST-{number:04d}")
    preview.wait(lambda: preview.get("/ko/incidents/TST-0209/")[0] == 200)


def test_the_search_follows_behind_the_reload_and_edits_do_not_wait_for_it(preview):
    def indexes():
        return {path.name for path in (preview.root / ".cache/index").iterdir() if path.is_dir()}

    def entry():
        return preview.get("/pagefind/ko/pagefind-entry.json")[1]

    first, before = entry(), indexes()
    for word in ("하나", "둘", "셋"):
        replace(preview.incident(), "title: ", f"title: {word} ")
        preview.wait(preview.page_holds(f"{word} "))
    assert preview.page_holds("셋 둘 하나")()
    preview.wait(lambda: entry() != first)
    preview.wait(lambda: "셋" in preview.get("/search/ko/rows/0.json")[1])
    assert len([name for name in indexes() - before if not name.endswith(".partial")]) >= 1


def test_templates_and_settings_are_watched_and_output_is_not(preview):
    page = preview.root / "templates/pages/group.html"
    page.parent.mkdir(parents=True)
    page.write_text('{% extends "default/pages/group.html" %}{% block title %}Ours{% endblock %}', encoding="utf-8")
    preview.wait(lambda: "<title>Ours" in preview.get("/ko/years/")[1])
    page.write_text("{% block %}", encoding="utf-8")
    preview.wait(lambda: any("template" in line for line in preview.said))
    page.unlink()
    preview.wait(lambda: "<title>Ours" not in preview.get("/ko/years/")[1])
    time.sleep(0.5)
    before = len(preview.messages)
    (preview.root / "site/stray.txt").write_text("x", encoding="utf-8")
    time.sleep(1.5)
    assert len(preview.messages) == before


def test_links_to_other_places_of_the_project_are_watched(tmp_path):
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared/ko.md").write_text("x", encoding="utf-8")
    folder = tmp_path / "content/incidents/TST-0001"
    folder.mkdir(parents=True)
    (folder / "ko.md").symlink_to(tmp_path / "shared/ko.md")
    (tmp_path / "data").mkdir()
    (tmp_path / "static").symlink_to(tmp_path / "data")
    passes = SourceFilter(tmp_path)
    for path in ("shared/ko.md", "data/css/site.css", "content/a.md", "site.toml", "static/#1.png", "static/a.swf"):
        assert passes(Change.modified, str(tmp_path / path)), path
    for path in (
        "shared/en.md",
        "site/index.html",
        ".cache/x",
        "content/.a.swp",
        "content/a.md~",
        "content/#a.md#",
        "README",
    ):
        assert not passes(Change.modified, str(tmp_path / path)), path


def test_a_project_below_any_folder_is_watched(tmp_path):
    root = tmp_path / "node_modules/.venv/site"
    passes = SourceFilter(root)
    assert passes(Change.added, str(root / "content/incidents/TST-0001/ko.md"))


@pytest.fixture
def served(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a/index.html").write_text("<title>a</title>", encoding="utf-8")
    (tmp_path / "404.html").write_text("<title>none</title>", encoding="utf-8")
    outside = tmp_path.parent / f"{tmp_path.name}-outside.txt"
    outside.write_text("secret", encoding="utf-8")
    server = open_server(tmp_path, "127.0.0.1", 0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_address[1], outside
    server.shutdown()


def fetch(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("GET", path)
    response = connection.getresponse()
    return response.status, response.read().decode()


def test_missing_pages_and_folders_show_the_page_of_the_site(served):
    port, _ = served
    assert fetch(port, "/a/") == (200, "<title>a</title>")
    assert fetch(port, "/no/such/page/") == (404, "<title>none</title>")
    assert fetch(port, "/") == (404, "<title>none</title>"), "no list of a folder"


@pytest.mark.parametrize("way", ["/../{name}", "/%2e%2e/{name}", "/a/..%2f..%2f{name}", "//../{name}"])
def test_paths_never_leave_the_folder(served, way):
    port, outside = served
    status, content = fetch(port, way.format(name=outside.name))
    assert status == 404
    assert "secret" not in content


def test_the_port_of_another_is_told(tmp_path):
    import datetime

    create_site(tmp_path, name={"ko": "시험", "en": "Test"}, prefix="TST", today=datetime.date(2026, 1, 1))
    server = open_server(tmp_path, "127.0.0.1", 0)
    port = str(server.server_address[1])
    command = [sys.executable, "-m", "generator", "serve", "--port", port, "--site", str(tmp_path), "--lang", "en"]
    result = subprocess.run(
        command, capture_output=True, text=True, check=False, env=dict(os.environ), timeout=PATIENCE
    )
    server.server_close()
    assert result.returncode == 2
    assert "--port" in result.stderr
    assert "Traceback" not in result.stderr
