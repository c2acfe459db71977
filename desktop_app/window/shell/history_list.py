"""The history of a plan: its stored states, newest first; one of them can be made the newest again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from desktop_app.services.plan_history import State, states
from desktop_app.window.look.fonts import text_font
from desktop_app.window.look.paint import colour
from desktop_app.window.notice import Notice
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.labels import label
from desktop_app.window.parts.plain import plain_tip
from desktop_app.window.wording import Wording
from planner.messages import msg

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench

_NUMBER = int(Qt.ItemDataRole.UserRole) + 1
_STATE = _NUMBER + 1
_SIZE = (640, 420)
_ROW = 32
_WHEN = 116  # room for the longest moment
_NOW = 60


class _StateDelegate(QStyledItemDelegate):
    """Paints when, what and, on the state that is shown, that it is."""

    now = ""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:  # type: ignore[override]
        """Paint one state."""
        state: State = index.data(_STATE)
        area = QRectF(option.rect)
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, colour("selected"))
        left = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setFont(text_font("caption"))
        painter.setPen(colour("text2"))
        painter.drawText(area.adjusted(12, 0, 0, 0), left, state.when)
        if state.current:
            right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
            painter.drawText(area.adjusted(0, 0, -12, 0), right, self.now)
        painter.setFont(text_font("body", bold=state.current))
        painter.setPen(colour("text"))
        room = area.adjusted(12 + _WHEN, 0, -12 - (_NOW if state.current else 0), 0)
        said = painter.fontMetrics().elidedText(state.said, Qt.TextElideMode.ElideRight, round(room.width()))
        painter.drawText(room, left, said)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:  # type: ignore[override]
        """Return the height of a state."""
        return QSize(200, _ROW)


class HistoryList(QFrame):
    """A list over the place; Enter or the button goes back to the state marked, and undo takes that back."""

    def __init__(self, bench: Workbench, window: QWidget) -> None:
        super().__init__(window, Qt.WindowType.Popup)
        self.setObjectName("history")
        self.setProperty("part", "float")
        self._bench = bench
        self._window = window
        wording = Wording(bench, self)
        title = label(size="title", bold=True)
        wording.put(title.setText, msg("history.title", "History of this plan"))
        self._model = QStandardItemModel(self)
        self._list = QListView()
        self._list.setObjectName("history-list")
        self._list.setModel(self._model)
        self._list.setUniformItemSizes(True)
        self._rows = _StateDelegate(self._list)
        self._list.setItemDelegate(self._rows)
        self._list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self._list.activated.connect(self._return)
        self._list.selectionModel().currentChanged.connect(self._allow)
        wording.put(self._list.setAccessibleName, msg("history.title", "History of this plan"))
        self._back = Button(kind="primary", small=True)
        self._back.setObjectName("history-back")
        wording.put(self._back.setText, msg("history.back", "Go back to this state"))
        self._back.clicked.connect(self._return_to_current)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(self._back)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 12, 12)
        layout.addWidget(title)
        layout.addWidget(self._list, 1)
        layout.addLayout(foot)

    def open_at_right(self) -> None:
        """Show the states of the plan on the bench."""
        session = self._bench.session
        if session is None:
            return
        self._model.clear()
        self._rows.now = self._bench.text(msg("history.now", "now"))
        for state in states(self._bench.desk, session.plan, session.revision, self._bench.language):
            here = self._rows.now if state.current else ""
            item = QStandardItem("   ".join(part for part in (state.when, state.said, here) if part))
            item.setData(state.number, _NUMBER)
            item.setData(state, _STATE)
            item.setToolTip(plain_tip(state.said))
            self._model.appendRow(item)
        self._list.setCurrentIndex(self._model.index(0, 0))
        self.resize(*_SIZE)
        corner = self._window.mapToGlobal(self._window.rect().topRight())
        self.move(corner.x() - _SIZE[0] - 120, corner.y() + 46)
        self.show()
        self._list.setFocus()

    def _allow(self, index: QModelIndex, _before: QModelIndex) -> None:
        """Offer the way back only from another state than the one that is shown."""
        state = index.data(_STATE)
        self._back.setEnabled(isinstance(state, State) and not state.current)

    def _return_to_current(self) -> None:
        self._return(self._list.currentIndex())

    def _return(self, index: QModelIndex) -> None:
        number = index.data(_NUMBER)
        self.hide()
        session = self._bench.session
        if session is None or not isinstance(number, int) or number == session.revision:
            return
        self._bench.return_to(number)
        said = msg("history.returned", "The plan stands as in revision {number}.", number=str(number))
        self._bench.tell(
            Notice(
                text=said, tone="done", label=msg("command.undo", "Undo"), action=self._bench.undo, until_change=True
            )
        )
