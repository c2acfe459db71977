"""How a value is written into a form: its own way, or the way the field's format asks for.

Money: two decimals and thousands marks without a unit, since forms print 元 themselves; ``万元``, ``大写``, or a number
pattern (``0``, ``0.00``, ``#,##0.00``). Quantities: with their unit, or the bare number in the unit that is asked for
(``kW``). Dates: ``yyyy年m月d日``, any pattern of y, m and d, or ``大写``.
"""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal, localcontext

import msgspec

from planner.exchange.form_fields import Field
from planner.messages import format_number, format_quantity, shown
from planner.money import Money, MoneyError, format_amount
from planner.money_words import money_words
from planner.units import convert, unit, units_named

TICKED, NOT_TICKED = "☑", "☐"
_WAN = Decimal(10_000)
_PATTERN = re.compile(r"(?P<unit>.*?)\s*(?P<pattern>(?:#,##)?0(?P<decimals>\.0{1,6})?)?")
_DATE_PARTS = re.compile("yyyy|yy|mm|m|dd|d", re.IGNORECASE)
_HAN_DIGITS = "〇一二三四五六七八九"
_FEWEST_DECIMALS = 2
_CELL_DECIMALS = 9


class Quantity(msgspec.Struct, frozen=True, kw_only=True):
    """A number in ``unit``."""

    value: float
    unit: str


Value = str | int | Decimal | Money | Quantity | dt.date


class _Format(msgspec.Struct, frozen=True):
    """A format taken apart: unit or word, and the number of decimals (None where no pattern is given)."""

    unit: str
    decimals: int | None
    grouped: bool


def written(field: Field, value: Value, language: str) -> str | None:
    """Return ``value`` as text for ``field``; None where the field's format cannot be applied to it."""
    if field.choice:
        plain = msgspec.structs.replace(field, choice="")
        own = written(plain, value, language)
        return TICKED if own is not None and _same(own, field.choice) else NOT_TICKED
    if isinstance(value, str):
        return value if not field.format else None
    if isinstance(value, dt.date):
        return _date(value, field.format or ("yyyy年m月d日" if language == "zh" else "yyyy-mm-dd"))
    if isinstance(value, Money) and field.format == "大写":
        return _words(value)
    if not field.format:
        return _plain(field, value, language)
    number = _number(field, value)
    return None if number is None else _patterned(number, _format(field.format))


def cell_number(field: Field, value: Value) -> Decimal | None:
    """Return ``value`` as the number of a cell; None where it is a text: words, dates, quantities without a unit."""
    if field.choice or isinstance(value, str | dt.date) or (isinstance(value, Quantity) and not field.format):
        return None
    number = _number(field, value)
    decimals = _format(field.format).decimals
    if number is None or decimals is None:
        return number
    return _rounded(number, decimals)


def _same(own: str, wanted: str) -> bool:
    return unicodedata.normalize("NFKC", own).casefold() == unicodedata.normalize("NFKC", wanted).casefold()


def _format(text: str) -> _Format:
    found = _PATTERN.fullmatch(text)
    if found is None or found["pattern"] is None:
        return _Format(text, None, grouped=True)
    return _Format(found["unit"], len(found["decimals"] or ".") - 1, grouped=found["pattern"].startswith("#"))


def _plain(field: Field, value: int | Decimal | Money | Quantity, language: str) -> str:
    if isinstance(value, Quantity):
        return format_quantity(value.value, value.unit, language)
    if isinstance(value, Money):
        return format_amount(value)
    if isinstance(value, int):
        return str(value)
    if field.row is not None and field.row.type == "percent":
        return f"{format_number(value * 100)}%"
    return _price(value)


def _price(value: Decimal) -> str:
    """Return a unit price with all its decimals, two at least."""
    exponent = value.normalize().as_tuple().exponent
    decimals = max(_FEWEST_DECIMALS, -exponent if isinstance(exponent, int) else 0)
    return f"{value:,.{decimals}f}"


def _number(field: Field, value: int | Decimal | Money | Quantity) -> Decimal | None:
    """Return the bare number in the unit that the format names; None where it names none of this dimension."""
    wanted = _format(field.format).unit
    if isinstance(value, Quantity):
        return _in_unit(value, wanted)
    if isinstance(value, int):
        return Decimal(value) if not wanted else None
    amount = value.amount if isinstance(value, Money) else value
    if wanted in ("", "元", "yuan", "CNY"):
        return amount
    is_money = isinstance(value, Money) or (field.row is not None and field.row.type == "money")
    return amount / _WAN if is_money and wanted in ("万元", "万", "wan") else None


def _in_unit(value: Quantity, wanted: str) -> Decimal | None:
    own = unit(value.unit)
    targets = [one for one in units_named(wanted, own.dimension) if one.dimension == own.dimension] if wanted else [own]
    if len(targets) != 1:
        return None
    number = convert(value.value, own.key, targets[0].key)
    return Decimal(repr(round(number, _CELL_DECIMALS)))


def _patterned(number: Decimal, wanted: _Format) -> str:
    if wanted.decimals is not None:
        text = f"{_rounded(number, wanted.decimals):,f}"
        return text if wanted.grouped else text.replace(",", "")
    if wanted.unit in ("", "元", "yuan", "CNY"):
        return _price(number)
    if wanted.unit in ("万元", "万", "wan"):
        text = f"{number.normalize():,f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    return format_number(shown(float(number)))


def _rounded(number: Decimal, decimals: int) -> Decimal:
    with localcontext(prec=60):
        return number.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP) + 0


def _words(value: Money) -> str | None:
    try:
        return money_words(value)
    except MoneyError:
        return None


def _date(value: dt.date, pattern: str) -> str | None:
    if pattern == "大写":
        year = "".join(_HAN_DIGITS[int(digit)] for digit in f"{value.year:04d}")
        return f"{year}年{_han(value.month)}月{_han(value.day)}日"
    if not _DATE_PARTS.search(pattern):
        return None
    parts: dict[str, Callable[[], str]] = {
        "yyyy": lambda: f"{value.year:04d}",
        "yy": lambda: f"{value.year % 100:02d}",
        "mm": lambda: f"{value.month:02d}",
        "m": lambda: str(value.month),
        "dd": lambda: f"{value.day:02d}",
        "d": lambda: str(value.day),
    }
    return _DATE_PARTS.sub(lambda found: parts[found[0].lower()](), pattern)


def _han(number: int) -> str:
    """Return a number below 100 as dates write it: 十, 二十一."""
    tens, ones = divmod(number, 10)
    head = ("" if tens == 1 else _HAN_DIGITS[tens]) + "十" if tens else ""
    return head + (_HAN_DIGITS[ones] if ones or not tens else "")
