"""The forms of one line in the Site place: a head with what can be added, and rows of a choice with fields behind it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop_app.window.forms.path_field import PathField
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.choice_box import ChoiceBox
from desktop_app.window.parts.labels import label
from desktop_app.window.wording import Wording
from planner.messages import Message, msg

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench
    from planner.plan.document import Line


class RowField(msgspec.Struct, frozen=True, kw_only=True):
    """A field of a row: the path of the plan it shows, its caption, its width in logical pixels."""

    path: str
    caption: Message
    width: int = 80


class FormRow(msgspec.Struct, frozen=True, kw_only=True):
    """One row: what is told when another end is chosen, its fields, and the acts of its buttons; ``key`` tells rows apart."""

    key: str
    chosen: Callable[[str], None]
    fields: tuple[RowField, ...]
    remove: Callable[[], None]
    more: tuple[Message, Callable[[], None]] | None = None


class FormRows(QGridLayout):
    """Rows of caption, choice, captioned fields and a remove button; made anew only where other rows are shown.

    Widgets are named ``<prefix>-<choice>-<row>``, ``<prefix>-more-<row>`` and ``<prefix>-remove-<row>``. Below each row
    is room for a form of its own: ``form_row``.
    """

    def __init__(self, bench: Workbench, prefix: str, choice: tuple[str, Message], choice_width: int) -> None:
        super().__init__()
        self._bench, self._prefix, self._choice, self._choice_width = bench, prefix, choice, choice_width
        self._keys: tuple[str, ...] = ()
        self._made: list[QWidget] = []
        self._choices: list[ChoiceBox] = []
        self._fields: list[PathField] = []
        self.setHorizontalSpacing(12)
        self.setVerticalSpacing(8)

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the keys of the rows that are shown."""
        return self._keys

    def clear(self) -> None:
        """Take all rows away."""
        for widget in self._made:
            self.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._keys, self._made, self._choices, self._fields = (), [], [], []

    def show_rows(self, rows: list[FormRow]) -> None:
        """Show these rows with what stands in the plan now."""
        keys = tuple(row.key for row in rows)
        if keys != self._keys:
            self.clear()
            self._keys = keys
            for at, row in enumerate(rows):
                self._make(at, row)
        for field in self._fields:
            field.show_plan()

    def show_choices(self, at: int, choices: tuple[tuple[str, str], ...], chosen: str) -> None:
        """Show what may be chosen in a row."""
        self._choices[at].show_choices(choices, chosen)

    @staticmethod
    def form_row(at: int) -> int:
        """Return the row of the grid for a form that tells of the row ``at``."""
        return 2 * at + 1

    def _make(self, at: int, row: FormRow) -> None:
        name, said = self._choice
        choice = ChoiceBox()
        choice.setObjectName(f"{self._prefix}-{name}-{at}")
        choice.setAccessibleName(self._bench.text(said))
        choice.setMinimumWidth(self._choice_width)
        choice.chosen.connect(row.chosen)
        widgets: list[QWidget] = [self._caption(said, choice), choice]
        for each in row.fields:
            field = PathField(self._bench, each.path, each.caption, width=each.width)
            widgets += [self._caption(each.caption, field), field]
            self._fields.append(field)
        self.setColumnStretch(len(widgets), 1)
        for column, widget in enumerate(widgets):
            self.addWidget(widget, 2 * at, column)
        buttons = [self._remove_button(at, row)]
        if row.more is not None:
            said, act = row.more
            buttons.insert(0, self._button(f"more-{at}", said, act))
        for column, button in enumerate(buttons, len(widgets) + 1):
            self.addWidget(button, 2 * at, column)
        self._made += [*widgets, *buttons]
        self._choices.append(choice)

    def _caption(self, said: Message, buddy: QWidget) -> QWidget:
        made = label(tone="text2")
        made.setText(self._bench.text(said))
        made.setBuddy(buddy)
        return made

    def _remove_button(self, at: int, row: FormRow) -> Button:
        made = self._button(f"remove-{at}", msg("site.remove", "Remove"), row.remove)
        made.set_icon("remove")
        return made

    def _button(self, name: str, said: Message, act: Callable[[], None]) -> Button:
        made = Button(kind="tool", small=True)
        made.setObjectName(f"{self._prefix}-{name}")
        made.setText(self._bench.text(said))
        made.clicked.connect(partial(_without_checked, act))
        return made


def _without_checked(act: Callable[[], None], _checked: bool = False) -> None:
    act()


class LineForm(QWidget):
    """The form of a line with its rows, which scroll; one act is one step of undo."""

    def __init__(self, bench: Workbench, prefix: str, add: Message, rows: FormRows, title: str = "") -> None:
        super().__init__()
        self._bench = bench
        self.setProperty("part", "sheet")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._line = ""
        self._rows = rows
        self._wording = Wording(bench, self)
        self._title = label(size="title", bold=True)
        self._title.setObjectName(f"{title or prefix}-title")
        self._words = label(size="caption", tone="text2")
        self._words.setObjectName(f"{title or prefix}-units")
        self._add = Button(kind="plain", small=True)
        self._add.setObjectName(f"{prefix}-add")
        self._add.set_icon("add")
        self._wording.put(self._add.setText, add)
        self._add.clicked.connect(self._add_row)
        self._to_build = Button(kind="tool", small=True)
        self._to_build.setObjectName(f"{prefix}-build")
        self._wording.put(self._to_build.setText, msg("plug.build", "Show in Build"))
        self._to_build.clicked.connect(self._go_to_build)
        self._area = QScrollArea()
        self._below = QVBoxLayout()
        self._lay_out()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self._title)
        head.addWidget(self._words)
        head.addStretch(1)
        head.addWidget(self._add)
        head.addWidget(self._to_build)
        sheet = QWidget()
        sheet.setProperty("part", "sheet")
        sheet.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        inside = QVBoxLayout(sheet)
        inside.setContentsMargins(0, 0, 0, 8)
        inside.addLayout(self._rows)
        inside.addLayout(self._below)
        inside.addStretch(1)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidgetResizable(True)
        self._area.setWidget(sheet)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 12, 8)
        layout.addLayout(head)
        layout.addWidget(self._area, 1)

    @property
    def line(self) -> str:
        """Return the id of the line that is shown, '' for none."""
        return self._line

    def show_line(self, line: str) -> None:
        """Show the rows of a line."""
        if line != self._line:
            self._line = line
            self._rows.clear()
        self.show_plan()

    def show_plan(self) -> None:
        """Show what stands in the plan now; a line that is gone is the place's to see."""
        line = self._of()
        if line is not None:
            self._title.setText(self._bench.text(line.title))
            self._show(line)

    def retranslate(self) -> None:
        """Say the words of the rows in the new language."""
        self._rows.clear()
        self.show_plan()

    def _of(self) -> Line | None:
        return next((one for one in self._bench.alternative.lines if one.id == self._line), None)

    def _show(self, line: Line) -> None:
        """Show the rows of the line."""
        raise NotImplementedError

    def _add_row(self) -> None:
        """Put what is loose where it may go next."""
        raise NotImplementedError

    def _bring_into_sight(self, part: QWidget) -> None:
        """Scroll to a part, once it has been laid out."""
        QTimer.singleShot(0, partial(self._area.ensureWidgetVisible, part))

    def _go_to_build(self) -> None:
        self._bench.go("build", self._line)
