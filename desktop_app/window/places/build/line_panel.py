"""The line that is marked, below the table: memory, processor, disks, ports, warranty and the like, each a field."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop_app.services.line_details import details
from desktop_app.window.forms.form import FieldForm, FieldSpec
from desktop_app.window.parts.labels import ElidedLabel
from desktop_app.window.wording import Wording
from planner.messages import msg

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench
    from planner.plan.document import Line

_HINT = msg(
    "line.details.hint",
    "What is asked of one piece; grey is what the catalog says. Units may be typed: 384G, 3.84T, 25G",
)
_OF_CATALOG = msg("line.of_catalog", "From the catalog row, as long as nothing is typed here")
_COLUMNS = 3
_HEAD_PX, _FIELD_PX = 46, 36


class LinePanel(QScrollArea):
    """The form of one line; each field is one step of undo."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._line = ""
        self._wording = Wording(bench, self)
        self.setObjectName("line-panel")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self._title = ElidedLabel(size="title", bold=True)
        self._title.setObjectName("line-title")
        hint = ElidedLabel(size="caption", tone="text2")
        self._wording.put(hint.setText, _HINT)
        self._wording.put(self.setAccessibleName, msg("line.details", "Details of the line"))
        self.form = FieldForm(bench, label_width=84, columns=_COLUMNS, rebinds=True)
        inside = QWidget()
        inside.setProperty("part", "sheet")
        column = QVBoxLayout(inside)
        column.setContentsMargins(16, 8, 12, 4)
        column.setSpacing(6)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(hint, 2)
        column.addLayout(head)
        column.addWidget(self.form)
        column.addStretch(1)
        self.setWidget(inside)

    @property
    def line(self) -> str:
        """Return the id of the line that is shown, '' for none."""
        return self._line

    def show_line(self, line: str) -> None:
        """Show the fields of a line; '' or one that is gone hides the panel."""
        self._line = line
        found = self._of()
        if found is not None:
            self._fill(found)
        self.setVisible(found is not None)

    def show_plan(self) -> None:
        """Show what stands in the plan now."""
        self.show_line(self._line)

    def _of(self) -> Line | None:
        return next((one for one in self._bench.alternative.lines if one.id == self._line), None)

    def _fill(self, line: Line) -> None:
        self._title.setText(self._bench.text(line.title))
        fields = details(self._bench.plan, self._bench.alternative, line)
        self.form.show_fields([FieldSpec(path=one.path, name=one.name, width=112) for one in fields])
        where = self._bench.text(_OF_CATALOG)
        for one, field in zip(fields, self.form.fields, strict=True):
            field.say_instead(one.instead, where)
        self.setFixedHeight(_HEAD_PX + _FIELD_PX * math.ceil(len(fields) / _COLUMNS))  # no layout is known yet
