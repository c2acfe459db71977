"""Checks of the budget: whether it holds with contingency, what keeps it open, and the tax in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import compress
from operator import attrgetter

from planner.assess.context import View
from planner.assess.lines import LineFigures, parted
from planner.catalog.makers import maker_named
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.figure import Figure, entered
from planner.limits import limit
from planner.messages import Labelled, Message, msg
from planner.money import Money, sum_money, to_decimal
from planner.plan.document import Price
from planner.plan.edits import SetValue

_VAT = attrgetter("vat.money")
_EQUIPMENT = frozenset({"compute", "storage", "network", "ups"})


def within_budget(view: View) -> Iterator[Finding]:
    """BU00: what is planned, with contingency, against the budget."""
    money = view.money
    if money.budget.money is None:
        yield _no_budget(money.known_part.money) if view.budget.amount is None else _other_basis(view.budget.amount)
    elif money.planned.money is not None and view.prices:
        yield _judged(view, money.planned.money, money.budget.money)
    elif money.planned_known.money is not None and money.planned_known.money > money.budget.money:
        yield _over_at_least(view, money.planned_known.money)
    else:
        yield _not_priced(view)


def _no_budget(known: Money | None) -> Finding:
    return cannot_tell(
        "plan",
        msg("BU00.no_budget", "No budget is entered; the priced lines come to {known}.", known=known),
        msg("BU00.no_budget.ask", "Ask the project leader or the finance office how much is granted, with tax."),
        ("budget/amount",),
    )


def _other_basis(budget: Money) -> Finding:
    return cannot_tell(
        "plan",
        msg(
            "BU00.basis",
            "The budget is entered in {currency} or without tax; lines are in yuan with tax.",
            currency=budget.currency,
        ),
        msg("BU00.basis.ask", "Enter the budget in yuan, with tax."),
        ("budget/amount",),
    )


def _judged(view: View, planned: Money, budget: Money) -> Finding:
    money = view.money
    figures = (money.planned.figure, money.budget.figure, money.left.figure)
    if planned > budget:
        return _over(view, planned, *figures)
    high = money.planned_high
    if high.money is not None and high.money > budget:
        return Finding(
            outcome="note",
            subject="plan",
            message=msg(
                "BU00.high",
                "{planned} of {budget} is planned with contingency; if every price comes out at its upper end, {high} "
                "with contingency is needed.",
                planned=planned,
                budget=budget,
                high=high.money,
            ),
            remedy=msg("BU00.high.remedy", "Ask for quotes on the widest price ranges first, or keep a stage back."),
            figures=(*figures, high.figure),
        )
    say = msg(
        "BU00.pass",
        "{planned} of {budget} is planned with contingency, {left} is left.",
        planned=planned,
        budget=budget,
        left=money.left.money,
    )
    return passed("plan", say, *figures)


_OVER_REMEDY = msg(
    "BU00.over.remedy",
    "Take fewer or smaller machines, move a stage to the next year, or rent the peaks instead of buying for them.",
)


def _over(view: View, planned: Money, *figures: Figure) -> Finding:
    budget = view.money.budget
    return Finding(
        outcome="error",
        subject="plan",
        message=msg(
            "BU00.over",
            "{planned} is planned with contingency; that is {excess} above the budget of {budget}.",
            planned=planned,
            budget=budget.money,
            excess=planned - budget.money,
        ),
        remedy=_OVER_REMEDY,
        figures=figures,
    )


def _over_at_least(view: View, least: Money) -> Finding:
    """Return that what is known is too much already; what is open comes on top."""
    budget = view.money.budget
    values = {
        "least": least,
        "budget": budget.money,
        "excess": least - budget.money,
        "reasons": tuple(_reasons(view)),
    }
    message = (
        msg(
            "BU00.least",
            "At least {least} is planned, without contingency; that is at least {excess} above the budget of {budget}. "
            "Open: {reasons}.",
            **values,
        )
        if view.budget.contingency_rate is None
        else msg(
            "BU00.least_kept",
            "At least {least} is planned with contingency; that is at least {excess} above the budget of {budget}. "
            "Open: {reasons}.",
            **values,
        )
    )
    figures = (view.money.planned_known.figure, budget.figure)
    return Finding(outcome="error", subject="plan", message=message, remedy=_OVER_REMEDY, figures=figures)


def _not_priced(view: View) -> Finding:
    reasons = tuple(_reasons(view))
    known = view.money.known_part
    return cannot_tell(
        "plan",
        msg(
            "BU00.unknown",
            "Whether the budget of {budget} holds is not known: {known} is priced so far, without contingency. "
            "Open: {reasons}.",
            budget=view.money.budget.money,
            known=known.money,
            reasons=reasons,
        ),
        msg("BU00.ask", "Ask three sellers for dated quotes with tax, and enter them at the lines."),
        view.money.planned.figure.missing or (f"{view.alternative.id}/lines",),
    )


def _reasons(view: View) -> Iterator[Message]:
    """Yield what keeps the total open: no lines, no price, tax state, exchange rate, contingency."""
    open_lines = [line for line in view.prices.values() if line.chosen.money is None]
    if not view.prices:
        yield msg("BU00.empty", "there are no lines yet")
    groups: tuple[tuple[Callable[[Price], bool], Callable[[tuple[Labelled, ...]], Message]], ...] = (
        (lambda price: price.chosen is None, lambda names: msg("BU00.price", "no price for {lines}", lines=names)),
        (
            lambda price: price.chosen is not None and price.tax == "unknown",
            lambda names: msg("BU00.tax", "with or without tax not said for {lines}", lines=names),
        ),
        (
            lambda price: price.chosen is not None and price.currency != "CNY",
            lambda names: msg("BU00.rate", "no exchange rate for {lines}", lines=names),
        ),
    )
    for concerned, say in groups:
        names = tuple(line.line.title for line in open_lines if concerned(line.line.price))
        if names:
            yield say(names)
    if view.budget.contingency_rate is None:
        yield msg("BU00.contingency", "no contingency is set")


def contingency(view: View) -> Iterator[Finding]:
    """BU18: a share for what nobody has thought of."""
    rate, least = view.budget.contingency_rate, limit("bu.contingency")
    fix = Fix(
        label=msg("BU18.fix", "Keep back {share} %", share=100 * least.require()),
        edit=SetValue(path="budget/contingency_rate", value=str(to_decimal(least.require()))),
    )
    if rate is None:
        yield cannot_tell(
            "plan",
            msg("BU18.unknown", "How much is kept back for the unforeseen is not said."),
            msg("BU18.ask", "Decide on a contingency; {share} % is customary.", share=100 * least.require()),
            ("plan/contingency_rate",),
            fix,
        )
        return
    given = entered("plan/contingency_rate", float(rate), "1")
    if rate < to_decimal(least.require()):
        yield Finding(
            outcome="warning",
            subject="plan",
            message=msg(
                "BU18.low",
                "Only {share} % is kept back for the unforeseen; {least} % is customary.",
                share=100 * rate,
                least=100 * least.require(),
            ),
            remedy=msg("BU18.low.remedy", "Keep back more: prices move between approval and order."),
            figures=(given, least, view.money.contingency.figure),
            fix=fix,
        )
    else:
        say = msg("BU18.pass", "{share} % is kept back for the unforeseen.", share=100 * rate)
        yield passed("plan", say, given, least)


def vat_rate(view: View) -> Iterator[Finding]:
    """BU08: the VAT rate of each line, by itself or from the budget."""
    lines = parted(view.memo, view.lines).planned
    open_lines = [line for line in lines if line.line.vat_rate is None] if view.budget.vat_rate is None else []
    if open_lines:
        rate = limit("default.vat_rate")
        yield cannot_tell(
            "plan",
            msg(
                "BU08.unknown", "The VAT rate is not known for {lines}.", lines=tuple(x.line.title for x in open_lines)
            ),
            msg("BU08.ask", "Ask the sellers for the rate on their invoice; goods have {rate} %.", rate=_percent(rate)),
            (f"{view.alternative.id}/{line.line.id}/vat_rate" for line in open_lines),
            Fix(
                label=msg("BU08.fix", "Reckon with {rate} %", rate=_percent(rate)),
                edit=SetValue(path="budget/vat_rate", value=str(to_decimal(rate.require()))),
            ),
        )
    elif lines:
        yield passed("plan", msg("BU08.pass", "The VAT rate of each line is known."), view.money.vat.figure)


def _percent(rate: Figure) -> float:
    return 100 * rate.require()


def vat_refund(view: View) -> Iterator[Finding]:
    """BU09: universities may get the VAT of domestic R&D equipment back; up to how much, and what it asks for."""
    if view.organisation.kind != "university":
        return
    lines = parted(view.memo, view.lines).all
    new = view.each(_may_be_refunded, lines)
    goods = [*compress(view.prices.values(), new)]  # prices and lines are in the order of the plan
    amounts = [money for money in map(_VAT, goods) if money is not None]
    refund = sum_money(amounts)
    if not refund.amount:
        return
    yield Finding(
        outcome="note",
        subject="plan",
        message=msg(
            "BU09.refund",
            "Up to {vat} of VAT may be refunded if the equipment is domestic and for research and teaching.",
            vat=refund,
        ),
        remedy=msg(
            "BU09.remedy",
            "To be confirmed with the finance office: special VAT invoice, same names in contract and invoice, software and "
            "consumables invoiced apart, applied for within the calendar year. Budget the gross price.",
        ),
        figures=tuple(line.vat.figure for line in goods if line.vat.money is not None),
    )


def _may_be_refunded(_view: View, line: LineFigures) -> bool:
    """Tell whether a line is new equipment of a maker that is not known to be foreign."""
    if line.line.role not in _EQUIPMENT or line.line.condition != "new":
        return False
    return line.item is None or maker_named(line.item.maker).domestic is not False


CHECKS = (
    Check(
        id="BU00",
        area="budget",
        title=msg("BU00.title", "Within the budget"),
        reads=("alternative", "money", "prices", "budget"),
        source="planned lines with tax and contingency against the budget entered in the plan",
        covers=("BU06", "BU03"),
        run=within_budget,
    ),
    Check(
        id="BU18",
        area="budget",
        title=msg("BU18.title", "Contingency"),
        reads=("budget", "money"),
        source="customary share, limit bu.contingency",
        limit="bu.contingency",
        blocking=False,
        run=contingency,
    ),
    Check(
        id="BU08",
        area="budget",
        title=msg("BU08.title", "VAT rate known"),
        reads=("alternative", "lines", "money", "budget"),
        source="增值税法: goods 13 %, works 9 %, services 6 %; the invoice decides",
        limit="default.vat_rate",
        blocking=False,
        run=vat_rate,
    ),
    Check(
        id="BU09",
        area="budget",
        title=msg("BU09.title", "VAT refund for domestic equipment"),
        reads=("organisation", "lines", "prices"),
        source="pages of several universities on the refund of VAT for domestic R&D equipment (2023-11, 2021, 2020); "
        "scope and last year to be confirmed with the finance office",
        blocking=False,
        run=vat_refund,
    ),
)
