"""Prices in the lines table: foreign ones show their currency, the rate is entered beside them, each says where it comes from."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton

from desktop_app.window.models.record_model import FIGURE_ROLE
from desktop_app.window.parts.cell_edit import CellEdit
from planner.figure import Figure
from planner.plan.edits import SetValue
from tests.window.test_build_place import line, model, shown, table, type_into

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow
    from tests.window.conftest import MakeWindow

_USD = {
    "low": "17500",
    "chosen": "17500",
    "high": "17500",
    "currency": "USD",
    "tax": "included",
    "quality": "published",
}


def dollars(window: MainWindow) -> None:
    window.show_place("build")
    price = {**_USD, "source": "a shop", "observed": "2026-11-02"}
    assert window.bench.do(SetValue(path="alternatives/A/lines/ws/price", value=price))


def test_a_foreign_price_shows_its_currency(window: MainWindow) -> None:
    dollars(window)
    assert shown(window, "ws", "price") == "US$17,500"
    assert str(model(window).index(model(window).row_of("ws"), 2).data()) == "USD 17500"
    assert shown(window, "nas", "price") == "30,000"  # yuan, as the head says


def test_the_rate_is_entered_beside_the_lines(qtbot: QtBot, window: MainWindow) -> None:
    window.show_place("build")
    assert window.findChild(QLineEdit, "field-facts/fx_usd_cny") is None
    dollars(window)
    field = window.findChild(QLineEdit, "field-facts/fx_usd_cny")
    assert field is not None
    assert field.isVisible()
    qtbot.keyClicks(field, "7.1")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert shown(window, "ws", "subtotal") == "124,250"  # 17,500 x 7.1
    window.bench.undo()
    assert window.bench.do(SetValue(path="alternatives/A/lines/ws/price/currency", value="CNY"))
    assert not field.isVisible()


def test_a_unit_price_says_where_it_comes_from(window: MainWindow) -> None:
    dollars(window)
    rows = model(window)
    foreign = rows.index(rows.row_of("ws"), rows.column_of("price")).data(FIGURE_ROLE)
    assert isinstance(foreign, Figure)
    assert foreign.key == "A/ws/unit_price_chosen_cny"
    leaf = foreign.inputs[0].figures[0]
    assert (leaf.key, leaf.unit, leaf.source_date) == ("A/ws/unit_price_chosen", "USD", "2026-11-02")
    own = rows.index(rows.row_of("nas"), rows.column_of("price")).data(FIGURE_ROLE)
    assert isinstance(own, Figure)
    assert (own.key, own.value, own.unit) == ("A/nas/unit_price_chosen", 30000.0, "CNY")


def test_yuan_pasted_over_dollars_are_yuan(qtbot: QtBot, window: MainWindow) -> None:
    dollars(window)
    view, rows = table(window), model(window)
    view.go_to(rows.row_of("ws"), rows.column_of("price"))
    view.setFocus()
    QApplication.clipboard().setText("15万")
    qtbot.keyClick(view, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    price = line(window, "ws").price
    assert (price.currency, price.chosen, price.low) == ("CNY", Decimal(150000), Decimal(150000))


def test_a_price_far_off_is_taken_and_told_at_once_with_the_way_back(qtbot: QtBot, window: MainWindow) -> None:
    """15 yuan typed for 15万: the machine was seen at 120,000 to 180,000 yuan."""
    window.show_place("build")
    type_into(qtbot, window, "ws", "price", "15 yuan")
    assert line(window, "ws").price.chosen == Decimal(15)
    said = window.notice_bar.accessibleName()
    assert "more than ten times beyond the prices seen" in said
    assert "120,000" in said
    assert [one.outcome for one in window.bench.assessment.findings if one.check == "BU14" and one.subject == "ws"] == [
        "warning"
    ]
    button = next(one for one in window.notice_bar.findChildren(QPushButton) if one.text() == "Undo")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert line(window, "ws").price.chosen == Decimal(150000)
    type_into(qtbot, window, "ws", "price", "16万")
    assert "ten times" not in window.notice_bar.accessibleName()


def test_a_bare_price_that_may_be_in_ten_thousands_is_asked_about_and_nothing_is_lost(
    qtbot: QtBot, window: MainWindow
) -> None:
    """16 beside offers of 120,000 to 180,000: Enter takes nothing until one of both readings is picked."""
    window.show_place("build")
    editor = type_into(qtbot, window, "ws", "price", "16")
    assert isinstance(editor, CellEdit)
    assert (editor.text(), editor.answers) == ("16", ("160,000", "16 yuan"))
    assert line(window, "ws").price.chosen == Decimal(150000)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert editor.isVisible()
    assert line(window, "ws").price.chosen == Decimal(150000)
    qtbot.keyClick(editor, Qt.Key.Key_Down)
    assert editor.text() == "160,000"
    qtbot.keyClick(editor, Qt.Key.Key_Down)
    assert editor.text() == "16 yuan"
    qtbot.keyClick(editor, Qt.Key.Key_Up)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert line(window, "ws").price.chosen == Decimal(160000)


def test_the_reading_can_be_clicked_and_the_field_keeps_the_focus(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window(language="zh")
    window.show_place("build")
    editor = type_into(qtbot, window, "ws", "price", "16")
    assert isinstance(editor, CellEdit)
    assert editor.answers == ("16万元", "16元")
    button = next(one for one in window.findChildren(QPushButton) if one.objectName() == "answer-1" and one.isVisible())
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert editor.text() == "16元"
    assert window.focusWidget() is editor
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert line(window, "ws").price.chosen == Decimal(16)


@pytest.mark.parametrize("text", ["16万", "160000", "15.5万元", "1600", "16 yuan", "1.6万"])
def test_a_price_that_is_sure_is_not_asked_about(qtbot: QtBot, window: MainWindow, text: str) -> None:
    """1600 would be 16,000,000 in 10,000 yuan, which is no likelier; 1.6万 says its unit."""
    window.show_place("build")
    assert type_into(qtbot, window, "ws", "price", text) is None
