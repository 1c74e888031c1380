"""Our index and that of Pagefind's own indexer, and a reader of the files of both."""

import gzip
import html
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

import orjson

from generator.indexing import current_index, open_records
from generator.outputs.search.plan import plan_fragments, plan_index

ORDINARY = 25
Places = Mapping[str, Mapping[int, tuple[tuple[int, int], ...]]]
"""Of each term, by the number of the page, each place with its weight; a spelling with diacritics after a null."""


def indexed_files(library, cache):
    """Every file of the index of a library, by path."""
    folder, inputs = current_index(library, cache)
    outputs = (*plan_index(folder, inputs), *plan_fragments(open_records(library, cache), folder))
    return {output.path: output.make() for output in outputs}


def decode(data, start=0):
    """A value of CBOR (RFC 8949), as far as an index holds such, and where the next one begins."""
    kind, value, at = data[start] >> 5, data[start] & 31, start + 1
    if value >= 24:
        size = 1 << (value - 24)
        value, at = int.from_bytes(data[at : at + size], "big"), at + size
    if kind == 0:
        return value, at
    if kind == 1:
        return -1 - value, at
    if kind == 3:
        return data[at : at + value].decode(), at + value
    assert kind == 4, f"kind {kind} of CBOR"
    values = []
    for _ in range(value):
        one, at = decode(data, at)
        values.append(one)
    return values, at


def unpacked(content):
    data = gzip.decompress(content)
    assert data.startswith(b"pagefind_dcd")
    return data.removeprefix(b"pagefind_dcd")


def decoded(content):
    """The one value of a file of the index."""
    data = unpacked(content)
    value, end = decode(data)
    assert end == len(data)
    return value


def places_of(pages):
    number, found = 0, {}
    for distance, numbers, meta in pages:
        assert meta == []
        number += distance
        weight, place, places = ORDINARY, 0, []
        for one in numbers:
            if one < 0:
                weight, place = -one - 1, 0
            else:
                place += one
                places.append((place, weight))
        found[number] = tuple(sorted(places))
    return found


def read_index(files: Mapping[str, bytes]) -> tuple[list[str], Places]:
    """Names of the pages, and what stands where, of an index whose files have these paths."""
    entry = orjson.loads(next(content for path, content in files.items() if path.endswith("pagefind-entry.json")))
    (language,) = entry["languages"].values()
    by_name = {path.rsplit("/", 1)[-1]: content for path, content in files.items()}
    version, pages, ranges, *nothing = decoded(by_name[f"pagefind.{language['hash']}.pf_meta"])
    assert version == entry["version"]
    assert language["page_count"] == len(pages)
    assert not any(nothing)
    held, before = [], ""
    for first, last, name in ranges:
        (terms,) = decoded(by_name[f"{name}.pf_index"])
        for term, _, _ in terms:
            assert before < term, "terms are not in order"
            assert first <= term or term.startswith(last), f"{term} is not in {first}–{last}"
            assert term[: len(last)] <= last, f"{term} is not in {first}–{last}"
            before = term
        held += terms
    return [name for name, _ in pages], places_by_term(held)


def read_parts(parts) -> Places:
    """What stands where in parts of an index that are not yet packed."""
    held = []
    for part in parts:
        ((terms,), end) = decode(part.content)
        assert end == len(part.content)
        held += terms
    return places_by_term(held)


def places_by_term(terms):
    places = {}
    for term, pages, variants in terms:
        if pages:
            places[term] = places_of(pages)
        for form, found in variants:
            places[f"{term}\0{form}"] = places_of(found)
    return places


def index_pages(folder: Path, pages: Iterable[Iterable[tuple[int, list[str]]]]) -> Places:
    """What Pagefind's indexer makes of pages, each some pairs of a weight and words; without the words between them."""
    site, out = folder / "site", folder / "out"
    site.mkdir(parents=True)
    for number, regions in enumerate(pages):
        body = " || ".join(
            f'<span data-pagefind-weight="{(weight + 0.5) / 24}">{html.escape(" ".join(words))}</span>'
            for weight, words in regions
        )
        page = f"<!doctype html><html><main data-pagefind-body>{body} ||</main></html>"
        (site / f"{number:05}.html").write_text(page, encoding="utf-8")
    command = [sys.executable, "-m", "pagefind_bin", "--site", str(site), "--output-path", str(out), "--silent"]
    subprocess.run(command, check=True, capture_output=True)
    names, places = read_index({str(path): path.read_bytes() for path in out.rglob("*") if path.is_file()})
    numbers = {number: int(page_number(out, name)) for number, name in enumerate(names)}
    return by_term(places, numbers)


def page_number(out, name):
    text = orjson.loads(unpacked((out / f"fragment/{name}.pf_fragment").read_bytes()))
    return text["url"].strip("/").removesuffix(".html")


def by_term(places, numbers):
    return {term: {numbers[page]: found for page, found in pages.items()} for term, pages in places.items()}


def by_place(places: Places) -> Mapping[tuple[int, int], list[tuple[str, int]]]:
    """Terms with their weights by page and place."""
    found = defaultdict(list)
    for term, pages in places.items():
        for page, held in pages.items():
            for place, weight in held:
                found[page, place].append((term, weight))
    return found
