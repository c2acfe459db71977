"""Fields that this version does not know: kept where they stood, and written back to the same place.

A part keeps them in its ``extra``. Money, titles and catalog rows have none: what is unknown in them is kept by the
part above under the same names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from planner.plan import shape
from planner.plan.document import Node

_NOTHING: Mapping[str, Any] = MappingProxyType({})


def lifted(raw: Any, kind: Any, held: Mapping[str, Any] = _NOTHING) -> Any:
    """Put the fields that were kept in ``extra`` back in their places; names in mappings are written in order."""
    if isinstance(raw, list | tuple):
        return [lifted(one, shape.element(kind)) for one in raw]
    if not isinstance(raw, dict):
        return raw
    struct = shape.struct_in(kind)
    if struct is None:
        part = shape.element(kind)
        return {key: lifted(raw[key], part, _below(held, key)) for key in sorted(raw)}
    hints = shape.hints(struct)
    if issubclass(struct, Node):
        held = {**held, **raw.get("extra", {})}
    known = {key: lifted(one, hints[key], _below(held, key)) for key, one in raw.items() if key != "extra"}
    return known | {key: one for key, one in held.items() if key == "extra" or key not in hints}


def _below(held: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = held.get(key)
    return found if isinstance(found, dict) else _NOTHING


def sunk(raw: Any, kind: Any) -> Any:
    """Move the fields that ``kind`` does not know into its ``extra``."""
    return _parted(raw, kind)[0]


def _parted(raw: Any, kind: Any) -> tuple[Any, dict[str, Any]]:
    """Return what ``kind`` knows of ``raw`` and, for the part above to keep, what it does not."""
    if isinstance(raw, list):
        part = shape.element(kind)
        return [sunk(one, part) for one in raw], {}
    struct = shape.struct_in(kind)
    if not isinstance(raw, dict) or (struct is None and not shape.is_collection(kind)):
        return raw, {}
    hints = shape.hints(struct) if struct is not None else dict.fromkeys(raw, shape.element(kind))
    both = {key: _parted(one, hints[key]) for key, one in raw.items() if _is_known(key, hints, struct)}
    known = {key: one for key, (one, _) in both.items()}
    unknown = {key: one for key, one in raw.items() if key not in both} | {
        key: rest for key, (_, rest) in both.items() if rest
    }
    if struct is None or not issubclass(struct, Node):
        return known, unknown
    return ({**known, "extra": unknown} if unknown else known), {}


def _is_known(key: str, hints: Mapping[str, Any], struct: type | None) -> bool:
    return key in hints and (key != "extra" or struct is None)


def strangers(raw: Any, kind: Any, place: str = "") -> Iterator[str]:
    """Yield the places below ``raw`` whose names ``kind`` does not know; for values that people or programs put in."""
    if isinstance(raw, list | tuple):
        for number, one in enumerate(raw):
            yield from strangers(one, shape.element(kind), f"{place}/{number}")
        return
    struct = shape.struct_in(kind)
    if not isinstance(raw, dict) or (struct is None and not shape.is_collection(kind)):
        return
    for key, one in raw.items():
        if struct is not None and key not in shape.hints(struct):
            yield f"{place}/{key}"
        else:
            yield from strangers(one, shape.hints(struct)[key] if struct else shape.element(kind), f"{place}/{key}")
