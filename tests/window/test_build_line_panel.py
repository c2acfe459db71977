"""The fields of the marked line: memory, disks, ports and warranty are typed with units, shown, asked for, and taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton

from desktop_app.window.forms.path_field import PathField
from desktop_app.window.places.build.line_panel import LinePanel
from planner.plan.typed import edit_from_text
from planner.tender.derive import derive
from tests.window.test_build_place import line, model, table

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow


def mark(window: MainWindow, row_id: str) -> LinePanel:
    window.show_place("build")
    view, rows = table(window), model(window)
    view.go_to(rows.row_of(row_id), rows.column_of("quantity"))
    QApplication.processEvents()  # fields that were added are shown
    panel = window.findChild(LinePanel, "line-panel")
    assert isinstance(panel, LinePanel)
    return panel


def field(window: MainWindow, row_id: str, key: str) -> QLineEdit:
    found = window.findChild(QLineEdit, f"field-alternatives/A/lines/{row_id}/facts/{key}")
    assert isinstance(found, QLineEdit)
    return found


def path_field(panel: LinePanel, row_id: str, key: str) -> PathField:
    found = panel.form.field(f"alternatives/A/lines/{row_id}/facts/{key}")
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("key", "typed", "echo", "value"),
    [
        ("ram_gb", "384G", "= 384 GB", 384),
        ("ram_gb", "384GiB", "= 384 GB", 384),  # a module of 32 GiB is sold as 32 GB
        ("disk_tb", "3840G", "= 3.84 TB", 3.84),
        ("cpu_cores", "64", "= 64", 64),
        ("nic_ports", "2", "= 2", 2),
        ("nic_gbps", "25G", "= 25 Gbit/s", 25),
        ("warranty_years", "36个月", "= 3 yr", 3),
        ("warranty_years", "5", "= 5 yr", 5),
    ],
)
def test_values_are_typed_with_units_and_said_back(
    qtbot: QtBot, window: MainWindow, key: str, typed: str, echo: str, value: float
) -> None:
    panel = mark(window, "ws")
    assert panel.isVisible()
    plan = window.bench.plan
    editor = field(window, "ws", key)
    editor.setFocus()
    if typed.isascii():
        qtbot.keyClicks(editor, typed)
    else:
        editor.setText(typed)
        editor.textEdited.emit(typed)
    assert editor.accessibleDescription() == echo
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert line(window, "ws").facts[key].value == value
    assert line(window, "ws").facts[key].quality == "entered"
    window.bench.undo()
    assert window.bench.plan == plan
    assert field(window, "ws", key).text() == ""


def test_what_was_typed_is_asked_for_in_the_parameters(qtbot: QtBot, window: MainWindow) -> None:
    mark(window, "ws")
    editor = field(window, "ws", "ram_gb")
    editor.setFocus()
    qtbot.keyClicks(editor, "384G")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    found = [one for one in derive(window.bench.assessment) if one.library == "ram.cap"]
    assert [one.threshold.low for one in found] == [384]


def test_another_line_has_its_own_fields(window: MainWindow) -> None:
    panel = mark(window, "nas")
    assert panel.accessibleName() == "Details of the line"
    assert panel.isVisible()
    assert not path_field(panel, "nas", "capacity_tb").isHidden()
    assert panel.form.field("alternatives/A/lines/nas/facts/ram_gb") is None
    panel = mark(window, "ups")
    assert not path_field(panel, "ups", "rated_va").isHidden()


def test_the_catalog_shows_through_where_nothing_is_typed(window: MainWindow) -> None:
    mark(window, "ws")
    empty = field(window, "ws", "psu_count")
    assert empty.text() == ""
    item = window.bench.plan.item_of(line(window, "ws").item)
    assert item is not None
    assert empty.placeholderText() == f"{item.number('psu_count'):g}"
    assert "catalog" in empty.toolTip()


def test_the_button_hides_the_fields_and_a_group_has_none(qtbot: QtBot, window: MainWindow) -> None:
    panel = mark(window, "ws")
    button = window.findChild(QPushButton, "build-details")
    assert button is not None
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not panel.isVisible()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert panel.isVisible()
    assert not mark(window, "group-compute").isVisible()


def test_a_removed_line_takes_its_fields_along(qtbot: QtBot, window: MainWindow) -> None:
    panel = mark(window, "works")
    view = table(window)
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Delete, Qt.KeyboardModifier.ControlModifier)
    assert panel.line != "works"
    window.bench.undo()


def test_a_size_in_binary_units_is_the_memory_that_is_sold(window: MainWindow) -> None:
    edit = edit_from_text(
        window.bench.plan, "A/ws/facts/ram_gb", "512 GiB", lambda _: pytest.fail("asked for a catalog row")
    )
    after, _ = edit.apply(window.bench.plan)
    assert after.alternatives[0].lines[0].facts["ram_gb"].value == 512
