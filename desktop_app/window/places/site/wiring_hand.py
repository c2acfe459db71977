"""Cords in the picture of the wiring: dragged to another outlet or circuit, moved by keys, and their menu."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from desktop_app.services import rewiring
from desktop_app.services.rewiring import Cord, Outlook
from desktop_app.window.notice import Notice
from desktop_app.window.pictures.dragging import Act, Landing, Spots, Tone
from planner.checks.site_parts import name_of
from planner.errors import PlannerError
from planner.messages import Message, msg

if TYPE_CHECKING:
    from desktop_app.window.pictures.scene_view import SceneView
    from desktop_app.window.workbench import Workbench
    from planner.assess.context import Context
    from planner.pictures.scene import Spot
    from planner.pictures.status import Status

_RECKONED = 12  # each outlet of the menu is reckoned anew; of more only the names are said
_TONES: dict[Status, Tone] = {"fits": "ok", "idle": "ok", "tight": "warn", "over": "warn", "unknown": "unknown"}


class WiringHand:
    """Takes the cord of a card; ``chosen`` shows the form of what was moved or walked to (its part)."""

    def __init__(self, bench: Workbench, view: SceneView, chosen: Callable[[str], None]) -> None:
        self._bench, self._view, self._chosen = bench, view, chosen
        self._held: Cord | None = None
        self._outlooks: dict[str, Outlook] = {}

    @property
    def _context(self) -> Context:
        return self._bench.assessment.context

    # --- dragging ----------------------------------------------------------------------------------------------------

    def grips(self, spots: Spots) -> bool:
        """Tell whether a machine or a supply with a cord stands there."""
        return bool(spots) and rewiring.cord_of(self._context, spots[0].part) is not None

    def take(self, spots: Spots) -> None:
        """Take its cord."""
        self._held = rewiring.cord_of(self._context, spots[0].part) if spots else None
        self._outlooks = {}

    def landing(self, spots: Spots) -> Landing | None:
        """Return what the outlet there would carry, or why the cord cannot go there."""
        target = self._target(spots)
        if self._held is None or target is None or target.part == self._held.node:
            return None
        outlet = rewiring.outlet_at(self._context, self._held, target.part)
        spot = self._spot_of(outlet) or target
        area = (spot.x, spot.y, spot.width, spot.height)
        reason = rewiring.refusal(self._context, self._held, outlet)
        if reason is not None:
            return Landing(area=area, text=self._bench.text(reason), tone="error")
        found = self._outlook(self._held, outlet)
        return Landing(area=area, text=found.text, tone=_TONES[found.status])

    def drop(self, spots: Spots) -> None:
        """Plug the cord in there, or say why it stays where it was."""
        held, target = self._held, self._target(spots)
        self._held = None
        if held is not None and target is not None and target.part != held.node:
            self._plug(held, rewiring.outlet_at(self._context, held, target.part))

    def _target(self, spots: Spots) -> Spot | None:
        """Return the node under the mouse; over a machine that which it is plugged in at."""
        for spot in spots:
            if self._bench.plan.node(spot.part) is not None:
                return spot
            node = spot.part.rpartition("/")[0]
            if self._bench.plan.node(node) is not None:
                return self._spot_of(node)
        return None

    def _spot_of(self, part: str) -> Spot | None:
        scene = self._view.scene
        return next((spot for spot in scene.spots if spot.part == part), None) if scene is not None else None

    def _outlook(self, cord: Cord, outlet: str) -> Outlook:
        """Return what the outlet would carry; reckoned once while the cord is held."""
        if outlet not in self._outlooks:
            context = self._context
            edit = rewiring.rewire_edit(context, cord, outlet)
            found = rewiring.outlook(self._bench.plan, context, edit, outlet, self._bench.language)
            self._outlooks[outlet] = found
        return self._outlooks[outlet]

    # --- acts --------------------------------------------------------------------------------------------------------

    def _plug(self, cord: Cord, outlet: str) -> bool:
        try:
            edit = rewiring.rewire_edit(self._context, cord, outlet)
        except PlannerError as fault:
            self._bench.tell(Notice(text=fault.message, tone="warning", until_change=True))
            return False
        node = self._bench.plan.node(outlet)
        assert node is not None
        said = msg("rewire.done", "{what} is plugged in at {name}.", what=self._what(cord), name=name_of(node))
        if not self._bench.do(edit):
            return False
        self._tell(said)
        self._chosen(self._part_after(cord, outlet))
        return True

    def _part_after(self, cord: Cord, outlet: str) -> str:
        """Return the part of the picture that a cord is after it was plugged in: of a UPS the node it became."""
        if cord.is_ups:
            links = self._context.alternative.connections
            return next((link.node for link in reversed(links) if link.line == cord.line), "")
        return f"{outlet}/{cord.line}" if cord.line else cord.node

    def _unplug(self, cord: Cord) -> None:
        if self._bench.do(rewiring.unplug_edit(self._bench.alternative, cord)):
            self._tell(msg("rewire.out", "{what} was unplugged.", what=self._what(cord)))
            self._chosen(f"loose/{cord.line}")

    def _tell(self, said: Message) -> None:
        undo = msg("command.undo", "Undo")
        self._bench.tell(Notice(text=said, tone="done", label=undo, action=self._bench.undo, until_change=True))

    def _what(self, cord: Cord) -> str:
        if cord.line:
            return self._bench.text(self._context.lines[cord.line].line.title)
        return rewiring.name_in(self._context, cord.node, self._bench.language)

    # --- keys --------------------------------------------------------------------------------------------------------

    def key(self, event: QKeyEvent) -> bool:
        """Walk with the arrows; with Alt they plug the cord in at the next outlet; Del unplugs."""
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Left: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_Right: 1}
        step = steps.get(Qt.Key(event.key()))
        if step is not None and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return self._walk(step)
        cord = rewiring.cord_of(self._context, self._view.marked)
        if cord is None:
            return False
        if step is not None and event.modifiers() == Qt.KeyboardModifier.AltModifier:
            return self._to_next(cord, step)
        if event.key() == Qt.Key.Key_Delete and cord.at:
            self._unplug(cord)
            return True
        return False

    def _walk(self, step: int) -> bool:
        scene = self._view.scene
        order = list(dict.fromkeys(spot.part for spot in scene.spots if spot.part)) if scene is not None else []
        if not order:
            return False
        here = self._view.marked
        at = order.index(here) + step if here in order else 0
        self._chosen(order[max(0, min(at, len(order) - 1))])
        return True

    def _to_next(self, cord: Cord, step: int) -> bool:
        names = [node.id for node in self._context.site.nodes]
        here = names.index(cord.node) if cord.node in names else (-1 if step > 0 else len(names))
        free = [node.id for node in rewiring.outlets_for(self._context, cord)]
        onward = [name for name in free if (names.index(name) - here) * step > 0]
        if onward:
            self._plug(cord, onward[0] if step > 0 else onward[-1])
        return True

    # --- menu --------------------------------------------------------------------------------------------------------

    def acts(self, spots: Spots) -> tuple[Act, ...]:
        """Return the outlets that a cord can go to, and what each would carry."""
        cord = rewiring.cord_of(self._context, spots[0].part) if spots else None
        if cord is None:
            return ()
        self._chosen(spots[0].part)
        self._outlooks = {}
        return tuple(self._acts_of(cord))

    def _acts_of(self, cord: Cord) -> Iterator[Act]:
        text = self._bench.text
        outlets = rewiring.outlets_for(self._context, cord)
        rows = tuple(
            Act(
                name=f"plug-{node.id}",
                text=self._outlook(cord, node.id).text
                if len(outlets) <= _RECKONED
                else rewiring.name_in(self._context, node.id, self._bench.language),
                run=partial(self._plug, cord, node.id),
            )
            for node in outlets
        )
        yield Act(name="plug-to", text=text(msg("rewire.plug", "Plug in")), rows=rows)
        if cord.at:
            yield Act(name="plug-out", text=text(msg("rewire.unplug", "Unplug")), run=partial(self._unplug, cord))
