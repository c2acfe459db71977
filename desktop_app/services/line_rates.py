"""The rate of VAT that a row of a quote names: a column 税率, or words such as 专票13%."""

from __future__ import annotations

import re
from decimal import Decimal

from planner.numerals import normalised

_IN_WORDS = re.compile(
    r"(?:专票|普票|税率|增值税|含税|vat|tax)\s*[:(]?\s*(?P<behind>\d{1,2}(?:\.\d+)?)\s*%"
    r"|(?P<before>\d{1,2}(?:\.\d+)?)\s*%\s*(?:的)?(?:增值税|专票|普票|税|vat|tax)",
    re.IGNORECASE,
)
_CELL = re.compile(r"^\D{0,8}?(?P<number>\d{1,2}(?:\.\d+)?|\.\d+)\s*(?P<percent>%?)\D{0,8}$")
_MOST = Decimal("0.17")  # the highest rate of Chinese VAT there has been


def read_rate(cell: str) -> Decimal | None:
    """Return the rate in a cell of its column (13%, 13, 0.13, 专票13%) as a fraction; None where it names no rate of VAT."""
    plain = normalised(cell)
    if plain in ("免税", "零税率"):
        return Decimal(0)
    found = _CELL.match(plain)
    if found is None:
        return None
    number = Decimal(found["number"])
    return _possible(number / 100 if found["percent"] or number >= 1 else number)


def rate_in(text: str) -> Decimal | None:
    """Return the rate that a text names beside a word for tax, as a fraction; None for none."""
    found = _IN_WORDS.search(normalised(text))
    return None if found is None else _possible(Decimal(found["behind"] or found["before"]) / 100)


def _possible(rate: Decimal) -> Decimal | None:
    return rate.normalize() if Decimal(0) <= rate <= _MOST else None
