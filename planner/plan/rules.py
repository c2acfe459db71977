"""What must hold in every plan, whatever edit made it: unique ids, references that exist, prices in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from itertools import compress
from operator import is_not
from typing import TypeGuard

from planner.messages import Message, msg
from planner.plan.document import (
    RENTED,
    Alternative,
    Connection,
    Existing,
    Facts,
    Fund,
    Line,
    NodeType,
    People,
    Placement,
    Plan,
    SiteNode,
    WorkloadEntry,
)
from planner.plan.field_names import PRICE_NAMES
from planner.plan.own_limits import faulty_limits

RESERVED = frozenset({"total", "plan"})  # subjects of figures and findings that are no part of the plan

# What sums of money can be reckoned with exactly; far above any purchase.
MAX_LINE_AMOUNT = Decimal(100_000_000_000)
MAX_EXCHANGE_RATE = 1000.0
MAX_QUANTITY = 100_000
MAX_RENTED = 1_000_000_000
"""Card-hours and calls of rented lines: a thousand cards all year are 8,760,000."""
MAX_FACT = 1e15
_WITH_IDS = ("people", "workload", "site", "funds", "existing")
FROM_ONE = ("seq_len", "batch", "devices", "lora_rank", "tensor_parallel", "pipeline_parallel", "micro_batches")
_WORKLOAD_NUMBERS = (
    *("seq_len", "output_len", "batch", "devices", "lora_rank"),
    *("tensor_parallel", "pipeline_parallel", "zero_stage"),
    *("sessions_per_week", "hours_per_session"),
)


def broken_rules(plan: Plan, before: Plan | None = None) -> Iterator[Message]:
    """Yield a message for each rule that ``plan`` breaks.

    ``before`` is a plan that broke none: its site, and lines that are the same objects there with the same stages, funds
    and rows to name, are not looked at again.
    """
    yield from _twice("plan", _shared_ids(plan))
    yield from _twice("alternatives", [one.id for one in plan.alternatives])
    if before is None or plan.site is not before.site:
        yield from _site(plan)
    yield from _amounts(plan)
    yield from _counts(plan)
    yield from _facts(plan.facts, "facts")
    yield from _facts(plan.calendar, "calendar")
    yield from faulty_limits(plan.limits)
    for one in plan.alternatives:
        yield from _alternative(plan, one, before)
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
        yield from _facts(node.values, f"site/{node.id}/values")


_ROOM, _POWER = frozenset({"room"}), frozenset({"room", "panel", "circuit"})
_NOT_BELOW: dict[NodeType, frozenset[str]] = {
    "room": frozenset(),
    "panel": _ROOM | {"rack"},
    "circuit": _ROOM | {"rack"},
    "socket": _POWER | {"rack"},
    "strip": _POWER | {"rack"},
    "cord": _POWER | {"rack"},
    "pdu": _POWER | {"rack"},
    "ups": _ROOM | {"rack"},
    "rack": _POWER | {"rack"},
    "ac": frozenset({"room", "panel", "circuit", "socket", "strip", "cord", "pdu", "ups", "rack", "ac"}),
}
"""By type of a node, what cannot hang on it: nothing is fed by an air conditioner, no circuit by a socket."""


def wrongly_hung(plan: Plan, before: Plan) -> Iterator[Message]:
    """Yield what an edit of ``before`` hung where nothing can feed or hold it; a plan that has it so is read as it is."""
    if plan.site is before.site:
        return
    types = {node.id: node.type for node in plan.site}
    known = {(node.id, node.type, node.parent) for node in before.site}
    for node in plan.site:
        above = types.get(node.parent)
        if above is None or (node.id, node.type, node.parent) in known:
            continue
        if node.type in _NOT_BELOW[above]:
            yield msg("rule.hangs", "{name} cannot hang on {above}.", name=node.id, above=node.parent)


def _amounts(plan: Plan) -> Iterator[Message]:
    amounts = [
        ("budget/amount", plan.budget.amount),
        *((f"funds/{fund.id}/amount", fund.amount) for fund in plan.funds),
    ]
    for place, money in amounts:
        if money is not None and money.amount < 0:
            yield _negative(place, str(money.amount))
    for place, rate in (("contingency_rate", plan.budget.contingency_rate), ("vat_rate", plan.budget.vat_rate)):
        yield from _rate(rate, f"budget/{place}")


def _counts(plan: Plan) -> Iterator[Message]:
    people = {group.id for group in plan.people}
    for group in plan.people:
        if group.count < 0:
            yield _negative(f"people/{group.id}/count", str(group.count))
    for stock in plan.existing:
        if stock.quantity < 0:
            yield _negative(f"existing/{stock.id}/quantity", str(stock.quantity))
        yield from _rows(plan, f"existing/{stock.id}", item=stock.item, card=stock.card)
        yield from _facts(stock.facts, f"existing/{stock.id}/facts")
    for entry in plan.workload:
        yield from _entry(plan, entry, people)


def _entry(plan: Plan, entry: WorkloadEntry, people: set[str]) -> Iterator[Message]:
    if entry.people and entry.people not in people:
        yield _dangling(f"workload/{entry.id}/people", entry.people)
    yield from _rows(plan, f"workload/{entry.id}", model=entry.model)
    for name in _WORKLOAD_NUMBERS:
        value = getattr(entry, name)
        if value is not None and not 0 <= value <= MAX_FACT:
            told = _too_few if name in FROM_ONE else _negative
            yield told(f"workload/{entry.id}/{name}", str(value))
    for name, measured in entry.measured.items():
        if not abs(measured.value) <= MAX_FACT:
            yield _too_large(f"workload/{entry.id}/measured/{name}", str(measured.value))
    yield from _facts(entry.facts, f"workload/{entry.id}/facts")


def _changed(plan: Plan, one: Alternative, before: Plan | None) -> list[Line] | None:
    """Return the lines of an alternative that are other objects than before, under the ids of before.

    None where ids, or what lines may name, are not those of before, so that all lines have to be looked at.
    """
    was = before.alternative(one.id) if before is not None else None
    if before is None or was is None or was.stages is not one.stages or plan.funds is not before.funds:
        return None
    if plan.items is not before.items and not (before.items and plan.items.keys() >= before.items.keys()):
        return None
    if len(was.lines) != len(one.lines):
        return None
    others = [*map(is_not, was.lines, one.lines)]
    pairs = zip(compress(was.lines, others), compress(one.lines, others), strict=True)
    return [*compress(one.lines, others)] if all(old.id == new.id for old, new in pairs) else None


def _same_links(plan: Plan, one: Alternative, before: Plan | None) -> bool:
    """Tell whether connections and placements are those of before, of lines under the same ids, and their nodes are still there."""
    was = before.alternative(one.id) if before is not None else None
    if before is None or was is None or plan.site is not before.site or plan.existing is not before.existing:
        return False
    return was.connections is one.connections and was.placements is one.placements and was.links is one.links


def _alternative(plan: Plan, one: Alternative, before: Plan | None) -> Iterator[Message]:
    place, lines = f"alternatives/{one.id}", _changed(plan, one, before)
    was = None if before is None else before.alternative(one.id)
    same = lines is not None and was is not None and was.links is one.links
    if not same or before is None or any(getattr(plan, name) is not getattr(before, name) for name in _WITH_IDS):
        yield from _ids(plan, one, place)
    stages = {stage.id for stage in one.stages}
    funds = {fund.id for fund in plan.funds}
    for line in one.lines if lines is None else lines:
        yield from _line(plan, line, f"{place}/lines/{line.id}", stages, funds)
    if lines is None or not _same_links(plan, one, before):
        yield from _links(plan, one, place)


def _ids(plan: Plan, one: Alternative, place: str) -> Iterator[Message]:
    lines, links = [line.id for line in one.lines], [link.id for link in one.links]
    names = [*lines, *links]
    yield from _twice(f"{place}/lines", lines)
    yield from _twice(f"{place}/links", links)
    for name in sorted(set(lines).intersection(links)):
        yield msg(
            "rule.link.taken",
            "The id {name} of the network cables in {place} is that of a line already; give them another, such as {free}.",
            name=name,
            place=f"{place}/links",
            free=f"{name}-cable",
        )
    taken = {*_shared_ids(plan), *RESERVED}
    for name in names:
        if name in taken:
            yield msg(
                "rule.taken",
                "The line id {name} in {place} is used for something else already.",
                name=name,
                place=place,
            )


def _links(plan: Plan, one: Alternative, place: str) -> Iterator[Message]:
    lines = {line.id for line in one.lines}
    nodes = {node.id for node in plan.site}
    links: tuple[Connection | Placement, ...] = (*one.connections, *one.placements)
    for link in links:
        if link.line not in lines:
            yield _dangling(place, link.line)
        if link.node not in nodes:
            yield _dangling(place, link.node)
        if link.units < 1:
            yield _too_few(f"{place}/{link.line}/units", str(link.units))
        if isinstance(link, Connection) and not 0 < link.share <= 1:
            yield msg(
                "rule.share",
                "{place} is {value}; a share is above 0 and at most 1.",
                place=f"{place}/{link.line}/share",
                value=link.share,
            )
    yield from _cabled(one, lines, nodes | {there.id for there in plan.existing}, place)


def _cabled(one: Alternative, lines: set[str], nodes: set[str], place: str) -> Iterator[Message]:
    for link in one.links:
        here = f"{place}/links/{link.id}"
        if link.line not in lines:
            yield _dangling(here, link.line)
        if link.to and link.to not in lines and link.to not in nodes:
            yield _dangling(here, link.to)
        if link.to == link.line:
            yield msg("rule.link.self", "The network cables at {place} lead back to where they come from.", place=here)
        if not 1 <= link.cables <= MAX_QUANTITY:
            yield _too_few(f"{here}/cables", str(link.cables))
        yield from _facts(link.values, f"{here}/values")


def most_quantity(role: str) -> int:
    """Return the largest quantity of a line of a role, a count."""
    return MAX_RENTED if role in RENTED else MAX_QUANTITY


def _line(plan: Plan, line: Line, place: str, stages: set[str], funds: set[str]) -> Iterator[Message]:
    if not 0 <= line.quantity <= most_quantity(line.role):
        yield msg(
            "rule.quantity",
            "The quantity of {line} is {value}; a quantity is from 0 to {most}.",
            line=line.title,
            value=line.quantity,
            most=most_quantity(line.role),
        )
    if line.cards_per_unit < 0:
        yield _negative(f"{place}/cards_per_unit", str(line.cards_per_unit))
    for name, wanted, known in (("stage", line.stage, stages), ("fund", line.fund, funds)):
        if wanted and wanted not in known:
            yield _dangling(f"{place}/{name}", wanted)
    yield from _rows(plan, place, item=line.item, card=line.card)
    yield from _facts(line.facts, f"{place}/facts")
    yield from _price(line, f"{place}/price")


def _rows(plan: Plan, place: str, **digests: str) -> Iterator[Message]:
    """Say which catalog rows are named and not there; a plan without rows is one whose rows are kept apart."""
    for name, wanted in digests.items():
        if wanted and plan.items and wanted not in plan.items:
            yield _dangling(f"{place}/{name}", wanted)


def _price(line: Line, place: str) -> Iterator[Message]:
    price = line.price
    for name, value in (("low", price.low), ("chosen", price.chosen), ("high", price.high)):
        if value is not None and (not value.is_finite() or value < 0):
            yield _negative(f"{place}/{name}", str(value))
        elif value is not None and (value > MAX_LINE_AMOUNT or value * line.quantity > MAX_LINE_AMOUNT):
            yield msg(
                "rule.price",
                "The {field} of {line} is {value} each; all pieces of a line cost {most} at most.",
                field=PRICE_NAMES[name],
                line=line.title,
                value=value,
                most=MAX_LINE_AMOUNT,
            )
    if _is_number(price.low) and _is_number(price.high) and price.low > price.high:
        yield msg(
            "rule.price_range",
            "In {place} the low price {low} is above the high price {high}.",
            place=place,
            low=price.low,
            high=price.high,
        )
    yield from _rate(price.vat_rate, f"{place}/vat_rate")


def _is_number(value: Decimal | None) -> TypeGuard[Decimal]:
    return value is not None and value.is_finite()


def _rate(rate: Decimal | None, place: str) -> Iterator[Message]:
    if rate is not None and not (rate.is_finite() and 0 <= rate < 1):
        yield msg(
            "rule.rate",
            "{place} is {value}; a rate is from 0 to below 1 (13 % is 0.13).",
            place=place,
            value=str(rate),
        )


def _facts(facts: Facts, place: str) -> Iterator[Message]:
    for name, fact in facts.items():
        most = MAX_EXCHANGE_RATE if name.startswith("fx_") else MAX_FACT
        if isinstance(fact.value, float) and not abs(fact.value) <= most:
            yield _too_large(f"{place}/{name}", str(fact.value))


def _too_large(place: str, value: str) -> Message:
    return msg("rule.too_large", "{place} is {value}, which no plan can mean.", place=place, value=value)


def _too_few(place: str, value: str) -> Message:
    return msg("rule.from_one", "{place} is {value}; it must be a whole number from 1.", place=place, value=value)


def _negative(place: str, value: str) -> Message:
    return msg("rule.negative", "{place} is {value}; it must be a number from 0.", place=place, value=value)
