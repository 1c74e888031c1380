"""Writing and publishing: outputs go to a tree beside the published one, and the two change places in one step.

A reader, a crash or a full disk never meets half a site: until the new tree is whole, the former one stays where it is.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from generator.outputs.output import Output
from generator.text.forms import fold

MARKER = ".incidents.json"
"""File by which a folder is known as made here; it lists the published files with their SHA-256."""

_FORMAT = 1
_PARALLEL_FROM = 400
"""Number of outputs from which they are made on all cores."""
_CHUNK = 32
_AT_FDCWD, _RENAME_EXCHANGE = -100, 2


class PublishError(Exception):
    """The site cannot be published there; the message key and its values say why."""

    def __init__(self, key: str, **values: str) -> None:
        super().__init__(key)
        self.key, self.values = key, values


@dataclass(frozen=True, slots=True)
class Trees:
    """The published tree and what stands beside it while the next one is made."""

    out: Path

    def _beside(self, suffix: str) -> Path:
        return self.out.parent / f".{self.out.name}.{suffix}"

    @property
    def next(self) -> Path:
        """The tree that is being made."""
        return self._beside("next")

    @property
    def former(self) -> Path:
        """The former tree, while the two change places by two renames."""
        return self._beside("former")

    @property
    def lock(self) -> Path:
        """The file by which one build keeps out another."""
        return self._beside("lock")


@contextmanager
def open_output(out: Path, *, root: Path, wait: Callable[[], None]) -> Iterator[Trees]:
    """Takes hold of an output folder; `wait` is called once if another build has it.

    Raises PublishError when the folder is not ours to overwrite.
    """
    out = out.absolute()
    trees = Trees(out)
    _refuse_foreign(out, root)
    out.parent.mkdir(parents=True, exist_ok=True)
    with trees.lock.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            wait()
            fcntl.flock(lock, fcntl.LOCK_EX)
        _recover(trees)
        _refuse_foreign(out, root)
        try:
            yield trees
        finally:
            shutil.rmtree(trees.next, ignore_errors=True)
            trees.lock.unlink(missing_ok=True)


def _refuse_foreign(out: Path, root: Path) -> None:
    resolved, project = out.resolve(), root.resolve()
    content = project / "content"
    if project.is_relative_to(resolved) or resolved.is_relative_to(content):
        raise PublishError("out-is-source", out=str(out))
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        raise PublishError("out-is-no-folder", out=str(out))
    if out.is_dir() and out.is_mount():
        raise PublishError("out-is-mount", out=str(out))
    if out.is_dir() and any(out.iterdir()) and not (out / MARKER).is_file():
        raise PublishError("out-is-foreign", out=str(out))


def _recover(trees: Trees) -> None:
    """Puts the former tree back where a build ended between two renames, and clears what it left."""
    if trees.former.is_dir() and not trees.out.exists():
        trees.former.rename(trees.out)
    for left in (trees.former, trees.next):
        if left.exists():
            shutil.rmtree(left)


def write_outputs(
    outputs: Sequence[Output], tree: Path, *, jobs: int, progress: Callable[[int], None]
) -> dict[str, str]:
    """Makes every output and writes it below `tree`; returns SHA-256 by path. `progress` hears how many are done."""
    _refuse_collisions(outputs)
    _make_folders(outputs, tree)
    workers = min(jobs, os.cpu_count() or 1)
    if workers == 1 or len(outputs) < _PARALLEL_FROM:
        digests = {}
        for done, output in enumerate(outputs, start=1):
            digests[output.path] = _write(output, tree)
            progress(done)
        return digests
    return _write_on_all_cores(outputs, tree, workers, progress)


def _refuse_collisions(outputs: Sequence[Output]) -> None:
    seen: dict[str, str] = {}
    for output in outputs:
        other = seen.setdefault(fold(output.path), output.path)
        if other is not output.path:
            raise PublishError("outputs-collide", first=other, second=output.path)


def _make_folders(outputs: Sequence[Output], tree: Path) -> None:
    for folder in sorted({os.path.dirname(output.path) for output in outputs}):  # noqa: PTH120  # a path of the site
        (tree / folder).mkdir(parents=True, exist_ok=True)
    for current, _, _ in os.walk(tree):
        Path(current).chmod(0o755)


def _write(output: Output, tree: Path) -> str:
    content = output.make()
    write_file(tree / output.path, content)
    return hashlib.sha256(content).hexdigest()


def write_file(path: Path, content: bytes) -> None:
    """Writes a file that everybody may read, whatever the umask."""
    with path.open("wb") as stream:
        stream.write(content)
        os.fchmod(stream.fileno(), 0o644)


_shared: tuple[Sequence[Output], Path] | None = None
"""What forked workers write; they inherit it instead of receiving it."""


def _write_on_all_cores(
    outputs: Sequence[Output], tree: Path, workers: int, progress: Callable[[int], None]
) -> dict[str, str]:
    global _shared  # noqa: PLW0603  # outputs hold closures, which only a fork can hand over
    _shared = (outputs, tree)
    digests: dict[str, str] = {}
    try:
        with ProcessPoolExecutor(workers, mp_context=get_context("fork")) as pool:
            for written in pool.map(_write_chunk, range(0, len(outputs), _CHUNK)):
                digests.update(written)
                progress(len(digests))
    finally:
        _shared = None
    return digests


def _write_chunk(start: int) -> dict[str, str]:
    if _shared is None:
        raise RuntimeError("a worker was started without its outputs")
    outputs, tree = _shared
    return {output.path: _write(output, tree) for output in outputs[start : start + _CHUNK]}


def publish(trees: Trees, digests: dict[str, str], version: str) -> None:
    """Puts the new tree in the place of the published one, in one step where the system can."""
    manifest = {"format": _FORMAT, "generator": version, "files": dict(sorted(digests.items()))}
    write_file(trees.next / MARKER, json.dumps(manifest, ensure_ascii=False, indent=0).encode() + b"\n")
    if not trees.out.exists():
        trees.next.rename(trees.out)
    elif not _exchange(trees.next, trees.out):
        trees.out.rename(trees.former)
        trees.next.rename(trees.out)
        shutil.rmtree(trees.former, ignore_errors=True)


def _exchange(first: Path, second: Path) -> bool:
    """Lets two folders change places in one step; False where the system cannot."""
    try:
        renameat2 = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError):
        return False
    if renameat2(_AT_FDCWD, os.fsencode(first), _AT_FDCWD, os.fsencode(second), _RENAME_EXCHANGE) == 0:
        return True
    code = ctypes.get_errno()
    if code in (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EPERM):
        return False
    raise OSError(code, os.strerror(code), str(second))
