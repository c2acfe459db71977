"""Checks of the funding sources: enough in each, what it may pay for, until when, and all together against the budget."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from itertools import compress
from operator import attrgetter

from planner.assess.context import View
from planner.assess.prices import Amount, LinePrices
from planner.assess.sifting import sifted
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.figure import Figure, entered
from planner.messages import Labelled, msg
from planner.money import Money, sum_money
from planner.plan.document import BudgetLine, Fund, LineRole, Stage
from planner.plan.edits import Batch, SetValue

# What a budget line customarily pays for, where schools are strict; other roles are left to the school.
PAYS: dict[LineRole, tuple[BudgetLine, ...]] = {
    "cloud": ("operating", "service", "other"),
    "api": ("operating", "service", "other"),
    "works": ("works", "other"),
}
BUDGET_LINES: dict[BudgetLine, Labelled] = {
    "equipment": Labelled(zh="设备费", en="equipment"),
    "operating": Labelled(zh="业务费", en="operating"),
    "works": Labelled(zh="修缮费", en="works"),
    "service": Labelled(zh="服务费", en="services"),
    "other": Labelled(zh="其他", en="other"),
}

_FUND, _ROLE_AND_FUND = attrgetter("line.fund"), attrgetter("line.role", "line.fund")
_PLANNED = {"planned": {True}}


def funds_named(view: View) -> Iterator[Finding]:
    """BU15: where there are funding sources, each line names the one that pays for it."""
    if not view.funds:
        return
    paid = _paid(view)
    funds = view.memo.column("paid from", paid, _FUND)
    if not all(funds):
        yield _without_fund(view, [line for line, fund in zip(paid, funds, strict=True) if not fund])
    elif paid:
        yield passed("plan", msg("BU15.pass", "Each line names the account that pays for it."))


def funds_cover(view: View) -> Iterator[Finding]:
    """BU06: no account is spent beyond its amount."""
    open_funds = []
    for fund in view.funds:
        spent = view.money.by_fund[fund.id]
        known = _known(view, fund, spent)
        if not _in_yuan(fund):
            open_funds.append(fund)
        elif known > fund.amount:
            yield _overspent(view, fund, known, spent)
        elif spent.money is None:
            open_funds.append(fund)
        else:
            yield passed(
                fund.id,
                msg("BU06.pass", "{fund}: {spent} of {amount}.", fund=fund.title, spent=known, amount=fund.amount),
                spent.figure,
                _amount(fund),
            )
    if open_funds:
        yield _open(view, open_funds)


def _in_yuan(fund: Fund) -> bool:
    """Tell whether an account can be compared with the lines, which are in CNY with tax."""
    return fund.amount.currency == "CNY" and fund.amount.tax == "included"


def _paid(view: View) -> tuple[LinePrices, ...]:
    lines: tuple[LinePrices, ...] = view.memo.call(_lines, view.prices)
    return sifted(view.memo, "paid lines", lines, _is_planned, _PLANNED)["planned"]


def _lines(prices: Mapping[str, LinePrices]) -> tuple[LinePrices, ...]:
    return tuple(prices.values())


def _is_planned(line: LinePrices) -> bool:
    return line.line.quantity > 0


def _of_fund(view: View, fund: Fund) -> tuple[LinePrices, ...]:
    names = tuple([one.id for one in view.funds])
    return sifted(view.memo, ("paid from", names), _paid(view), _FUND, {name: {name} for name in names})[fund.id]


def _known(view: View, fund: Fund, spent: Amount) -> Money:
    if spent.money is not None:
        return spent.money
    return sum_money(line.chosen.money for line in _of_fund(view, fund) if line.chosen.money is not None)


def _amount(fund: Fund) -> Figure:
    return entered(f"funds/{fund.id}/amount", float(fund.amount.amount), "CNY")


def _without_fund(view: View, bare: list[LinePrices]) -> Finding:
    return Finding(
        outcome="warning",
        subject="plan",
        message=msg(
            "BU15.none", "No funding source is named for {lines}.", lines=tuple(line.line.title for line in bare)
        ),
        remedy=msg("BU15.none.remedy", "Choose for each line the account that pays for it."),
        figures=tuple(line.chosen.figure for line in bare),
        fix=_assigned(view, bare),
    )


def _assigned(view: View, bare: list[LinePrices]) -> Fix | None:
    """Return the step that gives each line the one fund that may pay for it; None where that is a choice."""
    edits = []
    for line in bare:
        fitting = [fund for fund in view.funds if fund.budget_line in PAYS.get(line.line.role, ("equipment",))]
        if len(fitting) == 1:
            path = f"alternatives/{view.alternative.id}/lines/{line.line.id}/fund"
            edits.append(SetValue(path=path, value=fitting[0].id))
    if len(edits) < len(bare):
        return None
    return Fix(label=msg("BU15.fix", "Name the account that fits each line"), edit=Batch(edits=tuple(edits)))


def _overspent(view: View, fund: Fund, known: Money, spent: Amount) -> Finding:
    figures = (
        (spent.figure,)
        if spent.money is not None
        else tuple(line.chosen.figure for line in _of_fund(view, fund) if line.chosen.money is not None)
    )
    return Finding(
        outcome="error",
        subject=fund.id,
        message=msg(
            "BU06.over",
            "{fund} holds {amount}, but {spent} is to be paid from it: {excess} too much.",
            fund=fund.title,
            amount=fund.amount,
            spent=known,
            excess=known - fund.amount,
        ),
        remedy=msg("BU06.over.remedy", "Move a line to another account, or have the budget adjusted."),
        figures=(*figures, _amount(fund)),
    )


def _open(view: View, funds: list[Fund]) -> Finding:
    missing = [name for fund in funds for name in view.money.by_fund[fund.id].figure.missing]
    missing += [f"funds/{fund.id}/amount" for fund in funds if not _in_yuan(fund)]
    return cannot_tell(
        "plan",
        msg(
            "BU06.unknown",
            "Whether these accounts suffice is not known: {funds}. A line paid from them has no price, "
            "or the account is not entered in yuan with tax.",
            funds=tuple(fund.title for fund in funds),
        ),
        msg("BU06.ask", "Ask three sellers for dated quotes on these lines."),
        dict.fromkeys(missing),
    )


def budget_lines(view: View) -> Iterator[Finding]:
    """BU10: rent and API fees are not paid from equipment money, works neither; the school's rule decides."""
    by_id = {fund.id: fund for fund in view.funds}
    paid = _paid(view)
    pairs = view.memo.column("paid as", paid, _ROLE_AND_FUND)
    looked_at = [(role, fund) for role, fund in dict.fromkeys(pairs) if role in PAYS and fund in by_id]
    wrong = {(role, fund) for role, fund in looked_at if by_id[fund].budget_line not in PAYS[role]}
    for line in compress(paid, map(wrong.__contains__, pairs)) if wrong else ():
        yield _wrong(view, line, by_id[line.line.fund])
    if looked_at and not wrong:
        yield passed("plan", msg("BU10.pass", "Rent, API fees and works are paid from accounts meant for them."))


def _wrong(view: View, line: LinePrices, fund: Fund) -> Finding:
    allowed = PAYS[line.line.role]
    better = next((one for one in view.funds if one.budget_line in allowed), None)
    path = f"alternatives/{view.alternative.id}/lines/{line.line.id}/fund"
    return Finding(
        outcome="warning",
        subject=line.line.id,
        message=msg(
            "BU10.wrong",
            "{line} is to be paid from {fund} ({budget_line}); usually only {allowed} may pay for it.",
            line=line.line.title,
            fund=fund.title,
            budget_line=BUDGET_LINES[fund.budget_line],
            allowed=tuple(BUDGET_LINES[name] for name in allowed),
        ),
        remedy=msg("BU10.remedy", "Choose another account, or have the finance office confirm it; schools differ."),
        figures=(line.chosen.figure,),
        fix=None
        if better is None
        else Fix(
            label=msg("BU10.fix", "Pay from {fund}", fund=better.title), edit=SetValue(path=path, value=better.id)
        ),
    )


def spending_dates(view: View) -> Iterator[Finding]:
    """BU11: money is spent before it lapses: not passed today, and not before the stage is wanted."""
    stages = {stage.id: stage for stage in view.alternative.stages}
    used = [fund for fund in view.funds if _of_fund(view, fund)]
    undated = [fund for fund in used if fund.latest_spending is None]
    for fund in used:
        if fund.latest_spending is not None:
            yield _dated(view, fund, fund.latest_spending, stages)
    if undated:
        yield cannot_tell(
            "plan",
            msg(
                "BU11.unknown",
                "Until when these accounts may be spent is not known: {funds}.",
                funds=tuple(fund.title for fund in undated),
            ),
            msg("BU11.ask", "Ask the finance office for the latest spending date of each account."),
            (f"funds/{fund.id}/latest_spending" for fund in undated),
        )


def _dated(view: View, fund: Fund, last: dt.date, stages: dict[str, Stage]) -> Finding:
    lines = _of_fund(view, fund)
    if last < view.today:
        return Finding(
            outcome="error",
            subject=fund.id,
            message=msg("BU11.passed", "{fund} had to be spent by {date}.", fund=fund.title, date=last),
            remedy=msg("BU11.passed.remedy", "Have it extended, or pay from another account."),
            figures=tuple(line.chosen.figure for line in lines),
        )
    late = [line for line in lines if _after(stages.get(line.line.stage), last)]
    if late:
        return Finding(
            outcome="error",
            subject=fund.id,
            message=msg(
                "BU11.late",
                "{fund} must be spent by {date}, but {lines} are wanted only after that.",
                fund=fund.title,
                date=last,
                lines=tuple(line.line.title for line in late),
            ),
            remedy=msg("BU11.late.remedy", "Bring the stage forward, or pay it from an account of the next year."),
            figures=tuple(line.chosen.figure for line in late),
        )
    return passed(fund.id, msg("BU11.pass", "{fund} may be spent until {date}.", fund=fund.title, date=last))


def _after(stage: Stage | None, last: dt.date) -> bool:
    """Tell whether a stage is wanted only after a date."""
    return stage is not None and stage.wanted_by is not None and stage.wanted_by > last


def funds_and_budget(view: View) -> Iterator[Finding]:
    """BU12: the accounts together make up the budget."""
    budget = view.budget.amount
    if not view.funds or view.money.budget.money is None or not all(_in_yuan(fund) for fund in view.funds):
        return
    together = sum_money(fund.amount for fund in view.funds)
    figures = (view.money.budget.figure, *(_amount(fund) for fund in view.funds))
    values = {"funds": together, "budget": budget}
    if together < budget:
        yield Finding(
            outcome="warning",
            subject="plan",
            message=msg("BU12.short", "The accounts hold {funds}, less than the budget of {budget}.", **values),
            remedy=msg("BU12.short.remedy", "Enter the missing account, or lower the budget to what there is."),
            figures=figures,
            fix=Fix(
                label=msg("BU12.fix", "Take {funds} as the budget", funds=together),
                edit=SetValue(
                    path="budget/amount",
                    value={"amount": str(together.amount), "currency": together.currency, "tax": together.tax},
                ),
            ),
        )
    elif budget < together:
        say = msg("BU12.more", "The accounts hold {funds}, more than the budget of {budget}.", **values)
        yield Finding(outcome="note", subject="plan", message=say, figures=figures)
    else:
        yield passed("plan", msg("BU12.pass", "The accounts make up the budget of {budget}.", budget=budget), *figures)


CHECKS = (
    Check(
        id="BU15",
        area="budget",
        title=msg("BU15.title", "Funding source of each line"),
        reads=("alternative", "funds", "prices"),
        source="purchase requests name the account of each item",
        run=funds_named,
    ),
    Check(
        id="BU06",
        area="budget",
        title=msg("BU06.title", "Funding sources suffice"),
        reads=("alternative", "funds", "prices", "money"),
        source="amounts of the accounts as entered in the plan",
        run=funds_cover,
    ),
    Check(
        id="BU10",
        area="budget",
        title=msg("BU10.title", "What an account may pay for"),
        reads=("alternative", "funds", "prices"),
        source="practice of schools: rent and API not from equipment money, works not from goods; to be confirmed",
        run=budget_lines,
    ),
    Check(
        id="BU11",
        area="budget",
        title=msg("BU11.title", "Latest spending date"),
        reads=("alternative", "funds", "prices", "today"),
        source="latest spending dates as entered in the plan",
        blocking=False,
        run=spending_dates,
    ),
    Check(
        id="BU12",
        area="budget",
        title=msg("BU12.title", "Accounts and budget"),
        reads=("budget", "funds", "money"),
        source="sum of the accounts against the budget entered in the plan",
        run=funds_and_budget,
    ),
)
