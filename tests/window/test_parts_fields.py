"""Fields: what they understand, say back and refuse; composing, wheel, full-width digits, Esc."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from desktop_app.window.look.theme import apply_theme
from desktop_app.window.parts.choice_box import CheckBox, ChoiceBox, StepSlider
from desktop_app.window.parts.field import Field
from desktop_app.window.parts.floating import Echo
from desktop_app.window.parts.quantity_edit import QuantityEdit
from desktop_app.window.parts.reading import (
    Reader,
    date_reader,
    integer_reader,
    money_range_reader,
    money_reader,
    number_reader,
    quantity_reader,
    text_reader,
)
from desktop_app.window.parts.sub_tabs import SubTabs
from planner.money import Money

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot


KEPT: list[QWidget] = []  # qtbot holds windows weakly


@pytest.fixture(autouse=True)
def light(qapp: QApplication) -> Iterator[None]:
    apply_theme(qapp, "light")
    yield
    KEPT.clear()
    apply_theme(qapp, "light")


def shown(qtbot: QtBot, *widgets: QWidget) -> QWidget:
    """Return an active window with the widgets below each other and a plain field last, to give the focus to."""
    window = QWidget()
    KEPT.append(window)
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    for widget in (*widgets, QLineEdit(objectName="elsewhere")):
        layout.addWidget(widget)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    return window


def leave(window: QWidget) -> None:
    window.findChild(QLineEdit, "elsewhere").setFocus()


def type_into(qtbot: QtBot, edit: QuantityEdit, text: str) -> None:
    edit.setFocus()
    edit.field.selectAll()
    commit_text(edit.field, text)


def commit_text(field: QLineEdit, text: str) -> None:
    """Hand over a text as an input method does: Chinese does not come from keys."""
    event = QInputMethodEvent("", [])
    event.setCommitString(text)
    QApplication.sendEvent(field, event)


def compose(field: QLineEdit, text: str) -> None:
    """Hold a text in the composition of an input method, not typed yet."""
    QApplication.sendEvent(field, QInputMethodEvent(text, []))


def wheel(widget: QWidget) -> None:
    """Turn the wheel towards the user over a widget, as it comes from the window system."""
    window = widget.window()
    spot = QPointF(widget.mapTo(window, widget.rect().center()))
    QTest.wheelEvent(window.windowHandle(), spot, QPoint(0, -120))


# ------------------------------------------------------------------------------------------------------- reading
@pytest.mark.parametrize(
    ("reader", "text", "value", "said"),
    [
        (money_reader(after="，含税"), "15万", Money.from_minor(15_000_000, "CNY"), "150,000 元，含税"),
        (money_range_reader(), "12－18万", None, "120,000 至 180,000 元"),
        (money_range_reader(), "12万", None, "120,000 元"),
        (integer_reader(), "３２", 32, "32"),
        (number_reader(unit="CNY/h"), "2.5", Decimal("2.5"), "2.5 元/小时"),
        (date_reader(), "2026年11月30日", dt.date(2026, 11, 30), "2026-11-30"),
        (text_reader(), "  甲  ", "甲", ""),
    ],
)
def test_readers_read_and_say_back(reader: Reader, text: str, value: object, said: str) -> None:
    found = reader(text, "zh")
    assert found.echo == said
    if value is not None:
        assert found.value == value


def test_range_of_quantities_keeps_both_ends() -> None:
    found = quantity_reader("kW", allow_range=True)("1.5-2", "en").value
    assert (found.low, found.high, found.value) == (1.5, 2.0, None)


# ------------------------------------------------------------------------------------------------------- the field
def test_field_says_what_it_understands_while_typing(qtbot: QtBot) -> None:
    edit = QuantityEdit(money_reader(after="，含税"), unit="元")
    shown(qtbot, edit)
    assert (edit.state, edit.echo) == ("rest", "")
    type_into(qtbot, edit, "15万")
    assert (edit.state, edit.echo) == ("understood", "= 150,000 元，含税")
    assert edit.field.accessibleDescription() == edit.echo
    assert edit.value == Money.from_minor(15_000_000, "CNY")


def test_enter_commits_once_and_leaving_does_not_commit_again(qtbot: QtBot) -> None:
    edit = QuantityEdit(money_reader())
    window = shown(qtbot, edit)
    edit.show_value("100,000")
    got: list[object] = []
    edit.committed.connect(got.append)
    type_into(qtbot, edit, "15万")
    qtbot.keyClick(edit.field, Qt.Key.Key_Return)
    leave(window)
    assert got == [Money.from_minor(15_000_000, "CNY")]
    assert edit.state == "rest"


def test_leaving_commits_what_was_changed_and_nothing_else(qtbot: QtBot) -> None:
    edit = QuantityEdit(integer_reader())
    window = shown(qtbot, edit)
    edit.show_value("8")
    got: list[object] = []
    edit.committed.connect(got.append)
    edit.setFocus()
    leave(window)
    assert got == []
    type_into(qtbot, edit, "12")
    leave(window)
    assert got == [12]


def test_full_width_digits_are_normal_after_the_commit(qtbot: QtBot) -> None:
    edit = QuantityEdit(money_reader())
    shown(qtbot, edit)
    with qtbot.waitSignal(edit.committed) as caught:
        type_into(qtbot, edit, "３０万")
        qtbot.keyClick(edit.field, Qt.Key.Key_Return)
    assert caught.args == [Money.from_minor(30_000_000, "CNY")]
    assert edit.text == "30万"


@pytest.mark.parametrize("text", ["1e5", "30万不含税", "30kW", "-5万"])
def test_what_is_not_understood_stays_red_with_what_to_write(qtbot: QtBot, text: str) -> None:
    edit = QuantityEdit(money_reader())
    window = shown(qtbot, edit)
    edit.show_value("100,000")
    got: list[object] = []
    refused: list[str] = []
    edit.committed.connect(got.append)
    edit.refused.connect(refused.append)
    type_into(qtbot, edit, text)
    qtbot.keyClick(edit.field, Qt.Key.Key_Return)
    leave(window)
    assert got == []
    assert text in refused
    assert (edit.text, edit.state) == (text, "rejected")
    assert edit.field.property("state") == "rejected"
    assert edit.echo not in ("", f"= {text}")
    edit.field.setFocus()
    qtbot.keyClick(edit.field, Qt.Key.Key_Escape)
    assert (edit.text, edit.state, edit.echo) == ("100,000", "rest", "")


def test_remedy_is_said_in_the_language_of_the_window(qtbot: QtBot) -> None:
    edit = QuantityEdit(money_reader(), language="en")
    shown(qtbot, edit)
    type_into(qtbot, edit, "1e5")
    assert edit.echo == "Write a number such as 120,000, 120k."
    edit.set_language("zh")
    assert edit.echo != "Write a number such as 120,000, 120k."
    assert "120,000" in edit.echo
    assert "12万" in edit.echo


def test_empty_optional_field_commits_none_and_a_needed_one_refuses(qtbot: QtBot) -> None:
    optional, needed = QuantityEdit(money_reader(), optional=True), QuantityEdit(money_reader())
    shown(qtbot, optional, needed)
    for edit in (optional, needed):
        edit.show_value("5")
        edit.setFocus()
        edit.field.selectAll()
    got: list[object] = []
    optional.committed.connect(got.append)
    needed.committed.connect(got.append)
    for edit in (optional, needed):
        edit.setFocus()
        edit.field.selectAll()
        qtbot.keyClick(edit.field, Qt.Key.Key_Delete)
        qtbot.keyClick(edit.field, Qt.Key.Key_Return)
    assert got == [None]
    assert (optional.state, needed.state) == ("rest", "rejected")


def test_composition_is_neither_read_nor_committed(qtbot: QtBot) -> None:
    edit = QuantityEdit(money_reader())
    shown(qtbot, edit)
    edit.show_value("10")
    got: list[object] = []
    edit.committed.connect(got.append)
    edit.setFocus()
    edit.field.selectAll()
    compose(edit.field, "shiwan")
    assert edit.field.composing
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Tab):
        qtbot.keyClick(edit.field, key)
    assert got == []
    assert edit.field.hasFocus()
    commit_text(edit.field, "十万")
    assert not edit.field.composing
    qtbot.keyClick(edit.field, Qt.Key.Key_Return)
    assert got == [Money.from_minor(10_000_000, "CNY")]


def test_composition_keeps_shortcuts_of_the_window_away(qtbot: QtBot) -> None:
    from PySide6.QtGui import QKeySequence, QShortcut

    edit = QuantityEdit(money_reader())
    window = shown(qtbot, edit)
    fired: list[int] = []
    QShortcut(QKeySequence("Ctrl+Z"), window).activated.connect(lambda: fired.append(1))
    edit.setFocus()
    compose(edit.field, "wan")
    qtbot.keyClick(edit.field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert fired == []


def test_read_only_field_says_why_and_commits_nothing(qtbot: QtBot) -> None:
    edit = QuantityEdit(money_reader())
    window = shown(qtbot, edit)
    edit.show_value("270,249")
    edit.set_read_only(True, "由条目算出")
    assert edit.echo == "由条目算出"
    got: list[object] = []
    edit.committed.connect(got.append)
    type_into(qtbot, edit, "1")
    qtbot.keyClicks(edit.field, "2")
    leave(window)
    assert (edit.text, got) == ("270,249", [])


def test_floating_echo_lies_below_the_field_inside_the_window(qtbot: QtBot) -> None:
    edit = QuantityEdit(money_reader(), echo="float")
    window = shown(qtbot, edit)
    type_into(qtbot, edit, "15万")
    echo = window.findChild(Echo)
    assert echo.isVisible()
    assert echo.text == "= 150,000 元"
    assert echo.geometry().left() >= -12
    assert echo.geometry().right() <= window.width() + 12
    edit.restore()
    assert not echo.isVisible()


def test_a_refusal_without_room_beside_the_field_is_said_below_it(qtbot: QtBot) -> None:
    edit = QuantityEdit(money_reader())
    window = shown(qtbot, edit)
    window.resize(160, 200)
    qtbot.wait(1)
    type_into(qtbot, edit, "x")
    echo = window.findChild(Echo)
    assert echo is not None and echo.isVisible()
    assert echo.text == edit.echo != ""
    type_into(qtbot, edit, "15")
    assert not echo.isVisible()
    window.resize(900, 200)
    qtbot.wait(1)
    type_into(qtbot, edit, "x")
    assert not echo.isVisible()  # there is room beside it


def test_what_is_said_below_a_field_goes_and_comes_with_it(qtbot: QtBot) -> None:
    """A place that is left takes its refusals along; on another place they would lie over foreign fields."""
    window = QWidget()
    qtbot.addWidget(window)
    field = QLineEdit(window)
    window.resize(400, 200)
    window.show()
    echo = Echo(field)
    echo.say("Write a number such as 12.", good=False)
    assert echo.isVisible()
    field.hide()
    assert not echo.isVisible()
    field.show()
    qtbot.waitUntil(echo.isVisible)
    echo.say("", good=True)
    field.hide()
    field.show()
    qtbot.wait(20)
    assert not echo.isVisible()


def test_names_reach_the_field(qtbot: QtBot) -> None:
    edit = QuantityEdit(money_reader())
    qtbot.addWidget(edit)
    edit.set_name("单价")
    assert edit.field.accessibleName() == "单价"


# ------------------------------------------------------------------------------------------------------- the wheel
def test_wheel_over_what_has_not_the_focus_scrolls_and_changes_nothing(qtbot: QtBot) -> None:
    box = ChoiceBox()
    box.show_choices([("a", "甲"), ("b", "乙"), ("c", "丙")], "a")
    slider = StepSlider()
    slider.setValue(50)
    edit = QuantityEdit(integer_reader())
    edit.show_value("7")
    tabs = SubTabs()
    tabs.show_tabs([("a", "甲"), ("b", "乙")])
    window = QWidget()
    column = QVBoxLayout(window)
    for widget in (box, slider, edit, tabs):
        column.addWidget(widget)
    window.setMinimumHeight(2000)
    area = QScrollArea()
    area.setWidget(window)
    area.resize(300, 200)
    qtbot.addWidget(area)
    with qtbot.waitExposed(area):
        area.show()
    area.verticalScrollBar().setFocus()
    for widget in (box, slider, edit.field, tabs):
        area.ensureWidgetVisible(widget)
        before = area.verticalScrollBar().value()
        wheel(widget)
        assert area.verticalScrollBar().value() > before
    assert (box.key, slider.value(), edit.text, tabs.key) == ("a", 50, "7", "a")


def test_wheel_changes_no_choice_even_where_the_box_has_the_focus(qtbot: QtBot) -> None:
    box = ChoiceBox()
    got: list[str] = []
    box.chosen.connect(got.append)
    box.show_choices([("a", "甲"), ("b", "乙")], "a")
    shown(qtbot, box)
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    wheel(box)
    assert (box.key, got) == ("a", [])


# ------------------------------------------------------------------------------------------------------- choosing
def test_drop_down_tells_the_key_only_when_the_user_chooses_another(qtbot: QtBot) -> None:
    box = ChoiceBox()
    got: list[str] = []
    box.chosen.connect(got.append)
    box.show_choices([("a", "甲"), ("b", "乙")], "b")
    shown(qtbot, box)
    box.show_key("a")
    assert (box.key, got) == ("a", [])
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Down)
    qtbot.keyClick(box, Qt.Key.Key_Down)
    assert got == ["b"]
    box.show_key("missing")
    assert box.key == ""


def test_check_box_paints_its_tick(qtbot: QtBot) -> None:
    box = CheckBox("同意")
    shown(qtbot, box)
    before = box.grab().toImage()
    qtbot.keyClick(box, Qt.Key.Key_Space)
    assert box.isChecked()
    assert box.grab().toImage() != before


def test_tabs_leave_room_for_the_bold_text_and_keep_the_active_one(qtbot: QtBot) -> None:
    tabs = SubTabs()
    got: list[str] = []
    tabs.chosen.connect(got.append)
    tabs.show_tabs([("wiring", "接线"), ("floor", "承重与噪声")])
    shown(qtbot, tabs)
    assert got == []
    tabs.setFocus()
    qtbot.keyClick(tabs, Qt.Key.Key_Right)
    assert got == ["floor"]
    bold = tabs.font()
    bold.setBold(True)
    from PySide6.QtGui import QFontMetrics

    assert tabs.tabRect(1).width() >= QFontMetrics(bold).horizontalAdvance("承重与噪声") + 24
    tabs.show_tabs([("wiring", "Wiring"), ("floor", "Floor, noise")])
    assert (tabs.key, tabs.tabText(1)) == ("floor", "Floor, noise")
    tabs.show_tabs([("floor", "承重"), ("energy", "能耗")])
    assert tabs.key == "floor"
    assert got == ["floor"]


def test_bare_field_leaves_escape_to_its_window(qtbot: QtBot) -> None:
    field = Field("x", unit="kW")
    shown(qtbot, field)
    with qtbot.waitSignal(field.escaped):
        qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert field.unit == "kW"


def test_a_day_that_is_past_is_taken_with_a_doubt(qtbot: QtBot) -> None:
    edit = QuantityEdit(date_reader(dt.date(2026, 11, 30)))
    qtbot.addWidget(edit)
    qtbot.keyClicks(edit.field, "2026-03-01")
    assert edit.state == "understood"
    assert "2027-03-01" in edit.echo
    qtbot.keyClick(edit.field, Qt.Key.Key_Return)
    assert edit.state == "rest"
    assert "2027-03-01" in edit.echo  # it stands while the day does
    edit.show_value("2026-12-01")
    assert edit.echo == ""
