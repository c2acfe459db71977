"""``assess``: one alternative of a plan on one day; pure, and incremental where a memo is given."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from decimal import Decimal
from operator import attrgetter
from typing import Literal

import msgspec

from planner.assess import formulas as f
from planner.assess.context import Context, Totals
from planner.assess.demand import EntryFigures, entry_figures
from planner.assess.energy import Use, cards_in, energy_figures, rates_of, use_of, week_hours
from planner.assess.fits import Fits, fits
from planner.assess.goods import goods_of
from planner.assess.lines import LineFigures, Parted, line_figures, parted, shares_of, units_of, utilisation
from planner.assess.memo import Memo, same
from planner.assess.mix import stock_of
from planner.assess.prices import line_prices, price_sums, price_totals
from planner.assess.racks import power_kw
from planner.assess.site import SiteFigures, Wiring, site_figures
from planner.catalog.items import Item
from planner.catalog.supply import Market
from planner.checks.catalogue import ALL_CHECKS
from planner.checks.registry import Check, Finding
from planner.checks.runner import run_checks
from planner.facility.power import EXPECTED_W, SUM_W, TOTAL_W
from planner.figure import Figure, Gathered, trace, walk
from planner.limits import Limits, in_force
from planner.plan.document import Alternative, Budget, Connection, Existing, Facts, Line, Placement, Plan
from planner.plan.own_limits import limits_of

Verdict = Literal["feasible", "infeasible", "unknown"]
_LINE_ID = attrgetter("line.id")


class Assessment(msgspec.Struct, frozen=True, kw_only=True):
    """What an alternative comes to: context with all figures, findings, and the verdict."""

    plan: Plan
    context: Context
    findings: tuple[Finding, ...]
    verdict: Verdict

    @property
    def limits(self) -> Limits:
        """Return the limits that this was reckoned with."""
        return self.context.limits

    def figures(self) -> dict[str, Figure]:
        """Return every figure of the assessment by key, inputs included."""
        found: dict[str, Figure] = {}
        shown = (figure for finding in self.findings for figure in finding.figures)
        for top in (*top_figures(self.context), *shown):
            for figure in walk(top):
                found.setdefault(figure.key, figure)
        return found


def assess(
    plan: Plan,
    alternative: str,
    today: dt.date,
    memo: Memo | None = None,
    market: tuple[Item, ...] = (),
    checks: tuple[Check, ...] = ALL_CHECKS,
) -> Assessment:
    """Return the assessment of one alternative; ``market`` are the rows to look for substitutes in.

    Raises KeyError for an alternative that the plan does not have.
    """
    one = plan.alternative(alternative)
    if one is None:
        raise KeyError(alternative)
    kept = memo if memo is not None else Memo()
    limits = limits_of(plan)
    kept.turn(limits)
    with in_force(limits):
        context = build_context(plan, one, today, kept, market)
        findings = run_checks(checks, context, plan, kept)
    return Assessment(plan=plan, context=context, findings=findings, verdict=verdict_of(findings, checks))


def verdict_of(findings: tuple[Finding, ...], checks: tuple[Check, ...]) -> Verdict:
    """Return infeasible with an error nobody waived, unknown with an open question that blocks, else feasible."""
    blocking = {check.id for check in checks if check.blocking}
    if any(one.outcome == "error" and one.waiver is None for one in findings):
        return "infeasible"
    if any(one.outcome == "unknown" and one.check in blocking and one.waiver is None for one in findings):
        return "unknown"
    return "feasible"


def build_context(plan: Plan, one: Alternative, today: dt.date, memo: Memo, market: tuple[Item, ...] = ()) -> Context:
    """Return all figures of ``one``; each part keeps its identity while what it is computed from does."""
    lines = memo.named(("lines", one.id), _line_figures(plan, one, market, memo), _LINE_ID)
    basis = memo.call(_tax_basis, plan.budget.vat_rate)
    prices = memo.each(
        "prices", lambda line: line_prices(one.id, line, basis, plan.facts), one.lines, (one.id, basis, plan.facts)
    )
    entries = ((entry, plan.item_of(entry.model)) for entry in plan.workload)
    by_entry = memo.call(_entries, memo.rows("entries", lambda row: entry_figures(*row), entries))
    wiring = memo.call(_wiring, one.id, one.connections, one.placements)
    profile = plan.organisation.profile
    site = memo.call(site_figures, wiring, lines, plan.site, plan.facts, memo, profile)
    if site.overplaced:
        one = memo.call(_within_build, one, site)
    groups: Parted = parted(memo, lines)
    machines_w = memo.call(_machines_w, memo, one.id, groups)
    totals = memo.call(_totals, memo, machines_w, groups, site, plan.facts)
    use = _use(plan, one.id, groups, by_entry, memo)
    rates = memo.call(rates_of, site.room, site.cooling_units, plan.facts, plan.organisation.region)
    return Context(
        alternative=one,
        lines=lines,
        totals=totals,
        energy=memo.call(energy_figures, one.id, totals.idle_w, machines_w, use, rates),
        site=site,
        room=site.room,
        racks=site.racks,
        links=one.links,
        prices=memo.named(("prices", one.id), prices, _LINE_ID),
        money=memo.call(price_totals, one.id, memo.call(price_sums, memo, one.id, plan.funds, prices), plan.budget),
        demand=by_entry,
        fits=memo.call(_fits, memo, by_entry, lines),
        workload=plan.workload,
        organisation=plan.organisation,
        calendar=plan.calendar,
        facts=plan.facts,
        budget=plan.budget,
        funds=plan.funds,
        switches=plan.switches,
        title=plan.title,
        existing=plan.existing,
        people=plan.people,
        stock=memo.settled("stock", stock_of(plan.existing, plan.items)),
        rows_there=memo.settled("rows there", _rows_there(plan.existing, plan.items)) if plan.existing else _NO_ROWS,
        market=memo.call(Market, market),
        today=today,
        limits=limits_of(plan),
    )


_NO_ROWS: Mapping[str, Item] = {}


def _rows_there(existing: tuple[Existing, ...], items: Mapping[str, Item]) -> dict[str, Item]:
    return {one.id: items[one.item] for one in existing if one.item in items}


def _within_build(one: Alternative, site: SiteFigures) -> Alternative:
    return msgspec.structs.replace(one, placements=site.placements)


def _line_figures(plan: Plan, one: Alternative, market: tuple[Item, ...], memo: Memo) -> tuple[LineFigures, ...]:
    cards = memo.call(_cards_by_id, plan.items, market)
    shares = memo.call(shares_of, plan.facts)

    def figures(line: Line) -> LineFigures:
        item = plan.items.get(line.item)
        fitted = None if item is None else _fitted(item, cards)
        rows = (item, plan.items.get(line.card), fitted, plan.facts)
        slot, goods = ("line", one.id, line.id), goods_of(line)
        last = memo.last(slot)
        # a price is no business of the goods: their figures stay the same objects, and so does all that rests on them
        if last is not None and same(last[0], rows) and last[1].line == goods:
            unchanged: LineFigures = last[1]
            return unchanged
        made = line_figures(one.id, goods, item, rows[1], shares, fitted)
        return memo.keep(slot, (rows, made))[1]

    return memo.each("lines", figures, one.lines, (one.id, plan.facts, cards))


def _cards_by_id(items: Mapping[str, Item], market: tuple[Item, ...]) -> Mapping[str, Item]:
    """Return rows by id: the plan's own before the catalog's, the first of several."""
    found: dict[str, Item] = {}
    for row in (*items.values(), *market):
        found.setdefault(row.id, row)
    return found


def _fitted(item: Item, rows: Mapping[str, Item]) -> Item | None:
    """Return the row of the card that a machine's row is listed with."""
    wanted = item.text("fitted_accelerator_id")
    return rows.get(wanted) if wanted else None


def _tax_basis(vat_rate: Decimal | None) -> Budget:
    """Return what the amounts of lines depend on of the budget."""
    return Budget(vat_rate=vat_rate)


def top_figures(context: Context) -> tuple[Figure, ...]:
    """Return the figures that stand on their own; all others are inputs of one of them."""
    found: list[Figure] = [getattr(context.totals, name) for name in Totals.__struct_fields__]
    for line in context.lines.values():
        found += [line.nameplate_w, line.max_w, line.expected_w, line.heat_w, line.rack_u, line.weight_kg]
    for load in context.site.loads.values():
        found += [load.load_w, load.own_a, load.total_a, load.rating_a]
    for rack in context.site.racks:
        found += [rack.used_u, rack.weight_kg, power_kw(rack, context.alternative.placements, context.lines)]
    for prices in context.prices.values():
        found += [prices.low.figure, prices.chosen.figure, prices.high.figure, prices.vat.figure]
    energy = context.energy
    found += [energy.year_kwh, energy.idle_kwh, energy.year_cost, energy.carbon_kg, energy.use.share]
    money = context.money
    found += [
        getattr(money, name).figure
        for name in (
            "low",
            "chosen",
            "high",
            "vat",
            "contingency",
            "planned",
            "planned_low",
            "planned_high",
            "budget",
            "left",
        )
    ]
    found += [amount.figure for amount in money.by_fund.values()]
    for entry in context.demand.values():
        found += [*entry.parts, entry.total_gib, entry.per_device_gib]
    return tuple(found)


def _entries(entries: tuple[EntryFigures, ...]) -> Mapping[str, EntryFigures]:
    return {one.entry.id: one for one in entries}


def _wiring(alternative: str, connections: tuple[Connection, ...], placements: tuple[Placement, ...]) -> Wiring:
    return Wiring(alternative=alternative, connections=connections, placements=placements)


def _fits(memo: Memo, demand: Mapping[str, EntryFigures], lines: Mapping[str, LineFigures]) -> Fits:
    return fits(tuple(demand.values()), parted(memo, lines).compute, memo)


def _use(plan: Plan, alternative: str, groups: Parted, demand: Mapping[str, EntryFigures], memo: Memo) -> Use:
    cards = memo.settled(("cards", alternative), cards_in(groups.compute, memo))
    week = memo.call(week_hours, demand, plan.people, plan.existing, plan.items)
    return memo.call(use_of, alternative, week, cards, plan.facts)


def _machines_w(memo: Memo, alternative: str, lines: Parted) -> Figure:
    """Return the maximum power (W) of the machines: all that is drawn where no air conditioner is planned."""
    name = "machines_max_w" if lines.cooling else "max_w"
    parts = memo.gathered(("powered", "max_w"), lines.powered, attrgetter("max_w"))
    return trace(SUM_W, f"{alternative}/total/{name}", power_w=parts)


def _totals(memo: Memo, machines_w: Figure, lines: Parted, site: SiteFigures, facts: Facts) -> Totals:
    key = machines_w.key.rpartition("/")[0]

    def powered(name: str) -> Gathered:
        return memo.gathered(("powered", name), lines.powered, attrgetter(name))

    def carried(name: str) -> Gathered:
        return memo.gathered(("carried", name), lines.carried, attrgetter(name))

    def whole(name: str, machines: Callable[[str], Figure]) -> Figure:
        if not lines.cooling:
            return machines(f"{key}/{name}")
        units_w = trace(SUM_W, f"{key}/cooling_{name}", power_w=[getattr(line, name) for line in lines.cooling])
        return trace(SUM_W, f"{key}/{name}", power_w=[machines(f"{key}/machines_{name}"), units_w])

    def expected(name: str) -> Figure:
        if not lines.powered:
            return trace(SUM_W, name, power_w=[])
        return trace(EXPECTED_W, name, idle_w=idle_w, max_w=machines_w, use_share=utilisation(facts))

    units = memo.gathered(("powered", "units"), lines.powered, units_of)
    idle_w = trace(TOTAL_W, f"{key}/idle_w", quantity=units, power_w=powered("idle_w"))
    return Totals(
        nameplate_w=whole("nameplate_w", lambda name: trace(SUM_W, name, power_w=powered("nameplate_w"))),
        idle_w=idle_w,
        max_w=whole("max_w", lambda _name: machines_w),
        expected_w=whole("expected_w", expected),
        heat_w=site.heat_w,
        sensible_cooling_w=site.sensible_cooling_w,
        rack_u=trace(f.TOTAL_U, f"{key}/rack_u", parts_u=carried("rack_u")),
        weight_kg=trace(f.TOTAL_KG, f"{key}/weight_kg", parts_kg=carried("weight_kg")),
    )
