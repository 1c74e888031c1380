"""One file of the site, planned: where it goes, what it depends on and how it is made."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import NamedTuple


class Output(NamedTuple):
    """A file of the site."""

    path: str
    """From the root of the site, with slashes."""
    inputs: str
    """A digest of everything that the content depends on: equal inputs make equal bytes."""
    make: Callable[[], bytes]
    """Makes the content; called at most once, perhaps in another process, and without side effects."""
    shares: str = ""
    """Names the sources that it shares with others: these are made by the same process, one after another."""


def ready(path: str, content: bytes) -> Output:
    """A file whose content is there already; what it depends on is the content itself."""
    return Output(path, hashlib.sha256(content).hexdigest(), lambda: content)
