"""A table of records that works like a spreadsheet: one row height, typing replaces, Enter down, Tab right, copy and paste.

The model returns the records of ``cells`` for CELL_ROLE. Texts for copying come from the DisplayRole.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from PySide6.QtCore import QAbstractItemModel, QEvent, QItemSelectionModel, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QHelpEvent,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QToolTip, QWidget

from desktop_app.window.look.paint import colour, pen
from desktop_app.window.look.worn import current_look
from desktop_app.window.parts.cell_delegate import CellDelegate, Index
from desktop_app.window.parts.cells import CELL_ROLE, GroupCell
from desktop_app.window.parts.column_room import cut_text
from desktop_app.window.parts.record_head import RecordHead
from desktop_app.window.parts.table_selection import cells_of, copied, take_whole_rows
from desktop_app.window.parts.table_text import from_table_text
from desktop_app.window.parts.text_drop import TextDrop

RowHeight = Literal["row", "row_compact", "row_two_line", "row_tall"]
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_TABS = (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
_CHEVRON_END = 34  # pixels from the left edge that fold a group when clicked
_MARGIN_END = 14  # and those that take the whole row, where cells are selected


class RecordTable(QTableView):
    """The view; what to do about the keys that change a plan is told by signals.

    ``pasted`` brings the rows of the clipboard, or of a text dropped on the table, at the current cell, ``deleted`` the selected rows, ``cleared``
    the selected cells (row, column) where those are not whole rows, ``group_toggled`` the row of a group's head that is to be folded or unfolded,
    ``dropped`` a typed text that was not understood and what to write instead, when the edit ends. ``edit_ended`` comes
    when an editor is gone and the cell after it is the current one.
    """

    pasted = Signal(object)
    deleted = Signal(object)
    cleared = Signal(object)
    group_toggled = Signal(int)
    current_moved = Signal(int, int)
    dropped = Signal(str, str)
    edit_ended = Signal()

    def __init__(
        self,
        *,
        row: RowHeight = "row",
        head: Literal["table_head", "row_tall"] = "table_head",
        whole_rows: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._hovered = -1
        self._ground_clears = False
        self._composing = False
        self._flashed: frozenset[tuple[int, int]] = frozenset()
        self._flash_timer = QTimer(self, singleShot=True)
        self._flash_timer.timeout.connect(self._end_flash)
        height = current_look().height[row]
        self._delegate = CellDelegate(height, self)
        self._delegate.left.connect(self._after_edit)
        self._delegate.dropped.connect(self.dropped)
        self._ending = QTimer(self, singleShot=True, interval=0)
        self._ending.timeout.connect(self.edit_ended)
        self._delegate.closeEditor.connect(self._ending.start)
        self.setItemDelegate(self._delegate)
        self.setHorizontalHeader(RecordHead(current_look().height[head], self))
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self._set_rows(height)
        TextDrop(self)
        behaviour = QAbstractItemView.SelectionBehavior
        self.setSelectionBehavior(behaviour.SelectRows if whole_rows else behaviour.SelectItems)
        self._delegate.marks_cells = not whole_rows
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(triggers.AnyKeyPressed | triggers.EditKeyPressed | triggers.DoubleClicked)
        self._set_manners()

    def _set_rows(self, height: int) -> None:
        side = self.verticalHeader()
        side.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        side.setMinimumSectionSize(height)
        side.setDefaultSectionSize(height)
        side.hide()

    def _set_manners(self) -> None:
        self.setWordWrap(False)
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(True)  # Qt hands Tab to keyPressEvent first; ignored there, it leaves the table
        self.setMouseTracking(True)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalScrollBar().setSingleStep(self.verticalHeader().defaultSectionSize())
        self.horizontalScrollBar().setSingleStep(24)

    # ------------------------------------------------------------------------------------------------ for callers
    def set_language(self, language: str) -> None:
        """Say echoes in cells in another language."""
        self._delegate.language = language

    def clear_on_ground(self) -> None:
        """Let a click below the rows leave no current cell, so that pasting there means new rows."""
        self._ground_clears = True

    @property
    def is_editing(self) -> bool:
        """Tell whether a cell is being edited."""
        return self.state() == QAbstractItemView.State.EditingState

    def end_edit(self) -> None:
        """Take what is being typed, as a click elsewhere does; what is not understood stays open."""
        editor = self.indexWidget(self.currentIndex())
        if self.is_editing and editor is not None:
            self._delegate.finish(editor)

    def set_sortable(self) -> None:
        """Let a click on a head sort through the model; nothing is sorted until then."""
        head = self.horizontalHeader()
        head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)  # else Qt sorts by the first column, downwards, at once
        self.setSortingEnabled(True)
        head.setSortIndicatorClearable(True)

    def turn_order(self, column: int) -> None:
        """Do what a click on a head does: upwards, downwards, not sorted."""
        head = self.horizontalHeader()
        up = Qt.SortOrder.AscendingOrder
        if head.sortIndicatorSection() != column:
            head.setSortIndicator(column, up)
        elif head.sortIndicatorOrder() == up:
            head.setSortIndicator(column, Qt.SortOrder.DescendingOrder)
        else:
            head.setSortIndicator(-1, up)

    def head_text(self, column: int) -> str:
        """Return the name over a column."""
        return str(self.model().headerData(column, Qt.Orientation.Horizontal) or "")

    def flash(self, cells: Iterable[tuple[int, int]]) -> None:
        """Mark cells whose number changed for a moment."""
        self._flashed = frozenset(cells)
        self.viewport().update()
        self._flash_timer.start(current_look().motion_ms["number_changed_flash"])

    def _end_flash(self) -> None:
        self._flashed = frozenset()
        self.viewport().update()

    def selected_rows(self) -> tuple[int, ...]:
        """Return the rows that are selected, from the top."""
        return tuple(sorted({index.row() for index in self.selectedIndexes()}))

    def go_to(self, row: int, column: int | None = None) -> None:
        """Make a cell the current one, select it and bring it into sight."""
        index = self.model().index(row, self._first_column() if column is None else column)
        if index.isValid():  # not setCurrentIndex: that looks at the keyboard, and Ctrl is still down after Ctrl+V
            self.selectionModel().setCurrentIndex(index, self._one())
            self.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)

    def _one(self) -> QItemSelectionModel.SelectionFlag:
        flags = QItemSelectionModel.SelectionFlag
        return flags.ClearAndSelect | flags.Rows if self._by_rows() else flags.ClearAndSelect

    def _by_rows(self) -> bool:
        return self.selectionBehavior() == QAbstractItemView.SelectionBehavior.SelectRows

    def selected_cells(self) -> tuple[tuple[int, int], ...]:
        """Return the cells in sight that are selected, row by row."""
        return cells_of(self, self._visible_columns())

    def has_whole_rows(self) -> bool:
        """Tell whether what is selected are whole rows, as far as columns are in sight."""
        whole = len(self.selected_rows()) * len(self._visible_columns())
        return self._by_rows() or len(self.selected_cells()) == whole

    def is_group(self, row: int) -> bool:
        """Tell whether a row is the head of a group."""
        return isinstance(self.model().index(row, 0).data(CELL_ROLE), GroupCell)

    def copied_text(self, *, heads: bool = True) -> str:
        """Return what copying puts on the clipboard: the selected cells in the order seen, their heads above."""
        return copied(self, self._visible_columns(), heads=heads)

    # ------------------------------------------------------------------------------------------------ keys
    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Pass a composition on to the cell it opens; Qt leaves the focus here until it is complete."""
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keep keys that belong to a composition from becoming shortcuts of the window."""
        if self._composing and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Answer the keys of a spreadsheet; typing goes on to the editor."""
        if self._composing:
            event.accept()
        elif event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.copied_text())
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.pasted.emit(from_table_text(QGuiApplication.clipboard().text()))
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._delete(event)
        elif event.key() == Qt.Key.Key_Space and event.modifiers() == Qt.KeyboardModifier.ShiftModifier:
            take_whole_rows(self)
        elif not self._navigate(event):
            super().keyPressEvent(event)

    def _delete(self, event: QKeyEvent) -> None:
        """Empty the cells that are selected; whole rows, and with Ctrl those the selection touches, are to go."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier or self.has_whole_rows():
            self.deleted.emit(self.selected_rows())
        else:
            self.cleared.emit(self.selected_cells())

    def _navigate(self, event: QKeyEvent) -> bool:
        """Move or fold; return False where the key means something else."""
        key = event.key()
        row = self.currentIndex().row()
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if key == Qt.Key.Key_Escape or control and key in _TABS:
            return False
        if row >= 0 and self.is_group(row) and self._fold(row, key):
            return True
        if key in _ENTER and not control:
            shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._move_down(-1 if shift else 1)
            return True
        if key in _TABS:
            event.setAccepted(self._move_right(-1 if key == Qt.Key.Key_Backtab else 1))
            return True
        return False

    def _fold(self, row: int, key: int) -> bool:
        cell = self.model().index(row, 0).data(CELL_ROLE)
        wanted = {Qt.Key.Key_Left: True, Qt.Key.Key_Right: False}.get(Qt.Key(key))
        if key in (*_ENTER, Qt.Key.Key_Space) or wanted is not None and wanted == cell.open:
            self.group_toggled.emit(row)
            return True
        return False

    def _after_edit(self, key: int) -> None:
        """An edit ended by Enter or Tab: go on as in a sheet, the focus back in the table."""
        self.setFocus()
        if key in _ENTER:
            self._move_down(1)
        else:
            self._move_right(-1 if key == Qt.Key.Key_Backtab else 1)

    def _move_down(self, step: int) -> None:
        index = self.currentIndex()
        rows = range(index.row() + step, self.model().rowCount() if step > 0 else -1, step)
        row = next((one for one in rows if not self.is_group(one)), -1)  # Enter on a heading would fold it
        if row >= 0:
            self.go_to(row, index.column())

    def _move_right(self, step: int) -> bool:
        """Go to the next cell, to the next record's first at the end; False (the focus leaves) after the last one."""
        columns = self._visible_columns()
        index = self.currentIndex()
        if not index.isValid() or index.column() not in columns:
            return False
        at = columns.index(index.column()) + step
        row = index.row()
        if not 0 <= at < len(columns) or self.is_group(row):
            row += step
            at = 0 if step > 0 else len(columns) - 1
            while 0 <= row < self.model().rowCount() and self.is_group(row):
                row += step
        if not 0 <= row < self.model().rowCount():
            return False
        self.go_to(row, columns[at])
        return True

    def _visible_columns(self) -> list[int]:
        head = self.horizontalHeader()
        order = (head.logicalIndex(at) for at in range(head.count()))
        return [column for column in order if not head.isSectionHidden(column)]

    def _first_column(self) -> int:
        return next(iter(self._visible_columns()), 0)

    # ------------------------------------------------------------------------------------------------ mouse, painting
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click on a group's chevron folds it."""
        spot = event.position().toPoint()
        row = self.rowAt(spot.y())
        if event.button() == Qt.MouseButton.LeftButton and row >= 0 and spot.x() < _CHEVRON_END and self.is_group(row):
            self.go_to(row)
            self.group_toggled.emit(row)
            return
        super().mousePressEvent(event)
        if row >= 0 and spot.x() < _MARGIN_END and not self._by_rows():
            take_whole_rows(self)
        if row < 0 and self._ground_clears:
            self.selectionModel().clear()
            self.viewport().update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the row under the mouse."""
        super().mouseMoveEvent(event)
        self._hover(self.rowAt(event.position().toPoint().y()))

    def viewportEvent(self, event: QEvent) -> bool:
        """Forget the row under the mouse when that leaves; show the whole text of a cut cell as its tip."""
        if event.type() in (QEvent.Type.Leave, QEvent.Type.Wheel):
            self._hover(-1)
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            text = cut_text(self, self.indexAt(event.pos()))
            if text:
                QToolTip.showText(event.globalPos(), text, self)
                return True
        return super().viewportEvent(event)

    def _hover(self, row: int) -> None:
        if row != self._hovered:
            for each in (self._hovered, row):
                if each >= 0:
                    self.viewport().update(self._row_area(each))
            self._hovered = row

    def _row_area(self, row: int) -> QRect:
        return QRect(0, self.rowViewportPosition(row), self.viewport().width(), self.rowHeight(row))

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Tell of the new current cell, and repaint both frames."""
        super().currentChanged(current, previous)
        for index in (current, previous):
            if index.isValid():
                self.viewport().update(self._row_area(index.row()))
        self.current_moved.emit(current.row(), current.column())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint grounds of rows, then the cells, then lines and the frame of the current cell."""
        area = event.rect()
        rows = self._rows_in(area)
        current = -1 if self._by_rows() else self.currentIndex().row()
        painter = QPainter(self.viewport())
        for row in rows:
            if self.is_group(row):
                painter.fillRect(self._row_area(row), colour("group"))
            elif row == current:
                painter.fillRect(self._row_area(row), colour("selected"))
            elif row == self._hovered:
                painter.fillRect(self._row_area(row), colour("hover"))
        for row, column in self._flashed:
            painter.fillRect(self.visualRect(self.model().index(row, column)), colour("selected_strong"))
        painter.end()
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setPen(pen("grid"))
        for row in rows:
            bottom = self._row_area(row).bottom()
            painter.drawLine(QPoint(0, bottom), QPoint(self.viewport().width(), bottom))
        self._paint_frame(painter)
        painter.end()

    def _rows_in(self, area: QRect) -> range:
        if self.model() is None or not self.model().rowCount():
            return range(0)
        first, last = self.rowAt(area.top()), self.rowAt(area.bottom())
        return range(max(first, 0), (last if last >= 0 else self.model().rowCount() - 1) + 1)

    def _paint_frame(self, painter: QPainter) -> None:
        index = self.currentIndex()
        if not index.isValid() or not self.hasFocus():
            return
        frame = self._row_area(index.row()) if self.is_group(index.row()) else self.visualRect(index)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen("focus", 2.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(frame.toRectF().adjusted(1, 1, -1, -1), 2, 2)

    def setModel(self, model: QAbstractItemModel | None) -> None:
        """Show a model; group heads lie across the columns they need by themselves."""
        super().setModel(model)
        self._hovered = -1

    def keep_current(self, row: int, column: int) -> None:
        """Put the frame back after a reset, without scrolling."""
        if (index := self.model().index(row, column)).isValid():
            self.selectionModel().setCurrentIndex(index, self._one())
