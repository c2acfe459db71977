"""The place Workload: who does what in people's words, how it fits each card, and what one job needs and reaches."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from desktop_app.services import workload_table as service
from desktop_app.services.entry_words import offered_presets, preset_edit, reading_edit
from desktop_app.services.fit_candidates import Column
from desktop_app.services.fit_table import FitTable
from desktop_app.services.workload_order import WorkloadOrder, entry_fits
from desktop_app.window.models.head_sort import HeadSort
from desktop_app.window.models.record_model import FIGURE_ROLE, RecordColumn, RecordModel
from desktop_app.window.notice import Notice
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.choice_box import ChoiceBox
from desktop_app.window.parts.empty_state import EmptyState
from desktop_app.window.parts.labels import ElidedLabel, label
from desktop_app.window.parts.plain import keyless
from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.parts.sub_tabs import SubTabs
from desktop_app.window.places.place import Place
from desktop_app.window.places.workload.cards_menu import CardsButton
from desktop_app.window.places.workload.entry_panel import EntryPanel
from desktop_app.window.places.workload.rows import FIT, FIXED, table_columns, table_row
from desktop_app.window.places.workload.sentence_row import SentenceRow
from desktop_app.window.places.workload.week_pages import WeekPages
from planner.figure import Figure
from planner.messages import msg

if TYPE_CHECKING:
    from desktop_app.services.fit_table import Below
    from desktop_app.window.places.workload.model_sheet import ModelSheet
    from desktop_app.window.workbench import Workbench
    from planner.workload.presets import Preset
    from planner.workload.words import Reading

_WIDEST = 420
_HEAD_PX, _ROW_PX, _BAR_PX = 44, 38, 18
_KINDS = ("inference", "batch", "train", "course", "vision", "diffusion", "video", "science", "edge")
_BELOW = (
    ("speed", msg("workload.below.speed", "speed")),
    ("price", msg("workload.below.card_price", "price of a card")),
)


class WorkloadPlace(Place):
    """A sentence to add a job, the matrix of jobs and cards, and the job that is marked below."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._entry = ""
        self._below: Below = "speed"
        self._fits = FitTable()
        self._shown: tuple[Column, ...] = ()
        self._model = RecordModel((), self)
        self._table = RecordTable(row="row_two_line", head="row_tall")
        self._table.setObjectName("workload-table")
        self._table.current_moved.connect(self._moved)
        self._table.clicked.connect(self._explain)
        self._table.pasted.connect(self._paste_jobs)
        self._table.deleted.connect(self._remove)
        self._sort = HeadSort(self._table, self._model, self.show_plan)
        keys = QShortcut(QKeySequence("Ctrl+Return"), self._table)
        keys.setContext(Qt.ShortcutContext.WidgetShortcut)
        keys.activated.connect(self._explain_current)
        self.wording.put(self._table.setAccessibleName, msg("workload.table", "Jobs and how they fit"))
        self._sentence = SentenceRow(bench)
        self._sentence.taken.connect(self._take_sentence)
        self._panel = EntryPanel(bench)
        self._panel.own_model_asked.connect(self._ask_model)
        self._panel.tab_asked.connect(self._show_entry)
        self._empty = EmptyState(icon="workload")
        self._empty.setObjectName("workload-empty")
        self._empty.asked.connect(self.start_adding)
        self._sheet: ModelSheet | None = None
        self._pages = QStackedWidget()
        self._split = QSplitter(Qt.Orientation.Vertical)
        self._parted = False
        self._lay_out()

    # --- widgets -----------------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        split = self._split
        split.setChildrenCollapsible(False)
        split.addWidget(self._table)
        split.addWidget(self._panel)
        split.setStretchFactor(1, 1)
        self._pages.addWidget(split)
        page = QWidget()
        page.setProperty("part", "sheet")
        inside = QVBoxLayout(page)
        inside.setContentsMargins(16, 16, 16, 16)
        inside.addWidget(self._empty)
        inside.addStretch(1)
        self._pages.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        jobs = QWidget()
        below = QVBoxLayout(jobs)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(0)
        below.addWidget(self._sentence)
        below.addWidget(self._pages, 1)
        self._tabs = SubTabs()
        self._tabs.setObjectName("workload-tabs")
        self.wording.put(self._tabs.setAccessibleName, msg("workload.tabs", "Views of the workload"))
        layout.addWidget(self._head())
        self.week = WeekPages(self.bench, self._tabs, jobs)
        self.week.currentChanged.connect(self._show_head)
        layout.addWidget(self.week, 1)

    def _head(self) -> QWidget:
        row = QWidget()
        row.setProperty("part", "tab_row")
        row.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row.setFixedHeight(40)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(16, 0, 12, 0)
        layout.setSpacing(8)
        layout.addWidget(self._tabs)
        hint = ElidedLabel(size="caption", tone="text2")
        self.wording.put(hint.setText, msg("workload.hint", "Fit: % left or GiB short"))
        below = label(size="caption", tone="text2")
        self.wording.put(below.setText, msg("workload.below", "below it"))
        self._choice = ChoiceBox()
        self._choice.setObjectName("workload-below")
        self._choice.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToContents)
        self.wording.put(self._choice.setAccessibleName, msg("workload.below.name", "What stands below the fit"))
        self._choice.chosen.connect(self._choose_below)
        self._cards = CardsButton(self.bench, self)
        self._cards.changed.connect(self.show_plan)
        self._add = Button(kind="plain")
        self._add.setObjectName("workload-add")
        self._add.set_icon("add")
        self.wording.put(self._add.setText, msg("workload.add", "Add job"))
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill_menu)
        self._add.setMenu(self._menu)
        layout.addWidget(hint, 1)
        for widget in (below, self._choice, self._cards, self._add):
            layout.addWidget(widget)
        kept = hint.sizePolicy()
        kept.setRetainSizeWhenHidden(True)  # it is what keeps the buttons at the right
        hint.setSizePolicy(kept)
        self._of_jobs = (hint, below, self._choice, self._cards)
        return row

    def _show_head(self, _page: int) -> None:
        """Show beside the tabs what belongs to the jobs only while they are in sight."""
        for widget in self._of_jobs:
            widget.setVisible(self.week.on_jobs)

    # --- showing -----------------------------------------------------------------------------------------------------

    def show_plan(self) -> None:
        """Show the jobs and how they fit the machines of all alternatives and the chosen cards."""
        session = self.bench.session
        if session is None:
            return
        self.week.show_plan()
        self._choice.show_choices([(key, self.bench.text(said)) for key, said in _BELOW], self._below)
        found = self._fits.show(self.bench.desk, session, self.bench.assessment)
        if self._fits.columns != self._shown or not self._model.columns:
            self._take_columns()
        elif self._below == "price":  # what a price is made of may have changed with a rate or the tax
            self._model.show_heads(self._columns())
        entries = service.entry_rows(self.bench.assessment, self.bench.language)
        order = WorkloadOrder(FIT, [one.candidate.id for one in self._shown])
        rows = [
            table_row(
                self.bench,
                one.shown,
                self._fits.words(one.fits, self.bench.language),
                (None,) * len(self._shown),
                self._below,
            )
            for one in self._sort.ordered(entry_fits(self.bench.plan, entries, found), order)
        ]
        self._model.show_rows(rows)
        if self._pages.currentIndex() < 2:  # noqa: PLR2004 - the sheet of an own model stays open
            self._pages.setCurrentIndex(0 if rows else 1)
        if not rows:
            self._say_empty()
            return
        if all(one.id != self._entry for one in entries):
            self._entry = entries[0].id
        self._part_heights(len(rows))
        self._show_entry()

    def _part_heights(self, rows: int) -> None:
        """Give the table the height of its rows once, the rest to the job; afterwards the user's hand counts."""
        if self._parted or not self._split.height():
            return
        self._parted = True
        wanted = min(_HEAD_PX + rows * _ROW_PX + _BAR_PX, self._split.height() // 2)
        self._split.setSizes([wanted, self._split.height() - wanted])

    def _say_empty(self) -> None:
        text = self.bench.text
        self._empty.show_words(
            text(msg("workload.empty", "Who will use these cards?")),
            text(msg("workload.empty.why", "Memory, waiting and the requirements of the tender follow from it.")),
            text(msg("workload.add", "Add job")),
        )

    def retranslate(self) -> None:
        """Say heads and cells in the new language."""
        self._model.show_heads(self._columns())
        self._sentence.retranslate()
        self.week.retranslate()
        if self._sheet is not None:
            self._sheet.retranslate()
        self.show_plan()

    def _columns(self) -> tuple[RecordColumn, ...]:
        prices = self._below == "price"
        return table_columns(self.bench, self._shown, self._basis if prices else None)

    def _basis(self, column: Column) -> str:
        return self._fits.basis(column, self.bench.language, short=True)

    def _take_columns(self) -> None:
        """Take another model where there are other candidates: columns of one do not change."""
        self._shown = self._fits.columns
        before, self._model = self._model, RecordModel(self._columns(), self)
        self._table.setModel(self._model)
        self._sort.follow(self._model)
        before.deleteLater()
        for at, column in enumerate(self._model.columns):
            self._table.setColumnWidth(at, column.width)
        self._fit_first()

    def _fit_first(self) -> None:
        """Give the first column what the others leave, within reason."""
        if self._model.columns:
            rest = sum(column.width for column in self._model.columns[1:])
            room = self.width() - rest  # the table itself is given its new width a moment later
            self._table.setColumnWidth(0, max(self._model.columns[0].width, min(room, _WIDEST)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the first column what there is more of."""
        super().resizeEvent(event)
        self._fit_first()

    def _show_entry(self) -> None:
        self._panel.show_entry(self._entry, self._fits, self._marked())

    def _marked(self) -> Column | None:
        """Return the candidate whose column is marked, the first where none is."""
        at = self._table.currentIndex().column() - FIXED
        if 0 <= at < len(self._shown):
            return self._shown[at]
        return self._shown[0] if self._shown else None

    # --- choosing ----------------------------------------------------------------------------------------------------

    def _moved(self, row: int, column: int) -> None:
        if 0 <= row < len(self._model.rows):
            self._entry = self._model.rows[row].id
            self._show_entry()

    def _explain(self, index: QModelIndex) -> None:
        at = index.column() - FIXED
        if 0 <= at < len(self._shown):
            entry = self._model.rows[index.row()].id
            figure: object = self._fits.explained(entry, self._shown[at].candidate.id, self._below)
        else:
            figure = index.data(FIGURE_ROLE)
        if isinstance(figure, Figure):
            self.bench.explain(figure)

    def _explain_current(self) -> None:
        self._explain(self._table.currentIndex())

    def _paste_jobs(self, rows: object) -> None:
        """Put a pasted block into the line for sentences: what it comes to is read there before anything is added."""
        assert isinstance(rows, tuple)
        self._sentence.put("\n".join("\t".join(cells) for cells in rows))

    def _choose_below(self, key: str) -> None:
        self._below = "price" if key == "price" else "speed"
        self.show_plan()
        self._model.show_heads(self._columns())

    def reveal(self, subject: str) -> None:
        """Mark a job; 'speed' and 'form' show that part of the marked one, 'model' the sheet for an own one, a tab itself."""
        if subject in ("demand", "waiting", "calendar"):
            self.week.show_key(subject)
            return
        self.week.show_key("jobs")
        if subject in ("speed", "form"):
            self._panel.show_tab(subject)
            self._show_entry()
            return
        if subject == "model":
            self._ask_model()
            return
        row = self._model.row_of(subject)
        if row >= 0:
            self._leave_sheet()
            self._table.go_to(row, 0)
            self._table.setFocus()

    def seek(self) -> bool:
        """Put the focus into the line for a sentence."""
        self.week.show_key("jobs")
        self._sentence.field.setFocus()
        return True

    # --- acts --------------------------------------------------------------------------------------------------------

    def start_adding(self) -> bool:
        """Open the list of jobs to begin with."""
        self._add.showMenu()
        return True

    def _fill_menu(self) -> None:
        self._menu.clear()
        for preset in offered_presets():
            action = QAction(keyless(self.bench.text(preset.title)), self._menu)
            action.triggered.connect(partial(self.add_preset, preset))
            self._menu.addAction(action)
        self._menu.addSeparator()
        blank = self._menu.addMenu(self.bench.text(msg("workload.blank", "Empty job of a kind")))
        from planner.catalog.choices import choice_text

        for kind in _KINDS:
            action = QAction(choice_text("kind", kind, self.bench.language), blank)
            action.triggered.connect(partial(self.add_blank, kind))
            blank.addAction(action)

    def add_preset(self, preset: Preset) -> None:
        """Add a preset; what it brings is assumed until somebody says it."""
        name, edit = preset_edit(self.bench.plan, preset, self.bench.desk.store)
        if self.bench.do(edit):
            self.reveal(name)

    def add_blank(self, kind: str) -> None:
        """Add an entry of a kind without anything told of it."""
        name, edit = service.add_entry_edit(self.bench.plan, kind)
        if self.bench.do(edit):
            self.reveal(name)

    def _take_sentence(self, readings: tuple[Reading, ...]) -> None:
        name = ""
        for reading in readings:
            name, edit = reading_edit(self.bench.plan, reading, self.bench.desk.store)
            if not self.bench.do(edit):
                return
        self._sentence.clear()
        self.reveal(name)

    def _remove(self, rows: object) -> None:
        names = [self._model.rows[row].id for row in self._table.selected_rows()]
        titles = tuple(entry.title for entry in self.bench.plan.workload if entry.id in names)
        if names and self.bench.do(service.remove_entries_edit(names)):
            said = msg("build.removed", "Removed: {names}", names=titles)
            self.bench.tell(
                Notice(text=said, label=msg("command.undo", "Undo"), action=self.bench.undo, until_change=True)
            )

    # --- own models --------------------------------------------------------------------------------------------------

    def _ask_model(self) -> None:
        if self._sheet is None:
            from desktop_app.window.places.workload.model_sheet import ModelSheet

            self._sheet = ModelSheet(self.bench)
            self._sheet.setObjectName("model-sheet")
            self._sheet.saved.connect(self._use_model)
            self._sheet.left.connect(self._leave_sheet)
            self._pages.addWidget(self._sheet)
        self._pages.setCurrentWidget(self._sheet)
        self._sheet.begin()

    def _use_model(self, model: str) -> None:
        self._leave_sheet()
        if self._entry:
            self._panel.take_model(model)

    def _leave_sheet(self) -> None:
        if self._sheet is not None and self._pages.currentWidget() is self._sheet:
            self._pages.setCurrentIndex(0 if self._model.rows else 1)
            self.show_plan()
