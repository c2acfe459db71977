"""Paints the cells of a table from prepared records, and edits them as a spreadsheet does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemDelegate, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop_app.window.look.paint import colour
from desktop_app.window.parts.cell_painting import paint_cell
from desktop_app.window.parts.cells import CELL_ROLE, CHOICES_ROLE, READER_ROLE

if TYPE_CHECKING:
    from desktop_app.window.parts.cell_edit import CellEdit

Index = QModelIndex | QPersistentModelIndex
PAD = 8
EDGE_PAD = 16
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_TABS = (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)


class CellDelegate(QStyledItemDelegate):
    """Paints what ``CELL_ROLE`` holds; a cell without it is painted as Qt does. ``left`` tells the key that ended an edit.

    ``dropped`` brings a text that was not understood, and what to write instead, as its editor goes.
    """

    left = Signal(int)
    dropped = Signal(str, str)

    def __init__(self, row_height: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._size = QSize(64, row_height)
        self.marks_cells = False  # cells are selected, in a row that is tinted by the table
        self.language = "zh"

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the same for every cell: rows are of one height."""
        return self._size

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one cell."""
        cell = index.data(CELL_ROLE)
        if cell is None:
            super().paint(painter, option, index)
            return
        rect = option.rect
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, colour("selected_strong" if self.marks_cells else "selected"))
        left = EDGE_PAD if rect.left() <= 0 and index.column() == 0 else PAD
        area = QRectF(rect.left() + left, rect.top(), rect.width() - left - PAD, rect.height())
        dpr = painter.device().devicePixelRatioF()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_cell(painter, area, cell, dpr)

    # ------------------------------------------------------------------------------------------------ editing
    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """Make a drop-down where there are choices, else a field that reads what is typed."""
        from desktop_app.window.parts.cell_edit import CellChoice, CellEdit  # with them comes the entry parser
        from desktop_app.window.parts.reading import text_reader

        choices = index.data(CHOICES_ROLE)
        editor: QWidget
        if choices:
            box = CellChoice(choices, parent)
            box.chosen.connect(self._take_choice)
            editor = box
        else:
            reader = index.data(READER_ROLE) or text_reader()
            editor = CellEdit(reader, self.language, right=self._is_right(index), parent=parent)
        editor.setAccessibleName(str(index.model().headerData(index.column(), Qt.Orientation.Horizontal) or ""))
        return editor

    def _is_right(self, index: Index) -> bool:
        return bool(getattr(index.data(CELL_ROLE), "right", False))

    def _take_choice(self, _key: str) -> None:
        box = self.sender()
        if isinstance(box, QWidget):
            self.finish(box)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Fill the editor with what the cell holds."""
        from desktop_app.window.parts.cell_edit import CellChoice, CellEdit

        value = index.data(Qt.ItemDataRole.EditRole)
        if isinstance(editor, CellChoice):
            editor.show_key(str(value or ""))
        elif isinstance(editor, CellEdit) and not editor.isModified():
            editor.start("" if value is None else str(value))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Hand over what was understood; nothing where it was not, or nothing was changed."""
        from desktop_app.window.parts.cell_edit import CellChoice, CellEdit

        if isinstance(editor, CellChoice):
            if editor.key and editor.key != str(index.data(Qt.ItemDataRole.EditRole) or ""):
                model.setData(index, editor.key, Qt.ItemDataRole.EditRole)
        elif isinstance(editor, CellEdit) and editor.changed and editor.understood is not None:
            model.setData(index, editor.understood.value, Qt.ItemDataRole.EditRole)
        elif isinstance(editor, CellEdit) and editor.rejected:
            self.dropped.emit(editor.text(), editor.echo)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        """Lay the editor over its cell."""
        rect: Any = option.rect
        editor.setGeometry(rect)

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        """Enter, Tab and Esc end an edit as in a sheet; what is not understood stays open until Esc."""
        from desktop_app.window.parts.cell_edit import CellEdit

        if isinstance(editor, CellEdit):
            if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
                return self._key(editor, event) or super().eventFilter(editor, event)
            if event.type() == QEvent.Type.FocusOut and editor.rejected:
                editor.say_again()
                return False
        return super().eventFilter(editor, event)

    def finish(self, editor: QWidget) -> None:
        """Take what stands in an editor and close it; what is not understood stays open and says so."""
        from desktop_app.window.parts.cell_edit import CellEdit

        if isinstance(editor, CellEdit) and editor.rejected:
            editor.say_again()
            return
        self.commitData.emit(editor)
        self.closeEditor.emit(editor, QAbstractItemDelegate.EndEditHint.NoHint)

    def _key(self, editor: CellEdit, event: QKeyEvent) -> bool:
        if editor.composing:
            return event.key() in (*_ENTER, *_TABS, Qt.Key.Key_Escape)
        if event.key() not in (*_ENTER, *_TABS):
            return False
        if editor.rejected:
            editor.say_again()
            return True
        back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        key = Qt.Key.Key_Backtab if event.key() == Qt.Key.Key_Tab and back else event.key()
        self.finish(editor)
        self.left.emit(int(key))
        return True
