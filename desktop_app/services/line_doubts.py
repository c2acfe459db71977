"""Prices of a list that cannot be what was meant: a workstation at 9.2 yuan is in ten thousands; the user is asked."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

import msgspec

from db.store import Store
from desktop_app.services.line_words import is_machine
from desktop_app.services.price_sense import is_far
from desktop_app.services.read_line import ReadLine, joined, notes_of
from planner.messages import Message, msg

# CNY for one piece below which no such thing is sold, far under the cheapest; a slip of the unit is 10,000 times
_LEAST = {"compute": 300, "storage": 60, "network": 20, "ups": 60, "cooling": 200, "rack": 60}
_LEAST_MACHINE = 800
_MOST = Decimal(100_000_000)
_SMALL = Decimal(100)


def doubted(lines: Sequence[ReadLine], store: Store) -> tuple[ReadLine, ...]:
    """Return the lines with a question at each price that cannot be; where one is too low, small prices beside it are asked too."""
    low = [_is_low(line, store) for line in lines]
    return tuple(
        _asked(line, too_low=here or (any(low) and _is_small(line))) for line, here in zip(lines, low, strict=True)
    )


def _is_small(line: ReadLine) -> bool:
    return line.price is not None and line.price.amount < _SMALL


def _is_low(line: ReadLine, store: Store) -> bool:
    if line.price is None or line.price.currency != "CNY" or line.price.amount <= 0:
        return False
    least = _LEAST_MACHINE if is_machine(line.name) else _LEAST.get(line.role, 0)
    if line.price.amount < least:
        return True
    seen = [
        one.low for one in (store.catalog.prices_of(line.item) if line.item else ()) if one.quantity_unit == "each"
        and one.currency == "CNY" and one.low is not None
    ]  # fmt: skip
    return bool(seen) and is_far(line.price.amount, (min(seen), _MOST))


def _asked(line: ReadLine, *, too_low: bool) -> ReadLine:
    if line.price is None:
        return line
    said: Message | None = None
    if too_low:
        said = msg(
            "lines.small",
            "{price} for one? If the list is in 10,000 CNY, write 单位：万元 above it, or 万 behind the price.",
            price=line.price,
        )
    elif line.price.amount > _MOST:
        said = msg("lines.large", "{price} for one? Please check the zeros and the unit.", price=line.price)
    if said is None:
        return line
    return msgspec.structs.replace(line, note=joined([said, *notes_of(line)]))
