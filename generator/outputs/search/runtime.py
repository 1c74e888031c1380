"""The indexer's script for browsers, turned from a module into a classic script.

From disk a browser runs neither modules nor `import()`, so one classic script serves http and disk alike.
"""

from __future__ import annotations

import re

_EXPORT = re.compile(r"export\s*\{([\w,\s]+)\}\s*;?\s*$")
_MODULE = re.compile(r"\bimport\.meta\b|\bimport\s*[({\"'*]|\bexport\b")
_NEEDED = frozenset({"createInstance"})
_WORDS, _PLACES = "words:locations,", "places:weighted_locations,"


class ShapeError(Exception):
    """The script no longer has the shape that can be wrapped."""


def classic_script(module: str) -> str:
    """Wraps the module `pagefind.js` as `IncidentSearch.pagefind(base, fetch)`, which returns what it exports.

    `base` is the address of the index with a closing slash, `fetch` takes the place of the browser's own. Beside the
    `words` of a result stand its `places`, which know the weight of each.
    Raises ShapeError, saying what is missing, if the module has changed its shape.
    """
    found = _EXPORT.search(module)
    if found is None:
        raise ShapeError("pagefind.js no longer ends in one export list; this version needs pagefind 1.5")
    names = sorted(name.strip() for name in found.group(1).split(",") if name.strip())
    if not set(names) >= _NEEDED:
        raise ShapeError("pagefind.js no longer exports createInstance; this version needs pagefind 1.5")
    body = module[: found.start()].replace("import.meta.url", '(base+"pagefind.js")')
    rest = _MODULE.search(body)
    if rest is not None:
        raise ShapeError(f"pagefind.js still holds `{rest.group()}` after wrapping; this version needs pagefind 1.5")
    if body.count(_WORDS) != 1:
        raise ShapeError("pagefind.js no longer tells where words stand as expected; this version needs pagefind 1.5")
    body = body.replace(_WORDS, _WORDS + _PLACES)
    return (
        "(window.IncidentSearch=window.IncidentSearch||{}).pagefind=function(base,fetch){"
        f'"use strict";{body}return{{{",".join(names)}}};}};\n'
    )
