"""Editing by hand in the pictures of the site: cords to other outlets, machines to other rack units; each one step of undo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from desktop_app.window.parts.choice_box import ChoiceBox
from planner.plan.edits import AddPart, Batch, Edit, SetValue
from tests.window.site_drag import canvas, drag, hold, landing, point, tab

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow
    from desktop_app.window.pictures.scene_view import SceneView
    from desktop_app.window.workbench import Workbench


pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # popups, where there is no screen


def cords(bench: Workbench) -> list[tuple[str, str, int]]:
    """Return where the lines are plugged in."""
    return [(one.line, one.node, one.units) for one in bench.alternative.connections]


def mounts(bench: Workbench) -> list[tuple[str, str, int, int | None, str]]:
    """Return what is mounted where."""
    return [(one.line, one.node, one.units, one.bottom_u, one.face) for one in bench.alternative.placements]


def fact(path: str, value: object) -> SetValue:
    return SetValue(path=path, value={"value": value})


def rack(name: str, **values: float) -> AddPart:
    told = {key: {"value": value} for key, value in values.items()}
    return AddPart(path="site", value={"id": name, "type": "rack", "parent": "room", "values": told})


@pytest.fixture
def racked(window: MainWindow) -> MainWindow:
    """Return a window with racks of 24 U (800 mm) and 12 U (500 mm): two workstations of 4 U in the first, a NAS of 2 U."""
    name = window.bench.alternative.id
    edits: tuple[Edit, ...] = (
        rack("rack-1", u_height=24.0, max_load_kg=300.0, mounting_depth_mm=800.0),
        rack("rack-2", u_height=12.0, mounting_depth_mm=500.0),
        SetValue(path=f"{name}/ws/quantity", value=2),
        fact(f"{name}/ws/facts/rack_u", 4.0),
        fact(f"{name}/ws/facts/depth_mm", 600.0),
        fact(f"{name}/nas/facts/rack_u", 2.0),
        fact(f"{name}/nas/facts/depth_mm", 300.0),
        AddPart(path=f"alternatives/{name}/placements", value={"line": "ws", "node": "rack-1", "units": 2}),
    )
    assert window.bench.do(Batch(edits=edits))
    return window


def key(view: SceneView, *keys: tuple[Qt.Key, Qt.KeyboardModifier]) -> None:
    for one, modifiers in keys:
        QTest.keyClick(view, one, modifiers)


ALT, NONE = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.NoModifier


def test_a_cord_goes_to_the_socket_of_another_circuit_and_comes_back(window: MainWindow, qtbot: QtBot) -> None:
    """2,500 W and 150 W on a 10 A socket: 2,650 / 220 / 0.98 = 12.3 A."""
    bench, view = window.bench, tab(window, "wiring")
    before = bench.plan
    hold(view, point(view, "socket-1/ws"), point(view, "circuit-2"))
    assert landing(view).text == "to Socket 2: 12.3 / 10 A, 123 %"
    assert landing(view).tone == "warn"
    assert canvas(view).cursor().shape() == Qt.CursorShape.ClosedHandCursor
    assert bench.plan is before  # nothing is done before it is let go
    QTest.mouseRelease(canvas(view), Qt.MouseButton.LeftButton, NONE, point(view, "circuit-2"))
    assert cords(bench) == [("ws", "socket-2", 1), ("nas", "socket-2", 1)]
    place: Any = window.stack.place
    assert place._device.line == "ws"
    assert view.marked == "socket-2/ws"
    bench.undo()
    assert bench.plan == before


def test_a_panel_takes_no_cord_and_says_why(window: MainWindow) -> None:
    bench, view = window.bench, tab(window, "wiring")
    before = bench.plan
    hold(view, point(view, "socket-1/ws"), point(view, "panel"))
    assert landing(view).tone == "error"
    assert landing(view).text == "Nothing is plugged in at a panel: choose a circuit or a socket."
    assert canvas(view).cursor().shape() == Qt.CursorShape.ForbiddenCursor
    QTest.mouseRelease(canvas(view), Qt.MouseButton.LeftButton, NONE, point(view, "panel"))
    assert bench.plan is before


def test_escape_and_bare_ground_leave_the_cord_where_it_is(window: MainWindow) -> None:
    bench, view = window.bench, tab(window, "wiring")
    before, start, end = bench.plan, point(view, "socket-1/ws"), point(view, "socket-2")
    hold(view, start, end)
    QTest.keyClick(view, Qt.Key.Key_Escape)
    QTest.mouseRelease(canvas(view), Qt.MouseButton.LeftButton, NONE, end)
    assert bench.plan is before
    drag(view, start, start + (end - start) * 0.02)  # less than a drag
    assert bench.plan is before
    place: Any = window.stack.place
    assert place._device.line == "ws"  # a press shows the form
    drag(view, start, canvas(view).rect().bottomRight())
    assert bench.plan is before


def test_the_other_cord_of_a_machine_keeps_its_own_outlet(window: MainWindow) -> None:
    """A and B feed on one socket would fail together."""
    bench = window.bench
    path = f"alternatives/{bench.alternative.id}/connections"
    at = next(at for at, one in enumerate(bench.alternative.connections) if one.line == "ws")
    half = {"line": "ws", "node": "socket-2", "share": 0.5}
    assert bench.do(Batch(edits=(SetValue(path=f"{path}/{at}/share", value=0.5), AddPart(path=path, value=half))))
    view, before = tab(window, "wiring"), bench.plan
    hold(view, point(view, "socket-1/ws"), point(view, "socket-2"))
    assert landing(view).text == "Its other cord hangs on Socket 2: both would fail together."
    QTest.mouseRelease(canvas(view), Qt.MouseButton.LeftButton, NONE, point(view, "socket-2"))
    assert bench.plan is before


def test_a_cord_by_keys_and_by_menu(window: MainWindow, qtbot: QtBot) -> None:
    bench, view = window.bench, tab(window, "wiring")
    view.setFocus()
    place: Any = window.stack.place
    place.choose("panel")
    for _step in range(20):
        if view.marked == "socket-1/ws":
            break
        key(view, (Qt.Key.Key_Down, NONE))
    assert view.marked == "socket-1/ws"
    key(view, (Qt.Key.Key_Down, ALT))
    assert cords(bench)[0] == ("ws", "socket-2", 1)
    key(view, (Qt.Key.Key_Delete, NONE))
    assert [line for line, _node, _units in cords(bench)] == ["nas"]
    assert view.marked == "loose/ws"
    rows = menu(view)
    pick(qtbot, rows["plug-socket-1"])
    assert ("ws", "socket-1", 1) in cords(bench)


def menu(view: SceneView) -> dict[str, QAction]:
    """Return the rows of the menu of what is marked, as the menu key shows it."""
    asked = QContextMenuEvent(
        QContextMenuEvent.Reason.Keyboard, view.rect().center(), view.mapToGlobal(view.rect().center())
    )
    QApplication.sendEvent(view, asked)
    shown = next(one for one in view.findChildren(QMenu) if one.objectName() == "picture-menu" and one.isVisible())
    rows = {row.objectName(): row for row in shown.actions()}
    for below in shown.findChildren(QMenu):
        rows |= {row.objectName(): row for row in below.actions()}
    return rows


def pick(qtbot: QtBot, row: QAction) -> None:
    """Choose a row and close the menu."""
    row.trigger()
    for shown in QApplication.topLevelWidgets():
        if isinstance(shown, QMenu):
            shown.close()


def test_a_strip_is_taken_with_what_hangs_on_it_but_not_onto_itself(window: MainWindow) -> None:
    bench = window.bench
    at = next(at for at, one in enumerate(bench.alternative.connections) if one.line == "nas")
    path = f"alternatives/{bench.alternative.id}/connections/{at}/node"
    strip = AddPart(path="site", value={"id": "strip-1", "type": "strip", "parent": "socket-2"})
    second = AddPart(path="site", value={"id": "strip-2", "type": "strip", "parent": "strip-1"})
    assert bench.do(Batch(edits=(strip, second, SetValue(path=path, value="strip-2"))))
    view = tab(window, "wiring")
    hold(view, point(view, "strip-1"), point(view, "strip-2"))
    assert landing(view).text == "Power strip 2 hangs on it: it would feed itself."
    view._canvas.let_go()
    drag(view, point(view, "strip-1"), point(view, "socket-1"))
    assert bench.plan.node("strip-1").parent == "socket-1"  # type: ignore[union-attr]
    bench.undo()
    assert bench.plan.node("strip-1").parent == "socket-2"  # type: ignore[union-attr]


def test_a_ups_of_the_build_is_put_behind_a_socket_and_takes_a_machine(window: MainWindow) -> None:
    """2,500 W of 2,700 W and 2,551 of 3,000 VA: 93 %."""
    bench, view = window.bench, tab(window, "wiring")
    before = bench.plan
    drag(view, point(view, "loose/ups"), point(view, "socket-1"))
    node = bench.plan.node("ups-1")
    assert node is not None
    assert (node.parent, node.values["rated_w"].value) == ("socket-1", 2700.0)
    assert view.marked == "ups-1"
    hold(view, point(view, "socket-1/ws"), point(view, "ups-1"))
    assert landing(view).text.startswith("to UPS 1: 2.5 / 2.7 kW")
    QTest.mouseRelease(canvas(view), Qt.MouseButton.LeftButton, NONE, point(view, "ups-1"))
    assert ("ws", "ups-1", 1) in cords(bench)
    assert bench.assessment.context.site.ups[0].basis == "placed"
    bench.undo()
    bench.undo()
    assert bench.plan == before


def test_a_machine_goes_to_another_unit_in_one_step(racked: MainWindow) -> None:
    bench, view = racked.bench, tab(racked, "racks")
    before = bench.plan
    # the second workstation stands at U5 to U8; taken at its lowest unit and let go at U12
    start = point(view, "line/ws/0/1", down=0.9)
    hold(view, start, point(view, "slot/rack-1/front/12"))
    assert landing(view).text == "U12 to U15 of Rack 1, front"
    QTest.mouseRelease(canvas(view), Qt.MouseButton.LeftButton, NONE, point(view, "slot/rack-1/front/12"))
    assert mounts(bench) == [("ws", "rack-1", 1, None, "front"), ("ws", "rack-1", 1, 12, "front")]
    assert view.marked == "line/ws/1/0"
    bench.undo()
    assert bench.plan == before


def test_units_that_are_taken_and_the_end_of_the_rack_are_refused(racked: MainWindow) -> None:
    bench, view = racked.bench, tab(racked, "racks")
    drag(view, point(view, "line/nas/-/0"), point(view, "slot/rack-1/front/20"))
    assert mounts(bench)[1:] == [("nas", "rack-1", 1, 20, "front")]
    before = bench.plan
    start = point(view, "line/ws/0/1", down=0.9)
    hold(view, start, point(view, "slot/rack-1/front/18"))  # U18 to U21
    assert landing(view).tone == "error"
    assert landing(view).text == "U20 is taken by Network storage (NAS) (U20 to U21)."
    QTest.mouseRelease(canvas(view), Qt.MouseButton.LeftButton, NONE, point(view, "slot/rack-1/front/18"))
    assert bench.plan is before
    hold(view, start, point(view, "slot/rack-1/front/22"))
    assert landing(view).text == "U22 to U25 is beyond Rack 1, which has 24 U."
    view._canvas.let_go()


def test_a_machine_too_deep_for_a_rack_is_refused(racked: MainWindow) -> None:
    bench, view = racked.bench, tab(racked, "racks")
    before = bench.plan
    hold(view, point(view, "line/ws/0/0"), point(view, "slot/rack-2/front/4"))  # 600 + 150 mm in 500 mm
    assert landing(view).tone == "error"
    assert "750 mm with its cables; Rack 2 has 500 mm" in landing(view).text
    QTest.mouseRelease(canvas(view), Qt.MouseButton.LeftButton, NONE, point(view, "slot/rack-2/front/4"))
    assert bench.plan is before


def test_half_a_depth_leaves_the_rear_free_a_whole_one_does_not(racked: MainWindow) -> None:
    """2 x 300 + 150 mm of 800 mm: two NAS stand back to back; behind a workstation of 600 mm there is no room."""
    bench = racked.bench
    name = bench.alternative.id
    assert bench.do(SetValue(path=f"{name}/nas/quantity", value=2))
    view = tab(racked, "racks")
    drag(view, point(view, "line/nas/-/0"), point(view, "slot/rack-1/front/20"))
    drag(view, point(view, "line/nas/-/0"), point(view, "slot/rack-1/rear/20"))
    assert mounts(bench)[1:] == [("nas", "rack-1", 1, 20, "front"), ("nas", "rack-1", 1, 20, "rear")]
    filling = bench.assessment.context.racks[0]
    assert filling.used_u.value == 10  # 2 x 4 + 2 + 2, less the two units shared
    drag(view, point(view, "line/ws/0/0", down=0.9), point(view, "slot/rack-1/front/3"))
    before = bench.plan
    hold(view, point(view, "line/nas/3/0"), point(view, "slot/rack-1/rear/4"))
    assert "is taken by Workstation" in landing(view).text
    view._canvas.let_go()
    assert bench.plan is before


def test_a_machine_by_keys(racked: MainWindow) -> None:
    bench, view = racked.bench, tab(racked, "racks")
    view.setFocus()
    key(view, (Qt.Key.Key_Up, NONE), (Qt.Key.Key_Up, NONE))
    assert view.marked == "line/ws/0/1"
    key(view, (Qt.Key.Key_Up, ALT))  # from U5, where it was drawn, to U6
    assert mounts(bench)[1] == ("ws", "rack-1", 1, 6, "front")
    key(view, (Qt.Key.Key_Up, ALT), (Qt.Key.Key_Down, ALT), (Qt.Key.Key_Down, ALT))
    assert mounts(bench)[1] == ("ws", "rack-1", 1, 5, "front")
    key(view, (Qt.Key.Key_Delete, NONE))
    assert mounts(bench) == [("ws", "rack-1", 1, None, "front")]
    assert view.marked == "line/ws/-/0"


def test_the_menu_of_a_machine_says_why_something_cannot_be(racked: MainWindow, qtbot: QtBot) -> None:
    bench, view = racked.bench, tab(racked, "racks")
    drag(view, point(view, "line/ws/0/1", down=0.9), point(view, "slot/rack-1/front/21"))
    rows = menu(view)
    assert not rows["mount-up"].isEnabled()  # U21 to U24 is the top of 24 U
    assert not rows["mount-rack-2"].isEnabled()
    assert "Rack 2 has 500 mm" in rows["mount-rack-2"].text()
    pick(qtbot, rows["mount-u10"])
    assert mounts(bench)[1] == ("ws", "rack-1", 1, 10, "front")
    pick(qtbot, menu(view)["mount-automatic"])
    assert mounts(bench)[1] == ("ws", "rack-1", 1, None, "front")


def test_a_right_click_shows_the_menu_of_what_is_below_the_mouse(racked: MainWindow) -> None:
    view = tab(racked, "racks")
    at = point(view, "line/ws/0/1")
    asked = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, canvas(view).mapToGlobal(at))
    QApplication.sendEvent(canvas(view), asked)
    shown = [one for one in view.findChildren(QMenu) if one.objectName() == "picture-menu" and one.isVisible()]
    assert len(shown) == 1
    assert view.marked == "line/ws/0/1"
    shown[0].close()


def test_after_undo_the_frame_stands_around_the_machine_again(racked: MainWindow) -> None:
    """Moved out of its placement it has another number; taken back, its frame must not be lost."""
    bench, view = racked.bench, tab(racked, "racks")
    drag(view, point(view, "line/ws/0/1", down=0.9), point(view, "slot/rack-1/front/12"))
    assert view.marked == "line/ws/1/0"
    bench.undo()
    assert view.marked in ("line/ws/0/0", "line/ws/0/1")


def test_the_form_places_a_machine_too(racked: MainWindow, qtbot: QtBot) -> None:
    bench, view = racked.bench, tab(racked, "racks")
    qtbot.mouseClick(canvas(view), Qt.MouseButton.LeftButton, pos=point(view, "line/ws/0/0"))
    place: Any = racked.stack.place
    assert place._mounts.line == "ws"
    assert place._mounts._rows._fields[0].path.endswith("placements/0/bottom_u")
    field = place._mounts._rows._fields[0].line_edit()
    field.setFocus()
    qtbot.keyClicks(field, "9")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert mounts(bench) == [("ws", "rack-1", 2, 9, "front")]
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert mounts(bench) == [("ws", "rack-1", 2, None, "front")]
    choice = racked.findChild(ChoiceBox, "mount-rack-0")
    assert isinstance(choice, ChoiceBox)
    choice.chosen.emit("rack-2")
    assert mounts(bench) == [("ws", "rack-2", 2, None, "front")]
