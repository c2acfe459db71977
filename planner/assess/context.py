"""All that checks may read about one alternative; a check is handed a view with just the parts it declares."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import msgspec

from planner.assess.demand import EntryFigures, Fit
from planner.assess.lines import LineFigures
from planner.assess.prices import LinePrices, PriceTotals
from planner.assess.site import SiteFigures
from planner.catalog.supply import Market
from planner.figure import Figure
from planner.plan.document import (
    Alternative,
    Budget,
    Existing,
    Facts,
    Fund,
    Organisation,
    Switches,
    WorkloadEntry,
)


class Totals(msgspec.Struct, frozen=True, kw_only=True):
    """The totals of an alternative: powers and heat (W), rack units (U), weight (kg)."""

    nameplate_w: Figure
    max_w: Figure
    expected_w: Figure
    heat_w: Figure
    sensible_cooling_w: Figure
    rack_u: Figure
    weight_kg: Figure


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """Parts of an assessment by name; ``market`` are the catalog rows that substitutes are looked for in."""

    alternative: Alternative
    lines: Mapping[str, LineFigures]
    totals: Totals
    site: SiteFigures
    prices: Mapping[str, LinePrices]
    money: PriceTotals
    demand: Mapping[str, EntryFigures]
    fits: tuple[Fit, ...]
    workload: tuple[WorkloadEntry, ...]
    organisation: Organisation
    calendar: Facts
    facts: Facts
    budget: Budget
    funds: tuple[Fund, ...]
    switches: Switches
    existing: tuple[Existing, ...]
    market: Market
    today: dt.date


PARTS = tuple(Context.__struct_fields__)


class View:
    """The declared parts of a context; anything else is refused, so that a check's ``reads`` is the truth."""

    __slots__ = ("_parts",)

    def __init__(self, context: object, reads: tuple[str, ...]) -> None:
        """Keep the parts named in ``reads``."""
        self._parts = {name: getattr(context, name) for name in reads}

    def __getattr__(self, name: str) -> Any:
        """Return a declared part; raises AttributeError for one that is not declared."""
        try:
            return self._parts[name]
        except KeyError:
            raise AttributeError(f"the check does not declare that it reads {name!r}") from None
