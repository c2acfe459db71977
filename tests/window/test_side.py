"""Findings and Why?: read, applied, let pass, put aside, brought back; every number leads to its inputs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QWidget

from desktop_app.window.main_window import MainWindow
from desktop_app.window.parts.painted import advance, wrapped
from desktop_app.window.side.finding_item import FindingItem
from desktop_app.window.side.why_model import WhyModel
from desktop_app.window.side.why_panel import WhyTree
from planner.plan.edits import SetValue
from tests.window.surface import settle

if TYPE_CHECKING:
    from pytestqt.modeltest import ModelTester
    from pytestqt.qtbot import QtBot

    from tests.window.conftest import MakeWindow


def items(window: MainWindow) -> list[FindingItem]:
    assert window.side is not None
    return [one for one in window.side.findings.findChildren(FindingItem) if one.isVisible()]


def opened(window: MainWindow) -> FindingItem:
    return next(one for one in items(window) if one.is_open)


def press(qtbot: QtBot, window: MainWindow, name: str) -> None:
    button = next(one for one in window.findChildren(QPushButton, name) if one.isVisible())
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def errors(window: MainWindow) -> list[str]:
    found = window.bench.assessment.findings
    return [one.check for one in found if one.outcome == "error" and one.waiver is None and one.snooze is None]


def test_the_worst_finding_is_open_and_its_remedy_is_one_press(qtbot: QtBot, window: MainWindow) -> None:
    assert opened(window).row.check == "PW30"  # type: ignore[union-attr]
    before = window.bench.plan
    press(qtbot, window, "finding-apply")
    assert errors(window) == []
    assert window.bench.plan != before
    assert all(one.row.check != "PW30" for one in items(window))  # type: ignore[union-attr]
    press(qtbot, window, "notice-action")
    assert window.bench.plan == before
    assert errors(window) == ["PW30"]


def test_letting_pass_asks_for_reason_and_name_and_can_be_taken_back(qtbot: QtBot, window: MainWindow) -> None:
    press(qtbot, window, "finding-waive")
    press(qtbot, window, "waive-done")
    assert window.bench.plan.waivers == ()
    reason = window.findChild(QLineEdit, "waive-reason")
    assert isinstance(reason, QLineEdit)
    qtbot.keyClicks(reason, "new circuit in March")
    qtbot.keyClick(reason, Qt.Key.Key_Return)
    name = window.findChild(QLineEdit, "waive-name")
    assert isinstance(name, QLineEdit)
    qtbot.keyClicks(name, "Li")
    qtbot.keyClick(name, Qt.Key.Key_Return)
    waiver = window.bench.plan.waivers[0]
    assert (waiver.check, waiver.reason, waiver.by, waiver.date.isoformat()) == (
        "PW30",
        "new circuit in March",
        "Li",
        "2026-11-30",
    )
    assert errors(window) == []
    assert window.side is not None
    window.side.findings.show_group("")
    aside = next(one for one in items(window) if one.row is not None and one.row.group == "aside")
    qtbot.mouseClick(aside, Qt.MouseButton.LeftButton)
    press(qtbot, window, "finding-recall")
    assert window.bench.plan.waivers == ()
    assert errors(window) == ["PW30"]


def test_putting_aside_lasts_fourteen_days(qtbot: QtBot, window: MainWindow) -> None:
    press(qtbot, window, "finding-snooze")
    assert [one.until.isoformat() for one in window.bench.plan.snoozes] == ["2026-12-14"]
    assert errors(window) == []


def test_counts_of_the_strip_filter_the_findings(qtbot: QtBot, window: MainWindow) -> None:
    button = next(one for one in window.findChildren(object) if getattr(one, "objectName", str)() == "count-questions")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)  # type: ignore[arg-type]
    found = items(window)
    unknown = [one for one in window.bench.assessment.findings if one.outcome == "unknown"]
    assert len(found) == len(unknown) > 0
    assert all(one.row is not None and one.row.group == "unknown" for one in found)


def test_questions_are_copied_as_text(qtbot: QtBot, window: MainWindow) -> None:
    press(qtbot, window, "findings-ask")
    text = QApplication.clipboard().text()
    assert text.startswith("Questions on ")
    assert "\n1. " in text


def test_a_finding_explains_its_number_and_leads_to_its_cause(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.mouseClick(opened(window), Qt.MouseButton.LeftButton)
    value = window.findChild(QLabel, "why-value")
    assert isinstance(value, QLabel)
    assert value.text()
    assert window.stack.spec is not None
    assert window.stack.spec.name == "site"


def test_the_tree_of_a_number_is_sound_and_follows_edits(
    qtbot: QtBot, window: MainWindow, qtmodeltester: ModelTester
) -> None:
    tree = window.findChild(WhyTree, "why-tree")
    assert isinstance(tree, WhyTree)
    load = window.bench.assessment.context.site.loads["circuit-1"].total_a
    window.bench.explain(load)
    assert isinstance(tree.model(), WhyModel)
    qtmodeltester.check(tree.model())
    value = window.findChild(QLabel, "why-value")
    numbers = window.findChild(QLabel, "why-numbers")
    assert isinstance(value, QLabel)
    assert isinstance(numbers, QLabel)
    # 2,500 W / (220 V x 0.98) = 11.595 A, and 3 A of other users
    assert value.text() == "14.6 A"
    assert numbers.text() == "= 11.595 + 3"
    press(qtbot, window, "finding-apply")
    # capped to 300 W a card: 1,846 W, 8.56 A
    assert value.text().startswith("11.6")


def test_a_pinned_number_stays(qtbot: QtBot, window: MainWindow) -> None:
    totals = window.bench.assessment.context.totals
    window.bench.explain(totals.max_w)
    press(qtbot, window, "why-pin")
    window.bench.explain(totals.heat_w)
    value = window.findChild(QLabel, "why-value")
    assert isinstance(value, QLabel)
    assert value.text() == "2.65 kW"


def test_narrow_window_folds_the_panel_to_counts(qtbot: QtBot, make_window: MakeWindow) -> None:
    narrow = make_window(size=(1100, 700))
    assert narrow.side is not None
    assert narrow.side.width() == 44
    place = narrow.stack.geometry()
    press(qtbot, narrow, "fold-error")
    drawer = narrow.findChild(QWidget, "drawer")
    assert drawer is not None
    assert drawer.isVisible()
    assert drawer.width() > 300
    assert narrow.stack.geometry() == place  # it lies over the place and squeezes nothing
    qtbot.keyClick(drawer, Qt.Key.Key_Escape)
    assert not drawer.isVisible()
    assert narrow.side.width() == 44
    narrow.resize(1366, 768)
    assert narrow.side.findings.isVisible()
    assert not drawer.isVisible()


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("size", [(1366, 768), (1024, 700), (1920, 1000)])
def test_what_a_remedy_does_is_read_in_full(
    qtbot: QtBot, make_window: MakeWindow, language: str, size: tuple[int, int]
) -> None:
    """Long names and English make labels longer than the panel is wide: they are broken, never cut."""
    window = make_window(template="lab-b", language=language, size=size)
    long = "四卡图形工作站（水冷，教学与科研共用）R&D workstation of the joint laboratory"
    for line in window.bench.alternative.lines:
        assert window.bench.do(
            SetValue(
                path=f"{window.bench.alternative.id}/{line.id}/title", value={"zh": long, "en": f"{long}, {line.id}"}
            )
        )
    assert window.side is not None
    window.side.show_findings()
    panel = window.side.findings
    broken = 0
    for key in [item.row.key for item in panel._items if item.row is not None and item.row.fix is not None]:
        panel._open = key
        panel._fill()
        settle()
        item = next(one for one in items(window) if one.is_open)
        assert item.row is not None
        button = next(one for one in item.findChildren(QPushButton, "finding-apply") if one.isVisible())
        shown = button.text().replace("&&", "&")
        assert "".join(shown.split()) == item.row.fix_label.replace(" ", "")
        assert button.accessibleName() == item.row.fix_label
        broken += "\n" in button.text()
        assert item.rect().contains(button.rect().translated(button.mapTo(item, button.rect().topLeft())))
        text = button.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, button.text())
        assert text.width() <= button.width() - 16
        assert text.height() <= button.height()
        for other in item.findChildren(QPushButton):
            if other is not button and other.isVisible():
                assert not other.geometry().intersects(button.geometry())
    assert broken or size[0] == 1920  # a wide panel has room for the Chinese ones


def test_a_text_is_broken_into_all_of_its_words() -> None:
    text = "换成 RTX PRO 4500 Blackwell，𠀀价格待询 and verylongwordthathasnoroomanywhere"
    for width in (40, 80, 200, 2000):
        lines = wrapped(text, width)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
        assert all(advance(line) <= width + 1 for line in lines)
    assert wrapped(text, 2000) == (text,)
    assert wrapped("", 100) == ("",)


def test_a_remedy_is_painted_after_a_picture_was_taken_of_the_start_page(make_window: MakeWindow) -> None:
    """The picture of a window sizes its hidden panels with their painting off; what was made then stayed blank."""
    window = make_window("lab-a", "zh")
    session = window.bench.session
    window.bench.lay_out(None)
    window.show_place("start")
    settle()
    window.grab()
    window.bench.lay_out(session)
    window.show_place("build")
    settle()
    item = opened(window)
    parts = [one for one in item.findChildren(QWidget) if one.isVisible()]
    assert any(one.objectName() == "finding-apply" for one in parts)
    assert all(one.updatesEnabled() for one in parts)


def test_on_a_small_screen_the_rest_of_the_findings_is_one_press_away(qtbot: QtBot, make_window: MakeWindow) -> None:
    """The row that counts the rest stands in sight at the foot of the panel; unfolded, all can be reached by scrolling."""
    window = make_window("lab-a", "zh")
    window.show_place("site")
    settle()
    assert window.side is not None
    panel = window.side.findings
    more = next(one for one in panel.findChildren(QPushButton, "findings-more"))
    inside = more.mapTo(panel, more.rect().bottomRight())
    assert more.isVisible()
    assert panel.rect().contains(inside)
    assert panel._list is not None
    whole = sum(len(rows) for rows in panel._list.rows.values())
    counts = [int(number) for number in re.findall(r"[0-9]+", more.text())]
    assert sum(counts) + len(items(window)) == whole
    assert more.text().startswith(f"另有警告 {counts[0]} 条、未知 {counts[1]} 条、提示 {counts[2]} 条")
    window.bench.explain(window.bench.assessment.context.totals.max_w)  # Why? takes its share of the height
    settle()
    before = panel.height()
    qtbot.mouseClick(more, Qt.MouseButton.LeftButton)
    settle()
    assert more.text() == "收起"
    assert panel.height() > before
    assert len(items(window)) == whole
    last = items(window)[-1]
    bar = panel._area.verticalScrollBar()
    bar.setValue(bar.maximum())
    settle()
    assert not last.visibleRegion().isEmpty()
    qtbot.mouseClick(more, Qt.MouseButton.LeftButton)
    settle()
    assert len(items(window)) == 4
    assert panel.height() == before
    assert bar.value() == 0
