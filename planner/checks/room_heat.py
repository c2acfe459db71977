"""Heat of the room beside that of the machines: people, sun, lamps, walls and losses of distribution, where they are told."""

from __future__ import annotations

from collections.abc import Iterator

from planner.assess.context import View
from planner.assess.facts import text
from planner.assess.site import SiteFigures
from planner.checks.cooling import STAFFED, is_warm
from planner.checks.formulas import COOLING_RATIO
from planner.checks.more_cooling import add_unit, needed_total_w, total_key
from planner.checks.registry import Check, Finding, cannot_tell, passed
from planner.checks.sides import above, below
from planner.checks.site_parts import room_of
from planner.checks.whole_heat import NAMES, whole_heat
from planner.figure import Figure, trace
from planner.limits import limit
from planner.messages import Message, msg
from planner.plan.document import SiteNode


def room_heat(view: View) -> Iterator[Finding]:
    """CO18: cooling that carries the machines must carry people and sun as well; in a full room these are the larger part."""
    site, room = view.site, room_of(view.site)
    heat, cooling = site.heat_w, site.sensible_cooling_w
    if room is None or not is_warm(site) or not (heat.known and cooling.known) or above(heat, cooling):
        return  # CO01 tells or asks
    whole = whole_heat(site)
    if whole is None or not whole.known:
        if text(room.values, "occupancy") in STAFFED:
            yield _ask(room, heat, cooling)
        return
    ratio = trace(COOLING_RATIO, f"{total_key(heat)}/room_cooling_ratio", sensible_w=cooling, heat_w=whole)
    said = {"whole": whole, "heat": heat, "cooling": cooling}
    if not below(ratio, limit("co.margin")):
        say = msg(
            "CO18.pass",
            "With people, sun and what else is told the room gives off {whole}; {cooling} of sensible cooling carries it.",
            **said,
        )
        yield passed(room.id, say, ratio, whole, cooling)
        return
    over = below(ratio, limit("co.min"))
    yield Finding(
        outcome="error" if over else "warning",
        subject=room.id,
        message=msg(
            "CO18.over",
            "The machines give off {heat}, with people, sun and what else is told {whole}; the sensible cooling is {cooling}.",
            **said,
        ),
        remedy=_remedy(site, whole, cooling),
        figures=(ratio, whole, cooling, limit("co.margin")),
        fix=add_unit(view, whole, cooling, needed_total_w(view, whole)),
    )


def _remedy(site: SiteFigures, whole: Figure, cooling: Figure) -> Message:
    """Return how much to add: as it is rated, where less than that is left of it at the place."""
    more = whole.require() * limit("co.margin").require() - cooling.require()
    if site.place_derate is None or site.place_derate.require() == 1:
        return msg(
            "CO18.remedy",
            "Add {more} W of sensible cooling, or let the machines run at full power when the room is empty.",
            more=round(more),
        )
    return msg(
        "CO18.remedy.rated",
        "Add {more} W of rated sensible cooling ({share} of it is left here), or let the machines run at full power "
        "when the room is empty.",
        more=round(more / site.place_derate.require()),
        share=site.place_derate,
    )


def _ask(room: SiteNode, heat: Figure, cooling: Figure) -> Finding:
    return cannot_tell(
        room.id,
        msg(
            "CO18.unknown",
            "Sensible cooling of {cooling} carries the {heat} of the machines; whether it carries people, sun and lamps as well is not known.",
            heat=heat,
            cooling=cooling,
        ),
        msg(
            "CO18.ask",
            "Say how many sit in the room, how large its windows are and what its lamps draw: a person gives off 100 W, a sunny window 250 W/m².",
        ),
        tuple([f"site/{room.id}/{name}" for name in (*NAMES, "lights_w")]),
    )


CHECKS = (
    Check(
        id="CO18",
        area="cooling",
        title=msg("CO18.title", "Heat of people, sun and lamps"),
        reads=("site", "lines", "facts"),
        source="heat of all sources in the room; 100 W a person, 870 BTU/h a square metre of sunny window (quick method; to be confirmed)",
        limit="co.margin",
        blocking=False,
        run=room_heat,
    ),
)
