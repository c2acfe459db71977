"""The first sheet as fields: each with its default, marked as assumed until it is changed; Enter walks on."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.services.first_start import jobs
from desktop_app.services.first_start_sheet import (
    GROUPS,
    SheetField,
    SheetGroup,
    choice_words,
    default_text,
    defaults,
    doubt_of,
    refuse_bare,
    sharing_of,
)
from desktop_app.window.parts.choice_box import CheckBox, ChoiceBox
from desktop_app.window.parts.labels import label
from desktop_app.window.parts.quantity_edit import QuantityEdit
from desktop_app.window.parts.reading import (
    Reader,
    Understood,
    date_reader,
    integer_reader,
    money_reader,
    number_reader,
)
from desktop_app.window.wording import Wording
from planner.breaker_text import rated_current
from planner.messages import msg, render

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench

_LABEL_PX = 142
_FIELD_PX = 250
_UNITS = {"CNY": "", "m2": "m²"}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class SheetForm(QWidget):
    """``values`` are what stands in the fields; ``finished`` is told by Enter in the last one, ``changed`` by any change."""

    finished = Signal()
    changed = Signal()

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self.wording = Wording(bench, self)
        self.values: dict[str, Any] = defaults(bench.desk.today)
        self._assumed = {key for key, value in self.values.items() if value not in (None, "", "unknown")}
        self.edits: dict[str, QuantityEdit] = {}
        self.boxes: dict[str, ChoiceBox] = {}
        self.checks: dict[str, CheckBox] = {}
        self._fields = {field.key: field for group in GROUPS for field in group.fields}
        self._walk: list[QWidget] = []
        self._sharing = label(size="caption", tone="text2", wrap=True)
        self._sharing.setObjectName("first-sharing")
        self.changed.connect(self._say_sharing)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(16, 12, 16, 16)
        self._column.setSpacing(6)
        for group in GROUPS:
            self._add_group(group)
        self.show_values()

    # --- making ------------------------------------------------------------------------------------------------------

    def _add_group(self, group: SheetGroup) -> None:
        head = label(bold=True)
        self.wording.put(head.setText, group.title)
        if self._walk:
            self._column.addSpacing(8)
        self._column.addWidget(head)
        if group.jobs:
            self._add_jobs()
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(6)
        grid.setColumnMinimumWidth(0, _LABEL_PX)
        grid.setColumnStretch(1, 1)
        for at, field in enumerate(group.fields):
            name = label(tone="text2", wrap=True)
            name.setFixedWidth(_LABEL_PX)
            self.wording.put(name.setText, field.label)
            grid.addWidget(name, 2 * at, 0)
            grid.addWidget(self._control(field, name), 2 * at, 1)
            if field.key in self.edits:
                grid.addWidget(self._fault_line(field), 2 * at + 1, 0, 1, 2)
        self._column.addLayout(grid)
        if group.jobs:
            self._column.addWidget(self._sharing)

    def _add_jobs(self) -> None:
        grid = QGridLayout()
        grid.setVerticalSpacing(2)
        for at, job in enumerate(jobs()):
            box = CheckBox()
            box.setObjectName(f"first-job-{job.entry.id}")
            self.wording.put(box.setText, job.asked)
            self.wording.put(box.setAccessibleName, job.asked)
            box.setChecked(job.on)
            box.toggled.connect(self._tick)
            self.checks[job.entry.id] = box
            self._step(box)
            grid.addWidget(box, at, 0)
        self._column.addLayout(grid)

    def _control(self, field: SheetField, name: QLabel) -> QWidget:
        made = self._box(field) if field.kind == "choice" else self._edit(field)
        made.setObjectName(f"first-{field.key}")
        name.setBuddy(made)
        return made

    def _box(self, field: SheetField) -> ChoiceBox:
        box = ChoiceBox()
        box.setMaximumWidth(_FIELD_PX)
        self.wording.put(box.setAccessibleName, field.label)
        box.chosen.connect(partial(self._take, field.key))
        self.boxes[field.key] = box
        self._step(box)
        return box

    def _edit(self, field: SheetField) -> QuantityEdit:
        edit = QuantityEdit(
            _reader(field, self._bench.desk.today),
            unit=_UNITS.get(field.unit, field.unit),
            optional=field.optional,
            language=self._bench.language,
        )
        self.wording.put(edit.set_name, field.label)
        if field.hint is not None:
            self.wording.put(edit.field.setPlaceholderText, field.hint)
        edit.committed.connect(partial(self._take, field.key))
        self.edits[field.key] = edit
        self._step(edit.field)
        return edit

    def _fault_line(self, field: SheetField) -> QLabel:
        """Return the line below a field that says in full what to write instead; beside the field there is no room."""
        line = label(size="caption", tone="error", wrap=True)
        line.setObjectName(f"first-{field.key}-fault")
        line.hide()
        edit = self.edits[field.key]
        show = partial(self._show_line, edit, line)
        for told in (edit.edited, edit.committed, edit.field.escaped):
            told.connect(show)
        return line

    def _show_line(self, edit: QuantityEdit, line: QLabel, *_value: object) -> None:
        rejected = edit.state == "rejected"
        line.setText(edit.field.accessibleDescription() if rejected else "")
        line.setVisible(rejected)

    def _step(self, control: QWidget) -> None:
        control.installEventFilter(self)
        self._walk.append(control)

    # --- showing -----------------------------------------------------------------------------------------------------

    def show_values(self) -> None:
        """Show every value in the language of the window; a default says that it is assumed."""
        for key, box in self.boxes.items():
            field = self._fields[key]
            words = [(value, choice_words(field, value, self._bench.language)) for value in field.choices]
            box.show_choices(words, str(self.values[key]))
        for key, edit in self.edits.items():
            edit.set_language(self._bench.language)
            if edit.state == "rest" and not edit.text:
                edit.show_value(default_text(self.values[key]), self._note(key))
            elif edit.state == "rest":
                edit.show_value(edit.text, self._note(key))
        self._say_sharing()

    def _say_sharing(self) -> None:
        self._sharing.setText(self._bench.text(sharing_of(self.values)))

    def _note(self, key: str) -> str:
        if key in self._assumed:
            return self._bench.text(msg("first.assumed", "assumed"))
        if self._fields[key].optional and self.values[key] is None:
            return self._bench.text(msg("first.not_known", "not known"))
        return ""

    def begin(self) -> None:
        """Put the focus into the budget."""
        self.edits["budget"].setFocus()

    def show_fault(self, place: str) -> None:
        """Put the focus where something is missing or wrong."""
        if place == "jobs":
            next(iter(self.checks.values())).setFocus()
        elif place in self.edits:
            self.edits[place].setFocus()
            self.edits[place].field.selectAll()

    def fault_of(self, key: str) -> str:
        """Return the name of a field with what has to be written there, in the language of the window."""
        return f"{self._bench.text(self._fields[key].label)}: {self.edits[key].field.accessibleDescription()}"

    def rejected(self) -> str:
        """Take what is still being typed; return the first field whose text is not understood, '' where all are."""
        for edit in self.edits.values():
            edit.field.editingFinished.emit()  # a press on a button does not everywhere take the focus
        return next((key for key, edit in self.edits.items() if edit.state == "rejected"), "")

    # --- taking ------------------------------------------------------------------------------------------------------

    def _take(self, key: str, value: object) -> None:
        self.values[key] = float(value) if isinstance(value, Decimal) else value
        self._assumed.discard(key)
        if key in self.edits:
            edit = self.edits[key]
            echo = self._bench.value(value) if key == "budget" else ""
            plain = default_text(self.values[key]) if self._fields[key].kind in ("count", "number") else edit.text
            edit.show_value(plain, echo or self._note(key))  # the unit stands behind the field already
        self.changed.emit()

    def _tick(self) -> None:
        self.values["jobs"] = tuple(name for name, box in self.checks.items() if box.isChecked())
        self._assumed.discard("jobs")
        self.changed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter walks to the next field; from the last one it is done. A text that is not understood holds the focus."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in _ENTER:
            at = next((place for place, control in enumerate(self._walk) if control is watched), -1)
            if at >= 0 and not self._holds(watched):
                self._go_on(at)
                return True
        return super().eventFilter(watched, event)

    def _holds(self, watched: QObject) -> bool:
        """Hand over what was typed; tell whether the field keeps the focus."""
        edit = next((one for one in self.edits.values() if one.field is watched), None)
        if edit is None:
            return False
        if edit.field.composing:
            return True
        edit.field.editingFinished.emit()
        return edit.state == "rejected"

    def _go_on(self, at: int) -> None:
        if at + 1 < len(self._walk):
            self._walk[at + 1].setFocus(Qt.FocusReason.TabFocusReason)
            return
        self._walk[at].clearFocus()
        self.finished.emit()


def _budget(text: str, language: str) -> Understood:
    """Read a budget; a small number without a unit is asked back."""
    found = money_reader()(text, language)
    refuse_bare(text, found.value)
    return found


def _reader(field: SheetField, today: dt.date) -> Reader:
    if field.kind == "money":
        return _budget
    if field.kind == "date":
        return date_reader(today, field.key)
    if field.kind == "count":
        return _doubting(integer_reader(minimum=field.least, maximum=field.most), field.key)
    most = None if field.most is None else Decimal(field.most)
    numbers = number_reader(unit=field.unit, minimum=Decimal(field.least), maximum=most)
    if field.key == "breaker_a":
        return _doubting(lambda text, language: numbers(rated_current(text), language), field.key)
    return numbers


def _doubting(reader: Reader, key: str) -> Reader:
    """Return a reader that says what follows of an answer, or asks about one that is unlikely."""

    def read(text: str, language: str) -> Understood:
        found = reader(text, language)
        said = doubt_of(key, float(found.value))
        return found if said is None else msgspec.structs.replace(found, doubt=render(said, language))

    return read
