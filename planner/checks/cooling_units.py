"""Checks of the cooling units themselves: their circuit, restart after a power cut, air, and the way of cooling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from planner.assess.context import View
from planner.assess.cooling_class import way_of_cooling
from planner.assess.facts import flag, text
from planner.assess.formulas import SUM_KW
from planner.assess.lines import LineFigures, parted, units_of
from planner.assess.memo import Memo
from planner.assess.racks import RackFilling, in_rack
from planner.assess.site import NodeLoad, SiteFigures
from planner.checks.cooling import is_warm, room_subject
from planner.checks.declared import key_of_line, number_of, of_machine, of_node, paths_up
from planner.checks.formulas import AIR_SUM_M3H, LINE_AIR_M3H, SEVERAL_M3H
from planner.checks.larger_socket import current_of
from planner.checks.own_circuit import SIZES, first_free, laid_beside
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.checks.sides import above, below
from planner.checks.site_parts import asked, name_of, room_of
from planner.facility.density import AISLES_KW, CLASSES, method_for
from planner.figure import Figure, Quality, leaf, trace
from planner.limits import limit
from planner.messages import Labelled, Message, msg
from planner.plan.document import Placement, SiteNode
from planner.plan.edits import Batch, SetValue

_CUSTOM = "customary value; to be confirmed"


def own_circuit(view: View) -> Iterator[Finding]:
    """CO06: an air conditioner on the machines' circuit takes their current, and stops with them."""
    units = view.site.cooling_units
    own: str = view.memo.call(_new_circuit, view.site.nodes)
    paths = view.memo.call(paths_up, view.site.nodes) if any(node.parent for node in units) else {}
    nowhere: list[SiteNode] = []
    for node in units:
        feed = next((up for up in paths.get(node.id, ())[1:] if up.type == "circuit"), None)
        load = None if feed is None else view.site.loads.get(feed.id)
        if feed is None or load is None:
            panel = next((up for up in paths.get(node.id, ())[1:] if up.type == "panel"), None)
            if panel is None or flag(node.values, "own_circuit") is False:
                nowhere.append(node)
            else:
                say = msg("CO06.panel", "{name} hangs on {panel}, on no circuit of machines.", **_at(node, panel))
                yield passed(node.id, say)
            continue
        told = {"name": name_of(node), "circuit": name_of(feed)}
        if not _has_machines(load):
            yield passed(node.id, msg("CO06.pass", "{name} has a circuit without machines ({circuit}).", **told))
        else:
            move = SetValue(path=f"site/{node.id}/parent", value=own)
            yield _same(node.id, load, told, (own, move))
    yield from _by_word(view.site, nowhere)
    yield from _bought(view, own)


def _at(node: SiteNode, panel: SiteNode) -> dict[str, Any]:
    return {"name": name_of(node), "panel": name_of(panel)}


def _new_circuit(nodes: tuple[SiteNode, ...]) -> str:
    return f"circuit-{first_free('circuit-', nodes)}"


def _by_word(site: SiteFigures, units: list[SiteNode]) -> Iterator[Finding]:
    """Yield what is told of units that hang on no circuit of the wiring; one question for those of which nothing is."""
    busy = next((load for load in site.in_use.get("circuit", ()) if _has_machines(load)), None)
    if busy is None:
        return  # there is no circuit of machines that they could share
    open_: list[SiteNode] = []
    for node in units:
        own = flag(node.values, "own_circuit")
        if own is None:
            open_.append(node)
        elif own:
            yield passed(node.id, msg("CO06.own", "{name} has a circuit of its own.", name=name_of(node)))
        else:
            yield _shares(node)
    if open_:
        yield cannot_tell(
            open_[0].id,
            msg(
                "CO06.unknown",
                "Whether a circuit of machines feeds {names} is not known.",
                names=tuple([name_of(node) for node in open_]),
            ),
            msg(
                "CO06.ask",
                "At a quiet hour switch off the breakers of the sockets one by one and see whether the air conditioner stops, or ask an electrician.",
            ),
            [f"site/{node.id}/own_circuit" for node in open_],
        )


def _shares(node: SiteNode) -> Finding:
    """Return the warning that a unit shares a circuit, which one nobody said: it may not be that of the machines."""
    return Finding(
        outcome="warning",
        subject=node.id,
        message=msg(
            "CO06.shares", "{name} has no circuit of its own; which one it hangs on is not said.", name=name_of(node)
        ),
        remedy=msg(
            "CO06.shares.remedy",
            "Say on which circuit it hangs, or have one of its own laid: when the breaker trips, cooling and machines stop.",
        ),
    )


def _has_machines(load: NodeLoad) -> bool:
    return any(line.line.role != "cooling" for line in load.lines.values())


def _bought(view: View, own: str) -> Iterator[Finding]:
    """Yield the circuits of planned air conditioners that machines hang on too."""
    bought = {line.line.id: line for line in parted(view.memo, view.lines).cooling}
    if not bought:
        return
    for load in view.site.in_use.get("circuit", ()):
        for line in (bought[name] for name in load.lines if name in bought):
            told = {"name": line.line.title, "circuit": name_of(load.node)}
            if _has_machines(load):
                yield _same(line.line.id, load, told, _moved_to(view, line, load, own))
            else:
                yield passed(
                    line.line.id, msg("CO06.pass", "{name} has a circuit without machines ({circuit}).", **told)
                )


def _moved_to(view: View, line: LineFigures, load: NodeLoad, own: str) -> tuple[str, SetValue] | None:
    """Return the step that takes the only unit of a line to a new circuit of 16 A; None where that is not enough."""
    links = [number for number, link in enumerate(view.alternative.connections) if link.line == line.line.id]
    amps = current_of(line, 1, load)
    if line.line.quantity != 1 or len(links) != 1 or amps is None or amps > SIZES[0][0]:
        return None
    path = f"alternatives/{view.alternative.id}/connections/{links[0]}/node"
    return own, SetValue(path=path, value=own)


def _same(subject: str, load: NodeLoad, told: Mapping[str, Any], step: tuple[str, SetValue] | None) -> Finding:
    fix = None
    if step is not None:
        label = msg("CO06.fix", "Plan a 16 A circuit of its own for {name}", name=told["name"])
        fix = Fix(label=label, edit=Batch(edits=(laid_beside(load.node, step[0]), step[1])))
    return Finding(
        outcome="error",
        subject=subject,
        message=msg("CO06.same", "{name} hangs on {circuit}, the circuit of machines.", **told),
        remedy=msg(
            "CO06.remedy",
            "Have a circuit of its own laid for it: when the breaker trips, cooling and machines stop.",
        ),
        figures=(load.load_w,),
        fix=fix,
    )


def restart(view: View) -> Iterator[Finding]:
    """CO07: a unit that stays off after a power cut leaves machines that start by themselves without cooling."""
    if not is_warm(view.site) or flag(view.calendar, "unattended_overnight") is False:
        return
    for node in view.site.cooling_units:
        starts, name = flag(node.values, "auto_restart"), name_of(node)
        if starts:
            yield passed(node.id, msg("CO07.pass", "{name} starts again after a power cut.", name=name))
        elif starts is False:
            yield Finding(
                outcome="warning",
                subject=node.id,
                message=msg(
                    "CO07.stays", "{name} stays off after a power cut; the machines start without cooling.", name=name
                ),
                remedy=msg(
                    "CO07.remedy",
                    "Set its restart (a switch on many units), or let the machines stay off until somebody comes.",
                ),
                fix=_restarting(node),
            )
        elif not flag(node.values, "duty24h") and not _is_little(view):
            yield cannot_tell(
                node.id,
                msg("CO07.unknown", "Whether {name} starts again after a power cut is not known.", name=name),
                msg("CO07.ask", "Switch its breaker off and on at a quiet hour, or look for restart in its manual."),
                (f"site/{node.id}/auto_restart",),
            )


def _restarting(node: SiteNode) -> Fix:
    value = {"value": True, "quality": "assumed", "source": "to be set at the unit"}
    return Fix(
        label=msg("CO07.fix", "Its restart will be set"),
        edit=SetValue(path=f"site/{node.id}/values/auto_restart", value=value),
    )


def _is_little(view: View) -> bool:
    """Tell whether the room has heat that nobody minds for an hour: what a comfort unit carries day and night."""
    heat = view.site.heat_w
    return heat.known and not above(heat, limit("co.comfort_w"))


def airflow(view: View) -> Iterator[Finding]:
    """CO08: the units move at least the air that the machines blow; the row's airflow counts, of units an estimate."""
    bought = parted(view.memo, view.lines).cooling
    if not (view.site.cooling_units or bought):
        return
    blown = [air for air in view.memo.each("CO08 air", _air, parted(view.memo, view.lines).machines) if air is not None]
    if not blown:
        return
    need = trace(AIR_SUM_M3H, "machines/air_m3h", parts_m3h=blown)
    moved: Figure = view.memo.call(_moved_by, view.site.cooling_units, bought)
    told = {"need": need, "moved": moved}
    subject = room_subject(view.site)
    if not moved.known:
        yield cannot_tell(
            subject,
            msg("CO08.unknown", "The machines blow {need}; how much air the units move is not known.", **told),
            msg("CO08.ask", "Read the airflow on the rating plate of the indoor unit."),
            moved.missing,
        )
    elif not below(moved, need):
        yield passed(
            subject, msg("CO08.pass", "The machines blow {need}, the units move {moved}.", **told), need, moved
        )
    else:
        yield Finding(
            outcome="warning",
            subject=subject,
            message=msg(
                "CO08.less",
                "The machines blow {need}, the units move {moved}: warm air comes round to the inlets.",
                **told,
            ),
            remedy=msg(
                "CO08.remedy",
                "Part the cold from the warm side, and add a unit that moves {more} m³/h.",
                more=_more(need, moved),
            ),
            figures=(need, moved),
        )


def _moved_by(units: tuple[SiteNode, ...], bought: tuple[LineFigures, ...]) -> Figure:
    """Return the air (m3/h) that the units of a room and the planned ones move."""
    parts = [*(of_node(node, "airflow_m3h", "m3/h") for node in units), *(_moved(line) for line in bought)]
    return trace(AIR_SUM_M3H, "units/air_m3h", parts_m3h=parts)


def _more(need: Figure, there: Figure) -> int:
    return round(need.require() - there.require())


def _air(line: LineFigures) -> Figure | None:
    """Return the air (m3/h) that the machines of a line blow, None where nobody told it."""
    if number_of(line, "airflow_cfm") is None:
        return None
    each, key = of_machine(line, "airflow_cfm", "CFM"), key_of_line(line)
    quantity = leaf(f"{key}/quantity", float(line.line.quantity), "1", Quality.ENTERED)
    return trace(LINE_AIR_M3H, f"{key}/air_m3h", quantity=quantity, airflow_cfm=each)


def _moved(line: LineFigures) -> Figure:
    """Return the air (m3/h) that all planned units of a line move."""
    each = of_machine(line, "airflow_m3h", "m3/h")
    return trace(SEVERAL_M3H, f"{line.key}/air_moved_m3h", quantity=units_of(line), unit_m3h=each)


def density(view: View) -> Iterator[Finding]:
    """CO09: how much heat a rack may give off depends on the way of cooling; above 4 kW the aisles are parted."""
    if not view.site.racks:
        return
    room, method = room_of(view.site), way_of_cooling(room_of(view.site), view.site.cooling_units)
    mounted = view.memo.call(mounted_rows, view.memo, view.site.racks, view.alternative.placements, view.lines)

    def found(row: tuple[Any, ...]) -> tuple[Finding, ...]:
        return tuple(_rack_density(view, row[0], room, method, *row[1:]))

    yield from chain.from_iterable(view.memo.rows("CO09", found, mounted, (room, method)))


def by_rack(placements: tuple[Placement, ...]) -> dict[str, tuple[Placement, ...]]:
    """Return the placements in each rack."""
    found: dict[str, list[Placement]] = {}
    for mount in placements:
        found.setdefault(mount.node, []).append(mount)
    return {name: tuple(some) for name, some in found.items()}


Rows = tuple[tuple[Any, ...], ...]


def mounted_rows(
    memo: Memo, racks: tuple[RackFilling, ...], placements: tuple[Placement, ...], lines: Mapping[str, LineFigures]
) -> Rows:
    """Return each rack that something is mounted in with its placements and their lines, as one row of objects."""
    mounts: Mapping[str, tuple[Placement, ...]] = memo.call(by_rack, placements)
    full = [(rack, mounts[rack.node.id]) for rack in racks if rack.node.id in mounts]
    return tuple([(rack, *own, *[lines[mount.line] for mount in own]) for rack, own in full])


def _rack_density(_view: View, rack: RackFilling, room: SiteNode | None, method: str, *parts: Any) -> Iterator[Finding]:
    half = len(parts) // 2
    heats = [in_rack(mount, line) for mount, line in zip(parts[:half], parts[half:], strict=True)]
    yield _dense(rack, room, method, heats)


def _dense(rack: RackFilling, room: SiteNode | None, method: str, parts: list[Figure]) -> Finding:
    heat = trace(SUM_KW, f"{rack.used_u.key.rpartition('/')[0]}/rack_kw", parts_kw=parts)
    used = text(rack.node.values, "cooling_method") or method
    known = next((one for one in CLASSES if one.method == used), None)
    name = name_of(rack.node)
    if known is None and heat.known and heat.require() <= CLASSES[0].most_kw:
        say = msg("CO09.little", "{name} gives off {heat}: any way of cooling will do.", name=name, heat=heat)
        return passed(rack.node.id, say, heat)
    if known is None or not heat.known:
        own = "" if room is None else f"site/{room.id}/cooling_method"
        missing = (*heat.missing, *((own or f"site/{rack.node.id}/cooling_method",) if known is None else ()))
        return cannot_tell(
            rack.node.id,
            msg(
                "CO09.unknown",
                "Whether the cooling suits {name} is not known: {inputs}.",
                name=name,
                inputs=asked(missing),
            ),
            msg("CO09.ask", "Say how the room is cooled: comfort unit, precision unit, in the row, by water."),
            missing,
        )
    most = leaf(f"density/{used}", known.most_kw, "kW", Quality.ASSUMED, _CUSTOM)
    told = {"name": name, "heat": heat, "limit": most, "method": known.label}
    if not above(heat, most):
        say = msg("CO09.pass", "{name} gives off {heat}; with {method} up to {limit} is customary.", **told)
        return passed(rack.node.id, say, heat, most)
    better = method_for(heat.require())
    return Finding(
        outcome="error" if heat.require() > limit("co.dense").require() * most.require() else "warning",
        subject=rack.node.id,
        message=msg("CO09.over", "{name} gives off {heat}; with {method} up to {limit} is customary.", **told),
        remedy=_denser(better.label if better is not None else None, heat, most),
        figures=(heat, most),
    )


def _denser(better: Labelled | None, heat: Figure, most: Figure) -> Message:
    racks = -int(-heat.require() // most.require())
    if better is None:
        return msg("CO09.remedy.spread", "Spread the machines over {racks} racks.", racks=racks)
    return msg(
        "CO09.remedy",
        "Spread the machines over {racks} racks, or change to {better}; above {aisles} kW GB 50174 parts cold and warm aisles.",
        racks=racks,
        better=better,
        aisles=AISLES_KW,
    )


CHECKS = (
    Check(
        id="CO06",
        area="cooling",
        title=msg("CO06.title", "Circuit of the air conditioner"),
        reads=("site", "lines", "alternative"),
        source="cooling and machines on one breaker stop together",
        run=own_circuit,
    ),
    Check(
        id="CO07",
        area="cooling",
        title=msg("CO07.title", "Restart after a power cut"),
        reads=("site", "calendar"),
        source="comfort units often stay off until somebody presses a button",
        blocking=False,
        run=restart,
    ),
    Check(
        id="CO08",
        area="cooling",
        title=msg("CO08.title", "Air moved and air blown"),
        reads=("site", "lines"),
        source="airflow of the machines' rows against that of the units",
        blocking=False,
        run=airflow,
    ),
    Check(
        id="CO09",
        area="cooling",
        title=msg("CO09.title", "Heat of a rack and the way of cooling"),
        reads=("alternative", "site", "lines"),
        source="comfort 3 kW, room 5, contained 10, in the row 20, rear door 30 (customary, to be confirmed); GB 50174-2017: above 4 kW "
        "aisles apart",
        limit="co.dense",
        blocking=False,
        run=density,
    ),
)
