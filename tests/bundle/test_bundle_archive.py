"""The archive: one folder, the same bytes each time, names for every system, nothing that needs a server."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import zipfile
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from links import Page, link_faults, parse_pages, structure_faults

from generator.build import Options, build
from generator.bundle import (
    FolderError,
    PathError,
    bundle,
    close_page,
    default_name,
    is_bundle_name,
    refuse_paths,
)
from generator.model.localized import Localized
from generator.model.prose import ROOT
from generator.model.site import Site

pytestmark = pytest.mark.xdist_group("bundle-full")


def tree(folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*")) if path.is_file()]


def entries(archive: Path) -> list[zipfile.ZipInfo]:
    with zipfile.ZipFile(archive) as opened:
        return opened.infolist()


def test_one_folder_named_like_the_archive(full):
    top = full.archive.stem
    assert {entry.filename.split("/")[0] for entry in entries(full.archive)} == {top}
    assert (full.folder / "index.html").is_file()


def test_the_name_ends_in_the_revision_of_the_site(full, tmp_path):
    build(full.root, tmp_path / "site", Options(jobs=1, search=False))
    index = json.loads((tmp_path / "site/api/v1/index.json").read_bytes())
    assert full.archive.name == f"sample-library-{index['data']['revision']}.zip"


def test_entries_say_the_same_everywhere(full):
    found = entries(full.archive)
    assert [entry.filename for entry in found] == sorted(entry.filename for entry in found)
    for entry in found:
        assert entry.date_time == (1980, 1, 1, 0, 0, 0)
        assert (entry.create_system, entry.flag_bits, entry.extra, entry.comment) == (3, 0, b"", b"")
        assert entry.external_attr >> 16 == (0o40755 if entry.is_dir() else 0o100644)


def test_folders_stand_before_what_they_hold(full):
    seen = {""}
    for entry in entries(full.archive):
        parent = entry.filename.rstrip("/").rpartition("/")[0]
        assert parent in seen
        seen.add(entry.filename.rstrip("/"))


def test_names_are_for_every_system(full):
    names = [entry.filename for entry in entries(full.archive)]
    assert all(re.fullmatch(r"[A-Za-z0-9._/-]+", name) for name in names)
    assert max(map(len, names)) <= 120
    assert len({name.casefold() for name in names}) == len(names)


def test_two_bundles_are_the_same_bytes(full, tmp_path):
    root = shutil.copytree(full.root, tmp_path / "elsewhere", ignore=shutil.ignore_patterns(".cache"))
    again = bundle(root, tmp_path, options=Options(jobs=2))
    assert again.path is not None
    assert again.path.name == full.archive.name
    assert again.path.read_bytes() == full.archive.read_bytes()
    assert again.sha256 == hashlib.sha256(full.archive.read_bytes()).hexdigest()
    assert (again.size, again.files) == (full.archive.stat().st_size, len(full.files()))


def test_sums_hold_every_other_file(full):
    sums = (full.folder / "SHA256SUMS").read_text(encoding="ascii")
    listed = dict(reversed(line.split("  ")) for line in sums.splitlines())
    files = full.files()
    assert set(listed) == set(files) - {"SHA256SUMS"}
    assert all(hashlib.sha256(files[path]).hexdigest() == digest for path, digest in listed.items())
    subprocess.run(["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"], cwd=full.folder, check=True)


def test_the_file_to_read_first_is_in_both_languages(full):
    text = (full.folder / "README.txt").read_text(encoding="utf-8")
    assert re.findall(r"^\d\. .*index\.html.*$", text, re.MULTILINE)
    assert "견본 도서관" in text
    assert "Sample Library" in text
    assert "사례 9건" in text
    assert "9 incidents" in text
    assert text.count("SHA256SUMS") == text.count("CC BY 4.0") == text.count("Markdown") == 2


def test_what_a_server_or_a_crawler_reads_is_left_out(full):
    paths = set(full.files())
    assert not {"_headers", "_redirects", "robots.txt", "sitemap.xml", "llms.txt", ".incidents", "404.html"} & paths
    assert not [path for path in paths if "api/" in path or path.endswith(("404.html", ".xml"))]
    assert not [path for path in paths if path.endswith("feed.json")]


def test_all_other_pages_of_the_site_are_there(full, tmp_path):
    build(full.root, tmp_path / "site", Options(jobs=1))
    site = {path for path in tree(tmp_path / "site") if not path.endswith("404.html")}
    kept = ("ko/", "en/", "IL-", "media/", "assets/", "index.html", "favicon.svg")
    dropped = ("feed.xml", "feed.json", "opensearch.xml")
    guides = ("ko/api/", "en/api/")
    wanted = {path for path in site if path.startswith(kept) and not path.endswith(dropped)}
    wanted -= {path for path in wanted if path.startswith(guides)}
    assert wanted == {path for path in full.files() if path.startswith(kept)}


def test_drafts_are_nowhere(full):
    assert not [path for path, content in full.files().items() if b"IL-0003" in content or "IL-0003" in path]


def resources(page: Page) -> list[str]:
    loaded = [
        ("script", "src"),
        ("img", "src"),
        ("source", "src"),
        ("use", "href"),
        ("image", "href"),
        ("form", "action"),
    ]
    found = [
        element.attributes[name] for tag, name in loaded for element in page.find(tag) if name in element.attributes
    ]
    return found + [link.attributes["href"] for link in page.find("link")]


def test_resources_stand_in_the_folder(full):
    files = full.files()
    for path, page in parse_pages(full.pages()).items():
        for address in resources(page):
            assert not urlsplit(address).scheme, (path, address)
            assert not address.startswith("/"), (path, address)
            assert inside(path, address) in files, (path, address)
    for path, content in files.items():
        if path.endswith(".css"):
            assert not re.findall(rb"@import|url\(\s*['\"]?(?!data:|#)", content), path


def inside(path: str, address: str) -> str:
    """The file of the folder that a relative address names from the page at a path."""
    parts = path.split("/")[:-1]
    for step in unquote(urlsplit(address).path).split("/"):
        if step == "..":
            parts.pop()
        elif step != ".":
            parts.append(step)
    return "/".join(parts)


def test_links_name_files_of_the_folder(full):
    files = full.files()
    pages = parse_pages(full.pages())
    assert not link_faults(pages, files)
    for path, page in pages.items():
        for link in page.links():
            parts = urlsplit(link)
            if not parts.scheme and parts.path:
                assert inside(path, link) in files, (path, link)
        assert not structure_faults(page) or page.forward, path


def test_links_of_markdown_name_files_of_the_folder(full):
    files = full.files()
    found = 0
    for path, content in files.items():
        if path.endswith(".md"):
            for link in re.findall(r"\]\(<?((?:\.\./)+[^)>\s]*)", content.decode()):
                assert inside(path, link) in files, (path, link)
                found += 1
    assert found > 20


def test_pages_have_no_address_of_their_own(full):
    for path, page in parse_pages(full.pages()).items():
        assert page.canonical is None, path
        assert not page.alternates, path
        assert not page.find("meta", property="og:url"), path
        assert not page.find("link", rel="search"), path
        assert not [link for link in page.find("link") if "feed" in link.attributes.get("type", "")], path


def test_index_and_search_are_scripts(full):
    parts = [path for path in full.files() if path.startswith(("pagefind/", "search/"))]
    assert parts
    assert all(path.endswith(".js") for path in parts)


def test_forms_may_lead_to_files():
    policy = """<meta http-equiv="Content-Security-Policy" content="default-src 'none'; form-action 'self'{}; x y">"""
    text = "form-action 'self'; "
    assert close_page(policy.format("") + text, "./") == policy.format(" file:") + text
    assert close_page(text, "./") == text
    assert close_page(f'<a href="{ROOT}ko/">', "../") == '<a href="../ko/index.html">'


def test_the_site_stays_as_it_is(full, tmp_path):
    root = shutil.copytree(full.root, tmp_path / "root")
    build(root, root / "site", Options(jobs=1))
    before = {path: (root / "site" / path).stat() for path in tree(root / "site")}
    listed = set(root.iterdir())
    made = bundle(root, tmp_path / "out", name="b", options=Options(jobs=1))
    assert {path: (root / "site" / path).stat() for path in tree(root / "site")} == before
    assert set(root.iterdir()) == listed
    assert list((tmp_path / "out").iterdir()) == [made.path]


def test_problems_keep_it_from_being_written(full, tmp_path):
    root = shutil.copytree(full.root, tmp_path / "root")
    (root / "content/incidents/IL-0001/ko.md").write_text("---\ntitle: [\n---\n", encoding="utf-8")
    result = bundle(root, tmp_path / "out", options=Options(jobs=1))
    assert result.path is None
    assert result.problems
    assert not (tmp_path / "out").exists()


def test_what_cannot_be_packed_leaves_nothing_behind(full, tmp_path, monkeypatch):
    monkeypatch.setattr(zipfile.ZipFile, "writestr", refuse)
    with pytest.raises(OSError, match="full"):
        bundle(full.root, tmp_path, options=Options(jobs=1))
    assert not list(tmp_path.iterdir())


def refuse(*_: object, **__: object) -> None:
    raise OSError("the disk is full")


@pytest.mark.parametrize("folder", ["content", "content/incidents", "site", "site/deep"])
def test_folders_that_are_not_for_archives(tmp_path, folder):
    (tmp_path / "content").mkdir()
    (tmp_path / "site").mkdir()
    (tmp_path / "site/.incidents").touch()
    with pytest.raises(FolderError):
        bundle(tmp_path, tmp_path / folder)


@pytest.mark.parametrize(
    ("path", "key"),
    [
        ("ko/topics/con/index.html", "bundle-path-reserved"),
        ("media/IL-0001/Aux.svg", "bundle-path-reserved"),
        ("NUL", "bundle-path-reserved"),
        ("ko/com1.a.b/index.html", "bundle-path-reserved"),
        ("ko/lpt9", "bundle-path-reserved"),
        ("ko/장애/index.html", "bundle-path-foreign"),
        ("ko/a:b", "bundle-path-foreign"),
        ("ko/a?", "bundle-path-foreign"),
        ("ko/a./index.html", "bundle-path-foreign"),
        ("ko/a ", "bundle-path-foreign"),
        ("ko/a\\b", "bundle-path-foreign"),
        ("ko/a\nb", "bundle-path-foreign"),
        (f"ko/{'a' * 114}", "bundle-path-long"),
    ],
)
def test_paths_that_some_system_cannot_unpack(path, key):
    with pytest.raises(PathError) as caught:
        refuse_paths("top", ["index.html", path])
    assert caught.value.key == key
    assert caught.value.values["path"] == f"top/{path}"


def test_other_paths_pass():
    refuse_paths("top", ["index.html", "ko/console/index.html", "ko/com10", "aux-1", "a.con/x.b", f"ko/{'a' * 113}"])
    with pytest.raises(PathError):
        refuse_paths("con.x-0123456789ab", ["index.html"])


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ({"ko": "사례 도서관", "en": "Incident Library"}, "incident-library"),
        ({"ko": "사내 사례"}, "incidents"),
        ({"en": "  The «Ops» — Library! "}, "the-ops-library"),
        ({"en": "word " * 20}, "word-word-word-word-word-word-word-word"),
    ],
)
def test_default_name(names, expected):
    site = Site(name=Localized(names), description=Localized(names), languages=tuple(names), id_prefix="IL")
    assert default_name(site) == expected


@pytest.mark.parametrize("name", ["", ".x", "-x", "a/b", "a b", "사례", "a\n", "..", "a:b"])
def test_names_that_are_refused(name):
    assert not is_bundle_name(name)
