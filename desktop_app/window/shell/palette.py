"""The palette (Ctrl+K): type to find a command, a place, a part of the plan, a number or a catalog row, and go there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from desktop_app.services.palette import Hit, find, kind_word
from desktop_app.window.look.fonts import text_font
from desktop_app.window.look.icons import pixmap
from desktop_app.window.look.paint import colour
from desktop_app.window.parts.labels import label
from desktop_app.window.places.registry import PLACES
from desktop_app.window.shell.actions import COMMANDS
from desktop_app.window.wording import Wording
from planner.messages import Message, msg, render

if TYPE_CHECKING:
    from desktop_app.window.main_window import MainWindow
    from desktop_app.window.workbench import Workbench

_HIT = int(Qt.ItemDataRole.UserRole) + 1
_ROW = 32
_WIDTH = 560
_ROWS = 11
_WAIT_MS = 60  # after the last key, before the catalog is asked


_OTHERWISE = msg(
    "palette.otherwise",
    "Try another word: a command (survey, wiring, export), a place, a machine, a model, or its pinyin.",
)


def _both(said: Message) -> str:
    """Return a title in both languages: people look for it by either."""
    return f"{render(said, 'zh')} {render(said, 'en')}"


def _nothing_found() -> tuple[QLabel, QLabel, QWidget]:
    """Return the words for a search without hits, what else to try, and the part that holds both."""
    nothing, hint, held = label(bold=True, wrap=True), label(size="caption", tone="text2", wrap=True), QWidget()
    nothing.setObjectName("palette-nothing")
    words = QVBoxLayout(held)
    words.addWidget(nothing)
    words.addWidget(hint)
    words.addStretch(1)
    held.hide()
    return nothing, hint, held


class _HitDelegate(QStyledItemDelegate):
    """Paints icon, title, detail and kind of a hit."""

    def __init__(self, parent: QObject, bench: Workbench) -> None:
        super().__init__(parent)
        self._bench = bench

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:  # type: ignore[override]
        """Paint one hit."""
        hit: Hit = index.data(_HIT)
        area = QRectF(option.rect)
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, colour("selected"))
        middle = area.center().y()
        if hit.icon:
            painter.drawPixmap(
                QPointF(area.left() + 12, middle - 8),
                pixmap(hit.icon, "text2", 16, painter.device().devicePixelRatioF()),
            )
        left = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setFont(text_font("body"))
        painter.setPen(colour("text"))
        room = area.adjusted(40, 0, -150, 0)
        title = painter.fontMetrics().elidedText(hit.title, Qt.TextElideMode.ElideRight, round(room.width()))
        painter.drawText(room, left, title)
        width = painter.fontMetrics().horizontalAdvance(title)
        painter.setFont(text_font("caption"))
        painter.setPen(colour("text3"))
        rest = room.adjusted(width + 10, 0, 0, 0)
        painter.drawText(
            rest, left, painter.fontMetrics().elidedText(hit.detail, Qt.TextElideMode.ElideRight, round(rest.width()))
        )
        right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(area.adjusted(0, 0, -14, 0), right, kind_word(hit.kind, self._bench.language))
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:  # type: ignore[override]
        """Return the height of a hit."""
        return QSize(200, _ROW)


class Palette(QFrame):
    """A field over a list of hits; Enter goes to the one marked, Escape leaves."""

    def __init__(self, bench: Workbench, window: MainWindow) -> None:
        super().__init__(window, Qt.WindowType.Popup)
        self.setObjectName("palette")
        self.setProperty("part", "float")
        self._bench = bench
        self._window = window
        self._composing = False
        self._field = QLineEdit()
        self._field.setObjectName("palette-field")
        wording = Wording(bench, self)
        wording.put(
            self._field.setPlaceholderText,
            msg("palette.hint", "Type a command, place, item or number; Chinese, pinyin or English"),
        )
        wording.name(self._field, msg("top.search.name", "Search items, commands and numbers"))
        self._model = QStandardItemModel(self)
        self._list = QListView()
        self._list.setObjectName("palette-list")
        self._list.setModel(self._model)
        self._list.setUniformItemSizes(True)
        self._list.setItemDelegate(_HitDelegate(self._list, bench))
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self._list.clicked.connect(self._go_to)
        wording.put(self._list.setAccessibleName, msg("palette.list", "What was found"))
        self._nothing, self._hint, self._empty = _nothing_found()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addWidget(self._field)
        layout.addWidget(self._list)
        layout.addWidget(self._empty)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_WAIT_MS)
        self._timer.timeout.connect(self.search)
        self._field.textChanged.connect(self._wait)
        self._field.installEventFilter(self)

    def open_at_top(self) -> None:
        """Show the palette under the search field, with what can be done now."""
        self._field.clear()
        self.search()
        width = min(_WIDTH, self._window.width() - 40)
        self.resize(width, 44 + 16 + _ROW * _ROWS)
        corner = self._window.mapToGlobal(self._window.rect().topLeft())
        self.move(corner.x() + (self._window.width() - width) // 2, corner.y() + 46)
        self.show()
        self._field.setFocus()

    def _wait(self) -> None:
        self._timer.start()

    def search(self) -> None:
        """Fill the list with what matches the field."""
        self._timer.stop()
        bench = self._bench
        assessment = bench.assessment if bench.has_plan else None
        desk = bench.desk if bench.has_desk else None
        self._model.clear()
        for hit in find(self._field.text(), self._fixed(), assessment, desk, bench.language):
            item = QStandardItem(hit.title)
            item.setData(hit, _HIT)
            item.setData(f"{hit.title}, {kind_word(hit.kind, bench.language)}", Qt.ItemDataRole.AccessibleTextRole)
            self._model.appendRow(item)
        found = bool(self._model.rowCount())
        if found:
            self._list.setCurrentIndex(self._model.index(0, 0))
        query = self._field.text().strip()
        self._nothing.setText(bench.text(msg("palette.nothing", 'Nothing found for "{typed}".', typed=query)))
        self._hint.setText(bench.text(_OTHERWISE))
        self._list.setVisible(found)
        self._empty.setVisible(not found)

    def _fixed(self) -> list[Hit]:
        text, actions = self._bench.text, self._window.actions_by_name
        hits = [
            Hit(
                kind="place", title=text(one.title), icon=one.icon, name=one.name, place=one.name, also=_both(one.title)
            )
            for one in PLACES
            if self._bench.has_plan or not one.needs_plan
        ]
        for command in COMMANDS:
            action = actions[command.name]
            if action.isEnabled() and command.name != "search":
                keys = action.shortcut().toString()
                also = f"{_both(command.title)} {command.words}"
                hits.append(
                    Hit(
                        kind="command",
                        title=action.text(),
                        detail=keys,
                        icon=command.icon,
                        name=command.name,
                        also=also,
                    )
                )
        return hits

    def _go_to(self, index: QModelIndex) -> None:
        hit = index.data(_HIT)
        self.hide()
        if not isinstance(hit, Hit):
            return
        if hit.kind == "command":
            self._window.actions_by_name[hit.name].trigger()
        elif hit.kind == "plan":
            self._window.open_plan_asked.emit(hit.name)
        elif hit.figure is not None:
            self._bench.explain(hit.figure)
        else:
            self._bench.go(hit.place, hit.subject)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let arrows and Enter of the field work on the list, but not while a word is being composed."""
        if event.type() == QEvent.Type.InputMethod and isinstance(event, QInputMethodEvent):
            self._composing = bool(event.preeditString())
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and not self._composing:
            return self._key(event.key())
        return super().eventFilter(watched, event)

    def _key(self, key: int) -> bool:
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: _ROWS, Qt.Key.Key_PageUp: -_ROWS}
        if key in steps and self._model.rowCount():
            row = self._list.currentIndex().row() + steps[Qt.Key(key)]
            self._list.setCurrentIndex(self._model.index(max(0, min(self._model.rowCount() - 1, row)), 0))
            return True
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self._timer.isActive():
                self.search()
            self._go_to(self._list.currentIndex())
            return True
        return False
