"""Columns of a table: chosen in a menu, kept as a text, and left alone where that text is damaged."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QApplication, QMenu

from desktop_app.window.look.theme import apply_theme
from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.parts.table_columns import columns_text, fill_column_menu, offer_columns, restore_columns
from tests.window.test_parts_record_table import CHECK, FEED, NAME, PRICE, QUANTITY, Lines

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

NAMES = ("name", "quantity", "price", "feed", "check")


@pytest.fixture
def table(qapp: QApplication, qtbot: QtBot) -> RecordTable:
    apply_theme(qapp, "light")
    return table_of(qtbot)


def table_of(qtbot: QtBot) -> RecordTable:
    made = RecordTable()
    model = Lines()
    model.setParent(made)
    made.setModel(model)
    qtbot.addWidget(made)
    return made


def test_menu_hides_and_shows_columns(table: RecordTable) -> None:
    menu = QMenu(table)
    fill_column_menu(menu, table)
    assert [action.text() for action in menu.actions()] == ["数量", "单价", "接入", "检查"]
    menu.actions()[1].trigger()
    assert table.isColumnHidden(PRICE)
    fill_column_menu(menu, table)
    assert [action.isChecked() for action in menu.actions()] == [True, False, True, True]
    menu.actions()[1].trigger()
    assert not table.isColumnHidden(PRICE)


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # said where a menu opens off screen
def test_menu_is_offered_on_the_head(table: RecordTable) -> None:
    offer_columns(table)
    head = table.horizontalHeader()
    table.show()
    head.customContextMenuRequested.emit(head.rect().center())
    menus = head.findChildren(QMenu)
    assert [len(menu.actions()) for menu in menus] == [4]
    menus[0].close()


def test_columns_are_kept_as_a_text_by_their_own_names(table: RecordTable, qtbot: QtBot) -> None:
    table.horizontalHeader().moveSection(CHECK, 1)
    table.setColumnWidth(PRICE, 133)
    table.setColumnHidden(FEED, True)
    kept = columns_text(table, NAMES)
    other = table_of(qtbot)
    assert restore_columns(other, NAMES, kept)
    head = other.horizontalHeader()
    assert [head.logicalIndex(at) for at in range(5)] == [NAME, CHECK, QUANTITY, PRICE, FEED]
    assert other.columnWidth(PRICE) == 133
    assert other.isColumnHidden(FEED)
    fewer = table_of(qtbot)
    assert restore_columns(fewer, ("name", "price"), kept)  # columns that are gone are passed over


@pytest.mark.parametrize("text", ["", "nothing", "[1]", '[{"name": "price"}]'])
def test_damaged_columns_are_left_alone(table: RecordTable, text: str) -> None:
    before = columns_text(table, NAMES)
    assert not restore_columns(table, NAMES, text)
    assert columns_text(table, NAMES) == before
