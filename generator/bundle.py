"""The bundle: the whole site as one zip archive that opens from disk, without a server and without a request.

The pages are those of the site, with links that name files. The index and the search come as scripts, since a browser
refuses to fetch from disk, and links take the chosen theme along, since Firefox keeps storage for each file alone. What
only a server or a crawler reads is left out: the API, feeds, sitemap, files for hosts and the pages for addresses of
nothing. The same content gives the same bytes.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from generator.build import Clock, Options, Step, Watcher, failing, load, open_editions
from generator.checks import check_content
from generator.content.workplace import cache_folder
from generator.indexing import current_index, open_records
from generator.model.library import Library
from generator.model.site import Site
from generator.outputs import assets, pages
from generator.outputs.api.index import revision
from generator.outputs.api.store import Records
from generator.outputs.fingerprints import take_fingerprints
from generator.outputs.markdown import plan_markdown
from generator.outputs.output import Output, ready
from generator.outputs.search.offline import offline_scripts
from generator.outputs.search.plan import plan_fragments, plan_index, plan_search
from generator.problems import Problem
from generator.relations.membership import Relations, relate
from generator.render.machine_urls import has_markdown
from generator.render.theme import find_theme
from generator.render.urls import close_links_on_disk, way_up
from generator.writer import MARKER, Trees, write_file, write_outputs

STEPS: tuple[Step, ...] = ("load", "check", "relate", "index", "plan", "write", "pack")
"""The steps of a bundle, in their order."""

LONGEST = 120
"""Characters of the longest path in the archive: with the folder that a reader of Windows unpacks it in, it must stay
below 260."""

README, SUMS = "README.txt", "SHA256SUMS"

_KINDS = ("search", "markdown")
"""Kinds of output that a bundle has beside pages, where the site has them."""

_FORMS = re.compile(r"""(http-equiv="Content-Security-Policy" content="[^"]*\bform-action 'self')(?=[;"])""")
"""The place in the policy of a page where its forms are let lead; for Firefox no file is `'self'` there."""

_DATE = (1980, 1, 1, 0, 0, 0)
_UNIX = 3
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_FOREIGN = re.compile(r'[^ -~]|[<>:"\\|?*]|[. ](?:/|$)|//|^/')
_RESERVED = re.compile(r"(?:^|/)(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$) *(?:\.[^/]*)?(?=/|$)", re.IGNORECASE)


class BundleError(Exception):
    """The bundle cannot be made; the message key and its values say why."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key, self.values = key, values


class FolderError(BundleError):
    """The archive must not lie in that folder."""


class PathError(BundleError):
    """A file of the bundle has a path that some system cannot unpack."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundled:
    """What came of a bundle."""

    problems: tuple[Problem, ...]
    path: Path | None = None
    """The archive; None where problems kept it from being made."""
    incidents: int = 0
    files: int = 0
    size: int = 0
    """Bytes of the archive."""
    sha256: str = ""
    """SHA-256 of the archive."""
    seconds: Mapping[Step, float] = field(default_factory=dict)


def bundle(
    root: Path, out: Path, *, name: str | None = None, options: Options | None = None, watcher: Watcher | None = None
) -> Bundled:
    """Writes `<name>-<revision>.zip` of the site of `root` into the folder `out`; with problems, nothing is written.

    Raises BundleError, `writer.PublishError` when two outputs have one address, OSError when the disk refuses.
    """
    options, watcher = options or Options(), watcher or Watcher()
    _refuse_folder(out, root)
    with cache_folder(root, watcher.unkept) as cache:
        return _bundle(root, out, name, options, Clock(watcher), cache)


def _bundle(  # noqa: PLR0917  # what a bundle is made from
    root: Path, out: Path, name: str | None, options: Options, clock: Clock, cache: Path
) -> Bundled:
    with clock.step("load"):
        content, problems = load(root, options, cache)
    if content is not None:
        with clock.step("check"):
            problems = check_content(content)
    if content is None or failing(problems, strict=options.strict):
        return Bundled(problems=tuple(problems), seconds=clock.seconds)
    library = replace(content.library, site=bundled_site(content.site))
    with clock.step("relate"):
        relations = relate(library)
    index = None
    if options.search and "search" in library.site.outputs:
        with clock.step("index"):
            index = current_index(library, cache, jobs=options.jobs)
    with clock.step("plan"):
        top = f"{name or default_name(content.site)}-{revision(content.library)}"
        outputs = [ready(SUMS, b""), _readme(library, top), *plan(library, relations, root, cache, index)]
        refuse_paths(top, (output.path for output in outputs))
    with tempfile.TemporaryDirectory(prefix="incidents-bundle-") as folder:
        trees = Trees(Path(folder) / "site")
        with clock.step("write"):
            write_outputs(outputs, trees, None, jobs=options.jobs, progress=clock.watcher.progress)
        with clock.step("pack"):
            paths = sorted(output.path for output in outputs)
            write_file(f"{trees.next}/{SUMS}", _sums(trees.next, paths))
            archive = _archive(out / f"{top}.zip", top, trees.next, paths)
    return Bundled(
        problems=tuple(problems),
        path=archive,
        incidents=len(relations.newest),
        files=len(paths),
        size=archive.stat().st_size,
        sha256=_sha256(archive),
        seconds=clock.seconds,
    )


def _refuse_folder(out: Path, root: Path) -> None:
    """Refuses a folder from which the next build would take the archive away, or in which it would be content."""
    resolved = out.resolve()
    if resolved.is_relative_to(root.resolve() / "content"):
        raise FolderError("bundle-in-content", out=out)
    if any((folder / MARKER).is_file() for folder in (resolved, *resolved.parents)):
        raise FolderError("bundle-in-site", out=out)


def bundled_site(site: Site) -> Site:
    """The site as a bundle has it: without an address, with nothing that needs one or a server."""
    return replace(site, base_url=None, outputs=("pages", *(kind for kind in _KINDS if kind in site.outputs)))


def default_name(site: Site) -> str:
    """The name of the site in ASCII letters, in English where it has one."""
    return re.sub(r"[^a-z0-9]+", "-", site.name.nearest("en").lower()).strip("-")[:40].strip("-") or "incidents"


def is_bundle_name(name: str) -> bool:
    """Whether an archive may begin with this name: ASCII letters, digits, dots, hyphens and underscores."""
    return _NAME.fullmatch(name) is not None


def refuse_paths(top: str, paths: Iterable[str]) -> None:
    """Raises PathError for a path that some system cannot unpack, counted with the folder `top`."""
    whole = [f"{top}/{path}" for path in paths]
    for path in whole:
        if _FOREIGN.search(path):
            raise PathError("bundle-path-foreign", path=path)
        if _RESERVED.search(path):
            raise PathError("bundle-path-reserved", path=path)
    longest = max(whole, key=len)
    if len(longest) > LONGEST:
        raise PathError("bundle-path-long", path=longest, length=len(longest), most=LONGEST)


def plan(
    library: Library, relations: Relations, root: Path, cache: Path, index: tuple[Path, str] | None
) -> Iterator[Output]:
    """Every file of the bundle but the list of sums and the one to read first; `index` is the search index, if any."""
    theme = find_theme(root)
    static, files = assets.plan_assets(theme, search=index is not None)
    editions, press = open_editions(library, relations, theme, static)
    press = replace(press, close=close_page)
    prints = take_fingerprints(library, relations, theme, static)
    yield from (_carrying_theme(file) if file.path == static.theme_script else file for file in files)
    yield from assets.plan_pictures(library, root)
    yield from (page for page in pages.plan_pages(editions, press, prints) if not page.path.endswith("404.html"))
    if has_markdown(library.site):
        yield from map(_closed, plan_markdown(editions, Records(editions, prints, None)))
    if index is not None:
        fragments = plan_fragments(open_records(library, cache), index[0])
        searched = (*plan_search(editions, prints), *plan_index(*index), *fragments)
        scripts = offline_scripts({output.path: output.make() for output in searched})
        yield from (ready(path, content) for path, content in scripts)


def close_page(html: str, way: str) -> str:
    """A page as a reader without a server needs it: links name files, and Firefox lets its forms lead to them."""
    return _FORMS.sub(r"\1 file:", close_links_on_disk(html, way), count=1)


def _carrying_theme(script: Output) -> Output:
    return script._replace(make=lambda: script.make() + _THEME_SCRIPT.encode())


def _closed(output: Output) -> Output:
    """Markdown of an incident with links to pages that name their files."""
    link = re.compile(rf"(\]\(<?{re.escape(way_up(output.path))}(?:[^\s()<>#]*/)?)(?=[)>#])")
    return output._replace(make=lambda: link.sub(r"\1index.html", output.make().decode()).encode())


def _readme(library: Library, top: str) -> Output:
    """The file to read first, in both languages, whatever those of the site are."""
    texts = [_readme_text(library, top, language) for language in _README]
    return ready(README, "\n----\n\n".join(texts).encode())


def _readme_text(library: Library, top: str, language: str) -> str:
    site = library.site
    text = _README[language].format(name=site.name.nearest(language), top=top, count=len(list(library.listed())))
    if has_markdown(site):
        text += _MARKDOWN_LINE[language]
    if site.license is not None:
        text += _LICENSE_LINE[language].format(license=site.license.name)
    return text


def _sums(tree: Path, paths: Sequence[str]) -> bytes:
    """SHA-256 of these files of a tree but the list itself, as `sha256sum` writes it."""
    return "".join(f"{_sha256(tree / path)}  {path}\n" for path in paths if path != SUMS).encode()


def _archive(target: Path, top: str, tree: Path, paths: Sequence[str]) -> Path:
    """Packs these files of a tree; the archive appears whole or not at all."""
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(f".{target.name}.{os.getpid()}.partial")
    files = set(paths)
    try:
        with zipfile.ZipFile(partial, "x") as archive:
            for path in sorted({*paths, *_folders(paths)}):
                content = (tree / path).read_bytes() if path in files else b""
                archive.writestr(_entry(f"{top}/{path}"), content, compresslevel=9)
        partial.chmod(0o644)
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)
    return target


def _folders(paths: Iterable[str]) -> set[str]:
    """The folders of these files, each closed by a slash; the top one is empty."""
    return {path[:end] for path in paths for end in (0, *(found.end() for found in re.finditer("/", path)))}


def _entry(path: str) -> zipfile.ZipInfo:
    """An entry that says the same wherever and whenever it is made."""
    entry = zipfile.ZipInfo(path, _DATE)
    entry.create_system = _UNIX
    if path.endswith("/"):
        entry.external_attr = (stat.S_IFDIR | 0o755) << 16 | 0x10
    else:
        entry.external_attr = (stat.S_IFREG | 0o644) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


_THEME_SCRIPT = """
// From disk: what is stored may be stored for this page alone, so links and forms take the chosen theme along.
(function (root) {
  "use strict";
  var THEMES = ["auto", "light", "dark"];

  function take() {
    var address = new URL(location.href);
    var theme = address.searchParams.get("theme");
    if (THEMES.indexOf(theme) < 0) return;
    if (theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme;
    localStorage.setItem("theme", theme);
    address.searchParams.delete("theme");
    history.replaceState(history.state, "", address.href);
  }

  function give(link) {
    var address = new URL(link.href);
    var theme = localStorage.getItem("theme");
    if (!theme || address.protocol !== "file:" || address.pathname === location.pathname) return;
    address.searchParams.set("theme", theme);
    link.href = address.href;
  }

  function attempt(act, on) {
    try {
      act(on);
    } catch (error) {
      // Without storage each page follows the system.
    }
  }

  ["click", "auxclick"].forEach(function (name) {
    window.addEventListener(name, function (event) {
      var link = event.target.closest && event.target.closest("a[href]");
      if (link && !event.defaultPrevented) attempt(give, link);
    });
  });

  window.addEventListener("formdata", function (event) {
    attempt(function (data) {
      var theme = localStorage.getItem("theme");
      if (theme) data.set("theme", theme);
    }, event.formData);
  });

  attempt(take);
})(document.documentElement);
"""

_README = {
    "ko": """\
{name}
{top}
사례 {count}건

여는 방법
1. 압축을 모두 풉니다. 압축 파일 안에서 바로 열면 동작하지 않습니다.
2. index.html을 브라우저(크롬, 에지, 파이어폭스)로 엽니다.

서버도 인터넷도 필요 없습니다. 페이지, 검색, 필터, 테마가 모두 이 폴더 안의 파일로
동작하고, 어떤 요청도 폴더 밖으로 나가지 않습니다. 출처처럼 바깥을 가리키는 링크는
눌렀을 때만 열립니다.

파일을 확인하려면 이 폴더에서 실행하세요: sha256sum -c SHA256SUMS
""",
    "en": """\
{name}
{top}
{count} incidents

How to open it
1. Unpack the whole archive. Opened inside the archive, it does not work.
2. Open index.html in a browser: Chrome, Edge or Firefox.

No server and no network are needed. Pages, search, filters and theme work with
the files of this folder, and no request leaves it. Links that lead out, to
sources for instance, are opened only when you follow them.

To check the files, run in this folder: sha256sum -c SHA256SUMS
""",
}
_MARKDOWN_LINE = {
    "ko": "사례는 페이지 옆에 Markdown으로도 들어 있습니다.\n",
    "en": "Each report is also there as Markdown, beside its page.\n",
}
_LICENSE_LINE = {"ko": "사례 라이선스: {license}\n", "en": "License of the reports: {license}\n"}
