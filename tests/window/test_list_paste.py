"""Blocks pasted into, or dropped on, the other tables: taken as rows, or refused with words; what is typed wrong is told."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QLineEdit

from desktop_app.window.main_window import MainWindow
from desktop_app.window.models.record_model import RecordModel
from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.places.start.lines_page import LinesPage
from tests.window.test_build_place import table

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

COPY, NOWHERE = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier


def found(window: MainWindow, name: str) -> tuple[RecordTable, RecordModel]:
    view = window.findChild(RecordTable, name)
    assert isinstance(view, RecordTable)
    rows = view.model()
    assert isinstance(rows, RecordModel)
    return view, rows


def paste(qtbot: QtBot, view: RecordTable, block: str) -> None:
    QApplication.clipboard().setText(block)
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


def drop(view: RecordTable, at: QPointF, text: str = "", file: str = "") -> bool:
    """Drag a text or a file over a table and let it fall; tell whether it was taken."""
    data = QMimeData()
    data.setText(text)
    if file:
        data.setUrls([QUrl.fromLocalFile(file)])
    enter = QDragEnterEvent(at.toPoint(), COPY, data, Qt.MouseButton.LeftButton, NOWHERE)
    QApplication.sendEvent(view.viewport(), enter)
    if not enter.isAccepted():
        return False
    QApplication.sendEvent(view.viewport(), QDropEvent(at, COPY, data, Qt.MouseButton.LeftButton, NOWHERE))
    return True


def funds(window: MainWindow) -> list[tuple[str, Decimal, str]]:
    return [
        (one.title, one.amount.amount, one.latest_spending.isoformat() if one.latest_spending else "")
        for one in window.bench.plan.funds
    ]


def test_funds_are_pasted_with_amounts_and_days(qtbot: QtBot, window: MainWindow) -> None:
    window.show_place("cost")
    view, _ = found(window, "fund-table")
    before = funds(window)
    paste(qtbot, view, "经费\t金额\n学科经费\t12万\t2027-06-30\n横向课题\t备注\t80000\t\t2027/12/31")
    assert funds(window) == [
        *before,
        ("学科经费", Decimal("120000.00"), "2027-06-30"),
        ("横向课题", Decimal("80000.00"), "2027-12-31"),
    ]
    said = window.notice_bar.accessibleName()
    assert "2 new rows" in said
    assert "Not taken: 备注" in said
    window.bench.undo()
    assert funds(window) == before


def test_amounts_go_into_the_rows_from_the_marked_one_on(qtbot: QtBot, window: MainWindow) -> None:
    window.show_place("cost")
    view, rows = found(window, "fund-table")
    names = [one.id for one in window.bench.plan.funds]
    assert len(names) >= 3
    view.go_to(1, rows.column_of("amount"))
    paste(qtbot, view, "5万\n6万")
    assert [one.amount.amount for one in window.bench.plan.funds][1:3] == [Decimal("50000.00"), Decimal("60000.00")]
    plan = window.bench.plan
    view.go_to(len(names) - 1, rows.column_of("amount"))
    paste(qtbot, view, "5万\n6万")
    assert window.bench.plan is plan
    assert "Row 2" in window.notice_bar.accessibleName()
    view.go_to(0, 0)
    paste(qtbot, view, "新名字")
    assert window.bench.plan.funds[0].title == "新名字"


def test_people_are_pasted_with_their_number(qtbot: QtBot, window: MainWindow) -> None:
    window.show_place("plan")
    view, rows = found(window, "people-table")
    before = [(one.title.zh, one.count) for one in window.bench.plan.people]
    paste(qtbot, view, "博士生\t12人\n访问学者\t３")
    assert [(one.title.zh, one.count) for one in window.bench.plan.people] == [*before, ("博士生", 12), ("访问学者", 3)]
    view.go_to(rows.rowCount() - 1, 1)
    paste(qtbot, view, "5")
    assert window.bench.plan.people[-1].count == 5


@pytest.mark.parametrize(("place", "name"), [("purchase", "purchase-parameters"), ("plan", "compare-table")])
def test_tables_that_follow_from_the_plan_say_so(qtbot: QtBot, window: MainWindow, place: str, name: str) -> None:
    window.show_place(place)
    view, _ = found(window, name)
    plan = window.bench.plan
    paste(qtbot, view, "a\tb")
    assert window.bench.plan is plan
    assert "Nothing can be pasted into this table" in window.notice_bar.accessibleName()


def test_rows_pasted_beside_the_text_are_further_lines(qtbot: QtBot, window: MainWindow) -> None:
    window.show_place("start")
    window.stack.place.go_way("lines")  # type: ignore[union-attr,attr-defined]
    page = window.findChild(LinesPage)
    assert isinstance(page, LinesPage)
    page.text.setPlainText("RTX 4090 x4")
    page.read_text()
    paste(qtbot, page.table, 'L40S\t2\t"6万"\n"机柜\n42U"\t1')
    assert [(one.name, one.quantity) for one in page._lines] == [("RTX 4090", 4), ("L40S", 2), ("机柜 42U", 1)]


def test_a_block_dropped_on_the_lines_is_pasted_there(qtbot: QtBot, window: MainWindow) -> None:
    window.show_place("build")
    view = table(window)
    rows = view.model()
    assert isinstance(rows, RecordModel)
    cell = view.visualRect(rows.index(rows.row_of("ws"), rows.column_of("quantity"))).center()
    assert drop(view, QPointF(cell), "3\t20万")
    line = next(one for one in window.bench.alternative.lines if one.id == "ws")
    assert (line.quantity, line.price.chosen) == (3, Decimal(200000))
    before = len(window.bench.alternative.lines)
    ground = QPointF(view.viewport().rect().bottomLeft()) + QPointF(40, -4)
    assert drop(view, ground, "L40S\t2\t6万")
    assert len(window.bench.alternative.lines) == before + 1


def test_a_file_is_left_to_who_opens_files(window: MainWindow) -> None:
    window.show_place("build")
    view = table(window)
    plan = window.bench.plan
    assert not drop(view, QPointF(100, 60), file="/tmp/quote.xlsx")
    assert window.bench.plan is plan


def test_what_is_typed_wrong_into_a_fund_is_told_and_not_lost_in_silence(qtbot: QtBot, window: MainWindow) -> None:
    window.show_place("cost")
    view, rows = found(window, "fund-table")
    view.setFocus()
    view.go_to(0, rows.column_of("amount"))
    qtbot.keyClicks(view, "v")
    editor = next(one for one in view.findChildren(QLineEdit) if one.isVisible())
    qtbot.keyClicks(editor, "iel")
    view._delegate.setModelData(editor, rows, view.currentIndex())  # as when the place is left with the editor open
    assert 'Not understood and not kept: "viel"' in window.notice_bar.accessibleName()


def test_every_editable_table_tells_of_what_it_drops(window: MainWindow) -> None:
    """A table whose cells are typed into has to say what it does not keep, and what pasting does."""
    from PySide6.QtCore import SIGNAL

    for place, names in {"build": ["build-table"], "cost": ["fund-table"], "plan": ["people-table"]}.items():
        window.show_place(place)
        for name in names:
            view, _ = found(window, name)
            for signal in ("dropped(QString,QString)", "pasted(PyObject)"):
                assert view.receivers(SIGNAL(signal)) > 0, (name, signal)
