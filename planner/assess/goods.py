"""What a line is without what it costs: what powers, heat, fit and supply hang on, so that a new price touches none of them."""

from __future__ import annotations

from decimal import Decimal
from typing import Literal

import msgspec

from planner.messages import Labelled
from planner.money import Tax
from planner.plan.document import Facts, Line, LineRole, UnitOfMeasure


class Goods(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The fields of a line but its price, its fund and its note, under the same names; of the price only its terms."""

    id: str
    title: Labelled
    role: LineRole
    quantity: int
    uom: UnitOfMeasure
    item: str
    card: str
    cards_per_unit: int
    condition: Literal["new", "used"]
    facts: Facts
    stage: str
    currency: str
    tax: Tax
    vat_rate: Decimal | None


def goods_of(line: Line) -> Goods:
    """Return what a line is without how it is paid."""
    return Goods(
        id=line.id,
        title=line.title,
        role=line.role,
        quantity=line.quantity,
        uom=line.uom,
        item=line.item,
        card=line.card,
        cards_per_unit=line.cards_per_unit,
        condition=line.condition,
        facts=line.facts,
        stage=line.stage,
        currency=line.price.currency,
        tax=line.price.tax,
        vat_rate=line.price.vat_rate,
    )
