"""The marks ★ and ▲ of parameters, changed in the window as a person does, each change one step that undo takes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint
from PySide6.QtWidgets import QApplication

from desktop_app.window.models.record_model import RecordModel
from desktop_app.window.parts.choice_box import ChoiceBox
from desktop_app.window.parts.record_table import RecordTable

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow


def parts(window: MainWindow) -> tuple[RecordTable, RecordModel]:
    window.show_place("purchase")
    table = window.findChild(RecordTable, "purchase-parameters")
    assert isinstance(table, RecordTable)
    model = table.model()
    assert isinstance(model, RecordModel)
    return table, model


def mark(model: RecordModel, code: str) -> str:
    return model.rows[model.row_of(code)].texts[1]


def choose(qtbot: QtBot, window: MainWindow, key: str) -> None:
    box = window.findChild(ChoiceBox, "purchase-mark")
    assert box is not None
    assert box.isVisible()
    box.setFocus()
    box.setCurrentIndex(box.findData(key))
    box.activated.emit(box.currentIndex())


def test_a_mark_is_chosen_below_the_table_and_undone(qtbot: QtBot, window: MainWindow) -> None:
    table, model = parts(window)
    plan = window.bench.plan
    code = next(row.id for row in model.rows if row.texts[1] == "★" and row.id != "P-101")
    table.go_to(model.row_of(code))
    choose(qtbot, window, "important")
    assert mark(model, code) == "▲"
    assert model.rows[table.currentIndex().row()].id == code  # the row that was marked stays the current one
    assert "Mark" in window.bench.step_text("undo")
    assert window.bench.step_text("undo").endswith("to ▲")
    window.bench.undo()
    assert window.bench.plan == plan
    assert mark(model, code) == "★"


def test_as_derived_takes_the_own_mark_away(qtbot: QtBot, window: MainWindow) -> None:
    table, model = parts(window)
    plan = window.bench.plan
    code = next(row.id for row in model.rows if not row.group and row.texts[1] == "" and row.figures[3] is not None)
    table.go_to(model.row_of(code))
    choose(qtbot, window, "star")
    assert mark(model, code) == "★"
    box = window.findChild(ChoiceBox, "purchase-mark")
    assert box is not None
    assert box.itemText(0) == "As derived: no mark"
    choose(qtbot, window, "derived")
    assert mark(model, code) == ""
    assert window.bench.plan == plan


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_several_are_marked_in_one_step_by_the_menu(qtbot: QtBot, window: MainWindow) -> None:
    table, model = parts(window)
    plan = window.bench.plan
    codes = [row.id for row in model.rows if row.texts[1] == "★"][:2]
    table.go_to(model.row_of(codes[0]))
    flags = QItemSelectionModel.SelectionFlag
    table.selectionModel().select(model.index(model.row_of(codes[1]), 0), flags.Select | flags.Rows)
    table.customContextMenuRequested.emit(QPoint(100, 60))
    menu = QApplication.activePopupWidget()
    assert menu is not None
    action = next(one for one in menu.actions() if one.text() == "no mark")
    action.trigger()
    menu.close()
    assert [mark(model, code) for code in codes] == ["", ""]
    window.bench.undo()
    assert window.bench.plan == plan


def test_the_star_that_rests_on_the_build_alone_is_told(qtbot: QtBot, window: MainWindow) -> None:
    table, model = parts(window)
    code = next(row.id for row in model.rows if row.texts[1] == "★" and "GB 4943" in row.texts[3])
    table.go_to(model.row_of(code))
    choose(qtbot, window, "general")
    assert "mandatory standard" in model.rows[model.row_of(code)].tips[7]


def test_the_paper_has_the_mark(qtbot: QtBot, window: MainWindow) -> None:
    from planner.documents.model import Mark, Row, Section, Table
    from planner.documents.parameter_sheet import build_parameter_sheet
    from planner.tender.derive import derive

    table, model = parts(window)
    code = next(row.id for row in model.rows if row.texts[1] == "★")
    table.go_to(model.row_of(code))
    choose(qtbot, window, "general")
    found = window.bench.assessment
    paper = build_parameter_sheet(found, derive(found), "zh", window.bench.desk.today, version="V0.1")
    stack = list(paper.blocks)
    marks = {}
    while stack:
        block = stack.pop()
        stack += block.blocks if isinstance(block, Section) else ()
        for row in block.rows if isinstance(block, Table) else ():
            cells = row.cells if isinstance(row, Row) else ()
            given = next((cell.level for cell in cells if isinstance(cell, Mark)), None)
            if given is not None:
                marks[getattr(cells[0], "text", "")] = given
    assert marks[code] == "general"
