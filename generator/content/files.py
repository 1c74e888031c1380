"""Text files of the project: found, read, and refused when they are not text."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass
from pathlib import Path

from generator.problems import Problem
from generator.text.forms import control_character, line_and_column, nfc

PARTIAL = ".partial"
"""How the names of files end that are being written."""

MAX_BYTES = 256 * 1024
"""Largest text file that is read."""

UNREADABLE = "E120"
"""Code of what the operating system keeps from being read."""


@dataclass(frozen=True, slots=True)
class TextFile:
    """A text of the project after NFC, with line feeds alone and without a byte order mark."""

    path: str
    """From the project's folder, with slashes."""
    text: str


def relative(path: Path, root: Path) -> str:
    """The path from the project's folder, with slashes, in NFC."""
    return nfc(path.relative_to(root).as_posix())


def read_text(path: Path, root: Path) -> tuple[TextFile | None, list[Problem]]:
    """The file's text, or what keeps it from being read."""
    name = relative(path, root)
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        return None, [unreadable(path, root, error)]
    if len(data) > MAX_BYTES:
        return None, [Problem(name, 1, 1, "E103", {"limit": "256 KiB"})]
    return decode_text(data, name)


def unreadable(path: Path, root: Path, error: OSError) -> Problem:
    """A file or folder that cannot be read; the outermost folder on the way to it that lets nobody in stands for it."""
    for folder in reversed(path.parents):
        if folder != root and folder.is_relative_to(root) and not _lets_in(folder):
            path = folder
            break
    return Problem(shown(relative(path, root)), 1, 1, UNREADABLE, {"reason": error.strerror or str(error)})


def _lets_in(folder: Path) -> bool:
    try:
        os.stat(f"{folder}/.")  # noqa: PTH116  # a path drops the dot, which asks for the right to enter
    except OSError:
        return False
    return True


def decode_text(data: bytes, name: str) -> tuple[TextFile | None, list[Problem]]:
    """The text of the bytes of a file, or what keeps them from being text."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        start = data[3:] if data.startswith(b"\xef\xbb\xbf") else data
        before = start[: error.start].decode("utf-8", errors="replace")
        line, column = line_and_column(before, len(before))
        return None, [Problem(name, line, column, "E101", {"byte": f"0x{start[error.start]:02x}"})]
    text = nfc(text.replace("\r\n", "\n").replace("\r", "\n"))
    control = control_character(text)
    if control is not None:
        line, column = line_and_column(text, control)
        return None, [Problem(name, line, column, "E102", {"character": f"U+{ord(text[control]):04X}"})]
    return TextFile(name, text), []


def replace_file(path: Path, *chunks: bytes) -> None:
    """Puts a file with this content in the place of another in one step, writing through no link."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.{os.getpid()}{PARTIAL}")
    partial.unlink(missing_ok=True)
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.writelines(chunks)
        partial.replace(path)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def _is_circle(path: str) -> bool:
    """Whether a link leads back to itself."""
    try:
        Path(path).stat()
    except OSError as error:
        return error.errno == errno.ELOOP
    return False


def shown(name: str) -> str:
    """A name of the file system as text that can be printed, whatever its bytes."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def entries(folder: Path | str) -> list[os.DirEntry[str]]:
    """What stands in a folder, sorted by name, hidden entries left out; nothing where there is no folder."""
    try:
        with os.scandir(folder) as found:
            return sorted((entry for entry in found if not entry.name.startswith(".")), key=lambda entry: entry.name)
    except (FileNotFoundError, NotADirectoryError):
        return []


def stray(entry: os.DirEntry[str], path: str, root: Path) -> Problem | None:
    """A link that leads out of the project, or to a folder, which could make a loop; None for any other."""
    values = {"target": shown(str(Path(entry.path).readlink()))}
    if _is_circle(entry.path):
        return Problem(path, 1, 1, "E116", values)
    target = Path(entry.path).resolve()
    if not target.is_relative_to(root.resolve()):
        return Problem(path, 1, 1, "E114", values)
    return Problem(path, 1, 1, "E116", values) if target.is_dir() else None
