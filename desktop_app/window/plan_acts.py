"""What is done with whole plans: rename, duplicate, delete into the bin, and back; for the plan switcher and the start page."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from desktop_app.window.notice import Notice
from desktop_app.window.parts.plain import keyless
from planner.errors import PlannerError
from planner.messages import msg

if TYPE_CHECKING:
    from collections.abc import Iterable

    from db.plans import PlanEntry
    from desktop_app.window.workbench import Workbench


class PlanActs(QObject):
    """Does it and says so. ``changed``: the list of plans is another one. ``opens`` lays a plan that came back on the bench."""

    changed = Signal()

    def __init__(self, bench: Workbench, parent: QObject, *, opens: bool) -> None:
        super().__init__(parent)
        self._bench = bench
        self._opens = opens

    def open(self, plan_id: str) -> bool:
        """Lay a plan of the workspace on the bench; tells whether it is there."""
        bench = self._bench
        try:
            session = bench.desk.open(plan_id)
        except PlannerError as fault:
            bench.tell_fault(fault)
            return False
        if session is not bench.session:
            bench.lay_out(session)
        return True

    def rename(self, plan_id: str) -> None:
        """Open a plan at its name."""
        if self.open(plan_id):
            self._bench.go("plan", "title")

    def duplicate(self, plan_id: str) -> None:
        """Make a copy under a name of its own and lay it on the bench."""
        desk = self._bench.desk
        try:
            session = desk.duplicate(desk.open(plan_id).plan)
        except PlannerError as fault:
            self._bench.tell_fault(fault)
            return
        self._bench.lay_out(session)
        said = msg(
            "plans.duplicated",
            "This is a copy: {title}. The plan it was made from stays as it is.",
            title=session.plan.title,
        )
        self._bench.tell(Notice(text=said, tone="done"))

    def remove(self, plan_id: str) -> None:
        """Put a plan into the bin; it can be brought back at once, or later from the bin."""
        bench = self._bench
        entry = next((one for one in bench.desk.plans() if one.id == plan_id), None)
        if entry is not None:
            try:
                bench.desk.remove(plan_id)
            except PlannerError as fault:
                bench.tell_fault(fault)
                return
        if bench.has_plan and bench.plan.id == plan_id:
            bench.lay_out(None)
        self.changed.emit()
        if entry is not None:
            said = msg("plans.removed", "{title} is in the bin; nothing of it is lost.", title=entry.title)
            back = msg("plans.bring_back", "Bring back")
            bench.tell(Notice(text=said, label=back, action=partial(self.bring_back, plan_id)))

    def bring_back(self, plan_id: str) -> None:
        """Take a plan out of the bin."""
        try:
            self._bench.desk.bring_back(plan_id)
        except PlannerError as fault:
            self._bench.tell_fault(fault)
            return
        self.changed.emit()
        if self._opens:
            self.open(plan_id)

    # --- menus -------------------------------------------------------------------------------------------------------

    def add_plans(self, menu: QMenu, entries: Iterable[PlanEntry], current: str) -> None:
        """Add plans to a menu; those of one name say when they were changed."""
        shown = list(entries)
        titles = Counter(self._bench.text(one.title) for one in shown)
        for entry in shown:
            title = self._bench.text(entry.title)
            action = QAction(keyless(title if titles[title] == 1 else f"{title}  {self._changed_at(entry)}"), menu)
            action.setCheckable(True)
            action.setChecked(entry.id == current)
            action.triggered.connect(partial(self._open_action, entry.id))
            menu.addAction(action)

    def _open_action(self, plan_id: str, _checked: bool = False) -> None:
        self.open(plan_id)

    def add_bin(self, menu: QMenu) -> QMenu:
        """Add what is in the bin as a menu of its own; a plan that is chosen there comes back."""
        inside = QMenu(self._bench.text(msg("plans.bin", "Bin")), menu)
        inside.setObjectName("plans-bin")
        self.fill_bin(inside)
        menu.addMenu(inside)
        inside.setEnabled(bool(inside.actions()))
        return inside

    def fill_bin(self, menu: QMenu) -> None:
        """Fill a menu with the plans in the bin."""
        menu.clear()
        for entry in self._bench.desk.removed():
            title, when = self._bench.text(entry.title), self._changed_at(entry)
            said = msg("plans.bin.row", "Bring back: {title} ({when})", title=title, when=when)
            action = QAction(keyless(self._bench.text(said)), menu)
            action.triggered.connect(partial(self._bring_back_action, entry.id))
            menu.addAction(action)

    def _bring_back_action(self, plan_id: str, _checked: bool = False) -> None:
        self.bring_back(plan_id)

    def _changed_at(self, entry: PlanEntry) -> str:
        from desktop_app.services.start_page import local_words

        now = self._bench.desk.environment.clock().astimezone()
        return local_words(entry.changed_at, now, self._bench.language)
