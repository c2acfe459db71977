"""The form of a node: what the simple card asks at first, the rest behind "more", and what was told always in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from desktop_app.services.room_card import FIELDS, SIMPLE, node_paths
from planner.plan.document import Fact, SiteNode
from planner.plan.edits import SetValue

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow


def keys(paths: tuple[str, ...]) -> list[str]:
    """Return the last words of paths."""
    return [path.rpartition("/")[2] for path in paths]


def button_of(window: MainWindow) -> QPushButton:
    """Return the button that shows more fields or fewer."""
    found = window.findChild(QPushButton, "node-more")
    assert isinstance(found, QPushButton)
    return found


def shown(window: MainWindow) -> list[str]:
    """Return the fields of the form in sight."""
    place = window.stack.place
    return keys(tuple(field.path for field in place._panel._form.fields))


def test_the_simple_card_is_a_part_of_the_whole_in_its_order() -> None:
    for kind, few in SIMPLE.items():
        assert few < set(FIELDS[kind])
        paths = keys(node_paths(SiteNode(id="n", type=kind), whole=False))
        assert paths == [key for key in FIELDS[kind] if key in few]


def test_what_was_told_is_in_sight_whatever_it_is() -> None:
    told = SiteNode(id="n", type="room", values={"lift_load_kg": Fact(value=800.0), "odd": Fact(value=1.0)})
    assert keys(node_paths(told, whole=False))[-2:] == ["lift_load_kg", "odd"]


def test_more_shows_every_field_and_fewer_takes_them_away(window: MainWindow, qtbot: QtBot) -> None:
    window.show_place("site")
    room = next(node.id for node in window.bench.plan.site if node.type == "room")
    window.stack.place.choose(room)  # type: ignore[attr-defined]
    before = shown(window)
    assert "lift_load_kg" not in before
    button = button_of(window)
    hidden = len(FIELDS["room"]) - len([key for key in before if key in FIELDS["room"]])
    assert button.text() == f"{hidden} more fields"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert set(FIELDS["room"]) <= set(shown(window))
    assert button.text() == "Fewer fields"
    window.bench.do(SetValue(path=f"site/{room}/values/lift_load_kg", value={"value": 800.0}))
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert shown(window) == [key for key in FIELDS["room"] if key in {*before, "lift_load_kg"}]


def test_a_node_without_more_has_no_button(window: MainWindow) -> None:
    window.show_place("site")
    socket = next(node.id for node in window.bench.plan.site if node.type == "socket")
    window.stack.place.choose(socket)  # type: ignore[attr-defined]
    assert not button_of(window).isVisible()
