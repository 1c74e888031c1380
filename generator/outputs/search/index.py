"""The files of the index of a language, but for the texts of incidents, which are outputs of their own."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import partial

import orjson

from generator.content.stored import unpack
from generator.outputs.output import Output, ready
from generator.outputs.search.fragments import packed
from generator.outputs.search.inverted import Inverted, Page, parts, table
from generator.outputs.search.pagefind import entry, pagefind_version
from generator.outputs.search.paths import folder_of, fragment_name, ids_path
from generator.outputs.search.records import Records

_NAME = 12
"""Hex digits of such a name."""


def index_files(records: Records, language: str) -> Iterator[Output]:
    """The index of a language from the records of its incidents, which are renewed; nothing where there are none.

    `ids.json` names each incident by the name of its text, `pagefind-entry.json` the table, the table the parts.
    """
    folder, inverted = folder_of(language), Inverted()
    pages: dict[str, Page] = {}
    for shelf in records.shelves(language):
        for identifier, record in records.renew(shelf).items():
            terms, places = unpack(record.places)
            inverted.add(terms.split("\n"), places)
            pages[identifier] = Page(fragment_name(identifier, record.inputs), record.words)
    if not pages:
        return
    named = [(_name(part.content), part) for part in parts(inverted.entries())]
    for name, part in named:
        yield Output(f"{folder}/index/{name}.pf_index", name, partial(packed, part.content))
    content = table(pagefind_version(), list(pages.values()), named)
    name = _name(content)
    yield Output(f"{folder}/pagefind.{name}.pf_meta", name, partial(packed, content))
    yield ready(f"{folder}/pagefind-entry.json", entry(name, len(pages)))
    yield ready(ids_path(language), orjson.dumps({page.name: identifier for identifier, page in pages.items()}))


def _name(content: bytes) -> str:
    return hashlib.blake2b(content).hexdigest()[:_NAME]
