"""Laws of the entry parser: any text is understood or refused, and what is printed reads back as itself."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.entry import (
    echo,
    money_echo,
    parse_date,
    parse_flag,
    parse_integer,
    parse_money,
    parse_money_range,
    parse_number,
    parse_quantity,
)
from planner.errors import InputError
from planner.money import Money, format_money
from planner.money_words import money_words
from planner.units import UNITS, UnitError, convert, convert_exact

unit_keys = st.sampled_from(sorted(UNITS))
likely = st.text(
    alphabet="0123456789.,，-－~至到 一二两三五十百千万亿零点壹叁拾佰仟元角分整￥$kKmMGTWVAhB％%²٣e_/張张〇",
    max_size=14,
)
anything = st.one_of(st.text(max_size=70), likely)


@given(anything, unit_keys, st.booleans())
def test_any_text_is_understood_or_refused(text: str, unit: str, allow_range: bool) -> None:
    try:
        entry = parse_quantity(text, unit=unit, allow_range=allow_range)
    except InputError as error:
        assert error.remedy is not None
        assert error.told("zh")
        return
    assert (entry.value is None) == (entry.low is not None) == (entry.high is not None)
    assert entry.echo


@given(anything)
def test_other_parsers_refuse_only_with_input_errors(text: str) -> None:
    for parse in (parse_money, parse_money_range, parse_integer, parse_number, parse_date, parse_flag):
        try:
            parse(text)
        except InputError as error:
            assert error.message.id.startswith("entry.")


@given(st.text(alphabet="²³¹٠١٢٣४५৬①②Ⅳ½", min_size=1, max_size=4), st.text(alphabet="0123456789", max_size=3))
def test_digits_of_other_scripts_never_count(strange: str, digits: str) -> None:
    for text in (strange + digits, digits + strange):
        with pytest.raises(InputError):
            parse_integer(text)


@given(st.integers(-(10**13), 10**13), st.sampled_from(["zh", "en"]), st.sampled_from(["yuan", "wan"]))
def test_printed_money_reads_back(minor: int, language: str, style: str) -> None:
    money = Money.from_minor(minor)
    text = format_money(money, language, "wan" if style == "wan" else "yuan")
    assert parse_money(text, allow_negative=True) == money
    assert parse_money(money_echo(money, language), allow_negative=True) == money


@given(st.integers(0, 99_999_999_999_999), st.booleans())
def test_capitals_read_back_as_money(minor: int, prefix: bool) -> None:
    money = Money.from_minor(minor)
    assert parse_money(money_words(money, prefix=prefix)) == money


@given(
    st.decimals(-(10**9), 10**9, places=4, allow_nan=False).map(Fraction),
    unit_keys,
    st.sampled_from(["zh", "en"]),
)
def test_an_echo_reads_back(value: Fraction, unit: str, language: str) -> None:
    entry = parse_quantity(echo((value,), unit, language), unit=unit, language=language)
    assert entry.value == float(value)
    assert entry.echo == echo((value,), unit, language)


@given(st.integers(0, 10**6), st.integers(0, 10**6), unit_keys, st.sampled_from(["zh", "en"]))
def test_an_echoed_range_reads_back(low: int, more: int, unit: str, language: str) -> None:
    text = echo((Fraction(low), Fraction(low + more)), unit, language).replace(" to ", "-")
    entry = parse_quantity(text, unit=unit, allow_range=True)
    assert (entry.low, entry.high) == (low, low + more)


@given(st.integers(0, 10**12))
def test_groups_and_full_width_do_not_change_a_number(number: int) -> None:
    plain = f"{number:,}"
    wide = "".join(chr(ord(mark) + 0xFEE0) for mark in plain)
    assert parse_integer(plain) == parse_integer(wide) == parse_integer(str(number)) == number


@given(st.integers(1, 9999), st.integers(0, 9))
def test_ten_thousands_and_a_digit(count: int, thousands: int) -> None:
    assert parse_integer(f"{count}万{thousands}") == count * 10_000 + thousands * 1000
    assert parse_number(f"{count}.{thousands}万") == Decimal(count * 10_000 + thousands * 1000)


@given(st.dates(dt.date(1990, 1, 1), dt.date(2199, 12, 31)))
def test_dates_read_back(day: dt.date) -> None:
    for text in (day.isoformat(), f"{day:%Y/%m/%d}", f"{day.year}年{day.month}月{day.day}日", f"{day:%Y%m%d}"):
        assert parse_date(text) == day


@given(st.floats(-1e12, 1e12), unit_keys, unit_keys)
def test_conversion_there_and_back(value: float, source: str, target: str) -> None:
    if UNITS[source].dimension != UNITS[target].dimension:
        with pytest.raises(UnitError):
            convert(value, source, target)
        return
    there = convert_exact(Fraction(value), source, target)
    assert convert_exact(there, target, source) == Fraction(value)
    assert convert(value, source, target) == float(there)
