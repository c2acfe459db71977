"""Checks of cooling: sensible capacity against heat, the largest unit off, size classes."""

from __future__ import annotations

from collections.abc import Iterator

from planner.assess.context import View
from planner.assess.cooling_class import horsepower
from planner.assess.least import least_heat
from planner.assess.site import SiteFigures
from planner.assess.unit_cooling import at_place
from planner.checks.formulas import COOLING_ADVISED_W, COOLING_RATIO
from planner.checks.more_cooling import add_unit, needed_total_w, total_key, units_of
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.checks.site_parts import asked, name_of, room_of
from planner.checks.whole_heat import whole_heat
from planner.facility.cooling import SENSIBLE_N1_W
from planner.figure import Figure, trace
from planner.limits import limit
from planner.messages import Message, msg
from planner.plan.edits import SetValue

STAFFED = ("office", "classroom", "lab")


def is_warm(site: SiteFigures) -> bool:
    """Tell whether the alternative puts any heat into the room, or may do so."""
    return site.heat_w.value != 0


def room_subject(site: SiteFigures) -> str:
    """Return what findings about the room are about: its id, or the plan where no room is described."""
    room = room_of(site)
    return "plan" if room is None else room.id


def sensible_cooling(view: View) -> Iterator[Finding]:
    """CO01: the sensible cooling must carry the heat of the machines, with a margin for sun and people."""
    site, subject = view.site, room_subject(view.site)
    heat, cooling = site.heat_w, site.sensible_cooling_w
    if not is_warm(site):
        yield passed(subject, msg("CO01.none", "Nothing in this build gives off heat in the room."))
        return
    already = _already(subject, heat, cooling) if cooling.known and not heat.known else None
    if already is not None:
        yield already
        return
    if not (heat.known and cooling.known):
        missing = (*cooling.missing, *heat.missing)
        yield cannot_tell(
            subject,
            _not_known(heat, missing),
            msg(
                "CO01.ask",
                "Read the cooling capacity on the rating plates of the indoor units, or ask the building office.",
            ),
            missing,
            _customary_shr(missing),
        )
        return
    ratio = trace(COOLING_RATIO, f"{total_key(heat)}/cooling_ratio", sensible_w=cooling, heat_w=heat)
    needed = needed_total_w(view, heat)
    told = {"heat": heat, "cooling": cooling}
    if ratio.require() >= limit("co.margin").require():
        message = msg("CO01.pass", "Sensible cooling of {cooling} carries {heat} of heat.", **told)
        yield passed(subject, message, ratio, heat, cooling)
    else:
        over = ratio.require() < limit("co.min").require()
        advised = trace(
            COOLING_ADVISED_W, f"{total_key(heat)}/cooling_advised_w", heat_w=heat, margin=limit("co.margin")
        )
        yield Finding(
            outcome="error" if over else "warning",
            subject=subject,
            message=_too_little(over, heat, cooling, advised),
            remedy=msg(
                "CO01.remedy",
                "With the customary margin the room needs units of {needed} in all (size class 1P is about 2.5 kW); add a unit.",
                needed=needed,
            ),
            figures=(ratio, heat, cooling, needed, advised, limit("co.margin")),
            fix=add_unit(view, heat, cooling, needed, spare=heat.require() > limit("co.comfort_w").require()),
        )


def _already(subject: str, heat: Figure, cooling: Figure) -> Finding | None:
    """Return that the heat of what is known is too much, or leaves too little margin; what is not known can only add."""
    least = least_heat(heat)
    told = {"least": least, "cooling": cooling, "inputs": asked(heat.missing)}
    over = least.require() * limit("co.min").require() > cooling.require()
    if over:
        said = msg(
            "CO01.least",
            "The machines give off at least {least}, whatever is not known yet ({inputs}); the sensible cooling is {cooling}.",
            **told,
        )
    elif least.require() * limit("co.margin").require() > cooling.require() and _only_machines_open(heat):
        said = msg(
            "CO01.least_margin",
            "Sensible cooling of {cooling} leaves too little margin over the {least} that the machines give off at least, "
            "whatever is not known yet ({inputs}).",
            **told,
        )
    else:
        return None
    return Finding(
        outcome="error" if over else "warning",
        subject=subject,
        message=said,
        remedy=msg("CO01.least.remedy", "Enter what is not known, then see how large a unit the room needs."),
        figures=(least, cooling),
        missing=heat.missing,
    )


def _only_machines_open(heat: Figure) -> bool:
    """Tell whether nothing but the power of machines is open, which PW34 asks for: a warning leaves no verdict open."""
    return all(one.known for given in heat.inputs if given.name == "losses_w" for one in given.figures)


def _too_little(over: bool, heat: Figure, cooling: Figure, advised: Figure) -> Message:
    told = {"heat": heat, "cooling": cooling, "advised": advised}
    if over:
        return msg("CO01.over", "The machines give off {heat}; the sensible cooling is {cooling}.", **told)
    return msg(
        "CO01.margin",
        "Sensible cooling of {cooling} carries the {heat} of the machines, but with too little margin: {advised} is advised.",
        **told,
    )


def _not_known(heat: Figure, missing: tuple[str, ...]) -> Message:
    if heat.known:
        return msg(
            "CO01.unknown",
            "The machines give off {heat}; not known of the cooling: {inputs}.",
            heat=heat,
            inputs=asked(missing),
        )
    return msg("CO01.no_heat", "Whether the cooling is enough is not known; missing: {inputs}.", inputs=asked(missing))


def _customary_shr(missing: tuple[str, ...]) -> Fix | None:
    if set(missing) != {"plan/shr"}:
        return None
    share = limit("default.shr")
    value = {"value": share.require(), "quality": "assumed", "source": share.source}
    label = msg("CO01.fix.shr", "Reckon with a sensible share of {share}", share=share)
    return Fix(label=label, edit=SetValue(path="facts/shr", value=value))


_ONE_MORE = msg("CO02.remedy", "Add one more unit, or let the machines shut down by themselves when it gets hot.")


def one_unit_off(view: View) -> Iterator[Finding]:
    """CO02: with the largest unit off, what is left should still carry the heat."""
    site, subject = view.site, room_subject(view.site)
    if not is_warm(site):
        return
    units = units_of(site)
    left = site.sensible_cooling_w
    if units:
        key = f"{total_key(site.heat_w)}/sensible_n1_w"
        rated = trace(SENSIBLE_N1_W, key if site.place_derate is None else f"{key}/rated_w", sensible_w=units)
        left = at_place(rated, site.place_derate, key)
    if left.known and not site.heat_w.known and _is_left_short(left, least := least_heat(site.heat_w)):
        said = _left_over_already(len(units), left, least)
        yield Finding(outcome="warning", subject=subject, message=said, remedy=_ONE_MORE, figures=(left, least))
        return
    if not (left.known and site.heat_w.known):
        yield cannot_tell(
            subject,
            msg("CO02.unknown", "What is left with the largest unit off is not known."),
            msg("CO02.ask", "Read the cooling capacity of each indoor unit on its rating plate."),
            (*left.missing, *site.heat_w.missing),
        )
        return
    whole = whole_heat(site)
    heat = site.heat_w if whole is None or not whole.known else whole
    told = {"left": left, "heat": heat}
    if left.require() >= heat.require():
        yield passed(subject, msg("CO02.pass", "With the largest unit off {left} are left for {heat}.", **told), left)
    else:
        small = heat.require() <= limit("co.comfort_w").require()
        yield Finding(
            outcome="note" if small else "warning",
            subject=subject,
            message=_left_over(len(units), left, heat),
            remedy=_ONE_MORE,
            figures=(left, heat),
            fix=add_unit(view, heat, left, needed_total_w(view, heat), spare=True),
        )


def _is_left_short(left: Figure, least: Figure) -> bool:
    """Tell whether what is left is too little for the heat that is certain, and that more than a room bears by itself."""
    return least.require() > max(left.require(), limit("co.comfort_w").require())


def _left_over_already(units: int, left: Figure, least: Figure) -> Message:
    if units == 1:
        return msg(
            "CO02.least_single",
            "There is one air conditioner only; when it is off nothing carries the heat, at least {least}.",
            least=least,
        )
    return msg(
        "CO02.least",
        "With the largest air conditioner off {left} of cooling are left for at least {least}.",
        left=left,
        least=least,
    )


def _left_over(units: int, left: Figure, heat: Figure) -> Message:
    if units == 1:
        return msg(
            "CO02.single", "There is one air conditioner only; when it is off nothing carries {heat}.", heat=heat
        )
    return msg(
        "CO02.over", "With the largest air conditioner off {left} of cooling are left for {heat}.", left=left, heat=heat
    )


def classes_read(view: View) -> Iterator[Finding]:
    """CO17: a size class that cannot be read is said to be so; without another capacity nothing is known of the unit."""
    for node in view.site.cooling_units:
        said = node.values.get("class_cn")
        if said is None or said.value == "":
            continue
        size, name = horsepower(said), name_of(node)
        known = {"sensible_kw", "total_kw"} & node.values.keys()
        if size is not None:
            yield passed(node.id, msg("CO17.pass", "{name}: size class read as {size} hp.", name=name, size=size))
            continue
        message = msg(
            "CO17.unread",
            "{name}: the size class “{said}” is not understood. Accepted are 3匹, 三匹, 大3匹, 1.5P, or the number alone.",
            name=name,
            said=str(said.value),
        )
        remedy = msg("CO17.remedy", "Correct the size class, or enter the cooling capacity of the rating plate in kW.")
        if known:
            yield Finding(outcome="note", subject=node.id, message=message, remedy=remedy)
        else:
            yield cannot_tell(node.id, message, remedy, (f"site/{node.id}/class_cn",))


CHECKS = (
    Check(
        id="CO17",
        area="cooling",
        title=msg("CO17.title", "Size class of air conditioners understood"),
        reads=("site",),
        source="size classes of the trade: 1 hp (匹) is about 2.5 kW",
        run=classes_read,
    ),
    Check(
        id="CO01",
        area="cooling",
        title=msg("CO01.title", "Sensible cooling against heat"),
        reads=("site", "lines", "facts"),
        source="heat balance; sensible cooling, not the rated total",
        limit="co.margin",
        hides=("CO02", "CO18"),
        covers=("CO03", "CO04", "CO13"),
        run=sensible_cooling,
    ),
    Check(
        id="CO02",
        area="cooling",
        title=msg("CO02.title", "Cooling with the largest unit off"),
        reads=("site", "lines", "facts"),
        source="N+1: the largest unit off",
        blocking=False,
        run=one_unit_off,
    ),
)
