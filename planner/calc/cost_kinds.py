"""Cost calculations by name: depreciation, electricity, renting, tokens, money over time, stages, risk, points."""

from __future__ import annotations

import math
from collections.abc import Callable

from planner.calc.bounds import TAX
from planner.calc.grammar import Answer
from planner.calc.kinds import Input, Kind, Values, many, num, seq, unused
from planner.cost import depreciation, finance, power_bill, ratios, renting, risk, staging, tokens
from planner.errors import InputError
from planner.facility import power
from planner.figure import Formula
from planner.messages import msg


def _kind(name: str, unit: str, formulas: tuple[Formula, ...], *inputs: Input) -> Kind:
    return Kind(name=name, area="cost", inputs=inputs, unit=unit, formulas=formulas)


def _answered(name: str, unit: str, says: str, answer: Callable[[Values], Answer], *inputs: Input) -> Kind:
    return Kind(name=name, area="cost", inputs=inputs, unit=unit, answer=answer, says=says)


def _whole(values: Values, key: str, most: int = 1000) -> int:
    value = values[key]
    if value != int(value) or not 1 <= value <= most:
        raise InputError(
            msg("calc.count", "{key} must be a whole number from 1 to {most}.", key=key, most=most), place=key
        )
    return int(value)


def _declining(values: Values) -> Answer:
    months = values["first_year_months"]
    if not 1 <= months <= 12:
        raise InputError(msg("calc.months", "first_year_months must be 1 to 12."), place="first_year_months")
    years = depreciation.declining_balance(values["cost"], values["salvage"], _whole(values, "life"), months)
    period = _whole(values, "period")
    if period > len(years):
        raise InputError(msg("calc.period", "period must be at most {last}.", last=len(years)), place="period")
    return [years[period - 1]]


def _double(values: Values) -> Answer:
    life, switch = _whole(values, "life"), _whole(values, "switch_years")
    if switch > life:
        raise InputError(msg("calc.switch", "switch_years must be at most the life."), place="switch_years")
    return depreciation.double_declining(values["cost"], values["salvage"], life, switch)


def _digits(values: Values) -> Answer:
    return depreciation.sum_of_years(values["cost"], values["salvage"], _whole(values, "life"))


def _train(values: Values) -> Answer:
    common = {"params": values["params"], "tokens": values["tokens"]}
    hours = [tokens.TRAIN_HOURS(**common, tflops=speed) for speed in values["tflops"]]
    return [*hours, tokens.TRAIN_COST(**common, tflops=values["tflops"][0], rate_h=values["rate_h"])]


def _irr(values: Values) -> Answer:
    rate = finance.irr(values["flows"])
    if rate is None:
        raise InputError(msg("calc.irr", "The flows have no rate at which they are worth nothing."), place="flows")
    return [rate]


def _rent_buy(values: Values) -> Answer:
    years = _whole(values, "years")
    flows = [values["capex"], *[values["run_year"]] * years]
    flows[-1] -= values["resale"]
    full = values["cards"] * values["rent_h"] * values["hours_year"]
    return [finance.rent_buy_equal(values["rate"], years, flows, full)]


def _points(values: Values) -> tuple[list[float], list[float]]:
    bids, given = values["bids"], values["deduct"]
    deductions = given if isinstance(given, list) else [given] * len(bids)
    if len(deductions) != len(bids):
        raise InputError(msg("calc.deduct", "deduct needs one number or one for each bid."), place="deduct")
    return ratios.price_points(bids, deductions, values["weight"])


def _topsis(values: Values) -> Answer:
    rows, weights, benefit = values["matrix"], values["weights"], values["benefit"]
    if not len(rows[0]) == len(weights) == len(benefit):
        raise InputError(msg("calc.columns", "weights and benefit need one number for each column."), place="weights")
    return ratios.closeness(rows, weights, [mark != 0 for mark in benefit])


def _shares(values: Values) -> Answer:
    if not math.isclose(math.fsum(values["share"]), 1, abs_tol=1e-6):
        raise InputError(msg("calc.shares", "The shares must add up to 1."), place="share")
    return [power_bill.BY_SHARES(**values)]


_CARD = (
    num("price", "money"), num("months"), num("maint_year"), num("rent_h", "money/h"), num("own_kw", "kW"), num("pue"),
    num("tariff", "money/kWh"), num("hours_month", "h"),
)  # fmt: skip
_DEVIATION = (num("key_negative"), num("general_negative"), num("key_points"), num("general_points"))
_STAGE = (num("price", "money"), num("first_share"), num("change"))
_RISING = ("low", "mode", "high")
_SPREAD = tuple(num(name) for name in _RISING)
_BIDS = (seq("bids", "money"), num("weight"), many("deduct", default=0.0))

OWNING: tuple[Kind, ...] = (
    _kind("straight_line", "money", (depreciation.STRAIGHT_LINE,), num("cost", "money"), num("salvage", "money"), num("periods")),
    _answered("declining_db", "money", "fixed declining balance, rate rounded to 3 decimals", _declining, num("cost", "money"),
              num("salvage", "money"), num("life", "years"), num("period"), num("first_year_months")),
    _answered("double_declining_switch", "money", "2 / life on the book value, straight line at the end", _double,
              num("cost", "money"), num("salvage", "money"), num("life", "years"), num("switch_years")),
    _answered("sum_of_years", "money", "(cost - salvage) * remaining years / sum of digits", _digits,
              num("cost", "money"), num("salvage", "money"), num("life", "years")),
    _kind("energy_cost", "money", (power_bill.ENERGY_COST,),
          num("it_kw", "kW"), num("hours", "h"), many("tariff", "money/kWh"), num("pue")),
    _kind("energy_kwh_cost", "kWh,money", (power_bill.ENERGY_KWH, power_bill.ENERGY_COST),
          num("it_kw", "kW"), num("hours", "h"), num("tariff", "money/kWh"), num("pue")),
    _kind("energy_tariff_for", "money/kWh", (power_bill.TARIFF_FOR,),
          num("it_kw", "kW"), num("hours", "h"), num("pue"), num("cost", "money")),
    _kind("energy_tou_hours", "money", (power_bill.BY_HOURS,),
          num("it_kw", "kW"), seq("hours", "h"), seq("tariff", "money/kWh"), num("pue")),
    _answered("energy_tou_shares", "money", "it_kwh * pue * dot(share, tariff)", _shares,
              num("it_kwh", "kWh"), seq("share"), seq("tariff", "money/kWh"), num("pue")),
    _kind("wall_power", "W", (power.CARDS_WALL_W,), num("n", to="cards"), num("gpu_w", "W", "card_tdp_w"), num("host_w", "W"),
          num("psu_eff", to="psu_efficiency")),
    _kind("useful_gpu_hour", "money/h", (renting.USEFUL_HOUR,),
          num("tco_year", "money"), num("gpus"), num("availability"), num("util"), num("hours_year", "h")),
)  # fmt: skip
RENTING: tuple[Kind, ...] = (
    _kind("rent_cost", "money", (renting.COST,), many("rate", "money/h"), many("hours", "h"), num("count", to="cards", default=1.0),
          num("nodes", default=1.0), num("util", default=1.0)),
    _kind("rent_hourly", "money/h", (renting.HOURLY,), many("month", "money"), num("hours", "h")),
    _kind("break_even_month", "h/month,share", (renting.EQUAL_HOURS, renting.EQUAL_SHARE),
          num("own_month", "money"), num("rent_h", "money/h"), num("hours_month", "h")),
    _kind("break_even_month_util", "share", (renting.EQUAL_SHARE,),
          many("own_month", "money"), many("rent_h", "money/h"), num("hours_month", "h")),
    _kind("break_even_card", "h/month,share", (renting.EQUAL_HOURS_CARD, renting.EQUAL_SHARE_CARD), *_CARD),
    _kind("break_even_card_util", "share", (renting.EQUAL_SHARE_CARD,), *_CARD),
    _kind("break_even_capex", "h", (renting.EQUAL_HOURS_CAPEX,), num("capex", "money"), num("cloud_h", "money/h"), num("own_h", "money/h")),
    _kind("saving_pct_ratio", "%,ratio", (renting.SAVING_PCT, renting.RATIO), num("own"), num("cloud"), num("num"), num("den")),
    _answered("rent_buy_equal_util", "share", "present value of buying / present value of renting without a break", _rent_buy,
              num("rate"), num("years"), num("capex", "money"), num("run_year", "money"), num("resale", "money"), num("cards"),
              num("rent_h", "money/h"), num("hours_year", "h")),
)  # fmt: skip
TEXT: tuple[Kind, ...] = (
    _kind("token_cost", "money/1e6 tokens", (tokens.COST,),
          num("rate_h", "money/h"), num("gpus", default=1.0), num("tok_s", "tokens/s"), many("load", default=1.0)),
    _kind("api_cost", "money", (tokens.API_COST,), num("in_mtok"), many("in_price", "money"), num("out_mtok"),
          many("out_price", "money"), num("cached_mtok", default=0.0), num("cached_price", "money", default=0.0)),
    _kind("selfhost_vs_api", "money", (tokens.SELFHOST_COST, tokens.API_PLAIN_COST, tokens.SELFHOST_MINUS_API), num("gpu_h", "money/h"),
          num("hours", "h"), num("overhead"), num("in_mtok"), num("in_price", "money"), num("out_mtok"), num("out_price", "money")),
    _kind("api_break_even_mtok", "1e6 tokens", (tokens.EQUAL_MTOK,), num("gpu_h", "money/h"), num("hours", "h"), num("overhead"),
          num("in_share"), num("in_price", "money"), num("out_price", "money")),
    _kind("token_capacity_b", "1e9 tokens", (tokens.CAPACITY_B,), num("tok_s", "tokens/s"), num("hours", "h")),
    _kind("margin_pct", "%", (tokens.MARGIN_PCT,), num("revenue", "money"), num("cost", "money")),
    _kind("unit_cost", "money", (tokens.UNIT_COST,), num("quantity"), many("price", "money")),
    _kind("full_tune_cards", "GB,cards", (tokens.TUNE_GB, tokens.TUNE_CARDS),
          num("params_b", "1e9"), Input(name="bytes_per_param", unit="B", type="many"), num("card_gb", "GB")),
    _kind("stream_cards_naive", "cards", (tokens.NAIVE_CARDS,), num("tok_s", "tokens/s"), num("bw_gbs", "GB/s"), num("model_gb", "GB")),
    _answered("train_hours_cost", "h,money", "6 * params * tokens / (tflops * 1e12) / 3600", _train,
              num("params"), num("tokens"), seq("tflops", "TFLOP/s"), num("rate_h", "money/h")),
)  # fmt: skip
MONEY: tuple[Kind, ...] = (
    _answered("npv_end", "money", "sum of flow / (1 + rate)^period, first flow one period from now",
              lambda values: [finance.npv_end(values["rate"], values["flows"])], num("rate"), seq("flows", "money")),
    _answered("npv_now", "money", "sum of flow / (1 + rate)^period, first flow now",
              lambda values: [finance.npv_now(values["rate"], values["flows"])], num("rate"), seq("flows", "money")),
    _answered("irr", "share", "rate at which the present value is 0", _irr, seq("flows", "money")),
    _kind("annuity_payment", "money", (finance.ANNUITY,),
          num("principal", "money"), num("rate_year"), num("periods_year"), num("n")),
    _kind("stage_total", "money", (staging.TOTAL,), *_STAGE),
    _kind("stage_total_npv", "money", (staging.TOTAL, staging.TOTAL_NPV), *_STAGE, num("delay_months"), num("discount")),
    _kind("stage_card_months", "card-months,money",
          (staging.MONTHS_NOW, staging.MONTHS_STAGED, staging.PER_MONTH_NOW, staging.PER_MONTH_STAGED),
          num("cards"), num("horizon_months"), num("delay_months"), *_STAGE),
    _kind("stage_equal_fall", "share", (staging.EQUAL_FALL,),
          unused("cards"), num("horizon_months"), num("delay_months"), num("first_share")),
    _kind("perf_price_trend", "share,years", (staging.FALL_YEAR, staging.DOUBLING_YEARS), num("growth_year")),
    Kind(name="tri_mean_p10_p90", area="cost", unit="money", formulas=(risk.MEAN, risk.P10, risk.P90), inputs=_SPREAD, rising=_RISING),
    Kind(name="tri_sum_mean_sd", area="cost", unit="money", formulas=(risk.SUM_MEAN, risk.SUM_SD), inputs=(num("n"), *_SPREAD),
         rising=_RISING),
    _kind("fault_rate_pct_year", "%", (risk.FAULT_PCT_YEAR,), many("faults"), num("gpus"), num("days")),
    _kind("poisson_faults", "faults,probability", (risk.EXPECTED_FAULTS, risk.NO_FAULT),
          num("faults"), num("fleet_gpus"), num("days"), num("gpus"), num("years")),
    _kind("vat_split", "money", (ratios.NET, ratios.TAX), num("gross", "money"), num("rate", bound=TAX)),
    _kind("vat_net", "money", (ratios.NET,), num("gross", "money"), num("rate", bound=TAX)),
    _answered("bid_scores", "points", "lowest evaluated price / evaluated price * weight", lambda values: _points(values)[1], *_BIDS),
    _answered("bid_eval_scores", "money,points", "evaluated prices, then points",
              lambda values: [*_points(values)[0], *_points(values)[1]], *_BIDS),
    _kind("deviation_points", "points", (ratios.DEVIATION,), *_DEVIATION),
    _kind("deviation_points_weighted", "points", (ratios.DEVIATION, ratios.DEVIATION_WEIGHTED), *_DEVIATION, num("weight")),
    _answered("topsis_vector", "closeness", "distance to the worst / sum of distances, vector norm", _topsis,
              Input(name="matrix", type="matrix"), seq("weights"), seq("benefit")),
)  # fmt: skip
KINDS = OWNING + RENTING + TEXT + MONEY
