"""The row below the findings: how many more there are of each kind, and the press that unfolds or folds them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop_app.services.findings import Group
from desktop_app.window.parts.buttons import Button
from planner.messages import Message, msg

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench


class RestRow(QWidget):
    """Always in sight, however far the findings are scrolled; ``pressed`` asks to unfold or fold."""

    pressed = Signal()

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self.setProperty("part", "sheet")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._button = Button(kind="tool", small=True)
        self._button.setObjectName("findings-more")
        self._button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the chevron stands behind the words
        self._button.clicked.connect(self.pressed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(32, 4, 12, 4)
        layout.addWidget(self._button)
        layout.addStretch(1)
        self.hide()

    def show_rest(self, rest: Mapping[Group, int], *, unfolded: bool) -> None:
        """Say what is folded away; unfolded, that it can be folded again; nothing where neither is so."""
        counted = {group: count for group, count in rest.items() if count}
        self.setVisible(bool(counted) or unfolded)
        self._button.set_icon("chevron_up" if unfolded else "chevron_down")
        if unfolded:
            self._button.setText(self._bench.text(msg("findings.fold", "Show fewer")))
        elif counted:
            parts = tuple(_part(group, count) for group, count in counted.items())
            self._button.setText(self._bench.text(msg("findings.rest", "More: {parts}", parts=parts)))
        self._button.setAccessibleName(self._button.text())


def _part(group: Group, count: int) -> Message:
    """Return the count of one kind in words."""
    if group == "error":
        return msg("findings.rest.error", "{count} errors", count=count)
    if group == "warning":
        return msg("findings.rest.warning", "{count} warnings", count=count)
    if group == "unknown":
        return msg("findings.rest.unknown", "{count} unknown", count=count)
    if group == "note":
        return msg("findings.rest.note", "{count} hints", count=count)
    return msg("findings.rest.aside", "{count} put aside", count=count)
