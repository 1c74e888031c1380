"""The guide to API and MCP server is true: each address exists, each example runs, each extract stands in its file."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
import threading
import tomllib
from dataclasses import dataclass
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest

from generator.mcp.http import PATH
from generator.mcp.schemas import ARGUMENTS, FILTERS
from generator.outputs.skill import FOLDER, PLUGIN
from generator.render.compose import guide
from generator.render.compose.guide_mcp import TOOLS, URL

LANGUAGES = ("ko", "en")


class Reading(HTMLParser):
    """The ids, links and examples of a page."""

    def __init__(self, html):
        super().__init__()
        self.ids, self.links, self.code = set(), [], {}
        self._open = None
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if "id" in values:
            self.ids.add(values["id"])
        if tag == "a":
            self.links.append(values["href"])
        if tag == "pre":
            self._open = values["id"]
            self.code[self._open] = ""

    def handle_endtag(self, tag):
        if tag == "pre":
            self._open = None

    def handle_data(self, data):
        if self._open is not None:
            self.code[self._open] += data


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@dataclass
class Served:
    """A built site and the address at which it is served."""

    site: object
    base: str

    def read(self, language):
        return Reading(self.site.read(f"{language}/api/index.html"))

    def data(self, path):
        return json.loads(self.site.read(path))


@pytest.fixture(scope="module")
def served(built_site):
    """The full small site, built for the address at which it is served."""
    folder = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), lambda *of: Quiet(*of, directory=str(folder[0])))
    base = f"http://127.0.0.1:{server.server_port}/"
    site = built_site("full", base_url=base, search=False)
    assert site.result.published, site.result.problems
    folder.append(site.out)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield Served(site, base)
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_leads_somewhere(served, language):
    page = served.read(language)
    inside = [link for link in page.links if urljoin(served.base, link).startswith(served.base)]
    assert len(inside) > 30
    for link in inside:
        path = urlsplit(urljoin(f"{served.base}{language}/api/", link)).path.lstrip("/")
        assert (served.site.out / path / ("index.html" if path.endswith("/") or not path else "")).is_file(), link
    assert {link[1:] for link in page.links if link.startswith("#")} <= page.ids


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_address_in_an_example_exists(served, language):
    code = "\n".join(served.read(language).code.values())
    addresses = set(re.findall(rf"{re.escape(served.base)}[^\s\"']*", code))
    assert len(addresses) >= 4
    for address in addresses:
        path = address.removeprefix(served.base)
        assert path == "" or (served.site.out / path).is_file(), address


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_of_the_site_has_its_place(served, language):
    assert {
        "files",
        "shapes",
        "changes",
        "feeds",
        "markdown",
        "dumps",
        "mcp",
        "clients",
        "tools",
        "checks",
    } <= served.read(language).ids


def stands_in(extract, whole):
    """Whether an extract has nothing that the whole does not have; `…` stands for anything."""
    if extract == "…":
        return True
    if isinstance(extract, dict):
        return isinstance(whole, dict) and all(
            key in whole and stands_in(part, whole[key]) for key, part in extract.items()
        )
    if isinstance(extract, list):
        return isinstance(whole, list) and all(any(stands_in(part, other) for other in whole) for part in extract)
    return bool(extract == whole)


@pytest.mark.parametrize("language", LANGUAGES)
def test_extracts_stand_in_their_files(served, language):
    code = served.read(language).code
    record = json.loads(code["shape-record"])
    files = {
        "shape-record": f"api/v1/incidents/{record['data']['id']}.json",
        "shape-changes": "api/v1/changes.json",
        "shape-summaries": f"api/v1/{language}/incidents/page-1.json",
    }
    assert {name for name in code if name.startswith("shape-")} == set(files)
    for name, path in files.items():
        assert stands_in(json.loads(code[name]), served.data(path)), name
    assert record["data"]["severity"]["label"].keys() == set(LANGUAGES)
    assert record["data"]["time_to_recover"]["seconds"] > 0


def test_an_extract_that_does_not_stand_is_seen():
    assert not stands_in({"a": 1}, {"a": 2})
    assert not stands_in({"a": {"b": "…"}}, {"a": {}})
    assert not stands_in([1], [2])


def run(code, arguments, folder):
    script = folder / "script.py"
    script.write_text(code, encoding="utf-8")
    command = [sys.executable, "-I", str(script), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)


def test_the_script_of_changes_downloads_what_changed(served, tmp_path):
    code = served.read("en").code
    assert len(code["changes-script"].strip().splitlines()) <= 10
    _, name, base, since = shlex.split(code["changes-command"])
    assert (name, base) == ("changes.py", served.base)
    changes = served.data("api/v1/changes.json")["data"]["changes"]
    for date, expected in ((since, [one for one in changes if one["modified"] >= since]), ("9999-12-31", [])):
        folder = tmp_path / date
        folder.mkdir()
        done = run(code["changes-script"], [base, date], folder)
        assert done.returncode == 0, done.stderr
        assert [line.split()[0] for line in done.stdout.splitlines()] == [one["id"] for one in expected]
        files = {file.name: file.read_bytes() for file in folder.glob("*.json")}
        assert files == {
            f"{one['id']}.json": (served.site.out / one["record"]["path"]).read_bytes() for one in expected
        }
    assert any(one["modified"] >= since for one in changes)


def test_the_script_of_dumps_checks_the_sum(served, tmp_path):
    code = served.read("ko").code
    _, _, base = shlex.split(code["dump-command"])
    done = run(code["dump-script"], [base], tmp_path)
    assert done.returncode == 0, done.stderr
    dump = served.site.out / "api/v1/dump/incidents.ndjson.gz"
    copy = tmp_path / "incidents.ndjson.gz"
    assert copy.read_bytes() == dump.read_bytes()
    copy.unlink()
    whole = dump.read_bytes()
    try:
        dump.write_bytes(whole[:-1] + b"?")
        done = run(code["dump-script"], [base], tmp_path)
    finally:
        dump.write_bytes(whole)
    assert done.returncode == 1
    assert "SHA-256" in done.stderr
    assert not copy.exists()


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_requests(served):
    for line in served.read("ko").code["curl"].splitlines():
        command = shlex.split(line)
        done = subprocess.run([*command, "--fail", "--noproxy", "*"], capture_output=True, timeout=60, check=True)
        assert done.stdout == (served.site.out / command[-1].removeprefix(served.base)).read_bytes()


def test_tools_are_those_of_the_server(served):
    html = served.site.read("en/api/index.html")
    assert re.findall(r'<th scope="row"><code>(\w+)</code>', html) == list(ARGUMENTS)
    filters = [FILTERS[:3], FILTERS[3:]]
    for tool, arguments in ARGUMENTS.items():
        named = [part for argument in TOOLS[tool] for part in re.findall(r"\w+", argument)]
        assert sorted(named) == sorted(set(arguments) - set(filters[1])), tool
    assert urlsplit(URL).path == PATH


def configured(page):
    """The programs and their arguments that the configurations of clients start."""
    for name in ("client-shared", "client-vscode"):
        (servers,) = json.loads(page.code[name]).values()
        (entry,) = servers.values()
        yield [entry["command"], *entry["args"]]
    (entry,) = tomllib.loads(page.code["client-codex"])["mcp_servers"].values()
    yield [entry["command"], *entry["args"]]
    _, own = page.code["client-claude-code"].split(" -- ")
    yield shlex.split(own)
    yield shlex.split(page.code["mcp-start"].splitlines()[1])


@pytest.mark.parametrize("language", LANGUAGES)
def test_clients_start_the_server_of_this_library(served, language):
    page = served.read(language)
    assert list(configured(page)) == [["incidents", "mcp", "--library", served.base]] * 5
    (running,) = json.loads(page.code["client-http"])["mcpServers"].values()
    assert running["url"] == URL
    assert urlsplit(URL).netloc in page.code["mcp-start"].splitlines()[2]


def test_the_configured_server_answers(served):
    pytest.importorskip("mcp")
    program, *arguments = next(configured(served.read("en")))
    assert program == "incidents"
    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    call = {"name": "get_topic", "arguments": {"id": "no-such-topic"}}
    messages = [
        {"id": 1, "method": "initialize", "params": client},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/list"},
        {"id": 3, "method": "tools/call", "params": call},
    ]
    server = subprocess.Popen(
        [sys.executable, "-m", "generator", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    timer = threading.Timer(60, server.kill)
    timer.start()
    answers = {}
    try:
        for message in messages:
            server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
            server.stdin.flush()
            if "id" in message:
                answers[message["id"]] = json.loads(server.stdout.readline())
    finally:
        server.stdin.close()
        server.wait(timeout=30)
        timer.cancel()
    assert [tool["name"] for tool in answers[2]["result"]["tools"]] == list(TOOLS)
    assert answers[3]["result"]["isError"]


def test_skill_and_plugin_stand_where_they_are_made():
    assert (f"{FOLDER}/", PLUGIN) == (guide.SKILL, guide.PLUGIN)


def test_every_page_leads_to_the_guide_and_to_ordinary_pages(served):
    html = served.site.read("en/incidents/IL-0001/index.html")
    footer = html[html.index('<footer class="site-footer">') :]
    assert '<a href="../../../en/api/">API and MCP guide</a>' in footer
    ordinary = {path.name for path in (served.site.root / "content/pages").iterdir()} & {"about", "cluster-checks"}
    for name in ordinary:
        assert f'<a href="../../../en/{name}/">' in footer


def test_a_site_without_address_says_what_stands_for_it(built_site):
    html = built_site("minimal", search=False).read("ko/api/index.html")
    assert guide.EXAMPLE_BASE in html
    assert 'role="note"' in html
    assert "feed.xml" not in html


@pytest.mark.parametrize("name", ["minimal", "untranslated"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_links_of_a_site_with_less(built_site, name, language):
    site = built_site(name, search=False)
    for link in Reading(site.read(f"{language}/api/index.html")).links:
        path = urlsplit(urljoin(f"https://base.example/{language}/api/", link))
        if path.netloc == "base.example":
            name = path.path.lstrip("/")
            assert (site.out / name / ("index.html" if name.endswith("/") or not name else "")).is_file(), link


def test_without_api_there_is_no_guide(build_site, tmp_path):
    root = shutil.copytree(Path(__file__).parent / "sites/minimal", tmp_path / "plain")
    settings = root / "site.toml"
    settings.write_text(f"{settings.read_text(encoding='utf-8')}\n[outputs]\napi = false\n", encoding="utf-8")
    site = build_site(root, search=False)
    assert site.result.published
    assert not (site.out / "ko/api").exists()
    assert "ko/api/" not in site.read("ko/index.html")
