"""Writing and publishing: two trees side by side, of which one is published.

The idle tree is brought up to date in place: what is the same as in the build that wrote it stays, the rest is made and
written. Then the two change places in one step. A reader, a crash or a full disk never meets half a site: until the new
tree is whole, the former one stays where it is.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from generator.content.workers import map_forked, portions
from generator.outputs.output import Output
from generator.text.forms import fold
from generator.treestate import FileState, TreeState, folders_of, state_of

MARKER = ".incidents"
"""File by which a folder is known as made here."""
_MARK = b"This folder was made by the command `incidents build`, which replaces it whole.\n"

_PARALLEL_FROM = 128
"""Number of outputs to make from which all cores are used."""
_CHUNK = 24
"""Outputs in a portion."""
_MANY = 200
"""Outputs that share their sources from which they are a portion of their own."""
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
_FOLDER_MODE = 0o755
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
    with _locked(trees.lock, wait):
        _refuse_planted(trees)
        _recover(trees)
        _refuse_foreign(out, root)
        yield trees


@contextmanager
def _locked(lock: Path, wait: Callable[[], None]) -> Iterator[None]:
    try:
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise PublishError("out-is-no-folder", out=str(lock)) from error
        raise
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            wait()
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _refuse_planted(trees: Trees) -> None:
    """Refuses what stands beside the output under our names and was not made here: a repository can hold it."""
    for tree in (trees.next, trees.former):
        if tree.is_symlink() or (tree.exists() and not tree.is_dir()):
            raise PublishError("out-is-no-folder", out=str(tree))
        if tree.is_dir() and any(tree.iterdir()) and not (tree / MARKER).is_file():
            raise PublishError("out-is-foreign", out=str(tree))


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
        _remove_tree(trees.former)


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
    idle: TreeState | None = None,
) -> Written:
    """Brings the idle tree up to date with these outputs; `progress` hears how many of how many are made.

    `cache` is the folder that remembers what the trees hold; without it every output is made. `idle` is what is known
    of the idle tree, where that was asked before.
    """
    tree = trees.next
    tree.mkdir(mode=_FOLDER_MODE, exist_ok=True)
    tree.chmod(_FOLDER_MODE)
    _mark(tree)
    state = idle if idle is not None and idle.is_noted else TreeState.load(tree, cache)
    wanted = {output.path for output in outputs}
    if len(wanted) != len(outputs) or not wanted <= state.files():
        _refuse_collisions(outputs)
    stale = [output for output in outputs if not state.holds(output.path, output.inputs)]
    copied = _held(stale, trees.out, cache)
    made = [output for output in stale if output.path not in copied]
    removed = _remove_strays(tree, wanted | {MARKER}, state)
    _make_folders(stale, tree)
    for output in stale:
        if output.path in copied:
            state.note(output.path, output.inputs, _copy(f"{trees.out}/{output.path}", f"{tree}/{output.path}"))
    for path, inputs, written in _write_all(made, tree, min(jobs, os.cpu_count() or 1), progress):
        state.note(path, inputs, written)
    touched = {parent for path in (*removed, *(output.path for output in stale)) for parent in folders_of(path)}
    state.save(wanted, touched)
    return Written(made=len(made), kept=len(outputs) - len(made), removed=len(removed))


def _held(outputs: Sequence[Output], tree: Path, cache: Path | None) -> set[str]:
    """Paths of the outputs that a tree holds already."""
    if not outputs:
        return set()
    state = TreeState.load(tree, cache)
    return {output.path for output in outputs if state.holds(output.path, output.inputs)}


def _mark(tree: Path) -> None:
    """Makes the folder known as made here."""
    marker = tree / MARKER
    if marker.is_symlink() or not marker.is_file() or marker.read_bytes() != _MARK:
        write_file(str(marker), _MARK)


def _refuse_collisions(outputs: Sequence[Output]) -> None:
    """Refuses two files of one path, whatever the case of their letters, and a file where others need a folder."""
    seen: dict[str, str] = {}
    for output in outputs:
        other = seen.setdefault(fold(output.path), output.path)
        if other is not output.path:
            raise PublishError("outputs-collide", first=other, second=output.path)
    for output in outputs:
        for folder in folders_of(output.path):
            file = seen.get(fold(folder))
            if file is not None:
                raise PublishError("outputs-collide", first=file, second=output.path)


def _remove_strays(tree: Path, wanted: set[str], state: TreeState) -> list[str]:
    """Removes whatever is not wanted, and folders that hold none; returns the paths of the files.

    A known folder in which nothing was added or removed since holds what it held.
    """
    others = state.changed_folders()
    if others is None:
        return _sweep(tree, "", wanted)
    removed: list[str] = []
    for folder in sorted(others):  # the outer one first: it removes links that stand for folders
        removed += _sweep(tree, folder, wanted)
    for path in state.files() - wanted:
        _remove_file(tree, path)
        removed.append(path)
    return list(dict.fromkeys(removed))


def _remove_file(tree: Path, path: str) -> None:
    """Removes a file, and the folders that are empty without it."""
    file = tree / path
    if file.is_symlink() or file.is_file():
        file.unlink()
    for folder in folders_of(path):
        if not folder or not (tree / folder).is_dir() or any(os.scandir(tree / folder)):
            return
        (tree / folder).rmdir()


def _sweep(tree: Path, start: str, wanted: set[str]) -> list[str]:
    """Removes whatever is not wanted below a folder of the tree, and folders that hold none."""
    removed: list[str] = []
    top = os.fspath(tree)
    if any((tree / folder).is_symlink() for folder in (start, *folders_of(start)) if folder):
        return removed
    _reopen(tree / start)
    for folder, folders, files in os.walk(f"{top}/{start}" if start else top, topdown=False):
        inside = folder[len(top) + 1 :]
        prefix = f"{inside}/" if inside else ""
        for name in files:
            if prefix + name not in wanted:
                Path(folder, name).unlink()
                removed.append(prefix + name)
        for name in folders:
            path = Path(folder, name)
            if path.is_symlink():
                path.unlink()
        if inside and not any(os.scandir(folder)):
            Path(folder).rmdir()
    return removed


def _make_folders(outputs: Sequence[Output], tree: Path) -> None:
    made: set[str] = set()
    for output in outputs:
        _make_folder(tree, output.path.rpartition("/")[0], made)


def _make_folder(tree: Path, folder: str, made: set[str]) -> None:
    """Makes a folder and those above it, whatever stands in their place; `made` are known to be there."""
    if not folder or folder in made:
        return
    _make_folder(tree, folder.rpartition("/")[0], made)
    path = f"{tree}/{folder}"
    if not os.path.isdir(path) or os.path.islink(path):  # noqa: PTH112, PTH114  # thousands of folders: twice as fast
        Path(path).unlink(missing_ok=True)
        os.mkdir(path)  # noqa: PTH102  # as above
        os.chmod(path, _FOLDER_MODE)  # noqa: PTH101  # as above
    made.add(folder)


def _write(output: Output, tree: Path) -> tuple[str, str, FileState]:
    return output.path, output.inputs, write_file(f"{tree}/{output.path}", output.make())


def _copy(source: str, path: str) -> FileState:
    """Gives a file of the published tree a place in this one, too: no tree ever changes a file in place."""
    if os.path.lexists(path):  # thousands of files
        _make_way(Path(path))
    try:
        os.link(source, path)
    except OSError:  # a file system without links, or with too many of this file
        return write_file(path, Path(source).read_bytes())
    return state_of(path)


def write_file(path: str, content: bytes) -> FileState:
    """Writes a new file that everybody may read, whatever the umask; a reader of the former one keeps it."""
    try:
        descriptor = os.open(path, _NEW_FILE, 0o644)
    except FileExistsError:
        _make_way(Path(path))
        descriptor = os.open(path, _NEW_FILE, 0o644)
    with open(descriptor, "wb") as stream:  # noqa: PTH123  # a descriptor is no path
        stream.write(content)
        os.fchmod(descriptor, 0o644)
    return state_of(path)


def _make_way(path: Path) -> None:
    """Removes what stands at a path."""
    if path.is_dir() and not path.is_symlink():
        _remove_tree(path)
    else:
        path.unlink()


def _remove_tree(folder: Path) -> None:
    _reopen(folder)
    shutil.rmtree(folder)


def _reopen(folder: Path) -> None:
    """Gives a folder of ours, and those below it, their mode again: somebody may have taken away the right to write."""
    if folder.is_symlink() or not folder.is_dir():
        return
    folder.chmod(_FOLDER_MODE)
    for place, folders, _ in os.walk(folder):
        for name in folders:
            path = Path(place, name)
            if not path.is_symlink():
                path.chmod(_FOLDER_MODE)


def _write_all(
    outputs: Sequence[Output], tree: Path, workers: int, progress: Callable[[int, int], None]
) -> Iterator[tuple[str, str, FileState]]:
    done, workers = 0, workers if len(outputs) >= _PARALLEL_FROM else 1
    chunks = _chunks(outputs, workers) if workers > 1 else portions(outputs, 1)
    for written in map_forked(partial(_write_chunk, tree=tree), chunks, workers):
        yield from written
        done += len(written)
        progress(done, len(outputs))


def _chunks(outputs: Sequence[Output], workers: int) -> list[Sequence[Output]]:
    """The outputs in the portions in which they are made, large ones first.

    What shares its sources is in one portion, or, where it is very much, in as many as keep all workers busy.
    """
    sharing: defaultdict[str, list[Output]] = defaultdict(list)
    for output in outputs:
        sharing[output.shares].append(output)
    small = [group for group in sharing.values() if len(group) < _MANY]
    large = [group for group in sharing.values() if len(group) >= _MANY]
    parts = -(-workers // max(len(large), 1))
    chunks: list[Sequence[Output]] = [part for group in large for part in portions(group, -(-len(group) // parts))]
    gathered: list[Output] = []
    for group in small:
        gathered += group
        if len(gathered) >= _CHUNK:
            chunks.append(gathered)
            gathered = []
    return [*chunks, gathered] if gathered else chunks


def _write_chunk(outputs: Sequence[Output], tree: Path) -> list[tuple[str, str, FileState]]:
    return [_write(output, tree) for output in outputs]


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
