"""What can go wrong when a site is indexed."""

from __future__ import annotations


class IndexerError(Exception):
    """The index could not be made; the message says why and what to do."""
