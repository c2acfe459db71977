"""What the entries of a workload are set against: the machines of all alternatives, and cards somebody chose."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import TYPE_CHECKING

import msgspec

from planner.assess.demand import devices_in
from planner.catalog.devices import per_device
from planner.catalog.items import Item
from planner.catalog.prices import is_purchase, purchase_prices
from planner.figure import Quality, unknown
from planner.messages import format_number
from planner.workload.candidates import default_cards
from planner.workload.fit import visible_gib
from planner.workload.fit_matrix import Candidate, PriceSpan

if TYPE_CHECKING:
    from desktop_app.services.desk import Desk
    from planner.assess.lines import LineFigures
    from planner.assess.run import Assessment
    from planner.plan.document import Plan, Price

_KEY = "workload.cards"
_MOST = 12
_FAMILIES = ("GeForce ", "Radeon RX ", "Radeon ", "NVIDIA ", "Tesla ", "Instinct ")


class Column(msgspec.Struct, frozen=True, kw_only=True):
    """A candidate as a column: name, memory of one device, the alternatives that have it, and whether it was chosen by hand."""

    candidate: Candidate
    memory: str
    marks: tuple[str, ...] = ()
    chosen: bool = False
    line: str = ""

    @property
    def short(self) -> str:
        """Return the name without what all cards of a maker are called."""
        name = self.candidate.name
        return next((name.removeprefix(word) for word in _FAMILIES if name.startswith(word)), name)


def chosen_cards(desk: Desk, plan: Plan) -> tuple[str, ...]:
    """Return the ids of the catalog cards that stand beside the plan's machines: those somebody chose, else a few on sale."""
    kept = desk.store.settings.get(f"{_KEY}.{plan.id}")
    if isinstance(kept, list):
        return tuple(one for one in kept if isinstance(one, str) and desk.store.catalog.has(one))[:_MOST]
    edge = any(entry.kind == "edge" for entry in plan.workload)
    priced = {one.item_id for one in desk.store.catalog.prices() if is_purchase(one)}
    return default_cards(desk.environment.market, priced, edge)


def choose_cards(desk: Desk, plan: Plan, cards: Iterable[str]) -> None:
    """Keep which catalog cards stand beside the plan's machines; raises KnownStoreError."""
    desk.store.settings.set(f"{_KEY}.{plan.id}", list(dict.fromkeys(cards))[:_MOST])


def forget_cards(desk: Desk, plan: Plan) -> None:
    """Go back to the few cards on sale; raises KnownStoreError."""
    desk.store.settings.set(f"{_KEY}.{plan.id}", None)


def columns(desk: Desk, assessments: Iterable[Assessment]) -> tuple[Column, ...]:
    """Return the machines of the alternatives, those of the first assessment first, then the chosen cards."""
    found: dict[tuple[str, int, str], Column] = {}
    plan = None
    for assessment in assessments:
        plan = assessment.plan
        letter = assessment.context.alternative.id
        prices = {one.id: one.price for one in assessment.context.alternative.lines}
        for line in assessment.context.lines.values():
            if line.line.role != "compute" or not line.line.quantity or not _computes(line):
                continue
            column = _of_line(line, prices[line.line.id])
            key = (line.card.id if line.card is not None else line.line.id, devices_in(line), line.line.item)
            known = found.get(key)
            marks = (*(known.marks if known else ()), letter)
            found[key] = msgspec.structs.replace(known or column, marks=tuple(dict.fromkeys(marks)))
    there = {one.candidate.card.id for one in found.values() if one.candidate.card is not None}
    cards = (
        [] if plan is None else [desk.store.catalog.get(one) for one in chosen_cards(desk, plan) if one not in there]
    )
    return (*found.values(), *(_of_card(desk, card) for card in cards))


def _computes(line: LineFigures) -> bool:
    return line.card is not None or line.line.cards_per_unit > 0


def _of_line(line: LineFigures, price: Price) -> Column:
    card, own = line.card, line.line
    candidate = Candidate(
        id=f"line/{own.id}" if card is None else f"line/{card.id}/{devices_in(line)}/{own.item[:8]}",
        name=own.title.en if card is None else card.name,
        card=card,
        visible_gib=unknown(f"{own.id}/card", "GiB") if card is None else visible_gib(card),
        devices_there=devices_in(line),
        price=_line_price(price),
        whole=True,
    )
    return Column(candidate=candidate, memory=_memory(card), line=own.id)


def _of_card(desk: Desk, card: Item) -> Column:
    prices = purchase_prices(card.id, desk.store.catalog.prices_of(card.id))
    known = next((one for one in prices if one.low is not None or one.high is not None), None)
    price = None
    if known is not None:
        low, high = known.low or known.high or Decimal(0), known.high or known.low or Decimal(0)
        price = PriceSpan(
            low=float(low),
            high=float(high),
            currency=known.currency,
            source=known.source,
            date=known.observed_date,
            quality=known.quality,
            tax=known.tax if known.tax in ("included", "excluded") else "",
            kind=known.price_kind,
        )
    candidate = Candidate(id=f"card/{card.id}", name=card.name, card=card, visible_gib=visible_gib(card), price=price)
    return Column(candidate=candidate, memory=_memory(card), chosen=True)


def _memory(card: Item | None) -> str:
    gb = None if card is None else per_device(card, "memory_gb")
    return "" if gb is None else f"{format_number(gb)} GB"


def _line_price(price: Price) -> PriceSpan | None:
    known = [one for one in (price.low, price.chosen, price.high) if one is not None]
    if not known:
        return None
    return PriceSpan(
        low=float(min(known)),
        high=float(max(known)),
        currency=price.currency,
        source=price.source,
        date=price.observed.isoformat() if price.observed else "",
        quality=Quality(price.quality),
        tax=price.tax,
    )
