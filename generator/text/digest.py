"""Digests of records."""

from __future__ import annotations

import hashlib


def digest_text(text: str) -> str:
    """32 hex digits over a text."""
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def digest(*parts: object) -> str:
    """32 hex digits over the parts.

    Records of the model show all their fields and so can be parts; sets cannot, since they have no order.
    """
    hashed = hashlib.blake2b(digest_size=16)
    for part in parts:
        hashed.update(repr(part).encode())
        hashed.update(b"\0")
    return hashed.hexdigest()
