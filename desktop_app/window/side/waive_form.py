"""The form that lets a finding pass: a reason and a name, both asked for, written into the plan with the date."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.labels import label
from desktop_app.window.wording import Wording
from planner.messages import msg

if TYPE_CHECKING:
    from desktop_app.services.findings import FindingRow
    from desktop_app.window.workbench import Workbench


class WaiveForm(QWidget):
    """Asks why a finding may pass and who says so; ``given`` carries row, reason and name."""

    given = Signal(object, str, str)

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self.setProperty("part", "box")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._row: FindingRow | None = None
        self._title = label(bold=True, wrap=True)
        self._reason, self._name = QLineEdit(), QLineEdit()
        self._reason.setObjectName("waive-reason")
        self._name.setObjectName("waive-name")
        self._fault = label(tone="error", size="caption", wrap=True)
        self._done = Button(kind="primary", small=True)
        self._done.setObjectName("waive-done")
        cancel = Button(kind="plain", small=True)
        wording = Wording(bench, self)
        wording.put(self._title.setText, msg("waive.title", "Waive this finding"))
        wording.put(
            self._reason.setPlaceholderText, msg("waive.reason", "Reason, for example: the circuit is renewed in March")
        )
        wording.name(self._reason, msg("waive.reason.name", "Reason"))
        wording.put(self._name.setPlaceholderText, msg("waive.by", "Name of who decides"))
        wording.name(self._name, msg("waive.by.name", "Name"))
        wording.put(self._done.setText, msg("waive.done", "Waive"))
        wording.put(cancel.setText, msg("prompt.cancel", "Cancel"))
        self._done.clicked.connect(self._give)
        cancel.clicked.connect(self.hide)
        self._reason.returnPressed.connect(self._name.setFocus)
        self._name.returnPressed.connect(self._give)
        buttons = QHBoxLayout()
        buttons.addWidget(self._done)
        buttons.addWidget(cancel)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 10)
        for widget in (self._title, self._reason, self._name, self._fault):
            layout.addWidget(widget)
        layout.addLayout(buttons)
        self._fault.hide()
        self.hide()

    def ask(self, row: FindingRow) -> None:
        """Ask about a finding; the name given last stands already."""
        self._row = row
        self._reason.clear()
        self._fault.hide()
        self.show()
        self._reason.setFocus()

    def say(self, fault: str) -> None:
        """Say what is missing."""
        self._fault.setText(fault)
        self._fault.show()

    def _give(self) -> None:
        self.given.emit(self._row, self._reason.text(), self._name.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go without letting pass on Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)
