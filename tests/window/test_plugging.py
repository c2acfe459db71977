"""Units of one line at two outlets: in Build by the feed's list, in Site by the form of the machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton

from desktop_app.window.models.record_model import RecordModel
from desktop_app.window.parts.choice_box import ChoiceBox
from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.pictures.scene_view import SceneView
from planner.checks.registry import Fix
from planner.plan.edits import SetValue

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow


def two(window: MainWindow) -> None:
    """Plan two workstations; the template plugs one in at socket 1."""
    assert window.bench.do(SetValue(path="A/ws/quantity", value=2))


def plugged(window: MainWindow) -> list[tuple[str, int]]:
    return [(one.node, one.units) for one in window.bench.alternative.connections if one.line == "ws"]


def feed(window: MainWindow) -> tuple[RecordModel, int, int]:
    rows = window.findChild(RecordTable, "build-table").model()  # type: ignore[union-attr]
    assert isinstance(rows, RecordModel)
    return rows, rows.row_of("ws"), rows.column_of("feed")


def choices(window: MainWindow) -> dict[str, str]:
    from desktop_app.window.parts.cells import CHOICES_ROLE

    rows, row, column = feed(window)
    given = rows.index(row, column).data(CHOICES_ROLE)
    assert isinstance(given, tuple)
    return dict(given)


def choose(window: MainWindow, key: str) -> None:
    rows, row, column = feed(window)
    assert rows.setData(rows.index(row, column), key)


def shown(window: MainWindow) -> str:
    rows, row, column = feed(window)
    return str(rows.index(row, column).data())


def test_feed_says_how_many_hang_where(window: MainWindow) -> None:
    window.show_place("build")
    assert shown(window) == "Socket 1"
    two(window)
    assert shown(window) == "Socket 1 ×1, not plugged in ×1"
    listed = choices(window)
    assert listed["now"] == "Socket 1 ×1, not plugged in ×1"
    assert listed["socket-2"] == "all 2 at Socket 2"
    assert listed["rest:socket-2"] == "the other 1 at Socket 2"


def test_the_rest_goes_to_another_socket_in_one_step(window: MainWindow) -> None:
    window.show_place("build")
    two(window)
    choose(window, "rest:socket-2")
    assert plugged(window) == [("socket-1", 1), ("socket-2", 1)]
    assert shown(window) == "Socket 1 ×1, Socket 2 ×1"
    choose(window, "socket-1")
    assert plugged(window) == [("socket-1", 2)]
    choose(window, "move:socket-2")
    assert sorted(plugged(window)) == [("socket-1", 1), ("socket-2", 1)]
    window.bench.undo()
    assert plugged(window) == [("socket-1", 2)]


def test_the_rest_joins_those_that_hang_there(window: MainWindow) -> None:
    two(window)
    choose(window, "rest:socket-1")
    assert plugged(window) == [("socket-1", 2)]


def test_a_click_on_a_machine_shows_where_it_is_plugged_in(qtbot: QtBot, window: MainWindow) -> None:
    two(window)
    window.show_place("site")
    view = window.findChild(SceneView, "site-wiring")
    assert view is not None
    scene = view.scene
    assert scene is not None
    view.pressed.emit(next(spot for spot in scene.spots if spot.part == "loose/ws"))
    words = window.findChild(QLabel, "device-units")
    assert words is not None
    assert words.isVisible()
    assert words.text() == "2 in the build, 1 not plugged in"
    add = window.findChild(QPushButton, "plug-add")
    assert add is not None
    qtbot.mouseClick(add, Qt.MouseButton.LeftButton)
    assert plugged(window) == [("socket-1", 1), ("socket-2", 1)]
    assert words.text() == "2 in the build, all plugged in"
    first, second = (window.findChild(ChoiceBox, f"plug-node-{row}") for row in (0, 1))
    assert first is not None
    assert second is not None
    assert (first.key, second.key) == ("socket-1", "socket-2")
    second.chosen.emit("circuit-2")
    assert plugged(window) == [("socket-1", 1), ("circuit-2", 1)]
    remove = window.findChild(QPushButton, "plug-remove-1")
    assert remove is not None
    qtbot.mouseClick(remove, Qt.MouseButton.LeftButton)
    assert plugged(window) == [("socket-1", 1)]


def test_units_of_a_place_can_be_typed(qtbot: QtBot, window: MainWindow) -> None:
    two(window)
    window.show_place("site")
    window.bench.go("site", "ws")
    at = next(at for at, one in enumerate(window.bench.alternative.connections) if one.line == "ws")
    field = window.findChild(QLineEdit, f"field-alternatives/A/connections/{at}/units")
    assert field is not None
    assert field.isVisible()
    field.selectAll()
    qtbot.keyClicks(field, "2")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert plugged(window) == [("socket-1", 2)]


def small(window: MainWindow) -> None:
    """Make the machines ones that a 10 A socket carries."""
    value = {"value": 1500.0, "quality": "entered"}
    assert window.bench.do(SetValue(path="alternatives/A/lines/ws/facts/max_power_w", value=value))


def test_the_fix_of_what_is_not_plugged_in_names_the_rest(window: MainWindow) -> None:
    two(window)
    small(window)
    found = next(one for one in window.bench.assessment.findings if one.check == "PW33" and one.subject == "ws")
    assert isinstance(found.fix, Fix)
    assert window.bench.text(found.fix.label) == "Plug the other 1 in at Socket 2"
    assert window.bench.do(found.fix.edit)
    assert plugged(window) == [("socket-1", 1), ("socket-2", 1)]


def test_there_is_a_fix_where_no_account_is_whole(window: MainWindow) -> None:
    """Both breakers unknown: the socket with the least load of ours is offered all the same."""
    two(window)
    small(window)
    for circuit in ("circuit-1", "circuit-2"):
        assert window.bench.do(
            SetValue(path=f"site/{circuit}/values/shared", value={"value": True, "quality": "entered"})
        )
    found = next(one for one in window.bench.assessment.findings if one.check == "PW33" and one.subject == "ws")
    assert found.fix is not None
