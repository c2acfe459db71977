"""What a job's cards draw and cost by the hour: on a machine of the alternative, or on a bare card of the catalog."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from planner.assess import formulas as f
from planner.assess.demand import devices_in
from planner.assess.energy import pue_of
from planner.assess.facts import fact_figure, first_known
from planner.assess.rent import rent_rate
from planner.assess.tariff import electricity_price
from planner.catalog.devices import devices_per_board
from planner.catalog.items import Item
from planner.figure import Figure, Quality, constant, leaf, trace, unknown
from planner.limits import limit
from planner.plan.document import Facts
from planner.workload.capped import Cap
from planner.workload.energy import JOB_W, OWN_HOUR

if TYPE_CHECKING:
    from planner.assess.lines import LineFigures
    from planner.assess.run import Assessment


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """Power (W) and devices of what is switched on, its purchase and rent by the card-hour (CNY), tariff and overhead.

    ``cap`` is the power limit that was set on its cards.
    """

    machine_w: Figure
    devices_there: Figure
    own_hour: Figure
    rent_hour: Figure
    tariff: Figure
    pue: Figure
    cap: Cap | None = None

    def job_w(self, devices: int, key: str) -> Figure:
        """Return the W of ``devices`` with their part of the machine; several machines where one has too few."""
        asked = leaf(f"{key}/devices", float(devices), "1", Quality.ENTERED)
        return trace(JOB_W, f"{key}/job_w", machine_w=self.machine_w, devices=asked, devices_there=self.devices_there)


def line_terms(assessment: Assessment, line: LineFigures, offers: Iterable[Item] = ()) -> Terms:
    """Return the terms of a machine of the alternative; ``offers`` are the catalog's cloud offers."""
    context, facts, name = assessment.context, assessment.plan.facts, line.line.id
    there = leaf(f"{line.key}/devices_there", float(devices_in(line)), "1", Quality.ENTERED)
    prices = context.prices.get(name)
    price = unknown(f"{line.key}/unit_price", "CNY") if prices is None else prices.chosen.figure
    units = max(line.line.quantity, 1)
    machines = leaf(f"{line.key}/all_devices", float(devices_in(line) * units), "1", Quality.ENTERED)
    cards = frozenset() if line.card is None else frozenset({line.card.id})
    return Terms(
        machine_w=line.unit_max_w,
        devices_there=there,
        own_hour=_own_hour(price, machines, context.energy.use.year, facts, line.key),
        rent_hour=rent_rate(context, facts, cards, offers)[0],
        tariff=context.energy.price,
        pue=context.energy.pue,
        cap=_cap(line),
    )


def _cap(line: LineFigures) -> Cap | None:
    """Return the power limit that is set on the cards of a line, None where none is."""
    if line.card is None or "card_power_cap_w" not in line.line.facts:
        return None
    cap = fact_figure(line.line.facts, "card_power_cap_w", f"{line.key}/card_power_cap_w", "W")
    return Cap(cap_w=cap, card_w=line.card.figure("tdp_w", "W"))


def card_terms(card: Item, facts: Facts) -> Terms:
    """Return the terms of one card with the customary share of a host; price and rent of it are not known here."""
    key = f"{card.id}/alone"
    one = constant(f"{key}/cards", 1.0, "1", "one card")
    host = trace(
        f.SHARE_HOST_W,
        f"{key}/share_host_w",
        cards=one,
        new_w=card.figure("tdp_w", "W"),
        host_share=limit("use.host_power"),
    )
    power = trace(
        f.OTHER_CARDS_W,
        f"{key}/max_power_w",
        cards=one,
        new_w=card.figure("tdp_w", "W"),
        host_w=host,
        psu_efficiency=limit("default.psu_efficiency"),
    )
    return Terms(
        machine_w=msgspec.structs.replace(power, quality=Quality.ASSUMED) if power.known else power,
        devices_there=leaf(f"{key}/devices_there", float(devices_per_board(card)), "1", Quality.PUBLISHED),
        own_hour=unknown(f"{key}/own_hour", "CNY/GPU-h", ("alternative/compute",)),
        rent_hour=unknown(f"{key}/rent_hour", "CNY/GPU-h", ("source/rent/card_hour",)),
        tariff=electricity_price(facts),
        pue=pue_of(None, (), facts),
    )


def _own_hour(price: Figure, devices: Figure, share: Figure, facts: Facts, key: str) -> Figure:
    years = first_known(
        "plan/years_of_use",
        "yr",
        fact_figure(facts, "years_of_use", "plan/years_of_use", "yr"),
        msgspec.structs.replace(limit("default.years_of_use"), quality=Quality.ASSUMED),
    )
    return trace(OWN_HOUR, f"{key}/own_hour", price=price, years=years, use_share=share, devices_there=devices)
