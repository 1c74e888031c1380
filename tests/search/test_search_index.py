"""The run of the indexer."""

import gzip
import json
from importlib.metadata import PackageNotFoundError

import pytest

from generator import index
from generator.index import build_index
from generator.outputs.search.documents import IndexDocuments
from generator.outputs.search.errors import IndexerError
from generator.text.hangul import restore


@pytest.fixture(scope="module")
def documents(library):
    return {language: list(IndexDocuments(library, language)) for language in library.site.languages}


def fragments(files, language):
    for path, content in files.items():
        if path.startswith(f"pagefind/{language}/fragment/"):
            text = gzip.decompress(content).decode()
            yield path.rsplit("/", 1)[1].split(".")[0], json.loads(text[text.index("{") :])


def test_two_runs_give_the_same_bytes(documents):
    assert build_index(documents) == build_index(documents)


def test_ids_stand_beside_their_texts(files):
    for language, expected in (("ko", {"IL-0007", "IL-0012"}), ("en", {"IL-0007", "IL-0012", "IL-0020"})):
        ids = json.loads(files[f"pagefind/{language}/ids.json"])
        assert set(ids.values()) == expected
        for name, fragment in fragments(files, language):
            assert f"/{language}/incidents/{ids[name]}/" == fragment["url"]


def test_text_comes_back_from_the_index(files):
    texts = [restore(fragment["content"]) for _, fragment in fragments(files, "ko")]
    assert any("HDFS네임노드가 복구 중이라 학습 작업이 실패했다." in text for text in texts)
    assert not any("철회" in text for text in texts)


def test_nothing_but_what_the_search_reads_is_kept(files):
    kinds = {path.rsplit(".", 1)[1] for path in files if path.startswith("pagefind/")}
    assert kinds == {"pf_index", "pf_fragment", "pf_meta", "json", "js", "pagefind"}


def test_a_language_without_pages_has_no_files(documents):
    files = build_index({"ko": documents["ko"], "en": []})
    assert not any(path.startswith("pagefind/en/") for path in files)


def test_a_missing_indexer_is_named(documents, monkeypatch):
    def missing(_):
        raise PackageNotFoundError

    monkeypatch.setattr(index, "version", missing)
    with pytest.raises(IndexerError, match="pip install"):
        build_index(documents)


def test_a_failing_indexer_says_why(documents, monkeypatch, tmp_path):
    program = tmp_path / "failing"
    program.write_text("#!/bin/sh\necho first\necho out of room\nexit 3\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setattr(index.sys, "executable", str(program))
    with pytest.raises(IndexerError, match="status 3: out of room"):
        build_index(documents)
