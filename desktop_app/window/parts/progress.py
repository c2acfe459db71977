"""How far a longer work is: what it does in words, per cent, a bar of four pixels and a way to stop it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.labels import ElidedLabel, label
from desktop_app.window.parts.meter import Meter


class Progress(QWidget):
    """Shows one work; ``cancelled`` is told when the user stops it. The button is dead from then on."""

    cancelled = Signal()

    def __init__(self, cancel: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._said = ElidedLabel()
        self._share = label(size="caption", tone="text2", bold=True)
        self.button = Button(cancel, kind="tool", small=True)
        self.button.clicked.connect(self._cancel)
        self._bar = Meter()
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._said, 1)
        row.addWidget(self._share)
        row.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self._bar)

    def start(self, said: str, cancel: str | None = None) -> None:
        """Begin anew: nothing done, the button alive."""
        if cancel is not None:
            self.button.setText(cancel)
        self.button.setEnabled(True)
        self.show_progress(0.0, said)

    def show_progress(self, share: float, said: str) -> None:
        """Show how much is done (0 to 1), and what is being done in words."""
        self._said.setText(said)
        self._share.setText(f"{min(max(share, 0.0), 1.0):.0%}".replace("%", " %"))
        self._bar.show_share(min(share, 1.0), "busy", f"{said} {self._share.text()}")
        self.setAccessibleName(self._bar.accessibleName())

    def _cancel(self) -> None:
        self.button.setEnabled(False)
        self.cancelled.emit()
