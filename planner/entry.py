"""The entry parser: what a user typed into a field, a cell or an argument, as an exact value or a reason why not.

Accepted: ``1.6kW``, ``2.4k``, ``30万``, ``13万2``, ``三万五``, ``1,200``, full-width characters, and ``5－10`` where a
range may stand. Nothing vague is accepted (1e5, 1_000), and ``echo`` tells what was understood; money may have words of
price around it (约15万, 15w, 15万/台), which ``echo`` leaves out. A plain ``1.600`` is the decimal number 1.6; a comma only ever groups thousands.
"""

from __future__ import annotations

import datetime as dt
import re
from decimal import Context, Decimal
from fractions import Fraction

import msgspec

from planner.entry_text import Field, field_of, number, numbers, too_large
from planner.errors import InputError
from planner.messages import msg, render
from planner.money import CURRENCIES, MAX_AMOUNT, Money, Tax, format_money
from planner.numerals import normalised
from planner.price_said import plain_amount
from planner.units import Unit
from planner.units import unit as unit_of

ECHO_DIGITS = 6
FIRST_YEAR, LAST_YEAR = 1990, 2199

_LONG = Context(prec=40)
_CLOSING = re.compile("(?<=[元圆块角万])[整正]$")
_COINS = re.compile(
    "(?:人民币)?(?P<sign>-?)(?:(?P<main>[^-].*[元圆块])零?)?(?:(?P<jiao>[1-9一二三四五六七八九])角)?零?(?:(?P<fen>[1-9一二三四五六七八九])分)?"
)
_HAN = "零一二三四五六七八九"
_DATE = re.compile(
    r"(?P<y>[0-9]{4})(?:(?P<mark>[-/.])(?P<m>[0-9]{1,2})(?P=mark)(?P<d>[0-9]{1,2})"
    r"|年(?P<m2>[0-9]{1,2})月(?P<d2>[0-9]{1,2})[日号]|(?P<m3>[0-9]{2})(?P<d3>[0-9]{2}))"
)
_YES = frozenset(["是", "对", "有", "√", "✓", "✔", "☑", "yes", "y", "true", "1"])
_NO = frozenset(["否", "不是", "无", "没有", "没", "不", "×", "✗", "✘", "no", "n", "false", "0"])
_UNKNOWN = frozenset(
    [
        "不知道",
        "不清楚",
        "不确定",
        "未知",
        "不详",
        "待定",
        "待查",
        "待核实",
        "待确认",
        "说不清",
        "看不清",
        "n/a",
        "-",
        "—",
        "——",
        "--",
        "暂不清楚",
        "暂不知道",
        "不太清楚",
        "不明",
        "/",
        "unknown",
        "?",
    ]
) | {
    "don't know",
    "not known",
}


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A quantity as it was understood, in the unit of the field.

    One number has ``value`` and no bounds; a range has ``low`` and ``high`` and no value. ``echo`` is the text to show.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    unit: str
    echo: str


def parse_quantity(text: str, *, unit: str, allow_range: bool = False, language: str = "zh", place: str = "") -> Entry:
    """Return what ``text`` says in the unit ``unit``; a number without unit is taken to be in it.

    Raises InputError where the text is empty, vague, of another dimension, or a range that is not wanted or upside down.
    """
    field = field_of(text, unit, place)
    plain = normalised(text)
    if allow_range:
        found = numbers(field, plain)
    else:
        found = (number(field, plain),)
    shown = echo(found, field.unit.key, language)
    if len(found) == 1:
        return Entry(value=float(found[0]), unit=field.unit.key, echo=shown)
    return Entry(value=None, low=float(found[0]), high=float(found[1]), unit=field.unit.key, echo=shown)


def parse_number(
    text: str, *, unit: str = "1", minimum: Decimal | None = None, maximum: Decimal | None = None, place: str = ""
) -> Decimal:
    """Return the number ``text`` says in ``unit`` as a decimal of at most 40 digits; for unit prices, tariffs, rates.

    Raises InputError as ``parse_quantity`` does, below ``minimum`` and above ``maximum``.
    """
    field = field_of(text, unit, place)
    value = number(field, normalised(text))
    if minimum is not None and value < Fraction(minimum):
        raise _too_small(field, minimum)
    if maximum is not None and value > Fraction(maximum):
        raise _too_large(field, maximum)
    return _decimal(value)


def parse_integer(
    text: str, *, minimum: int | None = 0, maximum: int | None = None, unit: str = "1", place: str = ""
) -> int:
    """Return the whole number ``text`` says (``8张``, ``三千二百``).

    Raises InputError as ``parse_quantity`` does, for a fraction, below ``minimum`` and above ``maximum``.
    """
    field = field_of(text, unit, place)
    value = number(field, normalised(text))
    if value.denominator != 1:
        raise field.refuse(msg("entry.not_whole", "{typed} is not a whole number.", typed=text))
    if minimum is not None and value < minimum:
        raise _too_small(field, minimum)
    if maximum is not None and value > maximum:
        raise _too_large(field, maximum)
    return value.numerator


def parse_money(
    text: str, currency: str = "CNY", *, tax: Tax = "included", allow_negative: bool = False, place: str = ""
) -> Money:
    """Return the amount ``text`` says in ``currency`` (``30万元``, ``￥3,000``, ``叁拾万元整``, ``3元5角``).

    Raises InputError as ``parse_quantity`` does, for another currency, more decimals than the currency has, and a
    negative amount unless ``allow_negative``.
    """
    field = field_of(text, currency, place)
    value = _coins(field, _CLOSING.sub("", plain_amount(text, tax, place)))
    if value < 0 and not allow_negative:
        raise _too_small(field, 0)
    return _money(field, value, tax)


def parse_money_range(
    text: str, currency: str = "CNY", *, tax: Tax = "included", maximum: Decimal | None = None, place: str = ""
) -> tuple[Money, Money]:
    """Return the lowest and the highest amount ``text`` says (``25-35万``); one amount is both.

    Raises InputError as ``parse_money`` does, for a range that is upside down, and above ``maximum``.
    """
    field = field_of(text, currency, place)
    found = numbers(field, plain_amount(text, tax, place, each=True))
    if found[0] < 0:
        raise _too_small(field, 0)
    if maximum is not None and found[-1] > Fraction(maximum):
        raise _too_large(field, maximum)
    return _money(field, found[0], tax), _money(field, found[-1], tax)


def parse_date(text: str, *, place: str = "") -> dt.date:
    """Return the day ``text`` says: 2026-11-30, 2026/11/30, 2026.11.30, 2026年11月30日 or 20261130.

    Raises InputError for any other order, a day that does not exist, and years outside 1990 to 2199.
    """
    found = _DATE.fullmatch(normalised(text))
    if found is not None:
        year, month, day = int(found["y"]), _first(found, "m"), _first(found, "d")
        if FIRST_YEAR <= year <= LAST_YEAR and 1 <= month <= 12 and 1 <= day <= _month_days(year, month):
            return dt.date(year, month, day)
        if FIRST_YEAR <= year <= LAST_YEAR and 1 <= month <= 12:  # noqa: PLR2004 - months of a year
            raise InputError(
                msg("entry.no_date", "{typed} is not a date.", typed=text),
                msg(
                    "entry.no_day.remedy",
                    "There is no such day: {month} has {days} days. Write one that exists.",
                    month=f"{year}-{month:02}",
                    days=_month_days(year, month),
                ),
                place,
            )
    raise InputError(
        msg("entry.no_date", "{typed} is not a date.", typed=text),
        msg("entry.no_date.remedy", "Write year, month and day, such as 2026-11-30."),
        place,
    )


def likely_day(day: dt.date, today: dt.date) -> dt.date:
    """Return the day of the same name that comes next from ``today`` on: what is meant where a year was not turned over."""
    for year in range(max(day.year, today.year), LAST_YEAR + 1):
        if day.day <= _month_days(year, day.month) and dt.date(year, day.month, day.day) >= today:
            return dt.date(year, day.month, day.day)
    return day


def is_unknown(text: str) -> bool:
    """Tell whether a text says that somebody does not know: 不知道, 待查, unknown, ?."""
    return normalised(text).casefold() in _UNKNOWN


def parse_flag(text: str, *, place: str = "") -> bool | None:
    """Return True, False, or None for 不知道; raises InputError for anything that is none of the three."""
    word = normalised(text).casefold()
    if word in _YES:
        return True
    if word in _NO:
        return False
    if word in _UNKNOWN:
        return None
    raise InputError(
        msg("entry.no_flag", "{typed} is neither yes nor no.", typed=text),
        msg("entry.no_flag.remedy", "Write yes, no or unknown."),
        place,
    )


def parse_name(text: str, *, place: str = "") -> str:
    """Return a name without blanks around it; raises InputError for one that is empty."""
    if text.strip():
        return text.strip()
    raise InputError(
        msg("entry.empty_name", "A name cannot be empty."),
        msg("entry.empty_name.remedy", "A name is needed here. The old one stays until you type another."),
        place,
    )


def echo(values: tuple[Fraction, ...], unit: str, language: str) -> str:
    """Return the number or range that was understood with its unit, ``≈`` before it where it had to be rounded."""
    target = unit_of(unit)
    shown = [_digits(value) for value in values]
    both = msg("entry.echo.range", "{low} to {high}", low=shown[0], high=shown[-1])
    text = shown[0] if len(shown) == 1 else render(both, language)
    rounded = any(Fraction(digits.replace(",", "")) != value for digits, value in zip(shown, values, strict=True))
    return ("≈ " if rounded else "") + _with_unit(text, target, language)


def money_echo(money: Money, language: str) -> str:
    """Return the amount that was understood, with decimals only where there are some: ``132,000 元``."""
    text = format_money(money, language)
    return text.replace(".00", "") if money.amount == money.amount.to_integral_value() else text


def _with_unit(text: str, target: Unit, language: str) -> str:
    symbol = target.symbol.label(language)
    if language != "zh" and target.dimension.startswith("money"):
        return f"{symbol} {text}"
    return f"{text} {symbol}".rstrip()


def _digits(value: Fraction) -> str:
    """Return ``value`` with thousands marks, rounded to six decimals, or six digits where it is smaller than that."""
    number = _decimal(value)
    places = max(ECHO_DIGITS, ECHO_DIGITS - 1 - number.adjusted()) if number else 0
    text = format(round(number, places), ",f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _decimal(value: Fraction) -> Decimal:
    return _LONG.divide(Decimal(value.numerator), Decimal(value.denominator))


def _coins(field: Field, text: str) -> Fraction:
    """Read an amount that may end in 角 and 分."""
    found = _COINS.fullmatch(text) if field.unit.key == "CNY" else None
    if found is None or not (found["jiao"] or found["fen"]):
        return number(field, text)
    cents = 10 * _coin(found["jiao"]) + _coin(found["fen"])
    amount = Fraction(cents, 100) + (number(field, found["main"]) if found["main"] else 0)
    return -amount if found["sign"] else amount


def _coin(digit: str | None) -> int:
    if digit is None:
        return 0
    return _HAN.index(digit) if digit in _HAN else int(digit)


def _money(field: Field, value: Fraction, tax: Tax) -> Money:
    decimals = CURRENCIES[field.unit.key].decimals
    minor = value * 10**decimals
    if minor.denominator != 1:
        raise field.refuse(
            msg(
                "entry.decimals",
                "{typed} has more decimals than {currency} has.",
                typed=field.text,
                currency=field.unit.key,
            ),
            msg("entry.decimals.remedy", "Write at most {decimals} decimals.", decimals=decimals),
        )
    if abs(value) > Fraction(MAX_AMOUNT):
        raise too_large(field)
    return Money.from_minor(minor.numerator, field.unit.key, tax)


def _too_small(field: Field, minimum: Decimal | int) -> InputError:
    return field.refuse(
        msg("entry.too_small", "{typed} is too small.", typed=field.text),
        msg("entry.too_small.remedy", "The least that can stand here is {minimum}.", minimum=minimum),
    )


def _too_large(field: Field, maximum: Decimal | int) -> InputError:
    return field.refuse(
        msg("entry.too_large", "{typed} is too large.", typed=field.text),
        msg("entry.too_large.remedy", "The most that can stand here is {maximum}.", maximum=maximum),
    )


def _first(found: re.Match[str], name: str) -> int:
    return int(found[name] or found[f"{name}2"] or found[f"{name}3"])


def _month_days(year: int, month: int) -> int:
    following = dt.date(year + month // 12, month % 12 + 1, 1)
    return (following - dt.timedelta(days=1)).day
