"""The entry parser: what is understood, what is refused and with which words."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from fractions import Fraction

import pytest

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
from planner.money import Money
from planner.units import UnitError

UNDERSTOOD = [
    ("1.6kW", "W", 1600.0),
    ("1.6 KW", "W", 1600.0),
    ("１．６ｋＷ", "W", 1600.0),
    ("1。6kW", "W", 1600.0),  # the full stop of a Chinese keyboard
    ("2.4k", "W", 2400.0),
    ("2.4K", "W", 2400.0),
    ("2.4k", "kW", 2.4),
    ("2.4K", "K", 2.4),
    ("5MW", "W", 5e6),
    ("5mW", "W", 0.005),
    ("1.6千瓦", "W", 1600.0),
    ("三千瓦", "W", 3000.0),
    ("500 瓦", "W", 500.0),
    ("1,200", "W", 1200.0),
    ("1，200", "W", 1200.0),
    ("1,234,567.5", "W", 1234567.5),
    ("1.600", "W", 1.6),
    (".5", "W", 0.5),
    ("007", "1", 7.0),
    ("30万", "1", 300_000.0),
    ("13万2", "1", 132_000.0),
    ("13 万 2", "1", 132_000.0),
    ("13万2千", "1", 132_000.0),
    ("13万2500", "1", 132_500.0),
    ("13万零500", "1", 130_500.0),
    ("2万零5", "1", 20_005.0),
    ("33.5万", "1", 335_000.0),
    ("三万五", "1", 35_000.0),
    ("三千二百", "1", 3200.0),
    ("两万", "1", 20_000.0),
    ("一百五", "1", 150.0),
    ("一百零五", "1", 105.0),
    ("十", "1", 10.0),
    ("十五", "1", 15.0),
    ("三十二", "1", 32.0),
    ("三点五万", "1", 35_000.0),
    ("十二点五", "1", 12.5),
    ("1亿2", "1", 120_000_000.0),
    ("三亿五千万", "1", 350_000_000.0),
    ("一亿零三万", "1", 100_030_000.0),
    ("一千零一万零一", "1", 10_010_001.0),
    ("8张", "1", 8.0),
    ("两台", "1", 2.0),
    ("30%", "1", 0.3),
    ("30％", "%", 30.0),
    ("80GB", "GB", 80.0),
    ("80 G", "GB", 80.0),
    ("80g", "GB", 80.0),
    ("８０ＧＢ", "GB", 80.0),
    ("0.08TB", "GB", 80.0),
    ("80GiB", "GB", 85.89934592),
    ("80GB", "GiB", 74.50580596923828),
    ("400Gbps", "Gbit/s", 400.0),
    ("3.35 TB / s", "GB/s", 3350.0),
    ("989T", "TFLOPS", 989.0),
    ("1.98P", "TFLOPS", 1980.0),
    ("16 安", "A", 16.0),
    ("220V", "V", 220.0),
    ("19英寸", "mm", 482.6),
    ("1.2米", "mm", 1200.0),
    ("42U", "U", 42.0),
    ("40㎡", "m2", 40.0),
    ("40m²", "m2", 40.0),
    ("40 平方米", "m2", 40.0),
    ("40平方", "m2", 40.0),
    ("2.5平方", "mm2", 2.5),
    ("２.５ 平方", "mm2", 2.5),
    ("4个平方", "mm2", 4.0),
    ("2.5平方毫米", "mm2", 2.5),
    ("2.5 mm^2", "mm2", 2.5),
    ("130公斤", "kg", 130.0),
    ("-5", "degC", -5.0),
    ("−5 ℃", "degC", -5.0),
    ("26度", "degC", 26.0),
    ("45 dBA", "dB(A)", 45.0),
    ("90分钟", "h", 1.5),
    ("3年", "month", 36.0),
    ("1RT", "W", 12_000 / 3.412142),
    ("2匹", "hp", 2.0),
    ("0.6元/度", "CNY/kWh", 0.6),
    ("30万元", "CNY", 300_000.0),
]


@pytest.mark.parametrize(("text", "unit", "value"), UNDERSTOOD)
def test_understood(text: str, unit: str, value: float) -> None:
    entry = parse_quantity(text, unit=unit)
    assert (entry.value, entry.low, entry.high, entry.unit) == (value, None, None, unit)


REFUSED = [
    ("", "W", "entry.empty"),
    ("   ", "W", "entry.empty"),
    ("　", "W", "entry.empty"),
    ("1_000", "W", "entry.unit_unknown"),
    ("1e5", "W", "entry.unit_unknown"),
    ("nan", "W", "entry.no_number"),
    ("inf", "W", "entry.no_number"),
    ("²", "W", "entry.no_number"),
    ("5²", "m2", "entry.unit_unknown"),
    ("٣", "W", "entry.no_number"),
    ("①", "W", "entry.no_number"),
    ("１²", "W", "entry.unit_unknown"),
    ("1,20", "W", "entry.grouping"),
    ("12,34,567", "W", "entry.grouping"),
    ("0,123", "W", "entry.grouping"),
    ("1,", "W", "entry.grouping"),
    ("--5", "W", "entry.no_number"),
    ("+5", "W", "entry.no_number"),
    ("5.", "W", "entry.no_number"),
    ("1.2.3", "W", "entry.no_number"),
    ("1 200", "W", "entry.unit_unknown"),
    ("1.6kW 双路", "W", "entry.unit_unknown"),
    ("约30万", "W", "entry.no_number"),
    ("30万左右", "W", "entry.unit_unknown"),
    ("两三百", "1", "entry.no_number"),
    ("三五", "1", "entry.two_readings"),
    ("二〇", "1", "entry.two_readings"),
    ("13万25", "1", "entry.two_readings"),
    ("13万02", "1", "entry.two_readings"),
    ("三万五百", "1", "entry.two_readings"),
    ("三亿五千", "1", "entry.two_readings"),
    ("1.5万2", "1", "entry.two_readings"),
    ("万", "1", "entry.no_number"),
    ("10万万", "1", "entry.two_readings"),
    ("16A", "W", "entry.unit_other"),
    ("6kVA", "W", "entry.unit_other"),
    ("3.5t", "W", "entry.unit_other"),
    ("5匹", "W", "entry.cooling_class"),
    ("400GB/s", "Gbit/s", "entry.unit_other"),
    ("400gbps", "Gbit/s", "entry.unit_ambiguous"),
    ("5mw", "W", "entry.unit_ambiguous"),
    ("80G", "GiB", "entry.unit_ambiguous"),
    ("30w", "CNY", "entry.unit_other"),
    ("$30", "CNY", "entry.unit_other"),
    ("5-10", "W", "entry.range_unwanted"),
    ("9" * 40, "W", "entry.too_large"),
    ("1" * 65, "W", "entry.too_long"),
]


@pytest.mark.parametrize(("text", "unit", "fault"), REFUSED)
def test_refused_with_place_value_and_remedy(text: str, unit: str, fault: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_quantity(text, unit=unit, place="功率")
    error = caught.value
    assert error.message.id == fault
    assert error.place == "功率"
    assert error.remedy is not None
    for language in ("zh", "en"):
        told = error.told(language)
        assert told.startswith("功率: ")
        if fault not in ("entry.empty", "entry.too_long"):
            assert text in told


@pytest.mark.parametrize(
    ("text", "unit", "low", "high"),
    [
        ("5－10", "W", 5.0, 10.0),
        ("5-10", "W", 5.0, 10.0),
        ("5~10", "W", 5.0, 10.0),
        ("5～10", "W", 5.0, 10.0),
        ("5—10", "W", 5.0, 10.0),
        ("5——10", "W", 5.0, 10.0),
        ("5 – 10", "W", 5.0, 10.0),
        ("5至10", "W", 5.0, 10.0),
        ("5 到 10", "W", 5.0, 10.0),
        ("5-10kW", "W", 5000.0, 10_000.0),
        ("500W-1kW", "W", 500.0, 1000.0),
        ("5-10千瓦", "W", 5000.0, 10_000.0),
        ("25-35万", "CNY", 250_000.0, 350_000.0),
        ("25万-35万元", "CNY", 250_000.0, 350_000.0),
        ("12,000-3万", "CNY", 12_000.0, 30_000.0),
        ("三到五万", "CNY", 30_000.0, 50_000.0),
        ("五到二十", "1", 5.0, 20.0),
        ("-5-10", "degC", -5.0, 10.0),
        ("18至27℃", "degC", 18.0, 27.0),
        ("7-7", "1", 7.0, 7.0),
    ],
)
def test_ranges(text: str, unit: str, low: float, high: float) -> None:
    entry = parse_quantity(text, unit=unit, allow_range=True)
    assert (entry.value, entry.low, entry.high) == (None, low, high)


@pytest.mark.parametrize("text", ["10-5", "500-1kW", "5kW-10", "500-1千瓦", "五到三百"])
def test_range_upside_down(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_quantity(text, unit="W", allow_range=True)
    assert caught.value.message.id == "entry.range_order"


@pytest.mark.parametrize("text", ["5-", "-", "5-10-20", "至5", "5到", "~5"])
def test_broken_ranges(text: str) -> None:
    with pytest.raises(InputError):
        parse_quantity(text, unit="W", allow_range=True)


def test_one_number_where_a_range_may_stand() -> None:
    assert parse_quantity("7", unit="W", allow_range=True).value == 7.0


@pytest.mark.parametrize(
    ("text", "unit", "zh", "en"),
    [
        ("1.6kW", "W", "1,600 W", "1,600 W"),
        ("13万2", "CNY", "132,000 元", "CNY 132,000"),
        ("90分钟", "h", "1.5 小时", "1.5 h"),
        ("8张", "1", "8", "8"),
        ("40平米", "m2", "40 m²", "40 m²"),
        ("80GB", "GiB", "≈ 74.505806 GiB", "≈ 74.505806 GiB"),
        ("0.00000123", "W", "0.00000123 W", "0.00000123 W"),
    ],
)
def test_echo(text: str, unit: str, zh: str, en: str) -> None:
    assert parse_quantity(text, unit=unit, language="zh").echo == zh
    assert parse_quantity(text, unit=unit, language="en").echo == en


def test_echo_of_a_range() -> None:
    assert parse_quantity("5-10kW", unit="W", allow_range=True, language="en").echo == "5,000 to 10,000 W"
    assert echo((Fraction(1, 3),), "W", "en") == "≈ 0.333333 W"


def test_the_remedy_names_units_that_fit() -> None:
    with pytest.raises(InputError) as caught:
        parse_quantity("16A", unit="W", place="row 3")
    assert caught.value.told("en") == (
        "row 3: 16A is current; asked is power. Units that fit here: mW, W, kW, MW, BTU/h, RT; no unit means W."
    )


def test_an_unknown_field_unit_is_our_own_fault() -> None:
    with pytest.raises(UnitError):
        parse_quantity("5", unit="parsec")


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("30万", "300000.00"),
        ("30万元", "300000.00"),
        ("13万2", "132000.00"),
        ("33.3333万", "333333.00"),
        ("￥3,000", "3000.00"),
        ("¥3000元", "3000.00"),
        ("3000 CNY", "3000.00"),
        ("RMB 300", "300.00"),
        ("人民币30万元整", "300000.00"),
        ("三百块", "300.00"),
        ("3元5角", "3.50"),
        ("三元五角二分", "3.52"),
        ("5角", "0.50"),
        ("叁拾万元整", "300000.00"),
        ("壹拾叁万贰仟元整", "132000.00"),
        ("壹拾万零柒仟元正", "107000.00"),
        ("玖佰元零伍分", "900.05"),
        ("零元整", "0.00"),
        ("12.30", "12.30"),
        ("999,999,999,999.99", "999999999999.99"),
    ],
)
def test_money_is_exact(text: str, amount: str) -> None:
    assert parse_money(text) == Money.of(amount)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("3.005", "entry.decimals"),
        ("33.333333333万", "entry.decimals"),
        ("-5", "entry.too_small"),
        ("负叁元整", "entry.too_small"),
        ("--5元5角", "entry.no_number"),
        ("$5", "entry.unit_other"),
        ("5美元", "entry.unit_other"),
        ("￥5美元", "entry.unit_other"),
        ("25-35万", "entry.range_unwanted"),
        ("1e5", "entry.unit_unknown"),
        ("1_000", "entry.unit_unknown"),
        ("9999999999999999", "entry.too_large"),
        ("5kW", "entry.unit_other"),
        ("", "entry.empty"),
    ],
)
def test_money_refused(text: str, fault: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_money(text, place="预算")
    assert (caught.value.message.id, caught.value.place) == (fault, "预算")


def test_money_states_and_currencies() -> None:
    assert parse_money("100", tax="excluded").tax == "excluded"
    assert parse_money("US$1,200.50", "USD") == Money.of("1200.50", "USD")
    assert parse_money("3万日元", "JPY") == Money.of(30_000, "JPY")
    assert parse_money("-5", allow_negative=True) == Money.of(-5)
    assert parse_money("负叁元伍角", allow_negative=True) == Money.of("-3.50")
    with pytest.raises(InputError):
        parse_money("0.5", "JPY")


def test_money_range() -> None:
    assert parse_money_range("25－35万") == (Money.of(250_000), Money.of(350_000))
    assert parse_money_range("30万") == (Money.of(300_000), Money.of(300_000))
    with pytest.raises(InputError):
        parse_money_range("35-25万")
    with pytest.raises(InputError):
        parse_money_range("-5-5")


def test_money_echo() -> None:
    assert money_echo(Money.of(132_000), "zh") == "132,000 元"
    assert money_echo(Money.of("3.5"), "zh") == "3.50 元"
    assert money_echo(Money.of(132_000), "en") == "CNY 132,000"
    assert money_echo(Money.zero(), "zh") == "0 元"


def test_numbers_and_integers() -> None:
    assert parse_number("0.0000008", unit="1") == Decimal("0.0000008")
    assert parse_number("13%") == Decimal("0.13")
    assert parse_integer("三千二百") == 3200
    assert parse_integer("8 张") == 8
    assert parse_integer("-3", minimum=None) == -3
    for text, fault in (("2.5", "entry.not_whole"), ("-3", "entry.too_small"), ("8W", "entry.unit_other")):
        with pytest.raises(InputError) as caught:
            parse_integer(text)
        assert caught.value.message.id == fault
    with pytest.raises(InputError, match="too small"):
        parse_number("0.5", minimum=Decimal(1))


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-30",
        "2026/11/30",
        "2026.11.30",
        "2026年11月30日",
        "2026 年 11 月 30 号",
        "20261130",
        "２０２６－１１－３０",
    ],
)
def test_dates(text: str) -> None:
    assert parse_date(text) == dt.date(2026, 11, 30)


def test_leap_day_and_year_end() -> None:
    assert parse_date("2028-2-29") == dt.date(2028, 2, 29)
    assert parse_date("2026-12-31") == dt.date(2026, 12, 31)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026-02-29",
        "26-1-1",
        "2026-1/5",
        "11/30/2026",
        "99999999",
        "2026-13-01",
        "2026-00-10",
        "2026-11",
        "1899-01-01",
    ],
)
def test_dates_refused(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_date(text, place="截止日期")
    assert caught.value.place == "截止日期"


@pytest.mark.parametrize(
    ("text", "flag"),
    [("是", True), ("有", True), (" YES ", True), ("√", True), ("否", False), ("没有", False), ("no", False),
     ("不知道", None), ("Unknown", None), ("？", None)],
)  # fmt: skip
def test_flags(text: str, flag: bool | None) -> None:
    assert parse_flag(text) is flag


@pytest.mark.parametrize("text", ["", "maybe", "是否", "2"])
def test_flags_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse_flag(text)
