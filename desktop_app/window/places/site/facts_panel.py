"""What is told of a machine's ports, its storage and the data that go there: fields that open behind a button."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.services.device_facts import fact_groups
from desktop_app.window.forms.form import FieldForm, FieldSpec
from desktop_app.window.parts.buttons import Button

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench
    from planner.plan.document import Line

_GROUPS = 2  # a storage has its own fields and those of the data


class FactsPanel(QWidget):
    """A group of fields below each other's head; closed until it is asked for. ``opened`` brings a group in sight."""

    opened = Signal(QWidget)

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._line = ""
        self._open: set[int] = set()
        self._heads: list[Button] = []
        self._forms: list[FieldForm] = []
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 8, 0, 0)
        for at in range(_GROUPS):
            head = Button(kind="tool", small=True)
            head.setObjectName(f"facts-{at}")
            head.clicked.connect(partial(self._toggle, at))
            form = FieldForm(bench, columns=2)
            form.hide()
            row = QHBoxLayout()
            row.addWidget(head)
            row.addStretch(1)
            layout.addLayout(row)
            layout.addWidget(form)
            self._heads.append(head)
            self._forms.append(form)

    def show_line(self, line: str) -> None:
        """Show the fields of a line; closed where it is another one."""
        if line != self._line:
            self._line, self._open = line, set()
        self.show_plan()

    def show_plan(self) -> None:
        """Show what stands in the plan now."""
        line = self._of()
        groups = () if line is None else fact_groups(self._bench.alternative, line)
        self.setVisible(bool(groups))
        for at, (head, form) in enumerate(zip(self._heads, self._forms, strict=True)):
            group = groups[at] if at < len(groups) else None
            head.setVisible(group is not None)
            shown = () if group is None or at not in self._open else group.paths
            form.show_fields([FieldSpec(path=path) for path in shown])
            form.setVisible(bool(shown))
            if group is not None:
                head.set_icon("chevron_down" if shown else "chevron_right")
                head.setText(self._bench.text(group.title))

    def _of(self) -> Line | None:
        return next((one for one in self._bench.alternative.lines if one.id == self._line), None)

    def _toggle(self, at: int, _checked: bool = False) -> None:
        self._open ^= {at}
        self.show_plan()
        if at in self._open:
            self.opened.emit(self._forms[at])
