"""JMESPath expressions of checks: compiled, tested, and told apart by what they read."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

_LONGEST = 500
"""Characters that an expression may have."""

_OF_THE_FIRST = frozenset(
    (
        *("subexpression", "index_expression", "projection", "filter_projection", "value_projection"),
        *("flatten", "pipe", "slice"),
    )
)
"""Nodes whose first part alone reads the root."""


class ExpressionError(Exception):
    """An expression that a value does not fit, such as the length of nothing."""


def is_available() -> bool:
    """Whether the library for expressions is installed."""
    return find_spec("jmespath") is not None


def expression_fault(text: str) -> str | None:
    """Why an expression cannot be used, or None; without the library, its length alone is looked at."""
    if len(text) > _LONGEST:
        return f"longer than {_LONGEST} characters"
    if not is_available():
        return None
    errors = import_module("jmespath.exceptions")
    try:
        tree = _compiled(text).parsed
    except (errors.JMESPathError, ValueError, RecursionError) as error:
        return (str(error).splitlines() or ["not an expression"])[0]
    if _negates_less_than_it_looks(tree):
        return "`!a.b` negates `a` alone, write `!(a.b)`"
    unknown = sorted(_functions(tree) - _known_functions())
    return f"unknown function {unknown[0]}()" if unknown else None


def reads_list(text: str) -> bool:
    """Whether an expression reads `items` of the list as a whole rather than one object of it."""
    return _reads(_compiled(text).parsed, "items")


def search(text: str, value: Any) -> Any:
    """What the expression selects; raises ExpressionError where the value does not fit."""
    errors = import_module("jmespath.exceptions")
    try:
        return _compiled(text).search(value)
    except (errors.JMESPathError, TypeError, ValueError, RecursionError) as error:
        raise ExpressionError((str(error).splitlines() or ["no value"])[0]) from error


@lru_cache(maxsize=1024)
def _compiled(text: str) -> Any:
    return import_module("jmespath").compile(text)


def _known_functions() -> set[str]:
    return set(import_module("jmespath.functions").Functions.FUNCTION_TABLE)


def _negates_less_than_it_looks(node: Any) -> bool:
    """Whether a field is taken of a negation: in JMESPath `!` binds closer than a dot."""
    children = _children(node)
    if node["type"] in _OF_THE_FIRST - {"pipe"} and children and children[0]["type"] == "not_expression":
        return True
    return any(_negates_less_than_it_looks(child) for child in children)


def _functions(node: Any) -> set[str]:
    own = {node["value"]} if node["type"] == "function_expression" else set()
    return own.union(*(_functions(child) for child in _children(node)))


def _reads(node: Any, name: str) -> bool:
    """Whether the node, evaluated at the root, reads a field of this name there."""
    if node["type"] == "field":
        return bool(node["value"] == name)
    if node["type"] == "expref":
        return False
    children = _children(node)
    return any(_reads(child, name) for child in (children[:1] if node["type"] in _OF_THE_FIRST else children))


def _children(node: Any) -> list[Any]:
    return [child for child in node.get("children", ()) if isinstance(child, dict)]
