"""What each UPS carries: what is plugged in behind it, else all machines, and the load in percent of the tighter rating."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from planner.assess.context import View
from planner.assess.factor import factor_of_lines, tells_factor
from planner.assess.lines import LineFigures, parted
from planner.assess.memo import Memo
from planner.assess.site import SiteFigures
from planner.assess.ups import rating_of_unit
from planner.assess.ups_altitude import left_of
from planner.assess.ups_loss import node_rating
from planner.checks.site_parts import name_of
from planner.facility.circuits import APPARENT_VA
from planner.facility.power import LINE_W, SUM_W
from planner.facility.ups import LOAD_PCT
from planner.figure import Figure, entered, trace
from planner.messages import Labelled
from planner.plan.document import Facts

Basis = Literal["wired", "all", "shared"]


class Carried(msgspec.Struct, frozen=True, kw_only=True):
    """A UPS with its load in percent of the tighter rating; ``load`` and ``rating`` are those in its unit (W or VA).

    Ratings are what is left of them at the altitude of the room, where that is told.

    ``basis`` is wired where the wiring says what hangs on it; all machines, or its share of them by rating, where nobody
    said.
    """

    subject: str
    name: str | Labelled
    load_w: Figure
    rating_w: Figure
    load: Figure
    rating: Figure
    percent: Figure
    basis: Basis


def carried(view: View) -> tuple[Carried, ...]:
    """Return each UPS of the wiring with what is plugged in behind it, else the planned ones with all machines."""
    found: tuple[Carried, ...] = view.memo.call(
        _all_carried, view.memo, view.site, view.facts, parted(view.memo, view.lines).machines
    )
    return found


def _all_carried(memo: Memo, site: SiteFigures, facts: Facts, machines: tuple[LineFigures, ...]) -> tuple[Carried, ...]:
    return tuple(_carried_by(site, facts, machines, any(memo.column("own factors", machines, tells_factor))))


def _carried_by(
    site: SiteFigures, facts: Facts, planned_machines: tuple[LineFigures, ...], have_factors: bool
) -> Iterator[Carried]:
    wired = [load for load in site.loads.values() if load.node.type == "ups"]
    lines = {planned.line.line.id: planned.line for planned in site.ups}
    for load in wired:
        own = site.joined_ups.get(load.node.id, ())
        rated_w = node_rating(load.node, own, lines, "rated_w", "W")
        rated_va = node_rating(load.node, own, lines, "rated_va", "VA")
        name = (load.node.id, name_of(load.node))
        ratings = (left_of(rated_w, site.ups_share_pct), left_of(rated_va, site.ups_share_pct))
        yield _carried(name, load.load_w, ratings, load.power_factor, "wired")
    if wired:
        return
    factor: Figure | None = None  # that of all machines is one for all UPS
    for planned in site.ups:
        line = planned.line
        if line.line.quantity and planned_machines:
            key = line.max_w.key.rpartition("/")[0]
            shared = planned.basis == "shared"
            load_w = planned.behind_w if shared else _all(f"{key}/all_machines_w", planned_machines)
            rated = (_rating(line, key, "rated_w", "W"), _rating(line, key, "rated_va", "VA"))
            ratings = (left_of(rated[0], site.ups_share_pct), left_of(rated[1], site.ups_share_pct))
            if factor is None:
                telling = planned_machines if have_factors else ()  # without any it is the plan's
                factor = factor_of_lines(f"{key}/all_machines", telling, facts)
            basis: Basis = "shared" if shared else "all"
            yield _carried((line.line.id, line.line.title), load_w, ratings, factor, basis)


def _all(key: str, lines: tuple[LineFigures, ...]) -> Figure:
    return trace(SUM_W, key, power_w=[line.max_w for line in lines])


def _rating(line: LineFigures, key: str, name: str, unit: str) -> Figure:
    one = rating_of_unit(line, name, unit)
    count = entered(f"{key}/quantity", float(line.line.quantity), "1")
    whole = trace(LINE_W, f"{key}/all_{name}", quantity=count, power_w=one)
    return msgspec.structs.replace(whole, unit=unit)


def _carried(
    name: tuple[str, str | Labelled],
    load_w: Figure,
    ratings: tuple[Figure, Figure],
    factor: Figure,
    basis: Basis,
) -> Carried:
    key = load_w.key.rpartition("/")[0]
    load_va = trace(APPARENT_VA, f"{key}/ups_load_va", power_w=load_w, power_factor=factor)
    percent = trace(
        LOAD_PCT, f"{key}/ups_load_pct", load_w=load_w, rating_w=ratings[0], load_va=load_va, rating_va=ratings[1]
    )
    load, rating = load_w, ratings[0]
    if percent.known and load_va.require() * ratings[0].require() > load_w.require() * ratings[1].require():
        load, rating = load_va, ratings[1]
    return Carried(
        subject=name[0],
        name=name[1],
        load_w=load_w,
        rating_w=ratings[0],
        load=load,
        rating=rating,
        percent=percent,
        basis=basis,
    )
