"""Ceilings that are above the money there is: of the plan's budget, and of the accounts that pay for the lines."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from planner.assess.run import Assessment
from planner.messages import Message, msg
from planner.money import Money, sum_money
from planner.tender.packages import Purchase, purchase


class Excess(msgspec.Struct, frozen=True, kw_only=True):
    """What ceilings and the works outside the purchase come to, and by how much that is above the budget (CNY with tax)."""

    asked: Money
    there: Money
    excess: Money


def excess_of(assessment: Assessment, bought: Purchase) -> Excess | None:
    """Return by how much the known ceilings and works are above the budget; None where they are not, or none is told."""
    there = assessment.context.money.budget.money
    known = [one.cap for one in (*bought.items, *bought.outside) if one.cap is not None]
    if there is None or not known:
        return None
    asked = sum_money(known)
    return Excess(asked=asked, there=there, excess=asked - there) if asked > there else None


def money_warnings(assessment: Assessment) -> tuple[Message, ...]:
    """Return what is said before papers with ceilings are written: above the budget, and above which accounts."""
    return tuple(_warnings(assessment))


def _warnings(assessment: Assessment) -> Iterator[Message]:
    over = excess_of(assessment, purchase(assessment))
    if over is not None:
        yield msg(
            "tender.over_budget",
            "The ceilings and works in these papers come to {asked}; that is {excess} above the budget of {there}.",
            asked=over.asked,
            excess=over.excess,
            there=over.there,
        )
    for fund in assessment.context.funds:
        spent = assessment.context.money.by_fund[fund.id].money
        same = fund.amount.currency == "CNY" and fund.amount.tax == "included"
        if spent is not None and same and spent > fund.amount:
            yield msg(
                "tender.over_fund",
                "What {fund} is to pay in these papers comes to {asked}; that is {excess} above its {there}.",
                fund=fund.title,
                asked=spent,
                excess=spent - fund.amount,
                there=fund.amount,
            )
