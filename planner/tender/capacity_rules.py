"""The rules of what has to carry the plan: UPS, cooling, switch; none asks for less than the plan loads.

A need is asked with its customary reserve. A UPS is asked with it in any case, as the checks advise it; a finding says
where the planned one has it not. Where another unit carries the bare need but not the reserve, the bare need decides,
so that the unit is not shut out; where it does not even carry that, a finding says so.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from planner.figure import Figure, unknown
from planner.messages import Message, msg
from planner.tender import data_needs, loads
from planner.tender.case import Case, in_unit, of_item, rests_on_assumption, told
from planner.tender.parameters import Threshold
from planner.tender.thresholds import min_from_product, min_with_reserve

_Finding = Callable[[Figure, Figure], Message]


def label(case: Case) -> Figure:
    """Return what was typed for the line, else what its catalog row says, in the unit of the library row."""
    typed = told(case)
    return typed if typed.known else of_item(case)


def item_value(case: Case) -> Threshold | None:
    """Return a minimum that nothing asks for: down the ladder from the unit in the plan."""
    return _from_unit(case, label(case))


def _from_unit(case: Case, chosen: Figure) -> Threshold | None:
    if not chosen.known:
        return None
    low = min_from_product(chosen.require(), case.row.ladder, lambda step: False)
    if low is None:
        return None
    return Threshold(origin="ladder", low=low, chosen=chosen, to_verify=rests_on_assumption(chosen))


def ups_w(case: Case) -> Threshold | None:
    """Return the active power of a UPS, never below the load connected to it."""
    return _with_reserve(case, loads.ups_power(case.assessment, case.line_id))


def ups_va(case: Case) -> Threshold | None:
    """Return the apparent power of a UPS, never below the load connected to it at its power factor."""
    return _with_reserve(case, loads.ups_apparent(case.assessment, case.line_id))


def _with_reserve(case: Case, need: loads.Need | None) -> Threshold | None:
    """Return the rating of a UPS with the advised reserve, whatever the planned one has; a finding says where that is less."""
    chosen = label(case)
    found = _carried(case, need, chosen, _small_ups)
    if found is None or need is None or not need.wanted.known or found.origin != "demand":
        return found
    wanted = in_unit(need.wanted, case.row.unit)
    if found.finding is not None or not chosen.known or chosen.require() >= wanted.require() * (1 - 1e-9):
        return found
    low, _ = min_with_reserve(wanted.require(), wanted.require(), chosen.value, case.row.ladder)
    finding = msg(
        "tender.ups_tight",
        "The planned UPS is rated {chosen}, the load on it with the advised reserve asks for {need}: take the next size, or say which machines hang on it.",
        chosen=chosen,
        need=wanted,
    )
    return msgspec.structs.replace(found, low=low, need=wanted, finding=finding)


def _small_ups(chosen: Figure, need: Figure) -> Message:
    return msg(
        "tender.ups_small",
        "The planned UPS is rated {chosen}, the load on it is {need}: take a larger one, or say which machines hang on it.",
        chosen=chosen,
        need=need,
    )


def cooling(case: Case) -> Threshold | None:
    """Return the sensible cooling of a unit, never below the heat that the other units leave to it."""
    chosen = label(case)
    if not chosen.known:
        chosen = in_unit(loads.own_cooling(case.assessment, case.line_id), case.row.unit)
    return _carried(case, loads.cooling(case.assessment, case.line_id), chosen, _small_cooling)


def _small_cooling(chosen: Figure, need: Figure) -> Message:
    return msg(
        "tender.cooling_small",
        "The planned unit has {chosen} of sensible cooling, the heat left to it is {need}: take a larger one or more units.",
        chosen=chosen,
        need=need,
    )


def port_rate(case: Case) -> Threshold | None:
    """Return the rate of the fastest ports, never below the rate that machines, storage or the data of the workload ask for."""
    asked = loads.port_rate(case.assessment, case.line_id) or data_needs.storage_rate(case.assessment)
    return _carried(case, asked, label(case), _slow_ports)


def _slow_ports(chosen: Figure, need: Figure) -> Message:
    return msg(
        "tender.ports_slow",
        "The fastest port of the planned switch has {chosen}, machines or storage ask for {need}: take a faster one.",
        chosen=chosen,
        need=need,
    )


def port_count(case: Case) -> Threshold | None:
    """Return the ports of a switch as typed, raised to one for each machine of the plan where that is more."""
    typed, need = told(case), loads.ports(case.assessment, case.line_id)
    if not typed.known:
        return None
    found = Threshold(origin="fixed", low=typed.value, chosen=typed, need=typed, to_verify=rests_on_assumption(typed))
    if need is None or need.require() <= typed.require():
        return found
    finding = msg(
        "tender.ports_few",
        "The planned switch has {chosen} ports, the plan connects {need} machines: take a larger one.",
        chosen=typed,
        need=need,
    )
    return msgspec.structs.replace(found, origin="demand", low=need.value, need=need, finding=finding)


def _carried(case: Case, need: loads.Need | None, chosen: Figure, finding: _Finding) -> Threshold | None:
    if need is None or not need.least.known or need.least.require() <= 0:
        found = _from_unit(case, chosen)
        return msgspec.structs.replace(found, to_verify=True) if found and need is not None and need.is_open else found
    wanted, least = in_unit(need.wanted, case.row.unit), in_unit(need.least, case.row.unit)
    low, has_reserve = min_with_reserve(wanted.require(), least.require(), chosen.value, case.row.ladder)
    is_small = chosen.known and chosen.require() < least.require() * (1 - 1e-9)
    return Threshold(
        origin="demand",
        low=low,
        chosen=chosen if chosen.known else unknown(case.key, case.row.unit),
        need=wanted if has_reserve else least,
        to_verify=need.is_open or rests_on_assumption(least) or (need.is_supposed and (is_small or not chosen.known)),
        finding=finding(chosen, least) if is_small else None,
    )
