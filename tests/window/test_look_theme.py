"""The theme: worn by palette, style sheet and icons alike, following the system where that was chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFontInfo, QFontMetricsF, QImage, QPainter, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from desktop_app.window.look.fonts import text_font
from desktop_app.window.look.icons import icon, icon_names, pixmap, status_icon, status_pixmap
from desktop_app.window.look.paint import colour, hatch, pen
from desktop_app.window.look.theme import apply_theme, current_look, theme_signals
from desktop_app.window.look.tokens import STATUSES, Theme, look
from desktop_app.window.parts.buttons import button

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QPixmap
    from pytestqt.qtbot import QtBot

# What the drawings need: places, actions, things, status.
PLACES = "plan workload build site cost tender bids catalog settings"
ACTIONS = (
    "menu undo redo history help search export import add edit close check copy image filter columns group compare auto "
    "pin zoom_in zoom_out fit more play chevron_down chevron_up chevron_left chevron_right arrow"
)
THINGS = (
    "bolt thermo rack wallet cloud disk network snow wrench ups plug socket lamp screen server lock folder table note "
    "book clock eye hidden why flag school building person edge"
)


@pytest.fixture(autouse=True)
def light(qapp: QApplication) -> Iterator[None]:
    apply_theme(qapp, "light")
    yield
    apply_theme(qapp, "light")


def ink(picture: QPixmap | QImage) -> set[str]:
    """Return the colours of the pixels that are painted through."""
    image = picture if isinstance(picture, QImage) else picture.toImage()
    pixels = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return {pixel.name() for pixel in pixels if pixel.alpha() == 255}


# ------------------------------------------------------------------------------------------------------- the theme
def test_choice_dresses_palette_and_widgets(qapp: QApplication, qtbot: QtBot) -> None:
    shown = QPushButton("应用")
    shown.setProperty("kind", "primary")
    qtbot.addWidget(shown)
    for theme in ("dark", "light"):
        apply_theme(qapp, theme)
        values = look(theme)
        assert current_look() is values
        assert qapp.palette().color(QPalette.ColorRole.WindowText).name().upper() == values.colour["text"]
        assert qapp.palette().color(QPalette.ColorRole.Highlight).name().upper() == values.colour["selected_strong"]
        middle = shown.grab().toImage().pixelColor(6, shown.height() // 2)
        assert middle.name().upper() == values.colour["accent_fill"]


def test_change_is_told_once_and_only_when_there_is_one(qapp: QApplication, qtbot: QtBot) -> None:
    seen: list[str] = []
    signals = theme_signals(qapp)
    signals.changed.connect(lambda: seen.append(current_look().theme))
    for choice in ("dark", "dark", "light", "light"):
        apply_theme(qapp, choice)  # type: ignore[arg-type]
    assert seen == ["dark", "light"]
    assert theme_signals() is signals


def test_system_is_followed_until_a_theme_is_chosen(qapp: QApplication) -> None:
    told = qapp.styleHints().colorSchemeChanged  # the offscreen platform has no scheme, so tell of it ourselves
    apply_theme(qapp, "system")
    told.emit(Qt.ColorScheme.Dark)
    assert current_look().theme == "dark"
    told.emit(Qt.ColorScheme.Light)
    assert current_look().theme == "light"
    apply_theme(qapp, "light")
    told.emit(Qt.ColorScheme.Dark)
    assert current_look().theme == "light"
    apply_theme(qapp, "system")
    assert current_look().theme == "dark"
    told.emit(Qt.ColorScheme.Unknown)
    assert current_look().theme == "light"


def test_paints_follow_the_theme_and_are_kept(qapp: QApplication) -> None:
    assert colour("text") is colour("text")
    assert pen("focus", 2.0) is pen("focus", 2.0)
    before = colour("surface").name()
    apply_theme(qapp, "dark")
    assert colour("surface").name().upper() == look("dark").colour["surface"] != before.upper()
    assert hatch("unknown_fill").color().name().upper() == look("dark").colour["unknown_fill"]


def test_tone_of_a_label_is_its_colour(qapp: QApplication, qtbot: QtBot) -> None:
    shown = QLabel("■■■■")
    shown.setProperty("tone", "error")
    qtbot.addWidget(shown)
    shown.ensurePolished()
    assert shown.palette().color(QPalette.ColorRole.WindowText).name().upper() == look("light").colour["error"]
    apply_theme(qapp, "dark")
    shown.ensurePolished()
    assert shown.palette().color(QPalette.ColorRole.WindowText).name().upper() == look("dark").colour["error"]


# ------------------------------------------------------------------------------------------------------- icons
def test_all_icons_of_the_drawings_are_there(qapp: QApplication) -> None:
    wanted = {*PLACES.split(), *ACTIONS.split(), *THINGS.split(), *STATUSES}
    assert wanted - set(icon_names()) == set()


@pytest.mark.parametrize("name", [*PLACES.split(), *ACTIONS.split(), *THINGS.split(), *STATUSES])
def test_every_icon_paints_inside_its_square_at_every_size(qapp: QApplication, name: str) -> None:
    for size, dpr in ((12, 1.0), (16, 1.0), (20, 1.0), (16, 1.5), (20, 2.0)):
        picture = pixmap(name, "text", size, dpr)
        image = picture.toImage()
        assert image.width() == image.height() == round(size * dpr)
        assert picture.devicePixelRatio() == dpr
        painted = sum(image.pixelColor(x, y).alpha() > 96 for x in range(image.width()) for y in range(image.height()))
        assert painted >= image.width() * 0.5  # a chevron is the least
        corners = [(0, 0), (image.width() - 1, 0), (0, image.height() - 1), (image.width() - 1, image.height() - 1)]
        assert max(image.pixelColor(x, y).alpha() for x, y in corners) < 128


def test_the_fallback_is_the_error_of_a_missing_file(qapp: QApplication) -> None:
    with pytest.raises(FileNotFoundError):
        icon("no-such-icon")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_icons_take_the_colour_of_the_theme(qapp: QApplication, theme: Theme) -> None:
    apply_theme(qapp, theme)
    assert ink(pixmap("add", "error", 20, 2.0)) == {look(theme).colour["error"].lower()}
    assert ink(icon("add", "text", 20).pixmap(20, 20)) == {look(theme).colour["text"].lower()}


def test_icons_are_drawn_once_for_each_theme(qapp: QApplication) -> None:
    first = icon("plan")
    assert icon("plan").cacheKey() == first.cacheKey()
    apply_theme(qapp, "dark")
    assert icon("plan").cacheKey() != first.cacheKey()


def test_checked_and_disabled_icons_have_their_colours(qapp: QApplication) -> None:
    from PySide6.QtGui import QIcon

    made = icon("add", "text2", 20, on_colour="accent")
    values = look("light").colour
    assert ink(made.pixmap(20, 20, QIcon.Mode.Normal, QIcon.State.On)) == {values["accent"].lower()}
    assert ink(made.pixmap(20, 20, QIcon.Mode.Disabled)) == {values["disabled"].lower()}


def test_silhouettes_differ_without_colour(qapp: QApplication) -> None:
    """Told apart by outline alone: no two of the five cover the same pixels."""
    outlines = set()
    for status in STATUSES:
        image = status_pixmap(status, 16, 2.0).toImage()
        outlines.add(tuple(image.pixelColor(x, y).alpha() > 127 for x in range(32) for y in range(32)))
        assert not status_icon(status).isNull()
    assert len(outlines) == len(STATUSES)


def test_mark_on_a_filled_silhouette_is_in_the_colour_made_for_it(qapp: QApplication) -> None:
    for theme in ("light", "dark"):
        apply_theme(qapp, theme)
        assert {look(theme).colour["error_fill"].lower(), look(theme).colour["on_error"].lower()} <= ink(
            status_pixmap("error", 20, 4.0)
        )


def test_button_redraws_its_icon_in_the_new_theme(qapp: QApplication, qtbot: QtBot) -> None:
    made = button("添加", icon="add")
    qtbot.addWidget(made)
    before = made.icon().cacheKey()
    apply_theme(qapp, "dark")
    assert made.icon().cacheKey() != before
    assert look("dark").colour["text2"].lower() in ink(made.icon().pixmap(20, 16))


# ------------------------------------------------------------------------------------------------------- fonts
def blackness(bold: bool) -> int:
    """Return how much ink a Chinese line takes."""
    image = QImage(200, 40, QImage.Format.Format_Grayscale8)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.setFont(text_font("figure", bold=bold))
    painter.drawText(4, 30, "显存容量总价")
    painter.end()
    return sum(255 - image.pixelColor(x, y).red() for x in range(200) for y in range(40))


def test_bold_chinese_is_bold(qapp: QApplication) -> None:
    """The file of the bold face names itself oddly; a wrong match would print the regular one."""
    regular, bold = blackness(False), blackness(True)
    assert bold > 1.25 * regular > 0
    assert QFontInfo(text_font("body", bold=True)).weight() >= 700


def test_sizes_are_pixels_and_digits_stay_in_line(qapp: QApplication) -> None:
    for size, pixels in (("caption", 12), ("body", 13), ("title", 15), ("figure", 22)):
        font = text_font(size)  # type: ignore[arg-type]
        assert QFontInfo(font).pixelSize() == pixels
        widths = {round(QFontMetricsF(font).horizontalAdvance(digit), 2) for digit in "0123456789"}
        assert len(widths) == 1
    assert QFontInfo(qapp.font()).family() == text_font().family()
