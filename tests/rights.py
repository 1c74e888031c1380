"""Rights of files that hold for root, too: the tests may run as root, for whom no mode says no."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator
from contextlib import contextmanager

_DAC_OVERRIDE, _DAC_READ_SEARCH = 1, 2
_LOST = 1 << _DAC_OVERRIDE | 1 << _DAC_READ_SEARCH
_VERSION = 0x20080522
_DROP_FROM_BOUNDING_SET = 24

_libc = ctypes.CDLL(None, use_errno=True)


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Set(ctypes.Structure):
    _fields_ = (("effective", ctypes.c_uint32), ("permitted", ctypes.c_uint32), ("inheritable", ctypes.c_uint32))


def _call(function: str, sets: ctypes.Array[_Set]) -> None:
    header = _Header(_VERSION, 0)
    if getattr(_libc, function)(ctypes.byref(header), sets) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), function)


@contextmanager
def bound_by_modes() -> Iterator[None]:
    """What is done inside, and by processes that are forked there, may do no more than the modes of files allow."""
    sets = (_Set * 2)()
    _call("capget", sets)
    before = sets[0].effective
    sets[0].effective &= ~_LOST
    _call("capset", sets)
    try:
        yield
    finally:
        sets[0].effective = before
        _call("capset", sets)


def bind_by_modes() -> None:
    """The same for a program that is started next: run it between fork and exec."""
    for right in (_DAC_OVERRIDE, _DAC_READ_SEARCH):
        _libc.prctl(_DROP_FROM_BOUNDING_SET, right, 0, 0, 0)
