"""What differs between two plans, part by part, found by ids rather than by position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from planner.plan.document import Plan

_ABSENT = object()


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """One difference: path, value before (None where there was nothing), value after."""

    path: str
    before: Any
    after: Any


def differences(before: Plan, after: Plan) -> tuple[Difference, ...]:
    """Return the differences of two plans in the order of their paths; catalog rows count by digest only."""
    return tuple(_compare("", _plain(before), _plain(after)))


def _plain(plan: Plan) -> Any:
    return _open(msgspec.structs.replace(plan, items={}))


def _open(value: Any) -> Any:
    """Return plain values with defaults written out, so that a default shows as what it is."""
    if isinstance(value, msgspec.Struct):
        fields = msgspec.structs.asdict(value).items()
        return {name: _open(part) for name, part in fields if name != "extra" or part}
    if isinstance(value, Mapping):
        return {name: _open(part) for name, part in value.items()}
    if isinstance(value, tuple | list):
        return [_open(part) for part in value]
    return value


def _compare(path: str, before: Any, after: Any) -> Iterator[Difference]:
    if before == after:
        return
    left, right = _by_key(before), _by_key(after)
    if left is None or right is None:
        yield Difference(path=path, before=_shown(before), after=_shown(after))
        return
    if isinstance(before, list) and [key for key in left if key in right] != [key for key in right if key in left]:
        yield Difference(path=f"{path}/order", before=list(left), after=list(right))
    for key in dict.fromkeys((*left, *right)):
        yield from _compare(f"{path}/{key}" if path else key, left.get(key, _ABSENT), right.get(key, _ABSENT))


def _shown(value: Any) -> Any:
    return None if value is _ABSENT else value


def _by_key(value: Any) -> dict[str, Any] | None:
    if isinstance(value, dict):
        return value
    if isinstance(value, list | tuple):
        if all(isinstance(part, dict) and "id" in part for part in value):
            return {part["id"]: part for part in value}
        return {str(number): part for number, part in enumerate(value)}
    return None
