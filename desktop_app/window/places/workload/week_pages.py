"""The views of Workload behind its tabs: the jobs first, the others made when they are first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QStackedWidget, QWidget

from desktop_app.window.parts.sub_tabs import SubTabs
from planner.messages import Message, msg

if TYPE_CHECKING:
    from desktop_app.window.places.workload.week_views import WeekView
    from desktop_app.window.workbench import Workbench

TABS: tuple[tuple[str, Message], ...] = (
    ("jobs", msg("workload.tab.jobs", "Jobs and fit")),
    ("demand", msg("workload.tab.demand", "Demand")),
    ("waiting", msg("workload.tab.waiting", "Waiting")),
    ("calendar", msg("workload.tab.calendar", "Calendar")),
)


class WeekPages(QStackedWidget):
    """``jobs`` is the view that is always there; the week is reckoned only while one of the others is in sight."""

    def __init__(self, bench: Workbench, tabs: SubTabs, jobs: QWidget) -> None:
        super().__init__()
        self._bench, self._tabs = bench, tabs
        self._views: dict[str, WeekView] = {}
        self.addWidget(jobs)
        tabs.chosen.connect(self.show_key)

    @property
    def on_jobs(self) -> bool:
        """Tell whether the jobs are in sight."""
        return self.currentIndex() == 0

    def show_key(self, key: str) -> None:
        """Bring a view into sight."""
        self._tabs.show_key(key)
        if key == "jobs":
            self.setCurrentIndex(0)
            return
        self.setCurrentWidget(self._view(key))
        self.show_plan()

    def show_plan(self) -> None:
        """Say the tabs, and show the plan in the view that is in sight where that is not the jobs."""
        self._tabs.show_tabs([(key, self._bench.text(said)) for key, said in TABS])
        if self.on_jobs:
            return
        from desktop_app.services.workload_week import week_tables

        self._view(self._tabs.key).show_week(week_tables(self._bench.assessment, self._bench.language))

    def retranslate(self) -> None:
        """Say heads in the new language."""
        for view in self._views.values():
            view.retranslate()

    def _view(self, key: str) -> WeekView:
        if key not in self._views:
            from desktop_app.window.places.workload import week_views

            made = {"demand": week_views.DemandView, "waiting": week_views.WaitingView}.get(
                key, week_views.CalendarView
            )
            self._views[key] = made(self._bench)
            self.addWidget(self._views[key])
        return self._views[key]
