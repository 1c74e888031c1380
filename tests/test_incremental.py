"""After any series of edits the published site is byte for byte what a clean build gives."""

import random
import shutil
from pathlib import Path

import pytest
from conftest import copy_site

from generator.build import Options, build
from generator.content.load import load_content, load_site

SITE = """[site]
name = { ko = "시험 도서관", en = "Test library" }
description = { ko = "시험용", en = "For tests" }
languages = ["ko", "en"]
id_prefix = "TL"
base_url = "https://example.org/library/"
"""

ORGANIZATIONS = "".join(f"org-{n}:\n  ko: 조직 {n}\n  en: Organization {n}\n" for n in range(3))

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n} 10"><rect width="{n}" height="10"/></svg>'


def vocabulary():
    groups = []
    for group in ("topics", "symptoms", "causes", "contributing_factors", "components", "severities"):
        terms = [
            f"  {group[:3]}-{n}:\n    ko: {group} 용어 {n}\n    en: {group} term {n}\n"
            f"    definition: {{ko: 정의 {n}이다., en: Definition {n}.}}\n"
            for n in range(3)
        ]
        groups.append(f"{group}:\n{''.join(terms)}")
    return "".join(groups)


class Content:
    """A small site in a folder, and the edits that an author makes to it."""

    def __init__(self, root: Path, chance: random.Random) -> None:
        self.root, self.chance = root, chance
        self.write("site.toml", SITE)
        self.write("content/vocabulary.yaml", vocabulary())
        self.write("content/organizations.yaml", ORGANIZATIONS)
        for language in ("ko", "en"):
            self.write(f"content/pages/about/{language}.md", f"---\ntitle: About {language}\n---\nText.\n")
        for number in range(1, 8):
            self.add(number)

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def folders(self):
        return sorted((self.root / "content/incidents").iterdir())

    def some(self):
        return self.chance.choice(self.folders())

    def change(self, file, old, new):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace(old, new, 1), encoding="utf-8")

    def tags(self):
        return "".join(
            f"{group}: [{', '.join(self.chance.sample([f'{group[:3]}-{n}' for n in range(3)], 2))}]\n"
            for group in ("topics", "symptoms", "causes", "components")
        )

    def add(self, number=None):
        number = number or self.chance.randint(100, 999)
        folder = f"content/incidents/TL-{number:04d}"
        facts = (
            f"organizations: [org-{self.chance.randrange(3)}]\nadded: 2026-01-01\n"
            f"occurred: 20{self.chance.randint(10, 25)}-0{self.chance.randint(1, 9)}\n{self.tags()}"
            "sources:\n  - {url: 'https://example.org/', title: Source, kind: postmortem}\n"
        )
        self.write(
            f"{folder}/ko.md", f"---\ntitle: 사례 {number}\n{facts}---\n요약 {number}이다.\n\n## 증상\n\n느렸다.\n"
        )
        if self.chance.random() < 0.7:
            self.write(
                f"{folder}/en.md", f"---\ntitle: Incident {number}\n---\nSummary {number}.\n\n## Symptoms\n\nSlow.\n"
            )

    def edit_title(self):
        self.change(self.some() / "ko.md", "title: ", f"title: 새 {self.chance.randint(0, 99)} ")

    def edit_body(self):
        self.change(self.some() / "ko.md", "## 증상\n", f"## 증상\n\n줄 {self.chance.randint(0, 99)}이다.\n")

    def edit_tags(self):
        file = self.some() / "ko.md"
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        kept = [line for line in lines if not line.startswith(("topics:", "symptoms:", "causes:", "components:"))]
        at = next(place for place, line in enumerate(kept) if line.startswith("sources:"))
        file.write_text("".join((*kept[:at], self.tags(), *kept[at:])), encoding="utf-8")

    def rename(self):
        self.some().rename(self.root / f"content/incidents/TL-{self.chance.randint(1000, 9999)}")

    def delete(self):
        if len(self.folders()) > 3:
            shutil.rmtree(self.some())

    def draft(self):
        self.change(self.some() / "ko.md", "added:", "status: draft\nadded:")

    def publish(self):
        for folder in self.folders():
            self.change(folder / "ko.md", "status: draft\n", "")

    def withdraw(self):
        file = self.some() / "ko.md"
        if "status:" not in file.read_text(encoding="utf-8"):
            self.change(
                file, "added:", "status: withdrawn\nwithdrawn: {date: 2026-02-01}\nwithdrawn_reason: 틀렸다\nadded:"
            )

    def drop_translation(self):
        (self.some() / "en.md").unlink(missing_ok=True)

    def picture(self):
        folder = self.some()
        (folder / "graph.svg").write_text(SVG.format(n=self.chance.randint(1, 99)), encoding="utf-8")

    def alias(self):
        file = self.some() / "ko.md"
        if "aliases:" not in file.read_text(encoding="utf-8"):
            self.change(file, "added:", f"aliases: [old-{self.chance.randint(0, 10**9)}]\nadded:")

    def label(self):
        self.change(self.root / "content/vocabulary.yaml", "용어", f"말 {self.chance.randint(0, 99)}")

    def organization(self):
        self.change(self.root / "content/organizations.yaml", "조직", f"단체 {self.chance.randint(0, 99)}")

    def setting(self):
        self.change(self.root / "site.toml", "For tests", f"For tests {self.chance.randint(0, 99)}")

    def page(self):
        self.change(self.root / "content/pages/about/ko.md", "Text.", f"글 {self.chance.randint(0, 99)}. Text.")

    def template(self):
        number = self.chance.randint(0, 99)
        text = '{% extends "default/pages/group.html" %}{% block title %}T' + str(number) + "{% endblock %}"
        self.write("templates/pages/group.html", text)

    def style(self):
        self.write("static/css/site.css", f"body {{ outline-width: {self.chance.randint(0, 99)}px; }}\n")

    def catalogue(self):
        text = f'msgid ""\nmsgstr ""\n"Language: ko\\n"\n\nmsgid "Home"\nmsgstr "집 {self.chance.randint(0, 99)}"\n'
        self.write("templates/locales/ko/LC_MESSAGES/messages.po", text)


EDITS = [
    name
    for name in vars(Content)
    if not name.startswith("_") and name not in {"write", "folders", "some", "change", "tags"}
]


def tree(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def changed(before, after):
    return {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}


def clean_tree(root, scratch):
    copy = scratch / "clean"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(root, copy, ignore=shutil.ignore_patterns("site", ".site.*", ".cache"))
    assert build(copy, copy / "site", Options(search=False)).published
    return tree(copy / "site")


def assert_same(root, scratch, edits):
    published, clean = tree(root / "site"), clean_tree(root, scratch)
    assert sorted(published) == sorted(clean), edits
    assert [path for path in clean if clean[path] != published[path]] == [], edits


@pytest.mark.parametrize("seed", range(6))
def test_series_of_edits_ends_in_the_bytes_of_a_clean_build(tmp_path, seed):
    chance = random.Random(seed)
    content = Content(tmp_path / "site", chance)
    root = content.root
    done = []
    for _ in range(7):
        for name in chance.sample(EDITS, chance.randint(1, 2)):
            getattr(content, name)()
            done.append(name)
        assert build(root, root / "site", Options(search=False)).published, done
    assert_same(root, tmp_path, done)


@pytest.mark.parametrize("name", EDITS)
def test_each_edit_alone(tmp_path, name):
    content = Content(tmp_path / "site", random.Random(name))
    root = content.root
    for _ in range(2):
        build(root, root / "site", Options(search=False))
    getattr(content, name)()
    result = build(root, root / "site", Options(search=False))
    assert result.published
    assert_same(root, tmp_path, [name])


def test_an_edit_makes_few_files_again_and_none_twice(tmp_path):
    content = Content(tmp_path / "site", random.Random(1))
    root = content.root
    first = build(root, root / "site", Options(search=False))
    assert first.made == first.files
    before = tree(root / "site")
    content.change(content.folders()[0] / "ko.md", "느렸다", "무척 느렸다")
    second = build(root, root / "site", Options(search=False))
    own = {f"{language}/incidents/{content.folders()[0].name}/index.html" for language in ("ko", "en")}
    pages = {path for path in changed(before, tree(root / "site")) if path.endswith(".html")}
    assert pages <= own
    assert 0 < second.made < 30
    assert build(root, root / "site", Options(search=False)).made == 0


@pytest.mark.parametrize("damage", ["cut", "foreign", "other"])
def test_a_damaged_cache_makes_a_slower_build_and_never_a_wrong_one(tmp_path, damage):
    content = Content(tmp_path / "site", random.Random(2))
    root = content.root
    for _ in range(2):
        build(root, root / "site", Options(search=False))
    for file in (root / ".cache").rglob("*"):
        if not file.is_file():
            continue
        data = file.read_bytes()
        if damage == "cut":
            file.write_bytes(data[: len(data) // 2])
        elif damage == "foreign":
            file.write_bytes(b"cos\nsystem\n(S'exit 1'\ntR.")
        else:
            file.write_bytes(data[:-8] + b"\xff" * 8)
    content.edit_title()
    assert build(root, root / "site", Options(search=False)).published
    assert_same(root, tmp_path, [damage])


def test_files_changed_by_hand_in_the_output_are_mended(tmp_path):
    content = Content(tmp_path / "site", random.Random(3))
    root = content.root
    for _ in range(2):
        build(root, root / "site", Options(search=False))
    for out in (root / "site", root / ".site.next"):
        (out / "index.html").write_text("changed", encoding="utf-8")
        (out / "stray.html").write_text("stray", encoding="utf-8")
        (out / "ko" / "index.html").unlink()
    build(root, root / "site", Options(search=False))
    assert_same(root, tmp_path, [])


FIELDS = {
    "why it was withdrawn": ("IL-0004/ko.md", "거둬들인까닭표식", "다른까닭표식"),
    "what took its place": ("IL-0004/ko.md", "superseded_by: IL-0001", "superseded_by: IL-0002"),
    "the day of withdrawal": ("IL-0004/ko.md", "date: 2026-02-10", "date: 2026-02-11"),
    "certainty of the date": ("IL-0001/ko.md", "date_certainty: approximate", "date_certainty: inferred"),
    "basis of the severity": ("IL-0001/ko.md", "severity_basis: editor", "severity_basis: source"),
    "severity": ("IL-0001/ko.md", "severity: critical", "severity: major"),
    "impact": ("IL-0001/ko.md", "impact: 요청의", "impact: 모든 요청의"),
    "trigger": ("IL-0001/ko.md", 'trigger: "설정', 'trigger: "새 설정'),
    "basis of a duration": ("IL-0001/ko.md", "basis: computed", "basis: source"),
    "a duration": ("IL-0001/ko.md", "time_to_recover: 3h 45m", "time_to_recover: 2h"),
    "certainty of a tag": ("IL-0001/ko.md", "{id: bad-config, certainty: likely}", "bad-config"),
    "order of tags": ("IL-0001/ko.md", "components: [core-switch, resolver]", "components: [resolver, core-switch]"),
    "chosen neighbours": ("IL-0001/ko.md", "related: [IL-0005, IL-0002]", "related: [IL-0002]"),
    "a sample of a log": ("IL-0001/ko.md", "link 12 down <now>", "link 13 down <now>"),
    "an alert": ("IL-0001/ko.md", "SampleResolverSlow", "SampleResolverDead"),
    "a check": ("IL-0001/ko.md", "means: {ko: 제한이 없다.", "means: {ko: 아무 제한이 없다."),
    "a source": ("IL-0001/ko.md", "title: 견본 발표", "title: 견본 강연"),
    "a reference": ("IL-0001/ko.md", "title: Sample paper", "title: Sample article"),
    "the order of organizations": ("IL-0001/ko.md", "[sample-works, example-labs]", "[example-labs, sample-works]"),
    "the day of the last change": ("IL-0001/ko.md", "modified: 2026-02-01", "modified: 2026-02-03"),
}


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    """A built copy of the site of all fields, its idle tree up to date."""
    root = copy_site("full", tmp_path_factory.mktemp("fields") / "full")
    for _ in range(2):
        assert build(root, root / "site", Options(search=False)).published
    return root


@pytest.mark.parametrize("name", FIELDS)
def test_each_field_reaches_every_output_that_shows_it(full, tmp_path, name):
    path, old, new = FIELDS[name]
    file = full / "content/incidents" / path
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    try:
        assert build(full, full / "site", Options(search=False)).published
        assert_same(full, tmp_path, [name])
    finally:
        file.write_text(text, encoding="utf-8")
        build(full, full / "site", Options(search=False))


def test_counts_of_a_language_follow_a_new_translation(tmp_path):
    content = Content(tmp_path / "site", random.Random(4))
    root = content.root
    for number in range(8, 16):
        content.add(number)
    oldest = content.folders()[0]
    for folder in content.folders():
        text = (folder / "ko.md").read_text(encoding="utf-8")
        year = 2001 if folder == oldest else 2020
        text = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("occurred:"))
        (folder / "ko.md").write_text(text.replace("---\n", f"---\noccurred: {year}-01-01\n", 1), encoding="utf-8")
    kept = (oldest / "en.md").read_text(encoding="utf-8") if (oldest / "en.md").is_file() else None
    assert kept is not None
    (oldest / "en.md").unlink()
    for _ in range(2):
        assert build(root, root / "site", Options(search=False)).published
    (oldest / "en.md").write_text(kept, encoding="utf-8")
    assert build(root, root / "site", Options(search=False)).published
    assert_same(root, tmp_path, ["a translation of the oldest"])


def test_retired_terms_are_followed_and_nothing_is_unpacked_for_them(full, tmp_path):
    file = full / "content/vocabulary.yaml"
    assert "replaced_by" in file.read_text(encoding="utf-8")
    assert_same(full, tmp_path, ["retired terms"])


def test_a_build_beside_one_that_was_not_settled_sees_texts_that_went(tmp_path):
    content = Content(tmp_path / "site", random.Random(5))
    root = content.root
    build(root, root / "site", Options(search=False))
    gone = content.folders()[-1]
    for path in gone.glob("*.md"):
        path.unlink()
    site, _ = load_site(root)
    loaded = load_content(root, site, jobs=1, cache=root / ".cache")
    assert gone.name not in loaded.library.incidents
    assert [problem.code for problem in loaded.problems if problem.path.endswith(gone.name)] == ["E115"]
