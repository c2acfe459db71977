"""What a year of running comes to, as the window shows it, and the tariff that can be filled in as a sample."""

from __future__ import annotations

import msgspec

from planner import tables
from planner.assess.context import Context
from planner.assess.energy import Use
from planner.assess.tariff import PERIODS
from planner.figure import Figure
from planner.messages import Message, msg
from planner.plan.edits import Batch, Edit, SetValue

FIELDS = ("facts/electricity_price", "facts/utilisation", "facts/pue", "facts/grid_kg_per_kwh")
PERIOD_FIELDS = (
    *(f"facts/hours_{period}" for period in PERIODS),
    *(f"facts/price_{period}" for period in PERIODS),
)
_YEAR_H = 8760


class RunningRow(msgspec.Struct, frozen=True, kw_only=True):
    """One number of a year of running, with its word and what is to be known of it."""

    key: str
    name: Message
    figure: Figure
    note: Message | None = None


def running_rows(context: Context) -> tuple[RunningRow, ...]:
    """Return bill, energy, the part of it that idle machines draw, mean power, price, PUE and carbon of a year."""
    energy = context.energy
    rows = (
        ("year_cost", msg("running.cost", "Electricity in a year"), energy.year_cost, None),
        ("year_kwh", msg("running.energy", "Energy in a year"), energy.year_kwh, _basis(energy.use)),
        ("idle_kwh", msg("running.idle", "If the machines only idled all year"), energy.idle_kwh, None),
        (
            "mean_w",
            msg("running.mean", "Mean power of the machines"),
            energy.mean_w,
            _span(energy.idle_w, energy.full_w),
        ),
        ("price", msg("running.price", "Price reckoned with"), energy.price, None),
        ("pue", msg("running.pue", "PUE reckoned with"), energy.pue, None),
        ("carbon_kg", msg("running.carbon", "Carbon dioxide in a year"), energy.carbon_kg, _factor(energy.factor)),
    )
    return tuple(RunningRow(key=key, name=name, figure=figure, note=note) for key, name, figure, note in rows)


def _basis(use: Use) -> Message:
    share = use.year.value or 0.0
    percent = round(100 * share, 1)
    if use.basis == "workload":
        return msg("running.workload", "Use by the hours of the workload: {use} % of the time", use=percent)
    if use.basis == "told":
        return msg("running.told", "Use as entered: {use} % of the time", use=percent)
    hours = round(share * _YEAR_H)
    return msg(
        "running.assumed",
        "Use is an assumption: at work {use} % of the time, {hours} h a year; hours of the workload or cards are not known",
        use=percent,
        hours=hours,
    )


def _span(idle: Figure, full: Figure) -> Message | None:
    if not (idle.known and full.known):
        return None
    return msg("running.span", "Machines draw {idle} when idle, {full} at full load", idle=idle, full=full)


def _factor(factor: Figure) -> Message:
    year = next((part for part in factor.key.split("/") if part.isdigit()), "")
    if not year:
        return msg("running.factor", "Carbon by {factor}, as entered", factor=factor)
    return msg("running.factor.year", "Carbon by {factor}, published for {year}", factor=factor, year=year)


def sample_tariff_edit() -> Edit:
    """Return the edit that fills in the prices of the sample as assumptions; hours stay for the price list."""
    return Batch(
        edits=tuple(
            SetValue(
                path=f"facts/price_{row['period']}",
                value={"value": float(row["cny_per_kwh"]), "quality": "assumed", "source": row["source"]},
            )
            for row in tables.rows("facility/tariffs.csv")
        )
    )
