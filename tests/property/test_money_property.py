"""Laws of money: nothing is lost in sums, shares, tax or words."""

from __future__ import annotations

import re
from decimal import Decimal

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from planner.money import (
    Money,
    allocate,
    format_money,
    gross_from_net,
    join_vat,
    line_amount,
    net_price,
    sum_money,
    vat_parts,
    vat_parts_each,
)
from planner.money_words import money_words

amounts = st.integers(-(10**13), 10**13).map(Money.from_minor)
prices = st.integers(0, 10**11).map(Money.from_minor)
small_prices = st.integers(0, 5000).map(Money.from_minor)
rates = st.integers(0, 10_000).map(lambda n: Decimal(n).scaleb(-4))
statutory_rates = st.sampled_from([Decimal(text) for text in ("0", "0.01", "0.03", "0.05", "0.06", "0.09", "0.13")])


@given(amounts)
def test_json_round_trip(money: Money) -> None:
    assert msgspec.json.decode(msgspec.json.encode(money), type=Money) == money


@given(amounts)
def test_minor_round_trip(money: Money) -> None:
    assert Money.from_minor(money.minor) == money


@given(amounts, amounts, amounts)
def test_addition_is_associative_and_commutative(a: Money, b: Money, c: Money) -> None:
    assert (a + b) + c == a + (b + c)
    assert a + b == b + a
    assert a + b - b == a


@given(st.lists(amounts, max_size=30))
def test_printed_sum_is_the_sum_of_the_printed_lines(lines: list[Money]) -> None:
    printed = [Decimal(format_money(line, "en").removeprefix("CNY ").replace(",", "")) for line in lines]
    assert sum_money(lines).amount == sum(printed)


@given(st.decimals(-(10**9), 10**9, places=6, allow_nan=False), st.integers(0, 1000))
def test_a_line_is_within_half_a_fen_of_the_exact_product(price: Decimal, quantity: int) -> None:
    assert abs(line_amount(price, quantity).amount - price * quantity) <= Decimal("0.005")


@given(amounts, st.lists(st.integers(0, 10**6), min_size=1, max_size=20).filter(any))
def test_shares_add_up_and_are_fair(money: Money, weights: list[int]) -> None:
    shares = allocate(money, weights)
    assert sum_money(shares) == money
    for share, weight in zip(shares, weights, strict=True):
        assert abs(share.minor - money.minor * weight / Decimal(sum(weights))) < 1
        assert weight or not share.minor


@given(prices, rates)
def test_net_and_tax_add_up(gross: Money, rate: Decimal) -> None:
    net, tax = vat_parts(gross, rate)
    assert net.amount + tax.amount == gross.amount
    assert join_vat(net, tax) == gross
    assert 0 <= net.amount <= gross.amount


@given(prices, rates, st.integers(1, 10**4))
def test_the_net_price_comes_back_as_the_gross_line_for_any_quantity(
    price: Money, rate: Decimal, quantity: int
) -> None:
    net = net_price(price.amount, rate)
    assert gross_from_net(net, rate) == price
    assert gross_from_net(net, rate, quantity) == price.times(quantity)


@given(prices, statutory_rates, st.integers(1, 10**4))
def test_net_of_the_line_is_the_line_of_the_net(price: Money, rate: Decimal, quantity: int) -> None:
    by_price = line_amount(net_price(price.amount, rate), quantity, tax="excluded")
    assert vat_parts(price.times(quantity), rate)[0] == by_price


@given(st.lists(st.one_of(prices, small_prices), min_size=1, max_size=40), rates)
def test_lines_split_as_their_total_does(lines: list[Money], rate: Decimal) -> None:
    parts = vat_parts_each(lines, rate)
    net, tax = vat_parts(sum_money(lines), rate)
    assert sum_money([one for one, _ in parts]) == net
    assert sum_money([one for _, one in parts]) == tax
    for line, (line_net, line_tax) in zip(lines, parts, strict=True):
        assert line_net.amount + line_tax.amount == line.amount
        assert abs(line_net.minor - vat_parts(line, rate)[0].minor) <= 1
        assert line_net.minor >= 0
        assert line_tax.minor >= 0


@given(amounts)
def test_ten_thousands_are_never_rounded(money: Money) -> None:
    text = format_money(money, "zh", "wan").removesuffix(" 万元").replace(",", "")
    assert Decimal(text) * 10_000 == money.amount


def _read_capitals(words: str) -> int:
    """Read capitals into fen the other way round: digit by digit, each place by its own sign."""
    sign = -1 if words.startswith("负") else 1
    found = re.fullmatch(r"负?(?:(.+)元)?(整)?零?(?:(.)角)?(?:(.)分)?", words)
    assert found is not None, words
    yuan, _, jiao, fen = found.groups()
    digits = "零壹贰叁肆伍陆柒捌玖"
    total = section = digit = 0
    for mark in yuan or "":
        if mark in digits:
            digit = digits.index(mark)
        elif mark in "拾佰仟":
            section, digit = section + digit * {"拾": 10, "佰": 100, "仟": 1000}[mark], 0
        else:
            total, section, digit = total + (section + digit) * {"万": 10**4, "亿": 10**8}[mark], 0, 0
    coins = sum(digits.index(mark) * worth for mark, worth in ((jiao, 10), (fen, 1)) if mark)
    return sign * ((total + section + digit) * 100 + coins)


sparse = st.lists(st.sampled_from("000000123456789"), min_size=1, max_size=14).map(lambda d: int("".join(d)))


@given(st.one_of(sparse, sparse.map(lambda n: -n), st.integers(-99_999_999_999_999, 99_999_999_999_999)))
def test_capitals_read_back(minor: int) -> None:
    words = money_words(Money.from_minor(minor))
    assert _read_capitals(words) == minor
    assert "零零" not in words
    assert not re.search("零[拾佰仟万亿]", words)
    assert words.endswith(("整", "角", "分"))
