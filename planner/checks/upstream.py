"""Checks of what feeds the panel: the transformer's share, the stand-by generator; the power factor."""

from __future__ import annotations

from collections.abc import Iterator

from planner.assess.context import View
from planner.assess.facts import fact_figure
from planner.assess.least import known_part
from planner.assess.site import NodeLoad
from planner.checks.declared import of_node
from planner.checks.formulas import KVA
from planner.checks.registry import Check, Finding, cannot_tell, passed
from planner.checks.sides import above, below
from planner.checks.site_parts import key_of, name_of, used
from planner.facility.circuits import GENERATOR_KW
from planner.figure import Figure, Quality, leaf, trace
from planner.limits import limit
from planner.messages import Message, msg


def transformer(view: View) -> Iterator[Finding]:
    """PW27: what is planned must be within the building's share of the transformer; a larger one takes months."""
    panels = [load for load in used(view.site, "panel") if "supply_kva" in load.node.values]
    for load in panels:
        yield from _share(load)
    total, most = view.totals.max_w, limit("pw.transformer_w")
    least = known_part(total)
    shown = least or total
    if not panels and shown.known and above(shown, most):
        panel = next((node for node in view.site.nodes if node.type == "panel"), None)
        yield cannot_tell(
            "plan" if panel is None else panel.id,
            msg(
                "PW27.unknown",
                "The machines draw {power}; whether the building has that left is not known.",
                power=total,
            )
            if least is None
            else msg(
                "PW27.unknown.least",
                "The machines draw at least {power}, some of them unknown; whether the building has that left is not known.",
                power=least,
            ),
            msg("PW27.ask", "Ask the building office how many kVA of the transformer are left for this room."),
            (f"site/{'panel' if panel is None else panel.id}/supply_kva",),
        )


def short_panels(view: View) -> Iterator[tuple[NodeLoad, float]]:
    """Yield panels at which the machines want more than the share of the transformer, and how much more (kVA)."""
    for load in used(view.site, "panel"):
        if "supply_kva" in load.node.values:
            need, there = _need(load), of_node(load.node, "supply_kva", "kVA")
            if need.known and there.known and above(need, there):
                yield load, _more(need, there)


def _need(load: NodeLoad) -> Figure:
    return trace(KVA, f"{key_of(load)}/kva", power_w=load.load_w, power_factor=load.power_factor)


def _share(load: NodeLoad) -> Iterator[Finding]:
    there = of_node(load.node, "supply_kva", "kVA")
    need = _need(load)
    told = {"name": name_of(load.node), "need": need, "there": there}
    if there.known and not need.known and (least := _least(load)) is not None and above(least, there):
        yield _over(
            load,
            msg(
                "PW27.least",
                "The machines at {name} want at least {need}; {there} are left.",
                **{**told, "need": least},
            ),
            least,
            there,
        )
        return
    if not (there.known and need.known):
        return  # PW34 asks for the machines
    if not above(need, there):
        yield passed(load.node.id, msg("PW27.pass", "{need} of {there} at {name}.", **told), need, there)
    else:
        say = msg("PW27.over", "The machines at {name} want {need}; {there} are left.", **told)
        yield _over(load, say, need, there)


def _over(load: NodeLoad, say: Message, need: Figure, there: Figure) -> Finding:
    return Finding(
        outcome="warning",
        subject=load.node.id,
        message=say,
        remedy=msg(
            "PW27.remedy",
            "Apply for {more} kVA more (增容) before ordering: it takes months and is paid as works.",
            more=_more(need, there),
        ),
        figures=(need, there),
    )


def _least(load: NodeLoad) -> Figure | None:
    """Return what is certain to be drawn (kVA), at a power factor of 1 where that is open too; None where nothing is."""
    least = known_part(load.load_w)
    if least is None:
        return None
    one = leaf("plan/power_factor", 1.0, "1", Quality.ASSUMED, "no power factor is above 1")
    factor = load.power_factor if load.power_factor.known else one
    return trace(KVA, f"{key_of(load)}/least_kva", power_w=least, power_factor=factor)


def _more(need: Figure, there: Figure) -> float:
    return round(need.require() - there.require(), 1)


def generator(view: View) -> Iterator[Finding]:
    """PW32: a stand-by generator carries UPS, cooling and the rest at no more than 80 %."""
    for load in used(view.site, "panel"):
        there = of_node(load.node, "generator_kw", "kW")
        if not there.value:
            continue  # not told, or told that there is none
        cooling = [of_node(node, "power_in_kw", "kW") for node in view.site.cooling_units]
        known = [one for one in cooling if one.known]
        key = key_of(load)
        cold = leaf(
            f"{key}/cooling_kw", sum(one.require() for one in known), "kW", Quality.COMPUTED, "power of the units"
        )
        machines_kw = leaf(
            f"{key}/machines_kw",
            None if load.load_w.value is None else load.load_w.value / 1000,
            "kW",
            Quality.COMPUTED,
        )
        none = leaf(f"{key}/rest_kw", 0.0, "kW", Quality.COMPUTED, "not counted")
        need = trace(GENERATOR_KW, f"{key}/generator_kw", ups_input_kw=machines_kw, cooling_kw=cold, other_kw=none)
        told = {"name": name_of(load.node), "need": need, "there": there}
        if not (need.known and there.known):
            continue
        if len(known) < len(cooling) and not above(need, there):
            yield cannot_tell(
                load.node.id,
                msg(
                    "PW32.unknown",
                    "The machines want a generator of {need} without cooling; the power of the air conditioners is not known.",
                    **told,
                ),
                msg("PW32.ask", "Read the power input on the rating plates of the outdoor units."),
                tuple(one.key for one in cooling if not one.known),
            )
        elif not above(need, there):
            yield passed(
                load.node.id,
                msg("PW32.pass", "The generator of {name} has {there}; {need} are needed.", **told),
                need,
                there,
            )
        else:
            yield Finding(
                outcome="warning",
                subject=load.node.id,
                message=msg("PW32.over", "The generator of {name} has {there}; {need} are needed.", **told),
                remedy=msg(
                    "PW32.remedy",
                    "Leave machines of {more} kW off it, or let them shut down on the UPS.",
                    more=_more(need, there),
                ),
                figures=(need, there),
            )


def power_factor(view: View) -> Iterator[Finding]:
    """PW28: below 0.95 the machines draw more current than they have power; the supply's label says it."""
    factor, least = fact_figure(view.facts, "power_factor", "plan/power_factor", "1"), limit("pw.factor")
    if factor.known and factor.require() > 0 and below(factor, least):
        yield Finding(
            outcome="note",
            subject="plan",
            message=msg(
                "PW28.low",
                "A power factor of {factor} is reckoned with; server supplies have {least} and more.",
                factor=factor,
                least=least,
            ),
            remedy=msg(
                "PW28.remedy",
                "Ask the makers, or ask for supplies with active correction: the current is {more} % above that at 1.",
                more=round(100 / factor.require() - 100),
            ),
            figures=(factor, least),
        )


CHECKS = (
    Check(
        id="PW27",
        area="power",
        title=msg("PW27.title", "Share of the transformer"),
        reads=("site", "totals", "facts"),
        source="what the building office leaves for the room",
        limit="pw.transformer_w",
        blocking=False,
        run=transformer,
    ),
    Check(
        id="PW28",
        area="power",
        title=msg("PW28.title", "Power factor"),
        reads=("facts",),
        source="server supplies at load 0.95 to 0.99; to be confirmed",
        limit="pw.factor",
        blocking=False,
        run=power_factor,
    ),
    Check(
        id="PW32",
        area="power",
        title=msg("PW32.title", "Stand-by generator"),
        reads=("site",),
        source="load at most 80 % of the set; customary, to be confirmed",
        blocking=False,
        run=generator,
    ),
)
