"""Money of a plan: the budget, what is left of it, and what each fund carries."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence

import msgspec

from desktop_app.services.build_edits import free_id
from desktop_app.services.row_order import SortKey, named, natural, ordered
from planner.assess.prices import Amount
from planner.assess.run import Assessment
from planner.catalog.choices import choice_text
from planner.messages import Message, format_value, msg, render
from planner.money import Money
from planner.plan.document import Plan
from planner.plan.edits import AddPart, Batch, Edit, RemovePart, SetValue

_SOON_DAYS = 60


class FundRow(msgspec.Struct, frozen=True, kw_only=True):
    """A fund: its amount, what the lines put on it come to, what is left (None where unknown), and its last day.

    ``state`` is ok, warn (its last day is near), unknown or error (overspent or over).
    """

    id: str
    title: str
    amount: str
    spent: Amount
    left: str
    has: Money
    rest: Money | None
    line: str
    line_word: str
    latest: str
    state: str
    word: str


def fund_rows(assessment: Assessment, today: dt.date, language: str) -> tuple[FundRow, ...]:
    """Return the funds of the plan as the alternative uses them."""
    rows = []
    for fund in assessment.plan.funds:
        spent = assessment.context.money.by_fund.get(fund.id)
        if spent is None:
            continue
        left = None if spent.money is None else fund.amount - spent.money
        state, word = _state(left, fund.latest_spending, today)
        rows.append(
            FundRow(
                id=fund.id,
                title=fund.title,
                amount=format_value(fund.amount, language),
                spent=spent,
                left=format_value(left, language),
                has=fund.amount,
                rest=left,
                line=fund.budget_line,
                line_word=choice_text("budget_line", fund.budget_line, language),
                latest=fund.latest_spending.isoformat() if fund.latest_spending else "",
                state=state,
                word=render(word, language),
            )
        )
    return tuple(rows)


def ordered_funds(funds: Sequence[FundRow], column: str, descending: bool = False) -> tuple[FundRow, ...]:
    """Return the funds by a column of their table; a column without an order leaves them as they stand."""
    key = _KEYS.get(column)
    return tuple(funds) if key is None else ordered(funds, key, descending=descending)


_SEVERITY = {"error": 0, "warn": 1, "unknown": 2, "ok": 3}
_KEYS: Mapping[str, Callable[[FundRow], SortKey | None]] = {
    "title": lambda fund: natural(fund.title),
    "line": lambda fund: named(fund.line_word),
    "amount": lambda fund: fund.has.amount,
    "spent": lambda fund: None if fund.spent.money is None else fund.spent.money.amount,
    "left": lambda fund: None if fund.rest is None else fund.rest.amount,
    "latest": lambda fund: fund.latest or None,
    "state": lambda fund: _SEVERITY[fund.state],
}


def _state(left: Money | None, latest: dt.date | None, today: dt.date) -> tuple[str, Message]:
    if left is None:
        return "unknown", msg("cost.fund.unknown", "prices missing")
    if left.amount < 0:
        return "error", msg("cost.fund.over", "overspent")
    if latest is not None and latest < today:
        return "error", msg("cost.fund.late", "last day is over")
    if latest is not None and (latest - today).days < _SOON_DAYS:
        return "warn", msg("cost.fund.soon", "{days} days left", days=(latest - today).days)
    return "ok", msg("cost.fund.fine", "enough")


def add_fund_edit(plan: Plan) -> tuple[str, Edit]:
    """Return the id of a new fund and the edit that adds it."""
    name = free_id("fund", {one.id for one in plan.funds})
    value = {
        "id": name,
        "title": render(msg("cost.fund.new", "New fund"), "zh"),
        "amount": msgspec.to_builtins(Money.zero()),
    }
    return name, AddPart(path="funds", value=value)


def fund_edit(fund: str, column: str, value: object) -> Edit | None:
    """Return the edit that puts a value read from a cell into a fund."""
    if column == "title" and str(value).strip():
        return SetValue(path=f"funds/{fund}/title", value=str(value).strip())
    if column == "amount" and isinstance(value, Money):
        return SetValue(path=f"funds/{fund}/amount", value=msgspec.to_builtins(value))
    if column == "line":
        return SetValue(path=f"funds/{fund}/budget_line", value=str(value))
    if column == "latest" and isinstance(value, dt.date):
        return SetValue(path=f"funds/{fund}/latest_spending", value=value.isoformat())
    return None


def remove_funds_edit(funds: list[str]) -> Edit:
    """Return the edit that removes funds; lines on them are on none then."""
    edits = tuple(RemovePart(path=f"funds/{name}") for name in funds)
    return edits[0] if len(edits) == 1 else Batch(edits=edits)
