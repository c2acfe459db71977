"""What stands behind a unit price: its range, how the chosen one follows from it, where it enters, and when it was typed."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from functools import partial

from desktop_app.services.desk import Desk
from desktop_app.services.kept_steps import KeptSteps
from desktop_app.services.step_words import place_words
from planner.figure import Figure, Quality
from planner.messages import Message, format_number, msg, render, unit_symbol
from planner.plan.document import Line, Plan, Price
from planner.source_words import source_text

_PRICES = ("price_low", "price_chosen", "price_high")
_YUAN = msg("build.head.yuan", "yuan")
_ENTERS = msg(
    "why.price.enters",
    "The chosen price enters subtotal, contingency and budget; the ends only the totals at the lowest and highest prices.",
)


def price_account(figure: Figure, plan: Plan, desk: Desk, language: str) -> str:
    """Return what is to be said of the price of a line, '' for any other number."""
    alternative, _, rest = figure.key.partition("/")
    name, _, quantity = rest.partition("/")
    one = plan.alternative(alternative)
    line = next((each for each in one.lines if each.id == name), None) if one is not None else None
    if line is None or not quantity.removeprefix("unit_").startswith(_PRICES):
        return ""
    said = _account(line, plan, alternative, desk, language)
    return ("" if language == "zh" else " ").join(render(part, language) for part in said)


def _account(line: Line, plan: Plan, alternative: str, desk: Desk, language: str) -> Iterator[Message]:
    price = line.price
    if price.chosen is None:
        return
    if price.low is not None and price.high is not None and price.low != price.high:
        yield _range(price, language)
        yield _ENTERS
    if price.source and (price.chosen_source or _by_itself(price)):
        yield msg("why.price.of_range", "The range is from: {source}.", source=_dated(price, language))
    if price.chosen_source:
        yield msg("why.price.of_chosen", "The chosen price is from: {source}.", source=price.chosen_source)
    if price.quality is Quality.ENTERED and (not price.source or price.chosen_source or _by_itself(price)):
        yield _typed(plan, f"alternatives/{alternative}/lines/{line.id}/price", desk)


def _by_itself(price: Price) -> bool:
    """Tell whether the chosen price was typed beside a range that keeps its own source."""
    if price.low is None or price.high is None or price.chosen is None or price.low == price.high:
        return False
    return price.quality is Quality.ENTERED and price.chosen != _middle(price.low, price.high)


def _middle(low: Decimal, high: Decimal) -> Decimal:
    return ((low + high) / 2).quantize(Decimal("0.01"))


def _dated(price: Price, language: str) -> str:
    """Return the source of a range with the day it was seen."""
    day = price.observed.isoformat() if price.observed else ""
    return " · ".join(part for part in (source_text(price.source, language), day) if part)


def _range(price: Price, language: str) -> Message:
    assert price.low is not None
    assert price.high is not None
    assert price.chosen is not None
    middle = price.chosen == _middle(price.low, price.high)
    how = msg("why.price.middle", "the middle of the range") if middle else msg("why.price.within", "set by itself")
    return msg(
        "why.price.range",
        "Range {low} to {high} {unit}; chosen {chosen} {unit}, {how}.",
        low=format_number(price.low),
        high=format_number(price.high),
        chosen=format_number(price.chosen),
        unit=_YUAN if price.currency == "CNY" else unit_symbol(price.currency, language),
        how=how,
    )


def _typed(plan: Plan, path: str, desk: Desk) -> Message:
    """Return when a price was typed, as far as the kept history tells."""
    plans, words = desk.store.plans, place_words(path, plan, "zh")
    stored = plans.revisions(plan.id)
    steps = KeptSteps(stored, partial(plans.same, plan.id)).done
    number = next((one.after for one in reversed(steps) if words in render(one.label, "zh")), 0)
    found = next((one for one in stored if one.number == number), None)
    if found is None:
        return msg("why.price.typed", "It was entered by hand; when is not kept.")
    return msg(
        "why.price.typed_on",
        "It was entered by hand on {when} (state {number} of the history).",
        when=f"{found.created_at.astimezone():%Y-%m-%d %H:%M}",
        number=str(number),
    )
