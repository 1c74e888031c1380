"""Static files: style sheet, scripts, icon, pictures, fingerprinted where their name may change."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from generator.model.library import Library
from generator.outputs.output import Output, ready
from generator.outputs.search import scripts
from generator.render.compose.edition import Assets
from generator.render.theme import Theme

_FIRST_LAYER, _COMPANY_LAYER = "css/layers.css", "css/site.css"
_CODE = ("css/", "js/")


def plan_assets(theme: Theme, *, search: bool) -> tuple[Assets, list[Output]]:
    """The paths that pages link to, and the files behind them."""
    files = theme.static()
    bundles = {
        "site.css": _joined(files, _stylesheets(files)),
        "theme.js": _joined(files, ["js/theme.js"]),
        "site.js": _joined(files, ["js/site.js", scripts.OPENER] if search else ["js/site.js"]),
    }
    if search:
        bundles["browse.js"] = _script(files, scripts.BROWSE)
        call = scripts.browse_call(_fingerprinted("browse.js", bundles["browse.js"]))
        bundles["search.js"] = _script(files, scripts.SCRIPTS) + call.encode()
    paths = {name: _fingerprinted(name, content) for name, content in bundles.items()}
    bundled = {name for name in files if name.startswith(_CODE)}
    outputs = [ready(paths[name], content) for name, content in bundles.items()]
    outputs += [ready(name, path.read_bytes()) for name, path in files.items() if name not in bundled]
    assets = Assets(
        stylesheet=paths["site.css"],
        theme_script=paths["theme.js"],
        script=paths["site.js"],
        search_script=paths.get("search.js"),
        icon="favicon.svg",
    )
    return assets, outputs


def _stylesheets(files: Mapping[str, Path]) -> list[str]:
    """Names of the style sheets in their order: the layers first, the company's own last."""
    names = sorted(name for name in files if name.startswith("css/") and name.endswith(".css"))
    return sorted(names, key=lambda name: (name != _FIRST_LAYER, name == _COMPANY_LAYER, name))


def _script(files: Mapping[str, Path], names: Iterable[str]) -> bytes:
    return scripts.joined(files[name].read_text(encoding="utf-8") for name in names).encode()


def _joined(files: Mapping[str, Path], names: list[str]) -> bytes:
    return b"\n".join(files[name].read_bytes().rstrip() for name in names) + b"\n"


def _fingerprinted(name: str, content: bytes) -> str:
    stem, suffix = name.rsplit(".", 1)
    return f"assets/{stem}.{hashlib.sha256(content).hexdigest()[:12]}.{suffix}"


def plan_pictures(library: Library, root: Path) -> Iterator[Output]:
    """Pictures of the reports, once each, under `/media/<id>/`."""
    for incident in library.incidents.values():
        if not incident.brief.has_pictures:
            continue
        folder = root / "content" / "incidents" / incident.id
        for name, digest in incident.pictures.items():
            yield Output(f"media/{incident.id}/{name}", digest, (folder / name).read_bytes)
