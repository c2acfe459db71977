"""Checks of the three lines of a supply: each within the rating, evenly loaded; loads between two lines are in both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from planner.assess.by_line import neutral
from planner.assess.context import View
from planner.assess.facts import text
from planner.assess.formulas import ON_A_LINE_W
from planner.assess.site import NodeLoad
from planner.checks.declared import volts_and_factor
from planner.checks.ratings import rating_of
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.checks.rewiring import by_planner, rewired
from planner.checks.sides import above
from planner.checks.site_parts import key_of, name_of, used
from planner.facility.circuits import CURRENT_1PH_A, CURRENT_SUM_A
from planner.facility.phases import LINE_IMBALANCE_PCT, LINES, PAIRS
from planner.facility.power import SUM_W
from planner.figure import Figure, trace
from planner.limits import limit
from planner.messages import Message, msg
from planner.plan.edits import SetValue

_FEW = 3  # lines that something must hang on before balance is looked at
_BY_ELECTRICIAN = "to be done by an electrician"


def currents_of(load: NodeLoad, *, machines_only: bool = False) -> tuple[Figure, ...]:
    """Return the currents (A) of L1, L2 and L3 with what others draw; () where all three are alike or nothing is known.

    With ``machines_only`` those of the machines where it is not known what others draw.
    """
    if load.by_line is not None:
        known = all(one.known for one in load.by_line.total_a)
        return load.by_line.own_a if machines_only and not known else load.by_line.total_a
    given = load.own_a.given.get("lines_w", ())
    if isinstance(given, Figure) or not given:
        return ()
    (volts, factor), key = volts_and_factor(load), key_of(load)
    alone = load.other_a.value == 0
    own = tuple(
        trace(
            CURRENT_1PH_A,
            f"{key}/{leg}_a" if alone else f"{key}/{leg}_own_a",
            power_w=power,
            volts_ln_v=volts,
            power_factor=factor,
        )
        for leg, power in zip(LINES, given, strict=True)
    )
    others = [] if alone or (machines_only and not load.other_a.known) else [load.other_a]
    return tuple(
        trace(CURRENT_SUM_A, f"{key}/{leg}_a", current_a=[one, *others]) if others else one
        for leg, one in zip(LINES, own, strict=True)
    )


def each_line(view: View) -> Iterator[Finding]:
    """PW12: on three phases the fullest line decides, not the mean of the three; told line by line."""
    loads = (load for kind in ("panel", "circuit", "pdu", "ups") for load in used(view.site, kind))
    found = view.findings(_lines, [load for load in loads if load.by_line is not None or "lines_w" in load.own_a.given])
    yield from by_planner(view, rewired(view, found, lambda one: one.figures[1].require()))


def _lines(_view: View, load: NodeLoad) -> Iterator[Finding]:
    rating = load.rating_a if load.rating_a.known else rating_of(load)
    if load.open_legs or not (load.total_a.known and rating.known):
        return  # PW01, PW06 and PW09 ask
    currents = currents_of(load)
    l1, l2, l3 = currents
    middle = _neutral(load, currents)
    if load.lone_legs:
        yield _alone(load, rating, middle)
        return
    ordered = sorted(zip(currents, LINES, strict=True), key=lambda one: one[0].require())
    told = {
        "name": name_of(load.node),
        "current": load.total_a,
        "rating": rating,
        "full": ordered[-1][1],
        "empty": ordered[0][1],
        "l1": l1,
        "l2": l2,
        "l3": l3,
        "neutral": middle,
    }
    if not above(load.total_a, rating):
        say = msg(
            "PW12.pass",
            "{name} carries {l1} on L1, {l2} on L2, {l3} on L3 and {neutral} on the neutral, of {rating}.",
            **told,
        )
        yield passed(load.node.id, say, *currents, middle, rating)
        return
    excess = load.total_a.require() - rating.require()
    yield Finding(
        outcome="error",
        subject=load.node.id,
        message=msg(
            "PW12.over",
            "Line {full} of {name} would carry {current} of {rating} (L1 {l1}, L2 {l2}, L3 {l3}, neutral {neutral}).",
            **told,
        ),
        remedy=msg(
            "PW12.remedy",
            "Move machines of {excess} A and more from {full} to {empty}, or cap them.",
            excess=round(excess, 1),
            **told,
        ),
        figures=(load.total_a, rating, *currents, middle),
    )


def _neutral(load: NodeLoad, currents: tuple[Figure, ...]) -> Figure:
    """Return the current (A) of the neutral; of what lies on one line that nobody told all of it flows back there."""
    if load.by_line is not None:
        return load.by_line.neutral_a
    given = load.own_a.given["lines_w"]
    lines = () if isinstance(given, Figure) else tuple(given)
    open_w = lines[0].given["open_w"] if lines else ()
    if not open_w or isinstance(open_w, Figure):
        return neutral(key_of(load), currents)
    (volts, factor), key = volts_and_factor(load), key_of(load)
    whole = trace(SUM_W, f"{key}/untold_w", power_w=open_w)
    untold = trace(CURRENT_1PH_A, f"{key}/untold_a", power_w=whole, volts_ln_v=volts, power_factor=factor)
    told = tuple(_without_open(load, leg, one) for leg, one in zip(LINES, lines, strict=True))
    return neutral(key, told, [untold])


def _without_open(load: NodeLoad, leg: str, on_line: Figure) -> Figure:
    """Return the current (A) of a line without what lies on one that nobody told."""
    (volts, factor), key = volts_and_factor(load), key_of(load)
    own, spread = on_line.given["own_w"], on_line.given["spread_w"]
    power = trace(ON_A_LINE_W, f"{key}/told/on_{leg}_w", own_w=own, open_w=(), spread_w=spread)
    return trace(CURRENT_1PH_A, f"{key}/told/{leg}_a", power_w=power, volts_ln_v=volts, power_factor=factor)


def _alone(load: NodeLoad, rating: Figure, middle: Figure) -> Finding:
    """Return what one line carries with the only single-phase load of a three-phase node on it, whichever line that is."""
    told = {"name": name_of(load.node), "current": load.total_a, "rating": rating, "neutral": middle}
    if not above(load.total_a, rating):
        say = msg(
            "PW12.alone",
            "The single-phase load of {name} lies on one line: {current} of {rating} there, {neutral} on the neutral.",
            **told,
        )
        return passed(load.node.id, say, load.total_a, middle, rating)
    return Finding(
        outcome="error",
        subject=load.node.id,
        message=msg(
            "PW12.alone.over",
            "The single-phase load of {name} lies on one line, which would carry {current} of {rating} ({neutral} on the neutral).",
            **told,
        ),
        remedy=msg(
            "PW12.alone.remedy",
            "Spread its cords over the three lines, cap the machines, or have a larger circuit laid.",
        ),
        figures=(load.total_a, rating, middle),
    )


def phase_imbalance(view: View) -> Iterator[Finding]:
    """PW11: single-phase circuits of a three-phase panel should load its lines evenly; looked at from three lines on."""
    panels = [load for load in used(view.site, "panel") if load.by_line is not None or "lines_w" in load.own_a.given]
    if not panels:
        return
    circuits = [load for load in used(view.site, "circuit") if "lines_w" not in load.own_a.given]
    rows = ((panel, *(load for load in circuits if load.node.parent == panel.node.id)) for panel in panels)
    yield from view.found_in(_balance, rows)


def _balance(_view: View, panel: NodeLoad, *below: NodeLoad) -> Iterator[Finding]:
    single = [load for load in below if _hangs(load) or not _is_three(load)]
    if sum(2 if _hangs(load) in PAIRS else 1 for load in single) < _FEW:
        return
    missing = tuple(f"site/{load.node.id}/leg" for load in single if not _hangs(load))
    missing += tuple(key for load in single for key in load.load_w.missing)
    name, currents = name_of(panel.node), currents_of(panel, machines_only=True)
    if missing or not all(one.known for one in currents):
        missing = missing or tuple(dict.fromkeys(key for one in currents for key in one.missing))
        yield cannot_tell(
            panel.node.id,
            msg("PW11.unknown", "How evenly {name} is loaded cannot be told yet.", name=name),
            msg("PW11.ask", "Ask an electrician which line (L1, L2, L3) each circuit hangs on."),
            missing,
        )
    else:
        yield _imbalance(panel, single, currents)


def _is_three(load: NodeLoad) -> bool:
    """Tell whether a circuit's load is spread over three lines."""
    formula = load.own_a.formula
    return formula is not None and "3ph" in formula.key


def _hangs(load: NodeLoad) -> str:
    leg = text(load.node.values, "leg")
    return leg if leg in (*LINES, *PAIRS) else ""


def _imbalance(panel: NodeLoad, single: Sequence[NodeLoad], currents: tuple[Figure, ...]) -> Finding:
    key, name = key_of(panel), name_of(panel.node)
    figure = trace(LINE_IMBALANCE_PCT, f"{key}/imbalance_pct", lines_a=currents)
    warn = limit("ph.imb_warn")
    if not above(figure, warn):
        return passed(
            panel.node.id,
            msg("PW11.pass", "{name} is {imbalance} out of balance.", name=name, imbalance=figure),
            figure,
        )
    l1, l2, l3 = currents
    remedy, fix = _better(single, currents, figure.require())
    return Finding(
        outcome="error" if above(figure, limit("ph.imb_max")) else "warning",
        subject=panel.node.id,
        message=msg(
            "PW11.over",
            "{name} is {imbalance} out of balance (L1 {l1}, L2 {l2}, L3 {l3}); {limit} is advised.",
            name=name,
            imbalance=figure,
            l1=l1,
            l2=l2,
            l3=l3,
            limit=warn,
        ),
        remedy=remedy,
        figures=(figure, warn, limit("ph.imb_max")),
        fix=fix,
    )


def _better(single: Sequence[NodeLoad], currents: tuple[Figure, ...], now_pct: float) -> tuple[Message, Fix | None]:
    """Return which circuit to put on which line, where that helps; else to move machines."""
    amps = {leg: one.require() for leg, one in zip(LINES, currents, strict=True)}
    best: tuple[float, NodeLoad, str] | None = None
    movable = [] if any(_hangs(load) in PAIRS for load in single) else single  # vectors do not just add up
    for load in movable:
        own = load.total_a if load.total_a.known else load.own_a
        for start, end in permutations(LINES, 2):
            if _hangs(load) != start or not own.known:
                continue
            moved = {**amps, start: amps[start] - own.require(), end: amps[end] + own.require()}
            after = LINE_IMBALANCE_PCT(lines_a=[*moved.values()])
            if after < (now_pct if best is None else best[0]):
                best = after, load, end
    if best is None:
        return msg("PW11.remedy", "Move machines from the most to the least loaded line."), None
    after, load, end = best
    told = {"circuit": name_of(load.node), "line": end, "after": round(after)}
    remedy = msg(
        "PW11.move",
        "Have an electrician put {circuit} on line {line} (then {after} %), or plug machines in elsewhere.",
        **told,
    )
    value = {"value": end, "quality": "assumed", "source": _BY_ELECTRICIAN}
    label = msg("PW11.fix", "Plan {circuit} on line {line}", **told)
    return remedy, Fix(label=label, edit=SetValue(path=f"site/{load.node.id}/values/leg", value=value))


_READS = ("alternative", "site", "lines", "facts", "organisation")

CHECKS = (
    Check(
        id="PW11",
        area="power",
        title=msg("PW11.title", "Phases evenly loaded"),
        reads=("site",),
        source="customary levels 20 % and 40 %; to be confirmed",
        limit="ph.imb_warn",
        blocking=False,
        run=phase_imbalance,
    ),
    Check(
        id="PW12",
        area="power",
        title=msg("PW12.title", "Each line of three within its rating"),
        reads=_READS,
        source="the fullest line decides; loads between two lines add as vectors",
        hides=("PW01", "PW09"),
        blocking=False,
        run=each_line,
    ),
)
