"""What a field of the window asks beyond its type: rates within their range, a budget whose unit is sure."""

from __future__ import annotations

from decimal import Decimal

from desktop_app.services.first_start_sheet import refuse_bare
from planner.entry import parse_money, parse_number
from planner.errors import InputError
from planner.messages import msg

_MOST_PCT = {"contingency_rate": 50, "vat_rate": 30}  # VAT is nowhere above 27 % (Hungary)


def refuse_beyond(path: str, text: str) -> None:
    """Refuse a rate (text in per cent) outside its range, and a small budget without a unit; raises InputError."""
    name = path.rpartition("/")[2]
    if path == "budget/amount" and text.strip():
        refuse_bare(text, parse_money(text, place=path))
    most = _MOST_PCT.get(name)
    bare = text.strip().rstrip("%％").strip()
    if most is None or not bare:
        return
    rate = parse_number(bare, place=path)
    if not Decimal(0) <= rate <= most:
        raise InputError(
            msg("field.rate", "{typed} % is out of range.", typed=bare),
            msg("field.rate.remedy", "Enter 0 to {most} %; nothing was changed.", most=most),
            path,
        )
