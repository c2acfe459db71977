"""The row below the findings: how many more there are of each kind, and the press that unfolds or folds them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop_app.services.findings import Group
from desktop_app.window.parts.buttons import Button
from planner.messages import Message, msg

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench

_LEFT, _EDGE = 32, 4  # where its words stand below those of the findings, and the least air at either side
_ONE: Mapping[Group, Message] = {
    "error": msg("findings.rest.error.one", "1 error"),
    "warning": msg("findings.rest.warning.one", "1 warning"),
    "note": msg("findings.rest.note.one", "1 hint"),
}


class RestRow(QWidget):
    """Always in sight, however far the findings are scrolled; ``pressed`` asks to unfold or fold."""

    pressed = Signal()

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._said = ""
        self.setProperty("part", "sheet")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._button = Button(kind="tool", small=True)
        self._button.setObjectName("findings-more")
        self._button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the chevron stands behind the words
        self._button.clicked.connect(self.pressed)
        layout = self._row = QHBoxLayout(self)
        layout.setContentsMargins(_LEFT, 4, _EDGE, 4)
        layout.addWidget(self._button)
        layout.addStretch(1)
        self.hide()

    def show_rest(self, rest: Mapping[Group, int], *, unfolded: bool) -> None:
        """Say what is folded away; unfolded, that it can be folded again; nothing where neither is so."""
        counted = {group: count for group, count in rest.items() if count}
        self.setVisible(bool(counted) or unfolded)
        self._button.set_icon("chevron_up" if unfolded else "chevron_down")
        if unfolded:
            self._said = self._bench.text(msg("findings.fold", "Show fewer"))
        elif counted:
            parts = tuple(_part(group, count) for group, count in counted.items())
            self._said = self._bench.text(msg("findings.rest", "More: {parts}", parts=parts))
        self._button.setAccessibleName(self._said)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the words within the row."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Let many words begin further to the left; what has no room even so ends in …, and the tooltip says it whole."""
        self._button.setText(self._said)
        most = self.width() - 2 * _EDGE
        over = self._button.sizeHint().width() - most
        if over > 0:
            metrics = self._button.fontMetrics()
            room = metrics.horizontalAdvance(self._said) - over - 2  # letters are measured to the next pixel
            self._button.setText(metrics.elidedText(self._said, Qt.TextElideMode.ElideRight, room))
        self._button.setToolTip(self._said if over > 0 else "")
        left = self.width() - _EDGE - self._button.sizeHint().width()
        self._row.setContentsMargins(max(_EDGE, min(_LEFT, left)), 4, _EDGE, 4)


def _part(group: Group, count: int) -> Message:
    """Return the count of one kind in words."""
    if count == 1 and group in _ONE:
        return _ONE[group]
    if group == "error":
        return msg("findings.rest.error", "{count} errors", count=count)
    if group == "warning":
        return msg("findings.rest.warning", "{count} warnings", count=count)
    if group == "unknown":
        return msg("findings.rest.unknown", "{count} unknown", count=count)
    if group == "note":
        return msg("findings.rest.note", "{count} hints", count=count)
    return msg("findings.rest.aside", "{count} put aside", count=count)
