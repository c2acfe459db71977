"""A model of one's own: typed, or read from a config.json or GGUF file; its parameter count is computed as one types."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop_app.services import own_models as service
from desktop_app.window import prompts
from desktop_app.window.notice import Notice
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.field import Field
from desktop_app.window.parts.labels import label
from desktop_app.window.wording import Wording
from planner.errors import PlannerError
from planner.messages import Message, begun, msg

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLabel

    from desktop_app.window.workbench import Workbench

_FILES = msg("model.files", "Models (config.json *.json *.gguf)")
_OWN: tuple[tuple[str, Message], ...] = (
    ("name", msg("model.sheet.named", "Name")),
    ("maker", msg("model.sheet.maker", "Maker")),
    ("published", msg("model.sheet.published", "Published parameters, billion")),
)
_COLUMNS = 3


class ModelSheet(QWidget):
    """``saved`` brings the id of a model that was put into the catalog, ``left`` is told when the sheet is closed."""

    saved = Signal(str)
    left = Signal()

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self.setProperty("part", "sheet")
        self._bench = bench
        self._wording = Wording(bench, self)
        self._file: Path | None = None
        self._view: service.SheetView | None = None
        self._fields: dict[str, Field] = {}
        self._names: dict[str, QLabel] = {}
        self._source = label(size="caption", tone="text2", wrap=True)
        self._counts = label(bold=True, wrap=True)
        self._counts.setObjectName("model-counts")
        self._notes = label(size="caption", tone="warn", wrap=True)
        self._fault = label(size="caption", tone="error", wrap=True)
        self._fault.setObjectName("model-fault")
        self._save = Button(kind="primary")
        self._lay_out()

    def _lay_out(self) -> None:
        inside = QWidget()
        inside.setProperty("part", "sheet")
        column = QVBoxLayout(inside)
        column.setContentsMargins(16, 12, 16, 16)
        column.setSpacing(10)
        title = label(size="title", bold=True)
        self._wording.put(title.setText, msg("model.sheet.title", "A model of your own"))
        told = label(tone="text2", wrap=True)
        self._wording.put(
            told.setText,
            msg(
                "model.sheet.told",
                "Choose its config.json or .gguf file, or type what its page says. Nothing leaves this computer.",
            ),
        )
        column.addWidget(title)
        column.addWidget(told)
        column.addLayout(self._top())
        column.addWidget(self._source)
        column.addLayout(self._grid())
        column.addWidget(self._counts)
        column.addWidget(self._notes)
        column.addWidget(self._fault)
        column.addLayout(self._foot())
        column.addStretch(1)
        area = QScrollArea()
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidgetResizable(True)
        area.setWidget(inside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(area)

    def _top(self) -> QHBoxLayout:
        pick = Button(kind="plain")
        pick.setObjectName("model-file")
        pick.set_icon("folder")
        pick.clicked.connect(self._choose)
        self._wording.put(pick.setText, msg("model.sheet.file", "Choose a file…"))
        row = QHBoxLayout()
        row.addWidget(pick)
        row.addStretch(1)
        return row

    def _grid(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(6)
        keys = (*(key for key, _said in _OWN), *service.SHEET)
        for at, key in enumerate(keys):
            named, field = label(size="caption", tone="text2"), Field()
            field.setObjectName(f"model-{key}")
            field.textChanged.connect(self._read)
            named.setBuddy(field)
            self._fields[key], self._names[key] = field, named
            cell = QVBoxLayout()
            cell.setSpacing(2)
            cell.addWidget(named)
            cell.addWidget(field)
            grid.addLayout(cell, at // _COLUMNS, at % _COLUMNS)
        self._say_names()
        return grid

    def _foot(self) -> QHBoxLayout:
        self._save.setObjectName("model-save")
        self._save.clicked.connect(self._keep)
        self._wording.put(self._save.setText, msg("model.sheet.save", "Add to the catalog"))
        back = Button(kind="plain")
        back.setObjectName("model-back")
        back.clicked.connect(self.left)
        self._wording.put(back.setText, msg("prompt.cancel", "Cancel"))
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(back)
        row.addWidget(self._save)
        return row

    def _say_names(self) -> None:
        own = dict(_OWN)
        for key, named in self._names.items():
            text = self._bench.text(own[key]) if key in own else service.field_words(key, self._bench.language)
            named.setText(begun(text))
            self._fields[key].setAccessibleName(text)

    def retranslate(self) -> None:
        """Say names and findings in the new language."""
        self._say_names()
        self._read()

    def begin(self) -> None:
        """Start with an empty sheet."""
        self._file = None
        self._source.setText("")
        for field in self._fields.values():
            field.clear()
        self._read()
        self._fault.setText("")
        self._fields["name"].setFocus()

    def _choose(self) -> None:
        file = prompts.open_file(self._bench, self, msg("model.sheet.choose", "Open a model file"), _FILES)
        if file is not None:
            self.take_file(file)

    def take_file(self, file: Path) -> None:
        """Fill the sheet from a file; what is wrong with it is said, and the sheet stays as it is."""
        try:
            name, known = service.sheet_of_file(file)
        except PlannerError as fault:
            remedy = "" if fault.remedy is None else " " + self._bench.text(fault.remedy)
            self._fault.setText(self._bench.text(fault.message) + remedy)
            return
        self._file = file
        self._source.setText(file.name)
        for key in service.SHEET:
            self._fields[key].setText(known.get(key, ""))
        self._fields["name"].setText(self._fields["name"].text() or name)
        self._read()

    def _read(self) -> None:
        typed = {key: self._fields[key].text() for key in service.SHEET}
        self._view = service.sheet_view(
            self._file,
            typed,
            self._bench.language,
            name=self._fields["name"].text(),
            maker=self._fields["maker"].text(),
            published=self._fields["published"].text(),
            today=self._bench.desk.today,
        )
        self._counts.setText(self._view.counts)
        self._notes.setText("\n".join(self._view.notes))
        self._notes.setVisible(bool(self._view.notes))
        anything = any(field.text() for field in self._fields.values())
        self._fault.setText(self._view.fault if anything else "")
        for key, field in self._fields.items():
            field.set_state("rejected" if anything and self._view.fault and key == self._view.place else "")
        self._save.setEnabled(self._view.row is not None)

    def _keep(self) -> None:
        row = None if self._view is None else self._view.row
        if row is None:
            return
        try:
            service.save_model(self._bench.desk.store, row, self._bench.desk.environment.clock())
        except PlannerError as fault:
            self._bench.tell_fault(fault)
            return
        said = msg("catalog.model_added", "Model {name} added", name=row.item.name)
        self._bench.tell(Notice(text=said))
        self.saved.emit(row.item.id)
