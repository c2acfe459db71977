"""Text dragged from a spreadsheet and dropped on a table: it is pasted at the cell it was dropped on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QDropEvent

from desktop_app.window.parts.table_text import from_table_text

if TYPE_CHECKING:
    from desktop_app.window.parts.record_table import RecordTable


class TextDrop(QObject):
    """Watches the viewport of a table; files are left to who opens them."""

    def __init__(self, table: RecordTable) -> None:
        super().__init__(table)
        self._table = table
        table.viewport().setAcceptDrops(True)
        table.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take a drag that carries text, and paste it where it falls."""
        if not isinstance(event, QDropEvent):  # what enters and moves is one too
            return False
        if not event.mimeData().hasText() or event.mimeData().hasUrls():
            event.ignore()
            return True
        event.acceptProposedAction()
        if event.type() == QEvent.Type.Drop:
            table = self._table
            index = table.indexAt(event.position().toPoint())
            if index.isValid():
                table.go_to(index.row(), index.column())
            else:
                table.selectionModel().clear()
            table.setFocus()
            table.pasted.emit(from_table_text(event.mimeData().text()))
        return True
