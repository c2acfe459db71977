"""Checks of plugs: a form that fits the machine's inlet, outlets enough with some to spare, cords that carry the current."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import msgspec

from planner.assess.context import View
from planner.assess.factor import own_factor
from planner.assess.facts import text
from planner.assess.lines import LineFigures
from planner.assess.site import NodeLoad
from planner.checks.declared import cord_volts, of_node, supplies_of, volts_and_factor
from planner.checks.inlets import FITS, form_of, words_of
from planner.checks.inlets import inlet_of as inlet_of
from planner.checks.inlets import takes as takes
from planner.checks.larger_socket import with_larger_socket
from planner.checks.ratings import form_rating, is_single, rating_of
from planner.checks.receptacles import at_volts
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.checks.replugging import Leaving, Outlets, cords_of, enough_of, moved
from planner.checks.sides import above
from planner.checks.site_parts import key_of, name_of, used
from planner.checks.switches import required
from planner.facility.circuits import CORD_CURRENT_A, CURRENT_1PH_A
from planner.figure import Figure, Quality, leaf, trace
from planner.limits import limit
from planner.messages import Labelled, Message, msg
from planner.plan.document import Connection, SiteNode
from planner.plan.edits import SetValue

_KINDS = ("socket", "strip", "pdu", "ups", "cord")
_PLUGGED = ("compute", "storage", "network", "other")
CORD = {"C14": "cord.c14", "C20": "cord.c20"}


def forms(view: View) -> tuple[Finding, ...]:
    """PW14: the plug of a machine's cord must go into the outlet, whose form and rating must be those of one outlet."""
    loads = [load for load in used(view.site, *_KINDS) if form_of(load.node)]
    told = [load for load in loads if is_single(load.node) and load.rating_a.known]
    open_ = [load for load in used(view.site, "socket") if not form_of(load.node)]
    wrong = with_larger_socket(view, view.findings(_forms, loads))
    return (*wrong, *view.findings(_of_form, told), *view.findings(_form_asked, open_))


def _form_asked(_view: View, load: NodeLoad) -> Iterator[Finding]:
    """Yield the question for the form of a socket that a machine of known inlet is to be plugged in at."""
    there = [load.lines[link.line] for link in load.connected if link.node == load.node.id]
    inlet, line = next(((name, one) for one in there if (name := inlet_of(one))), ("", None))
    if line is not None:
        yield cannot_tell(
            load.node.id,
            msg(
                "PW14.unknown",
                "{machine} has an inlet {inlet}; whether its cord goes into {name} is not known.",
                machine=line.line.title,
                inlet=inlet,
                name=name_of(load.node),
            ),
            msg("PW14.ask", "Look at the socket: three flat pins of 10 A or of 16 A, or a round industrial one."),
            (f"site/{load.node.id}/form",),
        )


def _of_form(_view: View, load: NodeLoad) -> Iterator[Finding]:
    """Yield that a socket's rating is not that of its form; the smaller counts until somebody has looked."""
    form = form_rating(load.node)
    if form is None or form.value == load.rating_a.value:
        return
    value = {"value": form.require(), "quality": "assumed", "source": "rated current of its form"}
    yield Finding(
        outcome="warning",
        subject=load.node.id,
        message=msg(
            "PW14.rating",
            "{name} is said to be rated {rating}; its form ({form}) is one of {current}. It is reckoned with {least}.",
            name=name_of(load.node),
            rating=load.rating_a,
            form=words_of(load.node),
            current=form,
            least=rating_of(load) if form.require() < load.rating_a.require() else load.rating_a,
        ),
        remedy=msg(
            "PW14.rating.remedy", "Look at the outlet: form and rating are printed on it; correct the wrong one."
        ),
        figures=(load.rating_a, form),
        fix=Fix(
            label=msg("PW14.rating.fix", "Take the {current} of its form", current=form),
            edit=SetValue(path=f"site/{load.node.id}/values/rating_a", value=value),
        ),
    )


def _forms(_view: View, load: NodeLoad) -> Iterator[Finding]:
    yield from at_volts(load)
    for link in load.connected:
        if link.node != load.node.id:
            continue
        line = load.lines[link.line]
        inlet = inlet_of(line)
        if not inlet:
            yield from _inlet_open(load, line)
            continue
        if form_of(load.node) in FITS[inlet]:
            continue
        yield Finding(
            outcome="error",
            subject=load.node.id,
            message=msg(
                "PW14.wrong",
                "{machine} has an inlet {inlet}; its cord does not go into {name} ({form}).",
                machine=line.line.title,
                inlet=inlet,
                name=name_of(load.node),
                form=words_of(load.node),
            ),
            remedy=_cord(inlet),
        )
        return


def _inlet_open(load: NodeLoad, line: LineFigures) -> Iterator[Finding]:
    """Yield the question for an inlet where the usual small cord does not go into the outlet; PW16 asks for large machines."""
    power_w = line.unit_max_w.value
    told = text(line.line.facts, "inlet") or (line.item.text("inlet") if line.item is not None else "")
    if told or form_of(load.node) in FITS["C14"] or power_w is None or power_w > _one_cord_w(load):
        return
    yield cannot_tell(
        line.line.id,
        msg(
            "PW14.inlet",
            "{name} ({form}) takes no usual cord of 10 A; which inlet {machine} has is not known.",
            name=name_of(load.node),
            form=words_of(load.node),
            machine=line.line.title,
        ),
        msg("PW14.inlet.ask", "Ask the seller for the inlet (C14 or C20) and for a cord with the plug of this outlet."),
        (f"{line.key}/inlet",),
    )


def _cord(inlet: str) -> Message:
    if inlet == "C20":
        return msg(
            "PW14.remedy.large",
            "Have a 16 A socket put in, or use a PDU with C19 outlets; an adapter to 10 A is not allowed.",
        )
    return msg("PW14.remedy.small", "Ask for a cord with the right plug, or use a PDU with C13 outlets.")


def enough(view: View) -> tuple[Finding, ...]:
    """PW15: outlets enough for every cord, and a tenth to spare."""
    loads = [load for load in used(view.site, *_KINDS) if "outlet_count" in load.node.values]
    asked_for = _outlets_asked(view)
    if not loads:
        return asked_for
    below: dict[str, list[SiteNode]] = {}
    for node in view.site.nodes:
        below.setdefault(node.parent, []).append(node)
    found = view.found_in(_enough, ((load, *below.get(load.node.id, ())) for load in loads))
    if any(one.outcome in ("error", "warning") for one in found):
        outlets = Outlets(view.site, view.alternative.id, view.alternative.connections, takes)
        found = tuple(_with_outlet(outlets, one) for one in found)
    return (*found, *asked_for)


def _outlets_asked(view: View) -> tuple[Finding, ...]:
    """Return one question for all PDUs of untold outlets that several cords are to go into; banks are parts of theirs."""
    nodes = {node.id: node.type for node in view.site.nodes} if used(view.site, "pdu") else {}
    open_ = [
        load.node
        for load in used(view.site, "pdu")
        if "outlet_count" not in load.node.values
        and nodes.get(load.node.parent) != "pdu"
        and sum(link.units for link in load.connected if link.node == load.node.id) > 1
    ]
    if not open_:
        return ()
    say = msg(
        "PW15.unknown",
        "Whether the cords of all machines find an outlet in {names} is not known.",
        names=tuple([name_of(node) for node in open_]),
    )
    ask = msg("PW15.ask", "Count the outlets of the PDU, C13 and C19 apart, or look for them in its manual.")
    return (cannot_tell(open_[0].id, say, ask, tuple([f"site/{node.id}/outlet_count" for node in open_])),)


def _with_outlet(outlets: Outlets, one: Finding) -> Finding:
    if one.outcome not in ("error", "warning"):
        return one
    step = _elsewhere(outlets, outlets.site.loads[one.subject], one)
    return one if step is None else msgspec.structs.replace(one, fix=step)


def _elsewhere(outlets: Outlets, load: NodeLoad, finding: Finding) -> Fix | None:
    """Return the step that plugs machines in at another outlet of the circuit, so that those to spare are free if possible."""
    cords, there = finding.figures[0].require(), finding.figures[1].require()
    spare = 1 - limit("pdu.spare").require() if load.node.type == "pdu" else 1.0
    goals = (math.floor(there * spare + 1e-9), there) if finding.outcome == "error" else (math.floor(there * spare),)
    for most in dict.fromkeys(goals):
        here = outlets.whole_at(load, *_PLUGGED, below=False)
        for leaving in enough_of(here, cords - most, cords_of):
            step = outlets.step(load, leaving, partial(_plugged, load, leaving, cords))
            if step is not None:
                return step
    return None


def _plugged(load: NodeLoad, leaving: Leaving, cords: float, place: str | Labelled) -> Message:
    return msg(
        "PW15.fix",
        "Plug {machines} in at {place}: {left} cords are left in {name}",
        machines=moved(leaving),
        place=place,
        left=round(cords - leaving.units * cords_of(leaving.line)),
        name=name_of(load.node),
    )


def _enough(_view: View, load: NodeLoad, *below: SiteNode) -> Iterator[Finding]:
    there = of_node(load.node, "outlet_count", "1")
    own = [link for link in load.connected if link.node == load.node.id]
    count = sum(_cords(link, load.lines) for link in own) + len(below)
    cords = leaf(f"{key_of(load)}/cords", float(count), "1", Quality.COMPUTED, "cords of the machines plugged in here")
    told = {
        "name": name_of(load.node),
        "cords": count,
        "there": there,
        "spare": round(100 * limit("pdu.spare").require()),
    }
    if not there.known:
        return
    if count > there.require():
        yield Finding(
            outcome="error",
            subject=load.node.id,
            message=msg("PW15.over", "{cords} cords are to go into {name}, which has {there} outlets.", **told),
            remedy=msg(
                "PW15.remedy", "Plug {more} of them in elsewhere, or add a PDU.", more=count - round(there.require())
            ),
            figures=(cords, there),
        )
    elif count > there.require() * (1 - limit("pdu.spare").require()) and load.node.type == "pdu":
        yield Finding(
            outcome="warning",
            subject=load.node.id,
            message=msg(
                "PW15.full", "{cords} of {there} outlets of {name} are taken; {spare} % to spare are customary.", **told
            ),
            remedy=msg("PW15.full.remedy", "Take a PDU with more outlets: the next machine wants one too."),
            figures=(cords, there, limit("pdu.spare")),
        )
    else:
        yield passed(
            load.node.id, msg("PW15.pass", "{cords} of {there} outlets of {name} are taken.", **told), cords, there
        )


def _cords(link: Connection, lines: Mapping[str, LineFigures]) -> int:
    return max(1, round(supplies_of(lines[link.line]).require() * link.share)) * link.units


def cord_current(view: View) -> tuple[Finding, ...]:
    """PW16: a C13 cord carries 10 A, a C19 cord 16 A, by UL 15 A and 20 A; each cord of a machine its share."""
    loads = [load for load in used(view.site, *_KINDS) if load.node.type != "cord"]
    return view.findings(_currents, loads, "organisation")


def _currents(view: View, load: NodeLoad) -> Iterator[Finding]:
    one_cord_w: float | None = None
    for link in load.connected:
        if link.node != load.node.id:
            continue
        line = load.lines[link.line]
        inlet = inlet_of(line)
        if inlet:
            yield _one_cord(load, link, line, limit(CORD[inlet], view.organisation.profile), inlet)
            continue
        one_cord_w = one_cord_w if one_cord_w is not None else _one_cord_w(load)
        power_w = line.unit_max_w.value
        if power_w is not None and power_w > one_cord_w and not text(line.line.facts, "inlet"):
            yield from _inlet_asked(load, link, line, view.organisation.profile)


def _one_cord_w(load: NodeLoad) -> float:
    """Return the power (W) that the usual small cord carries at a node; without end where voltage or factor are open: PW06 asks."""
    volts, factor = volts_and_factor(load)
    if volts.value is None or factor.value is None:
        return math.inf
    return limit(CORD["C14"]).require() * volts.value * factor.value


def _inlet_asked(load: NodeLoad, link: Connection, line: LineFigures, profile: str) -> Iterator[Finding]:
    """Yield the question for the inlet where the usual small cord would not carry the machine."""
    small, each = limit(CORD["C14"], profile), _cord_a(load, link, line)
    if above(each, small):
        told = {"machine": line.line.title, "current": each, "limit": small}
        yield cannot_tell(
            line.line.id,
            msg("PW16.inlet", "A cord of {machine} carries {current}; the usual one (C13) is for {limit}.", **told),
            msg(
                "PW16.inlet.ask", "Ask the maker for a C20 inlet (16 A) or more supplies, and how many cords there are."
            ),
            (f"{line.key}/inlet",),
        )


def machine_a(load: NodeLoad, line: LineFigures) -> Figure:
    """Return the current (A) that one machine would draw through a single cord at a node."""
    return trace(
        CURRENT_1PH_A,
        f"{key_of(load)}/{line.line.id}/machine_a",
        power_w=line.unit_max_w,
        volts_ln_v=cord_volts(load, line),
        power_factor=own_factor(line, volts_and_factor(load)[1]),
    )


def _cord_a(load: NodeLoad, link: Connection, line: LineFigures) -> Figure:
    key = f"{key_of(load)}/{link.line}"
    return trace(CORD_CURRENT_A, f"{key}/cord_a", device_a=machine_a(load, line), active_cords=supplies_of(line))


def _one_cord(load: NodeLoad, link: Connection, line: LineFigures, most: Figure, inlet: str) -> Finding:
    each = _cord_a(load, link, line)
    told: dict[str, Any] = {"machine": line.line.title, "current": each, "limit": most, "inlet": inlet}
    if not each.known:
        return cannot_tell(
            line.line.id,
            msg("PW16.unknown", "What a cord of {machine} carries is not known.", **told),
            msg("PW16.ask", "Ask the maker for the maximum power and the number of supplies."),
            each.missing,
        )
    if not above(each, most):
        say = msg("PW16.pass", "A cord ({inlet}) of {machine} carries {current} of {limit}.", **told)
        return passed(line.line.id, say, each, most)
    return Finding(
        outcome="error",
        subject=line.line.id,
        message=msg("PW16.over", "A cord ({inlet}) of {machine} would carry {current} of {limit}.", **told),
        remedy=msg("PW16.remedy", "Ask for a machine with C20 inlets or more supplies, and use every cord."),
        figures=(each, most),
        fix=_larger_inlet(line, each, inlet),
    )


def _larger_inlet(line: LineFigures, each: Figure, inlet: str) -> Fix | None:
    """Return the step that asks for C20 inlets, None where they are too small as well."""
    if inlet == "C20" or above(each, limit(CORD["C20"])):
        return None
    path = f"alternatives/{line.key.partition('/')[0]}/lines/{line.line.id}/facts/inlet"
    return Fix(
        label=msg("PW16.fix", "Ask for C20 inlets in the requirements"),
        edit=SetValue(path=path, value=required("C20")),
    )


CHECKS = (
    Check(
        id="PW14",
        area="power",
        title=msg("PW14.title", "Plug and outlet"),
        reads=("site", "organisation"),
        source="GB/T 1002: a 10 A plug does not go into a 16 A socket; IEC 60320",
        run=forms,
    ),
    Check(
        id="PW15",
        area="power",
        title=msg("PW15.title", "Outlets enough"),
        reads=("site", "alternative"),
        source="count of cords and outlets; customary reserve of a tenth, to be confirmed",
        limit="pdu.spare",
        blocking=False,
        run=enough,
    ),
    Check(
        id="PW16",
        area="power",
        title=msg("PW16.title", "Current of a cord"),
        reads=("site", "organisation"),
        source="IEC 60320: C13/C14 10 A, C19/C20 16 A; UL 498: 15 A and 20 A",
        limit="cord.c14",
        blocking=False,
        run=cord_current,
    ),
)
