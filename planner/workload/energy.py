"""Energy and price of a token, and of a run."""

from __future__ import annotations

from planner.figure import Figure, Formula, trace
from planner.messages import Labelled

TOKEN_J = Formula(
    key="energy.token_j",
    label=Labelled(zh="每 token 能耗", en="Energy of a token"),
    text="system_w / tokens_s",
    unit="J",
    source="power of the whole machine over its tokens a second",
    function=lambda system_w, tokens_s: system_w / tokens_s,
)
MTOK_ENERGY_COST = Formula(
    key="energy.mtok_cost",
    label=Labelled(zh="每百万 token 电费（已计 PUE）", en="Electricity of a million tokens, with PUE"),
    text="token_j / 3.6 * pue * tariff",
    unit="money",
    source="J a token / 3.6 is kWh a million tokens; x PUE x price of a kWh",
    function=lambda token_j, pue, tariff: token_j / 3.6 * pue * tariff,
)
MTOK_COST = Formula(
    key="energy.mtok_price",
    label=Labelled(zh="每百万 token 成本", en="Cost of a million tokens"),
    text="price_hour * devices * 1000000 / (3600 * tokens_s * use_share)",
    unit="money",
    source="price of an hour of all cards over what they really serve in it",
    function=lambda price_hour, devices, tokens_s, use_share: (
        price_hour * devices * 1e6 / (3600 * tokens_s * use_share)
    ),
)
MTOK_KWH = Formula(
    key="energy.mtok_kwh",
    label=Labelled(
        zh="每百万 token 耗电（机器侧，未计 PUE）", en="Energy of a million tokens at the machine, without PUE"
    ),
    text="token_j / 3.6",
    unit="kWh",
    source="a joule a token is a megajoule a million tokens; 3.6 MJ are a kWh",
    function=lambda token_j: token_j / 3.6,
)
JOB_W = Formula(
    key="energy.job_w",
    label=Labelled(zh="任务所用卡的功率（含主机分摊）", en="Power of the job's cards with their part of the machine"),
    text="machine_w * devices / devices_there",
    unit="W",
    source="highest power of the machine by the cards in use: the energy is an upper bound",
    function=lambda machine_w, devices, devices_there: machine_w * devices / devices_there,
)
OWN_HOUR = Formula(
    key="energy.own_hour",
    label=Labelled(zh="自有每卡时折旧", en="Purchase by the card-hour that is used"),
    text="price / (years * 8760 * use_share * devices_there)",
    unit="CNY/GPU-h",
    source="price of the machine over the card-hours it is used in its years, straight line, nothing left at the end",
    function=lambda price, years, use_share, devices_there: price / (years * 8760 * use_share * devices_there),
)
RUN_OWN_COST = Formula(
    key="energy.run_own_cost",
    label=Labelled(zh="一次运行费用（自有）", en="Cost of a run on own machines"),
    text="gpu_hours * own_hour + run_kwh * tariff",
    unit="CNY",
    source="purchase by the card-hour, and electricity; people are extra",
    function=lambda gpu_hours, own_hour, run_kwh, tariff: gpu_hours * own_hour + run_kwh * tariff,
)
RUN_RENT_COST = Formula(
    key="energy.run_rent_cost",
    label=Labelled(zh="一次运行费用（租用）", en="Cost of a run on rented cards"),
    text="gpu_hours * rent_hour",
    unit="CNY",
    source="card-hours x rent of a card-hour; storage and data sent out are extra",
    function=lambda gpu_hours, rent_hour: gpu_hours * rent_hour,
)
RUN_KWH = Formula(
    key="energy.run_kwh",
    label=Labelled(zh="一次运行用电（已计 PUE）", en="Electricity of a run, with PUE"),
    text="system_w / 1000 * hours * pue",
    unit="kWh",
    source="power x time x PUE",
    function=lambda system_w, hours, pue: system_w / 1000 * hours * pue,
)


def token_j(system_w: Figure, tokens_s: Figure, key: str = "job") -> Figure:
    """Return the joules of a token at the power of the whole machine."""
    return trace(TOKEN_J, f"{key}/token_j", system_w=system_w, tokens_s=tokens_s)


def mtok_energy_cost(joules: Figure, pue: Figure, tariff: Figure, key: str = "job") -> Figure:
    """Return the electricity of a million tokens, in the money of the tariff for a kWh."""
    return trace(MTOK_ENERGY_COST, f"{key}/mtok_energy_cost", token_j=joules, pue=pue, tariff=tariff)


def mtok_cost(price_hour: Figure, devices: Figure, tokens_s: Figure, use_share: Figure, key: str = "job") -> Figure:
    """Return the cost of a million tokens at the price of a card's hour and the share of the time in use."""
    return trace(
        MTOK_COST, f"{key}/mtok_cost", price_hour=price_hour, devices=devices, tokens_s=tokens_s, use_share=use_share
    )


def run_kwh(system_w: Figure, hours: Figure, pue: Figure, key: str = "job") -> Figure:
    """Return the kWh of a run of ``hours``."""
    return trace(RUN_KWH, f"{key}/run_kwh", system_w=system_w, hours=hours, pue=pue)
