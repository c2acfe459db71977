"""From the answers of the first sheet to a plan with three alternatives, and what each of them comes to.

Which three: buying for the need first; then, where that leaves more than half of the budget, cards with more memory; then
half bought and half rented, and all rented, where data may leave and domestic products are not a must; then a purchasable
model whose price must be asked for, and half of it now. NAS and UPS come along where each costs a tenth of the budget at
most; a twentieth of the price is kept as contingency.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from decimal import Decimal

import msgspec

from db.store import Store
from desktop_app.services import first_start_words as words
from desktop_app.services.desk import Desk
from desktop_app.services.first_start import Answers, Need, entries_of, need, people_of, refuse_impossible, ticked
from desktop_app.services.first_start_market import Market, market_for
from desktop_app.services.first_start_offers import (
    Choice,
    Rent,
    best_machine,
    best_rent,
    cheapest,
    hours_within,
    largest_memory,
)
from desktop_app.services.first_start_room import site_of, sockets
from planner.catalog.choices import choice_text
from planner.catalog.items import Item, digest
from planner.catalog.supply import nearest_purchasable
from planner.errors import InputError
from planner.figure import Quality
from planner.limits import limit
from planner.messages import Labelled, Message, msg
from planner.plan.document import (
    Alternative,
    Budget,
    Connection,
    Fact,
    Fund,
    Line,
    Organisation,
    Plan,
    Stage,
    Switches,
)
from planner.plan.rules import broken_rules, most_quantity

CONTINGENCY = Decimal("0.05")
_TENTH = Decimal("0.1")
_UPS_W = 2700.0  # what the UPS of the template carries
_CUSTOMARY = ("power_factor", "utilisation", "idle_share", "psu_efficiency", "shr")
_IN_ONE = 4  # cards in a machine whose price must be asked for
_LETTERS = "ABC"


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """An alternative, the reason why it is proposed, and the catalog rows it uses."""

    alternative: Alternative
    why: Message
    items: tuple[Item, ...]


def generate(answers: Answers, desk: Desk, plan_id: str) -> tuple[Plan, tuple[Message, ...]]:
    """Return the plan with its alternatives (A, B, C) and why each is proposed; the first is chosen.

    Raises:
        InputError: there is no budget, no job is ticked, a week is too long, or what is proposed breaks a rule of plans.
    """
    refuse_impossible(answers)
    items: dict[str, Item] = {}
    models = _models(answers, desk.store, items)
    plan = _basis(answers, desk, plan_id, models)
    market = market_for(answers, desk, plan, items)
    proposals = _proposals(answers, need(answers), market, plan)
    for proposal in proposals:
        items |= {digest(item): item for item in proposal.items}
    named = tuple(
        msgspec.structs.replace(one.alternative, id=letter) for letter, one in zip(_LETTERS, proposals, strict=False)
    )
    whole = msgspec.structs.replace(plan, alternatives=named, chosen=named[0].id, items=items)
    fault = next(broken_rules(whole), None)
    if fault is not None:  # a plan that breaks a rule could be kept and never opened again
        raise InputError(fault, msg("first.rule.remedy", "Look at people, hours and budget: one of them is too large."))
    return whole, tuple(one.why for one in proposals[: len(named)])


# --- what all alternatives share -------------------------------------------------------------------------------------


def _models(answers: Answers, store: Store, items: dict[str, Item]) -> dict[str, str]:
    found = {}
    for name in {job.model for job in ticked(answers) if job.model}:
        item = store.catalog.get(name)
        items[digest(item)] = item
        found[name] = digest(item)
    return found


def _basis(answers: Answers, desk: Desk, plan_id: str, models: dict[str, str]) -> Plan:
    amount = answers.budget
    month = f"{desk.today:%Y-%m}"
    title = Labelled(zh=f"算力采购 {month}", en=f"Compute purchase, {month}")  # no amount: it stands on the papers
    facts = {}
    for key in _CUSTOMARY:
        customary = limit(f"default.{key}")
        facts[key] = Fact(value=customary.require(), quality=Quality.ASSUMED, source=customary.source)
    return Plan(
        id=plan_id,
        title=title,
        created=desk.today,
        organisation=Organisation(kind="university", profile="GB"),
        people=people_of(answers),
        workload=entries_of(answers, models),
        site=site_of(answers.room),
        budget=Budget(amount=amount, contingency_rate=CONTINGENCY, vat_rate=Decimal("0.13")),
        funds=_funds(answers),
        switches=Switches(domestic=answers.domestic, data_may_leave=answers.data_may_leave),
        facts=facts,
    )


def _funds(answers: Answers) -> tuple[Fund, ...]:
    line = answers.fund_line
    if not line:
        return ()
    title = choice_text("budget_line", line, "zh")
    fund = Fund(
        id="fund-1", title=title, amount=answers.budget, budget_line=line, latest_spending=answers.latest_spending
    )
    return (fund,)


# --- the alternatives ------------------------------------------------------------------------------------------------


def _proposals(answers: Answers, wanted: Need, market: Market, plan: Plan) -> list[Proposal]:
    money = answers.budget.amount / (1 + CONTINGENCY)
    goods = money - sum((line.price.chosen or Decimal(0) for line in market.extras), Decimal(0))
    own = best_machine(market.machines, wanted.cards, goods)
    reached = own is not None
    own = own or cheapest(market.machines)
    found = []
    build = _Build(answers, market, plan)
    if own is not None:
        found.append(build.owned(own, words.why_own(own, wanted, answers, reached=reached), words.own_title(own)))
    found += _others(build, own, wanted, money, goods)
    return found[: len(_LETTERS)]


def _others(build: _Build, own: Choice | None, wanted: Need, money: Decimal, goods: Decimal) -> Iterator[Proposal]:
    """Yield the other alternatives, the more telling first."""
    market = build.market
    if own is not None and own.yuan * 2 < goods:
        larger = largest_memory(market.machines, wanted.cards, goods, own.machine.memory_gb)
        if larger is not None:
            yield build.owned(larger, words.why_larger(larger), words.larger_title(larger))
    if market.rents:
        mixed = _mixed(build, wanted, money, goods)
        if mixed is not None:
            yield mixed
        yield build.rented(best_rent(market.rents), wanted.card_hours, wanted.card_hours, money)
    yield from build.asked(wanted.cards)
    half = best_machine(market.machines, math.ceil(wanted.cards / 2), goods)
    if own is not None and half is not None and half.cards < own.cards:
        why = msg("first.why.half", "Buy half now, measure for half a year, then decide on the rest.")
        yield build.owned(half, why, words.half_title(half))
    elif wanted.cards > 1:
        yield from build.asked(math.ceil(wanted.cards / 2), half=True)


def _mixed(build: _Build, wanted: Need, money: Decimal, goods: Decimal) -> Proposal | None:
    """Return half of the cards bought, and the hours of the rest rented from what is left; None where nothing is left to rent."""
    half = best_machine(build.market.machines, max(1, wanted.cards // 2), goods)
    if half is None or half.cards >= wanted.cards:
        return None
    hours = math.ceil(wanted.card_hours * (1 - half.cards / wanted.cards))
    rent = best_rent(build.market.rents, half.machine.card.id)
    return build.rented(rent, hours, wanted.card_hours, money - (money - goods) - half.yuan, half)


class _Build:
    """Puts the lines of an alternative together."""

    def __init__(self, answers: Answers, market: Market, plan: Plan) -> None:
        self.answers, self.market, self.plan = answers, market, plan

    def owned(self, choice: Choice, why: Message, title: Labelled) -> Proposal:
        """Return the alternative that buys ``choice`` with NAS and UPS."""
        lines = (_machine_line(choice), *self._extras(choice))
        return self._proposal(title, lines, why, (choice.machine.item, choice.machine.card))

    def rented(
        self, rent: Rent | None, hours: int, all_hours: int, money: Decimal, own: Choice | None = None
    ) -> Proposal:
        """Return the alternative that rents card-hours, beside what is owned."""
        assert rent is not None
        paid = min(hours_within(hours, rent, money), most_quantity("cloud"))
        lines: list[Line] = []
        items: list[Item] = [rent.item]
        if own is not None:
            lines += [_machine_line(own), *self._extras(own)]
            items += [own.machine.item, own.machine.card]
        if paid:
            lines.append(_rent_line(rent, paid))
        title = words.rent_title(own)
        why = words.why_rent(rent, paid, hours, all_hours, own)
        return self._proposal(title, tuple(lines), why, tuple(items))

    def asked(self, cards: int, *, half: bool = False) -> Iterator[Proposal]:
        """Yield the alternative with the nearest purchasable card, whose price must be asked for; none where none is near."""
        card = self.market.reference
        if card is None:
            return
        domestic_only = self.answers.domestic == "required"
        near = nearest_purchasable(card, self.market.accelerators, n=1, domestic_only=domestic_only)
        if not near:
            return
        in_one = min(cards, _IN_ONE)
        line = Line(
            id="machine",
            title=Labelled(zh=f"{in_one} 卡整机", en=f"Machine with {in_one} accelerators"),
            role="compute",
            quantity=math.ceil(cards / in_one),
            card=digest(near[0].item),
            cards_per_unit=in_one,
        )
        title = words.asked_title(cards, half=half)
        yield self._proposal(title, (line, *self._extras(None)), words.why_asked(near[0].item, card), (near[0].item,))

    def _extras(self, choice: Choice | None) -> tuple[Line, ...]:
        """Return NAS and UPS; no UPS where the machines need more than it carries, or nobody knows how much."""
        power_w = choice.machine.item.number("max_power_w") if choice is not None else None
        carried = choice is not None and power_w is not None and power_w * choice.units <= _UPS_W
        return tuple(line for line in self.market.extras if line.id != "ups" or carried)

    def _proposal(self, title: Labelled, lines: tuple[Line, ...], why: Message, items: tuple[Item, ...]) -> Proposal:
        funds = {one.id: one.budget_line for one in self.plan.funds}
        fund = next(iter(funds), "")
        payable = ("cloud", "api") if funds.get(fund) == "operating" else ("compute", "storage", "ups")
        stage = Stage(id="stage-1", title=Labelled(zh="到货", en="Delivery"), wanted_by=self.answers.wanted_by)
        staged = tuple(
            msgspec.structs.replace(
                line, fund=fund if line.role in payable else "", stage="stage-1" if self.answers.wanted_by else ""
            )
            for line in lines
        )
        alternative = Alternative(
            id="A",
            title=title,
            lines=staged,
            stages=(stage,) if self.answers.wanted_by else (),
            connections=_connections(lines, sockets(self.plan.site)),
        )
        return Proposal(alternative=alternative, why=why, items=items)


def _connections(lines: Sequence[Line], there: tuple[str, ...]) -> tuple[Connection, ...]:
    """Plug the units in one after the other, each into the next socket, from the first again where they run out."""
    if not there:
        return ()
    plugged: dict[tuple[str, str], int] = {}
    units = [line.id for line in lines if line.role in ("compute", "storage") for _ in range(line.quantity)]
    for at, line in enumerate(units):
        key = (line, there[at % len(there)])
        plugged[key] = plugged.get(key, 0) + 1
    return tuple(Connection(line=line, node=node, units=units) for (line, node), units in plugged.items())


def _machine_line(choice: Choice) -> Line:
    machine = choice.machine
    return Line(
        id="machine",
        title=machine.title,
        role="compute",
        quantity=choice.units,
        item=digest(machine.item),
        card=digest(machine.card),
        cards_per_unit=machine.cards,
        price=machine.price,
    )


def _rent_line(rent: Rent, hours: int) -> Line:
    title = Labelled(zh="算力租用（一年）", en="Rented compute (one year)")
    return Line(
        id="rent",
        title=title,
        role="cloud",
        quantity=hours,
        uom="card_hour",
        item=digest(rent.item),
        price=rent.price,
    )
