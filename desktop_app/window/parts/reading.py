"""How a field reads what is typed into it: through the entry parser, with an echo or the remedy as plain texts."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import msgspec

from planner.entry import (
    echo,
    likely_day,
    money_echo,
    parse_integer,
    parse_money,
    parse_money_range,
    parse_name,
    parse_number,
)
from planner.entry import parse_quantity as parse
from planner.entry_dates import day_in
from planner.errors import InputError
from planner.messages import format_value, msg, render
from planner.money import Tax


class Understood(msgspec.Struct, frozen=True, kw_only=True):
    """What a text was read as: the value, how it is said back, and a doubt about it ('' for none)."""

    value: Any
    echo: str
    doubt: str = ""


class AskedError(InputError):
    """A text with more than one reading; ``answers`` are the texts that say each of them, the likely one first."""

    def __init__(self, fault: InputError, answers: tuple[str, ...]) -> None:
        """Keep what is asked, and the answers."""
        super().__init__(fault.message, fault.remedy, fault.place)
        self.answers = answers


# Reads a text in a language; raises InputError where it cannot.
Reader = Callable[[str, str], Understood]


def quantity_reader(unit: str, *, allow_range: bool = False, after: str = "") -> Reader:
    """Return a reader of quantities in ``unit``; the value is an ``Entry``. ``after`` follows the echo (含税)."""

    def read(text: str, language: str) -> Understood:
        entry = parse(text, unit=unit, allow_range=allow_range, language=language)
        return Understood(value=entry, echo=entry.echo + after)

    return read


def integer_reader(*, minimum: int | None = 0, maximum: int | None = None, unit: str = "1", after: str = "") -> Reader:
    """Return a reader of whole numbers; the value is an int."""

    def read(text: str, language: str) -> Understood:
        value = parse_integer(text, minimum=minimum, maximum=maximum, unit=unit)
        return Understood(value=value, echo=parse(str(value), unit=unit, language=language).echo + after)

    return read


def number_reader(
    *, unit: str = "1", minimum: Decimal | None = None, maximum: Decimal | None = None, after: str = ""
) -> Reader:
    """Return a reader of exact decimal numbers in ``unit``; the value is a Decimal."""

    def read(text: str, language: str) -> Understood:
        value = parse_number(text, unit=unit, minimum=minimum, maximum=maximum)
        return Understood(value=value, echo=parse(text, unit=unit, language=language).echo + after)

    return read


def money_reader(currency: str = "CNY", *, tax: Tax = "included", after: str = "") -> Reader:
    """Return a reader of amounts of money; the value is a ``Money``."""

    def read(text: str, language: str) -> Understood:
        value = parse_money(text, currency, tax=tax)
        return Understood(value=value, echo=money_echo(value, language) + after)

    return read


def money_range_reader(
    currency: str = "CNY", *, tax: Tax = "included", maximum: Decimal | None = None, after: str = ""
) -> Reader:
    """Return a reader of one amount or a lowest and a highest; the value is a pair of ``Money``."""

    def read(text: str, language: str) -> Understood:
        low, high = parse_money_range(text, currency, tax=tax, maximum=maximum)
        ends = (low.amount,) if low == high else (low.amount, high.amount)
        said = echo(tuple(Fraction(end) for end in ends), currency, language)
        return Understood(value=(low, high), echo=said + after)

    return read


def date_reader(today: dt.date | None = None, name: str = "") -> Reader:
    """Return a reader of days; the value is a date. With ``today`` one that is past is doubted, with the day that is likely.

    ``name`` is the field of the plan, which tells whether a month stands for its first or its last day.
    """

    def read(text: str, language: str) -> Understood:
        day = day_in(name, text, today=today)
        value, doubt = day.value, ""
        if today is not None and value < today:
            said = msg("entry.past_day", "is past; {meant}?", meant=likely_day(value, today))
            doubt = render(said, language)
        return Understood(value=value, echo=format_value(day.said, language), doubt=doubt)

    return read


def text_reader() -> Reader:
    """Return a reader that takes every text as it is, without blanks around it; nothing is said back."""

    def read(text: str, _language: str) -> Understood:
        return Understood(value=text.strip(), echo="")

    return read


def name_reader() -> Reader:
    """Return a reader of names: as they are, without blanks around them; an emptied one is refused in words."""

    def read(text: str, _language: str) -> Understood:
        return Understood(value=parse_name(text), echo="")

    return read


def asking(reader: Reader, readings: Callable[[str, Any, str], tuple[str, ...]]) -> Reader:
    """Return a reader that asks which is meant where ``readings`` of the text and its value are more than one."""

    def read(text: str, language: str) -> Understood:
        found = reader(text, language)
        answers = readings(text, found.value, language)
        if len(answers) < 2:  # noqa: PLR2004 - one reading is no question
            return found
        said = msg("entry.asked", "{typed}: {first} or {second}?", typed=text, first=answers[0], second=answers[1])
        remedy = msg("entry.asked.remedy", "Press ↓ for the one that is meant, then Enter.")
        raise AskedError(InputError(said, remedy), answers)

    return read


def or_nothing(reader: Reader) -> Reader:
    """Return a reader to which an emptied field is None, and everything else what ``reader`` takes it for."""

    def read(text: str, language: str) -> Understood:
        return reader(text, language) if text.strip() else Understood(value=None, echo="")

    return read


def instead(fault: InputError, language: str) -> str:
    """Return what to write instead, or what is wrong where nothing is known to help."""
    return render(fault.remedy or fault.message, language)
