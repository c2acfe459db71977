"""Checks of protection: inrush against the breaker's curve, leakage against the residual current device, one at all."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from msgspec.structs import replace

from planner.assess.context import View
from planner.assess.cords import on_fullest
from planner.assess.current import Phases
from planner.assess.facts import text
from planner.assess.site import NodeLoad
from planner.checks.declared import key_of_line, number_of, of_machine, of_node, supplies_of
from planner.checks.poles import on_a_line, phases_of, pole_of
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.checks.site_parts import key_of, name_of, used
from planner.facility.circuits import RCD_SUPPLIES
from planner.facility.protection import INRUSH_A, INSTANT, INSTANT_A, LEAKAGE_MA, TOGETHER
from planner.figure import Figure, Quality, leaf, trace
from planner.limits import limit
from planner.messages import Labelled, Message, msg
from planner.plan.document import Connection, SiteNode
from planner.plan.edits import SetValue

CURVE_SOURCE = "IEC 60898-1, GB/T 10963.1: 3, 5, 10 times the rating for curve B, C, D (from memory; to be confirmed)"


def inrush(view: View) -> Iterator[Finding]:
    """PW24: supplies switched on together after a power cut must not reach the current at which the breaker trips at once.

    A pole trips by its own line: of a three-phase circuit the fullest line counts. An online UPS starts softly and parts what
    is behind it from the breaker in front.
    """
    nodes, organisation = view.site.nodes, view.organisation
    wiring = view.memo.settled("wiring of poles", view.memo.column("poles", nodes, pole_of)[:])
    phases = view.memo.call(phases_of, nodes, organisation)

    def found(load: NodeLoad) -> tuple[Finding, ...]:
        return tuple(_inrush(load, phases))

    yield from chain.from_iterable(view.memo.each("PW24", found, used(view.site, "circuit"), (wiring, organisation)))


def _inrush(load: NodeLoad, phases: Phases) -> Iterator[Finding]:
    if not load.rating_a.known:
        return  # PW06 asks for the breaker
    pole = on_a_line(load, phases)
    counts, each = _supplies(load, "inrush_a", "A", pole.links, pole.spread)
    parted = tuple([name_of(one) for one in pole.parted])
    if math.fsum([one.require() for one in counts]) >= 2:  # noqa: PLR2004 - every breaker is made for a single supply
        found = _switched_on(load, counts, each, is_open=pole.is_open)
        yield replace(found, message=_left_out(found.message, parted)) if parted else found
    elif parted:
        told = {"ups": parted, "name": name_of(load.node)}
        say = msg("PW24.parted", "{ups} starts softly: what it feeds does not count at switch-on of {name}.", **told)
        yield passed(load.node.id, say)


def _left_out(message: Message, parted: tuple[str | Labelled, ...]) -> Message:
    return msg(
        "PW24.left_out", "{finding} What {ups} feeds is left out: it starts softly.", finding=message, ups=parted
    )


def _switched_on(load: NodeLoad, counts: list[Figure], each: list[Figure | None], *, is_open: bool) -> Finding:
    """Return what the supplies of a line take together at switch-on, against the breaker's curve."""
    curve = text(load.node.values, "breaker_curve")
    low = _sum(load, counts, each, "pw.inrush_low_a")
    at_most = _instant(load, curve or "D")
    if low.require() >= at_most.require() and not is_open:
        return _trips(load, curve, low, at_most)
    high = _sum(load, counts, each, "pw.inrush_high_a")
    at_least = at_most if curve else _instant(load, "B")
    told = {"name": name_of(load.node), "inrush": high, "low": low, "instant": at_least, "breaker": load.rating_a}
    if high.require() < at_least.require():
        say = msg("PW24.pass", "Switched on together the machines take {inrush}; {name} holds up to {instant}.", **told)
        return passed(load.node.id, say, high, at_least)
    if not curve:
        return cannot_tell(
            load.node.id,
            msg(
                "PW24.curve",
                "Switched on together the machines take {low} to {inrush}; whether {name} trips hangs on its curve.",
                **told,
            ),
            msg("PW24.curve.ask", "Read the letter before the rating on the breaker: B, C or D (as C16)."),
            (f"site/{load.node.id}/breaker_curve",),
        )
    return cannot_tell(
        load.node.id,
        msg(
            "PW24.unknown",
            "Switched on together the machines take {low} to {inrush}; {name} may trip from {instant} on.",
            **told,
        ),
        msg("PW24.ask", "Ask the makers for the inrush of a supply, or switch the machines on one after the other."),
        tuple(f"{key_of_line(line)}/inrush_a" for line in load.lines.values()),
    )


def _trips(load: NodeLoad, curve: str, low: Figure, instant: Figure) -> Finding:
    each = limit("pw.inrush_low_a")
    together = trace(TOGETHER, f"{key_of(load)}/together", instant_a=instant, inrush_each_a=each)
    return Finding(
        outcome="warning",
        subject=load.node.id,
        message=msg(
            "PW24.trips",
            "Switched on together after a power cut the machines take {low} and more; {name} trips from {instant} on.",
            low=low,
            name=name_of(load.node),
            instant=instant,
        ),
        remedy=msg(
            "PW24.remedy",
            "Switch on {count} supplies at a time (a PDU that does so by itself), or ask for a breaker of curve {curve}.",
            count=together,
            curve="D" if curve == "C" else "C",
        ),
        figures=(low, instant, together),
        fix=_curve(load) if curve in ("B", "C") and _holds_with_d(load, low) else None,
    )


def trips_with(load: NodeLoad, breaker_a: float) -> bool:
    """Tell whether a smaller breaker (A) of the same curve would trip at switch-on, where the one there does not.

    All supplies count, as if they were on one line and no UPS parted them.
    """
    curve = text(load.node.values, "breaker_curve")
    if curve not in INSTANT:
        return False
    counts, each = _supplies(load, "inrush_a", "A")
    low_a = _sum(load, counts, each, "pw.inrush_low_a").require()
    now_a = _instant(load, curve).require()
    several = math.fsum([one.require() for one in counts]) >= 2  # noqa: PLR2004 - as in PW24
    return several and now_a * breaker_a / load.rating_a.require() <= low_a < now_a


def _holds_with_d(load: NodeLoad, low: Figure) -> bool:
    return low.require() < _instant(load, "D").require()


def _curve(load: NodeLoad) -> Fix:
    value = {"value": "D", "quality": "assumed", "source": "to be done by an electrician"}
    return Fix(
        label=msg("PW24.fix", "Plan a breaker of curve D"),
        edit=SetValue(path=f"site/{load.node.id}/values/breaker_curve", value=value),
    )


def _instant(load: NodeLoad, curve: str) -> Figure:
    factor = leaf(
        f"breaker/{curve}", INSTANT[curve if curve in INSTANT else "C"][0], "1", Quality.ASSUMED, CURVE_SOURCE
    )
    return trace(INSTANT_A, f"{key_of(load)}/instant_{curve}_a", factor=factor, breaker_a=load.rating_a)


def _supplies(
    load: NodeLoad,
    name: str,
    unit: str,
    links: Iterable[Connection] | None = None,
    spread: Sequence[Connection] = (),
) -> tuple[list[Figure], list[Figure | None]]:
    """Return how many supplies of each line hang on a node (counts), and what was told of one of them in ``unit``.

    ``links`` are those that count, None for all of the node; of those ``spread`` over three lines what is on the fullest.
    """
    counts: list[Figure] = []
    each: list[Figure | None] = []
    small = limit("pw.inrush_from_w").require()
    for link in load.connected if links is None else links:
        line = load.lines[link.line]
        is_told, power = number_of(line, name) is not None, line.unit_max_w.value
        if name == "inrush_a" and not is_told and power is not None and power < small:
            continue  # an adapter of a small device is no server supply; to earth it leaks all the same
        one = supplies_of(line)
        number = max(1, round(one.require() * link.share)) * link.units
        number = on_fullest(number) if any(link is one for one in spread) else number
        counts.append(leaf(f"{key_of(load)}/{link.line}/supplies", float(number), "1", one.quality, one.source))
        each.append(of_machine(line, name, unit) if is_told else None)
    return counts, each


def _sum(load: NodeLoad, counts: list[Figure], each: list[Figure | None], customary: str) -> Figure:
    """Return the sum over the supplies, in the unit of ``customary``, which stands in where nobody told it."""
    usual = limit(customary)
    values = [usual if one is None else one for one in each]
    if customary.startswith("pw.inrush"):
        return trace(INRUSH_A, f"{key_of(load)}/{customary}", supplies=counts, inrush_each_a=values)
    return trace(LEAKAGE_MA, f"{key_of(load)}/{customary}", supplies=counts, leakage_each_ma=values)


def leakage(view: View) -> tuple[Finding, ...]:
    """PW25: what supplies leak to earth adds up; above 0.3 of the residual current the device trips for nothing."""
    loads = [load for load in used(view.site, "circuit") if "rcd_ma" in load.node.values]
    return view.findings(_leakage, loads)


def _leakage(_view: View, load: NodeLoad) -> Iterator[Finding]:
    rcd = of_node(load.node, "rcd_ma", "mA")
    if not rcd.value:
        return  # not told, or told that there is none
    counts, each = _supplies(load, "leakage_ma", "mA")
    low, high = _sum(load, counts, each, "pw.leakage_low_ma"), _sum(load, counts, each, "pw.leakage_high_ma")
    share = 0.3 * rcd.require()
    told = {"name": name_of(load.node), "low": low, "high": high, "rcd": rcd, "allowed": round(share, 1)}
    if high.require() <= share:
        say = msg(
            "PW25.pass", "The supplies leak at most {high}; {allowed} mA of the {rcd} device may be used.", **told
        )
        yield passed(load.node.id, say, high, rcd)
    elif low.require() > share:
        yield _too_many(load, rcd, low, told)
    else:
        yield cannot_tell(
            load.node.id,
            msg(
                "PW25.unknown",
                "The supplies on {name} leak {low} to {high}; above {allowed} mA the {rcd} device trips for nothing.",
                **told,
            ),
            msg("PW25.ask", "Ask the makers for the leakage of a supply, or have an electrician measure it."),
            tuple(f"{key_of_line(line)}/leakage_ma" for line in load.lines.values()),
        )


def _too_many(load: NodeLoad, rcd: Figure, low: Figure, told: Mapping[str, object]) -> Finding:
    few = trace(RCD_SUPPLIES, f"{key_of(load)}/rcd_supplies", rcd_ma=rcd, leakage_ma=limit("pw.leakage_high_ma"))
    return Finding(
        outcome="warning",
        subject=load.node.id,
        message=msg(
            "PW25.over",
            "The supplies on {name} leak {low} and more; above {allowed} mA the {rcd} device trips for nothing.",
            **told,
        ),
        remedy=msg(
            "PW25.remedy",
            "Hang no more than {few} supplies on one device: have a second circuit laid, or ask an electrician whether a 100 mA "
            "device is allowed for fixed machines.",
            few=few,
        ),
        figures=(low, rcd, few),
    )


def device_there(view: View) -> tuple[Finding, ...]:
    """PW26: ordinary sockets hang on a residual current device of 30 mA; one question for all circuits not told of."""
    parents = {node.parent for node in view.site.nodes if node.type == "socket"}
    loads = [load for load in used(view.site, "circuit") if load.node.id in parents]
    told = [load for load in loads if "rcd_ma" in load.node.values]
    open_ = [load.node for load in loads if "rcd_ma" not in load.node.values]
    return (*view.findings(_device, told), *(() if not open_ else (_device_asked(open_),)))


def _device_asked(nodes: list[SiteNode]) -> Finding:
    return cannot_tell(
        nodes[0].id,
        msg(
            "PW26.unknown",
            "Whether the sockets of {names} hang on a residual current device is not said.",
            names=tuple([name_of(node) for node in nodes]),
        ),
        msg("PW26.ask", "Look for a device with a test button (30 mA) beside the breaker, or ask an electrician."),
        [f"site/{node.id}/rcd_ma" for node in nodes],
    )


def _device(_view: View, load: NodeLoad) -> Iterator[Finding]:
    rcd, name = of_node(load.node, "rcd_ma", "mA"), name_of(load.node)
    if rcd.value is None:
        return  # told as a word: the field says so
    if rcd.value == 0:
        yield _none(load, name, rcd)
    elif rcd.require() <= limit("pw.rcd_ma").require():
        yield passed(
            load.node.id, msg("PW26.pass", "The sockets of {name} hang on a {rcd} device.", name=name, rcd=rcd), rcd
        )
    else:
        yield Finding(
            outcome="note",
            subject=load.node.id,
            message=msg(
                "PW26.large",
                "The residual current device of {name} trips at {rcd}; {limit} is customary for sockets.",
                name=name,
                rcd=rcd,
                limit=limit("pw.rcd_ma"),
            ),
            remedy=msg(
                "PW26.large.remedy", "Ask an electrician whether it may stay: it protects from fire, not people."
            ),
            figures=(rcd, limit("pw.rcd_ma")),
            fix=_fitted(load),
        )


def _none(load: NodeLoad, name: str | Labelled, rcd: Figure) -> Finding:
    """Return the warning that nothing cuts a circuit off when its current goes through a person."""
    return Finding(
        outcome="warning",
        subject=load.node.id,
        message=msg("PW26.none", "The sockets of {name} hang on no residual current device.", name=name),
        remedy=msg(
            "PW26.none.remedy",
            "Have an electrician fit one of {limit}: it cuts off when current goes through a person.",
            limit=limit("pw.rcd_ma"),
        ),
        figures=(rcd, limit("pw.rcd_ma")),
        fix=_fitted(load),
    )


def _fitted(load: NodeLoad) -> Fix:
    most = limit("pw.rcd_ma")
    value = {"value": most.require(), "quality": "assumed", "source": "to be fitted by an electrician"}
    return Fix(
        label=msg("PW26.fix", "Plan a device of {limit}", limit=most),
        edit=SetValue(path=f"site/{load.node.id}/values/rcd_ma", value=value),
    )


CHECKS = (
    Check(
        id="PW24",
        area="power",
        title=msg("PW24.title", "Inrush and the breaker's curve"),
        reads=("site", "organisation"),
        source=CURVE_SOURCE,
        limit="pw.inrush_low_a",
        blocking=False,
        run=inrush,
    ),
    Check(
        id="PW25",
        area="power",
        title=msg("PW25.title", "Leakage and the residual current device"),
        reads=("site",),
        source="IEC 60364-5-53: standing leakage at most 0.3 of the rated residual current (from memory; to be confirmed)",
        limit="pw.leakage_low_ma",
        blocking=False,
        run=leakage,
    ),
    Check(
        id="PW26",
        area="power",
        title=msg("PW26.title", "Residual current device for sockets"),
        reads=("site",),
        source="30 mA for general sockets (from memory; to be confirmed)",
        limit="pw.rcd_ma",
        blocking=False,
        run=device_there,
    ),
)
