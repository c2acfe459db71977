"""What the first sheet chooses from: machines and rent with a price in yuan, NAS and UPS, and cards to ask a price for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

import msgspec

from db.store import Store
from desktop_app.services.desk import Desk
from desktop_app.services.first_start import Answers
from desktop_app.services.first_start_offers import Machine, Rent, cheapest, machine_price, rent_price
from desktop_app.services.plans import plan_from_template
from planner.assess.demand import EntryFigures, entry_figures, verdict_on
from planner.assess.memo import Memo
from planner.catalog.items import Item
from planner.catalog.supply import is_domestic, supply_state
from planner.messages import Labelled
from planner.plan.document import Line, Plan
from planner.tables import rows

_TENTH = Decimal("0.1")


class Market(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the rule chooses from, for these answers."""

    machines: tuple[Machine, ...]
    reference: Item | None
    rents: tuple[Rent, ...]
    extras: tuple[Line, ...]
    accelerators: tuple[Item, ...]


def market_for(answers: Answers, desk: Desk, plan: Plan, items: dict[str, Item]) -> Market:
    """Return what can be proposed for the answers; ``items`` are the rows of the models, by digest."""
    whole = msgspec.structs.replace(plan, items=items)
    entries = tuple(entry_figures(entry, whole.item_of(entry.model)) for entry in plan.workload)
    memo = Memo()
    domestic_only = answers.domestic == "required"
    template = plan_from_template("lab-a", desk.store, desk.today, plan_id="first-start")
    lines = {line.id: line for line in template.alternatives[0].lines}
    extras = tuple(msgspec.structs.replace(lines[name], fund="") for name in ("nas", "ups"))
    limit_yuan = answers.budget.amount * _TENTH
    machines = tuple(_machines(desk.store, entries, memo))
    smallest = cheapest(machines)
    return Market(
        machines=tuple(one for one in machines if one.domestic or not domestic_only),
        reference=smallest.machine.card if smallest is not None else None,
        rents=() if domestic_only or answers.data_may_leave == "no" else tuple(_rents(desk.store, entries, memo)),
        extras=tuple(line for line in extras if (line.price.chosen or 0) <= limit_yuan),
        accelerators=desk.environment.market,
    )


def _machines(store: Store, entries: Sequence[EntryFigures], memo: Memo) -> Iterator[Machine]:
    prices = {price.id: price for price in store.catalog.prices()}
    for row in rows("first_start/machines.csv"):
        seen = prices.get(row["observation"])
        if seen is None or not (store.catalog.has(row["item"]) and store.catalog.has(row["card"])):
            continue
        price = machine_price(seen, int(row["per"]))
        if price is None:
            continue
        card = store.catalog.get(row["card"])
        yield Machine(
            title=Labelled(zh=row["title_zh"], en=row["title_en"]),
            item=store.catalog.get(row["item"]),
            card=card,
            cards=int(row["cards"]),
            price=price,
            holds=_holds(entries, card, int(row["cards"]), memo),
            purchasable=supply_state(card) == "purchasable",
            domestic=is_domestic(card) is True,
        )


def _rents(store: Store, entries: Sequence[EntryFigures], memo: Memo) -> Iterator[Rent]:
    for offer in store.catalog.items("cloud_offer"):
        price, card = rent_price(offer), offer.text("accelerator_id")
        if price is not None and store.catalog.has(card):
            held = store.catalog.get(card)
            yield Rent(item=offer, card=held, price=price, holds=_holds(entries, held, 1, memo))


def _holds(entries: Sequence[EntryFigures], card: Item, cards: int, memo: Memo) -> int:
    return sum(verdict_on(entry, card, cards, memo) in ("fits", "tight") for entry in entries)
