"""Checks of circuits: current against the breaker, continuous load, what is unknown, sharing, old wiring, voltage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from planner.assess.context import View
from planner.assess.facts import fact_figure, text
from planner.assess.site import NodeLoad, SiteFigures
from planner.checks.capping import cap_fix
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.checks.rewiring import rewired
from planner.checks.site_parts import asked, devices_on, key_of, name_of, used
from planner.facility.circuits import BREAKER_USABLE_A
from planner.figure import Figure, trace
from planner.limits import limit
from planner.messages import msg
from planner.plan.document import Fact
from planner.plan.edits import Batch, SetValue

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
    yield from rewired(view, found, lambda one: one.figures[1].require())


def _current(view: View, load: NodeLoad) -> Iterator[Finding]:
    most_a = load.rating_a.value
    if load.open_legs and load.total_a.known and most_a is not None and load.total_a.require() > most_a:
        yield _legs_asked(load)
        return
    if load.own_a.known and most_a is not None and load.own_a.require() > most_a:
        yield _over(view, load, load.total_a if load.total_a.known else load.own_a)
    elif not (load.total_a.known and load.rating_a.known):
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
    elif load.total_a.require() > load.rating_a.require() * limit("br.max").require():
        yield _over(view, load, load.total_a)
    else:
        yield passed(
            load.node.id,
            msg(
                "PW01.pass",
                "{name} carries {current} of {rating}.",
                name=name_of(load.node),
                current=load.total_a,
                rating=load.rating_a,
            ),
            load.total_a,
            load.rating_a,
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


def _over(view: View, load: NodeLoad, current: Figure) -> Finding:
    return Finding(
        outcome="error",
        subject=load.node.id,
        message=msg(
            "PW01.over",
            "{name} would carry {current}; its breaker is {rating}.",
            name=name_of(load.node),
            current=current,
            rating=load.rating_a,
        ),
        remedy=msg(
            "PW01.over.remedy",
            "Split the machines over circuits, cap the cards, or ask for a 32 A or three-phase supply.",
        ),
        figures=(current, load.rating_a, load.load_w),
        fix=cap_fix(view, load, load.rating_a.require()),
    )


def continuous_load(view: View) -> Iterator[Finding]:
    """PW02: a load of hours should stay below 80 % of the breaker; in the NEC profile it must."""
    found = view.findings(_continuous, branches(view), "facts", "organisation")
    yield from rewired(view, found, lambda one: one.figures[1].require())


def _continuous(view: View, load: NodeLoad) -> Iterator[Finding]:
    profile = view.organisation.profile
    usable = trace(
        BREAKER_USABLE_A,
        f"{key_of(load)}/usable_a",
        breaker_a=load.rating_a,
        continuous_share=limit("br.cont", profile),
    )
    told = {"name": name_of(load.node), "current": load.total_a, "usable": usable, "rating": load.rating_a}
    if not (load.total_a.known and usable.known):
        yield cannot_tell(
            load.node.id,
            msg("PW02.unknown", "How much margin {name} has cannot be told yet.", name=name_of(load.node)),
            msg("PW02.ask", "Ask the building office for the breaker rating and what else is on this circuit."),
            (*load.total_a.missing, *usable.missing),
        )
    elif load.open_legs and load.total_a.require() > usable.require():
        yield cannot_tell(
            load.node.id,
            msg("PW02.unknown", "How much margin {name} has cannot be told yet.", name=name_of(load.node)),
            msg("PW01.legs.ask", "Ask an electrician which line (L1, L2, L3) each circuit hangs on."),
            load.open_legs,
        )
    elif load.total_a.require() <= usable.require():
        message = msg("PW02.pass", "{name} carries {current}; up to {usable} may run for hours.", **told)
        yield passed(load.node.id, message, load.total_a, usable)
    else:
        yield Finding(
            outcome="error" if profile == "NEC" else "warning",
            subject=load.node.id,
            message=msg(
                "PW02.over",
                "{name} carries {current}; for hours on end {usable} of its {rating} breaker is advised.",
                **told,
            ),
            remedy=msg("PW02.remedy", "Move a machine to another circuit, cap the cards, or ask for a larger one."),
            figures=(load.total_a, usable),
            fix=cap_fix(view, load, usable.require()),
        )


def circuit_data(view: View) -> tuple[Finding, ...]:
    """PW06: one question for all that is not known of a circuit in use."""
    return view.findings(_data, used(view.site, "circuit"), "organisation")


def _data(view: View, load: NodeLoad) -> Iterator[Finding]:
    missing = _site_keys((*load.rating_a.missing, *load.total_a.missing))
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


def _site_keys(missing: Iterable[str]) -> tuple[str, ...]:
    """Return the keys that somebody at the site can answer, without those of the machines."""
    return tuple(dict.fromkeys(key for key in missing if key.startswith(("site/", "plan/"))))


def customary(view: View, load: NodeLoad) -> Fix | None:
    """Return the fix that takes the customary values for what is missing; None where custom cannot help."""
    profile = view.organisation.profile
    own = f"site/{load.node.id}/"
    values: dict[str, tuple[float | str | bool, str]] = {}
    missing = {*load.rating_a.missing, *load.total_a.missing}
    breaker = load.rating_a if load.rating_a.known else limit("default.breaker_a")
    if f"{own}breaker_a" in missing and load.node.type == "circuit":
        values[f"{own}values/breaker_a"] = (breaker.require(), breaker.source)
    if f"{own}volts" in missing:
        values[f"{own}values/volts"] = _of(limit("default.volts_v", profile))
    if f"{own}other_load_a" in missing:
        half = limit("default.other_load_share")
        values[f"{own}values/other_load_a"] = (breaker.require() * half.require(), half.source)
        if load.shared is None and load.node.type == "circuit":
            values[f"{own}values/shared"] = (True, half.source)
    if "plan/power_factor" in missing:
        values["facts/power_factor"] = _of(limit("default.power_factor"))
    left = {key for key in _site_keys(missing) if _path(key) not in values}
    return None if left or not values else Fix(label=_customary_label(values), edit=_assume(values))


def _of(figure: Figure) -> tuple[float, str]:
    return figure.require(), figure.source


def _path(key: str) -> str:
    head, _, name = key.rpartition("/")
    return f"facts/{name}" if head == "plan" else f"{head}/values/{name}"


def _customary_label(values: dict[str, Any]) -> Any:
    if all(path.endswith(("other_load_a", "shared")) for path in values):
        return msg("PW01.fix.half", "Reckon with half of the breaker already in use")
    return msg("PW06.fix", "Reckon with customary values: {inputs}", inputs=asked(values))


def _assume(values: dict[str, tuple[float | str | bool, str]]) -> SetValue | Batch:
    edits = tuple(
        SetValue(path=path, value={"value": value, "quality": "assumed", "source": source})
        for path, (value, source) in values.items()
    )
    return edits[0] if len(edits) == 1 else Batch(edits=edits)


def wiring_missing(load: NodeLoad) -> tuple[str, ...]:
    """Return the keys of the cable data that are missing."""
    known = load.node.values
    return tuple(
        f"site/{load.node.id}/{name}" for name in ("built_year", "cable_mm2", "cable_length_m") if name not in known
    )


def shared_branch(view: View) -> tuple[Finding, ...]:
    """PW07: a machine above 1.2 kW wants a circuit of its own; a guessed other load wants a measurement."""
    return view.findings(_sharing, used(view.site, "circuit"))


def _sharing(view: View, load: NodeLoad) -> Iterator[Finding]:
    name = name_of(load.node)
    devices = devices_on(load)
    large = [one for one in devices if _above(one.power_w, limit("strip.max_w"))]
    shared = load.shared if load.shared is not None or not load.other_a.known else load.other_a.require() > 0
    if shared and large:
        yield Finding(
            outcome="warning",
            subject=load.node.id,
            message=msg(
                "PW07.large",
                "{machine} draws {power} on {name}, which others use too.",
                machine=large[0].line.line.title,
                power=large[0].power_w,
                name=name,
            ),
            remedy=msg("PW07.large.remedy", "Have a dedicated circuit laid for it; above 1.2 kW that is the rule."),
            figures=(large[0].power_w, limit("strip.max_w"), load.other_a),
        )
    elif shared is False:
        yield passed(load.node.id, msg("PW07.alone", "Nobody else uses {name}.", name=name))
    elif shared is None or not (load.other_a.known and all(one.power_w.known for one in devices)):
        yield _sharing_unknown(load, [key for one in devices for key in one.power_w.missing])
    elif _is_assumed(load.node.values.get("other_load_a")):
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
        )
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
            remedy=msg("PW08.remedy", "Have an electrician inspect it before a machine runs on it for hours."),
            figures=tuple(one for one in (year, section) if one.known),
        )
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
        covers=("PW01", "PW02", "PW03", "PW04", "PW05", "PW07", "PW08", "PW09", "PW10", "PW11", "PW24", "PW30", "PW31"),
        run=circuit_data,
    ),
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
    Check(
        id="PW07",
        area="power",
        title=msg("PW07.title", "Circuit shared with others"),
        reads=("site", "lines"),
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
