"""The current that a cable's voltage drop goes by: there and back on one phase, by the lines and the neutral on three."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from planner.assess.facts import fact_figure
from planner.assess.formulas import ON_A_LINE_W
from planner.assess.site import NodeLoad
from planner.checks.lines import currents_of
from planner.checks.site_parts import key_of
from planner.facility.circuits import CURRENT_SUM_A
from planner.facility.phases import LINE_A, LINE_DROP_A, LINES, PAIR_DROP_A, PAIRS, WORST_OF_A
from planner.figure import Figure, constant, trace

_THREE = 3.0
_THERE_AND_BACK = "there and back single-phase, one way three-phase"


class DropCurrent(msgspec.Struct, frozen=True, kw_only=True):
    """Ways that a current (A) goes; ``least`` are those that are certain where nobody told the lines, else the same."""

    ways: Figure
    current_a: Figure
    least: tuple[Figure, Figure]


def drop_current(load: NodeLoad) -> DropCurrent:
    """Return what the voltage drop of a circuit's cable is reckoned with, on the line or pair where that is most."""
    one, two = (constant("circuit/ways", ways, "1", _THERE_AND_BACK) for ways in (1.0, 2.0))
    lines = currents_of(load)
    phases = fact_figure(load.node.values, "phases", f"site/{load.node.id}/phases", "1")
    if not lines:
        return _plain(one if phases.value == _THREE else two, load.total_a)
    if load.open_legs:
        return DropCurrent(ways=two, current_a=load.total_a, least=(one, load.least_a))
    if load.by_line is not None and load.by_line.is_open:
        return _plain(two, load.total_a)  # a single branch of an untold line beside others: no more than that
    worst = _worst(key_of(load), lines, _beside(load, lines))
    return _plain(one, worst) if worst is not None else _plain(two, load.total_a)


def _plain(ways: Figure, current_a: Figure) -> DropCurrent:
    return DropCurrent(ways=ways, current_a=current_a, least=(ways, current_a))


def _beside(load: NodeLoad, lines: Sequence[Figure]) -> Sequence[Figure]:
    """Return the currents (A) of the lines beside the fullest: a single branch of an untold line is on none of them."""
    given = load.own_a.given.get("lines_w", ())
    if isinstance(given, Figure) or not any(one.given["open_w"] for one in given):
        return lines
    key = key_of(load)
    told = [
        trace(
            ON_A_LINE_W,
            f"{key}/told_{leg}_w",
            own_w=one.given["own_w"],
            open_w=[],
            spread_w=one.given["spread_w"],
        )
        for leg, one in zip(LINES, given, strict=True)
    ]
    own = msgspec.structs.replace(load, own_a=trace_as(load.own_a, told))
    return currents_of(own)


def trace_as(current_a: Figure, lines_w: Sequence[Figure]) -> Figure:
    """Return the current (A) of a node with other loads (W) of its lines."""
    assert current_a.formula is not None
    return trace(current_a.formula, f"{current_a.key}_told", **{**current_a.given, "lines_w": list(lines_w)})


def _worst(key: str, lines: Sequence[Figure], beside: Sequence[Figure]) -> Figure | None:
    """Return the largest current (A) that the drop of a line, or between two, goes by; None where nothing flows."""
    to_neutral, pairs = [*map(_to_neutral, lines)], [_pair(one) for one in lines]
    others = [*map(_to_neutral, beside)]
    nothing = trace(CURRENT_SUM_A, f"{key}/no_pair_a", current_a=[])
    found = [
        trace(
            LINE_DROP_A,
            f"{key}/{leg}_drop_a",
            own_a=to_neutral[at],
            second_a=others[at - 2],
            third_a=others[at - 1],
            pair_1_a=pairs[at] or nothing,
            pair_2_a=pairs[at - 1] or nothing,
        )
        for at, leg in enumerate(LINES)
        if to_neutral[at].value != 0
    ]
    found += [
        trace(
            PAIR_DROP_A,
            f"{key}/{name}_drop_a",
            first_a=to_neutral[at],
            second_a=to_neutral[at - 2],
            pair_a=pair,
            other_1_a=pairs[at - 2] or nothing,
            other_2_a=pairs[at - 1] or nothing,
        )
        for at, (name, pair) in enumerate(zip(PAIRS, pairs, strict=True))
        if pair is not None and pair.value != 0
    ]
    return trace(WORST_OF_A, f"{key}/drop_a", lines_a=found) if found else None


def _to_neutral(line: Figure) -> Figure:
    """Return the current (A) to neutral of a line."""
    given = line.given["to_neutral_a"] if line.formula is LINE_A else line
    assert isinstance(given, Figure)
    return given


def _pair(line: Figure) -> Figure | None:
    """Return the current (A) of the pair that begins with a line."""
    given = line.given["pair_1_a"] if line.formula is LINE_A else None
    return given if isinstance(given, Figure) else None
