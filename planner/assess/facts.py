"""Facts as figures: what the user entered or accepted, with the catalog or the customary value named as missing."""

from __future__ import annotations

from collections.abc import Mapping

from planner.assess.goods import Goods
from planner.catalog.items import Item
from planner.figure import Figure, unknown
from planner.plan.document import Fact

_WORDS = (str, bool)  # what is no number


def fact_figure(facts: Mapping[str, Fact], name: str, key: str, unit: str) -> Figure:
    """Return the numeric fact ``name`` as a figure called ``key``; unknown where it is absent or no number."""
    fact = facts.get(name)
    if fact is None or isinstance(fact.value, _WORDS):
        return unknown(key, unit)
    return Figure(
        key=key,
        value=float(fact.value),
        unit=unit,
        quality=fact.quality,
        source=fact.source,
        source_date=fact.date.isoformat() if fact.date else "",
    )


def flag(facts: Mapping[str, Fact], name: str) -> bool | None:
    """Return a yes or no somebody told us, None where nobody did."""
    fact = facts.get(name)
    return fact.value if fact is not None and isinstance(fact.value, bool) else None


def text(facts: Mapping[str, Fact], name: str) -> str:
    """Return a text fact, '' where there is none."""
    fact = facts.get(name)
    return fact.value if fact is not None and isinstance(fact.value, str) else ""


def first_known(key: str, unit: str, *candidates: Figure) -> Figure:
    """Return the first known candidate, else the unknown ``key`` itself."""
    for one in candidates:
        if one.value is not None:
            return one
    return unknown(key, unit)


def of_item(item: Item | None, name: str, unit: str) -> Figure:
    """Return a catalog value as a figure; unknown without an item."""
    return unknown(name, unit) if item is None else item.figure(name, unit)


def of_line(key: str, unit: str, line: Goods, name: str, item: Item | None, *columns: str) -> Figure:
    """Return what was told at a line as the fact ``name``, else the first of its row's ``columns`` that is known.

    Nothing is made of what is not there; the figure is called ``key`` where it was told or is unknown.
    """
    fact = line.facts.get(name)
    if fact is not None and not isinstance(fact.value, _WORDS):
        return fact_figure(line.facts, name, key, unit)
    if item is not None:
        kept = item.__dict__  # four thousand times in an assessment, so without a call where a figure is there
        for column in columns:
            figure = kept.get(column)
            if figure is None or figure.unit != unit:
                figure = item.figure(column, unit)
            if figure.value is not None:
                return figure
    return unknown(key, unit)
