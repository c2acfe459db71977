"""Cost over years: what owning and renting have cost by the end of a year, and what changes when one number changes."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from planner.figure import Figure, Formula, trace
from planner.labels import Labelled

WEEKS_OF_YEAR = 365 / 7


OWN_BY = Formula(
    key="outlook.own_by",
    label=Labelled(zh="自有累计花费", en="Spent on own machines by then"),
    text="price * max(1, years / life) + year * years",
    unit="CNY",
    source="bought at the start, of its successor a share for each year after the years of use; electricity of each year",
    function=lambda price, years, life, year: price * max(1.0, years / life) + year * years,
)
RENT_BY = Formula(
    key="outlook.rent_by",
    label=Labelled(zh="租用累计花费", en="Spent on renting by then"),
    text="hours * rate * 365 / 7 * years",
    unit="CNY",
    source="card-hours of a week at the rent of a card-hour, over the weeks",
    function=lambda hours, rate, years: hours * rate * WEEKS_OF_YEAR * years,
)
WEEKS_BY = Formula(
    key="outlook.weeks_by",
    label=Labelled(zh="累计花费", en="Spent by then"),
    text="week * 365 / 7 * years",
    unit="CNY",
    source="cost of a week over the weeks",
    function=lambda week, years: week * WEEKS_OF_YEAR * years,
)
OWN_MORE = Formula(
    key="outlook.own_more",
    label=Labelled(zh="自有比租用多花", en="What owning costs more than renting"),
    text="price * max(1, years / life) + energy * tariff * years - hours * rate * 365 / 7 * years",
    unit="CNY",
    source="own machines with their electricity less the rent of the same card-hours; below 0 owning costs less",
    function=lambda price, years, life, energy, tariff, hours, rate: (
        price * max(1.0, years / life) + energy * tariff * years - hours * rate * WEEKS_OF_YEAR * years
    ),
)
TRIED = Formula(
    key="outlook.tried",
    label=Labelled(zh="试算值", en="Value that is tried"),
    text="value * factor",
    unit="1",
    source="the value reckoned with, a fifth less or more",
    function=lambda value, factor: value * factor,
)
OF_QUARTER = Formula(
    key="outlook.of_quarter",
    label=Labelled(zh="每季度电费", en="Electricity of a quarter"),
    text="year / 4",
    unit="CNY",
    source="electricity of a year over its quarters",
    function=lambda year: year / 4,
)


class Swing(msgspec.Struct, frozen=True, kw_only=True):
    """One input at both its ends with what the result comes to then, everything else as it is."""

    name: str
    low_input: Figure
    high_input: Figure
    low: Figure
    high: Figure

    @property
    def width(self) -> float:
        """Return how far apart the two results lie, in the unit of the result; 0 where one is not known."""
        return abs((self.high.value or 0.0) - (self.low.value or 0.0)) if self.low.known and self.high.known else 0.0


def swings(
    formula: Formula, key: str, inputs: Mapping[str, Figure], ends: Mapping[str, tuple[Figure, Figure]]
) -> tuple[Swing, ...]:
    """Return what each of ``ends`` does to ``formula`` by itself, the widest first; results are named ``key/<input>/low``.

    One at a time: inputs that go together (a dearer card that uses more) are not looked at together.
    """
    found = []
    for name, (low, high) in ends.items():
        results = [
            trace(formula, f"{key}/{name}/{side}", **{**inputs, name: tried})
            for side, tried in (("low", low), ("high", high))
        ]
        found.append(Swing(name=name, low_input=low, high_input=high, low=results[0], high=results[1]))
    return tuple(sorted(found, key=lambda one: (-one.width, one.name)))
