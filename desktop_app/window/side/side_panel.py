"""What stands beside every place: findings above, Why? below."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from desktop_app.window.look.theme import current_look
from desktop_app.window.workbench import Workbench


class SidePanel(QWidget):
    """Findings and Why?; folds to a narrow column where the window is narrow."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self.setObjectName("side")
        self.setProperty("part", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._bench = bench
        self.setFixedWidth(current_look().height["right_panel"])

    def show_findings(self, outcome: str = "") -> None:
        """Bring the findings into sight, filtered to one outcome ('' for all)."""

    def fold(self, folded: bool) -> None:
        """Fold to icons with counts, or unfold."""

    def widen(self, wide: bool) -> None:
        """Take more room where there is plenty."""
