"""What a first user stumbled over: lost texts, words instead of keys, columns that fit, menus that fit what is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel

from desktop_app.services.fields import field_view
from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.places.site.node_panel import NodePanel
from planner.plan.edits import SetValue
from tests.window.test_build_place import line, model, open_editor, table

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow
    from tests.window.conftest import MakeWindow


def test_a_text_that_is_not_understood_is_named_when_its_cell_is_left(qtbot: QtBot, window: MainWindow) -> None:
    window.show_place("build")
    view, rows = table(window), model(window)
    view.setFocus()
    view.go_to(rows.row_of("ws"), rows.column_of("price"))
    before = line(window, "ws").price
    qtbot.keyClicks(view, "a")
    qtbot.keyClicks(open_editor(view), "bc")
    other = rows.index(rows.row_of("nas"), rows.column_of("name"))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(other).center())
    assert line(window, "ws").price == before
    assert '"abc"' in window.notice_bar.accessibleName()


def test_formats_and_optimisers_are_chosen_by_words(window: MainWindow) -> None:
    entry = next(one for one in window.bench.plan.workload if one.kind == "train")
    view = field_view(window.bench.plan, f"workload/{entry.id}/optimizer", "zh")
    assert view.kind == "choice"
    assert view.key == entry.optimizer
    assert dict(view.choices)["adamw-8bit"] == "8 位 AdamW（6 字节/参数）"
    weights = field_view(window.bench.plan, f"workload/{entry.id}/dtype", "en")
    assert dict(weights.choices)["nf4-dq"] == "NF4 double quantised"
    assert not window.bench.do(SetValue(path=f"workload/{entry.id}/dtype", value="own"))  # no table has it
    rest = tuple(one for one in window.bench.plan.workload if one is not entry)
    from_file = replace(window.bench.plan, workload=(replace(entry, dtype="own"), *rest))
    own = field_view(from_file, f"workload/{entry.id}/dtype", "en")
    assert own.choices[0] == ("own", "own")  # a key of nobody's list is not lost


def test_three_alternatives_fit_beside_each_other(make_window: MakeWindow, qtbot: QtBot) -> None:
    from desktop_app.services.alternatives import copy_edit

    window = make_window(size=(1366, 768))
    for _ in range(2):
        assert window.bench.do(copy_edit(window.bench.plan, "A")[1])
    window.show_place("plan")
    view = window.findChild(RecordTable, "compare-table")
    assert view is not None
    assert view.model().columnCount() == 4
    qtbot.wait(1)  # the names take what the amounts leave
    assert view.horizontalScrollBar().maximum() == 0
    assert view.columnWidth(1) >= 104, [view.columnWidth(at) for at in range(4)]


def test_a_socket_is_offered_on_a_circuit_only(window: MainWindow) -> None:
    window.show_place("site")
    panel = window.findChild(NodePanel)
    assert panel is not None
    for node, offered in (("circuit-1", True), ("room", False)):
        panel.show_node(node)
        panel._fill_menu()
        action = next(one for one in panel._menu.actions() if one.objectName() == "add-socket")
        assert isinstance(action, QAction)
        assert action.isEnabled() is offered


def test_a_room_is_not_named_twice(window: MainWindow) -> None:
    window.show_place("site")
    panel = window.findChild(NodePanel)
    assert panel is not None
    panel.show_node("room")
    words = [one.text() for one in panel.findChildren(QLabel)]
    assert words.count(panel._title.text()) == 1
