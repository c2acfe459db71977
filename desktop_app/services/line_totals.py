"""The sum that stands below a list: it is compared with what its lines come to, and never bought."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal

import msgspec

from desktop_app.services.line_heads import Head
from desktop_app.services.line_numbers import Amount, read_amount
from desktop_app.services.read_line import ReadLine, joined, notes_of
from planner.messages import Message, msg
from planner.money import Money
from planner.numerals import normalised

_PART = re.compile(r"^(?:小\s*计|sub-?total)", re.IGNORECASE)  # of some lines, nobody says which
_WORD = r"(?:(?:价税|含税|项目)?合\s*计|总\s*计|小\s*计|总价|总额|总金额|总共|一共|共计|grand\s+total|sub-?total|total|sum)(?:金额|价|人民币)?"
_ALONE = re.compile(rf"^{_WORD}\s*(?:\((?P<unit>[^)]*)\))?\s*[:：]?$", re.IGNORECASE)
_WITH_AMOUNT = re.compile(
    rf"^{_WORD}\s*(?:\([^)]*\))?\s*[:：]?\s*(?P<amount>[约¥￥$€\d零一二两三四五六七八九].*)$", re.IGNORECASE
)


class Total(msgspec.Struct, frozen=True):
    """A sum as typed, with its amount; None where the line says none."""

    typed: str
    amount: Amount | None


def read_total(cells: Sequence[str], heads: Mapping[str, Head]) -> Total | None:
    """Return the sum that a row states; None for a row of goods."""
    typed = " ".join(cell for cell in cells if cell)
    plain = [normalised(cell) for cell in cells]
    if any(_PART.match(cell) and (_ALONE.match(cell) or _WITH_AMOUNT.match(cell)) for cell in plain):
        return Total(typed, None)
    if any(_ALONE.match(cell) for cell in plain):
        head = heads.get("total")
        stated = cells[head.at] if head is not None and head.at < len(cells) else ""
        if stated and (amount := read_amount(stated, head)) is not None:
            return Total(typed, amount)
        amounts = [read for cell in cells if (read := read_amount(cell, head)) is not None]
        return Total(typed, amounts[-1] if amounts else None)
    first = next((cell for cell in plain if cell), "")
    found = _WITH_AMOUNT.match(first)
    amount = None if found is None else read_amount(found["amount"], heads.get("total"))
    return None if amount is None else Total(typed, amount)


def with_total(lines: Sequence[ReadLine], total: Total) -> list[ReadLine]:
    """Return the lines above a sum, with a note at the last where they do not come to it; they are told, not changed."""
    said = _said(lines, total)
    if said is None or not lines:
        return list(lines)
    last = msgspec.structs.replace(lines[-1], note=joined([*notes_of(lines[-1]), said]))
    return [*lines[:-1], last]


def _said(lines: Sequence[ReadLine], total: Total) -> Message | None:
    if total.amount is None:
        return None
    stated = total.amount.chosen
    open_lines = sum(line.price is None for line in lines)
    if open_lines:
        return msg(
            "lines.total.open",
            "The list says {total} in all; it cannot be compared, {count} lines have no price.",
            total=stated,
            count=open_lines,
        )
    ends = [(line.low or line.price, line.high or line.price, line.quantity) for line in lines]
    low = sum((one.amount * count for one, _, count in ends if one is not None), Decimal(0))
    high = sum((one.amount * count for _, one, count in ends if one is not None), Decimal(0))
    if any(_kind(line.price) != _kind(stated) for line in lines):
        return None  # other currency or other tax state: no sum to compare
    slack = max(Decimal("0.01") * len(lines), total.amount.step / 2)
    if total.amount.low.amount - slack <= high and low <= total.amount.high.amount + slack:
        return None
    come = Money.of((low + high) / 2, stated.currency, stated.tax)
    return msg("lines.total", "The list says {total} in all; its lines come to {sum}.", total=stated, sum=come)


def _kind(money: Money | None) -> tuple[str, str] | None:
    return None if money is None else (money.currency, money.tax)
