"""The place Start: where to begin, the sheet for a budget, the page for a configuration, and the state of the workspace."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from desktop_app.services.start_page import BLANK, is_sound, workspace_state
from desktop_app.window.look.icons import pixmap
from desktop_app.window.look.worn import current_look
from desktop_app.window.parts.labels import label
from desktop_app.window.places.place import Place
from desktop_app.window.places.start.home import HomePage
from desktop_app.window.plan_acts import PlanActs
from planner.errors import PlannerError
from planner.messages import Labelled, msg
from resources import VERSION

if TYPE_CHECKING:
    from desktop_app.window.places.start.lines_page import LinesPage
    from desktop_app.window.places.start.sheet_page import SheetPage
    from desktop_app.window.workbench import Workbench
    from planner.plan.document import Plan

_ICON = 14
_SUFFIX = ".lpplan"


@runtime_checkable
class Opener(Protocol):
    """What the window has to open plan files with; it asks what to do where the workspace has another state."""

    def open_path(self, file: Path) -> None:
        """Take a plan file in and lay it on the bench."""


class StartPlace(Place):
    """Three pages one behind the other; the two that are entered are made when first asked for."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self.setAcceptDrops(True)
        self.home = HomePage(bench)
        self._sheet: SheetPage | None = None
        self._lines: LinesPage | None = None
        self._pages = QStackedWidget()
        self._pages.setObjectName("start-pages")
        self._pages.addWidget(self.home)
        self._foot = QHBoxLayout()
        self._sound: bool | None = None  # looked at once: it takes a moment
        self._foot_later = QTimer(self)
        self._foot_later.setSingleShot(True)
        self._foot_later.timeout.connect(self.show_foot)
        self.home.way.connect(self.go_way)
        self.home.used.connect(self._use)
        self._acts = PlanActs(bench, self, opens=False)
        self._acts.changed.connect(self.home.show_recent)
        self.home.opened.connect(self._acts.open)
        self.home.renamed.connect(self._acts.rename)
        self.home.duplicated.connect(self._acts.duplicate)
        self.home.removed.connect(self._acts.remove)
        self.home.bin_asked.connect(self._acts.fill_bin)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._pages, 1)
        column.addWidget(self._make_foot())

    def _make_foot(self) -> QWidget:
        foot = QWidget()
        foot.setObjectName("start-foot")
        foot.setProperty("part", "strip")
        foot.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        foot.setFixedHeight(current_look().height["status_strip"])
        self._foot = QHBoxLayout(foot)
        self._foot.setContentsMargins(24, 0, 24, 0)
        self._foot.setSpacing(8)
        return foot

    # --- showing -----------------------------------------------------------------------------------------------------

    def show_plan(self) -> None:
        """Show the page anew: plans may have come or gone."""
        self._pages.setCurrentWidget(self.home)
        self.home.show_page()
        self._foot_later.start()

    def retranslate(self) -> None:
        """Say everything in the new language, and stay on the page that is open."""
        self.home.retranslate()
        for page in (self._sheet, self._lines):
            if page is not None:
                page.retranslate()
        self.show_foot()

    def show_foot(self) -> None:
        """Say what the catalog holds and whether the workspace is sound; the look over it takes a moment."""
        if not self.bench.has_desk:
            return
        while (item := self._foot.takeAt(0)) is not None:
            shown = item.widget()
            if shown is not None:
                shown.hide()
                shown.deleteLater()
        state = workspace_state(self.bench.desk)
        if self._sound is None:
            self._sound = self._look_over()
        sound = (
            msg("start.sound", "Database in order") if self._sound else msg("start.unsound", "Database: see Settings")
        )
        parts = (
            (
                "catalog",
                "text2",
                msg(
                    "start.catalog_days",
                    "Catalog {count} rows, prices and rents of {first} to {last}",
                    count=state.items,
                    first=state.prices_from or "—",
                    last=state.prices_until or "—",
                ),
            ),
            ("check" if self._sound else "warn", "ok" if self._sound else "warn", sound),
            ("lock", "text2", msg("start.local", "All data stays on this computer")),
        )
        for icon, tone, said in parts:
            mark = QLabel()
            mark.setPixmap(pixmap(icon, tone, _ICON, self.devicePixelRatioF()))
            self._foot.addWidget(mark)
            self._foot.addWidget(label(self.bench.text(said), size="caption", tone="text2"))
            self._foot.addSpacing(16)
        self._foot.addStretch(1)
        version = msg("start.version", "Version {number}", number=VERSION)
        self._foot.addWidget(label(self.bench.text(version), size="caption", tone="text2"))

    def _look_over(self) -> bool:
        try:
            return is_sound(self.bench.desk)
        except PlannerError as fault:
            self.bench.tell_fault(fault)
            return False

    def seek(self) -> bool:
        """Put the focus into the filter of the templates."""
        if self._pages.currentWidget() is self.home:
            self.home.filter.setFocus()
            self.home.filter.selectAll()
            return True
        return False

    def start_adding(self) -> bool:
        """Open the sheet for a budget."""
        self.go_way("budget")
        return True

    def reveal(self, subject: str) -> None:
        """Go to a page: budget or lines."""
        if subject in ("budget", "lines"):
            self.go_way(subject)

    # --- ways --------------------------------------------------------------------------------------------------------

    def go_way(self, way: str) -> None:
        """Go one of the ways."""
        if way == "open":
            action = getattr(self.window(), "actions_by_name", None)
            if action is not None:
                action["open"].trigger()
            return
        page = self._sheet_page() if way == "budget" else self._lines_page()
        self._pages.setCurrentWidget(page)
        page.begin()

    def _sheet_page(self) -> SheetPage:
        if self._sheet is None:
            from desktop_app.window.places.start.sheet_page import SheetPage

            self._sheet = SheetPage(self.bench)
            self._sheet.left.connect(self._go_home)
            self._sheet.made.connect(self._start)
            self._pages.addWidget(self._sheet)
        return self._sheet

    def _lines_page(self) -> LinesPage:
        if self._lines is None:
            from desktop_app.window.places.start.lines_page import LinesPage

            self._lines = LinesPage(self.bench)
            self._lines.left.connect(self._go_home)
            self._lines.made.connect(self._start)
            self._pages.addWidget(self._lines)
        return self._lines

    def _go_home(self) -> None:
        way = "budget" if self._pages.currentWidget() is self._sheet else "lines"
        self._pages.setCurrentWidget(self.home)
        self.home.ways[way].setFocus()

    # --- plans -------------------------------------------------------------------------------------------------------

    def _use(self, template: str) -> None:
        try:
            if template == BLANK:
                from desktop_app.services.first_start_lines import blank_plan

                title = Labelled(zh="空白方案", en="Blank plan")
                self._start(blank_plan(self.bench.desk, uuid.uuid4().hex, title))
                return
            self.bench.lay_out(self.bench.desk.create(template))
        except PlannerError as fault:
            self.bench.tell_fault(fault)

    def _start(self, plan: Plan) -> None:
        try:
            session = self.bench.desk.start(plan)
        except PlannerError as fault:
            self.bench.tell_fault(fault)
            return
        self.bench.lay_out(session)

    # --- files dropped -----------------------------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take plan files."""
        if _plan_files(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the plan file that was dropped."""
        files = _plan_files(event)
        opener = self._opener()
        if files and opener is not None:
            event.acceptProposedAction()
            opener.open_path(files[0])

    def _opener(self) -> Opener | None:
        return next((child for child in self.window().children() if isinstance(child, Opener)), None)


def _plan_files(event: QDropEvent) -> list[Path]:
    names = [url.toLocalFile() for url in event.mimeData().urls()]
    return [Path(name) for name in names if name.casefold().endswith(_SUFFIX)]
