"""The three lines of a node one by one: loads to neutral, three-phase loads, loads between two lines, and those of others.

Loads between two lines add to those to neutral as vectors, 30 degrees apart; all have one power factor.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from planner.assess.current import OPEN_PAIR, SPREAD, Hung, Voltages, on_a_line
from planner.facility.circuits import CURRENT_1PH_A, CURRENT_SUM_A
from planner.facility.phases import LINE_A, LINES, NEUTRAL_A, PAIR_CURRENT_A, PAIRS
from planner.facility.power import SUM_W
from planner.figure import Figure, trace


class ByLine(msgspec.Struct, frozen=True, kw_only=True):
    """Currents (A) of L1, L2 and L3: of the machines, and with what others draw; and that of the neutral, with others.

    ``is_open`` where something counts on more lines than it hangs on, because nobody told on which.
    """

    own_a: tuple[Figure, ...]
    total_a: tuple[Figure, ...]
    neutral_a: Figure
    is_open: bool = False


def by_line(key: str, volts: Voltages, machines: Sequence[Hung], others: Sequence[Hung]) -> ByLine:
    """Return the currents of the lines; ``machines`` are powers (W), ``others`` are currents (A).

    What nobody told the line of counts on each of them, so that no line carries more than is said here.
    """
    own = _machines(key, volts, machines)
    pairs = _pairs(key, volts, machines)
    with_others = tuple(
        _sum(
            f"{key}/{leg}_with_others_a", one, [amps for where, amps in others if where in ("", OPEN_PAIR, SPREAD, leg)]
        )
        for leg, one in zip(LINES, own, strict=True)
    )
    all_pairs = {
        pair: _sum(f"{key}/{pair}_all_a", pairs.get(pair), amps)
        for pair in PAIRS
        if (amps := [one for where, one in others if where == pair]) or pair in pairs
    }
    total = _lines(key, "a", with_others, all_pairs)
    told = with_others
    open_a = [amps for where, amps in others if not where]
    open_w = [power for where, power in machines if not where]
    if open_a or open_w:
        told = tuple(_told(key, leg, volts, machines, others) for leg in LINES)
    if open_w:
        open_a.append(_to_neutral(f"{key}/untold", volts, trace(SUM_W, f"{key}/untold_w", power_w=open_w)))
    return ByLine(
        own_a=_lines(key, "own_a", own, pairs),
        total_a=total,
        neutral_a=neutral(key, told, open_a),
        is_open=any(where in ("", OPEN_PAIR) for where, _figure in (*machines, *others)),
    )


def _told(key: str, leg: str, volts: Voltages, machines: Sequence[Hung], others: Sequence[Hung]) -> Figure:
    """Return the current (A) to neutral of what is told to lie on a line, others in it."""
    name = f"{key}/told/{leg}"
    power = on_a_line(f"{key}/told", leg, [one for one in machines if one[0]])
    return _sum(
        f"{name}_a", _to_neutral(name, volts, power), [amps for where, amps in others if where in (SPREAD, leg)]
    )


def _to_neutral(name: str, volts: Voltages, power: Figure) -> Figure:
    return trace(
        CURRENT_1PH_A,
        f"{name}_single_a",
        power_w=power,
        volts_ln_v=volts.volts_ln_v,
        power_factor=volts.power_factor,
    )


def neutral(key: str, to_neutral: Sequence[Figure], untold: Sequence[Figure] = ()) -> Figure:
    """Return the current (A) of the neutral: the vector sum of the currents to it, without harmonics.

    What lies on lines that nobody told (``untold``) adds to it at most in full: on whichever it is, no more flows back.
    """
    l1_a, l2_a, l3_a = to_neutral
    if not untold:
        return trace(NEUTRAL_A, f"{key}/neutral_a", l1_a=l1_a, l2_a=l2_a, l3_a=l3_a)
    told = trace(NEUTRAL_A, f"{key}/told/neutral_a", l1_a=l1_a, l2_a=l2_a, l3_a=l3_a)
    return trace(CURRENT_SUM_A, f"{key}/neutral_a", current_a=[told, *untold])


def _machines(key: str, volts: Voltages, machines: Sequence[Hung]) -> tuple[Figure, ...]:
    """Return the currents (A) of machines to neutral by line; of pairs that nobody told, their current on each."""
    open_w = [power for where, power in machines if where == OPEN_PAIR]
    open_a = [_pair(f"{key}/open_pair_a", volts, open_w)] if open_w else []
    return tuple(
        _sum(
            f"{key}/{leg}_machines_a",
            trace(
                CURRENT_1PH_A,
                f"{key}/{leg}_single_a",
                power_w=on_a_line(key, leg, machines),
                volts_ln_v=volts.volts_ln_v,
                power_factor=volts.power_factor,
            ),
            open_a,
        )
        for leg in LINES
    )


def _pairs(key: str, volts: Voltages, machines: Sequence[Hung]) -> dict[str, Figure]:
    found = {pair: [power for where, power in machines if where == pair] for pair in PAIRS}
    return {pair: _pair(f"{key}/{pair}_a", volts, powers) for pair, powers in found.items() if powers}


def _pair(name: str, volts: Voltages, powers: list[Figure]) -> Figure:
    power = powers[0] if len(powers) == 1 else trace(SUM_W, f"{name.removesuffix('_a')}_w", power_w=powers)
    return trace(PAIR_CURRENT_A, name, power_w=power, volts_ll_v=volts.volts_ll_v, power_factor=volts.power_factor)


def _sum(name: str, own: Figure | None, others: list[Figure]) -> Figure:
    parts = [*others] if own is None else [own, *others]
    return parts[0] if len(parts) == 1 else trace(CURRENT_SUM_A, name, current_a=parts)


def _lines(key: str, end: str, to_neutral: Sequence[Figure], pairs: dict[str, Figure]) -> tuple[Figure, ...]:
    if not pairs:
        return tuple(to_neutral)
    nothing = trace(CURRENT_SUM_A, f"{key}/no_pair_a", current_a=[])
    return tuple(
        trace(
            LINE_A,
            f"{key}/{leg}_{end}",
            to_neutral_a=to_neutral[number],
            pair_1_a=pairs.get(PAIRS[number], nothing),
            pair_2_a=pairs.get(PAIRS[number - 1], nothing),
        )
        for number, leg in enumerate(LINES)
    )
