"""What an index says of Pagefind, whose program for browsers reads it."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

import orjson

from generator.outputs.search.errors import IndexerError

JOINERS = "_‿⁀⁔︳︴﹍﹎﹏＿"
"""Signs that belong to a word, as Pagefind has them."""

_MISSING = "the search indexer is not installed; run `pip install 'pagefind-bin>=1.5.2,<1.6'` or build with --no-search"


def pagefind_version() -> str:
    """The version of Pagefind that is installed; raises IndexerError if there is none."""
    try:
        return version("pagefind_bin")
    except PackageNotFoundError as error:
        raise IndexerError(_MISSING) from error


def entry(table: str, pages: int) -> bytes:
    """The file that the script reads first: the name of the table of the index, and how many pages it has."""
    language = {"hash": table, "wasm": None, "page_count": pages}
    return orjson.dumps(
        {"version": pagefind_version(), "languages": {"unknown": language}, "include_characters": list(JOINERS)}
    )
