"""Facets, rows, words, interface, and their scripts for a site on disk."""

import json
import re
from base64 import b64decode

import pytest

from generator.outputs.search.facets import facets, rows
from generator.outputs.search.files import search_files
from generator.outputs.search.interface import interface
from generator.outputs.search.messages import MESSAGES, messages
from generator.outputs.search.offline import offline_scripts
from generator.outputs.search.runtime import ShapeError, classic_script
from generator.outputs.search.scripts import browse_call, joined
from generator.outputs.search.words import words

WORDS = "words:locations,"


def places(group):
    found = {}
    for name, _, distances in group["terms"]:
        place = 0
        found[name] = [place := place + distance for distance in distances]
    return found


def test_facets_hold_every_listed_incident_in_columns(library):
    table = json.loads(facets(library, "ko"))
    assert table["ids"] == ["IL-0007", "IL-0012", "IL-0020"]
    assert table["dates"] == ["2019-08-08", "2021-03", ""]
    assert table["severities"] == [["critical", "심각"], ["major", "높음"]]
    assert table["severity"] == [1, -1, -1]
    assert table["recover"] == [8040, -1, -1]
    groups = {group["id"]: places(group) for group in table["groups"]}
    assert groups["causes"] == {"dependency": [0], "retry-storm": [1]}
    assert groups["organizations"] == {"bada": [1, 2], "acme": [0, 1]}
    assert groups["years"] == {"unknown": [2], "2021": [1], "2019": [0]}
    organizations = next(group for group in table["groups"] if group["id"] == "organizations")["terms"]
    assert [organizations[place][0] for place in table["organization"]] == ["acme", "bada", "bada"]


def test_facets_tell_which_date_stands_there(library):
    table = json.loads(facets(library, "ko"))
    assert table["published"] == [1]
    assert table["certainties"] == {"0": "approximate"}


def test_facets_mark_incidents_without_a_text_in_the_language(library):
    assert json.loads(facets(library, "ko"))["foreign"] == {"2": "en"}
    assert json.loads(facets(library, "en"))["foreign"] == {}


def test_rows_follow_the_order_of_the_facets(library):
    block = json.loads(rows(library.listed(), "ko"))
    assert [title for title, _ in block] == [
        "체크포인트 저장이 멈췄다",
        "재시도 폭풍으로 주문이 멈췄다",
        "Leap second spiked the processors",
    ]


def test_words_hold_titles_and_vocabulary_of_both_languages(library):
    found = json.loads(words(library, "ko", "other"))
    assert {"Checkpoint", "thundering", "Acme"} <= set(found)
    assert "withdrawn" not in [word.lower() for word in found]
    assert "Leap" not in found
    assert {"체크포인트", "학습"} <= set(json.loads(words(library, "ko", "hangul")))


def test_each_writing_has_words_of_its_own_without_particles(library):
    hangul, other = (json.loads(words(library, "ko", writing)) for writing in ("hangul", "other"))
    assert all(re.fullmatch("[가-힣]+", word) for word in hangul)
    assert not any(re.search("[가-힣]", word) for word in other)
    assert "폭풍" in hangul
    assert "폭풍으로" not in hangul


def test_other_indexes_are_asked_only_where_they_can_give_something(library):
    assert json.loads(interface(library, "ko", str))["elsewhere"] == ["en"]
    assert json.loads(interface(library, "en", str))["elsewhere"] == []


def test_messages_are_translated_where_they_are_made():
    assert messages(str.upper)["close"] == "CLOSE"
    assert len(MESSAGES) == len(set(MESSAGES))


def test_files_of_a_language(library):
    assert [file.path for file in search_files(library, "en", str)] == [
        "search/en/facets.json",
        "search/en/rows/0.json",
        "search/en/words/hangul.json",
        "search/en/words/other.json",
        "search/en/interface.json",
    ]


def test_offline_scripts_hand_in_every_file(files):
    handed = {}
    for path, content in offline_scripts(files):
        found = re.fullmatch(r"IncidentSearch\.receive\((.*)\);\n", content.decode())
        if found:
            assert path.endswith(".js")
            handed |= {name: b64decode(text) for name, text in json.loads(found.group(1)).items()}
    assert handed == {path: content for path, content in files.items() if not path.endswith(".js")}


def test_fragments_share_at_most_256_scripts():
    fragments = {
        f"pagefind/ko/fragment/IL-{number >> 10:04}-{number:06x}.pf_fragment": b"x" for number in range(0, 1 << 24, 999)
    }
    assert len(list(offline_scripts(fragments))) == 256


def test_classic_script_returns_what_the_module_exports():
    made = classic_script(f"var createInstance=()=>import.meta.url,a={{{WORDS}}};export{{createInstance,search}};")
    assert made.endswith(
        f'var createInstance=()=>(base+"pagefind.js"),a={{{WORDS}places:weighted_locations,}};'
        "return{createInstance,search};};\n"
    )


@pytest.mark.parametrize(
    "module",
    [
        f"a={{{WORDS}}};",
        f"a={{{WORDS}}};export{{search}};",
        f"a={{{WORDS}}};export default 1;export{{createInstance}};",
        f"a={{{WORDS}}};import('x');export{{createInstance}};",
        f"a={{{WORDS}}};import.meta.env;export{{createInstance}};",
        "a={words:places};export{createInstance};",
    ],
)
def test_another_shape_is_refused(module):
    with pytest.raises(ShapeError, match=r"pagefind 1\.5"):
        classic_script(module)


def test_joined_scripts_lose_comments_and_indentation_only():
    text = '/* one\n   two */\n(function () {\n  // three\n  const a = "//x"; // four\n})();\n'
    assert joined([text]) == '(function () {\nconst a = "//x"; // four\n})();\n'


def test_the_filters_of_the_list_are_called_by_their_path():
    assert browse_call("assets/browse.0123.js") == 'IncidentSearch.addBrowse("assets/browse.0123.js");\n'
