"""The search's files as scripts, for a site that is opened from disk, where a browser refuses to fetch.

A script hands its files in as `IncidentSearch.receive({path: base64})`; `static/js/search/load.js` adds it when the
first of its files is asked for. A file has a script of its own, `<path>.js`; the texts of incidents share scripts,
at most 256 a language, by the first two hex digits that end their names.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping

import orjson

_FRAGMENT = re.compile(r"(pagefind/[^/]+/fragment/)[^/]*-([0-9a-f]{2})[0-9a-f]*\.pf_fragment")


def offline_scripts(files: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """Path and content of the scripts that stand for the files of the index and the search, sorted.

    Takes files by path from the site's root (`pagefind/…`, `search/…`). A script file (`pagefind/runtime.js`)
    stays as it is.
    """
    holders: dict[str, dict[str, str]] = {}
    for path, content in sorted(files.items()):
        if not path.endswith(".js"):
            holders.setdefault(_holder(path), {})[path] = b64encode(content).decode()
    for path in sorted((*holders, *(path for path in files if path.endswith(".js")))):
        if path in holders:
            yield path, b"IncidentSearch.receive(" + orjson.dumps(holders[path]) + b");\n"
        else:
            yield path, files[path]


def _holder(path: str) -> str:
    found = _FRAGMENT.fullmatch(path)
    return f"{found.group(1)}{found.group(2)}.js" if found else f"{path}.js"
