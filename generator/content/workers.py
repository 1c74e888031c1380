"""Work on all cores, in processes that inherit what they work on."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

_inherited: tuple[Callable[[Any], Any], Sequence[Any]] | None = None
"""What forked workers do, and with what; they inherit it instead of receiving it."""


def map_forked(function: Callable[[T], R], items: Sequence[T], workers: int) -> Iterator[R]:
    """What a function makes of each item, in their order; with more than one worker, made in forked processes.

    Function and items may hold anything; what comes back must be picklable.
    """
    global _inherited  # noqa: PLW0603  # closures can only be handed over by a fork
    if workers <= 1 or len(items) <= 1:
        yield from map(function, items)
        return
    from concurrent.futures import ProcessPoolExecutor  # not needed for a few items
    from multiprocessing import get_context

    _inherited = (function, items)
    gc.freeze()
    try:
        with ProcessPoolExecutor(workers, mp_context=get_context("fork"), initializer=_collect_rarely) as pool:
            yield from pool.map(_work, range(len(items)))
    finally:
        gc.unfreeze()
        _inherited = None


def _collect_rarely() -> None:
    """Looks for cycles after many more new objects than usual: what workers make has few, and looking costs a tenth."""
    gc.set_threshold(100_000)
    gc.enable()


def portions(items: Sequence[T], size: int) -> list[Sequence[T]]:
    """Items in portions of a size, the last one smaller."""
    return [items[start : start + size] for start in range(0, len(items), size)]


def _work(number: int) -> Any:
    if _inherited is None:
        raise RuntimeError("a worker was started without its work")
    function, items = _inherited
    return function(items[number])
