"""Alternatives side by side: names, amounts and heads are whole with three of them, in both languages at 1366 x 768."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from desktop_app.services.alternatives import copy_edit
from desktop_app.services.least_money import total_words
from desktop_app.services.plan_overview import comparison
from desktop_app.services.summary import account
from desktop_app.services.why import name_of_figure
from desktop_app.window.parts.cell_delegate import EDGE_PAD, PAD
from desktop_app.window.parts.cells import CELL_ROLE, HeadCell, StatusCell, TextCell
from desktop_app.window.parts.painted import advance
from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.places.start.place import StartPlace
from planner.messages import render
from planner.plan.edits import SetValue
from tests.window.test_start_sheet import propose, write

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow
    from tests.window.conftest import MakeWindow


def cut(table: RecordTable) -> list[str]:
    """Return the texts of cells and heads that are wider than their column."""
    model, found = table.model(), []
    for column in range(model.columnCount()):
        room = table.columnWidth(column) - PAD - (PAD if column else EDGE_PAD)
        head = model.headerData(column, Qt.Orientation.Horizontal, CELL_ROLE)
        assert isinstance(head, HeadCell)
        found += [one for one in (head.text, head.under) if advance(one, "caption") > room]
        for row in range(model.rowCount()):
            cell = model.index(row, column).data(CELL_ROLE)
            if isinstance(cell, TextCell) and advance(cell.text, bold=cell.bold) > room:
                found.append(cell.text)
            assert isinstance(cell, TextCell | StatusCell)
    return found


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("alternatives", [1, 2, 3, 4])
def test_nothing_of_the_comparison_is_cut(
    make_window: MakeWindow, qtbot: QtBot, language: str, alternatives: int
) -> None:
    window = make_window(language=language, size=(1366, 768))
    for _ in range(alternatives - 1):
        assert window.bench.do(copy_edit(window.bench.plan, "A")[1])
    window.show_place("plan")
    table = window.findChild(RecordTable, "compare-table")
    assert table is not None
    qtbot.waitUntil(lambda: cut(table) == [], timeout=2000)
    assert table.horizontalScrollBar().maximum() == 0


def test_the_cards_stand_beside_each_other_again_when_alternatives_go(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window()
    window.show_place("plan")
    place = window.findChild(RecordTable, "compare-table")
    assert place is not None
    for _ in range(2):
        assert window.bench.do(copy_edit(window.bench.plan, "A")[1])
    people = window.findChild(RecordTable, "people-table")
    assert people is not None
    wide = place.width
    qtbot.waitUntil(lambda: wide() > 700, timeout=2000)
    assert people.horizontalScrollBar().maximum() == 0
    window.bench.undo()
    window.bench.undo()
    qtbot.waitUntil(lambda: wide() < 600, timeout=2000)


def test_totals_say_whether_contingency_is_in_them(window: MainWindow) -> None:
    session = window.bench.session
    assert session is not None
    rows = {row.key: row.name for row in comparison(session, "zh")[1]}
    assert rows["planned"] == "总价（含预备费）"
    assert (rows["low"], rows["high"]) == ("最低价合计（含预备费）", "最高价合计（含预备费）")
    context = window.bench.assessment.context
    assert render(total_words(context, "planned"), "zh") == "总价（含税、含预备费）"
    said = [render(line, "zh") for line in account(window.bench.assessment)]
    assert said[0] == "预算 300,000.00 元，计划 277,200.00 元（含税、含预备费），结余 22,800.00 元"
    assert "（含税，不含预备费）" in said[1]
    money, plan = context.money, window.bench.plan
    for amount, words in ((money.low, "不含预备费"), (money.chosen, "不含预备费"), (money.planned_high, "含预备费")):
        assert words in name_of_figure(amount.figure, plan, "zh")
    window.bench.do(SetValue(path="budget/contingency_rate", value=None))
    assert render(total_words(window.bench.assessment.context, "planned"), "zh") == "含税总价"


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_number_with_a_long_unit_is_whole(make_window: MakeWindow, language: str) -> None:
    window = make_window(language=language)
    window.show_place("build")
    assert window.bench.do(SetValue(path="A/cloud/quantity", value=2640))
    table = window.findChild(RecordTable, "build-table")
    assert table is not None
    assert window.bench.do(SetValue(path="A/cloud/uom", value="card_hour"))
    at = [window_column.key for window_column in table.model().columns].index("quantity")  # type: ignore[attr-defined]
    cells = [table.model().index(row, at).data(CELL_ROLE) for row in range(table.model().rowCount())]
    cell = next(one for one in cells if isinstance(one, TextCell) and one.text == "2640")
    assert cell.unit in ("卡时", "card-hours", "card-h")
    assert advance(cell.unit, "caption") <= cell.unit_room - 3
    assert advance(cell.text) + cell.unit_room <= table.columnWidth(at) - 2 * PAD


@pytest.mark.parametrize("language", ["zh", "en"])
def test_names_of_the_proposals_are_whole(make_window: MakeWindow, qtbot: QtBot, language: str) -> None:
    window = make_window(template="", language=language, size=(1366, 768))
    place = window.stack.place
    assert isinstance(place, StartPlace)
    qtbot.mouseClick(place.home.ways["budget"], Qt.MouseButton.LeftButton)
    page = place._sheet
    assert page is not None
    write(page, qtbot, "budget", "300000")
    propose(page, qtbot)
    qtbot.wait(20)
    named = [one for one in page.offers.findChildren(QLabel) if one.text() and one.isVisible()]
    assert any("contingency" in one.text() or "预备费" in one.text() for one in named)
    for one in named:
        wide = one.fontMetrics().horizontalAdvance(one.text())
        assert wide <= one.width() + 1 or (one.wordWrap() and one.heightForWidth(one.width()) <= one.height()), (
            one.text()
        )
