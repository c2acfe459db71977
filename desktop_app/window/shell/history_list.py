"""The history of a plan: its stored states, newest first; one of them can be made the newest again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QFrame, QHBoxLayout, QListView, QVBoxLayout, QWidget

from desktop_app.services.plan_history import states
from desktop_app.window.notice import Notice
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.labels import label
from desktop_app.window.wording import Wording
from planner.messages import msg

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench

_NUMBER = int(Qt.ItemDataRole.UserRole) + 1
_SIZE = (420, 420)


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
        self._list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self._list.activated.connect(self._return)
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
        for state in states(self._bench.desk, session.plan, session.revision, self._bench.language):
            here = self._bench.text(msg("history.now", "now")) if state.current else ""
            item = QStandardItem("   ".join(part for part in (state.when, state.said, here) if part))
            item.setData(state.number, _NUMBER)
            item.setToolTip(state.said)
            self._model.appendRow(item)
        self._list.setCurrentIndex(self._model.index(0, 0))
        self.resize(*_SIZE)
        corner = self._window.mapToGlobal(self._window.rect().topRight())
        self.move(corner.x() - _SIZE[0] - 120, corner.y() + 46)
        self.show()
        self._list.setFocus()

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
