"""What is certain of heat, power and current before everything is known: no less than this, at whatever voltage no more.

Where nobody told a voltage, its kind or the phases, the customary ones are gone through: the current at the highest of
them is the least there can be, that at the lowest the most.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import compress

from planner.assess import formulas as f
from planner.assess.current import OPEN_PAIR, SPREAD, Around, Here, Hung, Phases, inherited
from planner.assess.facts import fact_figure, text
from planner.facility.circuits import CURRENT_SUM_A
from planner.facility.phases import LINES, WORST_OF_A
from planner.facility.power import SUM_W
from planner.figure import Figure, Quality, leaf, trace
from planner.limits import limit
from planner.plan.document import SiteNode

_SOURCE = "customary voltages of the profile, with the lines there may be"
_FACTOR_SOURCE = "no power factor is above 1"


def least_heat(heat: Figure) -> Figure:
    """Return the heat (W) that is certain: all of it where it is known, else that of what is known to give some off."""
    if heat.value is not None:
        return heat
    parts = {given.name: [*compress(given.figures, map(_is_known, given.figures))] for given in heat.inputs}
    return trace(f.WITH_LOSSES_W, f"{heat.key.rpartition('/')[0]}/heat_least_w", **parts)


def _is_known(figure: Figure) -> bool:
    return figure.value is not None


def least_power(whole: Figure) -> Figure:
    """Return the power (W) that is certain to be drawn: the sum itself where it is known, else of its known parts."""
    if whole.value is not None or whole.formula is not SUM_W:
        return whole
    parts = [
        one if one.value is not None else least_power(one)
        for given in whole.given.values()
        for one in ((given,) if isinstance(given, Figure) else given)
    ]
    return trace(SUM_W, f"{whole.key}_least", power_w=[one for one in parts if one.value is not None])


def known_part(whole: Figure) -> Figure | None:
    """Return what is certain of a sum (W) that is not known as a whole; None where it is known, or nothing of it is."""
    if whole.value is not None:
        return None
    least = least_heat(whole) if whole.formula is f.WITH_LOSSES_W else least_power(whole)
    return least if least.value else None


def least_current(here: Here, hung: Sequence[Hung], others: Iterable[Hung], high: Figure, around: Around) -> Figure:
    """Return the current (A) that a node carries at least, by what is known of its loads, of others and of its voltage.

    ``hung`` tells where each part of it hangs, ``others`` what others draw (A) and where, ``high`` is the highest voltage
    of ``span``; what is unknown counts as nothing. Of three lines the fullest carries no less than any of them does, nor less than the mean.
    """
    key = here.key
    known = [power for _link, power in here.parts if power.value is not None]
    factor = here.factors.highest
    if not factor.known:
        factor = leaf("plan/power_factor", 1.0, "1", Quality.ASSUMED, _FACTOR_SOURCE)
    own = trace(f.LEAST_A, f"{key}/least_own_a", power_w=known, volts_v=high, power_factor=factor)
    there = [(where, amps) for where, amps in others if amps.value is not None]
    if not around.phases.three(here.node):
        return trace(CURRENT_SUM_A, f"{key}/least_a", current_a=[own, *(amps for _where, amps in there)])
    shared = trace(
        f.SHARE_OF_LINES_A,
        f"{key}/least_others_a",
        single_a=[amps for where, amps in there if where != SPREAD and where != OPEN_PAIR],
        spread_a=[amps for where, amps in there if where == SPREAD],
    )
    mean = trace(CURRENT_SUM_A, f"{key}/least_mean_a", current_a=[own, shared])
    lines = [_line(key, leg, hung, there, high, factor) for leg in LINES]
    alone = [power for where, power in hung if not where and power.value is not None]
    if alone:  # wherever they lie, the largest of them is on one line
        one_v = leaf(f"{key}/one_line_v", high.require() / 3, "V", high.quality, high.source)
        most = max(alone, key=lambda one: one.require())
        lines.append(trace(f.LEAST_A, f"{key}/least_alone_a", power_w=[most], volts_v=one_v, power_factor=factor))
    return trace(WORST_OF_A, f"{key}/least_a", lines_a=[mean, *lines])


def _line(key: str, leg: str, hung: Sequence[Hung], others: Sequence[Hung], three_v: Figure, factor: Figure) -> Figure:
    """Return what is known to be on one line (A): its own loads and its part of the three-phase ones."""
    one_v = leaf(f"{key}/one_line_v", three_v.require() / 3, "V", three_v.quality, three_v.source)
    power = [figure for where, figure in hung if where == leg and figure.value is not None]
    spread = [figure for where, figure in hung if where == SPREAD and figure.value is not None]
    parts = [
        trace(f.LEAST_A, f"{key}/least_{leg}_own_a", power_w=power, volts_v=one_v, power_factor=factor),
        trace(f.LEAST_A, f"{key}/least_spread_a", power_w=spread, volts_v=three_v, power_factor=factor),
        *(amps for where, amps in others if where in (leg, SPREAD)),
    ]
    return trace(CURRENT_SUM_A, f"{key}/least_{leg}_a", current_a=parts)


def most_current(here: Here, load: Figure, other: Figure, low: Figure) -> Figure:
    """Return the current (A) that a node of one phase carries at most, at the lowest voltage of ``span``; unknown where more is."""
    factor = here.factors.lowest
    own = trace(f.MOST_A, f"{here.key}/most_own_a", power_w=load, volts_v=low, power_factor=factor)
    return trace(CURRENT_SUM_A, f"{here.key}/most_a", current_a=[own, other])


def span(here: Here, around: Around) -> tuple[Figure, Figure]:
    """Return the lowest and the highest voltage (V) there may be at a node, times the lines that share its load."""
    source = inherited(here.node, "volts", around.phases.by_id)
    volts = fact_figure(source.values, "volts", f"site/{source.id}/volts", "V")
    kind = text(source.values, "volts_kind")
    given = _kinds(volts.require(), kind, around.profile) if volts.known else _customary(around.profile)
    found = [*_products(given, _phases(here, around.phases))] or [one for one, _is_line in given]
    quality = volts.quality if volts.known else Quality.ASSUMED
    return (
        leaf(f"{here.key}/lowest_v", min(found), "V", quality, _SOURCE),
        leaf(f"{here.key}/highest_v", max(found), "V", quality, _SOURCE),
    )


def _kinds(volts_v: float, kind: str, profile: str) -> list[tuple[float, bool]]:
    """Return a voltage (V) that was told with whether it is between lines; both where that may be."""
    most_ln, least_ll = limit("volts.ln_max_v", profile).require(), limit("volts.ll_min_v", profile).require()
    between = (
        [True]
        if kind == "L-L" or volts_v > most_ln
        else [False]
        if kind == "L-N" or volts_v < least_ll
        else [False, True]
    )
    return [(volts_v, one) for one in between]


def _customary(profile: str) -> list[tuple[float, bool]]:
    names = ("volts.nominal_ln_v", "volts.highest_ln_v", "volts.nominal_ll_v", "volts.highest_ll_v")
    return [(limit(name, profile).require(), "_ll_" in name) for name in names]


def _phases(here: Here, phases: Phases) -> str:
    """Return what is known of a node's phases: 'three', 'neutral' (one line to neutral), 'one', '' for nothing."""
    told = fact_figure(here.node.values, "phases", f"site/{here.node.id}/phases", "1").value
    if phases.three(here.node):
        return "three"
    outlets = {link.node for link, _power in here.parts}
    if text(here.node.values, "leg") in LINES or any(_is_household(phases.by_id[one]) for one in outlets):
        return "neutral"
    return "one" if told is not None else ""


def _is_household(outlet: SiteNode) -> bool:
    """Tell whether an outlet is one of those that have a line and the neutral (GB/T 1002)."""
    return (text(outlet.values, "form") or text(outlet.values, "socket_form")).startswith("gb1002")


def _products(voltages: Iterable[tuple[float, bool]], lines: str) -> Iterable[float]:
    """Yield what a current times the power factor makes a power of, for each voltage there may be (V, between lines?)."""
    for volts_v, is_line in voltages:
        if lines == "three":
            yield math.sqrt(3) * volts_v if is_line else 3 * volts_v
        elif not is_line or lines != "neutral":
            yield volts_v
            if is_line and not lines:
                yield math.sqrt(3) * volts_v
