"""Heads of values in CBOR (RFC 8949, section 3), for what is put together too often for a library of its own."""

from __future__ import annotations

_NUMBER, _NEGATIVE, _TEXT, _ARRAY = 0, 1, 3, 4
_SMALL = 24
"""Numbers below stand in the first byte."""


def number(value: int) -> bytes:
    """A whole number of at most 64 bits."""
    return _head(_NUMBER, value) if value >= 0 else _head(_NEGATIVE, -1 - value)


def text(value: str) -> bytes:
    """A text."""
    encoded = value.encode()
    return _head(_TEXT, len(encoded)) + encoded


def array(length: int) -> bytes:
    """What stands before the values of an array."""
    return _head(_ARRAY, length)


def _head(kind: int, value: int) -> bytes:
    if value < _SMALL:
        return bytes((kind << 5 | value,))
    size = max(0, (value.bit_length() - 1) // 8).bit_length()
    return bytes((kind << 5 | _SMALL + size,)) + value.to_bytes(1 << size, "big")
