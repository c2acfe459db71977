"""Money: JSON form, rounding, tax, shares, print and capitals, against hand-worked and published cases."""

from __future__ import annotations

from decimal import Decimal

import msgspec
import pytest

from planner.money import (
    CURRENCIES,
    Money,
    MoneyError,
    add_vat,
    allocate,
    exchanged,
    format_amount,
    format_money,
    gross_from_net,
    join_vat,
    line_amount,
    net_price,
    sum_money,
    to_decimal,
    vat_parts,
    vat_parts_each,
)
from planner.money_words import money_words

RATE = Decimal("0.13")


class Priced(msgspec.Struct, frozen=True, kw_only=True):
    price: Money


def test_json_form_is_fixed() -> None:
    money = Money.of(300_000)
    text = b'{"amount":"300000.00","currency":"CNY","tax":"included"}'
    assert msgspec.json.encode(money) == text
    assert msgspec.json.decode(text, type=Money) == money


@pytest.mark.parametrize(
    "amount",
    ['"1e5"', '"NaN"', '"sNaN"', '"Infinity"', '"300000.000"', '"300000"', '"300000.5"', "300000", "0.5", '"abc"', '""',
     '"-0.00"', '"9999999999999999.00"', "null", "true"],
)  # fmt: skip
def test_json_refuses_what_we_never_write(amount: str) -> None:
    text = f'{{"price":{{"amount":{amount},"currency":"CNY","tax":"included"}}}}'
    with pytest.raises(msgspec.ValidationError, match=r"\$\.price"):
        msgspec.json.decode(text, type=Priced)


@pytest.mark.parametrize("part", ['"currency":"XXX"', '"tax":"maybe"', '"currency":"JPY"'])
def test_json_refuses_unknown_currency_tax_and_foreign_decimals(part: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=r"\$\.price"):
        msgspec.json.decode(f'{{"price":{{"amount":"5.00",{part}}}}}', type=Priced)


def test_of_rounds_half_up_once() -> None:
    assert Money.of("2.675").amount == Decimal("2.68")  # float rounding gives 2.67
    assert Money.of("-2.675").amount == Decimal("-2.68")
    assert Money.of("0.004").amount == Decimal("0.00")
    assert str(Money.of("-0.004").amount) == "0.00"
    assert Money.of(Decimal("1e3")).amount.as_tuple().exponent == -2
    assert Money.of("45454.5", "JPY").amount == Decimal(45455)


@pytest.mark.parametrize("amount", ["", "1,200", "NaN", "inf", "30万", "1e15", "-1e15"])
def test_of_refuses(amount: str) -> None:
    with pytest.raises(MoneyError):
        Money.of(amount)


def test_of_refuses_floats() -> None:
    with pytest.raises(MoneyError, match="exact"):
        Money.of(0.1)  # type: ignore[arg-type]
    assert to_decimal(0.13) == RATE
    assert to_decimal("0.13") == to_decimal(RATE) == RATE


def test_a_plain_constructor_does_not_round_in_silence() -> None:
    with pytest.raises(MoneyError, match="2 decimals"):
        Money(amount=Decimal("1.005"))


def test_minor_units() -> None:
    assert Money.of("12.34").minor == 1234
    assert Money.of(1200, "JPY").minor == 1200
    assert Money.from_minor(-1234) == Money.of("-12.34")
    assert Money.from_minor(7, "JPY", "unknown") == Money.of(7, "JPY", "unknown")


def test_arithmetic() -> None:
    assert Money.of("0.10") + Money.of("0.20") == Money.of("0.30")
    assert Money.of(5) - Money.of("5.01") == Money.of("-0.01")
    assert -Money.of(0) == Money.of(0)
    assert Money.of(1) < Money.of(2) <= Money.of(2)
    assert max(Money.of(1), Money.of(3), Money.of(2)) == Money.of(3)
    assert sum_money([Money.of("19.99")] * 1000) == Money.of(19_990)  # floats give 19990.000000000135


@pytest.mark.parametrize("other", [Money.of(1, "USD"), Money.of(1, tax="excluded")])
def test_different_currency_or_tax_never_mixes(other: Money) -> None:
    # 8,000 USD must not pass for less than 1,000,000 JPY by bare numbers
    with pytest.raises(MoneyError):
        Money.of(1) + other
    with pytest.raises(MoneyError):
        Money.of(1) - other
    with pytest.raises(MoneyError):
        assert Money.of(1) < other
    with pytest.raises(MoneyError):
        assert Money.of(1) <= other
    with pytest.raises(MoneyError):
        sum_money([Money.of(1), other])


def test_sum_of_nothing() -> None:
    assert sum_money([]) == Money.zero()
    assert sum_money([], "USD", "excluded") == Money.zero("USD", "excluded")


def test_times_and_lines() -> None:
    assert Money.of("12000.55").times(8) == Money.of("96004.40")
    assert Money.of("0.05").times(Decimal("0.1")) == Money.of("0.01")  # half a fen goes up
    # 3,456,789 tokens at 0.000002 yuan: the unit price keeps its decimals, the line is rounded once
    assert line_amount(Decimal("0.000002"), 3_456_789) == Money.of("6.91")
    assert exchanged(Money.of(1_000_000, "JPY"), "USD", Decimal(1) / Decimal("159.2915")) == Money.of("6277.80", "USD")


def test_vat_of_a_published_price() -> None:
    # 6,999.00 with 13 %: 6999 / 1.13 = 6193.8053..., the rest is tax
    net, tax = vat_parts(Money.of(6999), RATE)
    assert (net.amount, tax.amount) == (Decimal("6193.81"), Decimal("805.19"))
    assert (net.tax, tax.tax) == ("excluded", "excluded")
    assert join_vat(net, tax) == Money.of(6999)


def test_the_printed_net_price_alone_does_not_come_back_but_the_kept_one_does() -> None:
    net, _ = vat_parts(Money.of(6999), RATE)
    assert gross_from_net(net.amount, RATE) == Money.of("6999.01")
    kept = net_price(Decimal(6999), RATE)
    assert kept == Decimal("6193.805309734513")
    assert gross_from_net(kept, RATE) == Money.of(6999)
    assert gross_from_net(kept, RATE, 48) == Money.of(335_952)


def test_vat_without_minor_units() -> None:
    # 50,000 with 10 % in a currency without decimals: 45,455 + 4,545, never 45,455 + 4,546
    net, tax = vat_parts(Money.of(50_000, "JPY"), Decimal("0.10"))
    assert (net.amount, tax.amount) == (Decimal(45_455), Decimal(4_545))


def test_vat_at_a_rate_that_used_to_gain_a_fen() -> None:
    net, tax = vat_parts(Money.of(24_900), Decimal("0.28"))
    assert join_vat(net, tax) == Money.of(24_900)
    assert gross_from_net(net_price(Decimal(24_900), Decimal("0.28")), Decimal("0.28")) == Money.of(24_900)


def test_vat_of_the_lines_adds_up_to_vat_of_the_total() -> None:
    # 16,000 + 10,000 with 7 %: the total splits into 24,299.07 + 1,700.93; the fen goes to the larger line
    lines = vat_parts_each([Money.of(16_000), Money.of(10_000)], Decimal("0.07"))
    assert [net.amount for net, _ in lines] == [Decimal("14953.28"), Decimal("9345.79")]
    assert sum(net.amount for net, _ in lines) == Decimal("24299.07")
    assert sum(tax.amount for _, tax in lines) == Decimal("1700.93")
    assert vat_parts_each([], RATE) == ()


def test_add_vat() -> None:
    assert add_vat(Money.of(2000, tax="excluded"), RATE) == Money.of(2260)
    with pytest.raises(MoneyError):
        add_vat(Money.of(2000), RATE)


@pytest.mark.parametrize("tax", ["excluded", "unknown"])
def test_only_a_price_with_tax_is_split(tax: str) -> None:
    with pytest.raises(MoneyError, match=tax):
        vat_parts(msgspec.convert({"amount": "1.00", "tax": tax}, Money), RATE)


@pytest.mark.parametrize("rate", [Decimal(13), Decimal("-0.01"), Decimal("NaN")])
def test_a_rate_is_a_fraction(rate: Decimal) -> None:
    with pytest.raises(MoneyError):
        vat_parts(Money.of(1), rate)


def test_allocate() -> None:
    assert allocate(Money.of(100), [1, 1, 1]) == (Money.of("33.34"), Money.of("33.33"), Money.of("33.33"))
    assert allocate(Money.of("-100"), [1, 1, 1])[0] == Money.of("-33.34")
    assert allocate(Money.of("0.05"), [0, Decimal("0.5"), Decimal("0.5")]) == (
        Money.of(0),
        Money.of("0.03"),
        Money.of("0.02"),
    )
    for weights in ([], [0, 0], [2, -1]):
        with pytest.raises(MoneyError):
            allocate(Money.of(1), weights)


@pytest.mark.parametrize(
    ("amount", "zh", "wan", "en", "short"),
    [
        ("300000", "300,000.00 元", "30 万元", "CNY 300,000.00", "CNY 300,000"),
        ("132000", "132,000.00 元", "13.2 万元", "CNY 132,000.00", "CNY 132,000"),
        ("333333", "333,333.00 元", "33.3333 万元", "CNY 333,333.00", "CNY 333,333"),
        ("333333.33", "333,333.33 元", "33.333333 万元", "CNY 333,333.33", "CNY 333,333.33"),
        ("123450000", "123,450,000.00 元", "12,345 万元", "CNY 123,450,000.00", "CNY 123,450,000"),
        ("-50", "-50.00 元", "-0.005 万元", "CNY -50.00", "CNY -50"),
        ("0", "0.00 元", "0 万元", "CNY 0.00", "CNY 0"),
        ("1234567.80", "1,234,567.80 元", "123.45678 万元", "CNY 1,234,567.80", "CNY 1,234,567.8"),
    ],
)
def test_print(amount: str, zh: str, wan: str, en: str, short: str) -> None:
    money = Money.of(amount)
    assert format_money(money, "zh") == zh
    assert format_money(money, "zh", "wan") == wan
    assert format_money(money, "en") == en
    assert format_money(money, "en", "wan") == short
    assert format_amount(money) == zh.removesuffix(" 元")


def test_print_other_currencies() -> None:
    assert format_money(Money.of("1200.5", "USD"), "zh") == "1,200.50 美元"
    assert format_money(Money.of(30_000, "JPY"), "zh", "wan") == "3 万日元"
    assert all(currency.code == code for code, currency in CURRENCIES.items())


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        # the examples of 正确填写票据和结算凭证的基本规定, the shorter form where two are allowed
        ("1409.50", "壹仟肆佰零玖元伍角"),
        ("6007.14", "陆仟零柒元壹角肆分"),
        ("1680.32", "壹仟陆佰捌拾元叁角贰分"),
        ("107000.53", "壹拾万柒仟元伍角叁分"),
        ("16409.02", "壹万陆仟肆佰零玖元零贰分"),
        ("325.04", "叁佰贰拾伍元零肆分"),
        # worked by hand
        ("0", "零元整"),
        ("0.05", "伍分"),
        ("0.50", "伍角"),
        ("0.35", "叁角伍分"),
        ("1", "壹元整"),
        ("10", "壹拾元整"),
        ("11", "壹拾壹元整"),
        ("100", "壹佰元整"),
        ("105", "壹佰零伍元整"),
        ("110", "壹佰壹拾元整"),
        ("1000", "壹仟元整"),
        ("1001", "壹仟零壹元整"),
        ("1010", "壹仟零壹拾元整"),
        ("10000", "壹万元整"),
        ("10001", "壹万零壹元整"),
        ("10203", "壹万零贰佰零叁元整"),
        ("100000", "壹拾万元整"),
        ("100700", "壹拾万零柒佰元整"),
        ("132000", "壹拾叁万贰仟元整"),
        ("300000", "叁拾万元整"),
        ("298765.40", "贰拾玖万捌仟柒佰陆拾伍元肆角"),
        ("1000000", "壹佰万元整"),
        ("20000000", "贰仟万元整"),
        ("10100000", "壹仟零壹拾万元整"),
        ("100000000", "壹亿元整"),
        ("100005000", "壹亿零伍仟元整"),
        ("100050000", "壹亿零伍万元整"),
        ("110010001", "壹亿壹仟零壹万零壹元整"),
        ("1000000005", "壹拾亿零伍元整"),
        ("500000000000.01", "伍仟亿元零壹分"),
        ("999999999999.99", "玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分"),
        ("-5", "负伍元整"),
        ("-132000.08", "负壹拾叁万贰仟元零捌分"),
    ],
)
def test_capitals(amount: str, words: str) -> None:
    assert money_words(Money.of(amount)) == words


def test_capitals_with_prefix() -> None:
    assert money_words(Money.of(300_000), prefix=True) == "人民币叁拾万元整"


@pytest.mark.parametrize("money", [Money.of(1, "USD"), Money.of("1000000000000"), Money.of("-1000000000000")])
def test_capitals_refuse(money: Money) -> None:
    with pytest.raises(MoneyError):
        money_words(money)
