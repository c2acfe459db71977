"""Which catalog cards stand beside the machines of the plan: a menu to add, take away, and go back to a few on sale."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from desktop_app.services.fit_candidates import choose_cards, chosen_cards, forget_cards
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.plain import keyless
from desktop_app.window.wording import Wording
from planner.errors import PlannerError
from planner.messages import msg

if TYPE_CHECKING:
    from desktop_app.window.places.build.picker import ItemPicker
    from desktop_app.window.workbench import Workbench


class CardsButton(Button):
    """``changed`` is told when other cards were chosen."""

    changed = Signal()

    def __init__(self, bench: Workbench, owner: QWidget) -> None:
        super().__init__(kind="tool")
        self.setObjectName("workload-cards")
        self.set_icon("columns")
        self._bench = bench
        self._owner = owner
        self._picker: ItemPicker | None = None
        wording = Wording(bench, self)
        wording.put(self.setText, msg("cards.button", "Cards"))
        wording.put(self.setToolTip, msg("cards.tip", "Which cards the jobs are set against"))
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill)
        self.setMenu(self._menu)

    def _fill(self) -> None:
        self._menu.clear()
        catalog = self._bench.desk.store.catalog
        for card in chosen_cards(self._bench.desk, self._bench.plan):
            action = QAction(keyless(catalog.get(card).name), self._menu)
            action.setCheckable(True)
            action.setChecked(True)
            action.triggered.connect(partial(self._take_away, card))
            self._menu.addAction(action)
        self._menu.addSeparator()
        add = QAction(self._bench.text(msg("cards.add", "Add a card…")), self._menu)
        add.triggered.connect(self._pick)
        self._menu.addAction(add)
        few = QAction(self._bench.text(msg("cards.few", "A few on sale")), self._menu)
        few.triggered.connect(self._few)
        self._menu.addAction(few)

    def _take_away(self, card: str) -> None:
        rest = [one for one in chosen_cards(self._bench.desk, self._bench.plan) if one != card]
        self._choose(rest)

    def _pick(self) -> None:
        if self._picker is None:
            from desktop_app.window.places.build.picker import ItemPicker

            self._picker = ItemPicker(self._bench, self._owner, kinds=("accelerator",))
            self._picker.taken.connect(self.add_card)
        self._picker.open_for("accelerator")

    def add_card(self, card: str) -> None:
        """Set the jobs against another card of the catalog."""
        self._choose([*chosen_cards(self._bench.desk, self._bench.plan), card])

    def _few(self) -> None:
        try:
            forget_cards(self._bench.desk, self._bench.plan)
        except PlannerError as fault:
            self._bench.tell_fault(fault)
            return
        self.changed.emit()

    def _choose(self, cards: list[str]) -> None:
        try:
            choose_cards(self._bench.desk, self._bench.plan, cards)
        except PlannerError as fault:
            self._bench.tell_fault(fault)
            return
        self.changed.emit()
