"""The main window: the frame around the places. It arranges and connects; what is shown is the matter of its parts."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QMenu, QVBoxLayout, QWidget

from desktop_app.window.look.worn import current_look
from desktop_app.window.places.registry import ALL_PLACES, PLACES, START, PlaceSpec
from desktop_app.window.shell.actions import Actions
from desktop_app.window.shell.notice_bar import NoticeBar
from desktop_app.window.shell.place_stack import PlaceStack
from desktop_app.window.shell.rail import Rail
from desktop_app.window.shell.top_bar import TopBar
from desktop_app.window.wording import Wording
from planner.messages import msg

if TYPE_CHECKING:
    from desktop_app.window.shell.closing import Closing
    from desktop_app.window.shell.strip import StatusStrip
    from desktop_app.window.side.side_panel import SidePanel
    from desktop_app.window.workbench import Workbench


class MainWindow(QMainWindow):
    """Top bar, rail, place, side panel, notices, strip; tells when it was painted for the first time."""

    painted = Signal()
    closing = Signal()
    open_plan_asked = Signal(str)

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self.bench = bench
        self._was_painted = False
        self._side: SidePanel | None = None
        self._strip: StatusStrip | None = None
        self._closing: Closing | None = None
        self.actions_by_name = Actions(bench, self)
        self.main_menu = QMenu(self)
        self.top_bar = TopBar(bench, self.actions_by_name, self.main_menu)
        self.rail = Rail(bench, ALL_PLACES)
        self.stack = PlaceStack(bench)
        self.notice_bar = NoticeBar(bench, self)  # lies over the place: nothing moves under the pointer when it goes
        self._wording = Wording(bench, self)
        self._wording.put(self.setWindowTitle, msg("window.title", "LabProcure"))
        self._lay_out()
        self._limit_size()
        self.rail.chosen.connect(self.show_place)
        self.stack.shown.connect(self._place_shown)
        bench.place_asked.connect(self.show_place)
        bench.plan_replaced.connect(self._plan_replaced)
        bench.plan_changed.connect(self._count_errors)
        bench.language_changed.connect(self._count_errors)
        self._plan_replaced()

    def _lay_out(self) -> None:
        body = QWidget()
        body.setObjectName("body")
        body.setProperty("part", "desk")
        whole = QVBoxLayout(body)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.top_bar)
        self._middle = QHBoxLayout()
        self._middle.setSpacing(0)
        self._middle.addWidget(self.rail)
        self._middle.addWidget(self.stack, 1)
        whole.addLayout(self._middle, 1)
        self._whole = whole
        self.setCentralWidget(body)

    def _limit_size(self) -> None:
        """Keep the smallest size that all places are laid out for, or that of a smaller screen."""
        points = current_look().breakpoint
        wanted = QSize(points["min_width"], points["min_height"])
        screen = self.screen()
        there = screen.availableGeometry().size()
        self.setMinimumSize(wanted.boundedTo(there))

    # --- filled after the first paint --------------------------------------------------------------------------------

    def furnish(self) -> None:
        """Make what is not needed for the first paint: side panel and strip."""
        from desktop_app.window.shell.strip import StatusStrip
        from desktop_app.window.side.side_panel import SidePanel

        if self._side is not None:
            return
        self._side = SidePanel(self.bench)
        self._strip = StatusStrip(self.bench)
        self._middle.addWidget(self._side)
        self._whole.addWidget(self._strip)
        self._arrange()

    @property
    def side(self) -> SidePanel | None:
        """Return the panel of findings and Why?, once it is made."""
        return self._side

    def show_place(self, name: str, subject: str = "") -> None:
        """Go to a place and reveal a subject there; 'findings' is the panel beside the place."""
        if name == "findings":
            if self._side is not None:
                self._side.show_findings(subject)
            return
        self.stack.show_place(name, subject)

    def _place_shown(self, spec: PlaceSpec) -> None:
        self.rail.show_active(spec.name)
        self._arrange()
        QTimer.singleShot(0, self.notice_bar.place)  # once the place is laid out: it may have sums of its own

    def _plan_replaced(self) -> None:
        there = self.bench.has_plan
        names = {one.name for one in PLACES if there or not one.needs_plan}
        self.rail.show_available(names | (set() if there else {START.name}))
        current = self.stack.spec
        if there and (current is None or current is START):
            self.show_place("build")
        elif not there and self.bench.has_desk and (current is None or current.needs_plan):
            self.show_place(START.name)
        self._count_errors()
        self._arrange()

    def _count_errors(self, change: object = None) -> None:
        if not self.bench.has_plan:
            self.rail.show_errors({})
            return
        from desktop_app.services.subjects import place_of_finding

        counts: Counter[str] = Counter()
        for finding in self.bench.assessment.findings:
            if finding.outcome == "error" and finding.waiver is None and finding.snooze is None:
                counts[place_of_finding(finding)] += 1
        self.rail.show_errors(counts)

    def _arrange(self) -> None:
        """Show what belongs to the place and the width of the window."""
        points, width = current_look().breakpoint, self.width()
        self.top_bar.narrow(width < points["normal"])
        if self._side is None or self._strip is None:
            return
        spec = self.stack.spec
        self._side.setVisible(self.bench.has_plan and spec is not None and not spec.wide)
        self._side.fold(width < points["normal"])
        self._side.widen(width >= points["wide"])

    # --- events ------------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange anew for the width."""
        super().resizeEvent(event)
        self._arrange()
        self.notice_bar.place()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask where something is being written, and tell before the window goes: the plan itself is saved."""
        if self._closing is None and self.bench.jobs.running:
            from desktop_app.window.shell.closing import Closing

            self._closing = Closing(self.bench, self)
        if self._closing is not None and not self._closing.may_close():
            event.ignore()
            return
        self.closing.emit()
        super().closeEvent(event)

    def event(self, event: QEvent) -> bool:
        """Pass every event on, and tell of the first paint."""
        handled = super().event(event)
        if event.type() == QEvent.Type.Paint and not self._was_painted:
            self._was_painted = True
            self.painted.emit()
        return handled
