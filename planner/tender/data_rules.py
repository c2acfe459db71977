"""The rules of storage and ports: the data of the workload ask; what the user typed stands, and a finding says where it is less."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from planner.figure import Figure, unknown
from planner.messages import Message, msg
from planner.tender import data_needs
from planner.tender.case import Case, in_unit, of_item, rests_on_assumption, told
from planner.tender.parameters import Threshold
from planner.tender.thresholds import clean_up, min_with_reserve

_Finding = Callable[[Figure, Figure], Message]


def kept(case: Case) -> Threshold | None:
    """Return the usable capacity of a storage: as typed, else what the data of the workload ask with growth and free room."""
    typed, need = told(case), data_needs.room(case.assessment, case.line_id)
    if typed.known:
        return _typed(typed, need, need, _little_room)
    if need is None or not need.known:
        return None
    chosen = of_item(case)
    return Threshold(
        origin="demand",
        low=clean_up(need.require()),
        chosen=chosen if chosen.known else unknown(case.key, case.row.unit),
        need=need,
        to_verify=rests_on_assumption(need),
    )


def _little_room(typed: Figure, need: Figure) -> Message:
    return msg(
        "tender.room_small",
        "{typed} are asked for, the data of the workload take {need} with growth and free room: raise it, or keep less.",
        typed=typed,
        need=need,
    )


def rate(case: Case, otherwise: Callable[[Case], Threshold | None]) -> Threshold | None:
    """Return the rate of a port: as typed, else what is read through it, else what ``otherwise`` finds."""
    typed, need = told(case), data_needs.rate(case.assessment, case.line_id)
    wanted, least = (
        (None, None) if need is None else (in_unit(need.wanted, case.row.unit), in_unit(need.least, case.row.unit))
    )
    if typed.known:
        return _typed(typed, wanted, least, _slow_port)
    if wanted is None or least is None or not wanted.known:
        return otherwise(case)
    built = otherwise(case)
    chosen = built.chosen if built is not None else unknown(case.key, case.row.unit)
    low, has_reserve = min_with_reserve(wanted.require(), least.require(), chosen.value, case.row.ladder or "L2")
    return Threshold(
        origin="demand",
        low=low,
        chosen=chosen,
        need=wanted if has_reserve else least,
        to_verify=rests_on_assumption(least),
    )


def _slow_port(typed: Figure, need: Figure) -> Message:
    return msg(
        "tender.port_slow",
        "{typed} are asked for, the jobs that start together read {need}: raise it, or keep the data in the machines.",
        typed=typed,
        need=need,
    )


def _typed(typed: Figure, need: Figure | None, least: Figure | None, finding: _Finding) -> Threshold:
    """Return what the user typed, untouched; what the workload asks stands beside it, with a finding where it is more."""
    found = Threshold(origin="fixed", low=typed.value, chosen=typed, need=typed, to_verify=rests_on_assumption(typed))
    if need is None or least is None or not need.known or not least.known:
        return found
    is_less = typed.require() < least.require() * (1 - 1e-9)
    return msgspec.structs.replace(found, need=need, finding=finding(typed, least) if is_less else None)
