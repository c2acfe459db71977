"""The other tables sort by a click on a head as well: funds, people, parameters, and the catalog rows to choose from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from desktop_app.services import people_edits
from desktop_app.services.costs import add_fund_edit, fund_edit
from desktop_app.window.main_window import MainWindow
from desktop_app.window.models.record_model import RecordModel
from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.places.start.lines_page import LinesPage
from planner.money import Money

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def found(window: QWidget, name: str) -> tuple[RecordTable, RecordModel]:
    view = window.findChild(RecordTable, name)
    assert isinstance(view, RecordTable)
    rows = view.model()
    assert isinstance(rows, RecordModel)
    return view, rows


def click(qtbot: QtBot, view: RecordTable, rows: RecordModel, column: str) -> None:
    head = view.horizontalHeader()
    at = rows.column_of(column)
    spot = QPoint(head.sectionViewportPosition(at) + head.sectionSize(at) // 2, head.height() // 2)
    qtbot.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    QApplication.processEvents()


def column_of(rows: RecordModel, key: str) -> list[str]:
    return [row.texts[rows.column_of(key)] for row in rows.rows if not row.group]


def test_funds_sort_by_amount_and_name(qtbot: QtBot, window: MainWindow) -> None:
    before = [one.title for one in window.bench.plan.funds]
    for title, amount in (("学科 10", "9000"), ("学科 9", "100000")):
        name, edit = add_fund_edit(window.bench.plan)
        assert window.bench.do(edit)
        for column, value in (("title", title), ("amount", Money.of(amount, "CNY"))):
            made = fund_edit(name, column, value)
            assert made is not None
            assert window.bench.do(made)
    window.show_place("cost")
    view, rows = found(window, "fund-table")
    click(qtbot, view, rows, "amount")
    amounts = [float(one.removeprefix("CNY ").replace(",", "")) for one in column_of(rows, "amount")]
    assert amounts == sorted(amounts)
    assert 9000.0 in amounts
    click(qtbot, view, rows, "amount")
    click(qtbot, view, rows, "amount")
    assert column_of(rows, "title") == [*before, "学科 10", "学科 9"]
    click(qtbot, view, rows, "title")
    titles = column_of(rows, "title")
    assert titles.index("学科 9") + 1 == titles.index("学科 10")


def test_people_sort_by_how_many_they_are(qtbot: QtBot, window: MainWindow) -> None:
    for count in (100, 7):
        name, edit = people_edits.add_people_edit(window.bench.plan)
        assert window.bench.do(edit)
        assert window.bench.do(people_edits.count_people_edit(name, count))
    window.show_place("plan")
    view, rows = found(window, "people-table")
    click(qtbot, view, rows, "count")
    counts = [int(one) for one in column_of(rows, "count")]
    assert counts == sorted(counts)
    click(qtbot, view, rows, "count")
    assert [int(one) for one in column_of(rows, "count")] == sorted(counts, reverse=True)


def test_parameters_sort_within_their_lines(qtbot: QtBot, window: MainWindow) -> None:
    window.show_place("purchase")
    view, rows = found(window, "purchase-parameters")
    groups = [row.id for row in rows.rows if row.group]
    codes = column_of(rows, "code")
    view.go_to(rows.row_of(codes[3]), 2)
    click(qtbot, view, rows, "mark")
    ranks = {"★": 0, "▲": 1, "": 2}
    inside: list[int] = []
    for row in rows.rows:
        if row.group:
            inside = []
            continue
        inside.append(ranks[row.texts[rows.column_of("mark")]])
        assert inside == sorted(inside)
    assert [row.id for row in rows.rows if row.group] == groups
    assert [view.columnSpan(at, 0) for at, row in enumerate(rows.rows) if row.group] == [len(rows.columns)] * len(
        groups
    )
    assert rows.rows[view.currentIndex().row()].id == codes[3]
    click(qtbot, view, rows, "mark")
    click(qtbot, view, rows, "mark")
    assert column_of(rows, "code") == codes


def test_lines_of_a_list_sort_by_what_they_still_ask(qtbot: QtBot, window: MainWindow) -> None:
    window.show_place("start")
    window.stack.place.go_way("lines")  # type: ignore[union-attr,attr-defined]
    page = window.findChild(LinesPage)
    assert isinstance(page, LinesPage)
    page.text.setPlainText("RTX 4090\t4\t1.6万\n甲乙丙\t1\n昇腾910B\t8\t9万\nL20\t10\t2万")
    page.read_text()
    view, rows = found(window, "lines-table")
    click(qtbot, view, rows, "state")  # to choose, in no row, recognised twice in the order written
    assert column_of(rows, "name") == ["昇腾910B", "甲乙丙", "RTX 4090", "L20"]
    click(qtbot, view, rows, "price")
    assert column_of(rows, "name") == ["RTX 4090", "L20", "昇腾910B", "甲乙丙"]
    page.make_plan()
    assert [one.title.zh for one in window.bench.alternative.lines] == ["RTX 4090", "甲乙丙", "昇腾910B", "L20"]


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_rows_to_choose_from_sort_by_memory(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.mouseClick(window.findChild(QPushButton, "build-add"), Qt.MouseButton.LeftButton)  # type: ignore[arg-type]
    picker = QApplication.activePopupWidget() or window.findChild(QWidget, "picker")
    assert picker is not None
    view, rows = found(picker, "picker-table")
    click(qtbot, view, rows, "memory")
    click(qtbot, view, rows, "memory")
    memory = [float(one) for one in column_of(rows, "memory") if one]
    assert memory == sorted(memory, reverse=True)
    assert memory[0] >= 141
    picker.hide()
