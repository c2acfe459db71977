"""The worked examples as live sheets: change a price or a number of deviations and points, totals and lines follow."""

from __future__ import annotations

from decimal import Decimal

from planner.documents.book.draft import Draft, Spec
from planner.documents.book.example import offers, points_of
from planner.documents.model import Block, Cell, Column, MoneyCell, Note, Number, Row, Table, Text
from planner.messages import format_number
from planner.tender.scoring import Factor, Offer, comparison_price, evaluated_price, low_lines

_COUNTED = ("important", "general")


def example_sheets(draft: Draft) -> tuple[Block, ...]:
    """Return the sheets of the examples for the profile; none where no ceiling is known."""
    goods = draft.purchase.of("goods")
    if goods is None or goods.cap is None:
        return ()
    made = offers(draft, goods.cap)
    if draft.is_company:
        return _comparison(draft, made)
    low = _low(draft, made) if "low_price" in draft.circumstances else ()
    return (*_scored(draft, made), *low)


# ---------------------------------------------------------------------------------------------- points
def _scored(draft: Draft, made: tuple[Offer, ...]) -> tuple[Block, ...]:
    specs: list[Spec] = [
        ("supplier", 18, "text", "center"),
        ("bid", 28, "money"),
        ("domestic", 22, "number", "center"),
        ("small", 22, "number", "center"),
        ("evaluated", 28, "money"),
    ]
    columns = [*draft.columns("example", *specs), *_factor_columns(draft)]
    columns += draft.columns("totals", ("sum", 18, "number"), ("rank", 14, "number", "center"))
    keys = [one.key for one in draft.factors]
    total = "=" + "+".join(f"[@{key}]" for key in keys)
    sums = [sum((points_of(draft, one, at, made) for one in draft.factors), Decimal(0)) for at in range(len(made))]
    lines = []
    for at, offer in enumerate(made):
        cells: list[Cell] = [
            Text(offer.name),
            MoneyCell(offer.price.amount),
            Number(offer.domestic * 100, unit="%"),
            Number(offer.small * 100, unit="%"),
            MoneyCell(evaluated_price(offer).amount, formula="=ROUND([@bid]*(1-[@domestic]/100-[@small]/100),2)"),
        ]
        for one in draft.factors:
            cells += _factor_cells(draft, one, at, made)
        rank = 1 + sum(other > sums[at] for other in sums)
        cells.append(Number(sums[at], decimals=2, formula=total))
        cells.append(Number(rank, formula="=1+SUMPRODUCT(([sum]>[@sum])*1)"))
        lines.append(Row(tuple(cells)))
    table = Table(
        columns=tuple(columns),
        rows=tuple(lines),
        caption=draft.say("example.sheet_title"),
        sheet=draft.say("sheet.example"),
        landscape=True,
        numbered=False,
        media="sheet",
    )
    return table, Note(text=draft.say("example.sheet_note"), media="sheet")


def _factor_columns(draft: Draft) -> list[Column]:
    """Return a column for each factor, before the counted ones a column for how many fall short."""
    found = []
    for one in draft.factors:
        if one.key in _COUNTED:
            title = draft.say(f"missed.{one.key}")
            found.append(Column(key=f"{one.key}_missed", title=title, width_mm=19, kind="number", align="center"))
        title = draft.say(f"totals.{one.key}", points=format_number(one.points))
        found.append(Column(key=one.key, title=title, width_mm=19, kind="number", align="center"))
    return found


def _factor_cells(draft: Draft, one: Factor, at: int, made: tuple[Offer, ...]) -> list[Cell]:
    points = points_of(draft, one, at, made)
    if one.key == "price":
        formula = f"=ROUND({one.points}*MIN([evaluated])/[@evaluated],2)"
        return [Number(points, decimals=2, formula=formula)]
    if one.key in _COUNTED:
        missed = int(getattr(made[at], one.key))
        formula = f"=MAX(0,{one.points}-{one.each}*[@{one.key}_missed])"
        return [Number(missed), Number(points, formula=formula)]
    return [Number(points)]


# ---------------------------------------------------------------------------------------------- low prices
def _low(draft: Draft, made: tuple[Offer, ...]) -> tuple[Block, ...]:
    goods = draft.purchase.of("goods")
    if goods is None or goods.cap is None:
        return ()
    lines = {one.key.replace("low_", "line_"): one for one in low_lines(made, goods.cap, draft.policy_values)}
    bases = {"line_mean": "AVERAGE([bid])", "line_second": "SMALL([bid],2)", "line_cap": "[@cap]"}
    columns = draft.columns(
        "low",
        ("supplier", 22, "text", "center"),
        ("bid", 32, "money"),
        ("cap", 32, "money"),
        *((key, 34, "money") for key in lines),
        ("result", 28, "text", "center"),
    )
    below = "OR(" + ",".join(f"[@bid]<[@{key}]" for key in lines) + ")"
    found, none = (f'"{draft.say(f"low.{key}")}"' for key in ("hit", "none"))
    rows = []
    for offer in made:
        is_low = any(offer.price.amount < one.line.amount for one in lines.values())
        cells: list[Cell] = [Text(offer.name), MoneyCell(offer.price.amount), MoneyCell(goods.cap.amount)]
        cells += [
            MoneyCell(one.line.amount, formula=f"=ROUND({bases[key]}*{one.share},2)") for key, one in lines.items()
        ]
        said = draft.say("low.hit" if is_low else "low.none")
        cells.append(Text(said, formula=f"=IF({below},{found},{none})"))
        rows.append(Row(tuple(cells)))
    table = Table(
        columns=columns,
        rows=tuple(rows),
        caption=draft.say("low.sheet_title"),
        sheet=draft.say("sheet.low"),
        landscape=True,
        numbered=False,
        media="sheet",
    )
    return table, Note(text=draft.say("low.sheet_note"), media="sheet")


# ---------------------------------------------------------------------------------------------- company
def _comparison(draft: Draft, made: tuple[Offer, ...]) -> tuple[Block, ...]:
    important, general = draft.policy_values["important_share"], draft.policy_values["general_share"]
    compared = [comparison_price(one, important, general) for one in made]
    columns = draft.columns(
        "comparison",
        ("supplier", 20, "text", "center"),
        ("bid", 36, "money"),
        ("important", 28, "number", "center"),
        ("general", 28, "number", "center"),
        ("compared", 40, "money"),
        ("rank", 18, "number", "center"),
    )
    formula = f"=ROUND([@bid]*(1+{important}*[@important]+{general}*[@general]),2)"
    rows = []
    for one, price in zip(made, compared, strict=True):
        rank = 1 + sum(other.amount < price.amount for other in compared)
        rows.append(
            Row(
                (
                    Text(one.name),
                    MoneyCell(one.price.amount),
                    Number(one.important),
                    Number(one.general),
                    MoneyCell(price.amount, formula=formula),
                    Number(rank, formula="=1+SUMPRODUCT(([compared]<[@compared])*1)"),
                )
            )
        )
    table = Table(
        columns=columns,
        rows=tuple(rows),
        caption=draft.say("comparison.sheet_title"),
        sheet=draft.say("sheet.comparison"),
        numbered=False,
        media="sheet",
    )
    return table, Note(text=draft.say("comparison.sheet_note"), media="sheet")
