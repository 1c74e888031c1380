"""Objects of a cluster from text: what `kubectl get … -o json` wrote, YAML streams, Helm output, folders of both.

Nothing in the text is run. YAML is read without tags that make objects and without aliases, sizes are bounded, and
secrets are dropped before anything else sees them.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson
import yaml

MAX_BYTES = 512 * 1024 * 1024
"""Bytes that one run reads in all."""

MAX_YAML_BYTES = 64 * 1024 * 1024
"""Bytes that one YAML document may have."""

MAX_OBJECTS = 500_000
"""Objects that one run keeps."""

MAX_FILES = 20_000
"""Files of a folder that one run reads."""

_MAX_LISTS = 8
"""Lists in lists that are opened."""

_SUFFIXES = (".json", ".yaml", ".yml")
_SKIPPED_FOLDERS = frozenset(("node_modules", "__pycache__"))
_DOCUMENT_END = re.compile(r"^---(?=\s|$).*$|^\.\.\.[ \t\r]*$", re.MULTILINE)
_MAY_HOLD_ALIAS = re.compile(r"(?:^|[\s\[,{:-])\*[^\s*/,\]}]", re.MULTILINE)

Object = Mapping[str, Any]
"""A Kubernetes object as decoded."""


class ManifestError(Exception):
    """Manifests that cannot be read as a whole; `key` names the sentence that says why."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key, self.values = key, values


@dataclass(slots=True)
class Manifests:
    """Objects by kind, and what was left out."""

    by_kind: dict[str, list[Object]] = field(default_factory=dict)
    """By `kind` in lower case, in the order in which they were read."""
    secrets: int = 0
    """Secrets that were met and dropped unread."""
    unreadable: list[str] = field(default_factory=list)
    """Files or documents that are not manifests, each with its place."""
    count: int = 0
    bytes_read: int = 0
    most: int = MAX_OBJECTS
    """Objects, secrets and unreadable documents together; reading ends at more."""

    def add_text(self, text: str, place: str) -> None:
        """Adds the objects of a text, JSON or YAML; raises ManifestError where a limit is passed."""
        self.bytes_read += len(text)
        if self.bytes_read > MAX_BYTES:
            raise ManifestError("too-much", limit=f"{MAX_BYTES // 1024**2} MiB")
        text = text.removeprefix("\ufeff")
        head = text.lstrip()[:1]
        if head in ("{", "["):
            values = _parse_json(text)
            if values is not None:
                for value in values:
                    self._add_value(value, place)
                return
        for number, document in enumerate(_documents(text), start=1):
            self._add_document(document, f"{place}#{number}" if number > 1 else place)

    def _make_room(self) -> None:
        if self.count + self.secrets + len(self.unreadable) >= self.most:
            raise ManifestError("too-many", limit=f"{self.most:,}")

    def _add_document(self, document: str, place: str) -> None:
        self._make_room()
        if len(document) > MAX_YAML_BYTES:
            self.unreadable.append(place)
            return
        try:
            value = parse_yaml_document(document)
        except (yaml.YAMLError, ValueError, RecursionError):
            self.unreadable.append(place)
            return
        if value is not None:
            self._add_value(value, place)

    def _add_value(self, value: Any, place: str) -> None:
        found = False
        for item in _flatten(value):
            found = True
            self._add_object(item)
        if not found and not _is_empty_list(value):
            self.unreadable.append(place)

    def _add_object(self, item: dict[str, Any]) -> None:
        self._make_room()
        kind = item["kind"].lower()
        if kind == "secret":
            self.secrets += 1
            return
        self.by_kind.setdefault(kind, []).append(item)
        self.count += 1


def load_manifests(*paths: Path) -> Manifests:
    """The objects of files and folders; raises ManifestError where a path cannot be read or a limit is passed."""
    manifests = Manifests()
    for path in paths:
        for file in _files(path):
            try:
                size = file.stat().st_size
                if manifests.bytes_read + size > MAX_BYTES:
                    raise ManifestError("too-much", limit=f"{MAX_BYTES // 1024**2} MiB")
                text = file.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                manifests.unreadable.append(str(file))
            except OSError as error:
                raise ManifestError("unreadable-path", path=file, reason=error.strerror or error) from error
            else:
                manifests.add_text(text, str(file))
    return manifests


def parse_manifests(text: str, most: int = MAX_OBJECTS) -> Manifests:
    """The objects of a text; raises ManifestError where a limit is passed."""
    manifests = Manifests(most=most)
    manifests.add_text(text, "-")
    return manifests


def _files(path: Path) -> Iterator[Path]:
    """A file itself; of a folder, its JSON and YAML files, hidden folders and links left out."""
    if path.is_file():
        yield path
        return
    if not path.is_dir():
        raise ManifestError("no-manifests", path=path)
    count = 0
    for folder, folders, names in os.walk(path, followlinks=False):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in _SKIPPED_FOLDERS)
        for name in sorted(names):
            file = Path(folder, name)
            if file.suffix.lower() in _SUFFIXES and file.is_file() and not file.is_symlink():
                count += 1
                if count > MAX_FILES:
                    raise ManifestError("too-many", limit=MAX_FILES)
                yield file


def _parse_json(text: str) -> list[Any] | None:
    """The values of a JSON text, of several in a row too; None where it is not JSON."""
    try:
        return [orjson.loads(text)]
    except orjson.JSONDecodeError:
        pass
    decoder, values, index = json.JSONDecoder(), [], 0
    try:
        while index < len(text):
            space = re.compile(r"\s*").match(text, index)
            index = space.end() if space else index
            if index < len(text):
                value, index = decoder.raw_decode(text, index)
                values.append(value)
    except (ValueError, RecursionError):
        return None
    return values


def _documents(text: str) -> Iterator[str]:
    """The documents of a YAML stream; one that is broken does not take the others with it."""
    for document in _DOCUMENT_END.split(text):
        if document.strip():
            yield document


_SCALARS = (
    ("null", r"~|null|Null|NULL|", "~nN"),
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("int", r"[-+]?(?:0|[1-9]\d*|0[0-7]{1,64}|0x[\da-fA-F]{1,64})", "-+0123456789"),
    ("float", r"[-+]?(?:\d+\.\d*|\.\d+|\d+(?=[eE]))(?:[eE][-+]?\d+)?", "-+.0123456789"),
)
"""Plain scalars that are not text, as kubectl reads them: times, `yes`, `on` and `1:30` are text."""


_PREFIX = "tag:yaml.org,2002:"
"""Begins the full name of a type."""


def _make_loader() -> type[yaml.SafeLoader]:
    """The C loader with the types of JSON alone; any other tag is an error, and so is a text that is not of its tag."""
    base: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    makers: dict[str | None, Any] = {None: base.construct_undefined}
    for name in ("map", "seq", "str"):
        makers[f"{_PREFIX}{name}"] = base.yaml_constructors[f"{_PREFIX}{name}"]
    tables = {"yaml_implicit_resolvers": {}, "yaml_constructors": makers}
    loader: type[yaml.SafeLoader] = type("ManifestLoader", (base,), tables)
    for name, pattern, first in _SCALARS:
        makers[f"{_PREFIX}{name}"] = _checked(base.yaml_constructors[f"{_PREFIX}{name}"], pattern)
        for character in first:
            resolvers = loader.yaml_implicit_resolvers.setdefault(character, [])
            resolvers.append((f"{_PREFIX}{name}", re.compile(f"(?:{pattern})\\Z")))
    loader.yaml_implicit_resolvers[""] = [(f"{_PREFIX}null", re.compile(r"\Z"))]
    return loader


def _checked(make: Callable[[Any, Any], Any], pattern: str) -> Callable[[Any, Any], Any]:
    """Makes a scalar whose tag was written out, such as `!!int x`, only where the text is of that type."""
    fits = re.compile(pattern).fullmatch

    def made(loader: Any, node: Any) -> Any:
        if not fits(loader.construct_scalar(node)):
            raise yaml.constructor.ConstructorError(None, None, "a scalar that is not of its type", node.start_mark)
        return make(loader, node)

    return made


_Loader = _make_loader()


def parse_yaml_document(document: str) -> Any:
    """The value of one YAML document; raises YAMLError where it is broken, has aliases, or tags that make objects."""
    if _MAY_HOLD_ALIAS.search(document):
        for event in yaml.parse(document, Loader=_Loader):
            if isinstance(event, yaml.AliasEvent):
                raise yaml.YAMLError("aliases are not read")
    return yaml.load(document, Loader=_Loader)  # noqa: S506  # a SafeLoader with fewer types


def _flatten(value: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    """The objects of a value: itself, or those of a list, of `items` of any kind of List."""
    if isinstance(value, list):
        for item in value if depth < _MAX_LISTS else ():
            yield from _flatten(item, depth + 1)
        return
    if not isinstance(value, dict) or not isinstance(value.get("kind"), str):
        return
    kind, items = value["kind"], value.get("items")
    if kind.endswith("List") and (isinstance(items, list) or items is None):
        version = value.get("apiVersion")
        for item in items or () if depth < _MAX_LISTS else ():
            if isinstance(item, dict) and "kind" not in item and kind != "List":
                item = {"apiVersion": version, "kind": kind.removesuffix("List"), **item}  # noqa: PLW2901
            yield from _flatten(item, depth + 1)
    elif value["kind"]:
        yield value


def _is_empty_list(value: Any) -> bool:
    return isinstance(value, dict) and str(value.get("kind", "")).endswith("List") and not value.get("items")
