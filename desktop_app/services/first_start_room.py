"""The room of the first sheet as site nodes: only what was answered, everything else is left for the checks to ask."""

from __future__ import annotations

from collections.abc import Iterator

from desktop_app.services.first_start import Room
from planner.figure import Quality
from planner.limits import limit
from planner.plan.document import Fact, Facts, SiteNode

NO_AC = "none"
_TOLD = "answered on the first sheet"


def site_of(room: Room) -> tuple[SiteNode, ...]:
    """Return the nodes of the room; none at all where nothing is known.

    Sockets hang evenly on the circuits that were told of. Where nobody knows how many circuits there are, all sockets hang
    on one: the safe side, for then they share its breaker. No free socket is an answer: there is none in the plan then.
    """
    if room == Room():
        return ()
    nodes = [SiteNode(id="room", type="room", values=_facts(area_m2=room.area_m2))]
    circuits = _circuit_count(room)
    if circuits:
        nodes.append(SiteNode(id="panel", type="panel", parent="room", values=_volts()))
        nodes += _circuits(room, circuits)
        nodes += _sockets(room, circuits)
    if room.ac and room.ac != NO_AC:
        nodes.append(SiteNode(id="ac-1", type="ac", parent="room", values=_facts(class_cn=room.ac)))
    return tuple(nodes)


def sockets(site: tuple[SiteNode, ...]) -> tuple[str, ...]:
    """Return the ids of the sockets, in their order."""
    return tuple(node.id for node in site if node.type == "socket")


def _circuit_count(room: Room) -> int:
    """Return how many circuits there are: as told, else one where the wiring is known of or sockets are told of."""
    if room.circuits is None:
        return 1 if _knows_wiring(room) else 0
    return room.circuits or (1 if room.sockets else 0)


def _knows_wiring(room: Room) -> bool:
    return bool(room.sockets or room.breaker_a or room.socket_form or room.shared != "unknown")


def _circuits(room: Room, count: int) -> Iterator[SiteNode]:
    shared = {"yes": True, "no": False}.get(room.shared)
    for number in range(1, count + 1):
        values = _facts(breaker_a=room.breaker_a, shared=shared)
        yield SiteNode(id=f"circuit-{number}", type="circuit", parent="panel", values=values)


def _sockets(room: Room, circuits: int) -> Iterator[SiteNode]:
    rating = {"gb1002_10a": 10.0, "gb1002_16a": 16.0}.get(room.socket_form)
    for number in range(circuits if room.sockets is None else room.sockets):
        values = _facts(form=room.socket_form or None, rating_a=rating)
        parent = f"circuit-{number % circuits + 1}"
        yield SiteNode(id=f"socket-{number + 1}", type="socket", parent=parent, values=values)


def _facts(**given: float | str | bool | None) -> Facts:
    return {key: Fact(value=value, source=_TOLD) for key, value in given.items() if value is not None}


def _volts() -> Facts:
    """Return the customary voltage, as assumed: nobody is asked for it on a first sheet."""
    customary = limit("default.volts_v", "GB")
    volts = Fact(value=customary.require(), quality=Quality.ASSUMED, source=customary.source)
    return {"volts": volts, "volts_kind": Fact(value="L-N", quality=Quality.ASSUMED, source=customary.source)}
