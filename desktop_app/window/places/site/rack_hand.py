"""Machines in the picture of the racks: dragged to another unit, face or rack, moved by keys, and their menu."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from desktop_app.services import mounting
from desktop_app.services.mounting import Place
from desktop_app.window.notice import Notice
from desktop_app.window.pictures.dragging import Act, Landing, Spots
from planner.assess.rack_places import FACES, Standing, unit_kg
from planner.checks.site_parts import name_of
from planner.errors import PlannerError
from planner.messages import Message, format_number, msg

if TYPE_CHECKING:
    from desktop_app.window.pictures.scene_view import SceneView
    from desktop_app.window.workbench import Workbench
    from planner.assess.context import Context
    from planner.assess.racks import RackFilling
    from planner.pictures.scene import Spot
    from planner.plan.edits import Edit

_TO_FACE = {
    "front": msg("mount.to_front", "To the front"),
    "rear": msg("mount.to_rear", "To the rear"),
}


class RackHand:
    """Takes one machine at a time; ``chosen`` shows the form of what was moved or walked to (its part)."""

    def __init__(self, bench: Workbench, view: SceneView, chosen: Callable[[str], None]) -> None:
        self._bench, self._view, self._chosen = bench, view, chosen
        self._held: Standing | None = None
        self._rack = ""
        self._offset = 0

    @property
    def _context(self) -> Context:
        return self._bench.assessment.context

    # --- dragging ----------------------------------------------------------------------------------------------------

    def grips(self, spots: Spots) -> bool:
        """Tell whether a machine stands there."""
        return _machine(spots) is not None

    def take(self, spots: Spots) -> None:
        """Take the machine, at the unit where it was pressed."""
        spot, slot = _machine(spots), _slot(spots)
        self._held = self._standing(spot.part) if spot is not None else None
        self._offset = 0
        if self._held is not None and slot is not None and self._held.height_u and self._held.at >= 0:
            self._offset = max(0, min(slot[2] - self._held.bottom_u, self._held.height_u - 1))

    def landing(self, spots: Spots) -> Landing | None:
        """Return the units it would take there, or why it cannot."""
        slot, wanted = _slot_spot(spots), self._wanted(spots)
        if self._held is None or slot is None or wanted is None:
            return None
        high = max(1, self._held.height_u)
        bottom = slot.y + (self._offset + 1) * slot.height
        area = (slot.x, bottom - high * slot.height, slot.width, high * slot.height)
        reason = mounting.refusal(self._context, self._held, wanted)
        if reason is not None:
            return Landing(area=area, text=self._bench.text(reason), tone="error")
        text, heavy = self._told(self._held, wanted)
        return Landing(area=area, text=text, tone="warn" if heavy else "ok")

    def drop(self, spots: Spots) -> None:
        """Put the machine there, or say why it stays where it was."""
        held, wanted = self._held, self._wanted(spots)
        self._held = None
        if held is not None and wanted is not None:
            self._put(held, wanted)

    def _wanted(self, spots: Spots) -> Place | None:
        slot = _slot(spots)
        if slot is None or self._held is None:
            return None
        rack, face, unit = slot
        bottom = unit - self._offset if self._held.height_u else None
        return Place(rack=rack, bottom_u=bottom, face="rear" if face == "rear" else "front")

    def _told(self, one: Standing, wanted: Place) -> tuple[str, bool]:
        """Return the place in words, with the weight where the rack is another; and whether that is too much."""
        rack = self._filling(wanted.rack)
        text = self._bench.text(self._span(one, wanted))
        if one.at >= 0 and self._context.alternative.placements[one.at].node == wanted.rack:
            return text, False
        most, there, own = rack.max_load_kg.value, rack.weight_kg.value, unit_kg(one.line)
        if most is None or there is None or not own:
            return text, False
        load = msg(
            "racks.weight", "{used} of {most} kg", used=format_number(round(there + own, 1)), most=format_number(most)
        )
        gap = "，" if self._bench.language == "zh" else ", "
        return text + gap + self._bench.text(load), there + own > most

    def _span(self, one: Standing, wanted: Place) -> Message:
        name = name_of(self._filling(wanted.rack).node)
        if wanted.bottom_u is None or not one.height_u:
            return msg("mount.into", "Into {rack}", rack=name)
        told = {"first": wanted.bottom_u, "last": wanted.bottom_u + one.height_u - 1, "rack": name}
        if wanted.face == "rear":
            return msg("mount.span.rear", "U{first} to U{last} of {rack}, rear", **told)
        return msg("mount.span", "U{first} to U{last} of {rack}, front", **told)

    def _filling(self, rack: str) -> RackFilling:
        return next(one for one in self._context.racks if one.node.id == rack)

    def _standing(self, part: str) -> Standing | None:
        """Return the machine that a part of the picture stands for."""
        words = part.split("/")
        if len(words) != 4:  # noqa: PLR2004 - line, its id, placement, number
            return None
        if words[2] == "-":
            return mounting.loose_one(self._context, words[1])
        found = mounting.standing_of(self._context, int(words[2]), int(words[3]))
        return None if found is None else found[1]

    # --- acts --------------------------------------------------------------------------------------------------------

    def _put(self, one: Standing, wanted: Place) -> bool:
        mount = self._context.alternative.placements[one.at] if one.at >= 0 else None
        fixed = None if one.is_open else one.bottom_u
        if mount is not None and (mount.node, fixed, mount.face) == (wanted.rack, wanted.bottom_u, wanted.face):
            return False  # let go where it was taken
        try:
            moved = mounting.move(self._context, one, wanted)
        except PlannerError as fault:
            self._bench.tell(Notice(text=fault.message, tone="warning", until_change=True))
            return False
        said = self._span(one, wanted)
        if not self._do(moved.edit, msg("mount.moved", "{machine}: {place}", machine=one.line.line.title, place=said)):
            return False
        self._chosen(f"line/{one.line.line.id}/{moved.at}/0")
        return True

    def _do(self, edit: Edit, said: Message) -> bool:
        if not self._bench.do(edit):
            return False
        undo = msg("command.undo", "Undo")
        self._bench.tell(Notice(text=said, tone="done", label=undo, action=self._bench.undo, until_change=True))
        return True

    def _take_out(self, one: Standing) -> None:
        said = msg("mount.out", "{machine} was taken out of the rack.", machine=one.line.line.title)
        if self._do(mounting.take_out(self._context, one), said):
            self._chosen(f"line/{one.line.line.id}/-/0")

    # --- keys --------------------------------------------------------------------------------------------------------

    def key(self, event: QKeyEvent) -> bool:
        """Walk with the arrows, move with Alt and the arrows, take out with Del."""
        alt = event.modifiers() == Qt.KeyboardModifier.AltModifier
        steps = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}
        step = steps.get(Qt.Key(event.key()))
        one = self._standing(self._view.marked)
        if step is not None and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return self._walk(step)
        if one is None or one.at < 0:
            return False
        if alt and step is not None:
            return self._step(one, step)
        if alt and event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            return self._to_next_rack(one, 1 if event.key() == Qt.Key.Key_Right else -1)
        if event.key() == Qt.Key.Key_Delete:
            self._take_out(one)
            return True
        return False

    def _walk(self, step: int) -> bool:
        """Choose the next machine upwards or downwards; what is in no rack comes last."""
        scene = self._view.scene
        parts = [spot.part for spot in scene.spots if spot.part.startswith("line/")] if scene is not None else []
        order = list(dict.fromkeys(parts))
        if not order:
            return False
        here = self._view.marked
        at = order.index(here) + step if here in order else 0
        self._chosen(order[max(0, min(at, len(order) - 1))])
        return True

    def _step(self, one: Standing, step: int) -> bool:
        rack = self._context.alternative.placements[one.at].node
        bottom = mounting.step_place(self._context, one, rack, step)
        if bottom is None:
            said = msg("mount.no_step", "No room for it further on in this rack.")
            self._bench.tell(Notice(text=said, tone="warning", until_change=True))
        else:
            self._put(one, Place(rack=rack, bottom_u=bottom, face=one.face))
        return True

    def _to_next_rack(self, one: Standing, step: int) -> bool:
        names = [rack.node.id for rack in self._context.racks]
        here = names.index(self._context.alternative.placements[one.at].node) + step
        if 0 <= here < len(names):
            self._put(one, Place(rack=names[here], face=one.face))
        return True

    # --- menu --------------------------------------------------------------------------------------------------------

    def acts(self, spots: Spots) -> tuple[Act, ...]:
        """Return what can be done with a machine; what cannot stands there with its reason."""
        spot = _machine(spots)
        one = self._standing(spot.part) if spot is not None else None
        if spot is None or one is None:
            return ()
        self._chosen(spot.part)
        return tuple(self._acts_of(one))

    def _acts_of(self, one: Standing) -> Iterator[Act]:
        text = self._bench.text
        here = self._context.alternative.placements[one.at].node if one.at >= 0 else ""
        if here and one.height_u:
            yield from self._moves(one, here)
        for rack in self._context.racks:
            if rack.node.id != here:
                said = msg("mount.into", "Into {rack}", rack=name_of(rack.node))
                yield self._act(f"mount-{rack.node.id}", text(said), one, Place(rack=rack.node.id))
        if here and not one.is_open:
            said = msg("mount.automatic", "Place automatically")
            yield self._act("mount-automatic", text(said), one, Place(rack=here, face=one.face))
        if here:
            take_out = partial(self._take_out, one)
            yield Act(name="mount-out", text=text(msg("mount.take_out", "Take out of the rack")), run=take_out)

    def _moves(self, one: Standing, here: str) -> Iterator[Act]:
        text = self._bench.text
        for name, step, said in (
            ("up", 1, msg("mount.up", "Move up")),
            ("down", -1, msg("mount.down", "Move down")),
        ):
            bottom = mounting.step_place(self._context, one, here, step)
            keys = "Alt+↑" if step > 0 else "Alt+↓"
            place = None if bottom is None else Place(rack=here, bottom_u=bottom, face=one.face)
            yield self._act(f"mount-{name}", f"{text(said)}\t{keys}", one, place)
        rows = tuple(
            self._act(f"mount-u{unit}", f"U{unit}", one, Place(rack=here, bottom_u=unit, face=one.face))
            for unit in reversed(mounting.free_places(self._context, one, here, one.face))
        )
        if rows:
            yield Act(name="mount-to", text=text(msg("mount.to", "Lowest unit at")), rows=rows)
        for face in FACES:
            if face != one.face:
                bottom = None if one.is_open else one.bottom_u
                yield self._act(
                    f"mount-{face}", text(_TO_FACE[face]), one, Place(rack=here, bottom_u=bottom, face=face)
                )

    def _act(self, name: str, text: str, one: Standing, wanted: Place | None) -> Act:
        """Return a row that moves a machine; one that is refused says why instead."""
        if wanted is None:
            return Act(name=name, text=text)
        reason = mounting.refusal(self._context, one, wanted)
        if reason is not None:
            return Act(name=name, text=f"{text} ({self._bench.text(reason)})")
        return Act(name=name, text=text, run=partial(self._put, one, wanted))


def _machine(spots: Spots) -> Spot | None:
    return next((spot for spot in spots if spot.part.startswith("line/")), None)


def _slot_spot(spots: Spots) -> Spot | None:
    return next((spot for spot in spots if spot.is_slot), None)


def _slot(spots: Spots) -> tuple[str, str, int] | None:
    """Return rack, face and unit of the place under the mouse."""
    spot = _slot_spot(spots)
    if spot is None:
        return None
    _kind, rack, face, unit = spot.part.split("/")
    return rack, face, int(unit)
