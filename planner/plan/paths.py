"""Paths through a plan by names and ids: read, replace, add and remove parts without touching the rest.

``alternatives/A/lines/ws/quantity``, ``site/circuit-1/values/breaker_a/value``, ``funds/f1/amount``. Parts in tuples
are found by id, parts without id by their number. ``A/ws/quantity`` is short for the line ``ws`` of alternative ``A``,
``A/links`` for its own part of that name where no line is called so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from planner.errors import EditError
from planner.messages import Message, msg
from planner.plan.document import Alternative, Plan
from planner.plan.shape import hints

Segments = tuple[str, ...]
MAX_SHOWN = 120
MOST_NAMES = 40


def segments_of(plan: Plan, path: str) -> Segments:
    """Return the segments of ``path``, with the short form for lines written out."""
    parts = tuple(part for part in path.strip("/").split("/") if part)
    if len(parts) == 1 and parts[0] not in hints(Plan) and plan.alternative(parts[0]) is not None:
        return ("alternatives", *parts)
    if len(parts) >= 2 and parts[0] not in hints(Plan) and plan.alternative(parts[0]) is not None:
        one = plan.alternative(parts[0])
        is_line = one is not None and any(line.id == parts[1] for line in one.lines)
        own = not is_line and parts[1] in hints(Alternative)
        return ("alternatives", *parts) if own else ("alternatives", parts[0], "lines", *parts[1:])
    return parts


def read(value: Any, segments: Segments) -> Any:
    """Return what stands at ``segments``; raises EditError naming the part that does not exist."""
    for depth, segment in enumerate(segments):
        value = _step(value, segment, "/".join(segments[: depth + 1]))
    return value


def replaced(value: Any, segments: Segments, new: Any) -> Any:
    """Return ``value`` with ``new`` at ``segments``; parts beside the path keep their identity."""
    if not segments:
        return new
    head, rest = segments[0], segments[1:]
    if isinstance(value, tuple):
        index = index_of(value, head)
        return (*value[:index], replaced(value[index], rest, new), *value[index + 1 :])
    if isinstance(value, Mapping):
        return {**value, head: replaced(value.get(head), rest, new) if rest else new}
    if isinstance(value, msgspec.Struct) and hasattr(value, head):
        return msgspec.structs.replace(value, **{head: replaced(getattr(value, head), rest, new)})
    raise nowhere(head)


def without(value: Any, segments: Segments) -> Any:
    """Return ``value`` without the part at ``segments`` (an element of a tuple or a key of a mapping)."""
    *above, last = segments
    holder = read(value, tuple(above))
    if isinstance(holder, tuple):
        index = index_of(holder, last)
        kept: Any = (*holder[:index], *holder[index + 1 :])
    elif isinstance(holder, Mapping) and last in holder:
        kept = {key: part for key, part in holder.items() if key != last}
    else:
        raise EditError(
            msg("edit.whole", "{place} is there for good; only what is in it can be removed.", place=last),
            None
            if not isinstance(read(holder, (last,)), tuple)
            else _parts_of(read(holder, (last,)), "/".join(segments)),
            "/".join(segments),
        )
    return replaced(value, tuple(above), kept)


def _parts_of(parts: tuple[Any, ...], place: str) -> Message:
    """Return how one of ``parts`` is named at ``place``, to remove it alone."""
    if not parts:
        return msg("edit.whole.none", "There is nothing in it.")
    first = str(getattr(parts[0], "id", 0))
    return msg("edit.whole.remedy", "Name the part, such as {path}.", path=f"{place}/{first}")


def index_of(parts: tuple[Any, ...], segment: str, place: str = "") -> int:
    """Return the index of the part with id ``segment``, or ``segment`` as a number where parts have no id."""
    for index, part in enumerate(parts):
        if getattr(part, "id", None) == segment:
            return index
    if re.fullmatch("[0-9]{1,9}", segment) and int(segment) < len(parts) and not hasattr(parts[0], "id"):
        return int(segment)
    raise nowhere(place or segment, tuple(str(getattr(part, "id", number)) for number, part in enumerate(parts)))


def nowhere(place: str, known: tuple[str, ...] = ()) -> EditError:
    """Return the error for a path that leads nowhere."""
    remedy = msg("edit.nowhere.remedy", "What is there: {known}.", known=known) if known else None
    if len(known) > MOST_NAMES:
        remedy = msg(
            "edit.nowhere.more",
            "What is there: {known}, and {count} more.",
            known=known[:MOST_NAMES],
            count=len(known) - MOST_NAMES,
        )
    shown = place if len(place) <= MAX_SHOWN else f"{place[:MAX_SHOWN]}…"
    return EditError(msg("edit.nowhere", "The plan has nothing called {place} there.", place=shown), remedy, shown)


def _step(value: Any, segment: str, place: str) -> Any:
    if isinstance(value, tuple):
        return value[index_of(value, segment, place)]
    if isinstance(value, Mapping):
        if segment in value:
            return value[segment]
        raise nowhere(place, tuple(value))
    if isinstance(value, msgspec.Struct) and segment in hints(type(value)):
        return getattr(value, segment)
    known = tuple(hints(type(value))) if isinstance(value, msgspec.Struct) else ()
    raise nowhere(place, known)
