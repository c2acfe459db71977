"""What the cable of a circuit carries: as told, else by its section, its conductor and the way it is laid."""

from __future__ import annotations

from planner.assess.facts import text
from planner.checks.declared import of_node
from planner.facility.ampacity import Conductor, carried_by
from planner.figure import Figure, Quality, leaf
from planner.plan.document import SiteNode


def conductor(node: SiteNode) -> Conductor:
    """Return the conductor of a circuit; copper where nobody told."""
    return "aluminium" if text(node.values, "cable_material") == "aluminium" else "copper"


def laid(node: SiteNode, *, on_wall: bool) -> tuple[bool, bool]:
    """Return whether the cable lies on the wall, as told or else as given, and whether three conductors are loaded."""
    method = text(node.values, "cable_method")
    return on_wall if not method else method == "wall", of_node(node, "phases", "1").value == 3  # noqa: PLR2004 - lines


def cable_a(node: SiteNode, *, on_wall: bool = False) -> Figure:
    """Return what the cable of a circuit carries (A): as told, else of its section, laid as told, else as given.

    What a section thinner than the table's carries is not known.
    """
    told, section = of_node(node, "cable_iz_a", "A"), of_node(node, "cable_mm2", "mm2")
    if told.known or not section.known:
        return told if told.known else leaf(section.key, None, "A", Quality.UNKNOWN)
    wall, three = laid(node, on_wall=on_wall)
    row = carried_by(section.require(), conductor(node))
    if row is None:
        return leaf(section.key, None, "A", Quality.UNKNOWN)
    return row.figure(f"site/{node.id}/ampacity_a", on_wall=wall, three_phase=three)
