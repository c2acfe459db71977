"""The small parts in their states: what they show, how they are named, what they tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QAbstractButton, QApplication, QVBoxLayout, QWidget

from desktop_app.window.look.theme import apply_theme
from desktop_app.window.look.tokens import STATUSES, Status, look
from desktop_app.window.parts.badge import badge_text, badge_width, paint_badge
from desktop_app.window.parts.buttons import button
from desktop_app.window.parts.card import Card, KeyFigure
from desktop_app.window.parts.chips import FilterChip, StatusChip
from desktop_app.window.parts.empty_state import EmptyState
from desktop_app.window.parts.labels import ElidedLabel, label, set_tone
from desktop_app.window.parts.message_bar import MessageBar
from desktop_app.window.parts.meter import Meter, MeterState, paint_meter
from desktop_app.window.parts.origin_mark import Origin, OriginMark, paint_origin
from desktop_app.window.parts.price_range import PriceRange, Span, paint_price_range, span_of
from desktop_app.window.parts.progress import Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytestqt.qtbot import QtBot

ORIGINS: tuple[Origin, ...] = ("measured", "published", "computed", "entered", "assumed", "unknown")


@pytest.fixture(autouse=True)
def light(qapp: QApplication) -> Iterator[None]:
    apply_theme(qapp, "light")
    yield
    apply_theme(qapp, "light")


def painted(paint: Callable[[QPainter, QRectF], None], width: int = 100, height: int = 20) -> QImage:
    """Return what a painting leaves on an empty ground."""
    image = QImage(QSize(width, height), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(0, 0, 0, 0))
    painter = QPainter(image)
    paint(painter, QRectF(0, 0, width, height))
    painter.end()
    return image


def at(image: QImage, x: int, y: int) -> str:
    """Return the colour of a pixel, '' where nothing was painted."""
    pixel = image.pixelColor(x, y)
    return pixel.name().upper() if pixel.alpha() > 200 else ""


def colours() -> dict[str, str]:
    return dict(look("light").colour)


# ------------------------------------------------------------------------------------------------------- buttons
@pytest.mark.parametrize("kind", ["primary", "plain", "tool", "remedy"])
def test_buttons_are_28_high_and_small_ones_24(qtbot: QtBot, kind: str) -> None:
    for small, height in ((False, 28), (True, 24)):
        for made in (
            button("应用", kind=kind, small=small),  # type: ignore[arg-type]
            button("应用", kind=kind, icon="add", small=small),  # type: ignore[arg-type]
            button(kind=kind, icon="add", tip="添加", small=small),  # type: ignore[arg-type]
        ):
            qtbot.addWidget(made)
            assert made.sizeHint().height() == height
    assert made.sizeHint().width() == 24
    assert (made.accessibleName(), made.toolTip()) == ("添加", "添加")


def test_button_is_pressed_by_the_keyboard(qtbot: QtBot) -> None:
    made = button("应用", kind="primary")
    qtbot.addWidget(made)
    made.show()
    with qtbot.waitSignal(made.clicked):
        qtbot.keyClick(made, Qt.Key.Key_Space)


def test_kinds_and_states_look_different(qtbot: QtBot) -> None:
    made = button("应用")
    qtbot.addWidget(made)
    seen = set()
    for kind in ("primary", "plain", "tool", "remedy"):
        made.set_kind(kind)  # type: ignore[arg-type]
        for enabled in (True, False):
            made.setEnabled(enabled)
            if enabled or kind in ("plain", "tool"):
                seen.add(bytes(made.grab().toImage().constBits()))
    assert len(seen) == 6


# ------------------------------------------------------------------------------------------------------- chips
@pytest.mark.parametrize("status", STATUSES)
def test_status_chip_has_icon_word_and_number_on_its_tint(qtbot: QtBot, status: Status) -> None:
    chip = StatusChip(status, "错误", 2)
    qtbot.addWidget(chip)
    chip.resize(chip.sizeHint())
    assert (chip.height(), chip.accessibleName()) == (22, "错误 2")
    image = chip.grab().toImage()
    assert at(image, chip.width() - 3, 11) == colours()[f"{status}_tint"]
    assert chip.focusPolicy() == Qt.FocusPolicy.NoFocus


def test_compact_chip_drops_the_word_but_keeps_it_for_the_ear(qtbot: QtBot) -> None:
    chip = StatusChip("error", "错误", 2)
    qtbot.addWidget(chip)
    wide = chip.sizeHint().width()
    chip.set_compact(True)
    assert chip.sizeHint().width() < wide
    assert (chip.accessibleName(), chip.toolTip()) == ("错误 2", "错误 2")
    chip.show_status("ok", "通过")
    assert chip.accessibleName() == "通过"


def test_clickable_chip_is_reached_and_pressed_by_keyboard(qtbot: QtBot) -> None:
    chip = StatusChip("warn", "警告", 8, clickable=True)
    qtbot.addWidget(chip)
    chip.show()
    with qtbot.waitSignal(chip.clicked):
        qtbot.keyClick(chip, Qt.Key.Key_Space)


def test_filter_chip_keeps_its_width_when_switched(qtbot: QtBot) -> None:
    chip = FilterChip("高校实验室", 4)
    qtbot.addWidget(chip)
    chip.show()
    before, off = chip.sizeHint(), chip.grab().toImage()
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert chip.isChecked()
    assert chip.sizeHint() == before
    on = chip.grab().toImage()
    assert on != off
    assert at(on, 8, 13) == colours()["accent_tint"]
    empty = FilterChip("其他", 0)
    qtbot.addWidget(empty)
    assert at(empty.grab().toImage(), 8, 13) != colours()["accent_tint"]


# ------------------------------------------------------------------------------------------------------- meters
@pytest.mark.parametrize(
    ("share", "state", "filled", "fill"),
    [(0.56, "fine", 56, "text3"), (0.98, "warn", 98, "warn_fill"), (1.34, "error", 100, "error_fill")],
)
def test_meter_is_filled_up_to_its_share(share: float, state: MeterState, filled: int, fill: str) -> None:
    image = painted(lambda painter, area: paint_meter(painter, area, share, state))
    assert at(image, 2, 10) == colours()[fill]
    assert at(image, filled - 2, 10) == colours()[fill]
    if filled < 96:
        assert at(image, filled + 2, 10) == colours()["track"]
    # Beyond the limit a notch sticks out at the end: told without colour.
    assert (at(image, 98, 6) != "") == (share > 1)


def test_unknown_meter_is_hatched_and_never_an_empty_one() -> None:
    image = painted(lambda painter, area: paint_meter(painter, area, None, "unknown"))
    line = [at(image, x, 10) for x in range(100)]
    assert colours()["unknown_fill"] in line
    assert "" in line
    assert colours()["track"] not in line


def test_meter_says_what_it_shows(qtbot: QtBot) -> None:
    meter = Meter()
    qtbot.addWidget(meter)
    meter.show_share(1.1, "error", "回路 110 %，超出")
    assert meter.accessibleName() == "回路 110 %，超出"
    assert meter.minimumSizeHint().width() <= meter.sizeHint().width()


@pytest.mark.parametrize(("count", "text"), [(1, "1"), (12, "12"), (99, "99"), (100, "99+")])
def test_badge_shows_its_number_whole(count: int, text: str) -> None:
    assert badge_text(count) == text
    wide = badge_width(count)
    assert wide >= 18
    image = painted(lambda painter, area: paint_badge(painter, QRectF(0, 0, wide, 18), count))
    assert at(image, 4, 9) == colours()["error_fill"]


# ------------------------------------------------------------------------------------------------------- ranges, marks
def test_price_range_has_span_and_mark_where_they_belong() -> None:
    image = painted(lambda painter, area: paint_price_range(painter, area, Span(0.2, 0.6, 0.4)))
    names = colours()
    assert [at(image, x, 10) for x in (5, 30, 55, 80)] == [names["track"], names["span"], names["span"], names["track"]]
    assert at(image, 40, 5) == names["accent"]
    bare = painted(lambda painter, area: paint_price_range(painter, area, Span(0.2, 0.6)))
    assert at(bare, 40, 5) == ""


def test_span_is_scaled_to_its_own_row() -> None:
    # 12 to 18 with 15 chosen: the axis ends at 27, so 0.44, 0.67 and 0.56.
    span = span_of(12.0, 18.0, 15.0)
    assert (span.low, span.high, span.chosen) == pytest.approx((12 / 27, 18 / 27, 15 / 27))
    assert span_of(0.0, 0.0) == Span(0.0, 0.0, None)
    beyond = span_of(10.0, 20.0, 40.0)
    assert beyond.chosen is not None
    assert beyond.high < beyond.chosen <= 1


def test_price_range_tells_its_numbers(qtbot: QtBot) -> None:
    shown = PriceRange(span_of(12.0, 18.0, 15.0), "12–18 万，2026-11 询价")
    qtbot.addWidget(shown)
    assert shown.accessibleName() == shown.toolTip() == "12–18 万，2026-11 询价"


def test_marks_of_origin_differ_in_shape_alone() -> None:
    shapes = set()
    for origin in ORIGINS:
        image = painted(lambda painter, area, o=origin: paint_origin(painter, QPointF(10, 10), o), 20, 20)
        shapes.add(tuple(image.pixelColor(x, y).alpha() > 96 for x in range(20) for y in range(20)))
    assert len(shapes) == len(ORIGINS)


def test_origin_is_read_by_its_word(qtbot: QtBot) -> None:
    mark = OriginMark("assumed", "假设")
    qtbot.addWidget(mark)
    assert mark.accessibleName() == "假设"
    narrow = mark.sizeHint().width()
    mark.show_origin("published", "厂商公布")
    assert mark.sizeHint().width() > narrow


# ------------------------------------------------------------------------------------------------------- labels, cards
def test_label_without_room_is_cut_and_tells_the_whole(qtbot: QtBot) -> None:
    text = "视觉与语言实验室采购方案，二〇二六年第二稿"
    shown = ElidedLabel(text)
    qtbot.addWidget(shown)
    shown.resize(90, 24)
    shown.show()
    assert shown.is_cut()
    assert shown.toolTip() == text
    assert shown.minimumSizeHint().width() < 90
    cut = shown.grab().toImage()
    shown.resize(900, 24)
    assert (shown.is_cut(), shown.toolTip()) == (False, "")
    assert shown.grab().toImage() != cut
    shown.resize(90, 24)
    shown.setText("短")
    assert shown.toolTip() == ""


def test_labels_take_size_and_tone(qtbot: QtBot) -> None:
    for size, pixels in (("caption", 12), ("body", 13), ("title", 15), ("figure", 22)):
        made = label("值", size=size)  # type: ignore[arg-type]
        qtbot.addWidget(made)
        made.ensurePolished()
        assert made.fontInfo().pixelSize() == pixels
    made = label("<b>不是标记</b>")
    qtbot.addWidget(made)
    assert made.textFormat() == Qt.TextFormat.PlainText
    set_tone(made, "error")
    assert made.palette().color(made.foregroundRole()).name().upper() == colours()["error"]


def test_card_is_pressed_by_mouse_and_keyboard_and_framed_when_chosen(qtbot: QtBot) -> None:
    card = Card("模板 A", clickable=True)
    qtbot.addWidget(card)
    card.resize(200, 80)
    card.show()
    pressed: list[int] = []
    card.clicked.connect(lambda: pressed.append(1))
    qtbot.mouseClick(card, Qt.MouseButton.LeftButton)
    qtbot.keyClick(card, Qt.Key.Key_Return)
    qtbot.keyClick(card, Qt.Key.Key_Space)
    qtbot.keyClick(card, Qt.Key.Key_A)
    assert len(pressed) == 3
    assert card.accessibleName() == "模板 A"
    card.set_chosen(True)
    assert card.chosen
    assert at(card.grab().toImage(), 1, 40) == colours()["accent"]
    still = Card("只看")
    qtbot.addWidget(still)
    still.clicked.connect(lambda: pressed.append(1))
    qtbot.mouseClick(still, Qt.MouseButton.LeftButton)
    assert len(pressed) == 3


def test_key_figure_is_read_as_one(qtbot: QtBot) -> None:
    figure = KeyFigure("电流", "17.5", "A", tone="error")
    qtbot.addWidget(figure)
    assert figure.accessibleName() == "电流 17.5 A"
    figure.show_figure("15.0", "A")
    assert figure.value.text() == "15.0"
    assert figure.accessibleName() == "电流 15.0 A"


# ------------------------------------------------------------------------------------------------------- messages
def test_empty_state_says_what_why_and_how(qtbot: QtBot) -> None:
    empty = EmptyState(icon="cloud")
    qtbot.addWidget(empty)
    empty.show_words("还没有云租赁条目", "34B、70B 微调放不进本地卡", "添加云租赁")
    empty.show()
    assert empty.height() >= 72
    assert empty.accessibleName() == "还没有云租赁条目 34B、70B 微调放不进本地卡"
    with qtbot.waitSignal(empty.asked):
        qtbot.mouseClick(empty.button, Qt.MouseButton.LeftButton)
    empty.show_words("没有问题")
    assert not empty.button.isVisible()


def test_message_has_at_most_one_button_and_goes_by_its_cross(qtbot: QtBot) -> None:
    bar = MessageBar("关闭")
    qtbot.addWidget(bar)
    bar.show_message("ok", "已导出 14 个文件", "打开文件夹")
    assert bar.isVisible()
    assert (bar.text, bar.accessibleName()) == ("已导出 14 个文件", "已导出 14 个文件")
    quiet = bar.grab().toImage()
    with qtbot.waitSignal(bar.acted):
        qtbot.mouseClick(bar.button, Qt.MouseButton.LeftButton)
    bar.show_message("warn", "目标文件被占用")
    assert not bar.button.isVisible()
    assert bar.grab().toImage() != quiet
    assert bar.cross.accessibleName() == "关闭"
    with qtbot.waitSignal(bar.closed):
        qtbot.mouseClick(bar.cross, Qt.MouseButton.LeftButton)
    assert not bar.isVisible()


def test_progress_tells_in_words_and_is_stopped_once(qtbot: QtBot) -> None:
    progress = Progress("取消")
    qtbot.addWidget(progress)
    progress.start("正在模拟排队")
    progress.show()
    progress.show_progress(0.6, "正在模拟排队：第 12 / 20 次")
    assert progress.accessibleName() == "正在模拟排队：第 12 / 20 次 60 %"
    stopped: list[int] = []
    progress.cancelled.connect(lambda: stopped.append(1))
    for _press in range(2):
        qtbot.mouseClick(progress.button, Qt.MouseButton.LeftButton)
    assert stopped == [1]
    progress.start("再来一次", "停止")
    assert progress.button.isEnabled()
    assert progress.button.text() == "停止"


# ------------------------------------------------------------------------------------------------------- together
def test_every_part_one_can_press_has_a_name_and_paints_in_both_themes(qapp: QApplication, qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    column = QVBoxLayout(host)
    empty, bar, progress = EmptyState(icon="cloud"), MessageBar("关闭"), Progress("取消")
    empty.show_words("空", "因为", "添加")
    bar.show_message("error", "写不进去", "另存")
    progress.start("导出")
    for widget in (
        *(StatusChip(status, "词", 1, clickable=True) for status in STATUSES),
        *(
            FilterChip("全部", 12),
            button("应用", icon="add"),
            button(icon="undo", tip="撤销"),
            Card("卡", clickable=True),
        ),
        *(empty, bar, progress, PriceRange(Span(0.1, 0.5, 0.3), "价"), OriginMark("computed", "计算")),
    ):
        column.addWidget(widget)
    host.show()
    pictures = []
    for theme in ("light", "dark"):
        apply_theme(qapp, theme)  # type: ignore[arg-type]
        QApplication.processEvents()
        pictures.append(host.grab().toImage())
    assert pictures[0] != pictures[1]
    pressed = host.findChildren(QAbstractButton)
    assert len(pressed) >= 12
    assert [found for found in pressed if not (found.accessibleName() or found.text())] == []
