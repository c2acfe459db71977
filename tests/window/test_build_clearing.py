"""Delete in the lines table as in a spreadsheet: cells are emptied, a block in one step; lines go only where whole lines are meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtWidgets import QApplication

from desktop_app.services.clearing import cleared
from planner.plan.document import Alternative
from tests.window.test_build_place import line, model, open_editor, paste, shown, table

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def go(window: MainWindow, row_id: str, column: str) -> None:
    view, rows = table(window), model(window)
    view.go_to(rows.row_of(row_id), rows.column_of(column))
    view.setFocus()


def select(window: MainWindow, row_ids: tuple[str, ...], columns: tuple[str, ...]) -> None:
    view, rows = table(window), model(window)
    go(window, row_ids[0], columns[0])
    for row_id in row_ids:
        for column in columns:
            index = rows.index(rows.row_of(row_id), rows.column_of(column))
            view.selectionModel().select(index, QItemSelectionModel.SelectionFlag.Select)


def test_delete_on_a_price_takes_the_price_and_leaves_the_line(qtbot: QtBot, window: MainWindow) -> None:
    plan = window.bench.plan
    go(window, "ws", "price")
    qtbot.keyClick(table(window), Qt.Key.Key_Delete)
    price = line(window, "ws").price
    assert (price.low, price.chosen, price.high) == (None, None, None)
    assert shown(window, "ws", "price") == "Unknown"
    assert len(window.bench.alternative.lines) == len(plan.alternatives[0].lines)
    assert window.bench.step_text("undo") == (
        "Change Workstation with four accelerators Unit price from 150,000 to nothing"
    )
    window.bench.undo()
    assert window.bench.plan == plan


def test_a_block_of_prices_and_feeds_is_emptied_in_one_step(qtbot: QtBot, window: MainWindow) -> None:
    plan = window.bench.plan
    select(window, ("ws", "nas", "ups"), ("quantity", "price", "feed"))
    qtbot.keyClick(table(window), Qt.Key.Key_Delete)
    assert all(line(window, name).price.chosen is None for name in ("ws", "nas", "ups"))
    assert line(window, "ws").quantity == 1
    assert not [link for link in window.bench.alternative.connections if link.line in ("ws", "nas", "ups")]
    assert "quantity of at least 1" in window.notice_bar.accessibleName()
    assert "Ctrl+Delete" in window.notice_bar.accessibleName()
    window.bench.undo()
    assert window.bench.plan == plan


def test_what_has_to_stand_says_so_and_nothing_changes(qtbot: QtBot, window: MainWindow) -> None:
    plan = window.bench.plan
    for column, said in (("name", "needs a name"), ("quantity", "at least 1"), ("subtotal", "follows from them")):
        go(window, "ws", column)
        qtbot.keyClick(table(window), Qt.Key.Key_Delete)
        assert window.bench.plan is plan
        assert said in window.notice_bar.accessibleName(), column


def test_an_emptied_range_leaves_the_price_that_was_chosen(qtbot: QtBot, window: MainWindow) -> None:
    go(window, "ws", "range")
    qtbot.keyClick(table(window), Qt.Key.Key_Backspace)
    price = line(window, "ws").price
    assert str(price.low) == str(price.chosen) == str(price.high) == "150000"


def test_an_emptied_editor_is_the_same_as_delete(qtbot: QtBot, window: MainWindow) -> None:
    go(window, "ws", "price")
    qtbot.keyClick(table(window), Qt.Key.Key_F2)
    editor = open_editor(table(window))
    editor.selectAll()
    qtbot.keyClick(editor, Qt.Key.Key_Backspace)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert line(window, "ws").price.chosen is None


def test_whole_lines_go_by_delete(qtbot: QtBot, window: MainWindow) -> None:
    plan = window.bench.plan
    go(window, "nas", "price")
    qtbot.keyClick(table(window), Qt.Key.Key_Space, SHIFT)
    qtbot.keyClick(table(window), Qt.Key.Key_Delete)
    assert all(one.id != "nas" for one in window.bench.alternative.lines)
    window.bench.undo()
    assert window.bench.plan == plan


def test_a_click_in_the_left_margin_takes_the_whole_line(qtbot: QtBot, window: MainWindow) -> None:
    view, rows = table(window), model(window)
    middle = view.visualRect(rows.index(rows.row_of("nas"), 0)).center().y()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(6, middle))
    assert view.has_whole_rows()
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    assert all(one.id != "nas" for one in window.bench.alternative.lines)


def test_one_cell_is_copied_without_its_head_and_a_block_can_be_pasted_back(qtbot: QtBot, window: MainWindow) -> None:
    go(window, "ws", "price")
    qtbot.keyClick(table(window), Qt.Key.Key_C, CONTROL)
    assert QApplication.clipboard().text() == "150000"
    select(window, ("ws", "nas"), ("quantity", "price"))
    qtbot.keyClick(table(window), Qt.Key.Key_C, CONTROL)
    block = QApplication.clipboard().text()
    assert block.split("\n") == ["Qty\tUnit price yuan", "1\t150000", "1\t30000"]
    go(window, "nas", "quantity")
    paste(qtbot, window, block)
    assert line(window, "nas").price.chosen == 150000
    assert line(window, "ups").price.chosen == 30000


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_the_menu_names_the_keys(window: MainWindow) -> None:
    go(window, "ws", "price")
    view = table(window)
    view.customContextMenuRequested.emit(QPoint(200, 60))
    menu = QApplication.activePopupWidget()
    assert menu is not None
    said = [action.text() for action in menu.actions()]
    menu.close()
    assert "Empty the cells\tDel" in said
    assert "Remove the lines\tCtrl+Del" in said


def test_nothing_to_take_away_is_no_step() -> None:
    from planner.messages import Labelled

    empty = Alternative(id="A", title=Labelled(zh="甲", en="A"))
    assert cleared(empty, [("gone", "price")]).edit is None
