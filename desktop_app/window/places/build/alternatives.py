"""The tabs of the alternatives: letter plate, name, total, verdict as icon and word; the active one joins the sheet."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QMenu, QWidget

from desktop_app.services.alternatives import (
    AlternativeTab,
    alternative_tabs,
    choose_edit,
    copy_edit,
    remove_alternative_edit,
    rename_edit,
)
from desktop_app.window.look.fonts import text_font
from desktop_app.window.look.icons import status_pixmap
from desktop_app.window.look.paint import colour, pen
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.field import Field
from desktop_app.window.parts.painted import CENTRE, LEFT, advance, elided
from desktop_app.window.parts.plain import plain_tip
from desktop_app.window.wording import Wording
from planner.errors import PlannerError
from planner.messages import msg

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench

_HEIGHT = 48
_MOST = 320  # where there is room for it; else the names share what there is
_LEAST = 120
_PLATE = 18


class _Tab(QAbstractButton):
    """One tab."""

    def __init__(self, tab: AlternativeTab, *, active: bool) -> None:
        super().__init__()
        self._tab = tab
        self._active = active
        self.setObjectName(f"alternative-{tab.id}")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.show_tab(tab, active=active)

    @property
    def tab(self) -> AlternativeTab:
        """Return what is shown."""
        return self._tab

    def show_tab(self, tab: AlternativeTab, *, active: bool) -> None:
        """Show another state of the same alternative."""
        self._tab, self._active = tab, active
        self.setAccessibleName(f"{tab.letter} {tab.title}, {tab.total}, {tab.word}")
        self.setToolTip(plain_tip(self.accessibleName()))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for the longer of the two lines, within reason."""
        head = advance(self._tab.title, bold=True)
        foot = advance(self._tab.total, "caption") + 8 + 18 + advance(self._tab.word, "caption")
        return QSize(round(max(_LEAST, min(_MOST, 34 + max(head, foot) + 16))), _HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Return the least in which total and verdict can be read."""
        return QSize(_LEAST, _HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint ground, bar, plate, name, total and verdict."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect())
        if self._active:
            painter.fillRect(area, colour("surface"))
            painter.fillRect(QRectF(0, 4, area.width(), 2), colour("accent"))
            painter.setPen(pen("border"))
            painter.drawLine(QPointF(0.5, 6), QPointF(0.5, area.height()))
            painter.drawLine(QPointF(area.width() - 0.5, 6), QPointF(area.width() - 0.5, area.height()))
        elif self.underMouse():
            painter.fillRect(area.adjusted(0, 6, 0, 0), colour("hover"))
        plate = QRectF(10, 12, _PLATE, _PLATE)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour("accent_fill" if self._active else "border"))
        painter.drawRoundedRect(plate, 3, 3)
        painter.setFont(text_font("caption", bold=True))
        painter.setPen(colour("on_accent" if self._active else "text2"))
        painter.drawText(plate, CENTRE, self._tab.letter)
        room = round(area.width() - 36 - 8)
        painter.setFont(text_font("body", bold=self._active))
        painter.setPen(colour("text"))
        painter.drawText(QRectF(36, 10, room, 20), LEFT, elided(self._tab.title, room, bold=self._active))
        painter.setFont(text_font("caption"))
        painter.setPen(colour("text2"))
        painter.drawText(QRectF(36, 28, room, 18), LEFT, self._tab.total)
        x = 36 + advance(self._tab.total, "caption") + 8
        painter.drawPixmap(QPointF(x, 30), status_pixmap(self._tab.status, 14, self.devicePixelRatioF()))  # type: ignore[arg-type]
        painter.setPen(colour(self._tab.status))
        left = round(area.width() - x - 18 - 4)
        painter.drawText(QRectF(x + 18, 28, left, 18), LEFT, elided(self._tab.word, left, "caption"))
        if self.hasFocus():
            painter.setPen(pen("focus", 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(area.adjusted(2, 7, -2, -2), 3, 3)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press with Enter too."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)


class AlternativeTabs(QWidget):
    """All alternatives and + for a copy of the one shown; a right click names, chooses or removes one."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._tabs: list[_Tab] = []
        self._wording = Wording(bench, self)
        self._add = Button(kind="tool")
        self._add.setObjectName("alternative-add")
        self._add.set_icon("add")
        self._wording.name(self._add, msg("alternative.add", "Copy this alternative"))
        self._add.clicked.connect(self._copy)
        self._renamed = ""
        self._name = Field(parent=self)
        self._name.setObjectName("alternative-name")
        self._wording.put(self._name.setAccessibleName, msg("alternative.name", "Name of the alternative"))
        self._name.returnPressed.connect(self._take_name)
        self._name.escaped.connect(self._name.hide)
        self._name.editingFinished.connect(self._name.hide)
        self._name.hide()
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(16, 0, 8, 0)
        self._layout.setSpacing(4)
        self._layout.addWidget(self._add)
        self._layout.addStretch(1)

    def show_plan(self) -> None:
        """Show the alternatives as they stand."""
        session = self._bench.session
        if session is None:
            return
        shown = alternative_tabs(session, self._bench.language)
        active = self._bench.alternative.id
        if [tab.tab.id for tab in self._tabs] != [one.id for one in shown]:
            self._remake(shown, active)
            return
        for tab, one in zip(self._tabs, shown, strict=True):
            tab.show_tab(one, active=one.id == active)

    def _remake(self, shown: tuple[AlternativeTab, ...], active: str) -> None:
        for tab in self._tabs:
            tab.hide()
            tab.deleteLater()
        self._tabs = []
        for at, one in enumerate(shown):
            tab = _Tab(one, active=one.id == active)
            tab.clicked.connect(partial(self._bench.show_alternative, one.id))
            tab.customContextMenuRequested.connect(partial(self._offer, tab))
            self._layout.insertWidget(at, tab)
            self._tabs.append(tab)

    def _offer(self, tab: _Tab, spot: QPoint) -> None:
        menu = self.menu_for(tab.tab.id)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(tab.mapToGlobal(spot))

    def menu_for(self, alternative: str) -> QMenu:
        """Return what can be done with an alternative."""
        menu = QMenu(self)
        for text, slot in (
            (msg("alternative.rename", "Rename…"), self._rename),
            (msg("alternative.choose", "This one is bought"), self._choose),
            (msg("alternative.remove", "Remove"), self._remove),
        ):
            action = QAction(self._bench.text(text), menu)
            action.triggered.connect(partial(slot, alternative))
            menu.addAction(action)
        return menu

    def _copy(self) -> None:
        try:
            name, edit = copy_edit(self._bench.plan, self._bench.alternative.id)
        except PlannerError as fault:
            self._bench.tell_fault(fault)
            return
        if self._bench.do(edit):
            self._bench.show_alternative(name)

    def _rename(self, alternative: str) -> None:
        """Lay a field over the tab; Enter takes the name, leaving it takes nothing."""
        tab = next((one for one in self._tabs if one.tab.id == alternative), None)
        if tab is None:
            return
        self._renamed = alternative
        self._name.setText(tab.tab.title)
        self._name.setGeometry(tab.geometry().adjusted(30, 8, 30, -10))
        self._name.show()
        self._name.raise_()
        self._name.selectAll()
        self._name.setFocus()

    def _take_name(self) -> None:
        if not self._name.isVisible():
            return
        self._name.hide()
        try:
            self._bench.do(rename_edit(self._bench.plan, self._renamed, self._name.text()))
        except PlannerError as fault:
            self._bench.tell_fault(fault)

    def _choose(self, alternative: str) -> None:
        self._bench.do(choose_edit(alternative))

    def _remove(self, alternative: str) -> None:
        self._bench.do(remove_alternative_edit(alternative))
