"""`check_manifests`: the verdicts of the command, for agents; hostile texts; secrets."""

import json
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from mcp_calls import PLANTED, check_result
from test_mcp_tools import ask, pages

from generator.cli.cluster_check import cluster_check
from generator.mcp.limits import ANSWER, LOG, OBJECTS
from generator.mcp.verdicts import NOT_SAFE

pytest_plugins = ("public_library",)

ROOT = Path(__file__).parent.parent.parent
PLANTED_TEXT = PLANTED.read_text(encoding="utf-8")
SECRET = "aHVudGVyMg"  # noqa: S105
OUTCOMES = ("present", "cannot_tell", "not_seen")


@cache
def command(*arguments):
    """What `incidents cluster-check --json` says of the planted manifests."""
    arguments = ("--site", str(ROOT), "--manifests", str(PLANTED), "--json", "--lang", "en", *arguments)
    return json.loads(CliRunner().invoke(cluster_check, arguments).stdout)["data"]


def checked(store, text, **arguments):
    (result,) = ask(store, ("check_manifests", {"text": text, "language": "en", **arguments}))
    return result


class TestVerdicts:
    @pytest.mark.parametrize("complete", [False, True])
    def test_they_are_those_of_the_command(self, store, complete):
        told = command(*(("--complete",) if complete else ()))
        found = list(
            pages(
                store,
                "check_manifests",
                {"text": PLANTED_TEXT, "language": "en", "all": True, "complete": complete},
            )
        )
        assert found[0]["counts"] == told["counts"]
        conditions = [condition for page in found for condition in page["conditions"]]
        expected = [one for outcome in OUTCOMES for one in told["conditions"] if one["verdict"] == outcome]
        assert conditions == expected
        assert {page["total"] for page in found} == {len(expected)}

    def test_what_is_present_comes_alone_unless_all_is_asked_for(self, store):
        content = checked(store, PLANTED_TEXT).structured_content
        assert {condition["verdict"] for condition in content["conditions"]} == {"present"}
        assert content["total"] == content["counts"]["present"] == 10
        assert content["input"] == {"objects": 21, "secrets_dropped": 1, "unreadable": 0}

    def test_one_incident(self, store):
        result = checked(store, PLANTED_TEXT, id="49", all=True)
        assert result.structured_content["conditions"] == command("--incident", "IL-0049")["conditions"]

    def test_an_incident_without_checks(self, store):
        ((bare,),) = store.rows("SELECT id FROM incident WHERE checks = 0 ORDER BY number LIMIT 1")
        result = checked(store, PLANTED_TEXT, id=bare)
        check_result(result)
        assert result.structured_content["total"] == 0
        assert "list_incidents" in result.content[0].text

    @pytest.mark.parametrize("text", [PLANTED_TEXT, '{"kind": "Namespace", "metadata": {"name": "a"}}'])
    def test_nothing_is_ever_called_safe(self, store, text):
        result = checked(store, text)
        assert result.structured_content["not_safe"] == NOT_SAFE
        assert NOT_SAFE in result.content[0].text
        assert " safe" not in result.content[0].text
        assert set(result.structured_content["counts"]) == set(OUTCOMES)

    def test_yaml_and_json_and_a_language(self, store):
        text = json.dumps({"kind": "List", "items": [{"kind": "Node", "spec": {"unschedulable": True}}]})
        content = checked(store, text, language="ko").structured_content
        (condition,) = [one for one in content["conditions"] if one["checks"][0]["check"] == "cordoned-nodes"]
        assert condition["objects"] == [{"kind": "Node", "namespace": None, "name": None, "values": ["true"]}]
        assert condition["checks"][0]["title"] == "스케줄이 막힌 노드가 있다"


class TestSecrets:
    def test_they_are_dropped_and_never_repeated(self, store):
        for result in (checked(store, PLANTED_TEXT), checked(store, PLANTED_TEXT, all=True)):
            assert SECRET not in result.model_dump_json()
            assert result.structured_content["input"]["secrets_dropped"] == 1

    def test_secrets_alone_are_no_error(self, store):
        result = checked(store, f"kind: Secret\ndata: {{password: {SECRET}}}")
        check_result(result)
        assert "dropped" in result.content[0].text
        assert SECRET not in result.model_dump_json()

    @pytest.mark.parametrize(
        "text",
        [
            f"{SECRET}: [",
            f"kind: Pod\nspec: !!int {SECRET}",
            f"kind: Pod\nspec: *{SECRET}",
            f"{SECRET}\n---\n" * 10,
            f"kind: {SECRET}\n---\nkind: {SECRET}: x",
            json.dumps([{"kind": SECRET}] * (OBJECTS + 1)),
        ],
    )
    def test_an_error_repeats_nothing_of_the_text(self, store, text, capfd):
        assert SECRET not in checked(store, text, all=True).model_dump_json()
        out, err = capfd.readouterr()
        assert SECRET not in out + err


class TestHostileTexts:
    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("", "no Kubernetes object"),
            ("hello", "no Kubernetes object"),
            ("[1, 2]", "no Kubernetes object"),
            ("\x00", "no Kubernetes object"),
            ("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\nkind: Pod", "anchors"),
            ("!!python/object/apply:os.system [id]", "tags"),
            ("[" * LOG, "no Kubernetes object"),
            ("{a: " * 50_000, "no Kubernetes object"),
            ("- " * 100_000, "no Kubernetes object"),
            ("---\n" * 50_000, "no Kubernetes object"),
            ("x" * (LOG + 1), "fewer kinds"),
            (json.dumps([{"kind": "Pod"}] * (OBJECTS + 1)), "fewer kinds"),
            (json.dumps([{"kind": "Secret"}] * (OBJECTS + 1)), "fewer kinds"),
            ("hello\n---\n" * 20_000, "fewer kinds"),
        ],
    )
    def test_an_error_says_how_to_mend_the_call(self, store, text, told):
        result = checked(store, text)
        assert result.is_error
        assert told in result.content[0].text
        assert len(result.content[0].text) < 400
        assert result.structured_content["error"]["message"] == result.content[0].text

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            ({}, "text is missing"),
            ({"text": True}, "text must be a string"),
            ({"text": {"kind": 5}}, "no Kubernetes object"),
            ({"text": [{"kind": "Pod", "x": "y" * LOG}]}, "fewer kinds"),
            ({"text": PLANTED_TEXT, "complete": "perhaps"}, "true or false"),
            ({"text": PLANTED_TEXT, "all": 1}, "true or false"),
            ({"text": PLANTED_TEXT, "id": "IL-9999"}, "search_incidents"),
            ({"text": PLANTED_TEXT, "language": "fr"}, "ko, en"),
            ({"text": PLANTED_TEXT, "cursor": "bogus"}, "next_cursor"),
            ({"text": PLANTED_TEXT, "namespace": "shop"}, "complete"),
        ],
    )
    def test_so_does_one_for_wrong_arguments(self, store, arguments, told):
        (result,) = ask(store, ("check_manifests", arguments))
        assert result.is_error
        assert told in result.content[0].text

    def test_json_may_come_as_the_value_that_it_is(self, store):
        value = {"kind": "List", "items": [{"kind": "Node", "spec": {"unschedulable": True, "x": "\ud800"}}]}
        for text in (value, [value], json.dumps(value)):
            assert checked(store, text).structured_content["counts"]["present"] >= 1

    def test_yes_and_no_may_be_written_as_texts(self, store):
        meant, written = (
            checked(store, PLANTED_TEXT, all=value, complete=other).structured_content
            for value, other in ((True, False), ("true", "False"))
        )
        assert {**meant, "next_cursor": None} == {**written, "next_cursor": None}

    def test_a_document_that_cannot_be_read_is_told(self, store):
        result = checked(store, f"{PLANTED_TEXT}\n---\nkind: [\n---\nkind: Pod\nspec: &a [*a]")
        assert result.structured_content["input"]["unreadable"] == 2
        assert "2 documents" in result.content[0].text

    def test_a_thousand_documents_that_cannot_be_read_leave_room_for_verdicts(self, store):
        result = checked(store, f"{PLANTED_TEXT}\n" + "---\nhello\n" * 1_000)
        check_result(result)
        assert result.structured_content["conditions"]

    def test_long_names_and_many_objects_stay_within_the_answer(self, store):
        node = {"kind": "Node", "metadata": {"name": "n" * 60}, "spec": {"unschedulable": True}}
        for result in (
            checked(store, json.dumps([node] * 1_000)),
            checked(store, json.dumps([{**node, "metadata": {"name": "n" * 190_000}}])),
        ):
            check_result(result)
            assert len(result.content[0].text) < ANSWER
            assert result.structured_content["conditions"]
