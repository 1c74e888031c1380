"""What the broken sites hold that is not committed: odd bytes, links, large files, clashing names, history."""

from __future__ import annotations

import os
import shutil
import subprocess
import unicodedata
from collections.abc import Callable, Mapping
from pathlib import Path

INVALID = Path(__file__).parent / "sites" / "invalid"
BASE = INVALID / "base"
"""The sound site that each broken one is laid over."""

_NOTES = ("expected.txt", "removed.txt")
"""Files that speak of a broken site and are no part of it."""

PNG = b"\x89PNG\r\n\x1a\n"


def lay_out(name: str, root: Path) -> Path:
    """Makes the broken site of this name in the folder `root`: the base, less what is removed, with its own files."""
    shutil.copytree(BASE, root)
    removed = INVALID / name / "removed.txt"
    for path in removed.read_text(encoding="utf-8").split() if removed.is_file() else ():
        (root / path).unlink()
    shutil.copytree(INVALID / name, root, dirs_exist_ok=True, ignore=shutil.ignore_patterns(*_NOTES))
    for folder in sorted(root.rglob("*"), reverse=True):
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()
    ODDITIES.get(name, lambda _: None)(root)
    return root


def report(
    root: Path, identifier: str, *, title: str = "견본 보고서", body: str = "견본 조직의 지어낸 보고서다.\n"
) -> Path:
    """Writes a sound report beside those of the base and returns its path."""
    text = (BASE / "content/incidents/IL-0001/ko.md").read_text(encoding="utf-8")
    front, _ = text.split("\n---\n", 1)
    path = root / "content" / "incidents" / identifier / "ko.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{front}\n---\n{body}".replace("title: 견본 보고서", f"title: {title}"), encoding="utf-8")
    return path


def _not_utf8(root: Path) -> None:
    first, second = report(root, "IL-0001"), report(root, "IL-0002")
    first.write_bytes(first.read_text(encoding="utf-8").encode("cp949"))
    second.write_bytes(b"\xef\xbb\xbf" + "---\ntitle: 가나".encode() + b"\xff\n---\n")
    (root / "content/vocabulary.yaml").write_bytes("topics:\n".encode("utf-16"))


def _control_character(root: Path) -> None:
    report(root, "IL-0001", body="견본.\n\n가나다\x00라\n")
    report(root, "IL-0003", body="견본.\x7f\n")
    report(root, "IL-0004", body="\x0c견본.\n")


def _too_large(root: Path) -> None:
    path = report(root, "IL-0001")
    path.write_bytes(path.read_bytes().ljust(256 * 1024 + 1, b"a"))
    (path.parent / "big.png").write_bytes(PNG.ljust(4 * 1024 * 1024 + 1, b"\0"))
    path = report(root, "IL-0002")
    path.write_bytes(path.read_bytes().ljust(256 * 1024, b"a"))
    (path.parent / "fits.png").write_bytes(PNG.ljust(4 * 1024 * 1024, b"\0"))


def _too_deep(root: Path) -> None:
    report(root, "IL-0002", title="[" * 3000 + "]" * 3000)
    nested = "".join("{a: " for _ in range(3000))
    (root / "content/organizations.yaml").write_text(nested + "a" + "}" * 3000 + "\n")


def _colliding_pictures(root: Path) -> None:
    for name in ("a.png", "A.png"):
        (root / "content/incidents/IL-0001" / name).write_bytes(PNG)


def _normal_forms(root: Path) -> None:
    for form in ("NFC", "NFD"):
        name = unicodedata.normalize(form, "그림.png")  # type: ignore[arg-type]
        (root / "content/incidents/IL-0001" / name).write_bytes(PNG)


def _outside(root: Path) -> Path:
    folder = root.parent / f"{root.name}-outside"
    folder.mkdir()
    return folder


def _outside_link(root: Path) -> None:
    outside = _outside(root)
    (outside / "chart.png").write_bytes(PNG)
    shutil.copytree(root / "content/incidents/IL-0001", outside / "IL-0002")
    (root / "content/incidents/IL-0001/chart.png").symlink_to(outside / "chart.png")
    (root / "content/incidents/IL-0002").symlink_to(outside / "IL-0002")
    (root / "content/incidents/IL-0001/inside.png").write_bytes(PNG)
    (root / "content/incidents/IL-0001/same.png").symlink_to("inside.png")


def _outside_vocabulary(root: Path) -> None:
    outside = _outside(root)
    (root / "content").mkdir()
    for name in ("vocabulary.yaml", "organizations.yaml"):
        shutil.copy(BASE / "content" / name, outside / name)
        (root / "content" / name).symlink_to(outside / name)


def _outside_theme(root: Path) -> None:
    outside = _outside(root)
    for name in ("site.css", "secret.txt"):
        (outside / name).write_text("a {}\n")
    (outside / "templates").mkdir()
    (root / "static/css").mkdir(parents=True)
    (root / "static/css/site.css").symlink_to(outside / "site.css")
    (root / "static/pw").symlink_to("../../" + f"{outside.name}/secret.txt")
    (root / "static/logo.txt").write_text("a")
    (root / "static/same.txt").symlink_to("logo.txt")
    (root / "static/.hidden").symlink_to(outside / "secret.txt")
    (root / "templates").symlink_to(outside / "templates")


def _linked_theme(root: Path) -> None:
    (root / "shared/pages").mkdir(parents=True)
    (root / "assets").mkdir()
    (root / "assets/loop.css").symlink_to("loop.css")
    (root / "static").symlink_to("assets")
    (root / "templates").mkdir()
    (root / "templates/pages").symlink_to("../shared/pages")


def _unreadable(root: Path) -> None:
    (root / "site.toml").mkdir()


def _no_text(root: Path) -> None:
    (root / "content/incidents/IL-0003").mkdir()
    (root / "content/pages/about").mkdir(parents=True)


def _folder_link(root: Path) -> None:
    (root / "content/incidents/IL-0001/loop").symlink_to(".")
    (root / "content/incidents/IL-0002").symlink_to("IL-0001")


def _too_nested(root: Path) -> None:
    report(root, "IL-0002", body="견본.\n\n" + "[" * 3000 + "\n")
    report(root, "IL-0003", body="견본.\n\n" + "- " * 3000 + "깊다\n")


def _modified_later(root: Path) -> None:
    (root / "content/incidents/IL-0002").mkdir()
    shutil.copy(root / "content/incidents/IL-0001/ko.md", root / "content/incidents/IL-0002/ko.md")
    path = root / "content/incidents/IL-0001/ko.md"
    run_git(root, "2026-01-05", "init", "--quiet")
    run_git(root, "2026-01-05", "add", ".")
    run_git(root, "2026-01-05", "commit", "--quiet", "--message", "Sample")
    path.write_text(path.read_text(encoding="utf-8") + "\n고친 문장.\n", encoding="utf-8")
    run_git(root, "2026-01-06", "commit", "--quiet", "--all", "--message", "Later")


def run_git(root: Path, day: str, *arguments: str) -> None:
    """Runs git in a folder as if on this day, whatever this machine has configured."""
    moment = f"{day}T12:00:00+0000"
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(root),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_DATE": moment,
        "GIT_COMMITTER_DATE": moment,
    }
    who = ("-c", "user.name=Sample", "-c", "user.email=sample@example.org")
    subprocess.run(["git", *who, *arguments], cwd=root, env=environment, check=True)


ODDITIES: Mapping[str, Callable[[Path], None]] = {
    "E101-not-utf8": _not_utf8,
    "E102-control-character": _control_character,
    "E103-too-large": _too_large,
    "E111-too-deep": _too_deep,
    "E113-path-collision": _colliding_pictures,
    "E113-path-collision--normal-forms": _normal_forms,
    "E114-outside-link": _outside_link,
    "E114-outside-link--vocabulary": _outside_vocabulary,
    "E114-outside-link--theme": _outside_theme,
    "E115-no-text": _no_text,
    "E116-folder-link": _folder_link,
    "E116-folder-link--theme": _linked_theme,
    "E120-unreadable": _unreadable,
    "E314-too-nested": _too_nested,
    "W604-modified-later": _modified_later,
}
"""What makes each broken site odd, by its name."""
