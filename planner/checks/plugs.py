"""Check of where machines are plugged in: each somewhere, and no more of them than the build has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import compress
from operator import attrgetter

from planner.assess.context import View
from planner.assess.lines import LineFigures, parted
from planner.assess.site import WIRED, NodeLoad, SiteFigures
from planner.checks.cooling_cords import bare_units
from planner.checks.inlets import form_of, takes
from planner.checks.larger_socket import current_of, new_socket
from planner.checks.own_circuit import first_free
from planner.checks.ratings import rating_of
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.checks.site_parts import alternative_of, loads_of, name_of
from planner.limits import limit
from planner.messages import msg
from planner.plan.document import Connection, SiteNode
from planner.plan.edits import AddPart, Batch, RemovePart, SetValue

Links = tuple[Connection, ...]
There = tuple[Links, Mapping[tuple[str, str], int]]
"""The connections there are, and the number of the first whole one of each line at each node."""
Places = tuple[NodeLoad | None, NodeLoad | None, NodeLoad | None, str]
_NOWHERE: Places = (None, None, None, "")
_NAME = attrgetter("line.id")


def unplugged(view: View) -> tuple[Finding, ...]:
    """PW33: a machine that is plugged in nowhere is on no circuit's account."""
    site = view.site
    first = (*_too_many_plugged(view), *_idle_cords(view))
    if site.unplugged and not any(load.node.type in ("socket", "circuit") for load in site.loads.values()):
        nothing_told = cannot_tell(
            "plan",
            msg(
                "PW33.no_site",
                "The room's circuits are not described, so nothing can be said of power for {machines}.",
                machines=tuple(view.lines[name].line.title for name in site.unplugged),
            ),
            msg("PW33.no_site.ask", "Look at the breakers and sockets of the room, or ask the building office."),
            ("site/circuit",),
        )
        return (*first, nothing_told)
    at = view.memo.settled(("PW33", "places"), _places(view)) if site.unplugged else _NOWHERE
    links, organisation = view.alternative.connections, view.organisation
    numbers = view.memo.call(_numbers, links) if site.unplugged else {}

    def bare(name: str) -> Finding:
        return _bare(view.lines[name], site.unplugged[name], at, (links, numbers), organisation.profile)

    bares = view.memo.over("PW33", bare, site.unplugged, None, view.lines, (*at, links, organisation)).values()
    plugged = view.memo.call(_plugged_lines, view.alternative.connections, site.nodes)
    planned = parted(view.memo, view.lines).machines
    names = view.memo.column("PW33 names", planned, _NAME)
    there = compress(planned, map(plugged.difference(site.unplugged).__contains__, names))
    return (*first, *bares, *bare_units(view), *view.findings(_plugged, there))


def _plugged_lines(connections: tuple[Connection, ...], nodes: tuple[SiteNode, ...]) -> frozenset[str]:
    wired = {node.id for node in nodes if node.type in WIRED}
    return frozenset([link.line for link in connections if link.node in wired])


def _bare(line: LineFigures, units: int, at: Places, there: There, profile: str) -> Finding:
    """Return that units of a line are plugged in nowhere, with the step that plugs them in where most is free.

    Where that is too little a socket is planned on the circuit with most to spare.
    """
    best, above, spare, socket = at
    fix = None
    if best is not None and units <= limit("fix.most_units").require():
        fix = _plug_in(line, units, (best, above), there)
        if fix is None and spare is not None and socket:
            fix = new_socket(line, units, spare, (socket, profile))
    return cannot_tell(
        line.line.id,
        msg("PW33.unknown", "{units} x {machine}: not plugged in anywhere.", units=units, machine=line.line.title),
        msg("PW33.ask", "Decide on the socket it will use, so that its circuit can be checked."),
        (f"{line.max_w.key.rpartition('/')[0]}/plugged_in",),
        fix,
    )


def _numbers(links: Links) -> dict[tuple[str, str], int]:
    return {(one.line, one.node): at for at, one in reversed([*enumerate(links)]) if one.share == 1}


def _plugged(_view: View, line: LineFigures) -> Iterator[Finding]:
    yield passed(line.line.id, msg("PW33.pass", "{machine} is plugged in.", machine=line.line.title))


def _too_many_plugged(view: View) -> Iterator[Finding]:
    for name, units in view.site.overplugged.items():
        line = view.lines[name].line
        yield Finding(
            outcome="note",
            subject=name,
            message=msg(
                "PW33.over",
                "{machine}: units plugged in {units}, in the build {quantity}; loads count no more than the build has.",
                machine=line.title,
                units=units,
                quantity=line.quantity,
            ),
            remedy=msg("PW33.over.remedy", "Take the others off their outlets, or correct the quantity."),
            fix=_unplug(view, name, line.quantity),
        )


def _idle_cords(view: View) -> Iterator[Finding]:
    """Yield the lines that draw nothing and are plugged in: rented ones, and a UPS anywhere but at the node that it is."""
    lines = parted(view.memo, view.lines)
    found: tuple[Links, ...] = view.memo.call(
        _idle, view.alternative.connections, view.site.nodes, lines.ups, lines.rented
    )
    for links in found:
        line, path = view.lines[links[0].line].line, f"alternatives/{view.alternative.id}/connections"
        places = [at for at, one in enumerate(view.alternative.connections) if any(one is link for link in links)]
        yield Finding(
            outcome="note",
            subject=line.id,
            message=msg("PW33.idle", "{machine} draws nothing where it is plugged in.", machine=line.title),
            remedy=msg(
                "PW33.idle.remedy",
                "Take it off the outlet; a UPS is put into the wiring as a node, and its machines are plugged in there.",
            ),
            fix=Fix(
                label=msg("PW33.idle.fix", "Unplug {machine}", machine=line.title),
                edit=Batch(edits=tuple(RemovePart(path=f"{path}/{at}") for at in reversed(places))),
            ),
        )


def _idle(
    connections: Links, nodes: tuple[SiteNode, ...], ups: tuple[LineFigures, ...], rented: tuple[LineFigures, ...]
) -> tuple[Links, ...]:
    idle, at_ups = {line.line.id for line in rented}, {line.line.id for line in ups}
    if not (idle or at_ups):
        return ()
    there = {node.id for node in nodes if node.type == "ups"}
    found: dict[str, list[Connection]] = {}
    for link in connections:
        if link.line in idle or (link.line in at_ups and link.node not in there):
            found.setdefault(link.line, []).append(link)
    return tuple(tuple(own) for own in found.values())


def _unplug(view: View, line: str, quantity: int) -> Fix | None:
    """Return the step that leaves as many units plugged in as there are; None where shares leave it open which."""
    links = [(number, one) for number, one in enumerate(view.alternative.connections) if one.line == line]
    if quantity and any(one.share < 1 for _number, one in links):
        return None
    path, left = f"alternatives/{view.alternative.id}/connections", quantity
    fewer: list[SetValue | RemovePart] = []
    gone: list[SetValue | RemovePart] = []
    for number, one in links:
        kept = min(one.units, left)
        left -= kept
        if not kept:
            gone.append(RemovePart(path=f"{path}/{number}"))
        elif kept < one.units:
            fewer.append(SetValue(path=f"{path}/{number}/units", value=kept))
    label = msg("PW33.over.fix", "Leave {quantity} plugged in", quantity=quantity)
    return Fix(label=label, edit=Batch(edits=(*fewer, *reversed(gone))))  # from the end: numbers stay right


def _freest(view: View, above: Mapping[str, float | None]) -> NodeLoad | None:
    """Return the outlet where most current is free; where no account is whole, the one where our own load is least.

    ``above`` is what circuits have free (A). None where no outlet is there. An open account stays open: its circuit then
    says what is to be found out.
    """
    site: SiteFigures = view.site
    parents = {node.parent for node in site.nodes}
    leaves = [load for load in site.loads.values() if load.node.type == "socket" or load.node.id not in parents]
    rooms = view.memo.each("PW33 free", _free_a, leaves)
    free = {
        load.node.id: min(room, room if (up := above.get(load.node.parent)) is None else up)
        for load, room in zip(leaves, rooms, strict=True)
        if room is not None
    }
    if free:
        return site.loads[max(free, key=free.__getitem__)]
    open_ = [load for load in leaves if load.node.type in ("socket", "circuit")]
    return min(open_, key=_own_a, default=None)


def _own_a(load: NodeLoad) -> float:
    return load.own_a.value or 0.0


def _free_a(load: NodeLoad) -> float | None:
    """Return the current (A) that is free at an outlet or a circuit, None where its account is not known."""
    rating = rating_of(load) if load.node.type == "socket" else load.rating_a
    if load.node.type not in ("socket", "circuit") or rating.value is None or load.total_a.value is None:
        return None
    return rating.value - load.total_a.value


def _places(view: View) -> Places:
    """Return the outlet where most is free, its circuit, the circuit where most is free, and the id of a new socket."""
    site: SiteFigures = view.site
    circuits = loads_of(view.memo, site.loads, "circuit")
    rooms = view.memo.each("PW33 free circuits", _free_a, circuits)
    best = _freest(view, {load.node.id: room for load, room in zip(circuits, rooms, strict=True)})
    above = None if best is None else site.loads.get(best.node.parent)
    known = [(room, -number) for number, room in enumerate(rooms) if room is not None]
    spare = circuits[-max(known)[1]] if known else None
    return best, above, spare, view.memo.call(_new_socket, site.nodes)


def _new_socket(nodes: tuple[SiteNode, ...]) -> str:
    return f"socket-{first_free('socket-', nodes)}"


def _plug_in(line: LineFigures, units: int, at: tuple[NodeLoad, NodeLoad | None], there: There) -> Fix | None:
    """Return the fix that plugs a line in at an outlet of a circuit; None where that is surely too little, or not its form."""
    best, circuit = at
    if _overfills(line, best, units) or (circuit is not None and _overfills(line, circuit, units)):
        return None  # that wants a circuit of its own, or another socket
    form = form_of(best.node)
    if form and not takes(line, form):
        return None
    path = f"alternatives/{alternative_of(line.max_w.key)}/connections"
    edit: AddPart | SetValue
    edit = AddPart(path=path, value={"line": line.line.id, "node": best.node.id, "units": units})
    links, numbers = there
    same = numbers.get((line.line.id, best.node.id))
    if same is not None:
        edit = SetValue(path=f"{path}/{same}/units", value=units + links[same].units)
    if units < line.line.quantity:
        label = msg("PW33.fix.rest", "Plug the other {units} in at {name}", units=units, name=name_of(best.node))
    else:
        label = msg("PW33.fix", "Plug it in at {name}", name=name_of(best.node))
    return Fix(label=label, edit=edit)


def _overfills(line: LineFigures, load: NodeLoad, units: int) -> bool:
    """Tell whether so many units surely draw more than is free at a node."""
    free_a, more_a = _free_a(load), current_of(line, units, load)
    return free_a is not None and more_a is not None and more_a > free_a


CHECKS = (
    Check(
        id="PW33",
        area="power",
        title=msg("PW33.title", "Every machine is plugged in somewhere"),
        reads=("alternative", "site", "lines", "organisation"),
        source="a load on no circuit's account cannot be checked",
        run=unplugged,
    ),
)
