"""The marks of requirements that the user decides: ★, ▲ or none instead of the one that was derived, as edits and in words."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_app.services.purchasing import ParameterLine
from planner.messages import Message, msg
from planner.plan.document import Alternative
from planner.plan.edits import Batch, Edit, RemovePart, SetValue
from planner.tender.library import Level

DERIVED = "derived"
LEVELS: tuple[Level, ...] = ("star", "important", "general")
_WORDS: dict[Level, Message] = {
    "star": msg("purchase.mark.star", "★ must be met"),
    "important": msg("purchase.mark.important", "▲ weighs"),
    "general": msg("purchase.mark.general", "no mark"),
}


def mark_choices(one: ParameterLine) -> tuple[tuple[str, Message], ...]:
    """Return what a requirement can be marked with, as (key, words); the first is what was derived."""
    derived = msg("purchase.mark.derived", "As derived: {mark}", mark=_WORDS[one.derived])
    return ((DERIVED, derived), *((level, _WORDS[level]) for level in LEVELS))


def mark_key(one: ParameterLine) -> str:
    """Return the choice that stands: the own mark, else that the derived one holds."""
    return one.level if one.own_mark else DERIVED


def mark_edit(alternative: Alternative, lines: Sequence[ParameterLine], mark: str) -> Edit | None:
    """Return the edit that marks requirements, as one step; None where they are marked so already."""
    own = {line.id: line.marks for line in alternative.lines}
    edits: list[Edit] = []
    for one in lines:
        path, stands = (
            f"alternatives/{alternative.id}/lines/{one.line}/marks/{one.library}",
            one.library in own[one.line],
        )
        if mark == DERIVED and stands:
            edits.append(RemovePart(path=path))
        elif mark != DERIVED and own[one.line].get(one.library) != mark:
            edits.append(SetValue(path=path, value=mark))
    if not edits:
        return None
    return edits[0] if len(edits) == 1 else Batch(edits=tuple(edits))
