"""The place Workload: who does what, how it fits each machine, what the memory of one card is filled with."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_app.services import workload_table as service
from desktop_app.services.fields import field_view
from desktop_app.window.forms.form import FieldForm, FieldSpec
from desktop_app.window.models.record_model import FIGURE_ROLE, RecordColumn, RecordModel, RecordRow
from desktop_app.window.notice import Notice
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.cells import NOT_APPLICABLE_RIGHT, Cell, HeadCell, StatusCell, TextCell
from desktop_app.window.parts.choice_box import ChoiceBox
from desktop_app.window.parts.empty_state import EmptyState
from desktop_app.window.parts.labels import label
from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.places.place import Place
from desktop_app.window.places.workload.memory_bar import MemoryBar
from planner.figure import Figure
from planner.messages import format_figure, msg

if TYPE_CHECKING:
    from desktop_app.window.places.build.picker import ItemPicker
    from desktop_app.window.workbench import Workbench

_KINDS = ("inference", "batch", "train", "course", "vision", "diffusion", "video", "science", "edge")
_FIXED = 6  # columns before those of the machines


class WorkloadPlace(Place):
    """Entries above, the form and the memory of the one marked below."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._entry = ""
        self._machines: tuple[service.Machine, ...] = ()
        self._picker: ItemPicker | None = None
        self._model = RecordModel((), self)
        self._table = RecordTable(row="row_two_line")
        self._table.setObjectName("workload-table")
        self._table.current_moved.connect(self._moved)
        self._table.clicked.connect(self._explain)
        self._table.deleted.connect(self._remove)
        self.wording.put(self._table.setAccessibleName, msg("workload.table", "Jobs and how they fit"))
        self._form = FieldForm(bench, columns=2)
        self._people = ChoiceBox()
        self._people.setObjectName("entry-people")
        self._people.chosen.connect(self._choose_people)
        self._model_button = Button(kind="plain", small=True)
        self._model_button.setObjectName("entry-model")
        self._model_button.clicked.connect(self._pick_model)
        self._bar = MemoryBar()
        self._bar.pressed.connect(bench.explain)
        self._title = label(size="title", bold=True)
        self._notes = label(size="caption", tone="warn", wrap=True)
        self._empty = EmptyState(icon="workload")
        self._empty.setObjectName("workload-empty")
        self._empty.asked.connect(self.start_adding)
        self._pages = QStackedWidget()
        self._lay_out()

    # --- widgets -----------------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        split.addWidget(self._table)
        split.addWidget(self._below())
        split.setSizes([330, 330])
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
        layout.addWidget(self._head())
        layout.addWidget(self._pages, 1)

    def _head(self) -> QWidget:
        row = QWidget()
        row.setProperty("part", "tab_row")
        row.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row.setFixedHeight(40)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(16, 0, 12, 0)
        hint = label(size="caption", tone="text2")
        self.wording.put(hint.setText, msg("workload.hint", "Fit: memory left in % or short in GiB on one card"))
        self._add = Button(kind="plain")
        self._add.setObjectName("workload-add")
        self._add.set_icon("add")
        self.wording.put(self._add.setText, msg("workload.add", "Add job"))
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill_menu)
        self._add.setMenu(self._menu)
        layout.addWidget(hint)
        layout.addStretch(1)
        layout.addWidget(self._add)
        return row

    def _below(self) -> QWidget:
        inside = QWidget()
        inside.setProperty("part", "sheet")
        column = QVBoxLayout(inside)
        column.setContentsMargins(16, 12, 12, 8)
        head = QHBoxLayout()
        who = label(tone="text2")
        self.wording.put(who.setText, msg("workload.people", "Who"))
        self.wording.put(self._people.setAccessibleName, msg("workload.people", "Who"))
        head.addWidget(self._title)
        head.addStretch(1)
        head.addWidget(who)
        head.addWidget(self._people)
        head.addWidget(self._model_button)
        column.addLayout(head)
        column.addWidget(self._bar)
        column.addWidget(self._notes)
        column.addWidget(self._form)
        column.addStretch(1)
        area = QScrollArea()
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidgetResizable(True)
        area.setWidget(inside)
        return area

    def _columns(self) -> tuple[RecordColumn, ...]:
        text = self.bench.text
        heads = (
            ("title", msg("workload.what", "Who does what"), "", False, 240),
            ("people", msg("people.count", "People"), "", True, 64),
            ("per_week", msg("workload.week", "A week"), "", True, 76),
            ("hours", msg("workload.hours", "Hours"), "h", True, 70),
            ("devices", msg("entry.devices", "Cards"), "", True, 64),
            ("memory", msg("picker.memory", "Memory"), "GiB", True, 92),
        )
        fixed = [
            RecordColumn(key=key, head=HeadCell(text=text(said), unit=unit, right=right), width=width)
            for key, said, unit, right, width in heads
        ]
        cards = [
            RecordColumn(key=f"fit-{one.line}", head=HeadCell(text=one.name, unit=one.memory), width=150)
            for one in self._machines
        ]
        return (*fixed, *cards)

    # --- showing -----------------------------------------------------------------------------------------------------

    def show_plan(self) -> None:
        """Show the entries and how they fit the alternative on the bench."""
        found = service.machines(self.bench.assessment)
        if found != self._machines or not self._model.columns:
            self._machines = found
            self._take_columns()
        rows = service.entry_rows(self.bench.assessment, self.bench.language)
        self._model.show_rows([self._row(one) for one in rows])
        self._pages.setCurrentIndex(0 if rows else 1)
        if not rows:
            text = self.bench.text
            self._empty.show_words(
                text(msg("workload.empty", "Who will use these cards?")),
                text(msg("workload.empty.why", "Memory, waiting and the requirements of the tender follow from it.")),
                text(msg("workload.add", "Add job")),
            )
            return
        if all(one.id != self._entry for one in rows):
            self._entry = rows[0].id
        self._show_entry()

    def retranslate(self) -> None:
        """Say heads and cells in the new language."""
        self._model.show_heads(self._columns())
        self.show_plan()

    def _take_columns(self) -> None:
        """Take another model where there are other machines: columns of one do not change."""
        before, self._model = self._model, RecordModel(self._columns(), self)
        self._table.setModel(self._model)
        before.deleteLater()
        for at, column in enumerate(self._model.columns):
            self._table.setColumnWidth(at, column.width)
        self._table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)

    def _row(self, one: service.EntryRow) -> RecordRow:
        memory = format_figure(one.memory, self.bench.language)
        unknown = self.bench.text(msg("build.check.unknown", "Unknown"))
        number = f"{one.memory.value:.1f}" if one.memory.value is not None else ""
        cells: list[Cell] = [
            TextCell(text=one.title, detail=one.detail),
            self._number(one.people),
            self._number(one.per_week),
            self._number(one.hours),
            TextCell(text=str(one.devices), right=True),
            TextCell(text=number, right=True, bold=True, assumed=one.memory.quality == "assumed")
            if number
            else StatusCell(status="unknown", word=unknown, right=True),
        ]
        texts = [one.title, one.people, one.per_week, one.hours, str(one.devices), memory]
        figures: list[Figure | None] = [None, None, None, None, None, one.memory]
        tips = [one.detail, "", "", "", "", ""]
        for machine in self._machines:
            fit = one.fits.get(machine.line)
            if fit is None:
                cells.append(NOT_APPLICABLE_RIGHT)
            else:
                cells.append(StatusCell(status=fit.status, word=fit.word, tinted=fit.status == "error"))  # type: ignore[arg-type]
            texts.append(fit.word if fit else "")
            figures.append(fit.need if fit else None)
            tips.append(fit.reason if fit else "")
        return RecordRow(id=one.id, cells=tuple(cells), texts=tuple(texts), figures=tuple(figures), tips=tuple(tips))

    @staticmethod
    def _number(text: str) -> Cell:
        return TextCell(text=text, right=True) if text else NOT_APPLICABLE_RIGHT

    def _show_entry(self) -> None:
        """Show form and memory of the entry that is marked."""
        plan = self.bench.plan
        entry = next((one for one in plan.workload if one.id == self._entry), None)
        if entry is None:
            return
        self._title.setText(self.bench.text(entry.title))
        nobody = self.bench.text(msg("workload.nobody", "nobody in particular"))
        groups = [("-", nobody), *((one.id, self.bench.text(one.title)) for one in plan.people)]
        self._people.show_choices(groups, entry.people or "-")
        model = field_view(plan, f"workload/{entry.id}/model", self.bench.language)
        choose = self.bench.text(msg("workload.model", "Choose a model…"))
        self._model_button.setText(model.text or choose)
        named = msg("workload.model.name", "Model: {name}", name=model.text or choose)
        self._model_button.setAccessibleName(self.bench.text(named))
        self._form.show_fields([FieldSpec(path=path, name=name) for path, name in service.entry_paths(entry)])
        demand = service.demand_of(self.bench.assessment, entry.id)
        if demand is not None:
            parts = service.memory_parts(self.bench.assessment, entry.id, self.bench.language)
            self._bar.show_parts(parts, service.limits(self.bench.assessment, entry.id), demand.per_device_gib)
            self._bar.setVisible(bool(parts))
            self._notes.setText("\n".join(self.bench.text(note) for note in demand.notes))
            self._notes.setVisible(bool(demand.notes))

    # --- choosing ----------------------------------------------------------------------------------------------------

    def _moved(self, row: int, column: int) -> None:
        if 0 <= row < len(self._model.rows) and self._model.rows[row].id != self._entry:
            self._entry = self._model.rows[row].id
            self._show_entry()

    def _explain(self, index: QModelIndex) -> None:
        figure = index.data(FIGURE_ROLE)
        if isinstance(figure, Figure):
            self.bench.explain(figure)

    def reveal(self, subject: str) -> None:
        """Mark an entry."""
        row = self._model.row_of(subject)
        if row >= 0:
            self._table.go_to(row, 0)
            self._table.setFocus()

    # --- acts --------------------------------------------------------------------------------------------------------

    def start_adding(self) -> bool:
        """Open the list of jobs to begin with."""
        self._add.showMenu()
        return True

    def _fill_menu(self) -> None:
        self._menu.clear()
        for preset in service.presets(self.bench.desk):
            action = QAction(self.bench.text(preset.title), self._menu)
            action.triggered.connect(partial(self._add_preset, preset))
            self._menu.addAction(action)
        self._menu.addSeparator()
        blank = self._menu.addMenu(self.bench.text(msg("workload.blank", "Empty job of a kind")))
        from planner.catalog.choices import choice_text

        for kind in _KINDS:
            action = QAction(choice_text("kind", kind, self.bench.language), blank)
            action.triggered.connect(partial(self.add_blank, kind))
            blank.addAction(action)

    def _add_preset(self, preset: service.Preset) -> None:
        name, edit = service.add_preset_edit(self.bench.plan, preset)
        if self.bench.do(edit):
            self.reveal(name)

    def add_blank(self, kind: str) -> None:
        """Add an entry of a kind without anything told of it."""
        name, edit = service.add_entry_edit(self.bench.plan, kind)
        if self.bench.do(edit):
            self.reveal(name)

    def _remove(self, rows: object) -> None:
        names = [self._model.rows[row].id for row in self._table.selected_rows()]
        if names and self.bench.do(service.remove_entries_edit(names)):
            said = msg("build.removed", "Removed: {names}", names=tuple(names))
            self.bench.tell(
                Notice(text=said, label=msg("command.undo", "Undo"), action=self.bench.undo, until_change=True)
            )

    def _choose_people(self, group: str) -> None:
        self.bench.do(service.people_edit(self._entry, "" if group == "-" else group))

    def _pick_model(self) -> None:
        if self._picker is None:
            from desktop_app.window.places.build.picker import ItemPicker

            self._picker = ItemPicker(self.bench, self, kinds=("model",))
            self._picker.taken.connect(self._take_model)
        self._picker.open_for("model")

    def _take_model(self, row: str) -> None:
        self.bench.do(service.model_edit(self._entry, self.bench.desk.store.catalog.get(row)))
