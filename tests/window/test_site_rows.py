"""The room card's list says the same as the picture of the wiring; a card alone draws at least its own power."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton

from desktop_app.services.build_edits import add_item_edit
from desktop_app.services.fields import field_view
from desktop_app.services.site_list import site_rows
from desktop_app.services.strip import strip_of
from planner.plan.edits import SetValue
from tests.window.test_build_place import shown

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow


def test_a_part_that_is_known_stands_as_the_least(window: MainWindow) -> None:
    """Two workstations of 2,500 W on circuit 2 with others' load open: 2 x 2500 / 220 / 0.98 = 23.2 A on 16 A."""
    bench = window.bench
    at = next(at for at, one in enumerate(bench.alternative.connections) if one.line == "ws")
    assert bench.do(SetValue(path="A/ws/quantity", value=2))
    assert bench.do(SetValue(path=f"alternatives/A/connections/{at}/node", value="socket-2"))
    assert bench.do(SetValue(path=f"alternatives/A/connections/{at}/units", value=2))
    rows = {row.id: row for row in site_rows(bench.assessment, "en")}
    assert rows["circuit-2"].load.startswith("≥ 23.")
    assert rows["circuit-2"].worst == "error"


def test_an_air_conditioner_shows_what_it_is_reckoned_with(window: MainWindow) -> None:
    rows = {row.id: row for row in site_rows(window.bench.assessment, "en")}
    assert rows["ac-1"].rating == "3.5 kW"  # 2 HP class: 5,000 W at a sensible ratio of 0.7


def test_a_card_alone_draws_at_least_its_own_power(window: MainWindow) -> None:
    window.show_place("build")
    bench = window.bench
    card = bench.desk.store.catalog.get("nv-rtx4090")  # 450 W
    name, edit = add_item_edit(bench.alternative, card, ())
    assert bench.do(edit)
    assert shown(window, name, "power") == "≥ 0.45"
    found = next(one for one in bench.assessment.findings if one.check == "FT06" and one.subject == name)
    assert found.outcome == "unknown"
    assert "at least 450 W" in bench.text(found.message)


def test_what_was_not_compared_is_no_pass(window: MainWindow) -> None:
    """Without others' share the picture shows a circuit to be confirmed; the list must not show it as passed."""
    from planner.pictures.wiring_tree import cards_of

    bench = window.bench
    rows = {row.id: row for row in site_rows(bench.assessment, "zh")}
    cards, unknown = list(cards_of(bench.assessment.context, "zh")), []
    while cards:
        card = cards.pop()
        cards += card.children
        if card.status == "unknown" and card.id in rows:
            unknown.append(card.id)
    assert "circuit-2" in unknown
    assert all(rows[name].worst != "pass" for name in unknown)


def test_a_ups_that_is_wired_nowhere_is_said_so_and_can_be_plugged_in(window: MainWindow, qtbot: QtBot) -> None:
    bench = window.bench
    bench.go("site", "ups")
    words = window.findChild(QLabel, "device-units")
    add = window.findChild(QPushButton, "plug-add")
    assert words is not None
    assert add is not None
    assert words.text() == "1 in the build, 1 not plugged in"  # as the picture has it
    assert add.isEnabled()
    qtbot.mouseClick(add, Qt.MouseButton.LeftButton)
    assert [(node.type, node.parent) for node in bench.plan.site if node.type == "ups"] == [("ups", "socket-1")]
    assert words.text() == "1 in the build, all plugged in"
    assert not add.isEnabled()


def test_a_reading_is_said_to_count_instead_of_what_others_draw(window: MainWindow) -> None:
    bench = window.bench
    path = "site/circuit-1/values/other_load_a"
    assert bench.do(SetValue(path=path, value={"value": 3.0}))
    assert field_view(bench.plan, path, "en").origin_word == "entered"
    assert bench.do(SetValue(path="site/circuit-1/values/reading_a", value={"value": 5.0}))
    assert field_view(bench.plan, path, "en").origin_word == "the reading counts"


def test_the_foot_says_that_its_circuit_is_the_fullest_and_not_the_limit_of_the_sum(window: MainWindow) -> None:
    """2.65 kW are all machines; circuit 1 alone carries the 2.5 kW of the workstation."""
    power = next(one for one in strip_of(window.bench.assessment, "en").items if one.name == "power")
    assert (power.value, power.limit) == ("2.65 kW", "fullest Circuit 1")
