"""`_headers` and `_redirects`: rules that hosts read alike."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import copy_site
from machine_files import SHARED, SITES, machine

from generator.outputs.hosting import content_policy, headers

pytestmark = pytest.mark.xdist_group("machine-files")

TEMPLATES = Path(__file__).parent.parent.parent / "templates"


def rules(text: str) -> list[tuple[str, dict[str, str]]]:
    """Addresses with their headers, as `_headers` writes them."""
    found: list[tuple[str, dict[str, str]]] = []
    for line in text.splitlines():
        if line.startswith("/"):
            found.append((line, {}))
        elif line:
            name, value = re.fullmatch(r"  ([A-Za-z-]+): (.+)", line).groups()  # type: ignore[union-attr]
            found[-1][1][name] = value
    return found


def matching(text: str, path: str) -> list[tuple[str, str]]:
    """Headers that hosts send with a path."""
    found = []
    for rule, values in rules(text):
        if re.fullmatch(re.escape(rule).replace(r"\*", ".*"), path):
            found += list(values.items())
    return found


@pytest.mark.parametrize("name", ["full", "public", "unplaced"])
def test_no_address_gets_a_header_twice(name: str) -> None:
    site = SHARED[name]()
    base = site.library.site.base_path
    for path in [*site.outputs, "ko/", "ko/incidents/IL-0001/", "assets/site.0123.css"]:
        names = [name for name, _ in matching(site.text("_headers"), base + path)]
        assert len(set(names)) == len(names), path
        assert "X-Content-Type-Options" in names


def test_machines_get_the_right_types_and_may_ask_from_anywhere() -> None:
    site = SHARED["full"]()
    text, base = site.text("_headers"), "/library/"
    types = {
        "ko/incidents/IL-0001.md": "text/markdown; charset=utf-8",
        "ko/feed.xml": "application/atom+xml; charset=utf-8",
        "en/topics/dns/feed.json": "application/feed+json; charset=utf-8",
        "api/v1/schema/incident.json": "application/schema+json",
        "api/v1/dump/library.sqlite.gz": "application/gzip",
        "ko/opensearch.xml": "application/opensearchdescription+xml; charset=utf-8",
    }
    for path, media in types.items():
        assert path in site.outputs
        assert dict(matching(text, base + path))["Content-Type"] == media
    assert dict(matching(text, base + "api/v1/index.json"))["Access-Control-Allow-Origin"] == "*"
    assert "immutable" in dict(matching(text, base + "assets/site.0123.css"))["Cache-Control"]


def test_a_private_site_lets_nobody_ask_from_elsewhere() -> None:
    text = machine(SITES / "full", private=True).text("_headers")
    assert "Access-Control-Allow-Origin" not in text
    assert "X-Robots-Tag: noindex" in text


def test_the_policy_is_that_of_the_pages() -> None:
    written = (TEMPLATES / "partials" / "policy.html").read_text(encoding="utf-8")
    policy = re.search(r'content="([^"]+)"', written)
    assert policy is not None
    site = SHARED["full"]()
    value = dict(matching(site.text("_headers"), "/library/ko/"))["Content-Security-Policy"]
    assert value == f"{policy[1]}; frame-ancestors 'none'"


def test_a_company_that_states_no_policy_gets_none(tmp_path: Path) -> None:
    root = copy_site("full", tmp_path / "site")
    (root / "templates" / "partials").mkdir(parents=True)
    (root / "templates" / "partials" / "policy.html").write_text("", encoding="utf-8")
    site = machine(root)
    environment = site.editions["ko"].row_template.environment
    assert content_policy(environment) is None
    assert "Content-Security-Policy" not in headers(site.library, None)
    assert "Content-Security-Policy" not in site.text("_headers")


def test_the_number_of_rules_does_not_grow_with_the_library() -> None:
    assert len(rules(SHARED["public"]().text("_headers"))) == len(rules(SHARED["full"]().text("_headers"))) < 60


def test_former_addresses_lead_on() -> None:
    lines = SHARED["full"]().text("_redirects").splitlines()
    assert "/library/withdrawn-name/ /library/IL-0004/ 301" in lines
    assert "/library/ko/incidents/withdrawn-name/ /library/ko/incidents/IL-0004/ 301" in lines
    assert lines[-2:] == ["/library/ko/* /library/ko/404.html 404", "/library/en/* /library/en/404.html 404"]
    sources = [line.split()[0] for line in lines]
    assert len(set(sources)) == len(sources)
