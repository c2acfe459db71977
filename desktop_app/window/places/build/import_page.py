"""The page that takes a table from a file: sheet and heading row, columns as guessed, a preview with faults by cell, import."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QVBoxLayout, QWidget

from desktop_app.services import table_import as service
from desktop_app.window import prompts
from desktop_app.window.models.record_model import Editing, RecordColumn, RecordModel, RecordRow
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.cells import Cell, HeadCell, StatusCell, TextCell
from desktop_app.window.parts.choice_box import ChoiceBox
from desktop_app.window.parts.labels import ElidedLabel, label
from desktop_app.window.parts.reading import text_reader
from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.wording import Wording
from planner.errors import PlannerError
from planner.messages import Message, msg

if TYPE_CHECKING:
    from pathlib import Path

    from desktop_app.window.workbench import Workbench

_FILES = msg("import.files", "Tables (*.xlsx *.csv *.tsv)")
_NO_COLUMN = "-"
_HEAD_ROWS = 30
_WIDTHS = (48, 84, 150, 104, 72, 84, 72, 72)  # of all columns but the last, which takes the rest
_SHOWN = 28  # letters of a head in a choice


class ImportPage(QWidget):
    """Stands in the place of the lines until the table is taken or the page is left; ``closed`` tells of both."""

    closed = Signal()

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._tables: tuple[service.SheetTable, ...] = ()
        self._at = 0
        self._choice = service.Choice()
        self._mended: dict[tuple[int, str], str] = {}
        self._rows: tuple[service.PreviewRow, ...] = ()
        self._wording = Wording(bench, self)
        self.setProperty("part", "sheet")
        self.setObjectName("import-page")
        self._title = ElidedLabel(size="title", bold=True)
        self._title.setObjectName("import-title")
        self._sheet = self._box("import-sheet", msg("import.sheet", "Sheet"))
        self._head = self._box("import-head", msg("import.head", "Heading row"))
        self._sheet.chosen.connect(self._choose_sheet)
        self._head.chosen.connect(self._choose_head)
        self._columns: dict[str, ChoiceBox] = {}
        self._model = RecordModel(self._heads(), self)
        self._model.edit_with(self._editing)
        self._model.committed.connect(self._mend)
        self.table = RecordTable(whole_rows=False)
        self.table.setObjectName("import-table")
        self.table.setModel(self._model)
        self.table.dropped.connect(bench.tell_dropped)
        self.table.pasted.connect(bench.tell_no_paste)
        self._wording.put(self.table.setAccessibleName, msg("import.preview", "Preview"))
        self._sum = label(tone="text2")
        self._sum.setObjectName("import-sum")
        self._take = self._button("import-take", "primary", self._import)
        self._lay_out()

    def _box(self, name: str, said: Message) -> ChoiceBox:
        made = ChoiceBox()
        made.setObjectName(name)
        self._wording.put(made.setAccessibleName, said)
        return made

    @staticmethod
    def _button(name: str, kind: str, slot: object) -> Button:
        made = Button(kind=kind)  # type: ignore[arg-type]
        made.setObjectName(name)
        made.clicked.connect(slot)
        return made

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(8)
        column.addWidget(self._title)
        first = QHBoxLayout()
        for said, box in ((msg("import.sheet", "Sheet"), self._sheet), (msg("import.head", "Heading row"), self._head)):
            name = label(tone="text2")
            self._wording.put(name.setText, said)
            first.addWidget(name)
            first.addWidget(box, 1)
        column.addLayout(first)
        second = QHBoxLayout()
        for key, said in service.FIELDS:
            box = self._box(f"import-column-{key}", said)
            box.chosen.connect(partial(self._choose_column, key))
            self._columns[key] = box
            cell = QVBoxLayout()
            name = label(size="caption", tone="text2")
            self._wording.put(name.setText, said)
            cell.addWidget(name)
            cell.addWidget(box)
            second.addLayout(cell, 1)
        column.addLayout(second)
        column.addWidget(self.table, 1)
        for at, column_px in enumerate(_WIDTHS):
            self.table.setColumnWidth(at, column_px)
        self.table.horizontalHeader().setSectionResizeMode(len(_WIDTHS), QHeaderView.ResizeMode.Stretch)
        foot = QHBoxLayout()
        foot.addWidget(self._sum, 1)
        leave = self._button("import-leave", "plain", self.closed.emit)
        self._wording.put(leave.setText, msg("prompt.cancel", "Cancel"))
        foot.addWidget(leave)
        foot.addWidget(self._take)
        column.addLayout(foot)

    def _heads(self) -> tuple[RecordColumn, ...]:
        text = self._bench.text
        fields = [
            RecordColumn(
                key=key, head=HeadCell(text=text(said), right=key in ("quantity", "price", "total")), width=110
            )
            for key, said in service.FIELDS
        ]
        row = RecordColumn(key="row", head=HeadCell(text=text(msg("import.row", "Row")), right=True), width=56)
        state = RecordColumn(key="state", head=HeadCell(text=text(msg("import.state", "Result"))), width=110)
        why = RecordColumn(key="why", head=HeadCell(text=text(msg("import.why", "What to mend"))), width=220)
        return (row, state, *fields, why)

    # --- showing -----------------------------------------------------------------------------------------------------

    def ask(self) -> bool:
        """Ask for a file and show it; False where none was chosen or it cannot be read, which is said."""
        file = prompts.open_file(self._bench, self, msg("import.choose", "Choose a table"), _FILES)
        return file is not None and self.open(file)

    def open(self, file: Path) -> bool:
        """Show a file with what was guessed of it."""
        try:
            self._tables = service.read_tables(file)
        except PlannerError as fault:
            self._bench.tell_fault(fault)
            return False
        self._title.setText(self._bench.text(msg("import.title", "Import {file}", file=file.name)))
        guesses = [service.guessed(one) for one in self._tables]
        self._at = next((at for at, one in enumerate(guesses) if one.columns), 0)
        self._sheet.show_choices([(str(at), one.name) for at, one in enumerate(self._tables)], str(self._at))
        self._start(guesses[self._at])
        return True

    def retranslate(self) -> None:
        """Say heads and faults in the new language."""
        self._model.show_heads(self._heads())
        if self._tables:
            self._start(self._choice, keep=True)

    def _start(self, choice: service.Choice, *, keep: bool = False) -> None:
        self._choice = choice
        self._mended = self._mended if keep else {}
        table, none = self._tables[self._at], self._bench.text(msg("import.no_head", "no heading row"))
        heads = [(str(at), f"{at + 1}  {_joined(row)}") for at, row in enumerate(table.rows[:_HEAD_ROWS]) if any(row)]
        self._head.show_choices([("-1", none), *heads], str(choice.head))
        self._show_columns()
        self._show_rows()

    def _show_columns(self) -> None:
        table, nothing = self._tables[self._at], self._bench.text(msg("import.not", "not imported"))
        head = table.rows[self._choice.head] if self._choice.head >= 0 else ("",) * len(table.rows[0])
        names = [(str(at), (text or f"#{at + 1}").replace("\n", " ")[:_SHOWN]) for at, text in enumerate(head)]
        for key, box in self._columns.items():
            at = self._choice.columns.get(key)
            box.show_choices([(_NO_COLUMN, nothing), *names], _NO_COLUMN if at is None else str(at))

    def _show_rows(self) -> None:
        self._rows = service.preview(self._tables[self._at], self._choice, self._mended)
        self._model.show_rows([self._row(one) for one in self._rows])
        takes = sum(row.takes for row in self._rows)
        faulty = sum(bool(row.faults) for row in self._rows)
        told = msg(
            "import.sum",
            "{takes} rows to import, {faulty} with faults are left out, {sums} sums are left out",
            takes=takes,
            faulty=faulty,
            sums=sum(row.left_out for row in self._rows),
        )
        self._sum.setText(self._bench.text(told))
        self._take.setText(self._bench.text(msg("import.take", "Import {count} rows", count=takes)))
        self._take.setEnabled(takes > 0)

    def _row(self, one: service.PreviewRow) -> RecordRow:
        text = self._bench.text
        word = msg("import.left_out", "left out")
        if not one.left_out:
            word = msg("import.fault", "fault") if one.faults else msg("import.new", "new")
        status = "error" if one.faults else "ok"
        why = "；".join(text(fault) for fault in one.faults.values())
        cells: list[Cell] = [TextCell(text=str(one.row), right=True, tone="text2")]
        state = StatusCell(status=status, word=text(word))  # type: ignore[arg-type]
        cells.append(TextCell(text=text(word), tone="disabled") if one.left_out else state)
        texts = [str(one.row), text(word)]
        for key, _ in service.FIELDS:
            said = one.cells.get(key, "").replace("\ufffc", "?")
            tone = "error" if key in one.faults else "disabled" if one.left_out else "text"
            cells.append(TextCell(text=said, right=key in ("quantity", "price", "total"), tone=tone))
            texts.append(said)
        cells.append(TextCell(text=why, tone="error"))
        tips = (*[""] * (len(cells) - 1), why)
        figures = (None,) * len(cells)
        return RecordRow(id=str(one.row), cells=tuple(cells), texts=(*texts, why), figures=figures, tips=tips)

    # --- acts --------------------------------------------------------------------------------------------------------

    def _choose_sheet(self, key: str) -> None:
        self._at = int(key)
        self._start(service.guessed(self._tables[self._at]))

    def _choose_head(self, key: str) -> None:
        self._start(service.with_head(self._tables[self._at], int(key)))

    def _choose_column(self, field: str, key: str) -> None:
        columns = {name: at for name, at in self._choice.columns.items() if name != field}
        if key != _NO_COLUMN:
            columns = {name: at for name, at in columns.items() if at != int(key)} | {field: int(key)}
        self._choice = service.Choice(head=self._choice.head, columns=columns)
        self._show_columns()
        self._show_rows()

    def _editing(self, row: str, column: str) -> Editing | None:
        one = next((each for each in self._rows if str(each.row) == row), None)
        if one is None or column not in dict(service.FIELDS) or one.left_out:
            return None
        return Editing(text=one.cells.get(column, "").replace("\ufffc", ""), reader=text_reader())

    def _mend(self, row: str, column: str, value: object) -> None:
        self._mended[int(row), column] = str(value).strip()
        self._show_rows()

    def _import(self) -> None:
        bench, table = self._bench, self._tables[self._at]
        rows, choice = self._rows, self._choice

        def made() -> object:
            return service.take(bench.plan, bench.alternative, table, choice, rows, bench.desk.store)

        if bench.paste(made):  # type: ignore[arg-type]
            self.closed.emit()


def _joined(row: tuple[str, ...]) -> str:
    """Return the first cells of a row as one text, to know it by."""
    said = " · ".join(cell.replace("\n", " ") for cell in row if cell)
    return said if len(said) <= 2 * _SHOWN else f"{said[: 2 * _SHOWN]}…"
