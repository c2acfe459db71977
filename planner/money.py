"""Money: exact amounts with currency and tax state, value-added tax, sums, shares and how they are printed.

Policy (docs/decisions.md): an amount is a whole number of minor units, rounded half up exactly once, when it is made.
A price of one unit is a plain ``Decimal`` and may carry more decimals; it is rounded when it is multiplied out. Tax is
gross less net, so both parts always add up; a printed sum is the sum of the printed lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_UP, Context, Decimal, DivisionByZero, InvalidOperation, Overflow, localcontext
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter
from types import MappingProxyType
from typing import Literal

import msgspec

Tax = Literal["included", "excluded", "unknown"]
MoneyStyle = Literal["yuan", "wan"]

MAX_AMOUNT = Decimal("999999999999999.99")
PRICE_PLACES = 12  # keeps net * quantity * (1 + rate) within half a fen of the gross line up to 10^9 units
_WAN = Decimal(10_000)
_AMOUNT, _CURRENCY, _TAX = map(attrgetter, ("amount", "currency", "tax"))
_NUMBERS = (Decimal, int, str)
_EXACT = Context(prec=60, rounding=ROUND_HALF_UP, traps=[InvalidOperation, DivisionByZero, Overflow])


class MoneyError(ValueError):
    """Amounts that cannot be made, mixed or split as asked."""


class Currency(msgspec.Struct, frozen=True, kw_only=True):
    """A currency: ISO 4217 code, decimals of its minor unit (ISO 4217 list one), Chinese name of the unit."""

    code: str
    decimals: int
    zh: str


CURRENCIES = MappingProxyType(
    {
        code: Currency(code=code, decimals=decimals, zh=zh)
        for code, decimals, zh in (
            ("CNY", 2, "元"),
            ("USD", 2, "美元"),
            ("EUR", 2, "欧元"),
            ("GBP", 2, "英镑"),
            ("HKD", 2, "港元"),
            ("JPY", 0, "日元"),
        )
    }
)


class Money(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An amount in whole minor units with its currency and whether tax is in it; make it with ``Money.of``.

    Raises MoneyError where the amount is not finite, has other decimals than the currency, or is out of range;
    msgspec reports it with the path. JSON: ``{"amount":"300000.00","currency":"CNY","tax":"included"}``.
    """

    amount: Decimal
    currency: str = "CNY"
    tax: Tax = "included"

    def __post_init__(self) -> None:
        """Refuse what could not have been written by us: wrong decimals, no number, unknown currency."""
        decimals = _decimals(self.currency)
        amount = self.amount
        if not (amount.is_finite() and amount.same_quantum(_step(self.currency))):
            example = format(Decimal(300000).quantize(_step(self.currency)), "f")
            raise MoneyError(f"the amount must be a {self.currency} amount with {decimals} decimals, such as {example}")
        if abs(amount) > MAX_AMOUNT:
            raise MoneyError(f"the amount must not be larger than {MAX_AMOUNT}")
        if amount.is_signed() and not amount:
            raise MoneyError("the amount must not be a negative zero")

    @classmethod
    def of(cls, amount: Decimal | int | str, currency: str = "CNY", tax: Tax = "included") -> Money:
        """Return ``amount`` rounded half up to the minor unit; a float is refused, see ``to_decimal``.

        Raises MoneyError for anything but a finite decimal number within range.
        """
        return cls(amount=_rounded(_number(amount), currency), currency=currency, tax=tax)

    @classmethod
    def zero(cls, currency: str = "CNY", tax: Tax = "included") -> Money:
        """Return nothing, in ``currency``."""
        return cls.of(0, currency, tax)

    @classmethod
    def from_minor(cls, minor: int, currency: str = "CNY", tax: Tax = "included") -> Money:
        """Return ``minor`` fen (cents, yen) as an amount."""
        return cls.of(_EXACT.scaleb(Decimal(minor), -_decimals(currency)), currency, tax)

    @property
    def minor(self) -> int:
        """Return the amount in minor units (fen, cents, yen)."""
        return int(_EXACT.scaleb(self.amount, _decimals(self.currency)))

    def __add__(self, other: Money) -> Money:
        """Return the sum; raises MoneyError where currency or tax state differ."""
        self._require_alike(other)
        return Money.of(_EXACT.add(self.amount, other.amount), self.currency, self.tax)

    def __sub__(self, other: Money) -> Money:
        """Return the difference; raises MoneyError where currency or tax state differ."""
        return self + (-other)

    def __neg__(self) -> Money:
        """Return the amount with the other sign."""
        return Money.of(_EXACT.minus(self.amount), self.currency, self.tax)

    def __lt__(self, other: Money) -> bool:
        """Tell whether this is less; raises MoneyError where currency or tax state differ."""
        self._require_alike(other)
        return self.amount < other.amount

    def __le__(self, other: Money) -> bool:
        """Tell whether this is at most ``other``; raises MoneyError where currency or tax state differ."""
        self._require_alike(other)
        return self.amount <= other.amount

    def times(self, quantity: int | Decimal) -> Money:
        """Return the amount times ``quantity``, rounded half up once."""
        return line_amount(self.amount, quantity, self.currency, self.tax)

    def _require_alike(self, other: Money) -> None:
        if self.currency != other.currency:
            raise MoneyError(f"{self.currency} and {other.currency} cannot be added or compared without a rate")
        if self.tax != other.tax:
            raise MoneyError(f"amounts with tax {self.tax} and tax {other.tax} cannot be added or compared")


def to_decimal(value: float | int | str | Decimal) -> Decimal:
    """Return the decimal number a person would have written for ``value`` (0.13 for the float nearest to 0.13)."""
    return value if isinstance(value, Decimal) else Decimal(str(value))


def line_amount(price: Decimal, quantity: int | Decimal, currency: str = "CNY", tax: Tax = "included") -> Money:
    """Return the amount of a line: price of one unit times quantity, rounded half up once."""
    return Money.of(_EXACT.multiply(_number(price), _number(quantity)), currency, tax)


def exchanged(money: Money, currency: str, rate: Decimal) -> Money:
    """Return ``money`` in ``currency`` at ``rate`` (units of ``currency`` for one of the old), rounded once."""
    return line_amount(money.amount, rate, currency, money.tax)


def sum_money(items: Iterable[Money], currency: str = "CNY", tax: Tax = "included") -> Money:
    """Return the sum of printed amounts; ``currency`` and ``tax`` describe the zero of an empty sum.

    Raises MoneyError where the items differ in currency or tax state.
    """
    lines = list(items)
    if not lines:
        return Money.zero(currency, tax)
    first = lines[0]
    if len({*map(_CURRENCY, lines)}) > 1 or len({*map(_TAX, lines)}) > 1:
        for line in lines:
            first._require_alike(line)
    with localcontext(_EXACT):
        total = sum(map(_AMOUNT, lines), Decimal(0))
    return Money.of(total, first.currency, first.tax)


def allocate(money: Money, weights: Sequence[int | Decimal]) -> tuple[Money, ...]:
    """Share ``money`` out by ``weights`` so that the shares add up to it exactly (largest remainder, first one first).

    Raises MoneyError where a weight is negative or all are zero.
    """
    parts = [Fraction(weight) for weight in weights]
    whole = sum(parts, Fraction(0))
    if whole <= 0 or min(parts) < 0:
        raise MoneyError("the weights must not be negative, and one must be more than zero")
    sign = -1 if money.minor < 0 else 1
    exact = [abs(money.minor) * part / whole for part in parts]
    shares = [int(share) for share in exact]
    left = abs(money.minor) - sum(shares)
    for index in sorted(range(len(parts)), key=lambda i: shares[i] - exact[i])[:left]:
        shares[index] += 1
    return tuple(Money.from_minor(sign * share, money.currency, money.tax) for share in shares)


def vat_parts(gross: Money, rate: Decimal) -> tuple[Money, Money]:
    """Split a price with tax into (net, tax); net is gross / (1 + rate) rounded half up, tax is the rest.

    Both parts have tax state "excluded" and add up to the gross amount. ``rate`` is a fraction (0.13).
    Raises MoneyError where the price does not include tax or the rate is not in 0..1.
    """
    if gross.tax != "included":
        raise MoneyError(f"only a price with tax can be split, this one has tax {gross.tax}")
    net = Money.of(_EXACT.divide(gross.amount, 1 + _rate(rate)), gross.currency, "excluded")
    return net, Money.of(_EXACT.subtract(gross.amount, net.amount), gross.currency, "excluded")


def join_vat(net: Money, tax: Money) -> Money:
    """Put the two parts of ``vat_parts`` together again."""
    total = net + tax
    return msgspec.structs.replace(total, tax="included")


def vat_parts_each(lines: Sequence[Money], rate: Decimal) -> tuple[tuple[Money, Money], ...]:
    """Split the lines of one paper so that their nets and taxes also add up to the split of the printed total.

    What rounding leaves over goes to the largest lines, one minor unit each.
    Raises MoneyError as ``vat_parts`` and ``sum_money`` do.
    """
    if not lines:
        return ()
    nets = [vat_parts(line, rate)[0].minor for line in lines]
    total, _ = vat_parts(sum_money(lines), rate)
    left = total.minor - sum(nets)
    step = 1 if left > 0 else -1
    for index in sorted(range(len(lines)), key=lambda i: -abs(lines[i].minor))[: abs(left)]:
        nets[index] += step
    return tuple(
        (
            Money.from_minor(net, line.currency, "excluded"),
            Money.from_minor(line.minor - net, line.currency, "excluded"),
        )
        for line, net in zip(lines, nets, strict=True)
    )


def net_price(gross_price: Decimal, rate: Decimal) -> Decimal:
    """Return the price of one unit without tax, with ``PRICE_PLACES`` decimals; print it rounded, keep it whole."""
    return _EXACT.divide(_number(gross_price), 1 + _rate(rate)).quantize(
        Decimal(1).scaleb(-PRICE_PLACES), context=_EXACT
    )


def gross_from_net(net: Decimal, rate: Decimal, quantity: int | Decimal = 1, currency: str = "CNY") -> Money:
    """Return the amount with tax of ``quantity`` units at the unrounded net price ``net``, rounded half up once.

    It takes a unit price, not an amount: 6,193.81 at 13 % would come back as 6,999.01, 6,193.805309734513 does not.
    """
    return line_amount(_EXACT.multiply(_number(net), 1 + _rate(rate)), quantity, currency, "included")


def add_vat(net: Money, rate: Decimal) -> Money:
    """Return a printed net amount with its tax; the tax is rounded half up by itself, as an invoice line does."""
    if net.tax != "excluded":
        raise MoneyError(f"tax can only be added to a price without tax, this one has tax {net.tax}")
    return join_vat(net, net.times(_rate(rate)))


def format_amount(money: Money) -> str:
    """Return the bare number with thousands marks and the currency's decimals, as in a table column."""
    return format(money.amount, ",f")


def format_money(money: Money, language: str, style: MoneyStyle = "yuan") -> str:
    """Return ``money`` as people print it: ``300,000.00 元``, ``30 万元``, ``CNY 300,000.00``; nothing is rounded.

    Style "wan" counts in ten thousands in Chinese and drops empty decimals in English.
    """
    if language != "zh":
        number = format_amount(money) if style == "yuan" else _trimmed(money.amount)
        return f"{money.currency} {number}"
    name = CURRENCIES[money.currency].zh
    if style == "yuan":
        return f"{format_amount(money)} {name}"
    return f"{_trimmed(_EXACT.divide(money.amount, _WAN))} 万{name}"


def _trimmed(number: Decimal) -> str:
    text = format(number, ",f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _decimals(currency: str) -> int:
    known = CURRENCIES.get(currency)
    if known is None:
        raise MoneyError(f"the currency {currency!r} is not known; known are {', '.join(CURRENCIES)}")
    return known.decimals


@lru_cache(maxsize=16)
def _step(currency: str) -> Decimal:
    return Decimal(1).scaleb(-_decimals(currency))


def _number(value: Decimal | int | str) -> Decimal:
    if not isinstance(value, _NUMBERS):
        raise MoneyError(f"{value!r} is not an exact number")
    try:
        number = value if isinstance(value, Decimal) else Decimal(value)
    except InvalidOperation as error:
        raise MoneyError(f"{value!r} is not a decimal number") from error
    if not number.is_finite():
        raise MoneyError(f"{value!r} is not a finite number")
    return number


def _rounded(number: Decimal, currency: str) -> Decimal:
    if abs(number) > MAX_AMOUNT + 1:
        raise MoneyError(f"the amount must not be larger than {MAX_AMOUNT}")
    return number.quantize(_step(currency), context=_EXACT) + 0  # + 0 turns a negative zero into zero


def _rate(rate: Decimal) -> Decimal:
    number = _number(rate)
    if not 0 <= number <= 1:
        raise MoneyError(f"the tax rate {rate} must be a fraction from 0 to 1, such as 0.13")
    return number
