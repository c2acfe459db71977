"""The worked examples of an evaluation: invented offers, computed by the same functions that the rules name."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal

from planner.documents.book.draft import Draft, Spec, fitted
from planner.documents.book.items import places
from planner.documents.model import Block, Cell, Column, MoneyCell, Number, Paragraph, Row, Section, Table, Text
from planner.messages import format_number
from planner.money import Money
from planner.tender.packages import Package
from planner.tender.scoring import (
    Factor,
    LowLine,
    Offer,
    comparison_price,
    deviation_points,
    evaluated_price,
    low_lines,
    price_points,
)

# Invented: share of the ceiling that each offers, ▲ and general requirements that fall short.
_OFFERS = (("0.937", 1, 2), ("0.887", 0, 1), ("0.833", 2, 3))
# Invented points of the factors that people judge by their rules, as shares of the full points.
_JUDGED = {
    "plan": ("0.9", "0.9", "0.7"),
    "warranty": ("0.5", "0", "1"),
    "commercial": ("1", "1", "0.75"),
    "references": ("1", "1", "0.6666666667"),
    "label": ("1", "0", "0"),
}
_HUNDRED = Decimal(100)


def offers(draft: Draft, cap: Money) -> tuple[Offer, ...]:
    """Return three invented offers below ``cap``: domestic and small, domestic, neither."""
    names = draft.say("example.names").split("|")
    domestic = draft.policy_values.get("domestic_rate", Decimal(0))
    small = draft.policy_values.get("sme_rate", Decimal(0))
    deductions = ((domestic, small), (domestic, Decimal(0)), (Decimal(0), Decimal(0)))
    most = {one.key: one.count for one in draft.factors}
    return tuple(
        Offer(
            name=name,
            price=_rounded(cap, Decimal(share)),
            domestic=own,
            small=extra,
            important=min(important, most.get("important", important)),
            general=min(general, most.get("general", general)),
        )
        for name, (share, important, general), (own, extra) in zip(names, _OFFERS, deductions, strict=True)
    )


def _rounded(cap: Money, share: Decimal) -> Money:
    step = _HUNDRED if cap.amount >= _HUNDRED * 10 else Decimal(1)
    return Money.of((cap.amount * share / step).quantize(Decimal(1), ROUND_HALF_UP) * step)


def percent(share: Decimal) -> str:
    """Return a share as per cent, a dash for nothing."""
    return format_number(share * 100) + "%" if share else "—"


def price_factor(draft: Draft) -> Factor:
    """Return the factor of the price."""
    return next(one for one in draft.factors if one.key == "price")


def points_of(draft: Draft, one: Factor, at: int, made: tuple[Offer, ...]) -> Decimal:
    """Return the points offer ``at`` of the example earns for a factor."""
    if one.key == "price":
        lowest = min((evaluated_price(offer) for offer in made), key=lambda price: price.amount)
        return price_points(one.points, lowest, evaluated_price(made[at]))
    if one.key in ("important", "general"):
        return deviation_points(one, getattr(made[at], one.key))
    share = Decimal(_JUDGED[one.key][at])
    return (one.points * share).quantize(Decimal(1), ROUND_HALF_UP)


# ---------------------------------------------------------------------------------------------- price and total
def example_section(draft: Draft, goods: Package) -> Section:
    """Return the example of price points and of the total."""
    assert goods.cap is not None  # the caller has looked
    made = offers(draft, goods.cap)
    intro = Paragraph(text=draft.say("example.intro"), media="paper")
    blocks: tuple[Block, ...] = (intro, _prices(draft, made), _totals(draft, made))
    name = draft.package(goods) if draft.is_split else ""
    return Section(title=draft.say("example", package=name), anchor="section-example", blocks=blocks)


def _prices(draft: Draft, made: tuple[Offer, ...]) -> Table:
    weight = price_factor(draft).points
    lowest = min((evaluated_price(one) for one in made), key=lambda price: price.amount)
    specs: list[Spec] = [
        ("supplier", 15, "text", "center"),
        ("bid", 26, "money"),
        ("domestic", 22, "text", "center"),
        ("small", 22, "text", "center"),
        ("evaluated", 24, "money"),
        ("working", 43, "text", "center"),
        ("points", 14, "number"),
    ]
    lines = []
    digits = _decimals(evaluated_price(one) for one in made)
    for one in made:
        own = evaluated_price(one)
        working = draft.say("example.account", weight=format_number(weight), lowest=_digits(lowest), own=_digits(own))
        lines.append(
            Row(
                (
                    Text(one.name),
                    _money(one.price),
                    Text(percent(one.domestic)),
                    Text(percent(one.small)),
                    MoneyCell(own.amount, decimals=digits),
                    Text(working),
                    Number(price_points(weight, lowest, own), decimals=2),
                )
            )
        )
    columns = draft.columns("example", *specs)
    return Table(
        columns=columns, rows=tuple(lines), caption=draft.say("example.prices"), anchor="example", media="paper"
    )


def _decimals(amounts: Iterable[Money]) -> int:
    """Return the decimals for all amounts of a column."""
    return max(places(one.amount) for one in amounts)


def _digits(money: Money) -> str:
    return f"{money.amount:,.{places(money.amount)}f}"


def _money(money: Money) -> MoneyCell:
    return MoneyCell(money.amount, decimals=places(money.amount))


def _totals(draft: Draft, made: tuple[Offer, ...]) -> Table:
    shown = draft.factors
    middle = (
        Column(
            key=one.key,
            title=draft.say(f"totals.{one.key}", points=format_number(one.points)),
            width_mm=123 / len(shown),
            align="center",
        )
        for one in shown
    )
    first, *last = draft.columns(
        "totals", ("supplier", 16, "text", "center"), ("sum", 15, "number"), ("rank", 12, "number", "center")
    )
    sums = [sum((points_of(draft, one, at, made) for one in shown), Decimal(0)) for at in range(len(made))]
    lines = []
    for at, offer in enumerate(made):
        cells: list[Cell] = [Text(offer.name)]
        cells += [Text(_points(draft, one, at, made)) for one in shown]
        cells += [Number(sums[at], decimals=2), Number(1 + sum(other > sums[at] for other in sums))]
        lines.append(Row(tuple(cells)))
    return Table(
        columns=(first, *middle, *last) if draft.zh else fitted([first, *middle, *last]),
        rows=tuple(lines),
        caption=draft.say("example.totals"),
        anchor="totals",
        media="paper",
    )


def _points(draft: Draft, one: Factor, at: int, made: tuple[Offer, ...]) -> str:
    points = points_of(draft, one, at, made)
    if one.key == "price":
        return f"{points:.2f}"
    if one.key in ("important", "general"):
        return draft.say("totals.missed", points=format_number(points), count=getattr(made[at], one.key))
    return format_number(points)


# ---------------------------------------------------------------------------------------------- low prices
def low_price_section(draft: Draft, goods: Package) -> Section:
    """Return when an abnormally low price is looked into, with the lines of the example."""
    assert goods.cap is not None  # the caller has looked
    made = offers(draft, goods.cap)
    lines = low_lines(made, goods.cap, draft.policy_values)
    columns = draft.columns(
        "low",
        ("no", 12, "id"),
        ("condition", 74, "text"),
        ("line", 58, "text", "center"),
        ("result", 22, "text", "center"),
    )
    made_rows = [_low_row(draft, at, one) for at, one in enumerate(lines, 1)]
    made_rows.append(Row((Number(len(lines) + 1), Text(draft.say("low.judged")), Text("—"), Text("—"))))
    table = Table(columns=columns, rows=tuple(made_rows), caption=draft.say("low.caption"), anchor="low", media="paper")
    intro = Paragraph(text=draft.say("low.intro", minutes=draft.known_values()["low_minutes"]), media="paper")
    return Section(title=draft.say("low"), anchor="section-low-price", blocks=(intro, table))


def _low_row(draft: Draft, at: int, one: LowLine) -> Row:
    working = draft.say("low.working", base=_digits(one.base), share=percent(one.share), line=draft.money(one.line))
    result = draft.say("low.none") if not one.triggered else draft.say("low.some", count=one.triggered)
    return Row((Number(at), Text(draft.say(f"low.{one.key}", share=percent(one.share))), Text(working), Text(result)))


# ---------------------------------------------------------------------------------------------- company
def comparison_blocks(draft: Draft) -> tuple[Block, ...]:
    """Return how a company compares: price raised by a share for each requirement that falls short, the lowest first."""
    important, general = draft.policy_values["important_share"], draft.policy_values["general_share"]
    draft.open("evaluation", "open.comparison", "settle")
    words = [
        draft.say(f"comparison.{at}", important=percent(important), general=percent(general)) for at in range(1, 5)
    ]
    listed = tuple(Paragraph(marker=f"{number}.", text=text, media="paper") for number, text in enumerate(words, 1))
    goods = draft.purchase.of("goods")
    if goods is None or goods.cap is None:
        return listed
    intro = Paragraph(text=draft.say("example.intro"), media="paper")
    return (*listed, intro, _comparison(draft, goods.cap, important, general))


def _comparison(draft: Draft, cap: Money, important: Decimal, general: Decimal) -> Table:
    made = offers(draft, cap)
    compared = [comparison_price(one, important, general) for one in made]
    columns = draft.columns(
        "comparison",
        ("supplier", 20, "text", "center"),
        ("bid", 32, "money"),
        ("important", 24, "number", "center"),
        ("general", 24, "number", "center"),
        ("raised", 20, "text", "center"),
        ("compared", 32, "money"),
        ("rank", 14, "number", "center"),
    )
    lines = []
    digits = _decimals(compared)
    for one, price in zip(made, compared, strict=True):
        raised = important * one.important + general * one.general
        rank = 1 + sum(other.amount < price.amount for other in compared)
        lines.append(
            Row(
                (
                    Text(one.name),
                    _money(one.price),
                    Number(one.important),
                    Number(one.general),
                    Text(percent(raised)),
                    MoneyCell(price.amount, decimals=digits),
                    Number(rank),
                )
            )
        )
    return Table(
        columns=columns, rows=tuple(lines), caption=draft.say("comparison.caption"), anchor="example", media="paper"
    )
