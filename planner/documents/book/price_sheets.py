"""The price form as sheets: one for each package, amounts and totals by formula, the total in capitals, ceilings checked."""

from __future__ import annotations

from decimal import Decimal

from planner.documents.book.capitals import capitals_formula
from planner.documents.book.draft import Draft, Spec
from planner.documents.model import (
    Block,
    Cell,
    Choice,
    Highlight,
    Input,
    MoneyCell,
    Note,
    Number,
    Paragraph,
    Row,
    Table,
    Text,
)
from planner.money import Money
from planner.money_words import money_words
from planner.tender.packages import Item, Package
from planner.tender.texts import text

_ZERO = Decimal("0.00")


def price_sheets(draft: Draft) -> tuple[Block, ...]:
    """Return the price form of each package."""
    return tuple(block for package in draft.purchase.packages for block in _sheet(draft, package))


def _sheet(draft: Draft, package: Package) -> tuple[Block, ...]:
    is_goods = package.kind == "goods"
    specs: list[Spec] = [
        ("no", 12, "id"),
        ("name", 42, "text"),
        ("brand", 32, "input"),
        ("maker", 28, "input"),
        ("origin", 20, "input"),
        ("domestic", 18, "choice"),
        ("quantity", 16, "number"),
        ("unit", 16, "text", "center"),
        ("cap", 26, "money"),
        ("bid", 26, "input"),
        ("amount", 28, "money"),
        ("vat", 16, "input"),
        ("check", 22, "text", "center"),
    ]
    dropped = set() if is_goods else {"brand", "origin", "domestic"}
    dropped |= {"domestic"} if draft.is_company else set()
    kept = [spec for spec in specs if spec[0] not in dropped]
    keys = [spec[0] for spec in kept]
    lines = [Row(tuple(_cells(draft, item)[key] for key in keys)) for item in package.items]
    name = draft.say("sheet.prices") + (f"（{draft.package(package)}）" if draft.is_split and draft.zh else "")
    name += f" ({draft.package(package)})" if draft.is_split and not draft.zh else ""
    over = f'"{draft.say("check.over")}"'
    table = Table(
        columns=draft.columns(f"prices.{package.kind}", *kept),
        rows=(*lines, *_totals(draft, keys)),
        caption=name,
        sheet=name,
        key_columns=2,
        landscape=True,
        numbered=False,
        media="sheet",
        highlights=(Highlight(condition=f"=[@check]={over}", columns=("check",), tone="bad"),),
    )
    intro = Paragraph(text=draft.say("prices.sheet_note"), media="sheet")
    return intro, table, Note(text=draft.say("prices.note"), media="sheet")


def _cells(draft: Draft, item: Item) -> dict[str, Cell]:
    cap = item.unit_cap
    none, over, fine = (f'"{draft.say(f"check.{key}")}"' for key in ("none", "over", "fine"))
    check = f"=IF(N([@bid])<=0,{none},IF(AND(ISNUMBER([@cap]),[@bid]>[@cap]),{over},{fine}))"
    return {
        "no": Number(item.number),
        "name": Text(draft.title(item)),
        "brand": Input(),
        "maker": Input(),
        "origin": Input(),
        "domestic": Choice((draft.say("yes"), draft.say("no"))),
        "quantity": Number(item.line.quantity),
        "unit": Text(draft.say(f"uom.{item.line.uom}")),
        "cap": Text(text("items.cap_unknown", draft.language)) if cap is None else MoneyCell(cap),
        "bid": Input("number"),
        "amount": MoneyCell(_ZERO, formula='=IF([@bid]="",0,ROUND([@quantity]*[@bid],2))'),
        "vat": Input(),
        "check": Text(draft.say("check.none"), formula=check),
    }


def _totals(draft: Draft, keys: list[str]) -> list[Row]:
    """Return the total and its words: capitals in Chinese, a blank in English.

    The total is over where one row is, or where it is above the sum of the ceilings; a price of nothing is no price.
    """
    short, over, fine = (f'"{draft.say(f"check.{key}")}"' for key in ("short", "over", "fine"))
    caps = "SUMPRODUCT([quantity],[cap])"
    check = (
        f'=IF(COUNTIF([bid],">0")<ROWS([bid]),{short},IF(OR(COUNTIF([check],{over})>0,'
        f"AND(COUNT([cap])=ROWS([cap]),SUM([amount])>{caps})),{over},{fine}))"
    )
    total: dict[str, Cell] = {
        "name": Text(draft.say("total")),
        "amount": MoneyCell(_ZERO, formula="=SUM([amount])"),
        "check": Text(draft.say("check.short"), formula=check),
    }
    words: dict[str, Cell] = {"name": Text(draft.say("words.label")), "maker": Input()}
    if draft.zh:
        words["maker"] = Text(money_words(Money.of(0)), formula=capitals_formula("SUM([amount])"))
    return [Row(tuple(row.get(key, Text("")) for key in keys), total=True) for row in (total, words)]
