"""One row of the library for one line of a plan: when it is asked, what the user has typed, what rests on assumptions."""

from __future__ import annotations

import msgspec

from planner.assess.facts import fact_figure, flag
from planner.assess.lines import LineFigures
from planner.assess.run import Assessment
from planner.catalog.attributes import find_attribute
from planner.catalog.items import Item
from planner.figure import Figure, Formula, Quality, constant, leaves, trace, unknown
from planner.messages import Labelled
from planner.tender import needs
from planner.tender.library import Level, LibraryRow
from planner.tender.market import is_known
from planner.units import convert

IN_UNIT = Formula(
    key="tender.in_unit",
    label=Labelled(zh="换算单位", en="in another unit"),
    text="value * factor",
    unit="",
    source="definition of the units",
    function=lambda value, factor: value * factor,
)


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the library for one line; ``field`` are the cards that can be bought, ``cards`` all of the catalog.

    ``mark`` is what the user decided that the requirement is marked with, None for what is derived.
    """

    assessment: Assessment
    line: LineFigures
    row: LibraryRow
    field: tuple[Item, ...]
    cards: tuple[Item, ...]
    mark: Level | None = None

    @property
    def key(self) -> str:
        """Return how figures of this case are named."""
        return f"tender/{self.line.line.id}/{self.row.code}"

    @property
    def line_id(self) -> str:
        """Return the line's id."""
        return self.line.line.id


def asked(case: Case) -> bool:
    """Tell whether the circumstance is there in which the row is asked for."""
    context, item = case.assessment.context, case.line.item
    match case.row.when:
        case "linked":
            return any(one.devices_needed > 1 for one in needs.served(case.assessment, case.line_id))
        case "unattended":
            return flag(context.calendar, "unattended_overnight") is True and case.line.line.cards_per_unit > 0
        case "kit":
            return _is_kit(item)
        case "host":
            return not _is_kit(item)
        case "gb":
            return context.organisation.profile == "GB"
        case "rack":
            is_rack = item is not None and "rack" in item.text("form").split("|") and is_known(item, "form")
            return is_rack and any(node.type == "rack" for node in context.site.nodes)
        case _:
            return True


def _is_kit(item: Item | None) -> bool:
    return item is not None and item.text("subkind") == "edge_kit"


def rests_on_assumption(figure: Figure | None) -> bool:
    """Tell whether a figure stands on an assumption about the room or the workload.

    The power factor of power supplies is a property of the trade, not of this room; it does not count.
    """
    if figure is None:
        return False
    return any(part.quality is Quality.ASSUMED and part.key != "plan/power_factor" for part in leaves(figure))


def told(case: Case) -> Figure:
    """Return what the user has typed for the line under the row's keys, in the row's unit; unknown where nothing."""
    for key in case.row.keys:
        registered = find_attribute(key, "line")
        source_unit = registered.unit if registered else case.row.unit
        figure = fact_figure(case.line.line.facts, key, f"{case.line_id}/{key}", source_unit)
        if figure.known:
            return in_unit(figure, case.row.unit)
    return unknown(f"{case.line_id}/{case.row.keys[0]}", case.row.unit)


def of_item(case: Case) -> Figure:
    """Return the first value of the line's catalog row that does not rest on an assumption, in the row's unit."""
    item = case.line.item
    for key in case.row.keys if item is not None else ():
        registered = find_attribute(key, item.kind) if item is not None else None
        if item is not None and registered is not None and is_known(item, key):
            return in_unit(item.figure(key, registered.unit), case.row.unit)
    return unknown(f"{case.line_id}/{case.row.keys[0]}", case.row.unit)


def in_unit(figure: Figure, unit: str) -> Figure:
    """Return a figure in another unit of the same dimension, traced to the first; raises UnitError where it has none."""
    if not figure.known or figure.unit == unit:
        return figure
    factor = convert(1.0, figure.unit or "1", unit or "1")
    formula = msgspec.structs.replace(IN_UNIT, unit=unit)
    one = constant(f"constant/{figure.unit}_{unit}", factor, "1", "definition of the units")
    return trace(formula, f"{figure.key}/{unit}", value=figure, factor=one)
