"""What an alternative costs: line amounts with tax, totals, VAT, contingency, budget and funds; exact money.

Each amount is exact ``Money`` beside a figure that explains it; the figure's value is the money's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from operator import attrgetter
from typing import Literal

import msgspec

from planner.assess import formulas as f
from planner.assess.facts import fact_figure
from planner.assess.memo import Memo, differing
from planner.assess.sifting import sifted
from planner.figure import Figure, Formula, Gathered, entered, leaf, renamed, trace, unknown
from planner.money import Money, line_amount, sum_money, to_decimal, vat_parts
from planner.plan.document import Budget, Facts, Fund, Line

Which = Literal["low", "chosen", "high"]
_By = tuple[Figure, Decimal | None, str]
"""What the amounts of a line share: its quantity, its rate of VAT, and the day of its price."""
# of many lines at once: a quarter of what an edit costs is sums over all of them
_COLUMNS = {name: attrgetter(name) for name in ("low", "chosen", "high", "vat")}
_FIGURES = {name: attrgetter(f"{name}.figure") for name in _COLUMNS}
_FUND, _CHOSEN = attrgetter("line.fund"), attrgetter("chosen")
_FIGURE, _MONEY = attrgetter("figure"), attrgetter("money")


class Amount(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An amount in CNY with tax and the figure that explains it; ``money`` is None where it is not known."""

    money: Money | None
    figure: Figure


class LinePrices(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The amounts of one line (CNY with tax): low, chosen, high, and the VAT in the chosen one."""

    line: Line
    low: Amount
    chosen: Amount
    high: Amount
    vat: Amount


class PriceTotals(msgspec.Struct, frozen=True, kw_only=True):
    """The money of an alternative (CNY with tax); ``planned`` is chosen plus contingency, ``left`` budget less planned.

    ``planned_low`` and ``planned_high`` are low and high with contingency, to be set beside ``planned`` and the budget;
    ``planned_known`` is what is planned at least: the known part with contingency, without where no rate is set.
    """

    low: Amount
    chosen: Amount
    high: Amount
    vat: Amount
    contingency: Amount
    planned: Amount
    planned_low: Amount
    planned_high: Amount
    planned_known: Amount
    budget: Amount
    left: Amount
    known_part: Amount
    by_fund: Mapping[str, Amount]


class PriceSums(msgspec.Struct, frozen=True, kw_only=True):
    """What the lines of an alternative come to (CNY with tax), without contingency and budget."""

    low: Amount
    chosen: Amount
    high: Amount
    vat: Amount
    known_part: Amount
    by_fund: Mapping[str, Amount]


def line_prices(alternative: str, line: Line, budget: Budget, facts: Facts) -> LinePrices:
    """Return the amounts of ``line``; low and high fall back on the chosen price where only that is known."""
    key = f"{alternative}/{line.id}"
    date = line.price.observed.isoformat() if line.price.observed else ""
    by = (entered(f"{key}/quantity", float(line.quantity), "1"), _rate(line, budget), date)
    chosen = _amount(key, line, "chosen", by, facts)
    return LinePrices(
        line=line,
        low=_amount(key, line, "low", by, facts),
        chosen=chosen,
        high=_amount(key, line, "high", by, facts),
        vat=_vat(key, line, budget, chosen),
    )


def price_sums(memo: Memo, alternative: str, funds: tuple[Fund, ...], lines: tuple[LinePrices, ...]) -> PriceSums:
    """Return what the lines come to, in all and by fund."""
    key = f"{alternative}/total"
    columns = memo.last(("amounts", alternative)) or memo.keep(("amounts", alternative), _Columns(alternative))
    columns.follow(memo, lines)
    whole = columns.total("chosen", f"{key}/price_chosen")
    names = tuple([fund.id for fund in funds])
    by_fund = sifted(memo, ("fund", alternative, names), lines, _FUND, {name: {name} for name in names})
    return PriceSums(
        low=columns.total("low", f"{key}/price_low"),
        chosen=whole,
        high=columns.total("high", f"{key}/price_high"),
        vat=columns.total("vat", f"{key}/vat"),
        known_part=_known_part(f"{key}/price_known", whole, lines),
        by_fund={name: _spent(memo, alternative, name, own) for name, own in by_fund.items()},
    )


class _Columns:
    """The amounts of all lines by what they are, figures and money apart; of a few new lines only those are put in."""

    def __init__(self, alternative: str) -> None:
        self._alternative = alternative
        self._lines: tuple[LinePrices, ...] = ()
        self._figures: dict[str, Gathered] = {}
        self._money: dict[str, list[Money | None]] = {name: [] for name in _COLUMNS}
        self._sums: dict[str, Money | None] = dict.fromkeys(_COLUMNS)

    def follow(self, memo: Memo, lines: tuple[LinePrices, ...]) -> None:
        """Take over the amounts of ``lines``."""
        places = memo.differing(lines, self._lines)
        for name, amount in _COLUMNS.items():
            if places is None:
                self._money[name] = [amount(line).money for line in lines]
                self._sums[name] = None
            for at in places or ():
                self._put(name, at, amount(lines[at]).money)
            self._figures[name] = memo.gathered(("figures", self._alternative, name), lines, _FIGURES[name])
        self._lines = lines

    def _put(self, name: str, at: int, money: Money | None) -> None:
        """Replace an amount; a sum that stands moves by the difference, which is exact."""
        before, whole = self._money[name][at], self._sums[name]
        self._sums[name] = None if whole is None or before is None or money is None else whole + (money - before)
        self._money[name][at] = money

    def total(self, name: str, key: str) -> Amount:
        """Return the sum of a column; unknown where one of its amounts is."""
        figure = trace(f.TOTAL_YUAN, key, amounts=self._figures[name])
        if figure.value is None:
            return Amount(money=None, figure=figure)
        if self._sums[name] is None:
            self._sums[name] = sum_money([one for one in self._money[name] if one is not None])
        return _exact(figure, self._sums[name])


def _known_part(key: str, whole: Amount, lines: tuple[LinePrices, ...]) -> Amount:
    """Return the sum of the amounts that are known; where all are, it is the whole under its own key."""
    if whole.money is None:
        return total(key, [line.chosen for line in lines if line.chosen.money is not None])
    return msgspec.structs.replace(whole, figure=renamed(whole.figure, key))


def _spent(memo: Memo, alternative: str, fund: str, lines: tuple[LinePrices, ...]) -> Amount:
    """Return the sum of the lines of a fund; the same object while their amounts are."""
    slot = ("spent", alternative, fund)
    last = memo.last(slot)
    if last is not None and last[0] is lines:
        kept: Amount = last[2]
        return kept
    amounts = (*map(_CHOSEN, lines),)
    if last is not None and differing(amounts, last[1]) == []:
        found: Amount = last[2]
    else:
        found = total(f"{alternative}/{fund}/spent", amounts)
    return memo.keep(slot, (lines, amounts, found))[2]


def price_totals(alternative: str, sums: PriceSums, budget: Budget) -> PriceTotals:
    """Return the sums with the contingency, and what is left of the budget."""
    key = f"{alternative}/total"
    contingency = _contingency(f"{key}/contingency", sums.chosen, budget)
    planned = total(f"{key}/planned", (sums.chosen, contingency))
    least = (
        sums.known_part
        if budget.contingency_rate is None
        else _planned(f"{key}/planned_known", sums.known_part, budget)
    )
    limit = _entered(f"{key}/budget", budget.amount)
    return PriceTotals(
        low=sums.low,
        chosen=sums.chosen,
        high=sums.high,
        vat=sums.vat,
        contingency=contingency,
        planned=planned,
        planned_low=_planned(f"{key}/planned_low", sums.low, budget),
        planned_high=_planned(f"{key}/planned_high", sums.high, budget),
        planned_known=least,
        budget=limit,
        left=_left(key, limit, planned),
        known_part=sums.known_part,
        by_fund=sums.by_fund,
    )


def total(key: str, amounts: Iterable[Amount]) -> Amount:
    """Return the sum of printed amounts; unknown where one of them is."""
    parts = amounts if isinstance(amounts, list) else list(amounts)
    figure = trace(f.TOTAL_YUAN, key, amounts=[*map(_FIGURE, parts)])
    if figure.value is None:
        return Amount(money=None, figure=figure)
    return _exact(figure, sum_money([one for one in map(_MONEY, parts) if one is not None]))


def _exact(figure: Figure, money: Money | None) -> Amount:
    if money is None or figure.value is None:
        return Amount(money=None, figure=figure)
    value = float(money.amount)
    if value != figure.value:
        figure = msgspec.structs.replace(figure, value=value)
    return Amount(money=money, figure=figure)


def _entered(key: str, money: Money | None) -> Amount:
    if money is None or money.currency != "CNY" or money.tax != "included":
        return Amount(money=None, figure=unknown(key, "CNY"))
    return Amount(money=money, figure=entered(key, float(money.amount), "CNY"))


def _amount(key: str, line: Line, which: Which, by: _By, facts: Facts) -> Amount:
    """Return the price ``which`` of a line times its quantity, with tax at the rate that goes with the quantity.

    Low and high fall back on the chosen price.
    """
    (quantity, vat_rate, date), price = by, line.price
    value: Decimal | None = getattr(price, which)
    if value is None:
        value = price.chosen
    told, name = None if value is None else float(value), f"{key}/unit_price_{which}"
    source = price.source
    if which == "chosen" and price.chosen_source:
        source, date = price.chosen_source, ""
    figure = leaf(name, told, price.currency, price.quality, source, date)
    if price.currency != "CNY":
        exchange = f"fx_{price.currency.lower()}_cny"
        rate = fact_figure(facts, exchange, f"plan/{exchange}", "1")
        figure = trace(f.EXCHANGED_YUAN, f"{name}_cny", price=figure, rate=rate)
        value = value * to_decimal(rate.require()) if value is not None and rate.known else None
    if price.tax != "included":
        rate = _rate_figure(key, vat_rate) if price.tax == "excluded" else unknown(f"{key}/tax", "1")
        figure = trace(f.WITH_TAX_YUAN, f"{name}_gross", price=figure, vat_rate=rate)
        value = value * (1 + to_decimal(rate.require())) if value is not None and rate.known else None
    amount = trace(f.LINE_YUAN, f"{key}/price_{which}", quantity=quantity, price=figure)
    return _exact(amount, None if value is None else line_amount(value, line.quantity))


def _rate(line: Line, budget: Budget) -> Decimal | None:
    return line.price.vat_rate if line.price.vat_rate is not None else budget.vat_rate


def _rate_figure(key: str, rate: Decimal | None) -> Figure:
    return entered(f"{key}/vat_rate", None if rate is None else float(rate), "1")


def _vat(key: str, line: Line, budget: Budget, chosen: Amount) -> Amount:
    rate = _rate(line, budget)
    figure = trace(f.VAT_YUAN, f"{key}/vat", gross=chosen.figure, vat_rate=_rate_figure(key, rate))
    if chosen.money is None or rate is None:
        return Amount(money=None, figure=figure)
    _, tax = vat_parts(chosen.money, rate)
    return _exact(figure, msgspec.structs.replace(tax, tax="included"))


def _planned(key: str, amount: Amount, budget: Budget) -> Amount:
    """Return an amount with the contingency on top (CNY with tax)."""
    return total(key, (amount, _contingency(f"{key}_contingency", amount, budget)))


def _contingency(key: str, chosen: Amount, budget: Budget) -> Amount:
    rate = budget.contingency_rate
    figure = _share(key, f.CONTINGENCY_YUAN, chosen.figure, rate)
    if chosen.money is None or rate is None:
        return Amount(money=None, figure=figure)
    return _exact(figure, chosen.money.times(rate))


def _share(key: str, formula: Formula, whole: Figure, rate: Decimal | None) -> Figure:
    figure = entered("plan/contingency_rate", None if rate is None else float(rate), "1")
    return trace(formula, key, total=whole, rate=figure)


def _left(key: str, budget: Amount, planned: Amount) -> Amount:
    figure = trace(f.MARGIN_YUAN, f"{key}/left", budget=budget.figure, planned=planned.figure)
    if budget.money is None or planned.money is None:
        return Amount(money=None, figure=figure)
    return _exact(figure, budget.money - planned.money)
