"""Checks of circuits: current against the breaker, continuous load, what is unknown, sharing, old wiring, voltage."""

from __future__ import annotations

import math
from collections.abc import Iterator

from planner.assess.context import View
from planner.assess.facts import fact_figure, text
from planner.assess.site import NodeLoad
from planner.assess.to_lay import is_to_lay
from planner.checks.customary import customary, site_keys
from planner.checks.own_circuit import with_own_circuit
from planner.checks.registry import Check, Finding, cannot_tell, passed
from planner.checks.site_parts import asked, devices_on, largest_on, name_of, used
from planner.figure import Figure
from planner.limits import limit
from planner.messages import msg
from planner.plan.document import Fact


def circuit_data(view: View) -> tuple[Finding, ...]:
    """PW06: one question for all that is not known of a circuit in use."""
    return view.findings(_data, used(view.site, "circuit"), "organisation")


def _data(view: View, load: NodeLoad) -> Iterator[Finding]:
    missing = site_keys((*load.rating_a.missing, *load.total_a.missing))
    if load.shared is None and not load.other_a.known:
        missing = (f"site/{load.node.id}/shared", *missing)
    name = name_of(load.node)
    if not missing:
        yield passed(load.node.id, msg("PW06.pass", "The data of {name} are there.", name=name))
        return
    missing = (*missing, *wiring_missing(load), *_of_breaker(load))
    yield cannot_tell(
        load.node.id,
        msg("PW06.unknown", "Not known of {name}: {inputs}.", name=name, inputs=asked(missing)),
        msg("PW06.ask", "Ask the building office or an electrician; the breaker's rating is printed on it."),
        missing,
        customary(view, load),
    )


def _of_breaker(load: NodeLoad) -> tuple[str, ...]:
    """Return the keys that are printed on the breaker beside its rating, where they are missing."""
    return () if "breaker_curve" in load.node.values else (f"site/{load.node.id}/breaker_curve",)


def wiring_missing(load: NodeLoad) -> tuple[str, ...]:
    """Return the keys of the cable data that are missing."""
    known = load.node.values
    return tuple(
        f"site/{load.node.id}/{name}" for name in ("built_year", "cable_mm2", "cable_length_m") if name not in known
    )


def shared_branch(view: View) -> Iterator[Finding]:
    """PW07: a machine above 1.2 kW wants a circuit of its own; a guessed other load wants a measurement."""
    found = view.findings(_sharing, used(view.site, "circuit"))
    yield from with_own_circuit(view, found, lambda one: None if one.message.id == "PW07.large" else math.inf)


def _sharing(view: View, load: NodeLoad) -> Iterator[Finding]:
    name = name_of(load.node)
    devices = devices_on(load)
    large = largest_on(load)
    if large is not None and not _above(large.power_w, limit("strip.max_w")):
        large = None
    shared = load.shared if load.shared is not None or not load.other_a.known else load.other_a.require() > 0
    if shared and large is not None:
        yield Finding(
            outcome="warning",
            subject=load.node.id,
            message=msg(
                "PW07.large",
                "{machine} draws {power} on {name}, which others use too.",
                machine=large.line.line.title,
                power=large.power_w,
                name=name,
            ),
            remedy=msg("PW07.large.remedy", "Have a dedicated circuit laid for it; above 1.2 kW that is the rule."),
            figures=(large.power_w, limit("strip.max_w"), load.other_a),
        )
    elif shared is False:
        yield passed(load.node.id, msg("PW07.alone", "Nobody else uses {name}.", name=name))
    elif shared is None or not (load.other_a.known and all(one.power_w.known for one in devices)):
        yield _sharing_unknown(load, [key for one in devices for key in one.power_w.missing])
    elif "reading_a" not in load.node.values and _is_assumed(load.node.values.get("other_load_a")):
        yield Finding(
            outcome="warning",
            subject=load.node.id,
            message=msg(
                "PW07.guess",
                "What others draw on {name} is a guess: {current}.",
                name=name,
                current=load.other_a,
            ),
            remedy=msg("PW07.guess.remedy", "Have an electrician measure it with a clamp meter at a busy hour."),
            figures=(load.other_a,),
            missing=(f"site/{load.node.id}/reading_a", f"site/{load.node.id}/reading_on"),
        )
    elif "reading_a" in load.node.values:
        told = msg(
            "PW07.read",
            "On {name} a clamp meter read {current} of others ({day}).",
            name=name,
            current=load.other_a,
            day=load.other_a.source_date or msg("reading.undated", "day not told"),
        )
        yield passed(load.node.id, told, load.other_a)
    else:
        told = msg("PW07.pass", "Others draw {current} on {name}.", name=name, current=load.other_a)
        yield passed(load.node.id, told, load.other_a)


def _sharing_unknown(load: NodeLoad, missing: list[str]) -> Finding:
    shared = () if load.shared is not None else (f"site/{load.node.id}/shared",)
    return cannot_tell(
        load.node.id,
        msg("PW07.unknown", "How much others use {name} is not known.", name=name_of(load.node)),
        msg("PW07.ask", "Ask the building office what else hangs on this circuit."),
        (*shared, *load.other_a.missing, *missing),
    )


def _above(figure: Figure, most: Figure) -> bool:
    return figure.known and figure.require() > most.require()


def _is_assumed(fact: Fact | None) -> bool:
    return fact is not None and fact.quality == "assumed"


def old_wiring(view: View) -> tuple[Finding, ...]:
    """PW08: wiring made before 2000, thinner than 2.5 mm2 or of aluminium wants an electrician's look."""
    return view.findings(_wiring, used(view.site, "circuit"))


def _wiring(view: View, load: NodeLoad) -> Iterator[Finding]:
    key, values = load.node.id, load.node.values
    year = fact_figure(values, "built_year", f"site/{key}/built_year", "1")
    section = fact_figure(values, "cable_mm2", f"site/{key}/cable_mm2", "mm2")
    aluminium = text(values, "cable_material") == "aluminium"
    old = year.known and year.require() < limit("pw.old_year").require()
    thin = section.known and section.require() < limit("pw.cable_min_mm2").require()
    name = name_of(load.node)
    if old or thin or aluminium:
        yield Finding(
            outcome="warning",
            subject=key,
            message=msg("PW08.old", "{name} has old, thin or aluminium wiring.", name=name),
            remedy=msg(
                "PW08.remedy",
                "Have an electrician test insulation and earth loop and inspect it before the load goes on; keep the record with the plan.",
            ),
            figures=tuple(one for one in (year, section) if one.known),
        )
    elif is_to_lay(load.node):
        yield passed(key, msg("PW08.new", "{name} is laid anew.", name=name))
    elif not (year.known and section.known):
        missing = wiring_missing(load)
        yield cannot_tell(
            key,
            msg("PW08.unknown", "Not known of {name}: {inputs}.", name=name, inputs=asked(missing)),
            msg("PW08.ask", "Ask the building office for the year of the wiring and the section of the cable."),
            missing,
        )
    else:
        yield passed(key, msg("PW08.pass", "The wiring of {name} is recent.", name=name), year, section)


CHECKS = (
    Check(
        id="PW06",
        area="power",
        title=msg("PW06.title", "Circuit data known"),
        reads=("site", "organisation"),
        source="facility survey: breaker, sharing, voltage and cable of each circuit in use",
        covers=(
            "PW01",
            "PW02",
            "PW03",
            "PW04",
            "PW05",
            "PW07",
            "PW08",
            "PW09",
            "PW10",
            "PW11",
            "PW20",
            "PW24",
            "PW30",
            "PW31",
        ),
        run=circuit_data,
    ),
    Check(
        id="PW07",
        area="power",
        title=msg("PW07.title", "Circuit shared with others"),
        reads=("alternative", "site", "lines", "organisation"),
        source="高等学校实验室安全检查项目表 (2023) 12.1: above 1.2 kW an own line",
        limit="strip.max_w",
        blocking=False,
        run=shared_branch,
    ),
    Check(
        id="PW08",
        area="power",
        title=msg("PW08.title", "Age and section of the wiring"),
        reads=("site",),
        source="customary inspection rule; to be confirmed",
        limit="pw.old_year",
        covers=("PW04", "PW05"),
        blocking=False,
        run=old_wiring,
    ),
)
