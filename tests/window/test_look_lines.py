"""Lines, gaps and weights of the window's frame: accent lines of both themes, air beside icons, what belongs together."""

from __future__ import annotations

import csv
import json
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QRect, QRectF, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QTabBar, QTreeView, QWidget

from desktop_app.services import build_table
from desktop_app.window.look.theme import apply_theme
from desktop_app.window.look.tokens import look
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.cells import TextCell
from desktop_app.window.parts.meter import paint_meter
from desktop_app.window.parts.painted import advance
from desktop_app.window.side.finding_item import FindingItem
from desktop_app.window.side.rest_row import RestRow

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow
    from tests.window.conftest import MakeWindow


def child(window: MainWindow, name: str) -> QWidget:
    found = window.findChild(QWidget, name)
    assert isinstance(found, QWidget)
    return found


def at(widget: QWidget, x: int, y: int) -> str:
    return widget.grab().toImage().pixelColor(x, y).name().upper()


def inked(image: QImage) -> list[int]:
    """Return the columns of a picture in which something is drawn."""
    pixels = [(x, y) for x in range(image.width()) for y in range(image.height())]
    return sorted({x for x, y in pixels if image.pixelColor(x, y).alpha() > 0})


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_lines_have_the_accent_of_texts_which_stands_out_in_both_themes(make_window: MakeWindow, theme: str) -> None:
    # tokens: on the dark ground the accent of fills reaches 3.3:1, the one of texts and lines 8:1
    window = make_window(theme=theme)
    wanted = look(theme).colour["accent"]  # type: ignore[arg-type]
    window.show_place("build")
    rail = child(window, "rail-build")
    assert at(rail, 1, rail.height() // 2) == wanted
    assert at(child(window, "alternative-A"), 40, 5) == wanted
    opened = next(one for one in window.findChildren(FindingItem) if at(one, 1, 20) == wanted)
    assert opened.height() > 50
    window.show_place("workload")
    tabs = window.stack.place.findChild(QTabBar)  # type: ignore[union-attr]
    assert isinstance(tabs, QTabBar)
    first = tabs.tabRect(0)
    assert at(tabs, first.center().x(), first.bottom() - 1) == wanted


def test_the_chosen_template_is_framed_in_the_accent(make_window: MakeWindow) -> None:
    window = make_window(template="", theme="dark")
    tile = window.stack.place.home.grid.tiles[0]  # type: ignore[union-attr]
    assert at(tile, tile.width() // 2, 0) == look("dark").colour["accent"]


def test_an_icon_keeps_clear_of_a_text_that_comes_later(qtbot: QtBot) -> None:
    made = Button()
    qtbot.addWidget(made)
    made.set_icon("add")
    alone = made.iconSize().width()
    made.setText("添加")
    assert (alone, made.iconSize().width()) == (16, 20)
    made.setText("")
    assert made.iconSize().width() == 16


def test_the_chevron_stands_off_the_name_of_the_plan(window: MainWindow) -> None:
    shown = window.findChild(QPushButton, "top-plan")
    assert isinstance(shown, QPushButton)
    assert shown.iconSize().width() == 20
    assert inked(shown.icon().pixmap(shown.iconSize()).toImage())[0] >= 4  # the chevron lies in the right 16 of it


def test_lines_part_the_items_of_the_strip(window: MainWindow) -> None:
    for name in ("money", "power", "heat", "rack"):
        item = child(window, f"strip-{name}")
        right = item.width() - 1
        assert at(item, right, item.height() // 2) == look("light").colour["border_strong"]
        assert at(item, right, 2) != look("light").colour["border_strong"]


def test_a_number_of_the_folded_panel_stands_at_its_own_icon(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window(size=(1024, 740))
    qtbot.wait(10)
    buttons = [child(window, f"fold-{name}") for name in ("error", "warning", "unknown")]
    column = buttons[0].parentWidget()
    numbers = sorted((one for one in column.findChildren(QLabel) if one.text().isdigit()), key=QWidget.y)
    assert len(numbers) == 3
    for number, own, later in zip(numbers, buttons, buttons[1:], strict=False):
        above = number.y() - own.geometry().bottom()
        below = later.y() - number.geometry().bottom()
        assert above <= 1
        assert below >= above + 6


def test_sums_of_a_group_are_bold_and_only_the_money_is_dark(window: MainWindow) -> None:
    window.show_place("build")
    model = window.stack.place._model  # type: ignore[union-attr]
    keys = [column.key for column in model.columns]
    money, power = (model.rows[0].cells[keys.index(key)] for key in ("subtotal", "power"))
    assert isinstance(money, TextCell)
    assert isinstance(power, TextCell)
    assert [(one.bold, one.tone) for one in (money, power)] == [(True, "text"), (True, "text2")]


def test_the_button_that_makes_the_plan_ends_with_the_last_field(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window(template="")
    window.show_place("start", "lines")
    qtbot.wait(10)
    page = window.stack.place._lines_page()  # type: ignore[union-attr]
    bottoms = [one.mapTo(page, QPoint(0, one.height())).y() for one in (page.make, page.contingency)]
    assert abs(bottoms[0] - bottoms[1]) <= 1


def test_inputs_hang_from_what_they_belong_to(window: MainWindow, qtbot: QtBot) -> None:
    window.show_place("build")
    window.bench.explain(window.bench.assessment.context.totals.max_w)
    qtbot.wait(10)
    tree = window.findChild(QTreeView, "why-tree")
    assert isinstance(tree, QTreeView)
    parent = tree.model().index(0, 0)
    tree.expand(parent)
    inner = tree.visualRect(parent.model().index(0, 0, parent))
    picture = tree.viewport().grab(QRect(0, inner.top(), inner.left(), inner.height())).toImage()
    line = look("light").colour["border_strong"]
    lined = [x for x in range(picture.width()) if picture.pixelColor(x, 2).name().upper() == line]
    assert len(lined) == 1


def test_the_bar_of_progress_is_a_line_too() -> None:
    image = QImage(QSize(60, 8), QImage.Format.Format_ARGB32)
    apply_theme(QApplication.instance(), "dark")  # type: ignore[arg-type]
    painter = QPainter(image)
    paint_meter(painter, QRectF(0, 0, 60, 8), 0.5, "busy")
    painter.end()
    apply_theme(QApplication.instance(), "light")  # type: ignore[arg-type]
    assert image.pixelColor(15, 4).name().upper() == look("dark").colour["accent"]


@pytest.mark.parametrize(("language", "stop"), [("zh", "，"), ("en", ", ")])
def test_the_rows_behind_a_line_are_parted_as_the_language_does(
    make_window: MakeWindow, language: str, stop: str
) -> None:
    bench = make_window(language=language).bench
    plan = bench.plan
    line = next(one for one in bench.alternative.lines if one.card and one.item)
    assert build_table._detail(plan, line, language).startswith(f"4 × GeForce RTX 4090{stop}")


@pytest.mark.parametrize(
    ("language", "heads"),
    [("zh", [("每人每周", "次"), ("时长", "小时")]), ("en", [("Per week", "times"), ("Hours", "each")])],
)
def test_heads_of_the_jobs_say_whose_and_how_often(
    make_window: MakeWindow, language: str, heads: list[tuple[str, str]]
) -> None:
    window = make_window(language=language)
    window.show_place("workload")
    columns = {one.key: one for one in window.stack.place._model.columns}  # type: ignore[union-attr]
    assert [(columns[key].head.text, columns[key].head.under) for key in ("per_week", "hours")] == heads
    for key in ("per_week", "hours"):  # whole, beside the 8 pixels at either side
        for text in (columns[key].head.text, columns[key].head.under):
            assert advance(text, "caption") + 16 <= columns[key].width


def test_tiers_are_called_the_same_in_advice_and_templates() -> None:
    with (Path(str(resources.files("resources"))) / "advice" / "tiers.csv").open(encoding="utf-8", newline="") as file:
        advised = {
            row["id"]: (row["zh"], row["en"].lower()) for row in csv.DictReader(file) if row["id"].startswith("tier-")
        }
    assert len(advised) == 5
    for name, titles in advised.items():
        text = (Path(str(resources.files("resources"))) / "templates" / f"{name}.json").read_text(encoding="utf-8")
        title = json.loads(text)["title"]
        assert (title["zh"], title["en"].lower()) == titles


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("groups", [2, 4, 5])
def test_what_more_there_is_to_find_is_never_cut_at_its_front(
    make_window: MakeWindow, qtbot: QtBot, language: str, groups: int
) -> None:
    row = make_window(language=language).findChild(RestRow)
    assert isinstance(row, RestRow)
    counts = {"error": 1, "warning": 9, "unknown": 20, "note": 19, "aside": 12}
    row.show_rest(dict(list(counts.items())[:groups]), unfolded=False)  # type: ignore[arg-type]
    qtbot.wait(10)
    shown = child(row.window(), "findings-more")  # type: ignore[arg-type]
    assert isinstance(shown, QPushButton)
    assert shown.width() >= shown.sizeHint().width()
    assert row.rect().contains(shown.geometry())
    said = shown.accessibleName()
    assert shown.text() == said or (shown.text()[-1] in "…⋯" and shown.toolTip() == said)
    if groups == 2:
        assert (shown.text(), shown.x()) == (said, 32)
    if (language, groups) == ("zh", 4):
        assert shown.text() == said
    assert ("1 error, 9 warnings" if language == "en" else "错误 1 条、警告 9 条") in said
