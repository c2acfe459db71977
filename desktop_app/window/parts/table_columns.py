"""Which columns of a table are seen, in which order and how wide: a menu to choose them, and a text to keep them by."""

from __future__ import annotations

from functools import partial

import msgspec
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from desktop_app.window.parts.record_table import RecordTable


class _Column(msgspec.Struct, frozen=True):
    name: str
    width: int
    hidden: bool


def fill_column_menu(menu: QMenu, table: RecordTable, *, fixed: tuple[int, ...] = (0,)) -> None:
    """Fill a menu with a line to tick for each column; ``fixed`` columns are always seen and not offered."""
    menu.clear()
    for column in range(table.model().columnCount()):
        if column in fixed:
            continue
        action = QAction(table.head_text(column), menu)
        menu.addAction(action)
        action.setCheckable(True)
        action.setChecked(not table.isColumnHidden(column))
        action.toggled.connect(partial(_show, table, column))


def _show(table: RecordTable, column: int, shown: bool) -> None:
    table.setColumnHidden(column, not shown)


def columns_text(table: RecordTable, names: tuple[str, ...]) -> str:
    """Return order, widths and what is hidden as a text; ``names`` are the columns' own, whatever the language."""
    head = table.horizontalHeader()
    order = [head.logicalIndex(at) for at in range(min(head.count(), len(names)))]
    kept = [
        _Column(names[column], head.sectionSize(column), head.isSectionHidden(column))
        for column in order
        if column < len(names)
    ]
    return msgspec.json.encode(kept).decode()


def restore_columns(table: RecordTable, names: tuple[str, ...], text: str) -> bool:
    """Take up what ``columns_text`` returned; columns it does not know stay as they are. False where it is damaged."""
    try:
        kept = msgspec.json.decode(text, type=list[_Column])
    except msgspec.DecodeError:
        return False
    head = table.horizontalHeader()
    known = [each for each in kept if each.name in names]
    for at, each in enumerate(known):
        column = names.index(each.name)
        head.moveSection(head.visualIndex(column), at)
        if each.width > 0 and not each.hidden:
            table.setColumnWidth(column, each.width)
        table.setColumnHidden(column, each.hidden)
    return True


def offer_columns(table: RecordTable, *, fixed: tuple[int, ...] = (0,)) -> None:
    """Offer the same menu on a right click on the table's head."""
    head = table.horizontalHeader()
    head.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    head.customContextMenuRequested.connect(partial(_pop_up, table, QMenu(head), fixed))


def _pop_up(table: RecordTable, menu: QMenu, fixed: tuple[int, ...], spot: QPoint) -> None:
    fill_column_menu(menu, table, fixed=fixed)
    menu.popup(table.horizontalHeader().mapToGlobal(spot))
