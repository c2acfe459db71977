"""A part added from typed text: its id and what it cannot be without, in order (``existing=old``, ``workload=chat inference``).

The title is the id until it is set; everything else has its default and is set like any other value.
"""

from __future__ import annotations

from typing import Any

import msgspec

from planner.errors import EditError, InputError
from planner.messages import Labelled, msg
from planner.plan import paths, shape
from planner.plan.document import Connection, Node, Placement, Plan
from planner.plan.edits import AddPart
from planner.plan.typed import typed_value


def part_from_text(plan: Plan, path: str, text: str) -> AddPart:
    """Return the edit that adds the part that ``text`` names to the collection at ``path``.

    Raises:
        EditError: the path leads to nothing that parts are added to.
        InputError: the text does not say all that the part needs, or a word cannot be read.
    """
    segments = paths.segments_of(plan, path)
    kind = shape.type_at(segments) if segments else None
    part = shape.element(kind) if kind is not None and isinstance(paths.read(plan, segments), tuple) else None
    if not (isinstance(part, type) and issubclass(part, Node) and _can_be_added(part)):
        raise EditError(
            msg("added.place", "Nothing is added at {path}.", path=path),
            msg("added.place.remedy", "Parts are added to: {places}.", places=_places(plan)),
            path,
        )
    needed = [field.name for field in msgspec.structs.fields(part) if field.required and field.name != "title"]
    words = text.split()
    if len(words) > len(needed):
        raise InputError(
            msg(
                "added.more",
                "{typed} says more than is taken here: {more}.",
                typed=text,
                more=tuple(words[len(needed) :]),
            ),
            msg(
                "added.more.remedy",
                "Give only, in this order: {needed}; the rest is set afterwards, as with --set {path}/{first}/…=….",
                needed=tuple(needed),
                path="/".join(segments),
                first=words[0],
            ),
            path,
        )
    if len(words) != len(needed):
        raise InputError(
            msg("added.words", "{typed} does not say what is needed for {path}.", typed=text, path=path),
            msg("added.words.remedy", "Give, in this order: {needed}.", needed=tuple(needed)),
            path,
        )
    hints = shape.hints(part)
    value: dict[str, Any] = {
        name: typed_value(plan, segments, hints[name], word, path) for name, word in zip(needed, words, strict=True)
    }
    if "title" in hints:
        value["title"] = {"zh": words[0], "en": words[0]} if hints["title"] is Labelled else words[0]
    return AddPart(path="/".join(segments), value=value)


def _can_be_added(part: type[Node]) -> bool:
    """Tell whether words can name a part: it has an id of its own, or it puts a line at a node."""
    return "id" in shape.hints(part) or issubclass(part, Connection | Placement)


def _places(plan: Plan) -> tuple[str, ...]:
    kinds = ("lines", "connections", "placements", "links")
    own = tuple(f"alternatives/{one.id}/{kind}" for one in plan.alternatives for kind in kinds)
    return ("people", "workload", "existing", "site", "funds", *own)
