"""Where the battery of a UPS stands: away from people and the way out where it is of lithium, on a floor that carries it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from planner.assess.context import View
from planner.assess.facts import fact_figure, text
from planner.assess.lines import parted
from planner.catalog.choices import chosen
from planner.catalog.items import Item
from planner.checks.cooling import STAFFED
from planner.checks.declared import key_of_line, of_node
from planner.checks.formulas import BATTERY_KWH
from planner.checks.rack_weight import floor_limit
from planner.checks.registry import Finding, Fix, cannot_tell, passed
from planner.checks.site_parts import asked, name_of, room_of
from planner.facility.rack import FLOOR_LOAD_KN_M2, SPREAD_AREA_M2
from planner.figure import Figure, trace
from planner.limits import limit
from planner.messages import Labelled, Message, msg
from planner.plan.document import Facts, SiteNode
from planner.plan.edits import SetValue

PLACES = ("own_room", "machine_room", "occupied", "corridor", "outdoors")
HEAVY_KG = 100.0


class Battery(msgspec.Struct, frozen=True, kw_only=True):
    """A lithium battery: what a finding names, where its facts are kept, what was told, and its row of the catalog."""

    subject: str
    key: str
    path: str
    name: str | Labelled
    facts: Facts
    item: Item | None = None

    @property
    def place(self) -> str | None:
        """Return where it stands as one of the places, None where that was not told or not in words that say it."""
        return chosen("battery_place", PLACES, text(self.facts, "battery_place"))

    def energy_kwh(self) -> Figure:
        """Return its energy (kWh): as told, else as its row says, else unknown."""
        told = fact_figure(self.facts, "battery_wh", f"{self.key}/battery_wh", "Wh")
        if not told.known and self.item is not None and self.item.number("battery_wh") is not None:
            told = self.item.figure("battery_wh", "Wh")
        return trace(BATTERY_KWH, f"{self.key}/battery_kwh", energy_wh=told)


def lithium_batteries(view: View) -> tuple[Battery, ...]:
    """Return the lithium batteries of the UPS of the wiring, and of those of the build that none of them is."""
    nodes: tuple[SiteNode, ...] = view.memo.call(_of_lithium, view.site.nodes)
    wired = {name for node in nodes for name, _units in view.site.joined_ups.get(node.id, ())}
    found = [
        Battery(
            subject=node.id,
            key=f"site/{node.id}",
            path=f"site/{node.id}/values",
            name=name_of(node),
            facts=node.values,
        )
        for node in nodes
    ]
    for line in parted(view.memo, view.lines).ups:
        if line.line.id not in wired and text(line.line.facts, "battery_kind") == "lithium":
            key = key_of_line(line)
            path = f"{key}/facts"
            title, facts = line.line.title, line.line.facts
            found.append(
                Battery(subject=line.line.id, key=key, path=path, name=title, facts=facts, item=line.item),
            )
    return tuple(found)


def _of_lithium(nodes: tuple[SiteNode, ...]) -> tuple[SiteNode, ...]:
    return tuple(node for node in nodes if node.type == "ups" and text(node.values, "battery_kind") == "lithium")


def places(batteries: tuple[Battery, ...], room: SiteNode | None) -> Iterator[Finding]:
    """Yield of each lithium battery whether it stands where a fire of it harms nobody."""
    for one in batteries:
        place = one.place
        if place == "machine_room" and room is not None and text(room.values, "occupancy") in STAFFED:
            place = "occupied"  # the machines stand where people work, and the battery with them
        if place is None:
            yield _unknown_place(one)
        elif place == "corridor":
            yield _misplaced(
                one,
                msg("LS03.corridor", "The lithium battery of {name} stands on a way out.", name=one.name),
            )
        elif place == "outdoors":
            yield passed(
                one.subject, msg("LS03.outdoors", "The lithium battery of {name} stands outdoors.", name=one.name)
            )
        else:
            yield _indoors(one, place)


def _unknown_place(one: Battery) -> Finding:
    return cannot_tell(
        one.subject,
        msg("LS03.place", "{name} has a lithium battery; where it will stand is not known.", name=one.name),
        msg("LS03.place.ask", "Ask the building office for a place with fire separation, away from the way out."),
        (f"{one.key}/battery_place",),
    )


def _indoors(one: Battery, place: str) -> Finding:
    energy, most = one.energy_kwh(), limit("ups.lithium_kwh")
    told = {"name": one.name, "energy": energy, "limit": most}
    if not energy.known:
        return cannot_tell(
            one.subject,
            msg("LS03.energy", "How much energy the lithium battery of {name} holds is not known.", name=one.name),
            msg("LS03.energy.ask", "Read the battery's label: volts x ampere-hours x number."),
            energy.missing,
        )
    if energy.require() < most.require():
        say = msg("LS03.small", "The lithium battery of {name} holds {energy}, less than {limit}.", **told)
        return passed(one.subject, say, energy, most)
    if place == "own_room":
        return Finding(
            outcome="note",
            subject=one.subject,
            message=msg(
                "LS03.large", "The lithium battery of {name} holds {energy}; {limit} and more are looked at.", **told
            ),
            remedy=msg(
                "LS03.large.remedy",
                "Let the fire office confirm its room: fire separation, smoke and gas detectors, extinguishing for lithium, ventilation.",
            ),
            figures=(energy, most),
        )
    if place == "machine_room":
        say = msg(
            "LS03.machine_room",
            "The lithium battery of {name} holds {energy} and stands among the machines; from {limit} on it wants a room of its own.",
            **told,
        )
        return _misplaced(one, say, energy, most, is_error=False)
    say = msg(
        "LS03.occupied",
        "The lithium battery of {name} holds {energy} and stands where people work; from {limit} on it wants a room of its own.",
        **told,
    )
    return _misplaced(one, say, energy, most)


def _misplaced(one: Battery, say: Message, *figures: Figure, is_error: bool = True) -> Finding:
    value = {"value": "own_room", "quality": "assumed", "source": "to be built"}
    return Finding(
        outcome="error" if is_error else "warning",
        subject=one.subject,
        message=say,
        remedy=msg(
            "LS03.place.remedy",
            "Put it into a room of its own with fire separation, smoke and gas detectors and the extinguishing that the fire office "
            "asks for, or take a lead-acid battery.",
        ),
        figures=figures,
        fix=Fix(
            label=msg("LS03.place.fix", "Plan a battery room for it"),
            edit=SetValue(path=f"{one.path}/battery_place", value=value),
        ),
    )


def wired_weights(view: View) -> tuple[Finding, ...]:
    """Return of each UPS of the wiring with a heavy battery whether the floor carries it."""
    heavy: tuple[SiteNode, ...] = view.memo.call(_with_weight, view.site.nodes)
    if not heavy:
        return ()
    room = room_of(view.site)
    return view.found_in(_weight, [(node, room) for node in heavy])


def _with_weight(nodes: tuple[SiteNode, ...]) -> tuple[SiteNode, ...]:
    return tuple(node for node in nodes if node.type == "ups" and "battery_kg" in node.values)


def _weight(_view: View, node: SiteNode, room: SiteNode | None) -> Iterator[Finding]:
    whole, key = of_node(node, "battery_kg", "kg"), f"site/{node.id}"
    if not whole.known or whole.require() < HEAVY_KG:
        return
    allowed = floor_limit(room)
    area = trace(SPREAD_AREA_M2, f"{key}/spread_m2", weight_kg=whole, allowed_kn_m2=allowed)
    own = of_node(node, "footprint_m2", "m2")
    load = trace(FLOOR_LOAD_KN_M2, f"{key}/floor_kn_m2", weight_kg=whole, area_m2=own)
    told = {"name": name_of(node), "weight": whole, "load": load, "limit": allowed, "area": area}
    if not allowed.known:
        yield cannot_tell(
            node.id,
            msg("UP11.floor", "Whether the floor carries the battery of {name} ({weight}) is not known.", **told),
            msg(
                "UP11.floor.ask",
                "Say what the room is used for, or what its floor may carry: {inputs}.",
                inputs=asked(allowed.missing),
            ),
            allowed.missing,
        )
    elif not load.known:
        yield cannot_tell(
            node.id,
            msg(
                "UP11.area",
                "The battery of {name} ({weight}) wants {area} of a floor made for {limit}; what it stands on is not known.",
                **told,
            ),
            msg(
                "UP11.area.ask",
                "Measure the floor that its frame stands on, or ask the maker: {inputs}.",
                inputs=asked(load.missing),
            ),
            load.missing,
        )
    elif load.require() <= allowed.require():
        say = msg("UP11.pass", "{name} puts {load} on a floor made for {limit}.", **told)
        yield passed(node.id, say, load, allowed)
    else:
        yield Finding(
            outcome="warning",
            subject=node.id,
            message=msg("UP11.over", "{name} puts {load} on a floor made for {limit}.", **told),
            remedy=msg(
                "UP11.remedy.area",
                "Put the battery on the ground floor or on a spreading frame of {area}; an engineer decides.",
                area=area,
            ),
            figures=(load, allowed, whole, area),
        )
