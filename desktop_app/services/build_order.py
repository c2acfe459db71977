"""The order of the lines of Build by a column. Only the view is sorted: the plan keeps its own order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal

from desktop_app.services.build_table import BuildLine
from desktop_app.services.row_order import SortKey, named, natural, ordered
from planner.figure import Figure

_SEVERITY = {"error": 0, "warning": 1, "unknown": 2, "pass": 3}


def ordered_lines(lines: Sequence[BuildLine], column: str, descending: bool = False) -> tuple[BuildLine, ...]:
    """Return the lines by a column of the table; a column that has no order ('') leaves them as they stand."""
    key = _KEYS.get(column)
    return tuple(lines) if key is None else ordered(lines, key, descending=descending)


def _price(line: BuildLine) -> Decimal | None:
    """Return the unit price in yuan; one in another currency by the rate that its subtotal took, unknown without a rate."""
    price = line.price
    if price.chosen is None or price.currency == "CNY":
        return price.chosen
    total = line.subtotal.money
    return None if total is None else total.amount / line.quantity


def _range(line: BuildLine) -> tuple[Decimal, Decimal] | None:
    """Return lowest and highest price in yuan where there is a range to be seen."""
    price, chosen = line.price, _price(line)
    if price.low is None or price.high is None or price.low == price.high:
        return None
    if price.currency == "CNY":
        return price.low, price.high
    if chosen is None or not price.chosen:
        return None
    rate = chosen / price.chosen
    return price.low * rate, price.high * rate


def _number(figure: Figure | None) -> float | None:
    """Return a number as shown: nothing is shown as not applicable, and so comes last with what is unknown."""
    return None if figure is None or not figure.value else figure.value


_KEYS: Mapping[str, Callable[[BuildLine], SortKey | None]] = {
    "name": lambda line: (natural(line.name), natural(line.detail)),
    "quantity": lambda line: line.quantity,
    "price": _price,
    "range": _range,
    "subtotal": lambda line: None if line.subtotal.money is None else line.subtotal.money.amount,
    "power": lambda line: _number(line.power),
    "rack_u": lambda line: _number(line.rack_u),
    "feed": lambda line: named(line.feed or ""),
    "check": lambda line: _SEVERITY[line.worst],
    "maker": lambda line: named(line.maker),
    "price_date": lambda line: named(line.price_note),
    "vat": lambda line: line.price.vat_rate,
    "stage": lambda line: named(line.stage),
    "fund": lambda line: named(line.fund),
    "weight": lambda line: _number(line.weight),
}
