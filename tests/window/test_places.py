"""The other places, driven as a person would: site, workload, plan, cost, catalog, settings, palette, history, help."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QListView, QPushButton, QTextBrowser, QWidget

import resources
from desktop_app.window.main_window import MainWindow
from desktop_app.window.models.record_model import RecordModel
from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.pictures.scene_view import SceneView
from desktop_app.window.places.catalog.model import CatalogModel
from desktop_app.window.places.registry import ALL_PLACES

if TYPE_CHECKING:
    from pytestqt.modeltest import ModelTester
    from pytestqt.qtbot import QtBot

    from tests.window.conftest import MakeWindow

POPUPS = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


Widget = TypeVar("Widget", bound=QWidget)


def child(window: QWidget, kind: type[Widget], name: str) -> Widget:
    found = window.findChild(kind, name)
    assert isinstance(found, kind), name
    return found


def press(qtbot: QtBot, window: QWidget, name: str) -> None:
    qtbot.mouseClick(child(window, QPushButton, name), Qt.MouseButton.LeftButton)


def type_into(qtbot: QtBot, window: QWidget, path: str, text: str) -> QLineEdit:
    field = child(window, QLineEdit, f"field-{path}")
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    return field


# --- site ------------------------------------------------------------------------------------------------------------


def test_a_breaker_typed_in_the_room_card_moves_strip_and_picture(qtbot: QtBot, window: MainWindow) -> None:
    window.show_place("site", "circuit-1")
    picture = child(window, SceneView, "site-wiring")
    before = picture.scene
    type_into(qtbot, window, "site/circuit-1/values/breaker_a", "10A")
    node = window.bench.plan.node("circuit-1")
    assert node is not None
    assert node.values["breaker_a"].value == 10.0
    # 14.6 A on 10 A
    assert "146 %" in child(window, QWidget, "strip-power").accessibleName() or picture.scene is not before
    load = window.bench.assessment.context.site.loads["circuit-1"]
    assert load.rating_a.value == 10.0


def test_what_a_field_does_not_understand_stays_and_changes_nothing(qtbot: QtBot, window: MainWindow) -> None:
    window.show_place("site", "circuit-1")
    plan = window.bench.plan
    field = type_into(qtbot, window, "site/circuit-1/values/breaker_a", "sixteen")
    assert field.text() == "sixteen"
    assert window.bench.plan is plan


def test_an_emptied_field_is_unknown_not_zero(qtbot: QtBot, window: MainWindow) -> None:
    window.show_place("site", "circuit-1")
    field = child(window, QLineEdit, "field-site/circuit-1/values/other_load_a")
    field.setFocus()
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_Backspace)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    node = window.bench.plan.node("circuit-1")
    assert node is not None
    assert "other_load_a" not in node.values
    assert window.bench.assessment.context.site.loads["circuit-1"].total_a.value is None


def test_a_click_in_the_wiring_chooses_the_node_everywhere(qtbot: QtBot, window: MainWindow) -> None:
    window.show_place("site")
    picture = child(window, SceneView, "site-wiring")
    scene = picture.scene
    assert scene is not None
    spot = next(one for one in scene.spots if "socket-2" in one.key)
    picture.pressed.emit(spot)
    place = window.stack.place
    assert place._panel.node == "socket-2"  # type: ignore[union-attr,attr-defined]
    rows = child(window, RecordTable, "site-list")
    model = rows.model()
    assert isinstance(model, RecordModel)
    assert model.rows[rows.currentIndex().row()].id == "socket-2"


def test_a_circuit_comes_with_a_socket_and_goes_with_it(qtbot: QtBot, window: MainWindow) -> None:
    window.show_place("site")
    plan = window.bench.plan
    place = window.stack.place
    place._panel.add("circuit")  # type: ignore[union-attr,attr-defined]
    added = [node for node in window.bench.plan.site if plan.node(node.id) is None]
    assert [node.type for node in added] == ["circuit", "socket"]
    assert added[0].parent == "panel"
    assert added[1].parent == added[0].id
    press(qtbot, window, "node-remove")
    assert window.bench.plan.site == plan.site


def test_pictures_zoom_and_are_copied(qtbot: QtBot, window: MainWindow) -> None:
    window.show_place("site")
    picture = child(window, SceneView, "site-wiring")
    before = picture.widget().width()
    qtbot.keyClick(picture, Qt.Key.Key_Plus)
    assert picture.widget().width() > before
    qtbot.keyClick(picture, Qt.Key.Key_0)
    press(qtbot, window, "site-copy")
    assert not QApplication.clipboard().image().isNull()
    place: Any = window.stack.place
    place._tabs.show_key("room")
    place._show_tab("room")
    assert not child(window, QWidget, "site-copy").isVisible()  # a list is no picture


# --- workload --------------------------------------------------------------------------------------------------------


def workload(window: MainWindow) -> tuple[RecordTable, RecordModel]:
    window.show_place("workload")
    table = child(window, RecordTable, "workload-table")
    model = table.model()
    assert isinstance(model, RecordModel)
    return table, model


def test_fit_says_what_is_left_and_what_is_short(qtbot: QtBot, window: MainWindow, qtmodeltester: ModelTester) -> None:
    _, model = workload(window)
    qtmodeltester.check(model)
    chat = model.rows[model.row_of("chat-7b")]
    assert "25 % left" in chat.texts[6]  # 17.6 GiB of 23.5 on the workstation's cards
    type_into(qtbot, window, "workload/qlora-7b/facts/memory_need_gib", "30")
    assert "6.5 GiB short" in model.rows[model.row_of("qlora-7b")].texts[6]


def test_jobs_are_added_from_templates_and_removed(qtbot: QtBot, window: MainWindow) -> None:
    table, model = workload(window)
    count = len(window.bench.plan.workload)
    place = window.stack.place
    place.add_blank("science")  # type: ignore[union-attr,attr-defined]
    assert [one.kind for one in window.bench.plan.workload][-1] == "science"
    assert model.rows[table.currentIndex().row()].id == "science"
    qtbot.keyClick(table, Qt.Key.Key_Delete)
    assert len(window.bench.plan.workload) == count


def test_who_does_it_is_chosen_from_the_groups(qtbot: QtBot, window: MainWindow) -> None:
    workload(window)
    box = child(window, QComboBox, "entry-people")
    box.setCurrentIndex(box.findData("course-students"))
    box.activated.emit(box.currentIndex())
    assert window.bench.plan.workload[0].people == "course-students"


# --- plan and cost ---------------------------------------------------------------------------------------------------


def test_people_are_counted_and_named_in_cells(qtbot: QtBot, window: MainWindow) -> None:
    window.show_place("plan")
    table = child(window, RecordTable, "people-table")
    model = table.model()
    assert isinstance(model, RecordModel)
    assert model.setData(model.index(0, 1), 15)
    assert window.bench.plan.people[0].count == 15
    press(qtbot, window, "people-add")
    assert len(window.bench.plan.people) == 3
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_Delete)
    assert len(window.bench.plan.people) == 2


def test_comparison_shows_only_what_differs_when_asked(qtbot: QtBot, window: MainWindow) -> None:
    press(qtbot, window, "alternative-add")
    window.show_place("plan")
    table = child(window, RecordTable, "compare-table")
    assert table.model().rowCount() == 12
    qtbot.keyClick(child(window, QWidget, "compare-differences"), Qt.Key.Key_Space)
    assert table.model().rowCount() == 0
    window.bench.undo()
    assert table.model().columnCount() == 2


def test_budget_and_funds(qtbot: QtBot, window: MainWindow) -> None:
    window.show_place("cost")
    type_into(qtbot, window, "budget/amount", "25wan")
    assert window.bench.plan.budget.amount is not None
    assert window.bench.plan.budget.amount.amount == Decimal(300_000)
    type_into(qtbot, window, "budget/amount", "250k")
    assert window.bench.plan.budget.amount.amount == Decimal(250_000)
    # 277,200 planned with contingency
    assert window.bench.assessment.context.money.left.figure.value == -27_200
    table = child(window, RecordTable, "fund-table")
    model = table.model()
    assert isinstance(model, RecordModel)
    assert model.rows[0].texts[4] == "CNY 32,000.00"  # 230,000 - (150,000 + 30,000 + 18,000)
    press(qtbot, window, "fund-add")
    assert len(window.bench.plan.funds) == 4


# --- catalog and settings --------------------------------------------------------------------------------------------


def test_catalog_is_searched_sorted_and_put_into_the_plan(
    qtbot: QtBot, window: MainWindow, qtmodeltester: ModelTester
) -> None:
    window.show_place("catalog")
    table = child(window, RecordTable, "catalog-table")
    model = table.model()
    assert isinstance(model, CatalogModel)
    everything = len(model.ids)
    field = child(window, QLineEdit, "catalog-field")
    qtbot.keyClicks(field, "l40s")
    qtbot.waitUntil(lambda: len(model.ids) < everything)
    qtmodeltester.check(model)
    assert model.row_at(0).name.startswith("L40S")  # type: ignore[union-attr]
    press(qtbot, window, "catalog-add")
    card = window.bench.plan.item_of(window.bench.alternative.lines[-1].card)
    assert card is not None
    assert card.name.startswith("L40S")


def test_sorting_by_memory_puts_unknown_last(qtbot: QtBot, window: MainWindow) -> None:
    window.show_place("catalog")
    model = child(window, RecordTable, "catalog-table").model()
    assert isinstance(model, CatalogModel)
    model.sort(3, Qt.SortOrder.DescendingOrder)
    sizes = [model.row_at(at).memory for at in range(len(model.ids))]  # type: ignore[union-attr]
    known = [float(size.replace(",", "")) for size in sizes if size]
    assert known == sorted(known, reverse=True)
    assert sizes[: len(known)] == [size for size in sizes if size]


def test_language_changes_while_it_runs_and_is_kept(qtbot: QtBot, window: MainWindow) -> None:
    window.show_place("settings")
    box = child(window, QComboBox, "settings-language")
    box.setCurrentIndex(box.findData("zh"))
    box.activated.emit(box.currentIndex())
    assert window.bench.language == "zh"
    assert child(window, QWidget, "rail-build").accessibleName() == "配置"
    assert window.bench.desk.store.settings.get("window.language") == "zh"


def test_the_workspace_is_looked_over(qtbot: QtBot, window: MainWindow) -> None:
    window.show_place("settings")
    press(qtbot, window, "settings-check")
    place = window.stack.place
    assert place._found.count() >= 10  # type: ignore[union-attr,attr-defined]


# --- palette, history, help ------------------------------------------------------------------------------------------


@POPUPS
@pytest.mark.parametrize(
    ("language", "typed", "place"),
    [("zh", "changdi", "site"), ("zh", "cd", "site"), ("en", "work", "workload"), ("zh", "费用", "cost")],
)
def test_palette_finds_places_by_pinyin_and_words(
    qtbot: QtBot, make_window: MakeWindow, language: str, typed: str, place: str
) -> None:
    window = make_window(language=language)
    window.actions_by_name["search"].trigger()
    palette = child(window, QWidget, "palette")
    field = child(palette, QLineEdit, "palette-field")
    field.insert(typed)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert window.stack.spec is not None
    assert window.stack.spec.name == place


@POPUPS
def test_palette_undoes_and_names_the_step(qtbot: QtBot, window: MainWindow) -> None:
    plan = window.bench.plan
    window.side.findings._apply(window.side.findings._items[0].row)  # type: ignore[union-attr,arg-type]
    assert window.bench.plan != plan
    window.actions_by_name["search"].trigger()
    field = child(window, QLineEdit, "palette-field")
    qtbot.keyClicks(field, "undo")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert window.bench.plan == plan


@POPUPS
def test_history_goes_back_and_undo_comes_again(qtbot: QtBot, window: MainWindow) -> None:
    first = window.bench.plan
    window.side.findings._apply(window.side.findings._items[0].row)  # type: ignore[union-attr,arg-type]
    second = window.bench.plan
    window.actions_by_name["history"].trigger()
    states = child(window, QListView, "history-list")
    assert states.model().rowCount() == 2
    qtbot.keyClick(states, Qt.Key.Key_Down)
    press(qtbot, window, "history-back")
    assert window.bench.plan == first
    window.bench.undo()
    assert window.bench.plan == second


@POPUPS
def test_help_tells_of_the_place_in_the_windows_language(qtbot: QtBot, window: MainWindow) -> None:
    window.show_place("site")
    window.actions_by_name["help"].trigger()
    text = child(window, QTextBrowser, "help-text")
    assert "Room card" in text.toPlainText()
    window.bench.speak("zh")
    assert "房间卡" in text.toPlainText()
    window.findChild(QWidget, "help").close()  # type: ignore[union-attr]


def test_every_place_has_help_in_both_languages() -> None:
    topics = {f"{one.name}.md" for one in ALL_PLACES} | {"keys.md"}
    for language in ("zh", "en"):
        there = {name.rpartition("/")[2] for name in resources.names(f"help/{language}", ".md")}
        assert there == topics
