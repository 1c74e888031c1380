"""The seven tools and the resource, called by the SDK's client inside one process."""

import json
import re
import subprocess
import sys
from functools import partial

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_calls import CALLS, check_result, leaves
from mcp_processes import run_apart
from mcp_types import INVALID_PARAMS

from generator.mcp.answers import Draft, Item, chunks, cut
from generator.mcp.limits import ANSWER, LOG, TOOLS, RateLimit
from generator.mcp.schemas import ARGUMENTS
from generator.mcp.server import TOO_MANY_CALLS, Traffic, make_server
from generator.mcp.tools import report_text
from generator.mcp.wording import SHORTENED, mending
from generator.relations.query.errors import CODES, QueryError
from generator.relations.query.records import PARTS

pytest_plugins = ("public_library",)


def ask(store, *calls, mode="auto", traffic=None):
    """The results of calls of tools, by name and arguments."""

    async def run():
        async with Client(make_server(store, traffic), mode=mode) as client:
            return [await client.call_tool(name, arguments) for name, arguments in calls]

    return run_apart(run)


def tools(store):
    async def run():
        async with Client(make_server(store)) as client:
            return await client.list_tools()

    return run_apart(run)


def pages(store, name, arguments):
    """All results of a call, each from the cursor of the one before."""
    cursor = None
    while True:
        (result,) = ask(store, (name, {**arguments, "cursor": cursor}))
        check_result(result)
        yield result.structured_content
        cursor = result.structured_content["next_cursor"]
        if cursor is None:
            return


class TestListing:
    def test_seven_tools_that_only_read(self, store):
        listed = tools(store).tools
        assert [tool.name for tool in listed] == list(CALLS)
        for tool in listed:
            assert tool.annotations.read_only_hint is True
            assert tool.annotations.open_world_hint is False
            assert tool.description

    def test_the_listing_is_small(self, store):
        assert len(tools(store).model_dump_json(by_alias=True, exclude_none=True).encode()) <= TOOLS

    def test_schemas_are_closed_and_enumerate_the_vocabulary(self, store):
        schemas = {tool.name: tool.input_schema for tool in tools(store).tools}
        for name, schema in schemas.items():
            assert schema["additionalProperties"] is False
            assert tuple(schema["properties"]) == ARGUMENTS[name]
        for name in ("search_incidents", "list_incidents"):
            properties = schemas[name]["properties"]
            assert "dns" in properties["topics"]["items"]["enum"]
            assert "critical" in properties["severities"]["items"]["enum"]
            assert properties["language"]["enum"] == ["ko", "en"]
        assert schemas["get_incident"]["properties"]["sections"]["items"]["enum"] == list(PARTS)

    def test_what_is_said_of_the_server(self, store):
        async def run():
            async with Client(make_server(store)) as client:
                return client.instructions, client.server_info

        instructions, info = run_apart(run)
        assert "third-party" in instructions
        assert info.name == "incident-library"
        assert info.version


def test_the_server_starts_without_what_few_calls_need():
    code = (
        "import sys, generator.mcp.http, generator.mcp.stdio\n"
        "print(*{'generator.cluster', 'generator.checks', 'markdown_it', 'jmespath'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == []


class TestAnswers:
    @pytest.mark.parametrize("mode", ["auto", "legacy"])
    def test_every_tool_answers(self, store, mode):
        for result in ask(store, *CALLS.items(), mode=mode):
            check_result(result)

    @pytest.mark.parametrize("name", CALLS)
    def test_text_and_structured_content_say_the_same(self, store, name):
        (result,) = ask(store, (name, CALLS[name]))
        text = " ".join(re.sub(r"^> ?", "", line) for line in result.content[0].text.splitlines())
        text = " ".join(text.split())
        missing = [
            (key, value)
            for key, value in leaves(result.structured_content)
            if key not in {"notice", *DERIVED} and (key, value) not in USUAL and one_line(value) not in text
        ]
        assert missing == []

    def test_report_text_is_quoted_line_by_line(self, store):
        (result,) = ask(store, ("get_incident", {"id": "585", "language": "en", "sections": ["cause", "symptoms"]}))
        text = result.content[0].text
        for section in result.structured_content["sections"].values():
            for line in section.splitlines():
                assert f"> {line}".rstrip() in text

    def test_a_language_is_one_value_each(self, store):
        for language in ("ko", "en"):
            (result,) = ask(store, ("get_incident", {"id": "IL-0585", "language": language}))
            content = result.structured_content
            assert content["language"] == language
            assert isinstance(content["title"], str)
            assert bool(re.search("[가-힣]", content["title"])) == (language == "ko")
            assert all(isinstance(text, str) for text in content["sections"].values())
            assert content["facts"]["organizations"][0]["label"]

    def test_sections_alone(self, store):
        (result,) = ask(store, ("get_incident", {"id": "585", "sections": ["cause", "sources"]}))
        assert list(result.structured_content["sections"]) == ["cause"]
        assert result.structured_content["sources"]
        assert "facts" not in result.structured_content
        assert "related" not in result.structured_content

    def test_a_topic_of_another_group(self, store):
        (result,) = ask(store, ("get_topic", {"id": "github", "group": "organizations", "language": "en"}))
        check_result(result)
        assert result.structured_content["term"]["label"] == "GitHub"

    def test_nothing_found_says_what_to_do(self, store):
        for result in ask(store, ("search_incidents", {"query": "asdfqwerzxcv"}), ("match_text", {"text": "asdf"})):
            check_result(result)
            assert result.structured_content["incidents"] == []
            assert "search_incidents" in result.content[0].text or "vocab" in result.content[0].text

    def test_lists_in_texts_and_null_are_taken_as_they_are_meant(self, store):
        meant, packed, single, nothing = ask(
            store,
            ("list_incidents", {"topics": ["dns", "cdn"], "limit": 2}),
            ("list_incidents", {"topics": '["dns", "cdn"]', "limit": "2"}),
            ("list_incidents", {"topics": "dns", "limit": 2.0}),
            ("list_incidents", {"topics": None, "year_from": None, "cursor": None}),
        )
        assert meant.structured_content["incidents"] == packed.structured_content["incidents"]
        assert single.structured_content["total"] < meant.structured_content["total"]
        assert nothing.structured_content["total"] == store.count

    def test_the_resource(self, store):
        async def run():
            async with Client(make_server(store)) as client:
                templates = await client.list_resource_templates()
                report = await client.read_resource("incident://IL-0585/en")
                with pytest.raises(MCPError) as unknown:
                    await client.read_resource("incident://IL-99999/en")
                with pytest.raises(MCPError):
                    await client.read_resource("incident://IL-0585/tlh")
                return templates.resource_templates, report.contents[0], unknown.value

        templates, report, unknown = run_apart(run)
        assert [template.uri_template for template in templates] == ["incident://{id}/{language}"]
        assert report.mime_type == "text/markdown"
        assert report.text.startswith("# IL-0585 ")
        assert len(report.text) <= ANSWER
        assert "search_incidents" in unknown.message


DERIVED = {"start", "end", "precision", "found_by"}
"""Parts of a date that its text holds, and words that the text says otherwise."""

USUAL = {("certainty", "known"), ("status", "published"), ("skipped", 0), ("basis", "source"), ("sort", "newest")}
"""What the text leaves out because it is so nearly always."""


def one_line(value):
    return " ".join(str(value).split())


class TestCursors:
    def test_pages_of_a_search_are_the_whole(self, store):
        found = []
        for page in pages(store, "search_incidents", {"query": "database", "limit": 50}):
            found += [incident["id"] for incident in page["incidents"]]
            total = page["total"]
        assert len(found) == len(set(found)) == total

    def test_pages_of_the_vocabulary_are_the_whole(self, store):
        found = [(term["group"], term["id"]) for page in pages(store, "vocab", {}) for term in page["terms"]]
        assert len(found) == len(set(found)) == len(store.rows("SELECT 1 FROM term"))

    def test_pages_of_a_topic_are_the_whole(self, store):
        newest = [
            incident["id"]
            for page in pages(store, "get_topic", {"id": "kubernetes", "language": "en"})
            for incident in page["newest"]
        ]
        assert len(newest) == 10

    @pytest.mark.parametrize("language", ["ko", "en"])
    def test_every_report_comes_whole_by_its_pages(self, store, language):
        longest = [
            identifier for (identifier,) in store.rows("SELECT id FROM incident ORDER BY length(record) DESC LIMIT 5")
        ]
        for identifier in longest:
            (record,) = store.rows("SELECT record FROM incident WHERE id = ?", (identifier,))[0]
            sections, sources = {}, 0
            for page in pages(store, "get_incident", {"id": identifier, "language": language}):
                for name, text in page.get("sections", {}).items():
                    sections[name] = sections.get(name, "") + text
                sources += len(page["sources"])
            whole = json.loads(record)
            assert sections["summary"] == whole["summary"][language]["markdown"]
            for name, texts in whole["sections"].items():
                assert sections.get(name, "") == (texts[language] or {"markdown": ""})["markdown"]
            assert sources == len(whole["sources"])

    def test_a_resource_that_was_cut_goes_on_in_the_tool(self, store, monkeypatch):
        monkeypatch.setattr("generator.mcp.tools.cut", partial(cut, most=6_000))
        text = report_text(store, "IL-0585", "en")
        told = text.splitlines()[-1]
        assert told.startswith("Cut here. For the rest call get_incident with ")
        (rest,) = ask(store, ("get_incident", dict(re.findall(r'(\w+)="([^"]*)"', told))))
        check_result(rest)

    def test_a_cursor_of_another_question_is_refused(self, store):
        (first,) = ask(store, ("list_incidents", {"limit": 1}))
        cursor = first.structured_content["next_cursor"]
        for name, arguments in (
            ("list_incidents", {"cursor": cursor, "topics": ["dns"]}),
            ("search_incidents", {"cursor": cursor, "query": "dns"}),
            ("vocab", {"cursor": cursor}),
            ("list_incidents", {"cursor": "x" * 5_000}),
        ):
            (result,) = ask(store, (name, arguments))
            assert result.is_error
            assert "cursor" in result.content[0].text

    def test_the_limit_may_change_between_pages(self, store):
        (first,) = ask(store, ("list_incidents", {"limit": 2}))
        (second,) = ask(store, ("list_incidents", {"limit": 3, "cursor": first.structured_content["next_cursor"]}))
        assert len(second.structured_content["incidents"]) == 3


class TestCutting:
    def draft(self, items, **keys):
        return Draft(head={"total": len(items)}, title="title", items=items, mark="m", lists=("things",), **keys)

    def test_an_answer_is_cut_at_an_item_and_says_so(self):
        items = [Item(key="things", data="x" * 900, text="x" * 900) for _ in range(50)]
        found = cut(self.draft(items))
        assert len(found.text) + len(json.dumps(found.structured)) <= ANSWER
        assert 5 <= len(found.structured["things"]) < 50
        assert found.structured["next_cursor"] in found.text

    def test_an_item_that_fits_no_answer_is_shortened_and_says_so(self):
        huge = {"text": "x" * 50_000, "list": list(range(500)), "deep": {"text": "y" * 50_000}}
        found = cut(self.draft([Item(key="things", data=huge, text="z" * 50_000)] * 2))
        assert len(found.text) + len(json.dumps(found.structured)) <= ANSWER
        assert found.structured["shortened"] is True
        assert SHORTENED in found.text
        assert found.structured["next_cursor"]

    def test_a_small_answer_has_no_cursor(self):
        found = cut(self.draft([Item(key="things", data=1, text="1")]))
        assert found.structured["next_cursor"] is None

    def test_chunks_are_the_text(self):
        for text in ("a" * 100, "a\n\nb\n\nc" * 40, "line\n" * 50, "", "\n\n" * 30, "x\n\n" + "y" * 99):
            pieces = chunks(text, 20)
            assert "".join(pieces) == text
            assert all(0 < len(piece) <= 20 for piece in pieces)


class TestErrors:
    @pytest.mark.parametrize(
        ("name", "arguments", "told"),
        [
            ("search_incidents", {}, "query is missing"),
            ("search_incidents", {"query": ""}, "Nothing to look for"),
            ("search_incidents", {"query": "x" * 100_000}, "match_text"),
            ("search_incidents", {"query": ["x"]}, "query must be a string"),
            ("search_incidents", {"query": "x", "topics": ["kubernets"]}, "kubernetes"),
            ("search_incidents", {"query": "x", "topics": [1]}, "list of strings"),
            ("search_incidents", {"query": "x", "limit": 0}, "between 1 and 50"),
            ("search_incidents", {"query": "x", "limit": "many"}, "whole number"),
            ("search_incidents", {"query": "x", "limit": True}, "whole number"),
            ("search_incidents", {"query": "x", "language": "fr"}, "ko, en"),
            ("search_incidents", {"query": "x", "topic": ["dns"]}, "topics"),
            ("search_incidents", {"query": "x", "has": ["luck"]}, "time_to_recover"),
            ("list_incidents", {"year_from": 2020, "year_to": 2010}, "Exchange"),
            ("list_incidents", {"sort": "alphabet"}, "newest"),
            ("list_incidents", {"cursor": "bogus"}, "next_cursor"),
            ("get_incident", {"id": "IL-9999"}, "search_incidents"),
            ("get_incident", {"id": "'; DROP TABLE incident; --"}, "No incident"),
            ("get_incident", {"id": "585", "sections": ["reason"]}, "cause"),
            ("get_topic", {"id": "dnss"}, "dns"),
            ("get_topic", {"id": "dns", "group": "stars"}, "topics"),
            ("vocab", {"group": "stars"}, "topics"),
            ("match_text", {"text": "  "}, "Nothing to look for"),
            ("match_text", {"text": "x" * (LOG + 1)}, "around the first error"),
            ("match_text", {"text": {"a": 1}}, "string"),
        ],
    )
    def test_an_error_says_how_to_mend_the_call(self, store, name, arguments, told):
        (result,) = ask(store, (name, arguments))
        assert result.is_error
        assert told in result.content[0].text
        assert len(result.content[0].text) < 700
        assert result.structured_content["error"]["message"] == result.content[0].text

    def test_every_code_has_its_wording(self):
        values = dict.fromkeys(
            ("value", "known", "group", "name", "wanted", "most", "least", "length", "first", "last", "example"), "x"
        )
        for code in CODES:
            assert mending(QueryError(code, **values))

    @pytest.mark.parametrize("query", ['"; DROP TABLE', "NEAR(a b", "title:*", "\ud800 half", "\x00", "etcd AND"])
    def test_syntax_is_no_more_than_words(self, store, query):
        (result,) = ask(store, ("search_incidents", {"query": query}))
        assert result.is_error == ("Nothing" in result.content[0].text)

    @pytest.mark.parametrize("mode", ["auto", "legacy"])
    @pytest.mark.parametrize("name", ["drop_incidents", "", "x" * 100_000])
    def test_an_unknown_tool(self, store, name, mode):
        (result,) = ask(store, (name, {}), mode=mode)
        assert result.is_error
        assert "search_incidents" in result.content[0].text
        assert len(result.content[0].text) < 300

    def test_there_are_no_prompts(self, store, capfd):
        async def run():
            async with Client(make_server(store)) as client:
                with pytest.raises(MCPError) as refused:
                    await client.get_prompt("x")
                return (await client.list_prompts()).prompts, refused.value

        prompts, refused = run_apart(run)
        assert prompts == []
        assert refused.code == INVALID_PARAMS
        assert capfd.readouterr().err == ""

    def test_a_fault_of_ours_tells_nothing_of_its_cause(self, store, monkeypatch):
        def fail(*_):
            raise RuntimeError("secret path")

        monkeypatch.setattr("generator.mcp.server.answer", fail)
        (result,) = ask(store, ("vocab", {}))
        assert result.is_error
        assert "secret" not in result.content[0].text


class TestRate:
    def test_calls_come_at_once_and_then_steadily(self):
        now = [0.0]
        limit = RateLimit(rate=10, burst=3, clock=lambda: now[0])
        assert [limit.wait() for _ in range(3)] == [0, 0, 0]
        assert limit.wait() == pytest.approx(0.1)
        now[0] += 0.1
        assert limit.wait() == 0
        assert limit.wait() > 0
        now[0] += 100
        assert [limit.wait() for _ in range(3)] == [0, 0, 0]
        assert limit.wait() > 0

    def test_who_calls_too_often_is_told_to_wait(self, store):
        limit = RateLimit(rate=0.001, burst=4, clock=lambda: 0.0)
        results = ask(store, *[("vocab", {"group": "severities"})] * 6, mode="legacy", traffic=Traffic(limit))
        assert [result.is_error for result in results].count(True) >= 2
        assert "Wait" in results[-1].content[0].text

    def test_other_requests_are_refused_as_the_protocol_does(self, store):
        async def run():
            limit = RateLimit(rate=0.001, burst=3, clock=lambda: 0.0)
            async with Client(make_server(store, Traffic(limit)), mode="legacy") as client:
                while True:
                    try:
                        await client.list_resources(cache_mode="bypass")
                    except MCPError as error:
                        return error

        refused = run_apart(run)
        assert refused.code == TOO_MANY_CALLS
        assert refused.data["retry_after"] >= 1
