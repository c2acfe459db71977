"""The declared types along a path through the plan: one place that knows how parts nest."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from planner.messages import Labelled
from planner.plan.document import Node, Plan


@lru_cache(maxsize=64)
def hints(node: type) -> dict[str, Any]:
    """Return the field types of a plan part."""
    return typing.get_type_hints(node)


def node_in(kind: Any) -> type | None:
    """Return the plan part that ``kind`` is or may be, None for plain values and collections."""
    found = struct_in(kind)
    return found if found is not None and issubclass(found, Node) else None


def struct_in(kind: Any) -> type | None:
    """Return the plan part, money, title or catalog row that ``kind`` is or may be, None for anything else."""
    for option in (kind, *(typing.get_args(kind) if not is_collection(kind) else ())):
        if isinstance(option, type) and issubclass(option, msgspec.Struct):
            return option
    return None


def element(kind: Any) -> Any:
    """Return the type of the elements of a tuple or of the values of a mapping."""
    args = [arg for arg in typing.get_args(kind) if arg is not Ellipsis]
    return args[-1] if args else None


def type_at(segments: tuple[str, ...]) -> Any:
    """Return the declared type at a path of names and ids from the plan; None where the path leads nowhere."""
    kind: Any = Plan
    for segment in segments:
        node = node_in(kind) or (Labelled if kind is Labelled else None)
        if node is not None:
            kind = hints(node).get(segment)
        elif is_collection(kind):
            kind = element(kind)
        else:
            return None
        if kind is None:
            return None
    return kind


def is_optional(kind: Any) -> bool:
    """Tell whether None is allowed."""
    return type(None) in typing.get_args(kind)


def is_collection(kind: Any) -> bool:
    """Tell whether ``kind`` is a tuple of parts or a mapping of them."""
    origin = typing.get_origin(kind)
    return origin is tuple or (isinstance(origin, type) and issubclass(origin, Mapping))
