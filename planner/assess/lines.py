"""What one line draws, weighs and takes up: three powers, heat, rack units, weight, each a traced figure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

import msgspec

from planner.assess import formulas as f
from planner.assess.cooling_input import input_w
from planner.assess.facts import fact_figure, first_known, of_item, of_line
from planner.assess.goods import Goods
from planner.assess.machine import other_cards_w, same_cards
from planner.assess.memo import Memo
from planner.assess.sifting import sifted
from planner.assess.supplies import spare_of, supply_count, supply_rating, supply_scheme
from planner.catalog.items import Item
from planner.facility.power import EXPECTED_W, LINE_W, PSU_NONREDUNDANT_W
from planner.figure import Figure, Quality, entered, leaf, trace
from planner.limits import limit
from planner.plan.document import RENTED, Facts, LineRole

POWERED = frozenset({"compute", "storage", "network", "other"})
BROUGHT_IN: frozenset[LineRole] = frozenset({"rack", "compute", "ups", "storage"})
CARRIED = frozenset({"compute", "storage", "network", "ups", "pdu", "rack", "cooling", "other"})


class LineFigures(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One line with its rows and figures; ``unit_*`` are for one unit, the others for the whole line (W, U, kg).

    ``key`` is what their keys begin with: ``<alternative>/<line>``.
    """

    key: str
    line: Goods
    item: Item | None
    card: Item | None
    unit_max_w: Figure
    nameplate_w: Figure
    max_w: Figure
    expected_w: Figure
    idle_w: Figure
    heat_w: Figure
    rack_u: Figure
    weight_kg: Figure
    uncapped_max_w: Figure
    noise_db: Figure


def line_figures(
    alternative: str, line: Goods, item: Item | None, card: Item | None, shares: Shares, fitted: Item | None = None
) -> LineFigures:
    """Return the figures of ``line``; ``shares`` are the plan's assumptions.

    ``fitted`` is the row of the card that the machine's row is listed with, where it is at hand.
    """
    key = f"{alternative}/{line.id}"
    quantity = entered(f"{key}/quantity", float(line.quantity), "1")
    uncapped = _unit_max(key, line, item, card, fitted, shares)
    unit_max = _capped(key, line, card, shares, uncapped)
    idle = _unit_idle(key, line, item, shares, unit_max)
    unit_expected = (
        trace(EXPECTED_W, f"{key}/unit_expected_w", idle_w=idle, max_w=unit_max, use_share=shares.utilisation)
        if line.role in POWERED
        else unit_max
    )
    cools = line.role == "cooling"  # it draws power, and its heat leaves the room
    nameplate = unit_max if cools else _unit_nameplate(key, line, item)
    heat = _nothing(f"{key}/unit_heat_w", "W") if cools else unit_max
    maximum = trace(LINE_W, f"{key}/max_w", quantity=quantity, power_w=unit_max)
    return LineFigures(
        key=key,
        line=line,
        item=item,
        card=card,
        unit_max_w=unit_max,
        uncapped_max_w=uncapped,
        nameplate_w=trace(LINE_W, f"{key}/nameplate_w", quantity=quantity, power_w=nameplate),
        max_w=maximum,
        expected_w=trace(LINE_W, f"{key}/expected_w", quantity=quantity, power_w=unit_expected),
        idle_w=idle,
        heat_w=trace(LINE_W, f"{key}/heat_w", quantity=quantity, power_w=heat),
        rack_u=trace(f.UNITS_U, f"{key}/rack_u", quantity=quantity, unit_u=_unit_rack_u(key, line, item)),
        weight_kg=trace(f.UNITS_KG, f"{key}/weight_kg", quantity=quantity, unit_kg=_unit_weight(key, line, item)),
        noise_db=of_line(f"{key}/noise_db", "dB(A)", line, "noise_db", item, "noise_db"),
    )


class Shares(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a plan assumes of all its machines, as ratios: the part of the time they work, what they draw of their maximum when idle, the efficiency of their power supplies."""

    utilisation: Figure
    idle: Figure
    psu_efficiency: Figure


def shares_of(facts: Facts) -> Shares:
    """Return what the plan assumes of all its machines; the customary efficiency where it says none."""
    return Shares(
        utilisation=utilisation(facts),
        idle=fact_figure(facts, "idle_share", "plan/idle_share", "1"),
        psu_efficiency=efficiency(facts),
    )


def efficiency(facts: Facts) -> Figure:
    """Return the efficiency of the power supplies as a ratio: the plan's, else the customary one."""
    if "psu_efficiency" in facts:  # asked for each machine with cards: no figure is made of what is not there
        told = fact_figure(facts, "psu_efficiency", "plan/psu_efficiency", "1")
        if told.value is not None:
            return told
    return first_known("plan/psu_efficiency", "1", limit("default.psu_efficiency"))


def utilisation(facts: Facts) -> Figure:
    """Return how much of the time machines work (a ratio), as the plan says it."""
    return fact_figure(facts, "utilisation", "plan/utilisation", "1")


def units_of(line: LineFigures) -> Figure:
    """Return how many units of a line are planned, a count."""
    units = line.max_w.given["quantity"]
    assert isinstance(units, Figure)
    return units


class Parted(msgspec.Struct, frozen=True, kw_only=True):
    """The lines of a build by what they are, each in the order of the plan.

    ``powered`` draw power and ``carried`` weigh something, ``brought_in`` are those large enough for doors and lifts to
    matter, ``ups`` and ``cooling`` are of that role, whatever their quantity. The others are planned, with a quantity: ``machines`` are the powered ones, ``compute``, ``storage`` and
    ``network`` those of them of that role, ``cabled`` those that hang on the network, ``rented`` clouds and services.
    """

    all: tuple[LineFigures, ...]
    powered: tuple[LineFigures, ...]
    carried: tuple[LineFigures, ...]
    brought_in: tuple[LineFigures, ...]
    ups: tuple[LineFigures, ...]
    cooling: tuple[LineFigures, ...]
    planned: tuple[LineFigures, ...]
    machines: tuple[LineFigures, ...]
    compute: tuple[LineFigures, ...]
    storage: tuple[LineFigures, ...]
    network: tuple[LineFigures, ...]
    cabled: tuple[LineFigures, ...]
    rented: tuple[LineFigures, ...]


_NONE_OF = {role: f"no {role}" for role in get_args(LineRole)}
"""What a line of a role is called here of which none is planned."""
_WANTED = {
    "powered": POWERED | {_NONE_OF[role] for role in POWERED},
    "carried": CARRIED | {_NONE_OF[role] for role in CARRIED},
    "brought_in": BROUGHT_IN | {_NONE_OF[role] for role in BROUGHT_IN},
    "ups": {"ups", _NONE_OF["ups"]},
    "cooling": {"cooling", _NONE_OF["cooling"]},
    "planned": {*_NONE_OF},
    "machines": POWERED,
    "compute": {"compute"},
    "storage": {"storage"},
    "network": {"network"},
    "cabled": {"compute", "storage"},
    "rented": RENTED,
}


def parted(memo: Memo, lines: Mapping[str, LineFigures]) -> Parted:
    """Return the lines by what they are; a run asks once and shares it."""
    return memo.call(_parted, memo, lines)


def _parted(memo: Memo, lines: Mapping[str, LineFigures]) -> Parted:
    whole = tuple(lines.values())
    return Parted(all=whole, **sifted(memo, "lines by what they are", whole, _kind, _WANTED))


def _kind(line: LineFigures) -> str:
    own = line.line
    return own.role if own.quantity else _NONE_OF[own.role]


def _nothing(key: str, unit: str) -> Figure:
    return leaf(key, 0.0, unit, Quality.COMPUTED, "not a load of its own")


def _unit_max(
    key: str, line: Goods, item: Item | None, card: Item | None, fitted: Item | None, shares: Shares
) -> Figure:
    name = f"{key}/max_power_w"
    if line.role == "cooling":
        return input_w(key, line, item)
    if line.role not in POWERED:
        return _nothing(name, "W")
    found = of_line(name, "W", line, "max_power_w", item, "max_power_w", "power_max_w")
    told = found.key == name and found.value is not None
    if told or item is None or same_cards(line, item, card):
        return found
    return other_cards_w(key, line, item, card, fitted, shares.psu_efficiency)


def _capped(key: str, line: Goods, card: Item | None, shares: Shares, uncapped: Figure) -> Figure:
    if "card_power_cap_w" not in line.facts or line.role not in POWERED:
        return uncapped
    cap = fact_figure(line.facts, "card_power_cap_w", f"{key}/card_power_cap_w", "W")
    if not cap.known:
        return uncapped
    return trace(
        f.CAPPED_W,
        f"{key}/capped_w",
        uncapped_w=uncapped,
        cards=entered(f"{key}/cards_per_unit", float(line.cards_per_unit), "1"),
        card_w=of_item(card, "tdp_w", "W"),
        cap_w=cap,
        psu_efficiency=shares.psu_efficiency,
    )


def _unit_idle(key: str, line: Goods, item: Item | None, shares: Shares, unit_max: Figure) -> Figure:
    name = f"{key}/idle_power_w"
    if line.role not in POWERED:
        return _nothing(name, "W")
    found = of_line(name, "W", line, "idle_power_w", item, "idle_power_w")
    if found.value is not None:
        return found
    share = shares.idle
    return found if share.value is None else trace(f.SHARE_OF_W, name, whole_w=unit_max, share=share)


def _unit_nameplate(key: str, line: Goods, item: Item | None) -> Figure:
    name = f"{key}/nameplate_unit_w"
    if line.role not in POWERED:
        return _nothing(name, "W")
    found = of_line(name, "W", line, "nameplate_w", item, "power_max_w", "max_power_w")
    if found.key == name and found.value is not None:
        return found
    count, rating = supply_count(key, line, item), supply_rating(key, line, item)
    if count.value is None or rating.value is None:
        return found
    spare = spare_of(key, count, supply_scheme(line, item))
    return trace(PSU_NONREDUNDANT_W, name, psus=count, redundant=spare, psu_w=rating)


def _unit_rack_u(key: str, line: Goods, item: Item | None) -> Figure:
    name = f"{key}/unit_rack_u"
    mounted = line.role in ("compute", "storage", "network", "ups", "pdu")
    if mounted or "rack_u" in line.facts:
        found = of_line(name, "U", line, "rack_u", item if mounted else None, "rack_u", "u_height")
        if found.value is not None:
            return found
        if not mounted:
            return _nothing(name, "U")
        form = item.text("form") if item is not None else ""
        standing = form in ("tower", "mini", "desktop", "board")
        return _nothing(name, "U") if standing else found
    return _nothing(name, "U")


def _unit_weight(key: str, line: Goods, item: Item | None) -> Figure:
    name = f"{key}/unit_weight_kg"
    if line.role not in CARRIED:
        return _nothing(name, "kg")
    return of_line(name, "kg", line, "weight_kg", item, "weight_kg", "empty_weight_kg")
