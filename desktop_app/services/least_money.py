"""The sum of an alternative as far as it is known: where something is open, what it comes to at least, and what is missing."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from planner.assess.context import Context
from planner.assess.prices import Amount
from planner.figure import Figure
from planner.messages import Message, msg


class Least(msgspec.Struct, frozen=True, kw_only=True):
    """A sum (CNY with tax): ``more`` tells that it is only what is known of it, ``missing`` what comes on top."""

    figure: Figure
    more: bool = False
    missing: tuple[Message, ...] = ()


_ENDS: Mapping[str, Message] = {
    "planned_low": msg("build.low", "at lowest prices"),
    "planned_high": msg("build.high", "at highest prices"),
}


def total_words(context: Context, key: str) -> Message:
    """Return what a total is called beside the others ('planned', 'planned_low', 'planned_high'): with contingency, or not yet."""
    if key in _ENDS:
        return _ENDS[key]  # of the total before it
    if contingency_is_set(context):
        return msg("build.planned.with", "Total incl. VAT, contingency")
    return msg("build.planned", "Total incl. VAT")


def planned_least(context: Context) -> Least:
    """Return what is planned with contingency; where a price or the contingency is open, the known part of it."""
    money = context.money
    return _least(money.planned, money.planned_known, (*_lines(context), *_contingency(context)))


def end_least(context: Context, key: str) -> Least:
    """Return one end of what is planned, with contingency as the total beside it; without one where none is set yet."""
    money = context.money
    whole, bare = (money.planned_low, money.low) if key == "planned_low" else (money.planned_high, money.high)
    return _least(whole, bare, _contingency(context))


def lines_least(context: Context) -> Least:
    """Return what the lines come to; where a price is open, those that have one."""
    return _least(context.money.chosen, context.money.known_part, _lines(context))


def contingency_is_set(context: Context) -> bool:
    """Tell whether the plan says a rate of contingency."""
    return not _contingency(context)


def _least(whole: Amount, known: Amount, missing: tuple[Message, ...]) -> Least:
    if whole.figure.value is not None or not known.figure.value:
        return Least(figure=whole.figure)
    return Least(figure=known.figure, more=True, missing=missing)


def _lines(context: Context) -> tuple[Message, ...]:
    count = sum(line.chosen.money is None for line in context.prices.values())
    return (msg("least.lines", "lines without an amount: {count}", count=count),) if count else ()


def _contingency(context: Context) -> tuple[Message, ...]:
    if context.budget.contingency_rate is not None:
        return ()
    return (msg("least.contingency", "no contingency yet"),)
