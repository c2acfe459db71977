"""Groups of people and equipment that is there already, as edits."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_app.services.build_edits import free_id
from desktop_app.services.row_order import natural, ordered
from planner.messages import msg, render
from planner.plan.document import People, Plan
from planner.plan.edits import AddPart, Batch, Edit, RemovePart, SetValue


def ordered_people(groups: Sequence[People], column: str, descending: bool, language: str) -> tuple[People, ...]:
    """Return the groups by their names ('name') or by how many they are."""
    if column == "name":
        return ordered(groups, lambda one: natural(one.title.label(language)), descending=descending)
    return ordered(groups, lambda one: one.count, descending=descending)


def add_people_edit(plan: Plan) -> tuple[str, Edit]:
    """Return the id of a new group of one person and the edit that adds it."""
    name = free_id("people", {one.id for one in plan.people})
    words = msg("people.new", "New group")
    value = {"id": name, "title": {"zh": render(words, "zh"), "en": render(words, "en")}, "count": 1}
    return name, AddPart(path="people", value=value)


def rename_people_edit(group: str, text: str) -> Edit:
    """Return the edit that names a group."""
    return SetValue(path=f"people/{group}/title", value={"zh": text, "en": text})


def count_people_edit(group: str, count: int) -> Edit:
    """Return the edit that says how many they are."""
    return SetValue(path=f"people/{group}/count", value=count)


def remove_people_edit(groups: list[str]) -> Edit:
    """Return the edit that removes groups."""
    edits = tuple(RemovePart(path=f"people/{name}") for name in groups)
    return edits[0] if len(edits) == 1 else Batch(edits=edits)
