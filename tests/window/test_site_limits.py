"""The view Assumptions: numbers that nobody could verify are typed over where they stand, and come back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from desktop_app.services.palette import find
from desktop_app.services.why import why
from desktop_app.window.parts.cells import CELL_ROLE
from desktop_app.window.parts.record_table import RecordTable
from planner.figure import Figure
from planner.plan.edits import RemovePart

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex
    from pytestqt.modeltest import ModelTester
    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow
    from tests.window.conftest import MakeWindow

KEY = "co.margin"


@pytest.fixture
def window(make_window: MakeWindow) -> MainWindow:
    """Return a window with template lab-b, whose cooling is short, on the view of the assumptions."""
    made = make_window("lab-b")
    made.bench.go("site", f"limits/{KEY}")
    return made


def table(window: MainWindow) -> RecordTable:
    """Return the table in sight."""
    found = window.findChild(RecordTable, "limit-table")
    assert isinstance(found, RecordTable)
    assert found.isVisible()
    return found


def cell(window: MainWindow, key: str = KEY, column: int = 1) -> QModelIndex:
    """Return a cell of a row."""
    model = table(window).model()
    return model.index(model.row_of(key), column)  # type: ignore[attr-defined]


def type_over(qtbot: QtBot, window: MainWindow, text: str) -> QLineEdit | None:
    """Type over the marked number and press Enter; return the editor where it stays open."""
    qtbot.keyClicks(table(window).viewport(), text[0])
    editor = next(one for one in table(window).findChildren(QLineEdit) if one.isVisible())
    qtbot.keyClicks(editor, text[1:])
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    return editor if editor.isVisible() and editor.text() == text else None


def margins(window: MainWindow) -> set[float | None]:
    """Return the margins that findings of the plan were reckoned with."""
    return {
        one.value
        for finding in window.bench.assessment.findings
        for one in finding.figures
        if one.key == f"limit/{KEY}"
    }


def test_the_model_keeps_the_rules_of_models(window: MainWindow, qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(table(window).model())


def test_a_number_is_typed_over_and_everything_is_reckoned_with_it(qtbot: QtBot, window: MainWindow) -> None:
    assert table(window).currentIndex() == cell(window)
    assert margins(window) == {1.2}
    assert type_over(qtbot, window, "1.3") is None
    assert window.bench.plan.limits[KEY].value == 1.3
    assert margins(window) == {1.3}
    assert (cell(window).data(), cell(window, column=2).data()) == ("1.3", "1.2")
    assert not cell(window).data(CELL_ROLE).assumed
    window.bench.undo()
    assert (margins(window), cell(window).data()) == ({1.2}, "1.2")
    assert cell(window).data(CELL_ROLE).assumed


@pytest.mark.parametrize("text", ["9", "about", "-1"])
def test_what_cannot_be_meant_stays_in_the_cell(qtbot: QtBot, window: MainWindow, text: str) -> None:
    assert type_over(qtbot, window, text) is not None
    assert window.bench.plan.limits == {}


def test_delete_brings_the_customary_number_back(qtbot: QtBot, window: MainWindow) -> None:
    type_over(qtbot, window, "1.3")
    table(window).go_to(cell(window).row(), 1)
    qtbot.keyClick(table(window), Qt.Key.Key_Delete)
    assert window.bench.plan.limits == {}
    assert margins(window) == {1.2}


def test_an_empty_cell_brings_it_back_too(qtbot: QtBot, window: MainWindow) -> None:
    type_over(qtbot, window, "1.3")
    table(window).edit(cell(window))
    editor = next(one for one in table(window).findChildren(QLineEdit) if one.isVisible())
    assert editor.text() == "1.3"
    editor.selectAll()
    qtbot.keyClick(editor, Qt.Key.Key_Backspace)
    assert "1.2" in editor.accessibleDescription()  # says what will stand there
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert window.bench.plan.limits == {}


def test_a_leaf_of_why_leads_to_the_number(window: MainWindow) -> None:
    figure = window.bench.assessment.limits[KEY, ""]
    assert isinstance(figure, Figure)
    row = why(figure, window.bench.plan, "en").row
    assert (row.place, row.subject, row.name) == ("site", f"limits/{KEY}", "recommended margin of sensible cooling")


def test_a_rule_of_a_standard_leads_nowhere(window: MainWindow) -> None:
    row = why(window.bench.assessment.limits["br.cont", ""], window.bench.plan, "en").row
    assert (row.place, row.name) == ("", "recommended level of a continuous load")


def test_a_topic_is_folded_and_opens_for_what_is_asked_for(window: MainWindow) -> None:
    model = table(window).model()
    rows = model.rowCount()
    table(window).group_toggled.emit(model.row_of("group-cooling"))  # type: ignore[attr-defined]
    assert model.rowCount() < rows
    assert model.row_of(KEY) == -1  # type: ignore[attr-defined]
    window.bench.go("site", f"limits/{KEY}")
    assert table(window).currentIndex() == cell(window)


def test_the_history_names_the_number(qtbot: QtBot, window: MainWindow) -> None:
    type_over(qtbot, window, "1.3")
    session = window.bench.session
    assert session is not None
    assert session.undoable is not None
    said = window.bench.text(session.undoable)
    assert said == "Change recommended margin of sensible cooling from nothing to 1.3"


def test_the_view_is_there_without_a_room(make_window: MakeWindow) -> None:
    made = make_window("lab-a")
    while made.bench.plan.site:
        assert made.bench.do(RemovePart(path=f"site/{made.bench.plan.site[-1].id}"))
    made.bench.go("site", f"limits/{KEY}")
    assert table(made).isVisible()


def test_the_palette_finds_a_number_by_its_name(window: MainWindow) -> None:
    bench = window.bench
    hits = find("margin of sensible", (), bench.assessment, bench.desk, "en")
    assert [(one.detail, one.place, one.subject) for one in hits[:1]] == [("1.2", "site", f"limits/{KEY}")]
    assert find("xianlengliangjianyi", (), bench.assessment, bench.desk, "zh")[0].subject == f"limits/{KEY}"
