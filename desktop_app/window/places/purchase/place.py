"""The place Purchase: neutral parameters derived from the plan, and the papers made of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from desktop_app.services.purchasing import AT_ONCE, Derivation, derived, groups, market_of
from desktop_app.services.purchasing_papers import OpenPoint
from desktop_app.window.parts.sub_tabs import SubTabs
from desktop_app.window.places.place import Place
from desktop_app.window.places.purchase.parameters import ParametersView
from planner.messages import Message, msg

if TYPE_CHECKING:
    from desktop_app.window.jobs import JobHandle, Progress
    from desktop_app.window.places.purchase.papers import PapersView
    from desktop_app.window.workbench import Workbench
    from planner.assess.run import Assessment
    from planner.catalog.items import Item

_TABS: tuple[tuple[str, Message], ...] = (
    ("parameters", msg("purchase.parameters", "Parameters")),
    ("papers", msg("purchase.papers", "Papers")),
)


class PurchasePlace(Place):
    """Tabs over one derivation of the alternative shown; the papers' tab is made when it is first asked for."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._market: tuple[Item, ...] = market_of(bench.desk.store)
        self._derivation: Derivation | None = None
        self._job: JobHandle | None = None
        self._asked_for = ""
        self._papers: PapersView | None = None
        self._parameters = ParametersView(bench)
        self._parameters.add_asked.connect(self._go_to_build)
        self._tabs = SubTabs()
        self._tabs.setObjectName("purchase-tabs")
        self._tabs.chosen.connect(self._show_tab)
        self.wording.put(self._tabs.setAccessibleName, msg("purchase.tabs", "Parts of the purchase"))
        self._pages = QStackedWidget()
        self._pages.addWidget(self._parameters)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._tab_row())
        layout.addWidget(self._pages, 1)

    def _tab_row(self) -> QWidget:
        row = QWidget()
        row.setProperty("part", "tab_row")
        row.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row.setFixedHeight(40)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(16, 0, 12, 0)
        layout.addWidget(self._tabs)
        layout.addStretch(1)
        return row

    # --- showing -----------------------------------------------------------------------------------------------------

    def show_plan(self) -> None:
        """Show the alternative on the bench in the tab that is in sight; the other one follows when it is."""
        self._tabs.show_tabs([(key, self.bench.text(said)) for key, said in _TABS])
        if self._tabs.key == "papers":
            self._papers_view().show_plan(self._market)
        else:
            self._derive()

    def retranslate(self) -> None:
        """Say heads and cells in the new language."""
        self._parameters.retranslate()
        if self._papers is not None:
            self._papers.retranslate()
        if self._derivation is not None:
            self._parameters.show_groups(groups(self._derivation, self.bench.language))
        self.show_plan()

    def _show_tab(self, key: str) -> None:
        self._tabs.show_key(key)
        if key == "papers":
            self._pages.setCurrentWidget(self._papers_view())
        else:
            self._pages.setCurrentWidget(self._parameters)
            if self._papers is not None:
                self._papers.leave()
        self.show_plan()

    def _papers_view(self) -> PapersView:
        if self._papers is None:
            from desktop_app.window.places.purchase.papers import PapersView

            self._papers = PapersView(self.bench)
            self._papers.jump_asked.connect(self._jump)
            self._pages.addWidget(self._papers)
        return self._papers

    # --- deriving ----------------------------------------------------------------------------------------------------

    def _derive(self) -> None:
        """Derive at once where that takes a frame or two, beside the window where the plan is long."""
        now = self.bench.assessment
        if self._derivation is not None and self._derivation.assessment is now:
            self._show(self._derivation)
            return
        if self._job is not None:
            self._job.cancel()
            self._job = None
        if len(self.bench.alternative.lines) <= AT_ONCE:
            self._show(derived(now, self._market))
            return
        self._parameters.show_busy(True)
        self._job = self.bench.jobs.start(
            msg("purchase.deriving.job", "Deriving parameters"), _Deriving(now, self._market)
        )
        self._job.finished.connect(self._is_derived)
        self._job.failed.connect(self._is_refused)

    def _is_derived(self, derivation: object) -> None:
        if self.sender() is self._job and isinstance(derivation, Derivation):
            self._job = None
            self._show(derivation)

    def _is_refused(self, fault: object) -> None:
        if self.sender() is self._job:
            self._job = None
            self._parameters.show_busy(False)
            self.bench.tell_fault(fault)  # type: ignore[arg-type]

    def _show(self, derivation: Derivation) -> None:
        self._derivation = derivation
        self._parameters.show_groups(groups(derivation, self.bench.language))
        if self._asked_for:
            asked, self._asked_for = self._asked_for, ""
            self._parameters.reveal(asked)

    # --- going about -------------------------------------------------------------------------------------------------

    def reveal(self, subject: str) -> None:
        """Go to a tab by its name, to a parameter by its number, or to the first one of a line."""
        if subject in dict(_TABS):
            self._show_tab(subject)
            return
        self._show_tab("parameters")
        if self._job is not None:
            self._asked_for = subject
        else:
            self._parameters.reveal(subject)

    def seek(self) -> bool:
        """Put the focus into the filter of the parameters."""
        self._show_tab("parameters")
        self._parameters.seek()
        return True

    def _jump(self, point: object) -> None:
        assert isinstance(point, OpenPoint)
        if point.way == "place" and point.target != "purchase":
            place, _, subject = point.target.partition("/")
            self.bench.go(place, subject)
            return
        self.reveal("parameters" if point.way == "place" else point.target)

    def _go_to_build(self) -> None:
        self.bench.go("build")

    def showEvent(self, event: QShowEvent) -> None:
        """Set the pages that were left undone."""
        super().showEvent(event)
        if self._papers is not None and self._tabs.key == "papers" and self.bench.has_plan:
            self._papers.show_plan(self._market)

    def hideEvent(self, event: QHideEvent) -> None:
        """Set no pages while nobody looks."""
        super().hideEvent(event)
        if self._papers is not None:
            self._papers.leave()


class _Deriving:
    """Derives the parameters of one assessment."""

    def __init__(self, assessment: Assessment, market: tuple[Item, ...]) -> None:
        self._assessment = assessment
        self._market = market

    def __call__(self, progress: Progress) -> Derivation:
        return derived(self._assessment, self._market, progress)
