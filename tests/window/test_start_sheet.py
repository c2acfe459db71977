"""The first sheet and the page for pasted lines, driven by keys and mouse, with mistakes."""

from __future__ import annotations

from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from desktop_app.services.first_start import jobs
from desktop_app.services.first_start_sheet import GROUPS, choice_words, defaults
from desktop_app.services.strip import StripItem, strip_of
from desktop_app.window.main_window import MainWindow
from desktop_app.window.parts.cell_edit import CellChoice
from desktop_app.window.places.start.lines_page import LinesPage
from desktop_app.window.places.start.place import StartPlace
from desktop_app.window.places.start.sheet_page import SheetPage
from tests.window.conftest import MakeWindow

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


@pytest.fixture
def window(make_window: MakeWindow) -> MainWindow:
    return make_window(template="")


@pytest.fixture
def sheet(window: MainWindow, qtbot: QtBot) -> SheetPage:
    place = window.stack.place
    assert isinstance(place, StartPlace)
    qtbot.mouseClick(place.home.ways["budget"], Qt.MouseButton.LeftButton)
    page = place._sheet
    assert page is not None
    return page


@pytest.fixture
def lines(window: MainWindow, qtbot: QtBot) -> LinesPage:
    place = window.stack.place
    assert isinstance(place, StartPlace)
    qtbot.keyClick(place.home.ways["lines"], Qt.Key.Key_Space)
    page = place._lines
    assert page is not None
    return page


def type_in(qtbot: QtBot, field: QWidget, text: str) -> None:
    """Type as a person does: keys for what a keyboard has, an input method for the rest."""
    if text.isascii():
        qtbot.keyClicks(field, text)
        return
    composed = QInputMethodEvent()
    composed.setCommitString(text)
    QApplication.sendEvent(field, composed)


def write(page: SheetPage, qtbot: QtBot, key: str, text: str) -> None:
    field = page.form.edits[key].field
    field.setFocus()
    field.selectAll()
    type_in(qtbot, field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def propose(page: SheetPage, qtbot: QtBot) -> None:
    qtbot.mouseClick(page.generate, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize("typed", ["30万", "300000", "300,000", "３０万", "三十万", "￥300,000"])
def test_a_budget_is_enough(sheet: SheetPage, qtbot: QtBot, window: MainWindow, typed: str) -> None:
    write(sheet, qtbot, "budget", typed)
    propose(sheet, qtbot)
    assert list(sheet.offers.buttons) == ["A", "B", "C"]
    qtbot.mouseClick(sheet.offers.buttons["B"], Qt.MouseButton.LeftButton)
    plan = window.bench.plan
    assert plan.budget.amount is not None
    assert plan.budget.amount.amount == Decimal(300_000)
    assert [one.id for one in plan.alternatives] == ["A", "B", "C"]
    assert plan.chosen == "B"
    assert window.bench.alternative.id == "B"
    assert window.stack.spec is not None
    assert window.stack.spec.name == "build"


def test_nothing_written_is_said(sheet: SheetPage, qtbot: QtBot, window: MainWindow) -> None:
    propose(sheet, qtbot)
    assert not sheet.message.isHidden()
    assert "budget" in sheet.message.text
    assert sheet.offers.buttons == {}
    assert not window.bench.has_plan


@pytest.mark.parametrize(
    ("key", "typed"),
    [
        ("budget", "about 30"),
        ("budget", "30万不含税"),
        ("people", "0"),
        ("people", "many"),
        ("people", "12.5"),
        ("hours_per_week", "-1"),
        ("wanted_by", "next week"),
        ("sockets", "-1"),
        ("breaker_a", "16 kg"),
    ],
)
def test_what_is_not_understood_stays_red(sheet: SheetPage, qtbot: QtBot, key: str, typed: str) -> None:
    if key != "budget":
        write(sheet, qtbot, "budget", "30万")
    write(sheet, qtbot, key, typed)
    edit = sheet.form.edits[key]
    assert edit.state == "rejected"
    assert edit.text == typed
    assert edit.echo
    propose(sheet, qtbot)
    assert sheet.offers.buttons == {}
    qtbot.keyClick(edit.field, Qt.Key.Key_Escape)
    assert edit.state == "rest"


def test_more_hours_than_a_week(sheet: SheetPage, qtbot: QtBot) -> None:
    write(sheet, qtbot, "budget", "30万")
    write(sheet, qtbot, "hours_per_week", "200")
    propose(sheet, qtbot)
    assert "168" in sheet.message.text


def test_no_job_ticked(sheet: SheetPage, qtbot: QtBot) -> None:
    write(sheet, qtbot, "budget", "30万")
    for box in sheet.form.checks.values():
        if box.isChecked():
            qtbot.keyClick(box, Qt.Key.Key_Space)
    propose(sheet, qtbot)
    assert "job" in sheet.message.text
    assert sheet.offers.buttons == {}


def test_defaults_say_that_they_are_assumed(sheet: SheetPage, qtbot: QtBot) -> None:
    edits = sheet.form.edits
    assert edits["people"].echo == "assumed"
    assert edits["sockets"].echo == "not known"
    assert edits["people"].text == "12"
    assert edits["wanted_by"].text == "2027-03-01"
    write(sheet, qtbot, "people", "9")
    assert edits["people"].echo == ""
    assert sheet.form.values["people"] == 9
    write(sheet, qtbot, "sockets", "2")
    write(sheet, qtbot, "sockets", "")
    # typing nothing over a selection leaves it: the text is deleted as a person does
    edits["sockets"].field.selectAll()
    qtbot.keyClick(edits["sockets"].field, Qt.Key.Key_Delete)
    qtbot.keyClick(edits["sockets"].field, Qt.Key.Key_Return)
    assert sheet.form.values["sockets"] is None


def test_enter_walks_to_the_end(sheet: SheetPage, qtbot: QtBot, window: MainWindow) -> None:
    window.activateWindow()
    write(sheet, qtbot, "budget", "30万")
    steps = len(sheet.form._walk)
    for control in sheet.form._walk[1:]:
        qtbot.keyClick(control, Qt.Key.Key_Return)
    assert steps > 20
    assert list(sheet.offers.buttons) == ["A", "B", "C"]


def test_units_are_understood(sheet: SheetPage, qtbot: QtBot) -> None:
    for key, typed, value in (
        ("breaker_a", "16 A", 16.0),
        ("area_m2", "40平米", 40.0),
        ("people", "十二", 12),
        ("circuits", "２", 2),
    ):
        write(sheet, qtbot, key, typed)
        assert sheet.form.values[key] == value


def test_conditions_reach_the_plan(sheet: SheetPage, qtbot: QtBot, window: MainWindow) -> None:
    write(sheet, qtbot, "budget", "30万")
    box = sheet.form.boxes["data_may_leave"]
    box.setCurrentIndex(box.findData("no"))
    box.activated.emit(box.currentIndex())
    write(sheet, qtbot, "sockets", "1")
    propose(sheet, qtbot)
    qtbot.mouseClick(sheet.offers.buttons["A"], Qt.MouseButton.LeftButton)
    plan = window.bench.plan
    assert plan.switches.data_may_leave == "no"
    assert all(line.role != "cloud" for one in plan.alternatives for line in one.lines)
    assert sum(node.type == "socket" for node in plan.site) == 1


@pytest.mark.parametrize(("key", "typed"), [("people", "13"), ("budget", "80万"), ("people", "many")])
def test_proposals_of_other_answers_are_not_taken(
    sheet: SheetPage, qtbot: QtBot, window: MainWindow, key: str, typed: str
) -> None:
    write(sheet, qtbot, "budget", "30万")
    propose(sheet, qtbot)
    assert all(button.isEnabled() for button in sheet.offers.buttons.values())
    write(sheet, qtbot, key, typed)
    assert not any(button.isEnabled() for button in sheet.offers.buttons.values())
    assert all("propose again" in said.text() and not said.isHidden() for said in sheet.offers.reasons)
    qtbot.mouseClick(sheet.offers.buttons["A"], Qt.MouseButton.LeftButton)
    sheet._take("A")  # whatever asks for it
    assert not window.bench.has_plan
    write(sheet, qtbot, key, "10" if key == "people" else "50万")
    propose(sheet, qtbot)
    assert all(button.isEnabled() for button in sheet.offers.buttons.values())
    qtbot.mouseClick(sheet.offers.buttons["A"], Qt.MouseButton.LeftButton)
    assert window.bench.has_plan


def test_what_is_being_typed_holds_the_proposals_until_escape(sheet: SheetPage, qtbot: QtBot) -> None:
    write(sheet, qtbot, "budget", "30万")
    propose(sheet, qtbot)
    field = sheet.form.edits["people"].field
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "40")
    assert not sheet.offers.buttons["A"].isEnabled()
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert sheet.offers.buttons["A"].isEnabled()


@pytest.mark.parametrize("key", ["people", "student_hours", "wanted_by", "budget"])
def test_the_same_value_typed_again_leaves_the_proposals_to_be_taken(
    sheet: SheetPage, qtbot: QtBot, window: MainWindow, key: str
) -> None:
    write(sheet, qtbot, "budget", "500000")
    if key == "wanted_by":
        write(sheet, qtbot, key, "2027-03-01")
    edit = sheet.form.edits[key]
    stands = edit.text
    edit.field.setFocus()
    edit.field.selectAll()
    qtbot.keyClicks(edit.field, stands)
    assert edit.state == "understood"
    qtbot.keyClick(edit.field, Qt.Key.Key_Tab)
    propose(sheet, qtbot)
    assert sheet.stale.isHidden()
    assert all(button.isEnabled() for button in sheet.offers.buttons.values())
    qtbot.mouseClick(sheet.offers.buttons["A"], Qt.MouseButton.LeftButton)
    assert window.bench.has_plan


def test_the_same_value_typed_again_frees_proposals_that_are_shown(sheet: SheetPage, qtbot: QtBot) -> None:
    write(sheet, qtbot, "budget", "500000")
    propose(sheet, qtbot)
    field = sheet.form.edits["people"].field
    stands = field.text()
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, stands)
    assert not sheet.offers.buttons["A"].isEnabled()
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert sheet.offers.buttons["A"].isEnabled()


def test_the_message_goes_when_the_date_is_what_it_was(sheet: SheetPage, qtbot: QtBot) -> None:
    write(sheet, qtbot, "budget", "500000")
    write(sheet, qtbot, "wanted_by", "2027-03-01")
    write(sheet, qtbot, "wanted_by", "2027-02-30")
    propose(sheet, qtbot)
    assert not sheet.message.isHidden()
    write(sheet, qtbot, "wanted_by", "2027-03-01")
    assert sheet.message.isHidden()


def test_a_wrong_field_is_scrolled_to_and_says_that_there_is_no_such_day(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window(template="", size=(1366, 600))
    place = window.stack.place
    assert isinstance(place, StartPlace)
    qtbot.mouseClick(place.home.ways["budget"], Qt.MouseButton.LeftButton)
    page = place._sheet
    assert page is not None
    write(page, qtbot, "budget", "500000")
    write(page, qtbot, "wanted_by", "2027-02-30")
    page._area.verticalScrollBar().setValue(page._area.verticalScrollBar().maximum())
    field = page.form.edits["wanted_by"].field
    assert field.visibleRegion().isEmpty()
    propose(page, qtbot)
    assert field.visibleRegion().boundingRect().height() == field.height()
    said = page.findChild(QLabel, "first-wanted_by-fault")
    assert said is not None and "2027-02 has 28 days" in said.text()


def test_a_change_makes_the_proposals_stale(sheet: SheetPage, qtbot: QtBot) -> None:
    write(sheet, qtbot, "budget", "30万")
    propose(sheet, qtbot)
    assert sheet.stale.isHidden()
    write(sheet, qtbot, "people", "30")
    assert not sheet.stale.isHidden()
    propose(sheet, qtbot)
    assert sheet.stale.isHidden()


def test_what_the_columns_say(sheet: SheetPage, qtbot: QtBot) -> None:
    write(sheet, qtbot, "budget", "30万")
    propose(sheet, qtbot)
    first = sheet.offers.findChild(object, "offer-A")
    assert first is not None
    said = {label.objectName(): label.text() for label in first.findChildren(QLabel)}  # type: ignore[attr-defined]
    assert said["offer-total"] == "208 k"  # 207,900
    assert said["offer-left"] == "92 k"
    assert said["offer-fit"] == "3 of 3 jobs"
    assert said["offer-supply"] == "restricted"


def test_a_narrow_window_shows_one_at_a_time(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window(template="", size=(1024, 740))
    place = window.stack.place
    assert isinstance(place, StartPlace)
    place.go_way("budget")
    page = place._sheet
    assert page is not None
    write(page, qtbot, "budget", "30万")
    propose(page, qtbot)
    assert not page.form.isVisible()
    assert page.offers.isVisible()
    assert page.offers.width() <= page.width()
    qtbot.mouseClick(page.change, Qt.MouseButton.LeftButton)
    assert page.form.isVisible()
    assert page.form.edits["budget"].text == "30万"


def test_esc_goes_back(sheet: SheetPage, qtbot: QtBot, window: MainWindow) -> None:
    qtbot.keyClick(sheet, Qt.Key.Key_Escape)
    place = window.stack.place
    assert isinstance(place, StartPlace)
    assert place._pages.currentWidget() is place.home


def test_the_language_changes_under_way(sheet: SheetPage, qtbot: QtBot, window: MainWindow) -> None:
    write(sheet, qtbot, "budget", "30万")
    propose(sheet, qtbot)
    window.bench.speak("zh")
    assert sheet.offers.buttons["A"].text() == "选用"
    assert sheet.form.edits["people"].echo == "假设"
    assert sheet.form.edits["budget"].text == "30万"
    assert sheet.isVisible()


def test_every_choice_has_words() -> None:
    for field in (field for group in GROUPS for field in group.fields):
        for value in field.choices:
            for language in ("zh", "en"):
                assert choice_words(field, value, language)
    import datetime as dt

    keys = {field.key for group in GROUPS for field in group.fields}
    assert keys | {"jobs"} == set(defaults(dt.date(2026, 11, 30)))


# --- lines -----------------------------------------------------------------------------------------------------------

BLOCK = "名称\t数量\t单价\nGeForce RTX 4090\t4\t16000\n联想 SR650\t2\t8万\n不知名的东西\t1\t\n"


def test_a_pasted_block_becomes_a_plan(lines: LinesPage, qtbot: QtBot, window: MainWindow) -> None:
    clipboard = QApplication.clipboard()
    clipboard.setText(BLOCK)
    lines.text.paste()
    qtbot.mouseClick(lines.read, Qt.MouseButton.LeftButton)
    rows = lines.records.rows
    assert [row.texts[0] for row in rows] == ["GeForce RTX 4090", "联想 SR650", "不知名的东西"]
    assert [row.texts[4] for row in rows] == ["recognised", "not recognised", "not in the catalog"]
    assert rows[1].texts[3] == "1 fit: choose"
    assert rows[2].texts[2] == "unknown"
    lines.records.committed.emit("line-3", "row", "lenovo-sr650a-v4")
    assert lines.records.rows[1].texts[3] == "ThinkSystem SR650a V4"
    lines.title.setText("我的报价")
    type_in(qtbot, lines.budget.field, "30万")
    qtbot.mouseClick(lines.make, Qt.MouseButton.LeftButton)
    plan = window.bench.plan
    assert plan.title.zh == "我的报价"
    assert plan.budget.amount is not None
    assert plan.budget.amount.amount == Decimal(300_000)
    assert [line.quantity for line in plan.alternatives[0].lines] == [4, 2, 1]
    assert bool(plan.alternatives[0].lines[1].item)


def test_nothing_can_be_made_of_nothing(lines: LinesPage) -> None:
    assert not lines.make.isEnabled()
    lines.text.setPlainText("\n \n")
    lines.read_text()
    assert not lines.make.isEnabled()
    assert lines.table.isHidden()


def test_typing_is_read_after_a_pause(lines: LinesPage, qtbot: QtBot) -> None:
    qtbot.keyClicks(lines.text, "RTX 5090 x2 20000")
    qtbot.waitUntil(lambda: len(lines.records.rows) == 1, timeout=3000)
    assert lines.records.rows[0].texts[:2] == ("RTX 5090", "2")


def test_a_bad_budget_holds_the_plan(lines: LinesPage, qtbot: QtBot, window: MainWindow) -> None:
    lines.text.setPlainText("RTX 5090")
    lines.read_text()
    qtbot.keyClicks(lines.budget.field, "lots")
    qtbot.mouseClick(lines.make, Qt.MouseButton.LeftButton)
    assert not window.bench.has_plan
    assert lines.budget.text == "lots"


def test_a_line_is_dropped(lines: LinesPage, qtbot: QtBot) -> None:
    lines.text.setPlainText("RTX 5090\nRTX 4090")
    lines.read_text()
    lines.table.go_to(0, 0)
    qtbot.keyClick(lines.table, Qt.Key.Key_Delete)
    assert [row.texts[0] for row in lines.records.rows] == ["RTX 4090"]


@pytest.mark.parametrize("typed", ["30", "30.5", "9999", "３０"])
def test_a_small_budget_without_a_unit_is_asked_back(sheet: SheetPage, qtbot: QtBot, typed: str) -> None:
    write(sheet, qtbot, "budget", typed)
    assert sheet.form.edits["budget"].state == "rejected"
    assert sheet.form.values["budget"] is None
    line = sheet.findChild(QLabel, "first-budget-fault")
    assert line is not None and line.isVisible() and line.wordWrap()
    plain = typed.replace("３０", "30")
    assert line.text() == f"Yuan or 10,000 yuan? Write {plain} yuan or {plain}万."
    write(sheet, qtbot, "budget", f"{plain}万")
    assert not line.isVisible()
    assert sheet.form.values["budget"].amount == Decimal(plain) * 10_000


def test_a_small_budget_with_its_unit_is_taken(sheet: SheetPage, qtbot: QtBot) -> None:
    write(sheet, qtbot, "budget", "30 yuan")
    assert sheet.form.values["budget"].amount == Decimal(30)


def test_esc_says_that_answers_stay_before_it_goes_back(sheet: SheetPage, qtbot: QtBot, window: MainWindow) -> None:
    write(sheet, qtbot, "budget", "30万")
    place = window.stack.place
    assert isinstance(place, StartPlace)
    qtbot.keyClick(sheet, Qt.Key.Key_Escape)
    assert place._pages.currentWidget() is sheet
    assert not sheet.message.isHidden()
    qtbot.keyClick(sheet, Qt.Key.Key_Escape)
    assert place._pages.currentWidget() is place.home
    assert sheet.form.edits["budget"].text == "30万"


def test_esc_inside_a_field_only_undoes_the_field(sheet: SheetPage, qtbot: QtBot, window: MainWindow) -> None:
    """The first Esc takes back what is being typed, the next asks, the one after goes."""
    write(sheet, qtbot, "budget", "30万")
    place = window.stack.place
    assert isinstance(place, StartPlace)
    field = sheet.form.edits["budget"].field
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "40")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == "30万"
    assert sheet.message.isHidden()
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert place._pages.currentWidget() is sheet
    assert not sheet.message.isHidden()
    qtbot.keyClicks(field, "1")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert place._pages.currentWidget() is sheet
    assert not sheet.message.isHidden()  # it still says that the next Esc goes
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert place._pages.currentWidget() is place.home


def test_esc_inside_the_budget_of_a_list_only_undoes_it(lines: LinesPage, qtbot: QtBot, window: MainWindow) -> None:
    place = window.stack.place
    assert isinstance(place, StartPlace)
    lines.text.setPlainText("RTX 4090 x4")
    field = lines.budget.field
    field.setFocus()
    qtbot.keyClicks(field, "30")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == ""
    assert lines.message.isHidden()
    assert place._pages.currentWidget() is lines


def test_a_unit_typed_with_a_number_stands_there_once(sheet: SheetPage, qtbot: QtBot) -> None:
    write(sheet, qtbot, "breaker_a", "16A")
    assert sheet.form.edits["breaker_a"].text == "16"
    assert sheet.form.values["breaker_a"] == 16.0


def test_what_to_write_instead_is_said_in_full(sheet: SheetPage, qtbot: QtBot) -> None:
    write(sheet, qtbot, "wanted_by", "someday")
    line = sheet.findChild(QLabel, "first-wanted_by-fault")
    assert line is not None and line.isVisible() and "…" not in line.text() and len(line.text()) > 10
    qtbot.keyClick(sheet.form.edits["wanted_by"].field, Qt.Key.Key_Escape)
    assert not line.isVisible()


def click_row_cell(lines: LinesPage, qtbot: QtBot) -> CellChoice:
    cell = lines.table.visualRect(lines.records.index(0, lines.records.column_of("row")))
    qtbot.mouseClick(lines.table.viewport(), Qt.MouseButton.LeftButton, pos=cell.center())
    return lines.table.findChildren(CellChoice)[-1]


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # popups, where there is no screen
def test_choices_open_with_one_click_and_esc_closes_them_before_the_page(lines: LinesPage, qtbot: QtBot) -> None:
    left: list[bool] = []
    lines.left.connect(partial(left.append, True))
    lines.text.setPlainText("RTX 4090 工作站 15万")
    lines.read_text()
    box = click_row_cell(lines, qtbot)
    assert box.view().isVisible()
    qtbot.keyClick(box.view(), Qt.Key.Key_Escape)
    assert not box.view().isVisible()
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert not left
    lines.table.setFocus()
    qtbot.keyClick(lines.table, Qt.Key.Key_Escape)
    assert not left
    assert not lines.message.isHidden()  # it says that one more press leaves, and that nothing is lost
    qtbot.keyClick(lines.table, Qt.Key.Key_Escape)
    assert left
    assert lines.text.toPlainText() == "RTX 4090 工作站 15万"


def test_esc_after_more_typing_asks_again(lines: LinesPage, qtbot: QtBot) -> None:
    left: list[bool] = []
    lines.left.connect(partial(left.append, True))
    qtbot.keyClicks(lines.text, "RTX 5090")
    qtbot.keyClick(lines.text, Qt.Key.Key_Escape)
    qtbot.keyClicks(lines.text, " x2")
    assert lines.message.isHidden()
    qtbot.keyClick(lines.text, Qt.Key.Key_Escape)
    assert not left
    lines.text.clear()
    qtbot.keyClick(lines.text, Qt.Key.Key_Escape)
    assert left


def money_of(window: MainWindow) -> StripItem:
    return strip_of(window.bench.assessment, "zh").items[0]


def test_without_a_contingency_the_total_is_at_least(lines: LinesPage, qtbot: QtBot, window: MainWindow) -> None:
    lines.text.setPlainText("RTX 4090 四卡工作站 | 4×24GB | 2台 | 15万\n群晖 NAS 8盘位 | 1 | 32700")
    lines.read_text()
    assert lines.contingency.field.placeholderText()
    type_in(qtbot, lines.budget.field, "30万")
    qtbot.mouseClick(lines.make, Qt.MouseButton.LeftButton)
    money = money_of(window)
    # 2 x 150,000 + 32,700 = 332,700 against 300,000: too much already
    assert (money.value, money.limit, money.state, money.at_least) == ("≥ 33.27", "30.00 万元", "error", True)


def test_a_contingency_makes_the_total_known(lines: LinesPage, qtbot: QtBot, window: MainWindow) -> None:
    lines.text.setPlainText("群晖 NAS 8盘位 | 1 | 30000")
    lines.read_text()
    type_in(qtbot, lines.contingency.field, "60")
    qtbot.mouseClick(lines.make, Qt.MouseButton.LeftButton)
    assert not window.bench.has_plan
    lines.contingency.field.clear()
    type_in(qtbot, lines.contingency.field, "5")
    qtbot.mouseClick(lines.make, Qt.MouseButton.LeftButton)
    assert window.bench.plan.budget.contingency_rate == Decimal("0.05")
    assert money_of(window).value == "3.15"  # 30,000 and 5 %


def test_people_to_a_card_say_what_they_change_and_what_not(qtbot: QtBot, sheet: SheetPage) -> None:
    """12 people of 6 h and 60 students of 1 h are 132 h a week: 33 h for each of 4 cards, 66 h for each of 2."""
    said = sheet.findChild(QLabel, "first-sharing")
    assert said is not None
    services = sum(job.sharing == "always" for job in jobs() if job.on)
    assert f"12 people / 3 to a card = 4 cards, and {services} more" in said.text()
    assert "works 33 h of the 168 h" in said.text()
    field = sheet.form.edits["people_per_card"].field
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "6")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert "= 2 cards" in said.text()
    assert "works 66 h" in said.text()
    assert "not the hours they use" in said.text()
    hours = sheet.form.edits["hours_per_week"].field
    hours.setFocus()
    hours.selectAll()
    qtbot.keyClicks(hours, "60")  # 12 x 60 + 60 = 780 h on 2 cards
    qtbot.keyClick(hours, Qt.Key.Key_Return)
    assert "would have to work 390 h a week" in said.text()


@pytest.mark.parametrize(
    ("key", "typed", "value"),
    [("sockets", "0", 0), ("circuits", "0", 0), ("breaker_a", "D32A/2P", 32), ("breaker_a", "160", 160)],
)
def test_answers_of_the_room_as_people_give_them(
    sheet: SheetPage, qtbot: QtBot, key: str, typed: str, value: int
) -> None:
    write(sheet, qtbot, key, typed)
    assert sheet.form.edits[key].state != "rejected"
    assert sheet.form.values[key] == value
