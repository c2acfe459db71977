"""The other views of Workload: what the jobs ask for in a week, how long people wait, and the hours of the week."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget

from desktop_app.services import workload_week as service
from desktop_app.window.forms.form import FieldForm, FieldSpec
from desktop_app.window.parts.labels import label
from desktop_app.window.pictures.scene_view import SceneView
from desktop_app.window.places.workload.week_table import WeekTable
from desktop_app.window.wording import Wording
from planner.messages import Message, format_number, msg
from planner.pictures.week_grid import week_scene
from planner.workload.week import all_in_use, in_use

if TYPE_CHECKING:
    from desktop_app.services.workload_week import WeekTables
    from desktop_app.window.workbench import Workbench
    from planner.documents.model import Language
    from planner.pictures.scene import Spot

_JOB_HEADS = (
    ("memory", msg("picker.memory", "Memory"), 100),
    ("hours", msg("week.head.hours", "Card-hours a week"), 130),
    ("users", msg("week.head.users", "People at once"), 110),
    ("storage", msg("week.head.storage", "Storage"), 110),
    ("network", msg("week.head.network", "Network"), 110),
)
_TIER_HEADS = (
    ("hours", msg("week.head.hours", "Card-hours a week"), 130),
    ("uncovered", msg("week.head.uncovered", "Beyond cards there"), 150),
    ("cards", msg("week.head.cards", "Cards to add, 70 % load"), 170),
    ("planned", msg("week.head.planned", "In this plan"), 110),
)
_USE_HEADS = (
    ("there", msg("week.head.there", "There are"), 130),
    ("busy", msg("week.head.busy", "Busy"), 90),
    ("length", msg("week.head.length", "A job takes"), 100),
    ("mean", msg("week.head.mean", "Mean wait"), 100),
    ("half", msg("week.head.half", "Half within"), 110),
    ("tenth", msg("week.head.tenth", "Nine in ten within"), 140),
)
_WHO = msg("workload.what", "Who does what")
_NOTE = msg(
    "week.use.note",
    "Erlang C for an ordinary week; deadline weeks are longer. Services hold their cards, jobs queue for the rest.",
)
_NOTHING = msg(
    "week.use.none",
    "Nothing can be reckoned yet: cards, or times a week and hours of the jobs, are not known.",
)
_FORM_PX = 132


class WeekView(QScrollArea):
    """A page that scrolls, with captions above its tables."""

    def __init__(self, bench: Workbench, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self._bench = bench
        self._wording = Wording(bench, self)
        inside = QWidget()
        inside.setProperty("part", "sheet")
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(16, 12, 16, 12)
        self._column.setSpacing(6)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setWidget(inside)

    def _caption(self, said: Message) -> None:
        made = label(size="title", bold=True)
        self._wording.put(made.setText, said)
        self._column.addWidget(made)

    def _remark(self) -> QLabel:
        made = label(size="caption", tone="text2", wrap=True)
        self._column.addWidget(made)
        return made

    def _add(self, table: WeekTable, name: str, said: Message) -> WeekTable:
        table.setObjectName(name)
        self._wording.put(table.setAccessibleName, said)
        self._column.addWidget(table)
        return table

    def show_week(self, tables: WeekTables) -> None:
        """Show the week of the plan on the bench."""
        raise NotImplementedError

    def retranslate(self) -> None:
        """Say heads in the new language."""
        for table in self.findChildren(WeekTable):
            table.retranslate()


class DemandView(WeekView):
    """What each job asks for and what the classes of memory come to; below, what it rests on for the job that is marked."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench, "workload-demand")
        self._entry = ""
        jobs = msg("week.jobs", "What the jobs ask for in an ordinary week")
        self._caption(jobs)
        self._jobs = self._add(WeekTable(bench, _JOB_HEADS, _WHO), "demand-jobs", jobs)
        self._jobs.current_moved.connect(self._mark)
        self._fault = self._remark()
        self._title = label(bold=True)
        self._column.addWidget(self._title)
        self._form = FieldForm(bench, label_width=_FORM_PX, columns=2)
        self._column.addWidget(self._form)
        tiers = msg("week.tiers", "By memory of the card, and what is there already")
        self._caption(tiers)
        self._tiers = self._add(
            WeekTable(bench, _TIER_HEADS, msg("week.head.class", "Cards with")), "demand-tiers", tiers
        )
        self._column.addStretch(1)

    def show_week(self, tables: WeekTables) -> None:
        """Show the demand of the jobs."""
        self._jobs.show_lines(tables.jobs)
        self._tiers.show_lines(tables.tiers)
        self._fault.setVisible(tables.fault is not None)
        self._fault.setText("" if tables.fault is None else self._bench.text(tables.fault))
        self._show_form()

    def _mark(self, row: int, _column: int) -> None:
        name = self._jobs.id_at(row)
        if name and name != "-total":
            self._entry = name
            self._show_form()

    def _show_form(self) -> None:
        entries = {one.id: one for one in self._bench.plan.workload}
        if self._entry not in entries:
            self._entry = next(iter(entries), "")
        for widget in (self._form, self._title):
            widget.setVisible(bool(self._entry))
        if self._entry:
            self._title.setText(self._bench.text(entries[self._entry].title))
            self._form.show_fields(
                [FieldSpec(path=path, name=name) for path, name in service.demand_paths(self._entry)]
            )


class WaitingView(WeekView):
    """How busy each class of cards is and how long a job waits, and the same with fewer or more cards."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench, "workload-waiting")
        self._class = 0.0
        self._tables: WeekTables | None = None
        use = msg("week.use", "Who waits how long")
        self._caption(use)
        self._note = self._remark()
        first = msg("week.head.class", "Cards with")
        self._use = self._add(WeekTable(bench, _USE_HEADS, first, "busy"), "waiting-use", use)
        self._use.current_moved.connect(self._choose)
        self._open = self._remark()
        self._title = label(size="title", bold=True)
        self._column.addWidget(self._title)
        counts = msg("week.counts", "With fewer or more cards")
        self._counts = self._add(
            WeekTable(bench, _USE_HEADS, msg("week.head.count", "Number of cards"), "busy"), "waiting-counts", counts
        )
        self._column.addStretch(1)

    def show_week(self, tables: WeekTables) -> None:
        """Show use and waits."""
        self._tables = tables
        self._note.setText(self._bench.text(_NOTE if tables.use.tiers else _NOTHING))
        self._use.show_lines(service.use_lines(tables.use, self._bench.language))
        self._use.setVisible(bool(tables.use.tiers))
        left_out = _left_out(tables, self._bench)
        self._open.setText(left_out)
        self._open.setVisible(bool(left_out))
        self._show_counts()

    def _choose(self, row: int, _column: int) -> None:
        name = self._use.id_at(row)
        if name:
            self._class = float(name)
            self._show_counts()

    def _show_counts(self) -> None:
        if self._tables is None:
            return
        sizes = [one.memory_gb for one in self._tables.use.tiers]
        if self._class not in sizes:
            self._class = sizes[0] if sizes else 0.0
        lines = service.count_lines(self._tables.use, self._class, self._bench.language)
        said = msg("week.counts.of", "With fewer or more cards of {memory} GB", memory=format_number(self._class))
        self._title.setText(self._bench.text(said))
        for widget in (self._title, self._counts):
            widget.setVisible(bool(lines))
        self._counts.show_lines(lines)


class CalendarView(WeekView):
    """The hours of the week as a grid, and when the runs of the job that is pressed begin."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench, "workload-calendar")
        self._entry = ""
        self._tables: WeekTables | None = None
        self._grid = SceneView()
        self._grid.setObjectName("calendar-grid")
        self._grid.stand_whole()
        self._grid.pressed.connect(self._press)
        self._column.addWidget(self._grid)
        self._none = self._remark()
        self._title = label(bold=True)
        self._column.addWidget(self._title)
        self._form = FieldForm(bench, label_width=_FORM_PX, columns=2)
        self._column.addWidget(self._form)
        self._column.addStretch(1)

    def show_week(self, tables: WeekTables) -> None:
        """Draw the week."""
        self._tables = tables
        there = bool(tables.week.rows)
        self._grid.setVisible(there)
        said = _left_out(tables, self._bench) if there else self._bench.text(_NOTHING)
        self._none.setText(said)
        self._none.setVisible(bool(said))
        if there:
            titles = {one.id: self._bench.text(one.title) for one in self._bench.plan.workload}
            cards = max(one.cards for one in tables.use.tiers)
            language: Language = "zh" if self._bench.language == "zh" else "en"
            self._grid.draw(partial(week_scene, tables.week, cards, titles, language))
        self._show_form()

    def _press(self, spot: Spot) -> None:
        """Explain the number of a block, and show when its job begins."""
        if self._tables is None:
            return
        name, _, hour = spot.key.rpartition("/")
        row = next((one for one in self._tables.week.rows if one.job.id == name), None)
        key = f"{self._bench.alternative.id}/week"
        if row is None:
            self._bench.explain(all_in_use(self._tables.week, int(hour), key))
            return
        self._entry = name
        self._show_form()
        self._bench.explain(in_use(row, int(hour), key))

    def _show_form(self) -> None:
        entries = {one.id: one for one in self._bench.plan.workload}
        if self._entry not in entries:
            self._entry = next(iter(entries), "")
        for widget in (self._form, self._title):
            widget.setVisible(bool(self._entry))
        if self._entry:
            self._title.setText(service.begin_words(entries[self._entry], self._bench.language))
            self._form.show_fields([FieldSpec(path=path, name=name) for path, name in service.begin_paths(self._entry)])


def _left_out(tables: WeekTables, bench: Workbench) -> str:
    """Return which jobs are not counted, '' where all are."""
    demand = bench.assessment.context.demand
    names = tuple(demand[job.id].entry.title for job in tables.use.open)
    return bench.text(msg("week.open", "Not counted, times or hours not known: {names}", names=names)) if names else ""
