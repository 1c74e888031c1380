"""The index is made anew when the text that it holds changed, and only then."""

import datetime

import pytest

from generator import indexing
from generator.build import Options, build
from generator.scaffold.site import create_site


@pytest.fixture
def site(tmp_path, monkeypatch):
    create_site(tmp_path, name={"ko": "시험", "en": "Test"}, prefix="TST", today=datetime.date(2026, 1, 1))
    (tmp_path / "content/vocabulary.yaml").write_text("severities:\n  major: {ko: 높음, en: Major}\n", encoding="utf-8")
    replace(tmp_path, "ko", "status: draft\n", "")
    made = []

    def counted(documents, made_before=indexing.build_index):
        made.append({language: len(pages) for language, pages in documents.items()})
        return made_before(documents)

    monkeypatch.setattr(indexing, "build_index", counted)
    return tmp_path, made


def replace(root, language, old, new):
    file = root / f"content/incidents/TST-0001/{language}.md"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def index_of(root):
    folder = root / "site/pagefind"
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_only_a_change_of_the_text_makes_it_anew(site):
    root, made = site
    assert build(root, root / "site").published
    assert made == [{"ko": 1, "en": 1}]
    first = index_of(root)
    replace(root, "ko", "kind: postmortem", "kind: press")
    assert build(root, root / "site").published
    assert len(made) == 1
    assert index_of(root) == first
    replace(root, "ko", "무엇이 보였는지", "파드가 보였는지")
    assert build(root, root / "site").published
    assert len(made) == 2
    assert index_of(root) != first


def test_a_preview_shows_the_edit_first_and_refreshes_the_index_behind_it(site):
    root, made = site
    build(root, root / "site")
    replace(root, "ko", "무엇이 보였는지", "노드가 보였는지")
    quick = build(root, root / "site", Options(stale_index=True, dumps=False))
    assert quick.index_is_stale
    assert len(made) == 1
    assert "노드가" in (root / "site/ko/incidents/TST-0001/index.html").read_text(encoding="utf-8")
    assert not build(root, root / "site", Options(dumps=False)).index_is_stale
    assert len(made) == 2
