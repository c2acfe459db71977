"""How a room is cooled, by what its units are."""

from __future__ import annotations

from planner.assess.facts import text
from planner.plan.document import Fact, SiteNode
from planner.size_class import size_class


def horsepower(fact: Fact | None) -> float | None:
    """Return the size class of an air conditioner in hp (匹); None where there is none or it cannot be read in one way.

    Source of the spellings: planner.size_class.
    """
    if fact is None or isinstance(fact.value, bool):
        return None
    return size_class(fact.value if isinstance(fact.value, str) else f"{fact.value:g}")


def way_of_cooling(room: SiteNode | None, units: tuple[SiteNode, ...]) -> str:
    """Return the way of cooling of the room: as told, else comfort where its units have a size class (匹), else ''."""
    told = "" if room is None else text(room.values, "cooling_method")
    return told or ("comfort" if any("class_cn" in unit.values for unit in units) else "")
