"""The place Build, driven as a person would: type into cells, paste from a sheet, add from the catalog, fold, filter."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QWidget

from desktop_app.window.main_window import MainWindow
from desktop_app.window.models.record_model import RecordModel
from desktop_app.window.parts.cells import CELL_ROLE, StatusCell, TextCell
from desktop_app.window.parts.record_table import RecordTable
from planner.plan.document import Line
from planner.plan.edits import SetValue

if TYPE_CHECKING:
    from pytestqt.modeltest import ModelTester
    from pytestqt.qtbot import QtBot

    from tests.window.conftest import MakeWindow


def table(window: MainWindow) -> RecordTable:
    found = window.findChild(RecordTable, "build-table")
    assert isinstance(found, RecordTable)
    return found


def model(window: MainWindow) -> RecordModel:
    found = table(window).model()
    assert isinstance(found, RecordModel)
    return found


def line(window: MainWindow, name: str) -> Line:
    return next(one for one in window.bench.alternative.lines if one.id == name)


def open_editor(view: RecordTable) -> QLineEdit:
    return next(one for one in view.findChildren(QLineEdit) if one.isVisible())


def type_into(qtbot: QtBot, window: MainWindow, row_id: str, column: str, text: str) -> QLineEdit | None:
    """Go to a cell and type; return the editor where it is still open."""
    view, rows = table(window), model(window)
    view.setFocus()
    view.go_to(rows.row_of(row_id), rows.column_of(column))
    if text.isascii():
        qtbot.keyClicks(view, text[:1])  # typing replaces what stands there
        editor = open_editor(view)
        assert editor.text() == text[:1]
        qtbot.keyClicks(editor, text[1:])
    else:  # what an input method commits
        qtbot.keyClick(view, Qt.Key.Key_F2)
        editor = open_editor(view)
        editor.selectAll()
        typed = QInputMethodEvent("", [])
        typed.setCommitString(text)
        QApplication.sendEvent(editor, typed)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    return editor if editor.isVisible() else None


def shown(window: MainWindow, row_id: str, column: str) -> str:
    rows = model(window)
    cell = rows.index(rows.row_of(row_id), rows.column_of(column)).data(CELL_ROLE)
    assert isinstance(cell, TextCell | StatusCell)
    return cell.text if isinstance(cell, TextCell) else cell.word


def test_model_is_sound(window: MainWindow, qtmodeltester: ModelTester) -> None:
    window.show_place("build")
    qtmodeltester.check(model(window))


def test_a_quantity_moves_sums_strip_and_findings_at_once(qtbot: QtBot, window: MainWindow) -> None:
    assert shown(window, "ws", "subtotal") == "150,000"
    type_into(qtbot, window, "ws", "quantity", "2")
    assert line(window, "ws").quantity == 2
    assert shown(window, "ws", "subtotal") == "300,000"
    # 264,000 + 150,000 = 414,000; 5 % contingency makes 434,700
    total = window.findChild(QWidget, "sum-planned")
    assert total is not None
    assert total.accessibleName().endswith("434,700")
    strip = window.findChild(QWidget, "strip-money")
    assert strip is not None
    assert "434.7" in strip.accessibleName()
    assert "over the limit" in strip.accessibleName()


def test_sums_of_the_foot_add_up_as_they_are_shown(window: MainWindow) -> None:
    # 264,000.50 with 13,200.03 of contingency are 277,200.53: rounded one by one 264,001 + 13,200 would be right only
    # where the contingency is what the total leaves
    window.show_place("build")
    path = f"alternatives/{window.bench.alternative.id}/lines/ws/price/chosen"
    assert window.bench.attempt(SetValue(path=path, value="150000.50")) is None
    shown_: dict[str, int] = {}
    for key in ("chosen", "contingency", "planned"):
        made = window.findChild(QWidget, f"sum-{key}")
        assert made is not None
        shown_[key] = int(made.accessibleName().split()[-1].replace(",", ""))
    assert shown_ == {"chosen": 264001, "contingency": 13200, "planned": 277201}


@pytest.mark.parametrize(
    ("typed", "low", "chosen", "high"),
    [
        ("15万", "120000", "150000", "180000"),  # inside the range: that stays
        ("２００，０００", "120000", "200000", "200000"),  # full width, outside the range: that is widened
        ("12万-16万", "120000", "140000.00", "160000"),
        ("13万2", "120000", "132000", "180000"),
    ],
)
def test_prices_are_read_as_people_write_them(
    qtbot: QtBot, window: MainWindow, typed: str, low: str, chosen: str, high: str
) -> None:
    type_into(qtbot, window, "ws", "price", typed)
    price = line(window, "ws").price
    assert (price.low, price.chosen, price.high) == (Decimal(low), Decimal(chosen), Decimal(high))
    assert price.quality == "entered"


def test_what_is_not_understood_stays_in_the_cell(qtbot: QtBot, window: MainWindow) -> None:
    editor = type_into(qtbot, window, "ws", "quantity", "viele")
    assert editor is not None
    assert editor.text() == "viele"
    assert line(window, "ws").quantity == 1
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    assert shown(window, "ws", "quantity") == "1"


def test_plugging_in_elsewhere_moves_the_whole_line(qtbot: QtBot, window: MainWindow) -> None:
    rows = model(window)
    index = rows.index(rows.row_of("ups"), rows.column_of("feed"))
    assert rows.setData(index, "socket-2")
    assert [(one.line, one.node) for one in window.bench.alternative.connections if one.line == "ups"] == [
        ("ups", "socket-2")
    ]
    assert shown(window, "ups", "feed") == "Socket 2"
    assert rows.setData(rows.index(rows.row_of("ups"), rows.column_of("feed")), "-")
    assert all(one.line != "ups" for one in window.bench.alternative.connections)


def paste(qtbot: QtBot, window: MainWindow, block: str) -> None:
    QApplication.clipboard().setText(block)
    view = table(window)
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


@pytest.mark.parametrize("column", ["name", "price"])
def test_a_block_with_names_adds_lines_and_leaves_the_others(qtbot: QtBot, window: MainWindow, column: str) -> None:
    """Whatever cell is current: the UPS stays the UPS."""
    view, rows = table(window), model(window)
    before = window.bench.alternative.lines
    view.go_to(rows.row_of("ups"), rows.column_of(column))
    paste(
        qtbot, window, "交换机 24口\t2\t3700\r\n机柜 42U\t1\t4200\r\nRTX 4090 工作站\t1\t15万\r\n现场培训\t1\t800\r\n"
    )
    lines = window.bench.alternative.lines
    assert lines[: len(before)] == before
    assert [(one.title.zh, one.quantity, one.price.chosen, one.role) for one in lines[len(before) :]] == [
        ("交换机 24口", 2, Decimal(3700), "network"),
        ("机柜 42U", 1, Decimal(4200), "rack"),
        ("RTX 4090 工作站", 1, Decimal(150000), "compute"),
        ("现场培训", 1, Decimal(800), "service"),
    ]
    assert "4 new lines" in window.notice_bar.accessibleName()
    window.bench.undo()
    assert window.bench.alternative.lines == before


def test_pasted_names_find_their_rows_and_the_notice_says_which(qtbot: QtBot, window: MainWindow) -> None:
    before = len(window.bench.alternative.lines)
    paste(
        qtbot,
        window,
        "4卡4090工作站\t2\t15万\nL20 8卡服务器\t1\t70万\n昇腾 910B 8卡服务器\t1\n神秘盒子\t1\n现场培训\t1\t800",
    )
    made = window.bench.alternative.lines[before:]
    items = [(window.bench.plan.item_of(one.item), window.bench.plan.item_of(one.card)) for one in made]
    assert [(item.id if item else "", card.id if card else "") for item, card in items] == [
        ("class-ws-4x4090", "nv-rtx4090"),
        ("", "nv-l20"),
        ("", ""),
        ("", ""),
        ("", ""),
    ]
    assert [one.cards_per_unit for one in made] == [4, 8, 0, 0, 0]
    assert [one.role for one in made] == ["compute", "compute", "compute", "other", "service"]
    said = window.notice_bar.accessibleName()
    assert "5 new lines" in said
    assert "Recognised in the catalog: 2 of 4" in said
    assert "Several rows fit 昇腾 910B 8卡服务器" in said
    assert "Not in the catalog: 神秘盒子." in said
    assert "现场培训" not in said
    window.bench.speak("zh")
    assert "4 项货物中有 2 项在产品库中认出" in window.notice_bar.accessibleName()


def test_numbers_go_into_the_number_cells(qtbot: QtBot, window: MainWindow) -> None:
    view, rows = table(window), model(window)
    before = len(window.bench.alternative.lines)
    view.go_to(rows.row_of("ws"), rows.column_of("quantity"))
    paste(qtbot, window, "2\t20万")
    assert (line(window, "ws").quantity, line(window, "ws").price.chosen) == (2, Decimal(200000))
    assert len(window.bench.alternative.lines) == before


def test_numbers_on_a_name_say_where_to_click(qtbot: QtBot, window: MainWindow) -> None:
    view, rows = table(window), model(window)
    plan = window.bench.plan
    view.go_to(rows.row_of("ws"), rows.column_of("name"))
    paste(qtbot, window, "2\t20万")
    assert window.bench.plan is plan
    assert "first quantity or price" in window.notice_bar.accessibleName()


def test_one_text_on_a_name_renames_and_says_so(qtbot: QtBot, window: MainWindow) -> None:
    view, rows = table(window), model(window)
    view.go_to(rows.row_of("ws"), rows.column_of("name"))
    paste(qtbot, window, "Box")
    assert line(window, "ws").title.en == "Box"
    assert "is now called Box" in window.notice_bar.accessibleName()


def test_a_click_below_the_lines_leaves_no_cell(qtbot: QtBot, window: MainWindow) -> None:
    view, rows = table(window), model(window)
    before = len(window.bench.alternative.lines)
    view.go_to(rows.row_of("ups"), rows.column_of("price"))
    ground = view.viewport().rect().bottomLeft()
    assert view.rowAt(ground.y() - 4) < 0
    ground.setX(40)
    ground.setY(ground.y() - 4)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=ground)
    assert not view.currentIndex().isValid()
    paste(qtbot, window, "配线")
    assert window.bench.alternative.lines[-1].title.zh == "配线"
    assert len(window.bench.alternative.lines) == before + 1


def test_a_block_with_a_fault_changes_nothing_and_names_it(qtbot: QtBot, window: MainWindow) -> None:
    view, rows = table(window), model(window)
    plan = window.bench.plan
    view.go_to(rows.row_of("ws"), rows.column_of("quantity"))
    QApplication.clipboard().setText("2\t20万\nzwei\t3万")
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert window.bench.plan is plan
    assert "Row 2" in window.notice_bar.accessibleName()
    assert "zwei" in window.notice_bar.accessibleName()


def test_copying_brings_heads_and_whole_numbers(qtbot: QtBot, window: MainWindow) -> None:
    view, rows = table(window), model(window)
    view.go_to(rows.row_of("ws"), 0)
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Space, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    heads, values = QApplication.clipboard().text().split("\n")
    assert heads.split("\t")[:3] == ["Item", "Qty", "Unit price yuan"]
    assert values.split("\t")[1:5] == ["1", "150000", "120,000–180,000", "150000.00"]


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_a_catalog_row_becomes_a_line_with_its_card(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.mouseClick(window.findChild(QPushButton, "build-add"), Qt.MouseButton.LeftButton)  # type: ignore[arg-type]
    picker = QApplication.activePopupWidget() or window.findChild(QWidget, "picker")
    assert picker is not None
    field = picker.findChild(QLineEdit, "picker-field")
    assert isinstance(field, QLineEdit)
    qtbot.keyClicks(field, "l40s")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    added = window.bench.alternative.lines[-1]
    card = window.bench.plan.item_of(added.card)
    assert card is not None
    assert "L40S" in card.name
    assert added.cards_per_unit == 1
    assert model(window).rows[table(window).currentIndex().row()].id == added.id


def test_deleting_takes_lines_and_undo_brings_them_back(qtbot: QtBot, window: MainWindow) -> None:
    view, rows = table(window), model(window)
    plan = window.bench.plan
    view.go_to(rows.row_of("nas"), 0)
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Delete, Qt.KeyboardModifier.ControlModifier)
    assert all(one.id != "nas" for one in window.bench.alternative.lines)
    assert all(one.line != "nas" for one in window.bench.alternative.connections)
    qtbot.mouseClick(window.findChild(QPushButton, "notice-action"), Qt.MouseButton.LeftButton)  # type: ignore[arg-type]
    assert window.bench.plan == plan


def test_folding_keeps_the_sums_and_filtering_greys(qtbot: QtBot, window: MainWindow) -> None:
    view, rows = table(window), model(window)
    view.go_to(rows.row_of("group-compute"), 0)
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert rows.row_of("ws") == -1
    assert shown(window, "group-compute", "subtotal") == "150,000"
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert rows.row_of("ws") >= 0
    field = window.findChild(QLineEdit, "build-filter")
    assert isinstance(field, QLineEdit)
    qtbot.keyClicks(field, "nas")
    cell = rows.index(rows.row_of("ws"), 0).data(CELL_ROLE)
    assert cell.tone == "disabled"
    assert rows.index(rows.row_of("nas"), 0).data(CELL_ROLE).tone == "text"


def test_pinyin_finds_lines(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window(language="zh")
    field = window.findChild(QLineEdit, "build-filter")
    assert isinstance(field, QLineEdit)
    qtbot.keyClicks(field, "gzz")  # 四卡工作站
    rows = model(window)
    assert rows.index(rows.row_of("ws"), 0).data(CELL_ROLE).tone == "text"
    assert rows.index(rows.row_of("nas"), 0).data(CELL_ROLE).tone == "disabled"


def test_alternatives_are_copied_shown_and_removed(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.mouseClick(window.findChild(QPushButton, "alternative-add"), Qt.MouseButton.LeftButton)  # type: ignore[arg-type]
    assert [one.id for one in window.bench.plan.alternatives] == ["A", "B"]
    assert window.bench.alternative.id == "B"
    type_into(qtbot, window, "ws", "quantity", "2")
    assert [one.lines[0].quantity for one in window.bench.plan.alternatives] == [1, 2]
    window.bench.undo()
    window.bench.undo()
    assert [one.id for one in window.bench.plan.alternatives] == ["A"]
    assert window.bench.alternative.id == "A"


def test_an_edit_leaves_selection_and_scroll_alone(qtbot: QtBot, window: MainWindow) -> None:
    view, rows = table(window), model(window)
    view.go_to(rows.row_of("nas"), 2)
    resets: list[int] = []
    rows.modelReset.connect(lambda: resets.append(1))
    window.side.findings._apply(window.side.findings._items[0].row)  # type: ignore[union-attr,arg-type]
    assert rows.rows[view.currentIndex().row()].id == "nas"
    assert view.currentIndex().column() == 2
    assert resets == []


def test_chosen_columns_are_kept_for_the_next_window(qtbot: QtBot, window: MainWindow, make_window: MakeWindow) -> None:
    place = window.stack.place
    rows = model(window)
    assert table(window).isColumnHidden(rows.column_of("maker"))
    place._columns_menu._show_column(rows.column_of("maker"), True)  # type: ignore[union-attr,attr-defined]
    place._columns_menu._show_column(rows.column_of("range"), False)  # type: ignore[union-attr,attr-defined]
    other = make_window()
    assert not table(other).isColumnHidden(model(other).column_of("maker"))
    assert table(other).isColumnHidden(model(other).column_of("range"))


def test_a_click_on_what_was_found_shows_it(qtbot: QtBot, window: MainWindow) -> None:
    view, rows = table(window), model(window)
    index = rows.index(rows.row_of("nas"), rows.column_of("check"))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center())
    assert window.side is not None
    opened = next(one for one in window.side.findings._items if one.is_open)
    assert opened.row is not None
    assert opened.row.subject == "nas"


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_a_pasted_machine_gets_its_cards_when_they_are_chosen(qtbot: QtBot, window: MainWindow) -> None:
    paste(qtbot, window, "8*H20整机\t1\t95万")
    made = window.bench.alternative.lines[-1]
    assert (made.card, made.cards_per_unit) == ("", 0)
    view, rows = table(window), model(window)
    view.go_to(rows.row_of(made.id), 0)
    window.stack.place._acts._replace()  # type: ignore[union-attr,attr-defined]
    picker = QApplication.activePopupWidget() or window.findChild(QWidget, "picker")
    assert picker is not None
    field = picker.findChild(QLineEdit, "picker-field")
    assert isinstance(field, QLineEdit)
    assert field.text() == "H20"
    field.clear()
    qtbot.keyClicks(field, "H20 141")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    line_ = line(window, made.id)
    card = window.bench.plan.item_of(line_.card)
    assert card is not None
    assert (card.id, line_.cards_per_unit) == ("nv-h20-141", 8)
    window.bench.undo()
    assert line(window, made.id).cards_per_unit == 0
