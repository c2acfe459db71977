"""Why? of a price that was typed: its range, how the chosen one follows, where it enters, and when it was typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from planner.plan.edits import SetValue
from tests.window.test_build_place import model, table, type_into

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow
    from tests.window.conftest import MakeWindow


def click(qtbot: QtBot, window: MainWindow, row_id: str, column: str) -> str:
    view, rows = table(window), model(window)
    spot = view.visualRect(rows.index(rows.row_of(row_id), rows.column_of(column))).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    account = window.findChild(QLabel, "why-account")
    assert account is not None
    return account.text() if not account.isHidden() else ""


def test_a_typed_range_says_how_it_is_used_and_when_it_was_typed(qtbot: QtBot, window: MainWindow) -> None:
    window.show_place("build")
    type_into(qtbot, window, "ws", "price", "120k-160k")
    said = click(qtbot, window, "ws", "range")
    assert "Range 120,000 to 160,000 yuan; chosen 140,000 yuan, the middle of the range." in said
    assert "enters subtotal, contingency and budget" in said
    assert "entered by hand on 2026-11-30" in said
    assert "(state 2 of the history)" in said
    assert click(qtbot, window, "ws", "price") == said


def test_a_price_inside_the_range_is_set_by_itself(qtbot: QtBot, window: MainWindow) -> None:
    window.show_place("build")
    type_into(qtbot, window, "ws", "price", "120k-160k")
    type_into(qtbot, window, "ws", "price", "130k")
    said = click(qtbot, window, "ws", "subtotal")
    assert "chosen 130,000 yuan, set by itself" in said
    assert "(state 3 of the history)" in said
    window.bench.undo()
    assert "(state 2 of the history)" in click(qtbot, window, "ws", "price")


def test_a_price_of_a_source_keeps_it_and_other_numbers_have_no_such_account(
    qtbot: QtBot, make_window: MakeWindow
) -> None:
    window = make_window(language="zh")
    window.show_place("build")
    said = click(qtbot, window, "ws", "price")
    assert "区间 120,000 至 180,000 元，选定 150,000 元" in said
    assert "手工" not in said
    source = window.findChild(QLabel, "why-source")
    assert source is not None
    assert source.text()
    assert click(qtbot, window, "ws", "power") == ""


def test_both_sources_are_told_where_the_chosen_price_was_typed_beside_a_range_seen(
    qtbot: QtBot, window: MainWindow
) -> None:
    """The range keeps its source; the chosen price says when it was typed, and where it is from once somebody told."""
    window.show_place("build")
    price = {"low": "120000", "chosen": "150000", "high": "180000", "source": "a shop", "observed": "2026-11-02"}
    assert window.bench.do(SetValue(path="alternatives/A/lines/ws/price", value=price))
    type_into(qtbot, window, "ws", "price", "142k")
    said = click(qtbot, window, "ws", "price")
    assert "The range is from: a shop · 2026-11-02." in said
    assert "entered by hand on 2026-11-30" in said
    assert window.bench.do(SetValue(path="alternatives/A/lines/ws/price/chosen_source", value="quote of B, 28 Nov"))
    said = click(qtbot, window, "ws", "price")
    assert "The range is from: a shop · 2026-11-02." in said
    assert "The chosen price is from: quote of B, 28 Nov." in said
    source = window.findChild(QLabel, "why-source")
    assert source is not None
    assert "quote of B" in source.text()
    type_into(qtbot, window, "ws", "price", "143k")  # another price: its source is not known any more
    assert next(one for one in window.bench.alternative.lines if one.id == "ws").price.chosen_source == ""
