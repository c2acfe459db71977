"""Checks of the chain from breaker to cord: the cable behind the breaker, the banks of a PDU."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from planner.assess.context import View
from planner.assess.facts import text
from planner.assess.site import NodeLoad
from planner.checks.cable_limit import cable_a, conductor, laid
from planner.checks.capping import cap_fix
from planner.checks.declared import of_node
from planner.checks.outlet_protection import unprotected
from planner.checks.protection import trips_with
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.checks.relief import relieved
from planner.checks.rewiring import by_planner, rewired
from planner.checks.sides import above
from planner.checks.site_parts import asked, name_of, used
from planner.facility.ampacity import sections
from planner.figure import Figure, Quality, leaf
from planner.limits import limit
from planner.messages import Message, msg
from planner.plan.document import SiteNode
from planner.plan.edits import SetValue

TABLE = "IEC 60364-5-52:2009 tables B.52.2 and B.52.4: PVC, 30 °C in air, methods B1 and C"
MINIMUM = "GB 50054, GB/T 16895 (IEC 60364-5-52): least section of fixed wiring; the table begins with it"
BREAKERS_A = (6.0, 10.0, 16.0, 20.0, 25.0, 32.0, 40.0, 50.0, 63.0, 80.0, 100.0, 125.0)


def cable_capacity(view: View) -> tuple[Finding, ...]:
    """PW04: a breaker must not be larger than what its cable and the outlets behind it carry (IB <= In <= Iz), else they burn first."""
    return (*view.findings(_cable, used(view.site, "circuit")), *unprotected(view))


def _cable(_view: View, load: NodeLoad) -> Iterator[Finding]:
    if not load.rating_a.known:
        return  # PW06 asks for the breaker
    least, most = cable_a(load.node, on_wall=False), cable_a(load.node, on_wall=True)
    told = {"name": name_of(load.node), "breaker": load.rating_a}
    section = of_node(load.node, "cable_mm2", "mm2")
    if not most.known and section.known:
        yield _too_thin(load, section)
    elif not most.known:
        yield cannot_tell(
            load.node.id,
            msg(
                "PW04.unknown",
                "Whether the cable of {name} carries what its breaker lets through is not known.",
                **told,
            ),
            msg(
                "PW04.ask",
                "Ask the building office for the section of the cable: {inputs}.",
                inputs=asked(most.missing),
            ),
            most.missing,
        )
    elif not above(load.rating_a, least):
        say = msg("PW04.pass", "The cable of {name} carries {cable}, its breaker is {breaker}.", cable=least, **told)
        yield passed(load.node.id, say, least, load.rating_a)
    elif not above(load.rating_a, most):
        key = f"site/{load.node.id}/cable_method"
        yield cannot_tell(
            load.node.id,
            msg(
                "PW04.method",
                "The cable of {name} carries {least} in conduit or trunking and {most} on the wall; its breaker is {breaker}.",
                least=least,
                most=most,
                **told,
            ),
            msg(
                "PW04.method.ask",
                "Ask an electrician whether the cable runs in conduit or trunking, or open on the wall.",
            ),
            (key,),
        )
    else:
        yield _thin(load, least, most, told)


def _too_thin(load: NodeLoad, section: Figure) -> Finding:
    """Return that a section is thinner than the table's thinnest, which no number can be given for."""
    thinnest, enough = sections(conductor(load.node))[0], _section_for(load)
    least = leaf("ampacity/thinnest_mm2", thinnest.section_mm2, "mm2", Quality.SECONDARY, MINIMUM, thinnest.source_date)
    remedy: Message = msg(
        "PW04.thin.remedy", "Have an electrician look at it and lay the cable that the breaker needs."
    )
    if enough is not None:
        remedy = msg(
            "PW04.thin.remedy.size", "Have a {section} mm² cable laid for a breaker of this size.", section=enough
        )
    return Finding(
        outcome="error",
        subject=load.node.id,
        message=msg(
            "PW04.thin",
            "The cable of {name} is {section}: thinner than any cable for fixed wiring ({least} at least), so no table tells what "
            "it carries behind the {breaker} breaker.",
            name=name_of(load.node),
            section=section,
            least=least,
            breaker=load.rating_a,
        ),
        remedy=remedy,
        figures=(section, least, load.rating_a),
        fix=_fix(load, None, enough),
    )


def _thin(load: NodeLoad, least: Figure, most: Figure, told: Mapping[str, object]) -> Finding:
    smaller = max((size for size in BREAKERS_A if size <= least.require()), default=None)
    section = _section_for(load)
    known = {"cable": most, **told}
    remedy: Message = msg("PW04.remedy", "Have an electrician put in a thicker cable or a smaller breaker.")
    if section is not None and smaller is not None:
        remedy = msg(
            "PW04.remedy.sizes",
            "Have a {section} mm² cable laid, or the breaker replaced by one of {smaller} A.",
            section=section,
            smaller=smaller,
        )
    return Finding(
        outcome="error",
        subject=load.node.id,
        message=msg(
            "PW04.over",
            "The breaker of {name} is {breaker}, its cable carries {cable}: the cable burns before the breaker trips.",
            **known,
        ),
        remedy=remedy,
        figures=(load.rating_a, most),
        fix=_fix(load, smaller, section),
    )


def _fix(load: NodeLoad, smaller: float | None, section: float | None) -> Fix | None:
    """Return the smaller breaker where it carries load and inrush, else the thicker cable; both as what is to be done."""
    path = f"site/{load.node.id}/values"
    source = "to be done by an electrician"
    share = limit("br.cont").require()
    carried = smaller is not None and load.total_a.known and load.total_a.require() <= share * smaller
    if smaller is not None and carried and not trips_with(load, smaller):
        value = {"value": smaller, "quality": "assumed", "source": source}
        label = msg("PW04.fix.breaker", "Plan a breaker of {smaller} A", smaller=smaller)
        return Fix(label=label, edit=SetValue(path=f"{path}/breaker_a", value=value))
    if section is None or "cable_iz_a" in load.node.values or text(load.node.values, "cable_material") == "aluminium":
        return None
    value = {"value": section, "quality": "assumed", "source": source}
    label = msg("PW04.fix.cable", "Plan a cable of {section} mm²", section=section)
    return Fix(label=label, edit=SetValue(path=f"{path}/cable_mm2", value=value))


def _section_for(load: NodeLoad) -> float | None:
    """Return the smallest section (mm2) whose copper carries the breaker's rating as the cable is laid, none that PW08 would find thin."""
    wall, three = laid(load.node, on_wall=False)
    thick = (one for one in sections() if one.section_mm2 >= limit("pw.cable_min_mm2").require())
    fitting = (one for one in thick if one.amps(on_wall=wall, three_phase=three) >= load.rating_a.require())
    return next((one.section_mm2 for one in fitting), None)


def bank_currents(view: View) -> Iterator[Finding]:
    """PW10: the outlets of a PDU are parted into banks, each with a breaker of its own; a bank is a PDU on a PDU."""
    loads = used(view.site, "pdu")
    if not loads:
        return
    by_id = {node.id: node for node in view.site.nodes}
    found = [load for load in loads if (outer := by_id.get(load.node.parent)) is not None and outer.type == "pdu"]
    banks = view.found_in(_bank, ((load, by_id[load.node.parent]) for load in found), "facts")
    yield from by_planner(view, relieved(view, rewired(view, banks, lambda one: one.figures[1].require())))


def _bank(view: View, load: NodeLoad, outer: SiteNode) -> Iterator[Finding]:
    told = {"name": name_of(load.node), "pdu": name_of(outer), "current": load.total_a, "rating": load.rating_a}
    if not (load.rating_a.known and load.total_a.known):
        missing = tuple(dict.fromkeys((*load.rating_a.missing, *load.total_a.missing)))
        yield cannot_tell(
            load.node.id,
            msg("PW10.unknown", "Not known of bank {name} of {pdu}: {inputs}.", inputs=asked(missing), **told),
            msg("PW10.ask", "Read the rating beside the breaker of the bank (usually 10 A or 16 A)."),
            missing,
        )
    elif above(load.total_a, load.rating_a):
        yield Finding(
            outcome="error",
            subject=load.node.id,
            message=msg("PW10.over", "Bank {name} of {pdu} would carry {current}; its breaker is {rating}.", **told),
            remedy=msg("PW10.remedy", "Move a plug to another bank of the PDU, or cap the cards."),
            figures=(load.total_a, load.rating_a, load.load_w),
            fix=cap_fix(view, load, load.rating_a.require()),
        )
    else:
        say = msg("PW10.pass", "Bank {name} of {pdu} carries {current} of {rating}.", **told)
        yield passed(load.node.id, say, load.total_a, load.rating_a)


_READS = ("alternative", "site", "lines", "facts", "organisation")

CHECKS = (
    Check(
        id="PW04",
        area="power",
        title=msg("PW04.title", "Breaker and cable"),
        reads=("site",),
        source="GB 50054-2011 6.3, IEC 60364-4-43: IB <= In <= Iz",
        blocking=False,
        run=cable_capacity,
    ),
    Check(
        id="PW10",
        area="power",
        title=msg("PW10.title", "Bank of a PDU within its breaker"),
        reads=_READS,
        source="netbox #9759: 18 A and 10 A are below 32 A in all, but bank 1 of 16 A is over",
        run=bank_currents,
    ),
)
