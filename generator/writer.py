"""Writing and publishing: two trees side by side, of which one is published.

The idle tree is brought up to date in place: what is the same as in the build that wrote it stays, the rest is made and
written. Then the two change places in one step. A reader, a crash or a full disk never meets half a site: until the new
tree is whole, the former one stays where it is.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import gc
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path

from generator.outputs.output import Output
from generator.text.forms import fold
from generator.treestate import FileState, TreeState, state_of

MARKER = ".incidents"
"""File by which a folder is known as made here."""
_MARK = b"This folder was made by the command `incidents build`, which replaces it whole.\n"

_PARALLEL_FROM = 64
"""Number of outputs to make from which all cores are used."""
_CHUNK = 24
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
        yield trees


def _refuse_foreign(out: Path, root: Path) -> None:
    resolved, project = out.resolve(), root.resolve()
    sources = (project / name for name in ("content", "templates", "static", ".cache", ".git"))
    if project.is_relative_to(resolved) or any(resolved.is_relative_to(source) for source in sources):
        raise PublishError("out-is-source", out=str(out))
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        raise PublishError("out-is-no-folder", out=str(out))
    if out.is_dir() and out.is_mount():
        raise PublishError("out-is-mount", out=str(out))
    if out.is_dir() and any(out.iterdir()) and not (out / MARKER).is_file():
        raise PublishError("out-is-foreign", out=str(out))


def _recover(trees: Trees) -> None:
    """Puts the former tree back where a build ended between two renames."""
    if trees.former.is_dir() and not trees.out.exists():
        trees.former.rename(trees.out)
    if trees.former.exists():
        shutil.rmtree(trees.former)


@dataclass(frozen=True, slots=True)
class Written:
    """What was done to bring a tree up to date."""

    made: int
    kept: int
    removed: int


def write_outputs(
    outputs: Sequence[Output],
    trees: Trees,
    cache: Path | None,
    *,
    jobs: int,
    progress: Callable[[int, int], None],
) -> Written:
    """Brings the idle tree up to date with these outputs; `progress` hears how many of how many are made.

    `cache` is the folder that remembers what the trees hold; without it every output is made.
    """
    _refuse_collisions(outputs)
    tree = trees.next
    tree.mkdir(mode=0o755, exist_ok=True)
    tree.chmod(0o755)
    state = TreeState.load(tree, cache)
    published = TreeState.load(trees.out, cache)
    stale = [output for output in outputs if not state.holds(output.path, output.inputs)]
    copied = [output.path for output in stale if published.holds(output.path, output.inputs)]
    stale = _copying(stale, set(copied), trees.out)
    removed = _remove_strays(tree, {output.path for output in outputs})
    _make_folders(stale, tree)
    for path, inputs, written in _write_all(stale, tree, min(jobs, os.cpu_count() or 1), progress):
        state.note(path, inputs, written)
    write_file(tree / MARKER, _MARK)
    state.save({output.path for output in outputs})
    made = len(stale) - len(copied)
    return Written(made=made, kept=len(outputs) - made, removed=removed)


def _copying(outputs: Sequence[Output], paths: set[str], tree: Path) -> list[Output]:
    """The same outputs; those that a tree holds already are copied from it instead of being made."""
    return [
        replace(output, make=(tree / output.path).read_bytes) if output.path in paths else output for output in outputs
    ]


def _refuse_collisions(outputs: Sequence[Output]) -> None:
    seen: dict[str, str] = {}
    for output in outputs:
        other = seen.setdefault(fold(output.path), output.path)
        if other is not output.path:
            raise PublishError("outputs-collide", first=other, second=output.path)


def _remove_strays(tree: Path, wanted: set[str]) -> int:
    """Removes whatever is not an output, and folders that hold none; returns the number of files."""
    removed, top = 0, os.fspath(tree)
    for folder, folders, files in os.walk(top, topdown=False):
        inside = folder[len(top) + 1 :]
        prefix = f"{inside}/" if inside else ""
        for name in files:
            if prefix + name not in wanted:
                Path(folder, name).unlink()
                removed += 1
        for name in folders:
            path = Path(folder, name)
            if path.is_symlink():
                path.unlink()
        if inside and not any(os.scandir(folder)):
            Path(folder).rmdir()
    return removed


def _make_folders(outputs: Sequence[Output], tree: Path) -> None:
    for folder in sorted({output.path.rpartition("/")[0] for output in outputs}):
        path = tree
        for part in folder.split("/") if folder else ():
            path = path / part
            if not path.is_dir():
                path.unlink(missing_ok=True)
                path.mkdir()
                path.chmod(0o755)


def _write(output: Output, tree: Path) -> tuple[str, str, FileState]:
    path = tree / output.path
    write_file(path, output.make())
    return output.path, output.inputs, state_of(path)


def write_file(path: Path, content: bytes) -> None:
    """Writes a new file that everybody may read, whatever the umask; a reader of the former one keeps it."""
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    with path.open("xb") as stream:
        stream.write(content)
        os.fchmod(stream.fileno(), 0o644)


_shared: tuple[Sequence[Output], Path] | None = None
"""What forked workers write; they inherit it instead of receiving it."""


def _write_all(
    outputs: Sequence[Output], tree: Path, workers: int, progress: Callable[[int, int], None]
) -> Iterator[tuple[str, str, FileState]]:
    global _shared  # noqa: PLW0603  # outputs hold closures, which only a fork can hand over
    if workers == 1 or len(outputs) < _PARALLEL_FROM:
        for done, output in enumerate(outputs, start=1):
            yield _write(output, tree)
            progress(done, len(outputs))
        return
    _shared = (outputs, tree)
    gc.freeze()
    try:
        with ProcessPoolExecutor(workers, mp_context=get_context("fork")) as pool:
            done = 0
            for written in pool.map(_write_chunk, range(0, len(outputs), _CHUNK)):
                yield from written
                done += len(written)
                progress(done, len(outputs))
    finally:
        gc.unfreeze()
        _shared = None


def _write_chunk(start: int) -> list[tuple[str, str, FileState]]:
    if _shared is None:
        raise RuntimeError("a worker was started without its outputs")
    outputs, tree = _shared
    return [_write(output, tree) for output in outputs[start : start + _CHUNK]]


def publish(trees: Trees) -> None:
    """Lets the trees change places, in one step where the system can."""
    if not trees.out.exists():
        trees.next.rename(trees.out)
    elif not _exchange(trees.next, trees.out):
        trees.out.rename(trees.former)
        trees.next.rename(trees.out)
        trees.former.rename(trees.next)


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
