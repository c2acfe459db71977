"""A table from a file, as a person takes it: choose the file, look at faults, mend a cell, import, undo."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import openpyxl
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from desktop_app.window import prompts
from desktop_app.window.parts.choice_box import ChoiceBox
from desktop_app.window.places.build.import_page import ImportPage
from tests.window.test_build_place import open_editor

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow

ROWS = (
    ("Offer of a shop",),
    ("Name", "Quantity", "Unit price"),
    ("Rack switch with 24 ports", 2, 4600),
    ("Cabinet 42U", 1, "on request"),
    ("Total", "", 12400),
)


def press(qtbot: QtBot, window: MainWindow, name: str) -> None:
    button = window.findChild(QPushButton, name)
    assert button is not None and button.isVisible()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


@pytest.fixture
def page(qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ImportPage:
    made = openpyxl.Workbook()
    for row in ROWS:
        made.active.append(row)
    made.save(tmp_path / "offer.xlsx")
    monkeypatch.setattr(prompts, "open_file", lambda *_args: tmp_path / "offer.xlsx")
    window.show_place("build")
    press(qtbot, window, "build-import")
    found = window.findChild(ImportPage, "import-page")
    assert found is not None and found.isVisible()
    return found


def test_a_fault_is_mended_in_its_cell_and_the_rows_come_in_as_one_step(
    qtbot: QtBot, window: MainWindow, page: ImportPage
) -> None:
    model, before = page.table.model(), len(window.bench.alternative.lines)
    take = window.findChild(QPushButton, "import-take")
    assert take is not None
    assert take.text() == "Import 1 rows"
    row = model.row_of("4")
    assert "on request" in model.rows[row].texts[-1]
    page.table.setFocus()
    page.table.go_to(row, model.column_of("price"))
    qtbot.keyClick(page.table, Qt.Key.Key_F2)
    editor = open_editor(page.table)
    editor.selectAll()
    qtbot.keyClicks(editor, "3200")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert take.text() == "Import 2 rows"
    press(qtbot, window, "import-take")
    assert not page.isVisible()
    lines = window.bench.alternative.lines[before:]
    assert [(line.quantity, line.price.chosen) for line in lines] == [(2, 4600), (1, 3200)]
    window.bench.undo()
    assert len(window.bench.alternative.lines) == before


def test_columns_and_heading_row_can_be_chosen_and_leaving_changes_nothing(
    qtbot: QtBot, window: MainWindow, page: ImportPage
) -> None:
    before = window.bench.plan
    box = window.findChild(ChoiceBox, "import-column-price")
    head = window.findChild(ChoiceBox, "import-head")
    assert box is not None and head is not None
    assert (head.key, box.key) == ("1", "2")
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Home)
    assert box.currentText() == "not imported"
    assert page.table.model().rows[0].texts[5] == ""
    press(qtbot, window, "import-leave")
    assert not page.isVisible()
    assert window.bench.plan is before


def test_the_page_speaks_the_language_of_the_window(window: MainWindow, page: ImportPage) -> None:
    window.bench.speak("zh")
    take = window.findChild(QPushButton, "import-take")
    assert take is not None
    assert take.text() == "导入 1 行"
