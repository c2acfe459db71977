"""The rules of the parameter library: each finds the threshold of one row for one line, or None where nothing tells.

A value whose quality is assumed is no evidence of what a product does: a catalog value of that kind gives no
threshold. A planning value that the user has typed or accepted is the buyer's own wish; it gives one that is marked
to be verified. Need before product: what the workload or the room asks decides, the build only where nothing does.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping

import msgspec

from planner.figure import Figure, leaf, unknown
from planner.messages import Message, msg
from planner.tender import capacity_rules, card_rules, data_rules, needs, room, service_rules
from planner.tender.case import Case, asked, in_unit, rests_on_assumption, told
from planner.tender.market import is_known
from planner.tender.parameters import Threshold
from planner.tender.thresholds import max_from_product, min_from_product
from planner.units import convert

_MAINS_V = (200, 240)
_ADAPTER_W = 100
_TALLER = 1.25  # a machine a quarter taller than the one in the plan is still let in


Rule = Callable[[Case], Threshold | None]


def threshold_of(case: Case) -> Threshold | None:
    """Return the threshold of the case by the rule of its row; raises KeyError for a rule that is not there."""
    return RULES[case.row.rule](case) if asked(case) else None


def _fixed(case: Case) -> Threshold | None:
    row = case.row
    return Threshold(
        origin="fixed", low=row.low, high=row.high, options=row.options, chosen=unknown(case.key, row.unit)
    )


def _told(case: Case) -> Threshold | None:
    figure = told(case)
    if not figure.known:
        return None
    is_min = case.row.kind == "min"
    return Threshold(
        origin="fixed",
        low=figure.value if is_min else None,
        high=None if is_min else figure.value,
        chosen=figure,
        need=figure,
        to_verify=rests_on_assumption(figure),
    )


def _port(case: Case) -> Threshold | None:
    if told(case).known:
        return _told(case)
    item = case.line.item
    rates = _port_rates(item.text("interface_or_ports")) if item and is_known(item, "interface_or_ports") else ()
    if item is None or not rates:
        return None
    chosen = leaf(f"{item.id}/port_gbps", max(rates), "Gbit/s", item.quality("interface_or_ports"))
    return Threshold(
        origin="ladder", low=min_from_product(max(rates), case.row.ladder, lambda step: False), chosen=chosen
    )


def _port_rates(text: str) -> tuple[float, ...]:
    """Return the Gbit/s of Ethernet ports such as '1000base-tx3;100gbase-x-qsfp28x4'."""
    found = re.findall(r"(\d+(?:\.\d+)?)(g?)base", text.casefold())
    return tuple(float(number) if giga else float(number) / 1000 for number, giga in found)


def _room_power(case: Case) -> Threshold | None:
    need = in_unit(needs.room_power(case.assessment, case.line_id), case.row.unit)
    chosen = in_unit(case.line.unit_max_w, case.row.unit)
    product = chosen.value if not rests_on_assumption(chosen) else None
    if not need.known:
        if runs_from_adapter(case):
            return None  # no room is narrow for it: its own figure would only point at it
        high = max_from_product(product, case.row.ladder) if product is not None else None
        found = (
            None if high is None else Threshold(origin="ladder", high=high, chosen=chosen, need=need, to_verify=True)
        )
        return _small_in_watts(found)
    if need.require() <= 0:
        return None
    is_open = rests_on_assumption(need)
    if chosen.known and chosen.require() > need.require() and (works := room.works_for(case.assessment, case.line)):
        return _with_works(case, need, chosen, works, is_open)
    high = room.power_bound(need.require(), product, case.row.ladder)
    finding = _over(chosen, high)
    return _small_in_watts(
        Threshold(origin="site", high=high, chosen=chosen, need=need, to_verify=is_open, finding=finding)
    )


def _with_works(case: Case, need: Figure, chosen: Figure, works: room.Works, is_open: bool) -> Threshold:
    """Return the bound of the circuit that the application for power asks for: the socket there carries no planned machine."""
    allowed = in_unit(works.allowed_w, case.row.unit)
    finding = msg(
        "tender.over_room_works",
        "The build draws {chosen}, the room allows {allowed}: the requirement presupposes a dedicated circuit of {breaker}. Have it put in and enter it, or cap the cards.",
        chosen=chosen,
        allowed=need,
        breaker=works.breaker_a,
    )
    found = Threshold(
        origin="site",
        high=room.power_bound(allowed.require(), chosen.value, case.row.ladder),
        chosen=chosen,
        need=allowed,
        to_verify=is_open,
        finding=finding,
        condition=works.condition(),
    )
    return _small_in_watts(found) or found


def runs_from_adapter(case: Case) -> bool:
    """Tell whether a unit draws so little that it comes with an adapter of its own."""
    power_w = case.line.unit_max_w.value
    return power_w is not None and power_w < _ADAPTER_W


def _small_in_watts(found: Threshold | None) -> Threshold | None:
    """Return a bound below one kilowatt in watts, as people write it."""
    if found is None or found.high is None or found.high >= 1:
        return found
    return msgspec.structs.replace(found, high=convert(found.high, "kW", "W"), unit="W")


def _over(chosen: Figure, high: float) -> Message | None:
    if chosen.value is None or chosen.value <= high:
        return None
    return msg(
        "tender.over_room",
        "The build draws {chosen}, the room allows {allowed} {unit}: cap the cards, or have the supply changed and enter it.",
        chosen=chosen,
        allowed=high,
        unit=chosen.unit,
    )


def _own_power(case: Case) -> Threshold | None:
    chosen = in_unit(case.line.unit_max_w, case.row.unit)
    if not chosen.known or chosen.value == 0 or rests_on_assumption(chosen):
        return None
    high = max_from_product(chosen.require(), case.row.ladder)
    return _small_in_watts(None if high is None else Threshold(origin="ladder", high=high, chosen=chosen))


def _voltage(case: Case) -> Threshold | None:
    if runs_from_adapter(case):
        return None  # its input is the low voltage of the adapter
    volts = needs.supply_volts(case.assessment)
    if volts is None or not _MAINS_V[0] <= volts.require() <= _MAINS_V[1]:
        return None
    item = case.line.item
    text = item.text("input_voltage_v") if item is not None and is_known(item, "input_voltage_v") else ""
    ends = [float(part) for part in re.findall(r"\d+(?:\.\d+)?", text)]
    low, high = case.row.low, case.row.high
    if ends and low is not None and high is not None and not (min(ends) <= low and high <= max(ends)):
        return None
    return Threshold(origin="site", low=low, high=high, need=volts, chosen=unknown(case.key, "V"))


def _noise(case: Case) -> Threshold | None:
    need = needs.noise_limit(case.assessment)
    if need is None or not need.known:
        return None
    chosen, high = case.line.noise_db, float(math.floor(need.require()))
    louder = chosen.value is not None and chosen.value > high
    finding = msg(
        "tender.noise", "The build makes {chosen}, the room allows {allowed} dB(A).", chosen=chosen, allowed=high
    )
    return Threshold(
        origin="site",
        high=high,
        chosen=chosen,
        need=need,
        to_verify=rests_on_assumption(need),
        finding=finding if louder else None,
    )


def _temperature(case: Case) -> Threshold | None:
    item, low, high = case.line.item, case.row.low, case.row.high
    if item is None or low is None or high is None or not all(is_known(item, key) for key in case.row.keys):
        return None
    coldest, hottest = (item.number(key) for key in case.row.keys)
    if coldest is None or hottest is None or max(low, coldest) >= min(high, hottest):
        return None
    chosen = item.figure(case.row.keys[1], "degC")
    return Threshold(origin="fixed", low=max(low, coldest), high=min(high, hottest), chosen=chosen)


def _rack_u(case: Case) -> Threshold | None:
    need = needs.rack_height(case.assessment, case.line_id)
    if need is None or math.floor(need.require()) < 1:
        return None
    chosen = capacity_rules.label(case)
    free = float(math.floor(need.require()))
    high = free if not chosen.known else min(free, float(math.ceil(chosen.require() * _TALLER)))
    return Threshold(origin="site", high=high, chosen=chosen, need=need, to_verify=rests_on_assumption(need))


RULES: Mapping[str, Rule] = {
    "card_count": card_rules.card_count,
    "card_memory": card_rules.card_memory,
    "card_memory_total": card_rules.card_memory_total,
    "card_value": card_rules.card_value,
    "software": card_rules.software,
    "methods": card_rules.methods,
    "cloud_memory": service_rules.cloud_memory,
    "cloud_software": service_rules.cloud_software,
    "fixed": _fixed,
    "told": _told,
    "item_value": capacity_rules.item_value,
    "port": lambda case: data_rules.rate(case, _port),
    "data_port": lambda case: data_rules.rate(case, _told),
    "kept": data_rules.kept,
    "room_power": _room_power,
    "own_power": _own_power,
    "voltage": _voltage,
    "noise": _noise,
    "temperature": _temperature,
    "rack_u": _rack_u,
    "ups_va": capacity_rules.ups_va,
    "ups_w": capacity_rules.ups_w,
    "cooling": capacity_rules.cooling,
    "port_rate": capacity_rules.port_rate,
    "port_count": capacity_rules.port_count,
}
