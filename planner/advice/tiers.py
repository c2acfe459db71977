"""Tier and lab plan by budget, with what can really be bought, and the plan by direction of work."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from planner.advice.leaving import renting
from planner.advice.records import Advice, Reason, Rejected, Row, Text, because, row_of, table, told
from planner.advice.rules_of_money import four_cards_power, rent_below_a_third
from planner.advice.rules_of_thumb import seventy_full_eight_141
from planner.catalog.items import Item
from planner.catalog.load import bundled_item
from planner.catalog.supply import STATE_LABELS, SupplyState, nearest_purchasable, supply_state
from planner.cost.ratios import BUDGET_SHARE
from planner.figure import Figure, Quality, leaf, trace
from planner.messages import Labelled, Message, msg
from planner.plan.document import Switches

Direction = Literal["vision", "language", "science", "edge"]
_NEAR = 2
ANY = Switches()


class CardSupply(msgspec.Struct, frozen=True, kw_only=True):
    """How a card of a tier can be had, and the nearest that can be bought."""

    card: Item
    state: SupplyState
    nearest: tuple[Item, ...]


class Tier(msgspec.Struct, frozen=True, kw_only=True):
    """A tier or lab plan: what it is, price range in yuan, what it supports, its cards and how they can be had."""

    id: str
    template: str
    name: Labelled
    what: Labelled
    supports: Labelled
    low: Figure
    high: Figure
    cards: tuple[CardSupply, ...]
    source: str

    @property
    def purchasable(self) -> bool:
        """Tell whether one of its cards can be bought new."""
        return any(one.state == "purchasable" for one in self.cards)


def tiers(market: Iterable[Item], sort: Literal["tier", "lab"] = "tier") -> tuple[Tier, ...]:
    """Return the five tiers, or the lab plans, cheapest first; ``market`` is where substitutes are looked for."""
    known = tuple(market)
    return tuple(_tier(row, known) for row in table("tiers") if row["sort"] == sort)


def advise_tier(budget_cny: float | None, market: Iterable[Item], switches: Switches = ANY) -> Advice:
    """Return the highest tier whose price range begins within ``budget_cny``; unknown without a budget.

    Where domestic products are required only that tier is looked at.
    """
    if budget_cny is None:
        return _no_budget("tier")
    found = tiers(market)
    wanted = [one for one in found if (one.id == "tier-5") == (switches.domestic == "required")]
    return _by_budget(wanted, found, budget_cny, "tier", switches)


def advise_lab_plan(budget_cny: float | None, market: Iterable[Item], switches: Switches = ANY) -> Advice:
    """Return the lab plan to start with: A, and rent for peaks, where it is within ``budget_cny``; else D or less."""
    if budget_cny is None:
        return _no_budget("lab_plan")
    found = {one.id: one for one in tiers(market, "lab")}
    start = [found[name] for name in ("lab-d", "lab-a") if name in found]
    advice = _by_budget(start, tuple(found.values()), budget_cny, "lab_plan", switches)
    rest = (
        *(() if renting(switches.data_may_leave) in advice.notes else (renting(switches.data_may_leave),)),
        msg("advice.tier.rest", "Spend the rest on storage, UPS and a yearly budget for renting; after half a year of load curves decide on 80 GB cards."),
        msg("advice.tier.halves", "Buying in two halves is better only if prices fall or the need is unsure: compare both."),
    )  # fmt: skip
    return msgspec.structs.replace(
        advice, notes=advice.notes + rest, corrections=(four_cards_power(), rent_below_a_third())
    )


def advise_direction(direction: Direction, switches: Switches = ANY) -> Advice:
    """Return what a direction of work needs; raises KeyError for one that is not in the table."""
    row = row_of("directions", direction)
    return Advice(
        topic="direction",
        choice=row["plan"],
        recommendation=told(row, "advised"),
        reasons=(Reason(text=msg("advice.direction.why", "Usual need of this direction: {direction}.", direction=told(row)), source=row["source"]),),
        rejected=tuple(
            Rejected(option=told(one), why=msg("advice.direction.other", "Another direction: {advised}.", advised=told(one, "advised")))
            for one in table("directions") if one["id"] != direction
        ),
        would_change=(msg("advice.direction.change", "Your own jobs: what fits is reckoned from them, not from the direction."),),
        notes=(
            msg("advice.direction.platform", "The platform of the school is the fourth source beside own, rent and API."),
            *((renting(switches.data_may_leave),) if "rent" in row["advised_en"] else ()),
        ),
    )  # fmt: skip


def _by_budget(
    wanted: list[Tier], others: tuple[Tier, ...], budget_cny: float, topic: str, switches: Switches
) -> Advice:
    budget = leaf("budget/amount", budget_cny, "CNY", Quality.ENTERED)
    within = [one for one in wanted if one.low.require() <= budget_cny]
    if not within:
        least = min(wanted, key=lambda one: one.low.require())
        return Advice(
            topic=topic,
            choice="",
            recommendation=msg("advice.tier.below", "{budget} is below the least of {low}: rent, or use the platform of the school.", budget=budget, low=least.low),
            reasons=(Reason(text=told(row_of("tiers", least.id), "what"), figures=(budget, least.low), source=least.source, quality=Quality.ASSUMED),),
            would_change=(msg("advice.tier.more", "A larger budget, or a second-hand card."),),
            notes=(renting(switches.data_may_leave),),
        )  # fmt: skip
    best = max(within, key=lambda one: one.low.require())
    share = trace(BUDGET_SHARE, f"advice/{topic}/share", total=best.low, budget=budget)
    return Advice(
        topic=topic,
        choice=best.template,
        recommendation=msg("advice.tier.take", "{name}: {what}, {low} to {high}.", name=best.name, what=best.what, low=best.low, high=best.high),
        reasons=(
            because(row_of("tiers", best.id), "supports"),
            Reason(text=msg("advice.tier.within", "It begins at {low} of a budget of {budget}.", low=best.low, budget=budget), figures=(budget, share), source=best.source, quality=Quality.ASSUMED),
        ),
        rejected=tuple(Rejected(option=one.name, why=_against(one, best, budget_cny), figures=(one.low, one.high)) for one in others if one.id != best.id),
        would_change=(msg("advice.tier.prices", "Quotes: the ranges are of an undated guide."), msg("advice.tier.load", "The load: what your jobs need decides, not the tier.")),
        corrections=(seventy_full_eight_141(),) if best.id == "tier-4" else (),
        notes=_supply(best),
    )  # fmt: skip


def _supply(tier: Tier) -> tuple[Text, ...]:
    """Return how the tier's cards can be had: said from the first screen."""
    return tuple(_supplied(one) for one in tier.cards if one.state != "purchasable")


def _supplied(one: CardSupply) -> Message:
    names = tuple(item.name for item in one.nearest)
    if not names:
        return msg(
            "advice.tier.no_supply",
            "{card}: {state}; no near substitute is known.",
            card=one.card.name,
            state=STATE_LABELS[one.state],
        )
    return msg("advice.tier.supply", "{card}: {state}; nearest that can be bought: {nearest}.", card=one.card.name, state=STATE_LABELS[one.state], nearest=names)  # fmt: skip


def _against(tier: Tier, best: Tier, budget_cny: float) -> Message:
    if best.id == "tier-5":
        return msg("advice.chip.imports", "The plan asks for domestic products.")
    if tier.low.require() > budget_cny:
        return msg("advice.tier.over", "Begins at {low}: over the budget.", low=tier.low)
    if best.purchasable and not tier.purchasable:
        return msg("advice.tier.not_new", "Not to be had new.")
    return msg("advice.tier.other", "For other work: {supports}.", supports=tier.supports)


def _no_budget(topic: str) -> Advice:
    return Advice(topic=topic, choice="", state="unknown", missing=("budget/amount",),
                  recommendation=msg("advice.tier.ask", "The budget is not known."))  # fmt: skip


def _tier(row: Row, market: tuple[Item, ...]) -> Tier:
    def price(end: str) -> Figure:
        return leaf(
            f"advice/{row['id']}/{end}", float(row[f"price_{end}_cny"]), "CNY", Quality(row["quality"]), row["source"]
        )

    cards = (bundled_item(name) for name in row["cards"].split("|"))
    return Tier(
        id=row["id"],
        template=row["template"],
        name=told(row),
        what=told(row, "what"),
        supports=told(row, "supports"),
        low=price("low"),
        high=price("high"),
        cards=tuple(CardSupply(card=one, state=supply_state(one), nearest=_nearest(one, market)) for one in cards),
        source=row["source"],
    )


def _nearest(card: Item, market: tuple[Item, ...]) -> tuple[Item, ...]:
    if supply_state(card) == "purchasable":
        return ()
    return tuple(one.item for one in nearest_purchasable(card, market, n=_NEAR))
