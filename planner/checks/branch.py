"""Checks of the current of circuits and panels: against the breaker, and the margin for a load of hours.

What is certain is told before everything is known: too much at the highest voltage there may be, or with what is known of
the loads, is too much; enough at the lowest is enough.
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.assess.context import View
from planner.assess.site import NodeLoad, SiteFigures
from planner.checks.capping import cap_fix
from planner.checks.customary import customary
from planner.checks.own_circuit import with_own_circuit
from planner.checks.registry import Check, Finding, cannot_tell, passed
from planner.checks.rewiring import by_planner, rewired
from planner.checks.sides import above
from planner.checks.site_parts import asked, key_of, name_of, used
from planner.facility.circuits import BREAKER_USABLE_A
from planner.facility.power import SUM_W
from planner.figure import Figure, trace
from planner.limits import limit
from planner.messages import Message, msg

GB_IEC = "GB 50054-2011 6.3, IEC 60364-4-43: IB <= In <= Iz"


def branches(view: View) -> tuple[NodeLoad, ...]:
    """Return circuits in use, and panels that say something of themselves or carry more than an ordinary circuit."""
    found: tuple[NodeLoad, ...] = view.memo.call(_branches, view.site)
    return found


def _branches(site: SiteFigures) -> tuple[NodeLoad, ...]:
    ordinary_w = limit("socket.office_w").require()
    panels = [
        load
        for load in used(site, "panel")
        if load.rating_a.known or load.other_a.known or (load.load_w.known and load.load_w.require() >= ordinary_w)
    ]
    return (*used(site, "circuit"), *panels)


def branch_current(view: View) -> Iterator[Finding]:
    """PW01: the current of a branch, with other users, must not be above its breaker (IB <= In)."""
    found = view.findings(_current, branches(view), "facts", "organisation")
    moved = rewired(view, found, lambda one: one.figures[1].require())
    yield from by_planner(view, with_own_circuit(view, moved, lambda one: one.figures[1].require()))


def _current(view: View, load: NodeLoad) -> Iterator[Finding]:
    most_a = load.rating_a.require() * limit("br.max").require() if load.rating_a.known else None
    if most_a is not None and _above(load.least_a, most_a):
        yield _over(view, load)
    elif most_a is not None and load.total_a.known:
        yield _legs_asked(load) if _above(load.total_a, most_a) else _carried(load)
    elif most_a is not None and load.most_a.known and not _above(load.most_a, most_a):
        say = msg(
            "PW01.most",
            "Whatever its voltage is, {name} carries no more than {current} of {rating}.",
            name=name_of(load.node),
            current=load.most_a,
            rating=load.rating_a,
        )
        yield passed(load.node.id, say, load.most_a, load.rating_a)
    else:
        yield cannot_tell(
            load.node.id,
            msg(
                "PW01.unknown",
                "Whether {name} carries its load cannot be told yet.",
                name=name_of(load.node),
            ),
            msg("PW01.ask", "Ask the building office for the breaker rating and what else is on this circuit."),
            (*load.total_a.missing, *load.rating_a.missing),
            customary(view, load),
        )


def _above(figure: Figure, most_a: float) -> bool:
    return figure.value is not None and above(figure, most_a)


def _carried(load: NodeLoad) -> Finding:
    told = {"name": name_of(load.node), "current": load.total_a, "rating": load.rating_a}
    return passed(
        load.node.id, msg("PW01.pass", "{name} carries {current} of {rating}.", **told), load.total_a, load.rating_a
    )


def _legs_asked(load: NodeLoad) -> Finding:
    """Return the question for the lines: all on one of them would be too much, evenly spread they need not be."""
    return cannot_tell(
        load.node.id,
        msg(
            "PW01.legs",
            "With all single-phase circuits on one line {name} would carry {current} of {rating}; their lines are not known.",
            name=name_of(load.node),
            current=load.total_a,
            rating=load.rating_a,
        ),
        msg("PW01.legs.ask", "Ask an electrician which line (L1, L2, L3) each circuit hangs on."),
        load.open_legs,
    )


def _over(view: View, load: NodeLoad) -> Finding:
    told = {"name": name_of(load.node), "current": load.least_a, "rating": load.rating_a}
    message: Message = msg("PW01.over", "{name} would carry {current}; its breaker is {rating}.", **told)
    if load.least_a is not load.total_a:
        message = msg(
            "PW01.least",
            "{name} would carry at least {current}, whatever is not known yet ({inputs}); its breaker is {rating}.",
            inputs=asked(load.open_legs or load.total_a.missing),
            **told,
        )
    return Finding(
        outcome="error",
        subject=load.node.id,
        message=_with_charging(load, message),
        remedy=msg(
            "PW01.over.remedy",
            "Split the machines over circuits, cap the cards, or ask for a 32 A or three-phase supply.",
        ),
        figures=(load.least_a, load.rating_a, load.load_w),
        fix=cap_fix(view, load, load.rating_a.require()),
    )


def _with_charging(load: NodeLoad, message: Message) -> Message:
    """Return what is said of a current, and how much of its power charges the batteries of UPS."""
    if not load.charging_w:
        return message
    power = trace(SUM_W, f"{key_of(load)}/charging_w", power_w=load.charging_w)
    return msg(
        "PW01.charging",
        "{finding} In it are {power} that charge the batteries of UPS for hours after a power cut.",
        finding=message,
        power=power,
    )


def continuous_load(view: View) -> Iterator[Finding]:
    """PW02: a load of hours should stay below 80 % of the breaker; in the NEC profile it must."""
    found = view.findings(_continuous, branches(view), "facts", "organisation")
    moved = rewired(view, found, lambda one: one.figures[1].require())
    yield from by_planner(view, with_own_circuit(view, moved, lambda one: one.figures[1].require()))


def _continuous(view: View, load: NodeLoad) -> Iterator[Finding]:
    profile = view.organisation.profile
    usable = trace(
        BREAKER_USABLE_A,
        f"{key_of(load)}/usable_a",
        breaker_a=load.rating_a,
        continuous_share=limit("br.cont", profile),
    )
    name, most = name_of(load.node), load.total_a if load.total_a.known else load.most_a
    if usable.known and _above(load.least_a, usable.require()):
        yield _no_margin(view, load, usable)
    elif usable.known and most.known and not _above(most, usable.require()):
        told = {"name": name, "current": most, "usable": usable}
        yield passed(
            load.node.id,
            msg("PW02.pass", "{name} carries {current}; up to {usable} may run for hours.", **told),
            most,
            usable,
        )
    elif usable.known and load.total_a.known:
        yield cannot_tell(
            load.node.id,
            msg("PW02.unknown", "How much margin {name} has cannot be told yet.", name=name),
            msg("PW01.legs.ask", "Ask an electrician which line (L1, L2, L3) each circuit hangs on."),
            load.open_legs,
        )
    else:
        yield cannot_tell(
            load.node.id,
            msg("PW02.unknown", "How much margin {name} has cannot be told yet.", name=name),
            msg("PW02.ask", "Ask the building office for the breaker rating and what else is on this circuit."),
            (*load.total_a.missing, *usable.missing),
        )


def _no_margin(view: View, load: NodeLoad, usable: Figure) -> Finding:
    told = {"name": name_of(load.node), "current": load.least_a, "usable": usable, "rating": load.rating_a}
    message: Message = msg(
        "PW02.over", "{name} carries {current}; for hours on end {usable} of its {rating} breaker is advised.", **told
    )
    if load.least_a is not load.total_a:
        message = msg(
            "PW02.least",
            "{name} carries at least {current}; for hours on end {usable} of its {rating} breaker is advised.",
            **told,
        )
    return Finding(
        outcome="error" if view.organisation.profile == "NEC" else "warning",
        subject=load.node.id,
        message=_with_charging(load, message),
        remedy=msg("PW02.remedy", "Move a machine to another circuit, cap the cards, or ask for a larger one."),
        figures=(load.least_a, usable),
        fix=cap_fix(view, load, usable.require()),
    )


CHECKS = (
    Check(
        id="PW01",
        area="power",
        title=msg("PW01.title", "Branch current within the breaker"),
        reads=("alternative", "site", "lines", "facts", "organisation"),
        source=GB_IEC,
        limit="br.max",
        hides=("PW02",),
        covers=("PW02",),
        run=branch_current,
    ),
    Check(
        id="PW02",
        area="power",
        title=msg("PW02.title", "Margin for continuous load"),
        reads=("alternative", "site", "lines", "facts", "organisation"),
        source="NEC 210.20(A): 0.8, mandatory; under GB and IEC a recommendation",
        limit="br.cont",
        run=continuous_load,
    ),
)
