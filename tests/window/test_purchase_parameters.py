"""The parameters of a purchase: shown by line, filtered, explained, told where they lead, and kept while the plan changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel, QWidget

from desktop_app.services.build_edits import duplicate_edit
from desktop_app.services.purchasing import AT_ONCE, counts, derived, groups, market_of
from desktop_app.window.models.record_model import RecordModel
from desktop_app.window.parts.chips import FilterChip
from desktop_app.window.parts.empty_state import EmptyState
from desktop_app.window.parts.field import Field
from desktop_app.window.parts.figure_label import FigureLabel
from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.parts.sub_tabs import SubTabs
from planner.messages import render
from planner.plan.edits import RemovePart, SetValue

W = TypeVar("W", bound=QWidget)

if TYPE_CHECKING:
    from pytestqt.modeltest import ModelTester
    from pytestqt.qtbot import QtBot

    from desktop_app.services.desk import Desk
    from desktop_app.window.main_window import MainWindow
    from tests.window.conftest import MakeWindow

_POWER = "P-121"  # the machine's power: the room of this template allows less than the build draws


def table(window: MainWindow) -> RecordTable:
    return part(window, RecordTable, "purchase-parameters")


def part(window: MainWindow, kind: type[W], name: str) -> W:
    found = window.findChild(kind, name)
    assert isinstance(found, kind)
    return found


def model(window: MainWindow) -> RecordModel:
    found = table(window).model()
    assert isinstance(found, RecordModel)
    return found


def codes(window: MainWindow) -> list[str]:
    return [row.id for row in model(window).rows if not row.group]


def click(qtbot: QtBot, window: MainWindow, code: str, column: str) -> None:
    index = model(window).index(model(window).row_of(code), model(window).column_of(column))
    table(window).scrollTo(index)
    centre = table(window).visualRect(index).center()
    qtbot.mouseClick(table(window).viewport(), Qt.MouseButton.LeftButton, pos=QPoint(centre))


@pytest.fixture
def purchase(window: MainWindow) -> MainWindow:
    window.show_place("purchase")
    return window


def test_the_use_case_judges_and_counts(desk: Desk) -> None:
    session = desk.create("lab-a")
    shown = groups(derived(session.assessment(session.plan.chosen), market_of(desk.store)), "en")
    assert [group.number for group in shown] == [1, 2, 3, 4]
    by_code = {one.code: one for group in shown for one in group.parameters}
    power = by_code[_POWER]
    assert (power.outcome, power.allowed, power.level) == ("warning", True, "star")
    assert by_code["P-102"].outcome == "pass" and by_code["P-102"].need is not None
    missing = by_code["P-112"]  # nothing in the plan tells how much memory the host needs
    assert (missing.missing, missing.outcome, missing.requirement) == (True, "unknown", "")
    assert missing.figure is None and missing.makers is None
    found = counts(shown)
    assert sum(found.values()) == len(by_code)
    assert found["warning"] >= 1 and found["unknown"] >= 1


def test_the_model_holds(purchase: MainWindow, qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(model(purchase))


def test_parameters_stand_by_line(purchase: MainWindow) -> None:
    rows = model(purchase).rows
    assert rows[0].group and "Workstation" in rows[0].texts[0]
    assert table(purchase).columnSpan(0, 0) == len(model(purchase).columns)
    assert codes(purchase)[0] == "P-101"
    assert codes(purchase) == sorted(codes(purchase))


def test_an_unknown_value_is_said(purchase: MainWindow) -> None:
    row = model(purchase).rows[model(purchase).row_of("P-112")]
    assert row.texts[model(purchase).column_of("check")] == "Unknown"
    assert getattr(row.cells[model(purchase).column_of("requirement")], "word", "") == "No value yet"


def test_a_click_explains_the_need(purchase: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(purchase.bench.explained) as asked:
        click(qtbot, purchase, "P-102", "requirement")
    assert asked.args is not None
    assert asked.args[0].unit and asked.args[0].value is not None


def test_the_finding_of_a_parameter_stands_below(purchase: MainWindow, qtbot: QtBot) -> None:
    click(qtbot, purchase, _POWER, "code")
    finding = part(purchase, QLabel, "purchase-finding")
    assert finding.isVisible() and "2.16 kW" in finding.text()
    need = part(purchase, FigureLabel, "purchase-need")
    assert need.isVisible() and need.accessibleName().startswith("At the site")
    with qtbot.waitSignal(purchase.bench.explained):
        qtbot.mouseClick(need, Qt.MouseButton.LeftButton)
    click(qtbot, purchase, "P-101", "code")
    assert not finding.isVisible()


def test_filters_narrow_the_table(purchase: MainWindow, qtbot: QtBot) -> None:
    everything = codes(purchase)
    box = part(purchase, Field, "purchase-filter")
    qtbot.keyClicks(box, "bandwidth")
    assert codes(purchase) == ["P-104"]
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert codes(purchase) == everything
    stars = part(purchase, FilterChip, "purchase-only-star")
    qtbot.mouseClick(stars, Qt.MouseButton.LeftButton)
    assert stars.text() == f"★ only {len(codes(purchase))}"
    assert "P-102" in codes(purchase) and "P-104" not in codes(purchase)
    qtbot.mouseClick(part(purchase, FilterChip, "purchase-only-open"), Qt.MouseButton.LeftButton)
    assert _POWER in codes(purchase) and "P-102" not in codes(purchase)


def test_pinyin_finds_in_chinese(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window(language="zh")
    window.show_place("purchase")
    qtbot.keyClicks(part(window, Field, "purchase-filter"), "xiancun")
    assert "P-102" in codes(window) and "P-127" not in codes(window)


def test_an_edit_keeps_the_mark_and_changes_the_row(purchase: MainWindow, qtbot: QtBot) -> None:
    click(qtbot, purchase, "P-101", "code")
    line = purchase.bench.alternative.lines[0]
    resets = []
    model(purchase).modelReset.connect(lambda: resets.append(1))
    purchase.bench.do(SetValue(path=f"{purchase.bench.alternative.id}/{line.id}/cards_per_unit", value=2))
    row = model(purchase).rows[model(purchase).row_of("P-101")]
    assert "2" in row.texts[model(purchase).column_of("requirement")]
    assert model(purchase).rows[table(purchase).currentIndex().row()].id == "P-101"
    assert not resets


def test_reveal_goes_to_a_number_and_a_line(purchase: MainWindow) -> None:
    second = purchase.bench.alternative.lines[1].id
    purchase.show_place("purchase", second)
    assert model(purchase).rows[table(purchase).currentIndex().row()].id.startswith("P-2")
    purchase.show_place("purchase", _POWER)
    assert model(purchase).rows[table(purchase).currentIndex().row()].id == _POWER
    purchase.show_place("purchase", "nothing-of-this-name")
    assert model(purchase).rows[table(purchase).currentIndex().row()].id == _POWER


def test_a_group_folds_and_reveal_unfolds_it(purchase: MainWindow) -> None:
    table(purchase).group_toggled.emit(0)
    assert _POWER not in codes(purchase)
    purchase.show_place("purchase", _POWER)
    assert _POWER in codes(purchase)


def test_an_empty_plan_leads_to_build(purchase: MainWindow, qtbot: QtBot) -> None:
    one = purchase.bench.alternative
    for line in one.lines:
        assert purchase.bench.do(RemovePart(path=f"{one.id}/{line.id}"))
    empty = part(purchase, EmptyState, "purchase-empty")
    assert empty.isVisible()
    with qtbot.waitSignal(purchase.bench.place_asked) as asked:
        qtbot.mouseClick(empty.button, Qt.MouseButton.LeftButton)
    assert asked.args == ["build", ""]


def test_a_long_plan_is_derived_beside_the_window(purchase: MainWindow, qtbot: QtBot) -> None:
    first = purchase.bench.alternative.lines[0].id
    for _ in range(12):
        assert purchase.bench.do(duplicate_edit(purchase.bench.alternative, [first]))
    assert len(purchase.bench.alternative.lines) > AT_ONCE
    qtbot.waitUntil(lambda: "P-1601" in codes(purchase), timeout=20_000)
    assert purchase.bench.jobs.running == ()


def test_the_language_changes_while_it_is_shown(purchase: MainWindow) -> None:
    purchase.bench.speak("zh")
    tabs = part(purchase, SubTabs, "purchase-tabs")
    assert [tabs.tabText(at) for at in range(tabs.count())] == ["技术参数", "文件"]
    row = model(purchase).rows[model(purchase).row_of("P-102")]
    assert row.texts[model(purchase).column_of("name")] == "单卡专用显存"
    finding = next(
        one.finding
        for group in groups(derived(purchase.bench.assessment, ()), "zh")
        for one in group.parameters
        if one.code == _POWER
    )
    assert finding is not None and "kW" in render(finding, "zh")


def test_every_control_has_a_name(purchase: MainWindow) -> None:
    for name in ("purchase-parameters", "purchase-filter", "purchase-tabs", "purchase-only-star", "purchase-only-open"):
        assert part(purchase, QWidget, name).accessibleName()
