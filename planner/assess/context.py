"""All that checks may read about one alternative; a check is handed a view with just the parts it declares."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from planner.assess.demand import EntryFigures
from planner.assess.energy import EnergyFigures
from planner.assess.fits import Fits
from planner.assess.lines import LineFigures
from planner.assess.memo import Memo
from planner.assess.prices import LinePrices, PriceTotals
from planner.assess.racks import RackFilling
from planner.assess.site import SiteFigures
from planner.catalog.items import Item
from planner.catalog.supply import Market
from planner.figure import Figure
from planner.limits import OF_TABLE, Limits
from planner.messages import Labelled
from planner.plan.document import (
    Alternative,
    Budget,
    Existing,
    Facts,
    Fund,
    Link,
    Organisation,
    People,
    SiteNode,
    Switches,
    WorkloadEntry,
)
from planner.workload.demand import Stock


class Totals(msgspec.Struct, frozen=True, kw_only=True):
    """The totals of an alternative: powers and heat (W), rack units (U), weight (kg).

    Nameplate, maximum and expected power hold the input of planned air conditioners; ``idle_w`` is of the machines
    alone, for the account of a year has the cooling in its PUE.
    """

    nameplate_w: Figure
    idle_w: Figure
    max_w: Figure
    expected_w: Figure
    heat_w: Figure
    sensible_cooling_w: Figure
    rack_u: Figure
    weight_kg: Figure


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """Parts of an assessment by name; ``market`` are the catalog rows that substitutes are looked for in.

    ``stock`` are the cards of ``existing`` with the hours that may be used of them, ``rows_there`` its catalog rows by id. ``room`` and ``racks`` are those of
    ``site``, for checks that look at nothing else of it; ``links`` are the network cables of the alternative.
    """

    alternative: Alternative
    lines: Mapping[str, LineFigures]
    totals: Totals
    energy: EnergyFigures
    site: SiteFigures
    room: SiteNode | None
    racks: tuple[RackFilling, ...]
    links: tuple[Link, ...]
    prices: Mapping[str, LinePrices]
    money: PriceTotals
    demand: Mapping[str, EntryFigures]
    fits: Fits
    workload: tuple[WorkloadEntry, ...]
    organisation: Organisation
    calendar: Facts
    facts: Facts
    budget: Budget
    funds: tuple[Fund, ...]
    switches: Switches
    existing: tuple[Existing, ...]
    people: tuple[People, ...]
    stock: tuple[Stock, ...]
    rows_there: Mapping[str, Item]
    market: Market
    today: dt.date
    title: Labelled
    limits: Limits = OF_TABLE


PARTS = tuple(Context.__struct_fields__)
P = TypeVar("P")
R = TypeVar("R")


class View:
    """The declared parts of a context; anything else is refused, so that a check's ``reads`` is the truth.

    ``owner`` names who looks, '' for nobody in particular, so that what it finds part by part is kept for it in ``memo``,
    where results that several checks share are kept too.
    """

    def __init__(self, parts: Mapping[str, Any], memo: Memo | None = None, owner: str = "") -> None:
        """Keep the parts that are declared, by name."""
        self.memo: Memo
        self.owner: str
        own = self.__dict__ = dict(parts)  # at once, not attribute by attribute: some hundred are made for an edit
        own["memo"] = memo if memo is not None else Memo()
        own["owner"] = owner

    def __getattr__(self, name: str) -> Any:
        """Refuse a part that is not declared; raises AttributeError."""
        raise AttributeError(f"the check does not declare that it reads {name!r}")

    def each(self, function: Callable[[View, P], R], parts: Iterable[P], *reads: str) -> tuple[R, ...]:
        """Return ``function(view, part)`` for each part, where the view has only what ``reads`` names.

        Kept while the part and those reads are the same objects. A generator is no result: see ``findings``.
        """
        narrow = self._narrow(reads)
        shared = tuple(narrow.values())
        view = View(narrow, self.memo, self.owner)
        return self.memo.each((self.owner, function), lambda part: function(view, part), parts, shared)

    def findings(
        self, function: Callable[[View, P], Iterable[Any]], parts: Iterable[P], *reads: str
    ) -> tuple[Any, ...]:
        """Return what ``function(view, part)`` finds for each part; kept as ``each`` keeps it."""
        owner, narrow = self.owner, self._narrow(reads)
        view = View(narrow, self.memo, owner)

        def found(part: P) -> tuple[Any, ...]:
            made = [*function(view, part)]
            if len(made) == 1:  # as most; thousands of parts are looked at
                return (replace(made[0], check=owner),)
            return tuple([replace(one, check=owner) for one in made]) if made else ()

        slot = (owner, function)
        return self.memo.joined((slot, "joined"), self.memo.each(slot, found, parts, tuple(narrow.values())))

    def found_in(
        self, function: Callable[..., Iterable[Any]], rows: Iterable[tuple[Any, ...]], *reads: str
    ) -> tuple[Any, ...]:
        """Return what ``function(view, *row)`` finds for each row of objects; kept while all of them are the same."""
        owner, narrow = self.owner, self._narrow(reads)
        view = View(narrow, self.memo, owner)

        def found(row: tuple[Any, ...]) -> tuple[Any, ...]:
            made = [*function(view, *row)]
            if len(made) == 1:
                return (replace(made[0], check=owner),)
            return tuple([replace(one, check=owner) for one in made]) if made else ()

        slot = (owner, function)
        return self.memo.joined((slot, "joined"), self.memo.rows(slot, found, rows, tuple(narrow.values())))

    def _narrow(self, reads: tuple[str, ...]) -> dict[str, Any]:
        """Return some of the parts by name."""
        return {name: getattr(self, name) for name in reads}
