"""The house: imports go down only, modules stay small, nothing is called by a catch-all name."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "generator"

FLOORS = (
    ("problems", "text"),
    ("model",),
    ("markup",),
    ("content",),
    ("checks",),
    ("relations",),
    ("render",),
    ("outputs",),
    ("treestate", "indexing", "writer", "build", "bundle"),
    ("serve", "mcp", "cluster"),
    ("scaffold",),
    ("cli", "__main__"),
)
"""Packages and modules from the ground up; one may import what stands below it, or its own package."""

BESIDE = {
    ("bundle", "build"),
    ("bundle", "indexing"),
    ("bundle", "writer"),
    ("mcp", "cluster"),
    ("build", "treestate"),
    ("writer", "treestate"),
    ("build", "writer"),
    ("build", "indexing"),
    ("__main__", "cli"),
}
"""Imports inside a floor that are meant."""


def modules():
    return sorted(path for path in PACKAGE.rglob("*.py") if "_theme" not in path.parts)


def room(path):
    """The package or module of the top level that a file belongs to; None for the package itself."""
    first = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    return None if first == "__init__" else first


def floor(name):
    return next(level for level, names in enumerate(FLOORS) if name in names)


def imported_rooms(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            parts = name.split(".")
            if parts[0] == "generator" and len(parts) > 1 and parts[1] != "__version__":
                yield parts[1]


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_imports_go_down(path):
    own = room(path)
    if own is None:
        assert not list(imported_rooms(path))
        return
    for other in imported_rooms(path):
        if other != own and (own, other) not in BESIDE:
            assert floor(other) < floor(own), f"{own} imports {other}, which does not stand below it"


def test_every_room_has_a_floor():
    rooms = {room(path) for path in modules()} - {None}
    assert rooms == {name for names in FLOORS for name in names}


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_modules_and_functions_stay_small(path):
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 400
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno - node.lineno < 60, f"{node.name} has more than 60 lines"


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_catch_all_names_and_no_escapes(path):
    assert path.stem not in {"utils", "util", "helpers", "helper", "manager", "common_utils", "misc"}
    names = [node.id for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Name)]
    assert "TYPE_CHECKING" not in names


def test_packages_have_no_cycles():
    graph = {}
    for path in modules():
        own = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
        graph[own] = set(_module_imports(path))
    state = {}

    def visit(name, trail):
        if state.get(name) == "done":
            return
        assert name not in trail, " → ".join([*trail, name])
        for other in graph.get(name, ()):
            if other in graph and other != name:
                visit(other, [*trail, name])
        state[name] = "done"

    for name in graph:
        visit(name, [])


def _module_imports(path):
    """Modules that a file imports when it is itself imported; an import inside a function waits."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("generator"):
            yield node.module
            for alias in node.names:
                yield f"{node.module}.{alias.name}"
