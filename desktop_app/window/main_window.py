"""The main window: a line of text and one table."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QLabel, QMainWindow, QTableView, QVBoxLayout, QWidget

from desktop_app.window.content import Table, Texts
from desktop_app.window.table_model import TableModel

_ROWS_LOOKED_AT_FOR_WIDTH = 50
_WIDEST_COLUMN = 620  # pixels
_AIR = 24  # pixels


class MainWindow(QMainWindow):
    """Shows a heading and a table; tells when it was painted for the first time."""

    painted = Signal()

    def __init__(self, texts: Texts) -> None:
        super().__init__()
        self._was_painted = False
        self._heading = QLabel()
        self._heading.setObjectName("heading")
        self._heading.setWordWrap(True)
        self._model = TableModel(self)
        self._view = QTableView()
        self._view.setObjectName("table")
        self._view.setModel(self._model)
        self._set_up_view()
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.addWidget(self._heading)
        layout.addWidget(self._view)
        self.setCentralWidget(body)
        self.show_texts(texts)

    def _set_up_view(self) -> None:
        self._view.setAlternatingRowColors(True)
        self._view.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self._view.setWordWrap(False)
        self._view.verticalHeader().setVisible(False)
        self._view.horizontalHeader().setResizeContentsPrecision(_ROWS_LOOKED_AT_FOR_WIDTH)

    def show_texts(self, texts: Texts) -> None:
        """Show the window's own texts, in whatever language they are."""
        self.setWindowTitle(texts.title)
        self._heading.setText(texts.heading)
        self._view.setAccessibleName(texts.table_name)

    def show_fault(self, text: str) -> None:
        """Say in place of the heading what went wrong and what to do about it."""
        self._heading.setText(text)

    def show_table(self, table: Table) -> None:
        """Show ``table``, its columns as wide as their texts, within reason."""
        self._model.show_table(table)
        self._view.resizeColumnsToContents()
        for column in range(len(table.headings) - 1):
            self._view.setColumnWidth(column, min(self._view.columnWidth(column) + _AIR, _WIDEST_COLUMN))
        self._view.horizontalHeader().setStretchLastSection(True)

    def event(self, event: QEvent) -> bool:
        """Pass every event on, and tell of the first paint."""
        handled = super().event(event)
        if event.type() == QEvent.Type.Paint and not self._was_painted:
            self._was_painted = True
            self.painted.emit()
        return handled
