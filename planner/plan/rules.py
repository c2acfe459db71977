"""What must hold in every plan, whatever edit made it: unique ids, references that exist, prices in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from planner.messages import Message, msg
from planner.plan.document import (
    Alternative,
    Connection,
    Existing,
    Fund,
    Line,
    People,
    Placement,
    Plan,
    Price,
    SiteNode,
    WorkloadEntry,
)

RESERVED = frozenset({"total", "plan"})  # subjects of figures and findings that are no part of the plan


def broken_rules(plan: Plan) -> Iterator[Message]:
    """Yield a message for each rule that ``plan`` breaks."""
    yield from _twice("plan", _shared_ids(plan))
    yield from _twice("alternatives", [one.id for one in plan.alternatives])
    yield from _site(plan)
    yield from _amounts(plan)
    for one in plan.alternatives:
        yield from _alternative(plan, one)
    if plan.chosen and plan.alternative(plan.chosen) is None:
        yield _dangling("chosen", plan.chosen)


def _shared_ids(plan: Plan) -> list[str]:
    groups: tuple[tuple[People | WorkloadEntry | SiteNode | Fund | Existing, ...], ...] = (
        plan.people,
        plan.workload,
        plan.site,
        plan.funds,
        plan.existing,
    )
    return [part.id for group in groups for part in group]


def _twice(place: str, ids: list[str]) -> Iterator[Message]:
    for name, count in Counter(ids).items():
        if count > 1:
            yield msg(
                "rule.twice", "The id {name} stands {count} times in {place}.", name=name, count=count, place=place
            )
        if not name or "/" in name:
            yield msg("rule.id", "An id in {place} is empty or has a slash: {name}.", name=name, place=place)


def _dangling(place: str, name: str) -> Message:
    return msg("rule.dangling", "{place} names {name}, which is not in the plan.", place=place, name=name)


def _site(plan: Plan) -> Iterator[Message]:
    parents = {node.id: node.parent for node in plan.site}
    for node in plan.site:
        if node.parent and node.parent not in parents:
            yield _dangling(f"site/{node.id}/parent", node.parent)
        seen = {node.id}
        above = node.parent
        while above and above in parents:
            if above in seen:
                yield msg("rule.loop", "The site node {name} feeds itself.", name=node.id)
                break
            seen.add(above)
            above = parents[above]


def _amounts(plan: Plan) -> Iterator[Message]:
    amounts = [
        ("budget/amount", plan.budget.amount),
        *((f"funds/{fund.id}/amount", fund.amount) for fund in plan.funds),
    ]
    for place, money in amounts:
        if money is not None and money.amount < 0:
            yield _negative(place, str(money.amount))
    for place, rate in (("contingency_rate", plan.budget.contingency_rate), ("vat_rate", plan.budget.vat_rate)):
        if rate is not None and not 0 <= rate < 1:
            yield msg(
                "rule.rate",
                "{place} is {value}; a rate is from 0 to below 1 (13 % is 0.13).",
                place=f"budget/{place}",
                value=rate,
            )
    for group in plan.people:
        if group.count < 0:
            yield _negative(f"people/{group.id}/count", str(group.count))


def _alternative(plan: Plan, one: Alternative) -> Iterator[Message]:
    place = f"alternatives/{one.id}"
    yield from _twice(f"{place}/lines", [line.id for line in one.lines])
    taken = {*_shared_ids(plan), *RESERVED}
    for line in one.lines:
        if line.id in taken:
            yield msg(
                "rule.taken",
                "The line id {name} in {place} is used for something else already.",
                name=line.id,
                place=place,
            )
    stages = {stage.id for stage in one.stages}
    funds = {fund.id for fund in plan.funds}
    for line in one.lines:
        yield from _line(plan, line, f"{place}/lines/{line.id}", stages, funds)
    lines = {line.id for line in one.lines}
    nodes = {node.id for node in plan.site}
    links: tuple[Connection | Placement, ...] = (*one.connections, *one.placements)
    for link in links:
        if link.line not in lines:
            yield _dangling(place, link.line)
        if link.node not in nodes:
            yield _dangling(place, link.node)
        if link.units < 1:
            yield _negative(f"{place}/{link.line}/units", str(link.units))


def _line(plan: Plan, line: Line, place: str, stages: set[str], funds: set[str]) -> Iterator[Message]:
    if not 0 <= line.quantity <= 100_000:
        yield msg(
            "rule.quantity",
            "{place} is {value}; a quantity is from 0 to 100,000.",
            place=f"{place}/quantity",
            value=line.quantity,
        )
    if line.cards_per_unit < 0:
        yield _negative(f"{place}/cards_per_unit", str(line.cards_per_unit))
    for name, wanted, known in (("stage", line.stage, stages), ("fund", line.fund, funds)):
        if wanted and wanted not in known:
            yield _dangling(f"{place}/{name}", wanted)
    for name, wanted in (("item", line.item), ("card", line.card)):
        if wanted and plan.items and wanted not in plan.items:
            yield _dangling(f"{place}/{name}", wanted)
    yield from _price(line.price, f"{place}/price")


def _price(price: Price, place: str) -> Iterator[Message]:
    for name, value in (("low", price.low), ("chosen", price.chosen), ("high", price.high)):
        if value is not None and (not value.is_finite() or value < 0):
            yield _negative(f"{place}/{name}", str(value))
    if price.low is not None and price.high is not None and price.low > price.high:
        yield msg(
            "rule.price_range",
            "In {place} the low price {low} is above the high price {high}.",
            place=place,
            low=price.low,
            high=price.high,
        )
    if price.vat_rate is not None and not 0 <= price.vat_rate < 1:
        yield msg(
            "rule.rate",
            "{place} is {value}; a rate is from 0 to below 1 (13 % is 0.13).",
            place=f"{place}/vat_rate",
            value=price.vat_rate,
        )


def _negative(place: str, value: str) -> Message:
    return msg("rule.negative", "{place} is {value}; it must be a number from 0.", place=place, value=value)
